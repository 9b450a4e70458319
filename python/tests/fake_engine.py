"""An engine of tic-tac-toe that misbehaves as its argument says."""

import os
import subprocess
import sys
import time

FAULT = sys.argv[1]
AUTHOR = "nobody"


def say(text: str) -> None:
    print(text, flush=True)


def forever() -> None:
    while True:
        time.sleep(60)


if FAULT == "silent":
    forever()
if FAULT == "deaf":
    # Never reads; its pipe fills up.
    say("id name deaf\nugiok")
    forever()
if FAULT == "exits":
    sys.stderr.write("no licence found\n")
    sys.exit(3)
if FAULT == "flood":
    while True:
        say("info string " + "x" * 70_000)
if FAULT == "child":
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    AUTHOR = str(child.pid)
for line in sys.stdin:
    word = line.split()[0]
    if word == "ugi":
        say(f"id name fake\nid author {AUTHOR}")
        say("option name Level type spin default 1 min 1 max 9\nugiok")
    elif word == "isready":
        say("readyok")
    elif word == "setoption" and "Level value 0" in line:
        say("info string error 0 is not a value of option Level")
    elif word == "go":
        if FAULT == "dies":
            sys.stderr.write("segmentation fault\n")
            os._exit(139)
        if FAULT == "closes":
            os.close(1)
            forever()
        if FAULT == "endless":
            # Answers, but neither its time nor `stop` ends the search.
            continue
        if FAULT == "hangs":
            forever()
        if FAULT == "garbage":
            say("info depth x score cp\ninfo score mate 2 nodes 5 pv b2 a1\ninfo wdl 1 2\n\0\n???")
        if FAULT == "refuses":
            say("info string error no search here\nbestmove 0000")
            continue
        say("bestmove z9" if FAULT == "cheats" else "bestmove b2")
    elif word == "quit":
        if FAULT == "stays":
            forever()
        break
