#!/bin/sh
# Plays Qubic after 1a1 and each of the 63 replies, X with `proof`, O with the
# search of the arguments; prints how long O lasts. Takes an hour.
#
#   docs/scripts/qubic-replies.sh option.Search=proof option.Hash=64
#   docs/scripts/qubic-replies.sh option.Search=minimax depth=4
set -eu
openings=
for level in 1 2 3 4; do
    for column in a b c d; do
        for row in 1 2 3 4; do
            reply=$level$column$row
            [ "$reply" = 1a1 ] || openings="$openings 1a1 $reply;"
        done
    done
done
rm -f replies.journal
noughts-tournament run --quiet --game qubic \
    --engine name=X option.Search=proof option.Hash=64 --engine name=O "$@" \
    --each nodes=4000000 --pairs 63 --no-swap --concurrency 1 \
    --openings "list=$openings" --journal replies.journal
# The mean number of plies, without the two of the opening.
grep '"type":"game"' replies.journal | grep -o '"move"' | wc -l |
    awk '{ printf "O lasts %.1f plies\n", $1 / 63 }'
