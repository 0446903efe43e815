#!/usr/bin/env bash
# Plays a match with GNU parallel: on this machine, or on several with --sshlogin.
#
#   crates/lab/scale/parallel_match.sh 16 everything quiescence --depth 3 --games 1000
#   plywood-lab merge journals/*-of-16.jsonl
#
# The first argument is the number of shards, the others are those of `plywood-lab match`. When it is run again, shards
# that were interrupted go on with their journals. For several machines set PARALLEL, for example:
#   export PARALLEL="--sshlogin 8/one,8/two --return journals/{}-of-16.jsonl --cleanup"
set -euo pipefail
if [[ ! ${1-} =~ ^[1-9][0-9]*$ || $# -lt 3 ]]; then
    echo "usage: $0 SHARDS PLAYER PLAYER [OPTION]..." >&2
    exit 2
fi
shards=$1
shift
mkdir -p journals
# Exit code 3 says that a program failed in some game. The game counts all the same.
seq "$shards" | parallel --halt soon,fail=1 --joblog journals/log \
    "mkdir -p journals; plywood-lab match ${*@Q} --threads 1 --shard {}/$shards --journal journals/{}-of-$shards.jsonl \
     >/dev/null || [ \$? -eq 3 ]"
