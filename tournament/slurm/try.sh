#!/bin/bash
# Tests the scripts with Slurm on this machine alone: the merged shares of an
# array must equal the tournament played by one runner, and follow.sh must cancel
# an array whose test is decided.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
export NOUGHTS_TOURNAMENT
NOUGHTS_TOURNAMENT=$(realpath "$1")
folder=$(mktemp -d)
trap '"$here/one-node.sh" stop "$folder/slurm"; rm -rf "$folder"' EXIT
"$here/one-node.sh" "$folder/slurm"
export SLURM_CONF=$folder/slurm/slurm.conf FOLLOW_SECONDS=1
cd "$folder"

tournament() { # pairings nodes
    cat <<TOML
game = "tictactoe:5x5:4"
pairings = $1
[[engine]]
name = "mcts"
nodes = $2
options = { Search = "mcts" }
[[engine]]
name = "random"
nodes = 1
options = { Search = "random" }
TOML
}
submit() { sbatch --parsable --array=1-3 --cpus-per-task=1 "$here/array.sh" "$@"; }
# The games in order, without times.
games() { grep '"type":"game"' "$1" | sed -E 's/"(us|started|millis)":[0-9]+//g' | sort; }

tournament 40 100 >short.toml
job=$(submit short.toml shares)
"$here/follow.sh" "$job" shares
"$NOUGHTS_TOURNAMENT" merge shares/*.journal -o merged.journal
"$NOUGHTS_TOURNAMENT" run short.toml --journal whole.journal >/dev/null
diff <(games whole.journal) <(games merged.journal)
[ "$(games merged.journal | wc -l)" = 80 ]

tournament 1000000 100 >long.toml
job=$(submit long.toml tested)
"$here/follow.sh" "$job" tested --sprt 0,5
[ -z "$(squeue --noheader)" ]
# Cancelled jobs end their engines as well; that is not a fault.
if grep -h '"culprit"' shares/*.journal tested/*.journal; then exit 1; fi
echo "Slurm: merged shares equal the whole; a decided test cancels the array"
