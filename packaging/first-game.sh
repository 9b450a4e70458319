#!/usr/bin/env bash
# Times the way from each file of dist/ to the first move of the engine, in a Debian that
# has nothing but its required packages (and pip for the wheel), the ZIP for Windows under
# Wine, and prints a table. The Debian is fetched once and kept in ~/.cache/noughts. Needs
# root, debootstrap, unzip, and what packaging/wine.sh needs.
# Usage: packaging/first-game.sh [FOLDER, dist by default]
set -euo pipefail
cd "$(dirname "$0")/.."
. packaging/lib.sh
need debootstrap=debootstrap unzip=unzip

dist=$(realpath "${1:-dist}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cache=${XDG_CACHE_HOME:-$HOME/.cache}/noughts
mkdir -p "$cache"

# Makes an archive of a bare Debian with these packages: bare NAME [PACKAGE…]
bare() {
    local archive=$cache/$1.tar packages
    shift
    packages=$(IFS=,; echo "$*")
    [ -e "$archive" ] || {
        debootstrap --variant=minbase ${packages:+"--include=$packages"} bookworm "$scratch/new" >"$scratch/log" 2>&1 ||
            { tail -n 3 "$scratch/log" >&2; return 1; }
        tar -C "$scratch/new" -cf "$archive.part" .
        mv "$archive.part" "$archive"
        rm -rf "$scratch/new"
    }
}

game='newgame tictactoe:15x15:5\ngo movetime 100\n'
# Runs a command in a new Debian, or here, and prints a line of the table; the file is
# /FILE there: row SYSTEM FILE COMMAND
row() {
    local system=$1 file=$2 root=$scratch/root began shell=(bash)
    [ -e "$file" ] || { echo "| $(basename "$file") | not made | | |"; return; }
    mkdir "$root"
    if [ "$system" = Wine ]; then
        export root
    else
        tar -C "$root" -xf "$cache/$system.tar"
        shell=(chroot "$root" bash)
    fi
    cp "$file" "$root/"
    file=$(basename "$file")
    began=$(date +%s.%N)
    "${shell[@]}" -c "set -e; file=$file; $3" >"$scratch/output" 2>&1 </dev/null || true
    grep -q '^bestmove [a-o][0-9]' "$scratch/output" || { cat "$scratch/output" >&2; echo "$file: no move" >&2; exit 1; }
    awk -v file="$file" -v where="$system" -v began="$began" -v now="$(date +%s.%N)" -v size="$(stat -c %s "$root/$file")" \
        'BEGIN { printf "| %s | %s | %.1f MB | %.1f s |\n", file, where, size / 1e6, now - began }'
    rm -rf "$root"
}

bare debian || { echo "FIRST GAMES NOT TIMED: no Debian can be fetched" >&2; exit 0; }
version=$(version)
echo "| file | system | size | to the first move |"
echo "|---|---|---|---|"
row debian "$dist/noughts-$version-x86_64-unknown-linux-musl.tar.gz" \
    "cd /; tar xf \$file; printf '$game' | noughts-*/noughts"
row debian "$dist/noughts_$version-1_amd64.deb" "dpkg --install /\$file; printf '$game' | noughts"
for wheel in "$dist"/*linux*x86_64.whl; do
    [ -e "$wheel" ] || continue
    bare debian-pip python3-pip
    row debian-pip "$wheel" "pip install --no-index --break-system-packages /\$file; printf '$game' | noughts"
done
row Wine "$dist/noughts-$version-x86_64-pc-windows-gnu.zip" \
    "cd \$root; unzip -q \$file; printf '$game' | $PWD/packaging/wine.sh noughts-*/noughts.exe"
