"""The rules: perft, results, texts, pictures; and bad input, which raises and never panics."""

import copy
import pickle
import random
import threading

import noughts
import pytest
from noughts import Board, GameError, MoveError, PositionError


@pytest.mark.parametrize(
    ("game", "counts"),
    [
        # Published: https://oeis.org/A000142 while nobody can win; 255168 games of 3x3.
        ("tictactoe", [9, 72, 504, 3024, 15120, 54720]),
        ("tictactoe:7x6:4", [42, 1722, 68880]),
        ("tictactoe:15x15:5=", [225, 50400]),
        ("qubic", [64, 4032, 249984]),
        ("tictactrains", [49, 2352, 110544]),
        # X anywhere, O in the inner 3x3, O in the outer ring.
        ("tictactrains:modern", [49, 49 * 9 - 9, (9 * 8 + 16 * 9) * 24 + 24 * 9 * 23]),
    ],
)
def test_perft(game, counts):
    board = Board(game)
    assert [board.perft(depth) for depth in range(1, len(counts) + 1)] == counts
    assert board.perft(0) == 1


def test_every_game_of_tic_tac_toe():
    ends = {"X": 0, "O": 0, "draw": 0}

    def visit(board):
        if board.result:
            ends[board.result] += 1
        for move in board.legal_moves:
            board.push(move)
            visit(board)
            assert board.pop() == move

    visit(Board("tictactoe"))
    assert ends == {"X": 131184, "O": 77904, "draw": 46080}


def test_a_game():
    board = Board("tictactoe")
    assert (board.turn, board.ply, board.result, board.shape) == ("X", 0, None, (3, 3, 1))
    assert board.squares == "a3 b3 c3 a2 b2 c2 a1 b1 c1".split()
    for move in "b2 a1 c3 b1 c1".split():
        board.push(move)
    board.push_index(0)
    assert board.moves == "b2 a1 c3 b1 c1 a3".split()
    assert board.text == "3 3 3 O1X/1X1/OOX x 4"
    assert str(board) == "3 O . X\n2 . X .\n1 O O X\n  a b c"
    assert board.record == "1. b2 a1 2. c3 b1 3. c1 a3"
    assert board.legal_mask() == bytes([0, 1, 0, 1, 0, 1, 0, 0, 0])
    assert board.stone_mask("X") == bytes([0, 0, 1, 0, 1, 0, 0, 0, 1])
    board.push("c2")
    assert (board.result, board.is_over, board.legal_moves) == ("X", True, [])
    assert board.highlights == ["c3", "c2", "c1"]
    assert board.rules == "3 in a row on 3x3"
    assert Board("qubic").squares[:2] == ["1a4", "1b4"]


def test_trains():
    board = Board("tictactrains", moves="d4 c3 d5 c2 e5".split())
    x, o = board.trains
    assert (len(x), len(o)) == (3, 2)
    assert Board("qubic").trains is None


def test_copies_are_apart():
    board = Board("tictactoe:4x4:3", moves=["b2", "a1"])
    for twin in (board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert twin == board and repr(twin) == repr(board) and twin.moves == board.moves
        twin.pop()
        assert twin != board
    assert board != "board"
    with pytest.raises(TypeError):
        hash(board)
    assert eval(repr(board), {"Board": Board}) == board
    placed = Board("tictactoe", "3 3 3 3/1X1/3 o 1", ["a1"])
    assert eval(repr(placed), {"Board": Board}) == placed and placed.start == "3 3 3 3/1X1/3 o 1"


@pytest.mark.parametrize("game", ["tictactoe", "tictactoe:20x20:5=", "qubic:5", "tictactrains:swiss"])
def test_pictures_are_well_formed(game):
    from xml.etree import ElementTree

    board = Board(game)
    while not board.is_over:
        board.push(random.choice(board.legal_moves))
    root = ElementTree.fromstring(board._repr_svg_())
    marks = [element.tag.split("}")[1] for element in root]
    assert marks.count("path") == len(board.stones("X"))
    assert marks.count("circle") == len(board.stones("O"))
    assert str(board).count("X") == len(board.stones("x"))


def test_playouts():
    board = Board("tictactoe")
    counts = board.playouts(126_000, seed=3)
    assert sum(counts) == 126_000 and board.ply == 0
    # Exactly 737/1260 for X, 160/1260 drawn; six standard deviations.
    assert abs(counts[0] - 73_700) < 1_050 and abs(counts[1] - 16_000) < 710
    assert board.playouts(100, seed=3) == board.playouts(100, seed=3)
    assert board.playout() in ("X", "O", "draw")
    assert board.playouts(0) == (0, 0, 0)
    assert Board("tictactoe", moves="a1 a2 b1 b2 c1".split()).playout() == "X"


def test_threads_share_a_board():
    board = Board("tictactrains")
    playing = threading.Thread(target=board.playouts, args=(20_000,))
    playing.start()
    while playing.is_alive():
        board.push("d4")
        board.pop()
    playing.join()


@pytest.mark.parametrize(
    "game",
    ["", "chess", "tictactoe:", "tictactoe:0", "tictactoe:23", "tictactoe:3x3:4", "qubic:1", "qubic:6",
     "tictactoe:1=", "tictactrains:none", "tictactrains:(OA, ...)", "tictactoe:99999999999999999999",
     "\0", "tictactoe:3x", "é:3", "tictactoe:3:4", "x" * 100_000],
)  # fmt: skip
def test_bad_games(game):
    with pytest.raises(GameError):
        Board(game)


@pytest.mark.parametrize(
    "text",
    ["", "3 3 3", "3 3 3 3/3/3 o", "3 3 3 XXX/3/3 x", "3 3 3 9/9/9 x", "3 3 3 3/3/3 x 1 2", "\0", "4 4 4 x",
     "3 3 3 XXX/OOO/3 x", "3 3 3 3/é2/3 x", "3 3 3 " + "9" * 10_000],
)  # fmt: skip
def test_bad_positions(text):
    with pytest.raises(PositionError):
        Board("tictactoe", text)


@pytest.mark.parametrize("move", ["", "d1", "a0", "a4", "0000", "b2 ", "b2", "é1", "\0", "1a1", "a" * 1000])
def test_bad_moves(move):
    board = Board("tictactoe", moves=["b2"])
    assert not board.is_legal(move)
    with pytest.raises(MoveError):
        board.push(move)
    with pytest.raises(MoveError):
        Board("tictactoe", moves=["b2", move])
    assert board.moves == ["b2"]


def test_other_bad_input():
    board = Board("tictactoe")
    for index in (-1, 9, 10**9):
        with pytest.raises(MoveError):
            board.push_index(index)
    with pytest.raises(IndexError):
        board.pop()
    for side in ("", "Y", "XO", "é"):
        with pytest.raises(ValueError):
            board.stones(side)
    for bad in (None, 3, b"tictactoe", ["tictactoe"]):
        with pytest.raises(TypeError):
            Board(bad)
    with pytest.raises(TypeError):
        board.push(4)
    with pytest.raises(OverflowError):
        board.playouts(-1)
    with pytest.raises(OverflowError):
        board.playout(seed=2**64)
    with pytest.raises(OverflowError):
        board.push_index(2**70)
    with pytest.raises(AttributeError):
        board.turn = "O"
    assert issubclass(noughts.GameError, ValueError)


def test_random_bytes_never_panic():
    dice = random.Random(7)
    words = "tictactoe qubic tictactrains : 3 4 x 3x3 7x6:4 = (XA, OA, ...) X O / | 1 9 é \0 -".split(" ")
    for _ in range(20_000):
        text = "".join(dice.choice(words) for _ in range(dice.randrange(8)))
        for make in (lambda: Board(text), lambda: Board("qubic:2", text), lambda: Board("qubic:2", None, [text])):
            try:
                make()
            except ValueError:
                pass
