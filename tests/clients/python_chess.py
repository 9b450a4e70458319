"""Drives the engine through python-chess's SimpleEngine: handshake, options,
ping, games and analyses of the documented board, quit. Needs the package
`chess`. Usage: python_chess.py ENGINE [ARGS]"""

import asyncio
import logging
import random
import re
import subprocess
import sys
from pathlib import Path

import chess
import chess.engine
from chess.engine import Limit

DOCS = Path(__file__).parents[2] / "docs"
sys.path.insert(0, str(DOCS))

from noughts_board import NO_MOVE, RULES, Board, Move  # noqa: E402

# python-chess only logs what it cannot parse: here every warning is an error.
complaints = []


class Complaints(logging.Handler):
    def emit(self, record):
        if record.levelno >= logging.WARNING:
            complaints.append(record.getMessage())


logging.getLogger("chess.engine").addHandler(Complaints())


class TicTacToe(chess.Board):
    """3x3 tic-tac-toe as a chess variant in which pawns are dropped, under the
    name of its `UCI_Variant`."""

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
    """Returns the default and the extreme values of an option."""
    tried = [option.default]
    if option.type == "check":
        tried += [True, False]
    elif option.type == "spin":
        # The largest `Hash` may exceed the memory of the machine.
        tried += [option.min, option.max] if option.name != "Hash" else [option.min]
    elif option.type == "combo":
        tried += option.var
    return tried + [option.default]


def options_parse_and_accept_their_values(engine):
    assert len(engine.options) > 10, engine.options
    for option in engine.options.values():
        # `parse` raises when a value is of the wrong type or out of range.
        assert option.parse(option.default) == option.default, option
        if option.type == "spin":
            assert option.min <= option.default <= option.max, option
        if option.type == "combo":
            assert option.default in option.var and len(set(option.var)) == len(option.var), option
    # A search that does not play the game is refused with an error, which counts
    # as a complaint of the client. Every search but `puct` plays this game.
    engine.configure({"Game": "tictactoe:8x8:5"})
    for option in engine.options.values():
        if option.is_managed() or option.name == "Game":
            continue
        for value in values(option):
            if value != "puct":
                engine.configure({option.name: value})
        engine.ping()
    engine.configure({"Game": engine.options["Game"].default})
    for search in ["puct", engine.options["Search"].default]:
        engine.configure({"Search": search})
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
    # Perfect play is a draw.
    assert board.winner() is None, board.move_stack


def an_analysis_is_stopped(engine):
    with engine.analysis(TicTacToe(), multipv=3) as analysis:
        for info in analysis:
            if info.get("multipv") == 3 and "pv" in info:
                break
    engine.ping()


FAMILIES = ["tictactrains:swiss", "tictactoe:7x6:4", "qubic"]

GAMES = [
    *(f"tictactrains:{name}" for name in RULES),
    "tictactrains",
    "tictactrains:(X12, O3-a1g7, O1, XA, OA, ...)",
    "tictactoe",
    "tictactoe:5",
    "tictactoe:7x6:4",
    "tictactoe:11x10:5",
    "qubic:3",
    "qubic",
]


def the_board_follows_the_rules():
    """Compares random games on the board with the replies of the engine."""
    for number, game in enumerate(GAMES):
        choice = random.Random(number)
        board = Board(game)
        lines, expected = [f"newgame {game}"], []
        while True:
            moves = board.legal_moves
            result = {True: "p1win", False: "p2win", None: "draw"}[board.winner()]
            over = board.is_game_over()
            lines += [
                f"position fen {board.root().fen()} moves {' '.join(map(str, board.move_stack))}"
                if board.move_stack
                else f"position fen {board.fen()}",
                "show",
                *(["query p1turn"] if not over else []),
                "query gameover",
                "query result",
                "perft 1",
            ]
            expected += [
                board.fen(),
                *([f"response {str(board.turn).lower()}"] if not over else []),
                f"response {str(over).lower()}",
                f"response {result if over else 'none'}",
                f"nodes {len(moves)}",
            ]
            if over:
                break
            board.push(choice.choice(moves))
        lines = "\n".join([*lines, "quit", ""])
        output = subprocess.run(sys.argv[1:], input=lines, capture_output=True, text=True, check=True)
        reported = []
        for line in output.stdout.splitlines():
            if line.startswith("response "):
                reported.append(line)
            elif line.startswith("info string perft"):
                reported.append(re.search("nodes [0-9]+", line)[0])
            elif re.fullmatch(r"[0-9 ]*[0-9XO|/]+/[0-9XO|/]+ [xo] [0-9]+", line):
                reported.append(line.rsplit(" ", 1)[0])
        # After the end of a game the side to move has no meaning.
        expected[-4] = reported[-4] = expected[-4].rsplit(" ", 1)[0]
        assert reported == expected, (game, board.move_stack, reported, expected)
        while board.move_stack:
            board.pop()
        assert board == Board(game) and board.legal_moves, game


def begin(engine, game):
    engine.configure({"Game": game})
    return Board(game)


def check_line(board, line):
    """Checks that a line of play is legal and not empty."""
    assert line, board.fen()
    board = board.copy()
    for move in line:
        board.push_uci(move.uci())


def limits_are_kept(engine):
    clock = Limit(white_clock=0.5, black_clock=0.5, white_inc=0.01, black_inc=0.01)
    limits = [Limit(time=0.02), Limit(nodes=200), Limit(depth=2), Limit(mate=1, time=0.02), clock]
    for game in FAMILIES:
        board = begin(engine, game)
        for limit in limits:
            played = engine.play(board, limit, game=game, info=chess.engine.INFO_ALL)
            assert played.move in board.legal_moves, played
            assert played.info["score"].turn == board.turn, played.info
            check_line(board, played.info["pv"])
            assert played.info["pv"][0] == played.move, played
            board.push(played.move)
        only = board.legal_moves[:2]
        assert engine.play(board, Limit(nodes=200), root_moves=only).move in only


def a_whole_game_is_played(engine):
    for game in ["tictactrains:modern", "tictactoe:5x4:4", "qubic:3"]:
        board = begin(engine, game)
        while not board.is_game_over():
            board.push(engine.play(board, Limit(nodes=50), game=game).move)
        assert len(board.move_stack) == len(board.stones)
        # After the end there is no move; pushing it and taking it back does nothing.
        end = board.fen()
        none = engine.play(board, Limit(nodes=50), game=game).move
        assert none == Move("0000") and not none, none
        board.push(none)
        assert board.fen() == end and not board.pop() and board.fen() == end


def a_finished_game_has_no_move(engine):
    board = begin(engine, "tictactoe")
    for name in "b2 a1 c3 b1 c1 a3 c2".split():
        board.push_uci(name)
    assert board.is_game_over(), board.fen()
    before = board.copy()
    assert engine.play(board, Limit(nodes=100)).move == NO_MOVE
    assert board.push_uci("0000") == NO_MOVE and board.pop() == NO_MOVE and board == before


def analyses_report_several_lines(engine):
    for game in FAMILIES:
        board = begin(engine, game)
        board.push(board.legal_moves[0])
        infos = engine.analyse(board, Limit(nodes=2000), multipv=3)
        assert [info["multipv"] for info in infos] == [1, 2, 3], infos
        assert len({info["pv"][0] for info in infos}) == 3, infos
        for info in infos:
            check_line(board, info["pv"])
            assert info["score"].turn == board.turn, info
        with engine.analysis(board) as analysis:
            assert any(info.get("pv") for info in analysis)
            analysis.stop()
            assert analysis.wait().move in board.legal_moves
    # X completes a line: the score names X as the winner for either side to move.
    board = begin(engine, "tictactoe")
    for name in "b2 a1 c3 b1".split():
        board.push_uci(name)
    infos = engine.analyse(board, Limit(nodes=1000))
    board.push_uci("c1")
    after = engine.analyse(board, Limit(nodes=1000))
    for info in [infos, after]:
        assert info["score"].white().mate() > 0, info


class Sent(logging.Handler):
    """Records the lines sent to the engine."""

    def __init__(self):
        super().__init__(logging.DEBUG)
        self.lines = []

    def emit(self, record):
        self.lines += re.findall("<< (.*)", record.getMessage())


def the_engine_ponders(engine):
    sent = Sent()
    logger = logging.getLogger("chess.engine")
    logger.addHandler(sent)
    logger.setLevel(logging.DEBUG)
    clock = Limit(white_clock=1, black_clock=1, white_inc=0.01, black_inc=0.01)
    # The first answers of `alphabeta` always have a move to ponder on.
    engine.configure({"Search": "alphabeta"})
    for game in FAMILIES:
        for is_expected in [True, False]:
            board = begin(engine, game)
            played = engine.play(board, clock, game=object(), ponder=True)
            board.push(played.move)
            others = (move for move in board.legal_moves if move != played.ponder)
            board.push(played.ponder if is_expected else next(others))
            sent.lines.clear()
            played = engine.play(board, clock, game=engine.protocol.game, ponder=True)
            assert sent.lines[0] == ("ponderhit" if is_expected else "stop"), sent.lines
            assert played.move in board.legal_moves
    engine.configure({"Search": "auto"})
    logger.removeHandler(sent)
    logger.setLevel(logging.NOTSET)


def moves_are_parsed():
    board = Board("tictactoe:11")
    assert board.push_uci("k11") == Move("k11") and str(board.pop()) == "k11"
    for wrong in ["l1", "a12", "a0", "1a1", "", "0000"]:
        try:
            board.parse_uci(wrong)
        except ValueError:
            continue
        raise AssertionError(wrong)
    for wrong in ["chess", "tictactrains:chess", "qubic:x"]:
        try:
            Board(wrong)
        except ValueError:
            continue
        raise AssertionError(wrong)
    # Chess moves still parse.
    game = chess.Board()
    info = chess.engine._parse_uci_info("depth 1 pv e2e4 e7e5 hashfull 3", game)
    assert [move.uci() for move in info["pv"]] == ["e2e4", "e7e5"] and info["hashfull"] == 3


def the_example_of_the_document_runs():
    text = (DOCS / "gui-author.md").read_text(encoding="utf-8")
    (code,) = re.findall("```python\n(.*?)```", text, re.DOTALL)
    assert code.count('"noughts"') == 1
    exec(code.replace('"noughts"', repr(sys.argv[1:])), {})


def main():
    asyncio.set_event_loop_policy(chess.engine.EventLoopPolicy())
    with chess.engine.SimpleEngine.popen_uci(sys.argv[1:], timeout=60) as engine:
        assert engine.id["name"].startswith("noughts"), engine.id
        engine.ping()
        options_parse_and_accept_their_values(engine)
        a_game_is_played(engine)
        an_analysis_is_stopped(engine)
        limits_are_kept(engine)
        a_whole_game_is_played(engine)
        a_finished_game_has_no_move(engine)
        analyses_report_several_lines(engine)
        the_engine_ponders(engine)
        engine.ping()
        engine.quit()
        assert engine.returncode.result(60) == 0
    the_board_follows_the_rules()
    moves_are_parsed()
    the_example_of_the_document_runs()
    assert not complaints, complaints
    print("python-chess", chess.__version__, "passed")


main()
