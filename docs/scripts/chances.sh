#!/bin/sh
# Plays 400 games between equals on each of six boards, at full strength with few nodes,
# and compares the values with the results (chances.py). Takes some minutes.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
for game in tictactoe:6x6:4 tictactoe:7x6:4 tictactoe:9x9:5 tictactoe:15x15:5 tictactoe:20x20:5 qubic; do
    file="$(echo "$game" | tr : -).journal"
    noughts-tournament run --quiet --game "$game" --each nodes=3000 \
        --engine name=a --engine name=b --openings random=6 \
        --pairings 400 --no-swap --journal "$file" >/dev/null
    python3 "$here/chances.py" "$file"
done
