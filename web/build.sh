#!/usr/bin/env bash
# Makes target/web/noughts.html, and target/web/site for a web server; needs cargo, node
# and npm.
set -euo pipefail
cd "$(dirname "$0")/.."
. packaging/lib.sh
need node=nodejs npm=npm

target=wasm32-unknown-unknown
rustup target list --installed | grep -qx "$target" || rustup target add "$target"
[ web/node_modules/.package-lock.json -nt web/package-lock.json ] || {
    echo "Installing the packages of web/package.json"
    npm ci --prefix web --no-audit --no-fund --silent
}
echo "Compiling the engine for WebAssembly (about a minute the first time)"
# Searches recurse once for each ply of a game, of which there are up to 400.
# As an rlib, too, the crate would not be optimised together with the library, which
# makes it smaller.
CARGO_PROFILE_RELEASE_LTO=fat RUSTFLAGS="-C target-feature=+simd128 -C link-arg=-zstack-size=4194304" \
    cargo rustc --release --locked --package noughts-web --target "$target" --crate-type cdylib
node web/build.mjs "target/$target/release/noughts_web.wasm" target/web
