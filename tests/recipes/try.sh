#!/usr/bin/env bash
# Does the recipes of docs/development.md: applies the patch of a toy game, a toy
# search, a toy command and a toy format to a copy of this checkout, builds the
# copy, and plays with all four.
set -euo pipefail
cd "$(dirname "$0")/../.."

target=${CARGO_TARGET_DIR:-$PWD/target}
work=$target/recipes
rm -rf "$work"
mkdir -p "$work/source" "$work/debug"
# Links to the dependencies that the tests have compiled, so that only this
# project's own packages are compiled again.
for part in .fingerprint build deps; do
    [ ! -d "$target/debug/$part" ] || cp -al "$target/debug/$part" "$work/debug/"
done
find "$work/debug" -mindepth 2 -maxdepth 2 -name '*noughts*' -exec rm -rf {} +
git -c 'safe.directory=*' ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$work/source" --
patches=$PWD/tests/recipes
cd "$work/source"
git init --quiet
for recipe in game search command format; do
    git apply -C1 "$patches/$recipe.patch"
done
# Without optimisation, as so few nodes are searched.
CARGO_TARGET_DIR=$work CARGO_PROFILE_DEV_OPT_LEVEL=0 CARGO_PROFILE_DEV_CODEGEN_UNITS=16 \
    cargo build --quiet --package noughts --package noughts-tournament --locked
export PATH=$work/debug:$PATH

fail() { echo "recipes: $1" >&2; exit 1; }
# Runs the engine on these lines.
engine() { printf '%s\n' "$@" | noughts; }

# The game: seven columns, and no line is possible in six plies.
[ "$(noughts -g gravity perft 6 | sed -n 's/.* nodes \([0-9]*\).*/\1/p')" = $((7 ** 6)) ] ||
    fail "gravity has other positions than expected"
engine "newgame gravity" "position moves d2" | grep -q '"d2" is not allowed' ||
    fail "gravity lets a stone float"
noughts help | grep -q gravity || fail "help does not list the game"
for search in auto random minimax alphabeta uct mcts proof; do
    engine "newgame gravity" "setoption name Search value $search" \
        "position moves d1 a1 d2 a2 d3 a3" "go nodes 5000" | grep -q '^bestmove [a-g][1-6]' ||
        fail "$search does not play gravity"
done

# The search.
engine "newgame tictactoe" "setoption name Search value first" "position moves a3" "go" |
    grep -qx 'bestmove b3' || fail "the search does not play its move"

# The command, also while the engine searches.
engine "newgame tictactoe" "position moves a3 b2" "plies" | grep -qx 'info string plies 2' ||
    fail "the command gives no answer"

# The format, the game and the search in one tournament: two pairings.
noughts-tournament run --quiet --game gravity --format chain --pairings 1 \
    --each nodes=200 --openings random=2 --journal "$work/chain.journal" \
    --engine name=A --engine name=B option.Search=uct --engine name=C option.Search=first \
    >/dev/null || fail "the tournament fails"
[ "$(grep -c '"termination":"rules"' "$work/chain.journal")" = 4 ] || fail "not all games ended"
noughts-tournament report "$work/chain.journal" -o "$work/chain.html" || fail "no report"
noughts-tournament run --quiet --game tictactoe --format chain --shard 1/2 --pairings 1 \
    --each nodes=10 --engine name=A --engine name=B >/dev/null || fail "no share of a chain"
echo "recipes: a game, a search, a command and a format added and played"
