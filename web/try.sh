#!/usr/bin/env bash
# Makes the page and tests it: the engine in WebAssembly against the native
# program, the page in a browser, and reports with the page beside them. Needs both
# programs in target/release, and Chromium.
set -euo pipefail
cd "$(dirname "$0")/.."

web/build.sh
# Code that is compiled for WebAssembly only is not seen by the lints of the workspace.
cargo clippy --package noughts-web --target wasm32-unknown-unknown --locked --quiet -- -D warnings
size=$(stat -c %s target/web/noughts.html)
[ "$size" -lt $((2 << 20)) ] || { echo "noughts.html has $size bytes: the limit is 2 MiB" >&2; exit 1; }
# The size in docs/web.md is the one of this build, to within five per cent.
stated=$(sed -n 's/^The page has \([0-9]*\) KiB.*/\1/p' docs/web.md)
[ $((size / 1024 * 100)) -gt $((stated * 95)) ] && [ $((size / 1024 * 100)) -lt $((stated * 105)) ] ||
    { echo "docs/web.md says ${stated:-nothing of} KiB, noughts.html has $((size / 1024))" >&2; exit 1; }
node --test web/tests/literals.mjs web/tests/modules.mjs web/tests/transcript.mjs web/tests/page.mjs web/tests/review.mjs web/tests/keyboard.mjs web/tests/ends.mjs web/tests/games.mjs web/tests/puzzles.mjs web/tests/screens.mjs web/tests/site.mjs web/tests/report.mjs
