#!/usr/bin/env bash
# Builds a Debian package with both programs, their man pages and completions,
# and prints its path. Needs dpkg and binutils.
# Usage: packaging/deb.sh
set -euo pipefail
cd "$(dirname "$0")/.."
# Sets the time of the files in the package.
. packaging/lib.sh
need dpkg-deb=dpkg strip=binutils

packaging/files.sh
version=$(version)-1
architecture=$(dpkg --print-architecture)
tree=$PWD/target/package/tree
share=$tree/usr/share
install -D -t "$tree/usr/bin" target/release/noughts target/release/noughts-tournament
strip "$tree"/usr/bin/*
install -D -m 644 -t "$share/man/man1" target/package/man/*
gzip -9n "$share"/man/man1/*
install -D -m 644 -t "$share/bash-completion/completions" target/package/bash/*
install -D -m 644 -t "$share/zsh/vendor-completions" target/package/zsh/*
install -D -m 644 -t "$share/fish/vendor_completions.d" target/package/fish/*
install -D -m 644 -t "$share/doc/noughts" packaging/README.md PROTOCOL.md
install -D -m 644 LICENSE "$share/doc/noughts/copyright"

# The libraries with their versions, of which only dpkg-dev knows the latter.
depends="libc6, libgcc-s1"
if command -v dpkg-shlibdeps >/dev/null; then
    mkdir -p target/package/debian
    printf 'Source: noughts\n\nPackage: noughts\nArchitecture: any\n' >target/package/debian/control
    depends=$(cd target/package && dpkg-shlibdeps -O "$tree"/usr/bin/* 2>/dev/null | sed 's/^shlibs:Depends=//')
fi
settle "$tree"
mkdir "$tree/DEBIAN"
cat >"$tree/DEBIAN/control" <<CONTROL
Package: noughts
Version: $version
Architecture: $architecture
Section: games
Priority: optional
Maintainer: the noughts authors <noughts@localhost>
Installed-Size: $(du -sk "$tree" | cut -f 1)
Depends: $depends
Description: A game engine and a match runner for noughts and crosses
 noughts plays TicTacTrains, tic-tac-toe on any board and Qubic, and proves the
 value of positions. It speaks UGI and UCI. noughts-tournament plays matches
 between engines over pipes.
CONTROL
package=$PWD/target/debian/noughts_${version}_$architecture.deb
mkdir -p target/debian
dpkg-deb --root-owner-group --build "$tree" "$package" >&2
echo "$package"
