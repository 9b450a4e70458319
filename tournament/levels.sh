#!/usr/bin/env bash
# Measures the levels of the option Skill: each level against the one below, in
# pairings from random openings with the sides swapped. Prints a row for each
# match: board, levels, games, share of the points of the higher level.
#
#   tournament/levels.sh [PAIRINGS] [BOARD…]
#
# Level 10 has 10,000 nodes for a ply here; the others have their own limits.
# Level 0 stands for random moves.
set -euo pipefail
pairings=${1:-100}
shift || true
boards=${*:-tictactrains tictactoe:9x9:5 qubic tictactoe:7x7:4 tictactoe}
runner=${RUNNER:-target/release/noughts-tournament}

# The option of a level.
level() { if [ "$1" = 0 ]; then echo option.Search=random; else echo "option.Skill=$1"; fi; }

for board in $boards; do
    case $board in
        tictactoe) plies=1 ;;
        qubic) plies=6 ;;
        *) plies=4 ;;
    esac
    for low in {9..0}; do
        high=$((low + 1))
        share=$("$runner" run --quiet --game "$board" --pairs "$pairings" --seed 1 \
            --openings random=$plies --each nodes=10000 \
            --engine name=high "$(level $high)" --engine name=low "$(level $low)" |
            sed -n 's/^points: .*, \([0-9.]* %\)$/\1/p')
        printf '%-16s %2d : %-2d %5d games  %s\n' \
            "$board" "$high" "$low" $((2 * pairings)) "$share"
    done
done
