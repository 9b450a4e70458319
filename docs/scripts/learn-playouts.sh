#!/bin/sh
# Learns the weights of playouts from games, into new.bin: games from random
# openings, then the games of fairness.sh. Takes hours. Arguments go to every
# run:
#
#   docs/scripts/learn-playouts.sh --pairs 5
set -eu
scripts=$(cd "$(dirname "$0")" && pwd)
noughts-tournament run --quiet --game tictactrains --each option.Search=mcts nodes=10000 \
    --engine name=A --engine name=B --pairs 1240 --openings random=4 --seed 777 \
    --journal random.journal "$@"
"$scripts/fairness.sh" --each nodes=10000 option.Search=mcts "$@"
journals=$(ls "$PWD"/*.journal)
cd "$scripts/../.."
# The names of the journals contain no spaces.
cargo run --release -p noughts-learn -- playouts --out "$OLDPWD/new.bin" $journals
