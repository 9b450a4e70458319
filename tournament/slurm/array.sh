#!/bin/bash
# Plays a tournament as an array of Slurm jobs, one share each:
#
#   sbatch --array=1-400%16 --cpus-per-task=1 array.sh big.toml /shared/big
#
# writes /shared/big/1.journal to 400.journal, 16 at a time: small shares keep
# all nodes busy to the end, and as blocks they advance a test one by one. A job
# that was preempted, or whose node failed, goes on with its journal when it is
# requeued. A minute before the time limit the running games are played to their
# ends, and the job requeues itself. The pairings of the format must not depend
# on results.
#SBATCH --job-name=noughts
#SBATCH --output=noughts-%A-%a.out
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=B:INT@60
set -euo pipefail
file=$1
folder=$2
# Every share needs its job, so an array has no gaps and begins with 0 or 1.
if [ "$SLURM_ARRAY_TASK_MIN" -gt 1 ] ||
    [ $((SLURM_ARRAY_TASK_MAX - SLURM_ARRAY_TASK_MIN + 1)) != "$SLURM_ARRAY_TASK_COUNT" ]; then
    echo "array.sh: give the array as 1-N or 0-N, without gaps or steps" >&2
    exit 2
fi
mkdir -p "$folder"

"${NOUGHTS_TOURNAMENT:-noughts-tournament}" run "$file" \
    --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
    --shards-from "$SLURM_ARRAY_TASK_MIN" --blocks \
    --journal "$folder/$SLURM_ARRAY_TASK_ID.journal" \
    --wait-for-lock "${NOUGHTS_LOCK_SECONDS:-300}" \
    --concurrency "${SLURM_CPUS_PER_TASK:-1}" &
runner=$!
is_ending=
trap 'is_ending=1; kill -INT "$runner"' INT
code=0
wait "$runner" || code=$?
# The signal interrupts the first wait.
if [ -n "$is_ending" ]; then
    code=0
    wait "$runner" || code=$?
fi
# 3: stopped by a signal, with games left.
if [ "$code" = 3 ] && [ -n "$is_ending" ]; then
    exec scontrol requeue "$SLURM_JOB_ID"
fi
exit "$code"
