#!/usr/bin/env bash
# Writes the man pages and completions of both programs, which it builds for this system, into
# an empty target/package.
# Usage: packaging/files.sh
set -euo pipefail
cd "$(dirname "$0")/.."

nice cargo build --release --locked >&2
out=target/package
rm -rf "$out"
mkdir -p "$out"
for program in noughts noughts-tournament; do
    path=target/release/$program
    "$path" man "$out/man"
    for shell in bash zsh fish powershell; do
        mkdir -p "$out/$shell"
    done
    "$path" completions bash >"$out/bash/$program"
    "$path" completions zsh >"$out/zsh/_$program"
    "$path" completions fish >"$out/fish/$program.fish"
    "$path" completions powershell >"$out/powershell/_$program.ps1"
done
