#!/usr/bin/env bash
# Builds the wheel for Python, with both programs in it, and prints its path.
#
# usage: packaging/wheel.sh [PROGRAMS]
#
# Without PROGRAMS, the programs are the static ones of packaging/static.sh, for any Linux.
# PROGRAMS is a folder that has both already. The extension is built with zig as the linker,
# for glibc 2.17 and later; the wheel's name says which one it needs.
# Needs python3 with venv; the tools come from PyPI and stay in target/wheel.
set -euo pipefail
cd "$(dirname "$0")/.."
# Sets the time of the files in the wheel.
. packaging/lib.sh
need python3=python3 strip=binutils
# Debian has this module of Python in a package of its own.
python3 -c "import ensurepip" 2>/dev/null || need ensurepip=python3-venv

target=$(uname -m)-unknown-linux-gnu
tools=target/wheel/tools
out=target/wheel/dist
export CARGO_INCREMENTAL=0

pinned=(maturin==1.16.0 ziglang==0.17.1 cargo-zigbuild==0.24.1 auditwheel==6.8.2 wheel==0.48.0)
if [ "$(cat "$tools/pinned" 2>/dev/null)" != "${pinned[*]}" ]; then
    rm -rf "$tools"
    python3 -m venv "$tools"
    "$tools/bin/pip" install --quiet --disable-pip-version-check "${pinned[@]}" >&2
    echo "${pinned[*]}" >"$tools/pinned"
fi
PATH=$PWD/$tools/bin:$PATH

programs=${1:-target/$(uname -m)-unknown-linux-musl/release}
if [ $# = 0 ]; then
    packaging/static.sh "$(uname -m)" >/dev/null
fi

# maturin packs what it finds in this folder as programs.
data=python/noughts.data
trap 'rm -rf "$data"' EXIT
rm -rf "$data" "$out"
mkdir -p "$data/scripts" "$out"
for name in noughts noughts-tournament; do
    install -m 755 "$programs/$name" "$data/scripts/$name"
    strip "$data/scripts/$name"
done

maturin build --quiet --release --locked --zig --target "$target" --compatibility manylinux2014 \
    --manifest-path python/Cargo.toml --out "$out" >&2

# The extension fits; do the programs? auditwheel reads the symbols that they ask for.
wheel=$(echo "$out"/*.whl)
tag=$(auditwheel show "$wheel" | tr '\n' ' ' |
    sed -n 's/.*constrains the platform tag to "\([^"]*\)".*/\1/p; s/.*consistent with the following platform tag: *"\([^"]*\)".*/\1/p' | head -n 1)
[ -n "$tag" ] || { echo "auditwheel does not say what the wheel needs" >&2; exit 1; }
case $wheel in
*"$tag"*) ;;
*) (cd "$out" && wheel tags --remove --platform-tag "$tag" "$(basename "$wheel")" >/dev/null) ;;
esac
echo "$out"/*.whl
