"""Plays the part of python-chess's SimpleEngine: handshake, options, ping, a
game, quit. Needs the package `chess`. Usage: python_chess.py ENGINE [ARGS]"""

import asyncio
import logging
import sys

import chess
import chess.engine

# What python-chess cannot make sense of it only logs: here that is a mistake.
complaints = []


class Complaints(logging.Handler):
    def emit(self, record):
        if record.levelno >= logging.WARNING:
            complaints.append(record.getMessage())


logging.getLogger("chess.engine").addHandler(Complaints())


class TicTacToe(chess.Board):
    """3x3 tic-tac-toe as drops of pawns, as python-chess would know it: a
    variant under the name that engines know it by."""

    uci_variant = "tictactoe"
    starting_fen = "3/3/3[PPPPPpppp] w - - 0 1"
    LINES = [
        {a, b, c}
        for a in range(9)
        for b in range(a + 1, 9)
        for c in range(b + 1, 9)
        if {a, b, c} in [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}]
        or {a, b, c} in [{0, 4, 8}, {2, 4, 6}]
    ]

    def __init__(self):
        super().__init__(None)
        self.taken = {}

    def root(self):
        return TicTacToe()

    def copy(self, *, stack=True):
        board = TicTacToe()
        board.turn = self.turn
        board.taken = dict(self.taken)
        board.move_stack = list(self.move_stack) if stack else []
        return board

    def fen(self, **_):
        def letter(column, row):
            return self.taken.get((column, row), "1")

        rows = ["".join(letter(c, r) for c in range(3)) for r in (2, 1, 0)]
        placement = "/".join(row.replace("111", "3").replace("11", "2") for row in rows)
        stones = list(self.taken.values())
        pocket = "P" * (5 - stones.count("P")) + "p" * (4 - stones.count("p"))
        return f"{placement}[{pocket}] {'w' if self.turn else 'b'} - - 0 1"

    def winner(self):
        for piece in "Pp":
            squares = {row * 3 + column for (column, row), p in self.taken.items() if p == piece}
            if any(line <= squares for line in self.LINES):
                return piece
        return None

    def is_legal(self, move):
        square = (chess.square_file(move.to_square), chess.square_rank(move.to_square))
        on_board = max(square) < 3 and square not in self.taken
        return on_board and move.drop == chess.PAWN and not self.is_over()

    def is_over(self):
        return self.winner() is not None or len(self.taken) == 9

    def parse_uci(self, text):
        move = chess.Move.from_uci(text)
        if not self.is_legal(move):
            raise chess.IllegalMoveError(f"{text} in {self.fen()}")
        return move

    def push_uci(self, text):
        move = self.parse_uci(text)
        self.push(move)
        return move

    def push(self, move):
        square = (chess.square_file(move.to_square), chess.square_rank(move.to_square))
        self.taken[square] = "P" if self.turn else "p"
        self.move_stack.append(move)
        self.turn = not self.turn

    def pop(self):
        self.taken.popitem()
        self.turn = not self.turn
        return self.move_stack.pop()


def values(option):
    """The default and everything at the edges of what an option may be."""
    tried = [option.default]
    if option.type == "check":
        tried += [True, False]
    elif option.type == "spin":
        # A table as large as the memory of the machine is not asked for here.
        tried += [option.min, option.max] if option.name != "Hash" else [option.min]
    elif option.type == "combo":
        tried += option.var
    return tried + [option.default]


def options_are_understood(engine):
    assert len(engine.options) > 10, engine.options
    for option in engine.options.values():
        # `parse` raises when a value is of the wrong type or out of range.
        assert option.parse(option.default) == option.default, option
        if option.type == "spin":
            assert option.min <= option.default <= option.max, option
        if option.type == "combo":
            assert option.default in option.var and len(set(option.var)) == len(option.var), option
    for option in engine.options.values():
        if option.is_managed():
            continue
        for value in values(option):
            engine.configure({option.name: value})
        engine.ping()


def a_game_is_played(engine):
    board = TicTacToe()
    game = object()
    clock = chess.engine.Limit(white_clock=10, black_clock=10, white_inc=0.1, black_inc=0.1)
    while not board.is_over():
        played = engine.play(board, clock, game=game, info=chess.engine.INFO_ALL)
        assert played.move is not None and board.is_legal(played.move), played
        assert "score" in played.info and played.info["pv"][0] == played.move, played.info
        board.push(played.move)
    # Nobody loses who plays well.
    assert board.winner() is None, board.move_stack


def an_analysis_is_stopped(engine):
    with engine.analysis(TicTacToe(), multipv=3) as analysis:
        for info in analysis:
            if info.get("multipv") == 3 and "pv" in info:
                break
    engine.ping()


def main():
    asyncio.set_event_loop_policy(chess.engine.EventLoopPolicy())
    with chess.engine.SimpleEngine.popen_uci(sys.argv[1:], timeout=60) as engine:
        assert engine.id["name"].startswith("noughts"), engine.id
        engine.ping()
        options_are_understood(engine)
        a_game_is_played(engine)
        an_analysis_is_stopped(engine)
        engine.ping()
        engine.quit()
        assert engine.returncode.result(60) == 0
    assert not complaints, complaints
    print("python-chess", chess.__version__, "is content")


main()
