#!/usr/bin/env bash
# Plays a match with GNU parallel: on this machine, or on several with --sshlogin.
#
#   crates/lab/scale/parallel_match.sh 16 everything quiescence --depth 3 --games 1000
#   plywood-lab merge journals/*.jsonl
#
# The first argument is the number of shards, the others are those of `plywood-lab match`. When it is run again, shards
# that were interrupted go on with their journals. For several machines set PARALLEL, for example:
#   export PARALLEL="--sshlogin 8/one,8/two --return journals/{}.jsonl --cleanup"
set -euo pipefail
shards=$1
shift
mkdir -p journals
seq "$shards" | parallel --halt soon,fail=1 --joblog journals/log \
    "mkdir -p journals; plywood-lab match ${*@Q} --threads 1 --shard {}/$shards --journal journals/{}.jsonl >/dev/null"
