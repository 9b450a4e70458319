"""Measures random playouts a minute from the start of each game, in one thread, and games
played move by move from Python.

usage: playouts.py [SECONDS FOR EACH]
"""

import random
import sys
import time

from noughts import Board


def measure(play, seconds):
    """Returns how many games a minute `play`, which plays some and counts them, plays."""
    games, begun = 0, time.perf_counter()
    while (passed := time.perf_counter() - begun) < seconds:
        games += play()
    return games / passed * 60


def by_hand(board):
    twin = board.copy()
    while not twin.is_over:
        twin.push(random.choice(twin.legal_moves))
    return 1


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    print("| game | `playouts`, a minute | with `push` and `legal_moves`, a minute |\n|---|---|---|")
    for game in ("tictactoe", "tictactoe:7x6:4", "tictactoe:15x15:5", "qubic", "tictactrains"):
        board = Board(game)
        fast = measure(lambda: sum(board.playouts(1000)), seconds)
        slow = measure(lambda: by_hand(board), seconds)
        print(f"| `{game}` | {fast:,.0f} | {slow:,.0f} |")
        assert seconds < 1 or fast > 1_000_000, f"{game}: {fast:,.0f} playouts a minute"


if __name__ == "__main__":
    main()
