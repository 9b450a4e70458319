#!/usr/bin/env python3
"""An engine for tic-tac-toe that speaks UGI and plays at random."""
import random
import sys

SQUARES = [column + row for row in "321" for column in "abc"]
LINES = "a1b1c1 a2b2c2 a3b3c3 a1a2a3 b1b2b3 c1c2c3 a1b2c3 a3b2c1".split()
stones = {}  # the owner of each taken square: "p1" (X) or "p2" (O)

def side_to_move():
    return "p2" if len(stones) % 2 else "p1"

def set_position(text):  # "startpos moves b2 a1" or "fen 3 3 3 3/1X1/O2 x 2 moves c3"
    stones.clear()
    before, _, moves = text.partition("moves")
    for board in [word for word in before.split() if word.count("/") == 2]:
        cells = "".join("." * int(c) if c.isdigit() else c for c in board if c != "/")
        stones.update((s, {"X": "p1", "O": "p2"}[c]) for s, c in zip(SQUARES, cells) if c != ".")
    for square in moves.split():
        stones[square] = side_to_move()

def result():
    for side in ("p1", "p2"):
        if any(all(stones.get(line[i:i + 2]) == side for i in (0, 2, 4)) for line in LINES):
            return side + "win"
    return "draw" if len(stones) == 9 else "none"

def best_move():  # this is the place of your search
    return random.choice([square for square in SQUARES if square not in stones] or ["0000"])

for line in map(str.strip, sys.stdin):
    command = line if line.startswith("query") else line.split(" ")[0]
    replies = {
        "ugi": "id name pebble\nid author you\nugiok",
        "isready": "readyok",
        "go": "bestmove " + best_move(),
        "query p1turn": "response " + str(side_to_move() == "p1").lower(),
        "query gameover": "response " + str(result() != "none").lower(),
        "query result": "response " + result(),
    }
    if command == "quit":
        break
    if command == "position":
        set_position(line)
    if command in replies:
        print(replies[command], flush=True)
