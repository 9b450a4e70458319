#!/bin/bash
# Watches the journals of an array and cancels it when the test is decided:
#
#   follow.sh JOBID /shared/big [arguments of stats, such as --sprt 0,5]
#
# Ends with the last statistics when the array has ended, by itself or not.
set -euo pipefail
job=$1
folder=$2
shift 2
program=${NOUGHTS_TOURNAMENT:-noughts-tournament}
every=${FOLLOW_SECONDS:-30}

# The statistics of what has been played; fails while there is nothing.
statistics() {
    compgen -G "$folder/*.journal" >/dev/null || { echo "no journal in $folder" >&2; return 1; }
    "$program" stats "$@" "$folder"/*.journal
}
running() { [ -n "$(squeue --noheader --jobs "$job" 2>/dev/null)" ]; }

while running; do
    sleep "$every"
    code=0
    statistics --exit-code "$@" >/dev/null 2>&1 || code=$?
    # 5 is accepted, 6 rejected; a journal whose header is being written is looked
    # at again.
    if [ "$code" = 5 ] || [ "$code" = 6 ]; then
        scancel "$job"
        while running; do sleep 1; done
    fi
done
statistics "$@"
