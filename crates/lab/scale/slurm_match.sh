#!/usr/bin/env bash
# Plays a match as a Slurm array: each task plays one shard, and writes its journal to a shared folder.
#
#   sbatch --array=1-64 crates/lab/scale/slurm_match.sh 64 everything quiescence --depth 3 --games 100000
#   plywood-lab merge journals/*-of-64.jsonl
#
# The first argument is the number of shards, the others are those of `plywood-lab match`. A task that is killed or requeued
# goes on with its journal where it stopped; with `--array=5,9` two of the shards are submitted again.
#SBATCH --job-name=plywood-match
#SBATCH --cpus-per-task=1
#SBATCH --requeue
set -euo pipefail
shards=${1-}
shard=${SLURM_ARRAY_TASK_ID-}
if [[ ! $shards =~ ^[1-9][0-9]*$ || ! $shard =~ ^[1-9][0-9]*$ ]] || ((shard > shards)); then
    echo "task '$shard' is not one of the shards 1 to '$shards'; for example: sbatch --array=1-64 $0 64 PLAYER PLAYER" >&2
    exit 2
fi
shift
mkdir -p journals
status=0
plywood-lab match "$@" --threads 1 --shard "$shard/$shards" --journal "journals/$shard-of-$shards.jsonl" || status=$?
# 3 says that a program failed in some game. The game counts all the same.
((status == 3)) || exit "$status"
