#!/bin/bash
# Watches the journals of an array and cancels it when the test is decided:
#
#   follow.sh JOBID /shared/big [arguments of stats, such as --sprt 0,5]
#
# Prints the final statistics when the array has ended, finished or cancelled.
set -euo pipefail
job=$1
folder=$2
shift 2
program=${NOUGHTS_TOURNAMENT:-noughts-tournament}
every=${FOLLOW_SECONDS:-30}

# Prints the statistics of the games so far; fails while there is no journal.
statistics() {
    compgen -G "$folder/*.journal" >/dev/null || { echo "no journal in $folder" >&2; return 1; }
    "$program" stats "$@" "$folder"/*.journal
}
running() { [ -n "$(squeue --noheader --jobs "$job" 2>/dev/null)" ]; }

while running; do
    sleep "$every"
    code=0
    statistics --exit-code "$@" >/dev/null 2>&1 || code=$?
    # 5: accepted, 6: rejected. Any other code, as for a journal whose header is
    # still incomplete: try again.
    if [ "$code" = 5 ] || [ "$code" = 6 ]; then
        scancel "$job"
        while running; do sleep 1; done
    fi
done
statistics "$@"
