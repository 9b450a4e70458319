#!/usr/bin/env bash
# Builds a Debian package with both programs, their man pages and completions,
# and prints its path. Needs cargo-deb (cargo install cargo-deb --locked).
# Usage: packaging/deb.sh
set -euo pipefail
cd "$(dirname "$0")/.."

cargo build --release --locked >&2
packaging/files.sh
cargo deb --package noughts-tournament --no-build --quiet | tail -n 1
