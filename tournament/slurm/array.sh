#!/bin/bash
# A tournament as an array of Slurm jobs, each playing its share:
#
#   sbatch --array=1-8 --cpus-per-task=4 array.sh big.toml /shared/big
#
# writes /shared/big/1.journal to 8.journal. A job that was preempted, or
# whose node failed, goes on with its journal when it is requeued. The format of
# the tournament must have its schedule fixed beforehand.
#SBATCH --job-name=noughts
#SBATCH --output=noughts-%A-%a.out
#SBATCH --requeue
#SBATCH --open-mode=append
set -euo pipefail
file=$1
folder=$2
mkdir -p "$folder"
exec "${NOUGHTS_TOURNAMENT:-noughts-tournament}" run "$file" \
    --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
    --journal "$folder/$SLURM_ARRAY_TASK_ID.journal" \
    --concurrency "${SLURM_CPUS_PER_TASK:-1}"
