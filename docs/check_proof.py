#!/usr/bin/env python3
"""Checks a proof of `noughts solve tictactoe:7x7:5 --certificate FILE`.

Usage: python3 check_proof.py FILE

A second checker, independent of `noughts verify`, for Python 3.8 and later. The head of
`src/verify/flat/mod.rs` describes the file and why it is a proof. In short: one side has a
strategy. Each line is a position with its side to move, in depth-first order, without those
that have come before in any orientation. The "zone" of a position is the set of squares on
which its proof depends: stones that the other side gets elsewhere change nothing.
"""

import re
import sys


class Wrong(Exception):
    pass


def require(condition, text):
    if not condition:
        raise Wrong(text)


class Board:
    def __init__(self, game):
        match = re.fullmatch(r"tictactoe(?::([1-9]\d*)(?:x([1-9]\d*):([1-9]\d*))?)?", game)
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
                    self.lines.append(frozenset(cells))
        require(self.lines, "no line fits on the board")
        # For each symmetry, the image of each square; the first that fits decides about zones.
        self.symmetries = []
        for flips in range(8 if self.columns == self.rows else 4):
            image = []
            for x, y in squares:
                x = self.columns - 1 - x if flips & 1 else x
                y = self.rows - 1 - y if flips & 2 else y
                image.append(x * self.columns + y if flips & 4 else y * self.columns + x)
            self.symmetries.append(image)

    def parse(self, names):
        """The squares of names such as c2d3, as numbers in reading order; - is none."""
        if names == "-":
            return []
        require(re.fullmatch(r"(?:[a-k][1-9]\d*)+", names), f"no squares: {names}")
        squares = []
        for letter, digits in re.findall(r"([a-k])(\d+)", names):
            x, row = ord(letter) - ord("a"), int(digits)
            require(x < self.columns and row <= self.rows, f"not on the board: {letter}{digits}")
            squares.append((self.rows - row) * self.columns + x)
        return squares

    def open_lines(self, own, other):
        """What a side misses of each line that it can still complete."""
        return [line - own for line in self.lines if not line & other]

    def completions(self, own, other):
        """The squares on which a side completes a line, in order."""
        single = [missing for missing in self.open_lines(own, other) if len(missing) == 1]
        return sorted(frozenset().union(*single))


class Strategy:
    """Checks the strategy of one side: `own` are its stones, `other` the other side's."""

    def __init__(self, board, wins, entries):
        self.board, self.wins, self.entries = board, wins, entries
        self.next = 0  # The number of entries read.
        self.zones = {}  # By position, and whether the proof needs no move.

    def check(self, own, other, to_move):
        if to_move:
            self.own_turn(own, other)
        else:
            move, *answered = self.entry()
            require(move == "-", "the other side is to move first")
            self.other_turn(own, other, [self.square(word) for word in answered])
        require(self.next == len(self.entries), "the strategy ends before the file")

    def entry(self):
        require(self.next < len(self.entries), "the strategy is not complete")
        self.next += 1
        return self.entries[self.next - 1].split(" ")

    def square(self, name):
        squares = self.board.parse(name)
        require(len(squares) == 1, f"not one square: {name}")
        return squares[0]

    def own_turn(self, own, other):
        """The zone of a position with the strategy to move, and whether it needs no move."""
        for image in self.board.symmetries:
            key = frozenset(image[s] for s in own), frozenset(image[s] for s in other)
            if key in self.zones:
                zone, needs_no_move = self.zones[key]
                return frozenset(s for s, to in enumerate(image) if to in zone), needs_no_move
        first, *words = self.entry()
        if first == "=":
            zone, needs_no_move = self.pairs(own, other, words), True
        else:
            move, answered = self.square(first), [self.square(word) for word in words]
            require(move not in own | other, "a move on an occupied square")
            zone, needs_no_move = {move} | self.after(own, other, move, answered), False
        self.zones[own, other] = frozenset(zone), needs_no_move
        return self.zones[own, other]

    def after(self, own, other, move, answered):
        """The zone after the strategy's move."""
        if move in self.board.completions(own, other):
            require(not answered, "moves after the end of the game")
            return self.guard({move}, own, other, 1)
        return self.other_turn(own | {move}, other, answered)

    def other_turn(self, own, other, answered):
        """The zone of a position with the other side to move."""
        require(not self.board.completions(other, own), "the other side completes a line")
        threats = self.board.completions(own, other)
        require(not threats or not answered, "answered moves besides a forced block")
        if len(threats) > 1:
            return self.guard(set(threats[:2]), own, other, 2)
        if threats:
            zone, _ = self.own_turn(own, other | set(threats))
            return self.guard(zone | set(threats), own, other, 2)
        # A pass first; then only moves in the zones of all answers so far can do better.
        zone, needs_no_move = self.own_turn(own, other)
        unanswered = frozenset() if needs_no_move else zone
        for move in answered:
            require(move not in own | other, "an answered move on an occupied square")
            after, _ = self.own_turn(own, other | {move})
            zone, unanswered = zone | after, unanswered & after - {move}
        require(not unanswered, "moves without an answer")
        return zone

    def pairs(self, own, other, words):
        """The zone of pairs: whichever square the other side takes, the strategy takes the second."""
        require(not self.wins, "pairs do not win")
        pairs = [frozenset(self.board.parse(word)) for word in words]
        squares = [square for pair in pairs for square in pair]
        require(all(len(pair) == 2 for pair in pairs), "a pair has two squares")
        require(len(set(squares)) == len(squares), "a square in two pairs")
        require(not (own | other) & set(squares), "a pair on an occupied square")
        for missing in self.board.open_lines(other, own):
            require(any(pair <= missing for pair in pairs), "a line without a pair")
        return frozenset(squares)

    def guard(self, zone, own, other, need):
        """Widens a zone until each open line of the other side has `need` squares in it."""
        zone = set(zone)
        for missing in self.board.open_lines(other, own):
            for square in sorted(missing):
                if len(missing & zone) < need:
                    zone.add(square)
        return zone


def check(text):
    """What the text of a proof proves."""
    lines = text.split("\n")
    require(len(lines) > 3 and lines.pop() == "", "the file ends too early")
    board = Board(lines[0])
    require(lines[1].count(" ") == 2, "the second line is a position")
    *names, to_move = lines[1].split(" ")
    stones = [frozenset(board.parse(part)) for part in names]
    require(to_move in ("x", "o"), "x or o is to move")
    require(len(stones[0]) == len(stones[1]) + "xo".index(to_move), "the stones do not fit")
    require(not stones[0] & stones[1], "two stones on a square")
    require(not any(line <= side for line in board.lines for side in stones), "the game is over")
    claims = {}
    for line in lines[2:]:
        if line in ("x wins", "o wins", "x holds", "o holds"):
            is_alone = not any(line[0] == claim[0] or "wins" in line + claim for claim in claims)
            require(is_alone, "two claims for one side, or another besides a win")
            entries = claims[line] = []
        else:
            require(claims, "a claim is missing")
            entries.append(line)
    require(claims, "a claim is missing")
    for claim, entries in claims.items():
        side = "xo".index(claim[0])
        strategy = Strategy(board, claim.endswith("wins"), entries)
        strategy.check(stones[side], stones[1 - side], to_move == claim[0])
    # From the empty board the first side can play as if it were the second.
    is_draw = set(claims) == {"x holds", "o holds"} or claims.keys() == {"o holds"} and not stones[0]
    return "draw" if is_draw else " and ".join(claims)


if __name__ == "__main__":
    try:
        with open(sys.argv[1], encoding="ascii") as file:
            print("accepted:", check(file.read()))
    except (Wrong, UnicodeError) as error:
        sys.exit(f"refused: {error}")
