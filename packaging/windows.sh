#!/usr/bin/env bash
# Compiles both programs for Windows and prints the path of a ZIP with them. They need no
# file but those of Windows 10. Needs mingw-w64 and zip, which root gets from Debian.
# Usage: packaging/windows.sh
set -euo pipefail
cd "$(dirname "$0")/.."
. packaging/lib.sh
need x86_64-w64-mingw32-gcc=gcc-mingw-w64-x86-64 zip=zip

target=x86_64-pc-windows-gnu
build "$target"
packaging/files.sh
name=noughts-$(version)-$target
folder=target/package/$name
install -D -t "$folder" "target/$target/release/noughts.exe" "target/$target/release/noughts-tournament.exe"
# This also sets the time in their headers to SOURCE_DATE_EPOCH.
x86_64-w64-mingw32-strip "$folder"/*.exe
install -D -m 644 -t "$folder/completions" target/package/powershell/*
install -m 644 -t "$folder" packaging/README.md PROTOCOL.md LICENSE
mkdir -p target/dist
pack_zip target/package "target/dist/$name.zip" "$name"
echo "$PWD/target/dist/$name.zip"
