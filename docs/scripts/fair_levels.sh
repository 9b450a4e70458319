#!/bin/sh
# Plays the seven rule sets of TicTacTrains between two engines of the same level, 200
# games each, and prints the shares of X, O and draws. Takes ten minutes. Arguments are
# the levels:
#
#   docs/scripts/fair_levels.sh 3 5 7 9
set -eu
for level in "$@"; do
    for rules in classical modern postmodern spanish swiss viennese mallorcan; do
        noughts-tournament run --quiet --game "tictactrains:$rules" --each nodes=10000 \
            --engine name=a "option.Skill=$level" --engine name=b "option.Skill=$level" \
            --pairings 100 --seed "$level" --journal "$rules-$level.journal"
        noughts-tournament stats "$rules-$level.journal"
    done
done
