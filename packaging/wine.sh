#!/usr/bin/env bash
# Runs a Windows program under Wine, in a prefix of its own in target/wine, which the
# first call makes. Installs Debian's wine64 and mingw-w64 if they are missing and it may.
# Usage: packaging/wine.sh PROGRAM.exe [ARGUMENT…]
set -euo pipefail

project=$(realpath "$(dirname "$0")/..")
export WINEPREFIX=$project/target/wine WINEDEBUG=${WINEDEBUG:--all} WINEDLLOVERRIDES="mscoree,mshtml="
# File names beyond ASCII.
export LC_ALL=${LC_ALL:-C.UTF-8}
wine=/usr/lib/wine/wine64
system=$WINEPREFIX/drive_c/windows/system32
if [ ! -e "$system/bcryptprimitives.dll" ]; then
    mkdir -p "$WINEPREFIX"
    exec {lock}>"$WINEPREFIX.lock"
    flock "$lock"
    (cd "$project" && . packaging/lib.sh && need "$wine=wine64" x86_64-w64-mingw32-gcc=gcc-mingw-w64-x86-64)
    "$wine" wineboot -i >&2 2>/dev/null
    # Rust's library takes random numbers from a file that Windows has and Wine 8 lacks.
    if [ ! -e "$system/bcryptprimitives.dll" ]; then
        x86_64-w64-mingw32-gcc -shared -x c - -o "$system/bcryptprimitives.dll" -ladvapi32 <<'C'
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID data, ULONG size);
__declspec(dllexport) BOOL ProcessPrng(PBYTE data, SIZE_T size) { return SystemFunction036(data, (ULONG)size); }
C
    fi
    # The lock must not outlive this script in Wine's server.
    exec {lock}>&-
fi
exec "$wine" "$@"
