#!/bin/bash
# Tests whether a new version of an engine is not weaker than an old one, as a
# gate of a CI system:
#
#   gate.sh NEW OLD [arguments of run, such as --concurrency 4]
#
# NEW and OLD are commits of this repository, which are built, or programs.
# Writes gate.json, gate.md (for a comment on the pull request), gate.xml (JUnit)
# and gate.journal to the working directory. Exit codes: 0 accepted, 1 rejected
# or undecided, 2 to 4 as the runner: mistake, stopped, fault of an engine.
set -euo pipefail
if [ $# -lt 2 ]; then
    echo "usage: gate.sh NEW OLD [arguments of run]" >&2
    exit 2
fi
new=$1
old=$2
shift 2
runner=${NOUGHTS_TOURNAMENT:-noughts-tournament}
folder=$(mktemp -d)
trap 'rm -rf "$folder"; git worktree prune 2>/dev/null || true' EXIT

# Prints the path of the program of a commit, or of a program.
program() { # name, commit or program
    if [ -x "$2" ] && [ ! -d "$2" ]; then
        realpath "$2"
        return
    fi
    git worktree add --quiet --detach "$folder/$1" "$2" || exit 2
    cargo build --release --quiet --bin noughts --manifest-path "$folder/$1/Cargo.toml" \
        --target-dir "$folder/$1/target" >&2
    echo "$folder/$1/target/release/noughts"
}
# A command substitution alone passes its failure on.
new_program=$(program new "$new") || exit 2
old_program=$(program old "$old") || exit 2

# GATE_SPRT has the bounds of the test. The words of GATE_NEW and GATE_OLD, such
# as option.Search=mcts, apply to one of the two.
code=0
# shellcheck disable=SC2086
"$runner" run --strict --quiet \
    --engine name=new cmd="$new_program" ${GATE_NEW:-} \
    --engine name=old cmd="$old_program" ${GATE_OLD:-} \
    --game "${GATE_GAME:-tictactoe:5x5:4}" --pairs "${GATE_PAIRS:-2000}" \
    --each nodes="${GATE_NODES:-500}" --sprt "${GATE_SPRT:--10,0}" \
    --journal gate.journal --json=gate.json --markdown=gate.md --junit=gate.xml "$@" || code=$?
case $code in
5) exit 0 ;;
0 | 6) exit 1 ;;
*) exit "$code" ;;
esac
