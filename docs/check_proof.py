#!/usr/bin/env python3
"""Checks a proof of `noughts solve tictactoe:7x7:5 --certificate FILE`.

Usage: python3 check_proof.py FILE

A second checker, independent of `noughts verify`, for Python 3.8 and later. The head of
`src/verify/flat/mod.rs` describes the file and why it is a proof. In short: one side has a
strategy. Each line is a position with its side to move, in depth-first order, without those
that have come before in any orientation. The "zone" of a position is the set of squares on
which its proof depends: stones that the other side gets elsewhere change nothing.

A set of squares is a number: bit i is square i, in reading order from the top left.
"""

import functools
import re
import sys

CLAIMS = ("x wins", "o wins", "x holds", "o holds")


class Wrong(Exception):
    pass


def require(condition, text):
    if not condition:
        raise Wrong(text)


def members(squares):
    """The sets of one square in a set, in order."""
    while squares:
        lowest = squares & -squares
        yield lowest
        squares ^= lowest


class Board:
    def __init__(self, game):
        match = re.fullmatch(r"tictactoe(?::([1-9]\d?)(?:x([1-9]\d?):([1-9]\d?))?)?", game)
        require(match, f"not a game of this checker: {game}")
        side, rows, line = match.groups()
        self.columns, self.rows = int(side or 3), int(rows or side or 3)
        line = int(line or side or 3)
        require(max(self.columns, self.rows) <= 11, "the board is too large")
        squares = [(x, y) for y in range(self.rows) for x in range(self.columns)]
        # Lines by direction and first square; this order decides how zones are widened.
        self.lines = []
        for dx, dy in [(1, 0), (0, 1), (1, 1), (-1, 1)]:
            for x, y in squares:
                ends = x + dx * (line - 1), y + dy * (line - 1)
                if 0 <= ends[0] < self.columns and 0 <= ends[1] < self.rows:
                    cells = [(y + dy * i) * self.columns + x + dx * i for i in range(line)]
                    self.lines.append(sum(1 << cell for cell in cells))
        require(self.lines, "no line fits on the board")
        # The symmetries; the first one that fits decides about zones. For each, the images
        # of the sets within each byte of a set, and the same for its inverse.
        self.symmetries = []
        for flips in range(8 if self.columns == self.rows else 4):
            image = []
            for x, y in squares:
                x = self.columns - 1 - x if flips & 1 else x
                y = self.rows - 1 - y if flips & 2 else y
                image.append(x * self.columns + y if flips & 4 else y * self.columns + x)
            inverse = [image.index(square) for square in range(len(squares))]
            self.symmetries.append((byte_images(image), byte_images(inverse)))
        self.bytes = (len(squares) + 7) // 8
        # The square of each name, such as c2, as a set.
        self.names = {
            f"{chr(ord('a') + x)}{self.rows - y}": 1 << y * self.columns + x for x, y in squares
        }

    @functools.lru_cache(maxsize=1 << 16)  # The same words come again and again.
    def parse(self, names):
        """The squares of names such as c2d3, as sets in the order of the text; - is none."""
        if names == "-":
            return []
        require(re.fullmatch(r"(?:[a-k][1-9]\d*)+", names), f"no squares: {names}")
        squares = [self.names.get(name) for name in re.findall(r"[a-k]\d+", names)]
        require(None not in squares, f"not on the board: {names}")
        return squares

    def parse_set(self, names):
        """The set of squares that come once each."""
        squares = self.parse(names)
        require(len(set(squares)) == len(squares), f"a square comes twice: {names}")
        return sum(squares)

    def open_lines(self, own, other):
        """What a side misses of each line that it can still complete."""
        return [line & ~own for line in self.lines if not line & other]

    def completions(self, own, other):
        """The squares on which a side completes a line."""
        found = 0
        for line in self.lines:
            if not line & other:
                missing = line & ~own
                if not missing & (missing - 1):
                    found |= missing
        return found


def byte_images(image):
    """For each byte of a set, the images of its 256 values."""
    tables = []
    for begin in range(0, len(image), 8):
        to = [1 << square for square in image[begin : begin + 8]]
        values = range(1 << len(to))
        tables.append([sum(t for i, t in enumerate(to) if value >> i & 1) for value in values])
    return tables


def turn(tables, squares, length):
    """The image of a set of so many bytes."""
    turned = 0
    for table, value in zip(tables, squares.to_bytes(length, "little")):
        turned |= table[value]
    return turned


class Strategy:
    """Checks the strategy of one side: `own` are its stones, `other` the other side's."""

    def __init__(self, board, wins, lines):
        self.board, self.wins, self.lines = board, wins, lines
        self.zones = {}  # By position; twice the zone, plus 1 if the proof needs no move.

    def check(self, own, other, to_move):
        if to_move:
            self.own_turn(own, other)
        else:
            move, *answered = self.lines.entry()
            require(move == "-", "the other side is to move first")
            self.other_turn(own, other, [self.square(word) for word in answered])

    def square(self, name):
        squares = self.board.parse(name)
        require(len(squares) == 1, f"not one square: {name}")
        return squares[0]

    def own_turn(self, own, other):
        """The zone of a position with the strategy to move, and whether it needs no move."""
        length = self.board.bytes
        for image, inverse in self.board.symmetries:
            key = turn(image, own, length) << 128 | turn(image, other, length)
            if key in self.zones:
                known = self.zones[key]
                return turn(inverse, known >> 1, length), known & 1 == 1
        first, *words = self.lines.entry()
        if first == "=":
            zone, needs_no_move = self.pairs(own, other, words), True
        else:
            move, answered = self.square(first), [self.square(word) for word in words]
            require(not move & (own | other), "a move on an occupied square")
            zone, needs_no_move = move | self.after(own, other, move, answered), False
        self.zones[own << 128 | other] = zone << 1 | needs_no_move
        return zone, needs_no_move

    def after(self, own, other, move, answered):
        """The zone after the strategy's move."""
        if move & self.board.completions(own, other):
            require(not answered, "moves after the end of the game")
            return self.guard(move, own, other, 1)
        return self.other_turn(own | move, other, answered)

    def other_turn(self, own, other, answered):
        """The zone of a position with the other side to move."""
        require(not self.board.completions(other, own), "the other side completes a line")
        threats = list(members(self.board.completions(own, other)))
        require(not threats or not answered, "answered moves besides a forced block")
        if len(threats) > 1:
            return self.guard(threats[0] | threats[1], own, other, 2)
        if threats:
            zone, _ = self.own_turn(own, other | threats[0])
            return self.guard(zone | threats[0], own, other, 2)
        # A pass first; then only moves in the zones of all answers so far can do better.
        zone, needs_no_move = self.own_turn(own, other)
        unanswered = 0 if needs_no_move else zone
        for move in answered:
            require(not move & (own | other), "an answered move on an occupied square")
            after, _ = self.own_turn(own, other | move)
            zone, unanswered = zone | after, unanswered & after & ~move
        require(not unanswered, "moves without an answer")
        return zone

    def pairs(self, own, other, words):
        """The zone of pairs: whichever square the other side takes, the strategy takes the second."""
        require(not self.wins, "pairs do not win")
        pairs, zone, taken = [], 0, own | other
        for word in words:
            squares = self.board.parse(word)
            require(len(squares) == 2, "a pair has two squares")
            pair = squares[0] | squares[1]
            require(squares[0] != squares[1] and not pair & (taken | zone), "a pair is not free")
            zone |= pair
            pairs.append(pair)
        without = self.board.open_lines(other, own)
        for pair in pairs:
            without = [missing for missing in without if pair & missing != pair]
        require(not without, "a line without a pair")
        return zone

    def guard(self, zone, own, other, need):
        """Widens a zone until each open line of the other side has `need` squares in it."""
        for missing in self.board.open_lines(other, own):
            for square in members(missing):
                if bin(missing & zone).count("1") < need:
                    zone |= square
        return zone


class Lines:
    """The lines of a file, one by one."""

    def __init__(self, file):
        self.file = file
        self.line = file.readline()

    def next(self):
        require(self.line.endswith("\n"), "the file ends too early")
        line, self.line = self.line[:-1], self.file.readline()
        return line

    def entry(self):
        line = self.next()
        require(line not in CLAIMS, "the strategy is not complete")
        return line.split(" ")


def check(file):
    """What a proof proves."""
    lines = Lines(file)
    game, position = lines.next(), lines.next()
    board = Board(game)
    require(position.count(" ") == 2, "the second line is a position")
    *names, to_move = position.split(" ")
    stones = [board.parse_set(part) for part in names]
    require(to_move in ("x", "o"), "x or o is to move")
    counts = [bin(side).count("1") for side in stones]
    require(counts[0] == counts[1] + "xo".index(to_move), "the stones do not fit")
    require(not stones[0] & stones[1], "two stones on a square")
    over = any(line & side == line for line in board.lines for side in stones)
    require(not over, "the game is over")
    claims = []
    while lines.line or not claims:
        claim = lines.next()
        require(claim in CLAIMS, "the strategy ends before this line")
        is_alone = not any(claim[0] == other[0] or "wins" in claim + other for other in claims)
        require(is_alone, "two claims for one side, or another besides a win")
        claims.append(claim)
        side = "xo".index(claim[0])
        strategy = Strategy(board, claim.endswith("wins"), lines)
        strategy.check(stones[side], stones[1 - side], to_move == claim[0])
    # From the empty board the first side can play as if it were the second.
    is_draw = set(claims) == {"x holds", "o holds"} or claims == ["o holds"] and not stones[0]
    return f"{game} from {position}: {'draw' if is_draw else ' and '.join(claims)}"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python3 check_proof.py FILE")
    try:
        with open(sys.argv[1], encoding="ascii", newline="\n") as file:
            print("accepted:", check(file))
    except (Wrong, UnicodeError) as error:
        sys.exit(f"refused: {error}")
    except OSError as error:
        sys.exit(f"error: {error}")
