#!/usr/bin/env bash
# Writes every output to a file system of 100 KiB with less and less room: a command that
# fails must leave what was there, byte for byte, and nothing that looks like a result.
#
# usage: small_disk.sh PROGRAMS   the folder of noughts and noughts-tournament
set -euo pipefail
programs=$(realpath "$1")
export PATH="$programs:$PATH"
if [ "${2:-}" != inside ]; then
    # A mount of its own, which ends with this script.
    as_root=()
    [ "$(id -u)" = 0 ] || as_root=(--user --map-root-user)
    exec unshare "${as_root[@]}" --mount "$0" "$programs" inside
fi
work=$(mktemp -d)
trap 'umount "$work/disk" 2>/dev/null || true; rm -rf "$work"' EXIT
cd "$work"
mkdir disk
mount -t tmpfs -o size=100k none disk
run="noughts-tournament run --game tictactoe --quiet --each nodes=1 option.Search=random
    --engine name=a --engine name=b"
$run --pairs 1 --journal j >log
$run --pairs 3 --journal j1 --shard 1/2 >log
$run --pairs 3 --journal j2 --shard 2/2 >log

# Returns the names and sums of all files on the disk but the filler.
state() { (cd disk && find . -type f ! -name filler -exec sha256sum {} + | sort); }

# Runs a command that writes disk/out with 0, 4, 8 … KiB of room, until it succeeds.
sweep() { # how to make the old file, or "", and the command
    local old=$1 failures=0 room before
    shift
    for ((room = 0; room <= 96; room += 4)); do
        rm -f disk/*
        [ -z "$old" ] || (eval "$old") >log 2>&1
        # What is left of the disk but for the room; the folder itself takes a page.
        head -c "$(( $(df --output=avail -k disk | tail -n 1) * 1024 - room * 1024 ))" /dev/zero >disk/filler 2>log || true
        before=$(state)
        if "$@" >log 2>&1 </dev/null; then
            [ "$(state)" != "$before" ] || { echo "nothing written: $*" >&2; exit 1; }
            break
        fi
        failures=$((failures + 1))
        if [ "$(state)" != "$before" ]; then
            echo "a failed command left something else, with $room KiB: $*" >&2
            cat log >&2
            state >&2
            exit 1
        fi
        grep -q . log || { echo "no word of a failure: $*" >&2; exit 1; }
    done
    [ "$failures" -gt 0 ] || { echo "never failed: $*" >&2; exit 1; }
    echo "  $failures failures: $*"
}
t=noughts-tournament
sweep "echo old >disk/out" $t export j1 j2 --format csv -o disk/new
sweep "" $t export j1 j2 --format pgn -o disk/out
sweep "" $t merge j1 j2 -o disk/out
sweep "" $t audit j1 j2 --repair disk/out
sweep "$t report j -o disk/out" $t report j1 j2 -o disk/out
sweep "$t stats j --json=disk/out" $t stats j1 j2 --json=disk/out
sweep "$t stats j --markdown=disk/out" $t stats j1 j2 --markdown=disk/out
sweep "" $t stats j1 j2 --junit=disk/out
sweep "$t book --count 3 -o disk/out" $t book --count 90 -o disk/out
sweep "$t check --json=disk/out --step id builtin" $t check --json=disk/out --step isready builtin
