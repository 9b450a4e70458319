"""The board for python-chess: the same rules as `Board`, and the engine driven by it."""

import random

import noughts
import pytest

chess = pytest.importorskip("chess", reason="PYTHON-CHESS NOT TESTED: it is not installed")
import chess.engine  # noqa: E402
from noughts.chess import RULES, Board  # noqa: E402

GAMES = [*(f"tictactrains:{rules}" for rules in RULES), "tictactoe:7x6:4", "tictactoe:9x9:5=", "qubic"]


@pytest.mark.parametrize("game", GAMES)
def test_both_boards_have_the_same_rules(game):
    for seed in range(5):
        dice = random.Random(seed)
        one, other = Board(game), noughts.Board(game)
        while True:
            assert sorted(map(str, one.legal_moves)) == sorted(other.legal_moves)
            assert one.is_game_over() == other.is_over
            if other.is_over:
                break
            assert one.turn == (other.turn == "X")
            assert other.text.startswith(one.fen())
            move = dice.choice(other.legal_moves)
            one.push_uci(move)
            other.push(move)
        assert {True: "X", False: "O", None: "draw"}[one.winner()] == other.result


def test_python_chess_drives_the_engine():
    board = Board("tictactoe:4x4:3")
    with chess.engine.SimpleEngine.popen_uci(noughts.program()) as engine:
        engine.configure({"Game": "tictactoe:4x4:3"})
        info = engine.analyse(board, chess.engine.Limit(nodes=1000))
        assert info["score"].white().is_mate()
        while not board.is_game_over():
            board.push(engine.play(board, chess.engine.Limit(nodes=1000)).move)
    assert board.winner() == chess.WHITE
