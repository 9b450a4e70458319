#!/usr/bin/env bash
# Packs every crate that is published, and checks that each compiles from its own archive:
# that the archive has all files which it includes, and its Cargo.toml all that it needs.
# `cargo package` alone would compile all of them to machine code, some twice, which takes
# minutes and shows no more.
# Usage: packaging/try-crates.sh
set -euo pipefail
cd "$(dirname "$0")/.."
. packaging/lib.sh

crates=(noughts-rules noughts-client noughts-check noughts-terminal noughts noughts-tournament)
version=$(version)
# In a workspace of its own, outside of this one, where each finds the others' archives and
# which has the same profiles, so that the checks of other crates are used again.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{
    echo '[workspace]'
    echo 'resolver = "3"'
    echo 'members = ["*-[0-9]*"]'
    echo '[patch.crates-io]'
    for crate in "${crates[@]}"; do echo "$crate = { path = \"$crate-$version\" }"; done
    sed -n '/^\[profile\.dev/,$p' Cargo.toml
} >"$folder/Cargo.toml"
cp Cargo.lock "$folder/"
nice cargo package --no-verify --locked --quiet "${crates[@]/#/--package=}"
for crate in "${crates[@]}"; do
    tar -C "$folder" -xf "target/package/$crate-$version.crate"
done
target=$PWD/target
cd "$folder"
for crate in "${crates[@]}"; do
    nice cargo check --offline --quiet --target-dir "$target" --package "$crate"
done
