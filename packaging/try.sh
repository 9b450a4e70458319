#!/usr/bin/env bash
# Builds the Debian package, installs it, runs what it installed and removes it.
# Needs root, dpkg and binutils.
# Usage: packaging/try.sh
set -euo pipefail
cd "$(dirname "$0")/.."

dpkg --install "$(packaging/deb.sh)"
trap 'dpkg --remove noughts' EXIT
cd /
for program in noughts noughts-tournament; do
    [ "$(command -v "$program")" = "/usr/bin/$program" ]
    "$program" --version
    test -s "/usr/share/man/man1/$program.1.gz"
    bash -n "/usr/share/bash-completion/completions/$program"
    test -s "/usr/share/zsh/vendor-completions/_$program"
    test -s "/usr/share/fish/vendor_completions.d/$program.fish"
done
answer=$(printf 'newgame tictactoe\nposition moves b2\ngo depth 8\n' | noughts)
grep -q '^bestmove [ac][13]$' <<<"$answer"
journal=$(mktemp -u)
noughts-tournament run --game tictactoe --pairs 2 --each nodes=100 --quiet \
    --engine name=A option.Search=random --engine name=B option.Search=mcts --journal "$journal"
[ "$(grep -c '"type":"game"' "$journal")" = 4 ]
rm "$journal"
