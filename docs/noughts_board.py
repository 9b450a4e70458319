"""The games of noughts for python-chess: a board that `play` and `analyse` of
`chess.engine.SimpleEngine` accept in place of a `chess.Board`. See gui-author.md.
Tested with python-chess 1.11.2."""

import copy
import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import chess
import chess.engine

SQUARE = r"[1-5]?[a-t](?:1[0-9]|20|[1-9])"

# python-chess ends a line of play (`pv`) at the first word that is not a chess
# move. This adds the squares of noughts; chess moves still match.
chess.engine.UCI_REGEX = re.compile(rf"{chess.engine.UCI_REGEX.pattern}|{SQUARE}\Z")

# The rule sets of TicTacTrains that have a nickname.
RULES = {
    "classical": "(XA, OA, ...)",
    "modern": "(XA, O1, O3, XA, OA, ...)",
    "postmodern": "(XA, O1, O2, XA, OA, ...)",
    "spanish": "(XA, O1-d4, O1-d4, XA, OA, ...)",
    "swiss": "(XA, OA-d4, O23, O3, XA, OA, ...)",
    "viennese": "(XA, O2, O3, XA, OA, ...)",
    "mallorcan": "(XA, OA-d4, O3, O3, XA, OA, ...)",
}


@dataclass(frozen=True)
class Move:
    """A move, with the square named as in the protocol."""

    square: str

    def uci(self):
        return self.square

    __str__ = uci

    def __bool__(self):
        return self != NO_MOVE


# What an engine answers on a finished game, as a null move in chess.
NO_MOVE = Move("0000")


class Board:
    """A position of a game, whose spec is that of the option `Game`. X is
    `chess.WHITE`, O is `chess.BLACK`."""

    uci_variant = "none"
    chess960 = False

    def __init__(self, game="tictactrains"):
        # The engine ignores the case of names.
        family, _, form = game.replace(" ", "").lower().partition(":")
        self.game = game
        self.levels = 1
        self.plies = None
        self.exact = False
        if family == "tictactrains":
            self.columns = self.rows = 7
            self.plies = rule_set(RULES.get(form or "classical", form))
        elif family == "tictactoe":
            self.exact = (form or "").endswith("=")
            size, _, line = (form or "3").removesuffix("=").partition(":")
            sides = size if line else f"{size}x{size}"
            self.columns, self.rows = map(int, sides.split("x"))
            self.line = int(line or size)
            if self.exact and self.line == 1:
                raise ValueError(f"{game!r} is not a game of noughts")
        elif family == "qubic":
            self.levels = self.columns = self.rows = self.line = int(form or "4")
        else:
            raise ValueError(f"{game!r} is not a game of noughts")
        ranges = map(range, (self.levels, self.columns, self.rows))
        self.squares = {self.name(*place): place for place in product(*ranges)}
        self.stones = {}
        self.move_stack = []

    # The interface that python-chess requires.

    @property
    def turn(self):
        if self.plies and len(self.stones) < len(self.plies):
            return self.plies[len(self.stones)][0]
        return len(self.stones) % 2 == 0

    def root(self):
        board = copy.copy(self)
        board.stones, board.move_stack = {}, []
        return board

    def copy(self, *, stack=True):
        board = copy.copy(self)
        board.stones = dict(self.stones)
        board.move_stack = list(self.move_stack) if stack else []
        return board

    def __eq__(self, other):
        return isinstance(other, Board) and self.fen() == other.fen()

    def fen(self, **_):
        """The text of the position, without the move number."""
        sides = {None: ".", chess.WHITE: "X", chess.BLACK: "O"}
        levels = []
        for level in range(self.levels):
            rows = []
            for row in reversed(range(self.rows)):
                squares = (self.name(level, column, row) for column in range(self.columns))
                text = "".join(sides[self.stones.get(square)] for square in squares)
                rows.append(re.sub(r"\.+", lambda empty: str(len(empty[0])), text))
            levels.append("/".join(rows))
        header = []
        if not self.plies:
            line = f"{self.line}=" if self.exact else self.line
            flat = [self.rows, self.columns, line]
            header = [str(n) for n in (flat if self.is_flat() else [self.line])]
        return " ".join([*header, "|".join(levels), "x" if self.turn else "o"])

    def parse_uci(self, text):
        move = Move(text)
        is_last = move == NO_MOVE and self.is_game_over()
        if not is_last and not self.is_legal(move):
            raise chess.IllegalMoveError(f"{text} is not legal in {self.fen()}")
        return move

    def push_uci(self, text):
        move = self.parse_uci(text)
        self.push(move)
        return move

    def push(self, move):
        if move:
            self.stones[move.square] = self.turn
        self.move_stack.append(move)

    def pop(self):
        move = self.move_stack.pop()
        if move:
            self.stones.popitem()
        return move

    # The rules.

    def is_flat(self):
        return self.levels == 1

    def name(self, level, column, row):
        before = "" if self.is_flat() else str(level + 1)
        return f"{before}{chr(ord('a') + column)}{row + 1}"

    @property
    def legal_moves(self):
        if self.is_game_over():
            return []
        allowed = self.plies[len(self.stones)][1] if self.plies else self.squares
        return [Move(name) for name in self.squares if name in allowed and name not in self.stones]

    def is_legal(self, move):
        return move in self.legal_moves

    def is_game_over(self):
        is_full = len(self.stones) == len(self.squares)
        return is_full or (not self.plies and self.winner() is not None)

    def winner(self):
        """The side that has won; `None` for a draw or while the game goes on."""
        if not self.plies:
            return next((side for side in (True, False) if self.has_line(side)), None)
        if not self.is_game_over():
            return None
        x, o = self.longest_train(chess.WHITE), self.longest_train(chess.BLACK)
        return None if x == o else x > o

    def has_line(self, side):
        own = {self.squares[name] for name, owner in self.stones.items() if owner == side}
        steps = [step for step in product((-1, 0, 1), repeat=3) if any(step)]

        def is_line(at, step):
            def has(i):
                return tuple(a + i * s for a, s in zip(at, step)) in own

            too_long = self.exact and (has(-1) or has(self.line))
            return all(has(i) for i in range(self.line)) and not too_long

        return any(is_line(at, step) for at, step in product(own, steps))

    def longest_train(self, side):
        """The length of the longest train of a side."""
        names = (name for name, owner in self.stones.items() if owner == side)
        own = frozenset(self.squares[name][1:] for name in names)

        def next_to(square, among):
            column, row = square
            around = ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1))
            return [other for other in around if other in among]

        @lru_cache(maxsize=None)
        def longest(square, free):
            return 1 + max((onward(other, free) for other in next_to(square, free)), default=0)

        def onward(square, free):
            # Squares out of reach have no effect; without them, more calls
            # hit the cache.
            reached, waiting = {square}, [square]
            while waiting:
                new = [other for other in next_to(waiting.pop(), free) if other not in reached]
                reached.update(new)
                waiting.extend(new)
            return longest(square, frozenset(reached - {square}))

        return max((onward(square, own) for square in own), default=0)


def rule_set(text):
    """The side and the allowed squares of each of the 49 plies."""
    if not text.startswith("("):
        raise ValueError(f"{text!r} is not a rule set")
    words = text.replace(" ", "").strip("()").lower().split(",")
    if words[-1] == "...":
        words.pop()
        while len(words) < 49:
            words.append(words[-2])
    return [ply(word) for word in words]


@lru_cache(maxsize=None)
def ply(word):
    """The side and the allowed squares of one ply, such as `O23-a1`."""
    rings, *without = word[1:].split("-")
    rings = "123" if rings == "a" else rings
    taken = re.findall(SQUARE, without[0]) if without else []
    squares = set()
    for column, row in product(range(7), repeat=2):
        name = f"{'abcdefg'[column]}{row + 1}"
        ring = max(abs(column - 3), abs(row - 3), 1)
        if str(ring) in rings and name not in taken:
            squares.add(name)
    return word[0] == "x", squares
