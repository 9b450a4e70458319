#!/usr/bin/env bash
# Runs the programs of the ZIP for Windows under Wine: sessions of every dialect, a game,
# proofs, matches over pipes, a killed run and Ctrl-C, in a folder with spaces and letters
# beyond ASCII, from files with CRLF; then the tests of misbehaving engines and of those of
# the Gomocup protocol, of what the engine does as a program, and of the small crates.
# Needs target/release, python3, unzip, and what packaging/wine.sh needs. With --compile it
# only compiles the tests, from what packaging/windows.sh has compiled.
# Usage: packaging/try-windows.sh ZIP|--compile
set -euo pipefail
cd "$(dirname "$0")/.."
. packaging/lib.sh
need unzip=unzip

release=(--release --locked --quiet --target x86_64-pc-windows-gnu)
# The tests of both programs together, as their packages use the same dependencies only so.
programs=("${release[@]}" -p noughts -p noughts-tournament --test all)
crates=("${release[@]}" -p noughts-rules -p noughts-client -p noughts-check --lib)
compile() {
    nice cargo build "${release[@]}" -p noughts-tournament --examples
    nice cargo test "${programs[@]}" --no-run
    nice cargo test "${crates[@]}" --no-run
}
if [ "$1" = --compile ]; then
    compile
    exit
fi

zip=$(realpath "$1")
project=$PWD
native=$project/target/release
wine=$project/packaging/wine.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
folder="$scratch/Noughts für alle ♥"
mkdir "$folder"
unzip -q "$zip" -d "$folder"
cd "$folder"
mv noughts-*/*.exe .

noughts() { "$wine" noughts.exe "$@"; }
runner() { "$wine" noughts-tournament.exe "$@"; }
# Prints lines as Windows ends them, and reads such lines.
crlf() { printf '%s\r\n' "$@"; }
# Fails unless the last step printed this.
shows() { # PATTERN TEXT
    grep -q -- "$1" <<<"$2" || { printf 'no "%s" in:\n%s\n' "$1" "$2" >&2; exit 1; }
}
games() { grep -c '"type":"game"' "$1"; }
# What ran before, such as what an interrupted test has left.
earlier=$(pgrep -f '[.]exe' || true)
# Fails if later programs in a folder of this name still run; Wine needs a moment to end them.
all_gone() { # FOLDER
    for _ in {1..100}; do
        pgrep -f "$1.*[.]exe" | grep -vxF "$earlier" >/dev/null || return 0
        sleep 0.1
    done
    pgrep -af "$1.*[.]exe" >&2
    exit 1
}

echo "+ the same nodes as on Linux"
[ "$(noughts bench | tail -n 1 | cut -d' ' -f 1)" = "$("$native/noughts" bench | tail -n 1 | cut -d' ' -f 1)" ]

echo "+ sessions of each dialect"
shows '^bestmove [ac][13]$' "$(crlf ugi uginewgame 'setoption name Game value tictactoe' 'position startpos moves b2' 'go depth 8' quit | noughts)"
shows '^bestmove P@[ac][13]$' "$(crlf uci 'setoption name UCI_Variant value tictactoe' 'position startpos moves b2' 'go depth 8' quit | noughts)"
shows '^[0-9]*,[0-9]*$' "$({ crlf 'START 20' 'INFO timeout_turn 200' 'TURN 10,10'; sleep 2; crlf END; } | noughts)"
shows '^bestmove [ac][13]' "$(crlf 'newgame tictactoe' 'position moves b2' 'go depth 8' | noughts)"

echo "+ a game, kept and resumed"
shows 'The game is kept' "$(crlf b2 q | noughts play tictactoe --plain --level 3)"
shows '2 . X .' "$(crlf q | noughts play --resume --plain)"

echo "+ proofs"
proof=(solve tictactoe:4x4:3 b2 a1 --all)
timeless() { grep -v ' nodes, '; }
[ "$(noughts "${proof[@]}" | timeless)" = "$("$native/noughts" "${proof[@]}" | timeless)" ]

echo "+ a match over pipes, from files with CRLF"
crlf 'fen 3 3 3 3/3/1X1 o 1' b2 'a1 c3' >openings.txt
crlf 'game = "tictactoe"' 'pairings = 3' 'journal = "Wettkampf ♥.journal"' 'openings = { file = "openings.txt" }' \
    '[[engine]]' 'name = "A"' 'cmd = ".\\noughts.exe"' 'nodes = 100' 'options = { Search = "random" }' \
    '[[engine]]' 'name = "B"' 'cmd = "./noughts.exe"' 'nodes = 100' >match.toml
runner run match.toml --quiet >/dev/null
[ "$(games 'Wettkampf ♥.journal')" = 6 ]
shows 'B' "$(runner stats 'Wettkampf ♥.journal')"
runner report 'Wettkampf ♥.journal' -o 'Bericht ♥.html'
[ -s 'Bericht ♥.html' ]
# What Linux reads from it.
shows 'B' "$("$native/noughts-tournament" stats 'Wettkampf ♥.journal')"
runner check --game tictactoe ./noughts.exe | tail -n 1

match=(run --game qubic --pairs 10 --each nodes=20000 --engine name=A cmd=./noughts.exe --engine name=B
    option.Search=mcts)
echo "+ a killed run leaves no engine, and goes on"
"$wine" noughts-tournament.exe "${match[@]}" --quiet --journal killed.journal &
for _ in {1..600}; do [ "$(games killed.journal 2>/dev/null || true)" -ge 2 ] && break; sleep 0.1; done 2>/dev/null
kill -9 $!
wait $! 2>/dev/null || true
all_gone "$(basename "$scratch")"
before=$(games killed.journal)
[ "$before" -lt 20 ]
runner "${match[@]}" --quiet --journal killed.journal >/dev/null
[ "$(games killed.journal)" = 20 ]

echo "+ Ctrl-C"
python3 - "$wine" noughts-tournament.exe "${match[@]}" --journal stopped.journal <<'PYTHON'
import os, pathlib, pty, sys

journal = pathlib.Path(sys.argv[-1])
child, terminal = pty.fork()
if child == 0:
    os.execv(sys.argv[1], sys.argv[1:])
printed, pressed = b"", False
while True:
    try:
        printed += os.read(terminal, 4096)
    except OSError:
        break
    if not pressed and journal.exists() and journal.read_text().count('"type":"game"') >= 2:
        os.write(terminal, b"\x03")
        pressed = True
code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
assert pressed and code == 3, (pressed, code, printed[-2000:])
PYTHON
[ "$(games stopped.journal)" -lt 20 ]
all_gone "$(basename "$scratch")"

echo "+ a console with the code page of the United States, which has no é♥"
crlf b2 q >moves.txt
shown=$(python3 - "$wine" <<'PYTHON'
import os, pty, re, sys

child, terminal = pty.fork()
if child == 0:
    os.environ["TERM"] = "xterm"
    os.execv(sys.argv[1], [sys.argv[1], "cmd", "/c", "chcp 437 & noughts solve tictactoe:4x4:3 b2 a1 --all"
        " & noughts play tictactoe --plain --level 3 <moves.txt & noughts -g chéss♥ perft 1"])
printed = b""
while True:
    try:
        printed += os.read(terminal, 4096)
    except OSError:
        break
os.waitpid(child, 0)
print(re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", printed.decode()))
PYTHON
)
shows 'code page: 437' "$shown"
shows '≤N within N' "$shown"
shows '^2 . X .' "$shown"
shows 'unknown game "chéss♥"' "$shown"

echo "+ the tests of misbehaving engines"
cd "$project"
compile
# Runs the tests whose program is made from this file, in the folder of their package, as
# cargo does: those SOURCE ARGUMENT…
# Wine sometimes starts no program (error 1359), which no test can tell from a fault of the
# program. So the tests that fail are run again, once and one after the other.
those() (
    local program log=$scratch/tests.log failed
    program=$(cargo test "${programs[@]}" --no-run --message-format=json |
        grep -F "\"src_path\":\"$project/$1\"" | sed -n 's/.*"executable":"\([^"]*\)".*/\1/p')
    cd "$project/$(dirname "$1")/.."
    shift
    nice "$wine" "$program" "$@" | tee "$log" && exit
    mapfile -t failed < <(sed -n 's/^test \(.*\) \.\.\. FAILED\r*$/\1/p' "$log")
    # All tests must have run, and all that failed be known.
    grep -q "^test result: FAILED\. .* ${#failed[@]} failed;" "$log" || exit 1
    echo "AGAIN, one after the other: ${failed[*]}" >&2
    nice "$wine" "$program" --test-threads 1 --exact "${failed[@]}" | tee "$log"
    grep -q "^test result: ok\. ${#failed[@]} passed;" "$log"
)
those tournament/tests/main.rs zoo:: endings:: gomocup::
# Only those of this folder, whose separators Wine writes as backslashes.
all_gone "${project//\//.}.target.x86_64-pc-windows-gnu.release.examples"

echo "+ the tests of the engine as a program"
# Python and the browser of Linux cannot start a program for Windows.
unset NOUGHTS_PYTHON NOUGHTS_BROWSER
# One after the other, in case Wine fails more often to start two programs at once.
those tests/main.rs --test-threads 1 \
    certificates:: cli:: clients:: documents:: pages:: play:: protocol:: random_sessions:: second_game:: session:: trust::

echo "+ the tests of the small crates"
CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER=$wine nice cargo test "${crates[@]}"
