#!/usr/bin/env bash
# Makes everything of a release in dist/, the same bytes when nothing is compiled anew: the
# programs for Linux and Windows, the Gomocup engine, the Debian package, the Python package if
# packaging/wheel.sh is there, the page, sums, and notes from CHANGELOG.md. Needs rustup
# and what the scripts that it calls need.
# Usage: packaging/release.sh
set -euo pipefail
cd "$(dirname "$0")/.."
. packaging/lib.sh

version=$(version)
rm -rf dist
mkdir dist
nice cargo build --release --locked
for script in static windows gomocup deb; do
    made=$("packaging/$script.sh")
    cp "$made" dist/
done
if [ -x packaging/wheel.sh ]; then
    made=$(packaging/wheel.sh)
    # One path a line, none with spaces.
    # shellcheck disable=SC2086
    cp $made dist/
fi
web/build.sh >&2
page=target/package/noughts-$version-page
mkdir -p "$page"
cp -r target/web/site/. "$page"
cp target/web/noughts.html dist/
pack_zip target/package "dist/noughts-$version-page.zip" "noughts-$version-page"

# The newest section. Before a release it has no version of its own.
{
    newest=$(sed -n 's/^## //p' CHANGELOG.md | head -n 1)
    case $newest in
    "[Unreleased]") echo "# noughts $version, with the changes since" ;;
    *) echo "# noughts $newest" ;;
    esac
    awk '/^## / { section++; next } section == 1' CHANGELOG.md
} >dist/NOTES.md
settle dist
(cd dist && sha256sum -- *) >target/package/SHA256SUMS
mv target/package/SHA256SUMS dist/
ls -l dist
