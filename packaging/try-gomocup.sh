#!/usr/bin/env bash
# Plays the engine of noughts-gomocup.zip under Wine against the one of Linux, as the
# tournaments of Gomocup do but at less time: on 20x20 and 15x15, with and without exactly
# five, within 350 MB. Prints a table, says loudly which moves came after the time, and fails
# after a fault, such as a move a second too late, or too much memory. A move that is less
# late is no failure: with more programs than processors each of them waits for its turn,
# which an engine cannot prevent. Needs target/release, python3, unzip, and what
# packaging/wine.sh needs.
# Usage: packaging/try-gomocup.sh ZIP [PAIRS OF GAMES ON EACH BOARD] [MILLISECONDS A MOVE]
set -euo pipefail
cd "$(dirname "$0")/.."
. packaging/lib.sh
need unzip=unzip

zip=$1 pairs=${2:-1} time=${3:-100}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unzip -q "$zip" -d "$scratch/brain"
[ "$(ls "$scratch/brain")" = pbrain-noughts.exe ]
# What a manager starts: one program without arguments.
printf '#!/bin/sh\nexec %q %q\n' "$PWD/packaging/wine.sh" "$scratch/brain/pbrain-noughts.exe" >"$scratch/brain.sh"
chmod +x "$scratch/brain.sh"

target/release/noughts-tournament check --dialect gomocup "$scratch/brain.sh"
for game in 20x20:5 20x20:5= 15x15:5 15x15:5=; do
    target/release/noughts-tournament run --game "tictactoe:$game" --pairs "$pairs" --openings random=4 --quiet \
        --engine name=gomocup cmd="$scratch/brain.sh" dialect=gomocup movetime="$time" option.max_memory=350000000 margin=1 \
        --engine name=linux nodes=3000 --journal "$scratch/$game.journal"
done
python3 - "$time" "$scratch"/*.journal <<'PYTHON'
import json, pathlib, sys

limit, journals = int(sys.argv[1]), sys.argv[2:]
print("| board | games | won | lost | moves | limit | later | longest | memory |\n|---|---|---|---|---|---|---|---|---|")
late, moves = [], 0
for journal in journals:
    lines = map(json.loads, pathlib.Path(journal).read_text().splitlines())
    games = [line for line in lines if line["type"] == "game"]
    own, won, lost, memory = [], 0, 0, 0
    for game in games:
        assert game["termination"] == "rules", game
        side = game["players"].index("gomocup")
        won += game["result"] == "xo"[side]
        lost += game["result"] == "ox"[side]
        # The four plies of the opening leave X to move.
        own += [ply["us"] / 1000 for ply in game["plies"][side::2]]
        memory = max(memory, (game["usage"][side] or {}).get("peak_kib", 0) * 1024 / 1e6)
    board = pathlib.Path(journal).stem
    later = sum(time > limit for time in own)
    print(f"| {board} | {len(games)} | {won} | {lost} | {len(own)} | {limit} ms | {later} | {max(own):.0f} ms | {memory:.0f} MB |")
    assert 0 < memory <= 350, "too much memory"
    late += [time - limit for time in own if time > limit]
    moves += len(own)
if late:
    load = pathlib.Path("/proc/loadavg").read_text().split()[0]
    print(f"LATE: {len(late)} of {moves} moves came after {limit} ms, the latest by {max(late):.0f} ms "
        f"(load of the machine: {load})", file=sys.stderr)
PYTHON
