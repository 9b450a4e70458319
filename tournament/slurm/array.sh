#!/bin/bash
# Plays a tournament as an array of Slurm jobs, one share each:
#
#   sbatch --array=1-8 --cpus-per-task=4 array.sh big.toml /shared/big
#
# writes /shared/big/1.journal to 8.journal. A job that was preempted, or whose
# node failed, resumes its journal when it is requeued. The pairings of the
# format must not depend on results.
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
