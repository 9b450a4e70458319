"""Plays random games in OpenSpiel and on a Board side by side: after every ply both must
have the same legal moves, side to move and result. Then the engine plays there as a bot.

usage: openspiel.py [GAMES OF EACH KIND]
"""

import random
import sys
import time

import pyspiel
from noughts import Board, Engine, GameError, Limit
from noughts.openspiel import EngineBot, board, spec

# A game of OpenSpiel, its spec, and the part of the games that it gets: large boards are slow.
GAMES = [
    ("tic_tac_toe", "tictactoe", 1),
    ("mnk(m=5,n=4,k=3)", "tictactoe:5x4:3", 1),
    ("mnk(m=7,n=6,k=4)", "tictactoe:7x6:4", 1),
    ("mnk(m=3,n=9,k=3)", "tictactoe:3x9:3", 1),
    ("gomoku(size=3,dims=3,connect=3)", "qubic:3", 1),
    ("gomoku(size=4,dims=3,connect=4)", "qubic", 1),
    ("gomoku(size=15,connect=5)", "tictactoe:15x15:5", 0.02),
    ("mnk(m=15,n=15,k=5)", "tictactoe:15x15:5", 0.02),
]


def compare(game, name, dice):
    """Plays a random game and returns its result."""
    state, own = game.new_initial_state(), Board(name)
    while True:
        legal = state.legal_actions()
        mask = own.legal_mask()
        assert legal == [at for at, is_legal in enumerate(mask) if is_legal], (state, own)
        assert state.is_terminal() == own.is_over, (state, own)
        if own.is_over:
            break
        assert state.current_player() == (0 if own.turn == "X" else 1), (state, own)
        action = dice.choice(legal)
        state.apply_action(action)
        own.push_index(action)
    returns = {"X": [1, -1], "O": [-1, 1], "draw": [0, 0]}[own.result]
    assert state.returns() == returns, (state, own)
    assert board(state) == own
    return own.result


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    dice = random.Random(48)
    for text, name, part in GAMES:
        game = pyspiel.load_game(text)
        assert spec(game) == name, (text, spec(game))
        begun = time.monotonic()
        results = [compare(game, name, dice) for _ in range(max(int(count * part), 10))]
        ends = ", ".join(f"{results.count(end):,} {end}" for end in ("X", "O", "draw"))
        seconds = time.monotonic() - begun
        print(f"{text} = {name}: {len(results):,} games agree ({ends}) in {seconds:.1f} s", flush=True)
    for text in ("connect_four", "gomoku(wrap=true)", "gomoku(dims=4,size=3)", "gomoku(anti=true)"):
        try:
            spec(pyspiel.load_game(text))
        except GameError:
            continue
        raise AssertionError(f"{text} is no game of noughts")

    with Engine() as engine:
        players = [EngineBot(engine, Limit(nodes=1000)), pyspiel.make_uniform_random_bot(1, 48)]
        game = pyspiel.load_game("mnk(m=7,n=6,k=4)")
        totals = [pyspiel.evaluate_bots(game.new_initial_state(), players, seed) for seed in range(10)]
    print("the engine against OpenSpiel's random bot, ten games of mnk(m=7,n=6,k=4):", totals)
    assert sum(returns[0] for returns in totals) >= 8, totals


if __name__ == "__main__":
    main()
