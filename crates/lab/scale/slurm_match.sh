#!/usr/bin/env bash
# Plays a match as a Slurm array: each task plays one shard, and writes its journal to a shared folder.
#
#   sbatch --array=1-64 crates/lab/scale/slurm_match.sh everything quiescence --depth 3 --games 100000
#   plywood-lab merge journals/*.jsonl
#
# A task that is killed or requeued goes on with its journal where it stopped.
#SBATCH --job-name=plywood-match
#SBATCH --cpus-per-task=1
#SBATCH --requeue
set -euo pipefail
mkdir -p journals
exec plywood-lab match "$@" --threads 1 \
    --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
    --journal "journals/$SLURM_ARRAY_TASK_ID.jsonl"
