#!/bin/sh
# Solves boards, and prints the table "Solved boards" of docs/truth.md. Arguments are other
# boards and options of `noughts solve`: docs/scripts/solved.sh 8x7:5 --hash 1024
set -eu
boards=
options=
for word in "$@"; do
    case $word in
    [1-9]*x*:* | tictactrains*) boards="$boards $word" ;;
    *) options="$options $word" ;;
    esac
done
[ "$boards" ] || boards="4x3:3 4x4:3 5x4:4 5x5:4 6x4:4 6x5:4 6x6:4 7x4:4 7x5:4 7x6:4 7x7:4
    8x8:4 9x9:4 6x6:5 7x6:5 7x7:5 8x5:5 8x6:5 9x5:5 10x5:5 11x5:5 9x6:5
    tictactrains:3 tictactrains:3:modern tictactrains:3:spanish tictactrains:3:swiss
    tictactrains:4 tictactrains:4:modern tictactrains:4:spanish tictactrains:4:swiss
    tictactrains:4:viennese"
echo "| board | value | nodes | seconds |"
echo "|---|---|---|---|"
for board in $boards; do
    case $board in
    tictactrains*) game=$board ;;
    *) game=tictactoe:$board ;;
    esac
    # shellcheck disable=SC2086 # The options are words.
    noughts solve "$game" $options | awk -v board="$board" '
        /^value: / { value = substr($0, 8) }
        / nodes, / { nodes = $1; seconds = $3 }
        END { printf "| %s | %s | %s | %s |\n", board, value, nodes, seconds }'
done
