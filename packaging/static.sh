#!/usr/bin/env bash
# Compiles both programs for any Linux, without libraries, and prints the path of a
# .tar.gz with them, their man pages and completions. Needs a rustup toolchain.
# Usage: packaging/static.sh [x86_64|aarch64]
set -euo pipefail
cd "$(dirname "$0")/.."
. packaging/lib.sh

target=${1:-x86_64}-unknown-linux-musl
# The linker of Rust links for every processor; the one of the system only for its own.
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER=rust-lld
build "$target"
packaging/files.sh
name=noughts-$(version)-$target
folder=target/package/$name
install -D -t "$folder" "target/$target/release/noughts" "target/$target/release/noughts-tournament"
# The tool of Rust knows every processor.
rust=$(rustc --print sysroot)
host=$(rustc -vV | sed -n 's/^host: //p')
for program in noughts noughts-tournament; do
    LD_LIBRARY_PATH=$rust/lib "$rust/lib/rustlib/$host/bin/rust-objcopy" --strip-all "$folder/$program"
done
install -D -m 644 -t "$folder/man/man1" target/package/man/*
for shell in bash zsh fish; do
    install -D -m 644 -t "$folder/completions/$shell" target/package/$shell/*
done
install -m 644 -t "$folder" packaging/README.md PROTOCOL.md LICENSE
mkdir -p target/dist
pack_tar "$folder" "target/dist/$name.tar.gz"
echo "$PWD/target/dist/$name.tar.gz"
