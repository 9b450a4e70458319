#!/usr/bin/env bash
# Makes the pictures of the page and of a report in docs/pictures, or in another folder:
# web/pictures.sh [FOLDER]; and the icons and the picture of the site in web/site.
# Needs target/release/noughts-tournament and Chromium.
set -euo pipefail
cd "$(dirname "$0")/.."

web/build.sh
node web/tests/pictures.mjs "${1:-docs/pictures}"
node web/site/draw.mjs
