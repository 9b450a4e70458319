#!/usr/bin/env bash
# Makes noughts-gomocup.zip, which a manager of the Gomocup protocol loads as it is, and
# prints its path. Needs what packaging/windows.sh needs, which compiles the engine.
# Usage: packaging/gomocup.sh
set -euo pipefail
cd "$(dirname "$0")/.."
. packaging/lib.sh

packaging/windows.sh >&2
folder=target/package/gomocup
mkdir -p "$folder"
cp target/package/noughts-*-windows-gnu/noughts.exe "$folder/pbrain-noughts.exe"
pack_zip "$folder" target/dist/noughts-gomocup.zip .
# The rules of Gomocup 2024 limit "the AI size" to 8 MB.
for file in "$folder/pbrain-noughts.exe" target/dist/noughts-gomocup.zip; do
    size=$(stat -c %s "$file")
    [ "$size" -le 8000000 ] || { echo "$file has $size bytes: the limit is 8000000" >&2; exit 1; }
done
echo "$PWD/target/dist/noughts-gomocup.zip"
