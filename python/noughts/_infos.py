"""What is told to an engine, and what it answers, as values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

# Scores beyond this, in hundredths of a point, are proven (PROTOCOL.md).
PROVEN = 19_000


@dataclass(frozen=True)
class Limit:
    """When a search ends: the first limit reached counts. Times are in seconds."""

    time: float | None = None
    nodes: int | None = None
    depth: int | None = None
    x_clock: float | None = None
    o_clock: float | None = None
    x_increment: float | None = None
    o_increment: float | None = None

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if value is not None and not 0 <= value < 1e9:
                raise ValueError(f"{name} is from 0 to a billion, not {value}")

    def words(self) -> str:
        """The words after `go`."""
        words = {
            "movetime": _milliseconds(self.time),
            "nodes": self.nodes,
            "depth": self.depth,
            "p1time": _milliseconds(self.x_clock),
            "p2time": _milliseconds(self.o_clock),
            "p1inc": _milliseconds(self.x_increment),
            "p2inc": _milliseconds(self.o_increment),
        }
        known = [f"{word} {int(value)}" for word, value in words.items() if value is not None]
        # A search without a limit ends when it has proven the value, or at `stop`.
        return " ".join(known) or "movetime 1000000000"

    def seconds(self, turn: str) -> float | None:
        """The longest time the search may take; `None` if nothing says so."""
        clock = self.x_clock if turn == "X" else self.o_clock
        known = [seconds for seconds in (self.time, clock) if seconds is not None]
        return min(known, default=None)


def _milliseconds(seconds: float | None) -> int | None:
    return None if seconds is None else round(seconds * 1000)


@dataclass(frozen=True)
class Score:
    """A score for the side to move: an estimate `cp` in hundredths of a point, or a
    proven win within `mate` plies (a loss if negative)."""

    cp: int | None = None
    mate: int | None = None

    @property
    def is_proven(self) -> bool:
        """Whether the score says who wins."""
        return self.mate is not None or abs(self.cp or 0) > PROVEN

    def __str__(self) -> str:
        return f"mate {self.mate}" if self.mate is not None else f"cp {self.cp}"


@dataclass(frozen=True)
class Info:
    """One `info` line: only the fields that it has are set."""

    depth: int | None = None
    seldepth: int | None = None
    multipv: int | None = None
    score: Score | None = None
    wdl: tuple[int, int, int] | None = None
    nodes: int | None = None
    nps: int | None = None
    hashfull: int | None = None
    time: float | None = None
    pv: tuple[str, ...] = ()
    string: str | None = None

    @property
    def expected(self) -> float | None:
        """The result that the side to move expects: from 0, lost, to 1, won."""
        if self.wdl is None:
            return None
        wins, draws, losses = self.wdl
        return (wins + draws / 2) / max(wins + draws + losses, 1)

    @classmethod
    def parse(cls, line: str) -> Info:
        """Reads a line; what it cannot read it leaves out."""
        fields: dict[str, Any] = {}
        words = iter(line.split()[1:])
        for word in words:
            if word == "string":
                fields[word] = " ".join(words)
            elif word == "pv":
                fields[word] = tuple(words)
            elif word == "score":
                fields[word] = _score(words)
            elif word == "wdl":
                numbers = [_number(next(words, "")) for _ in range(3)]
                fields[word] = None if None in numbers else tuple(numbers)
            elif word == "time":
                number = _number(next(words, ""))
                fields[word] = None if number is None else number / 1000
            elif word in ("depth", "seldepth", "multipv", "nodes", "nps", "hashfull"):
                fields[word] = _number(next(words, ""))
        return cls(**fields)


def _score(words: Iterator[str]) -> Score | None:
    kind, number = next(words, ""), _number(next(words, ""))
    if number is None or kind not in ("cp", "mate"):
        return None
    return Score(cp=number) if kind == "cp" else Score(mate=number)


def _number(word: str) -> int | None:
    try:
        return int(word)
    except ValueError:
        return None


@dataclass(frozen=True)
class Played:
    """A move that an engine chose, and its last report with a score."""

    move: str
    info: Info = field(default_factory=Info)


@dataclass(frozen=True)
class Solution:
    """What is proven of a position."""

    winner: Literal["X", "O", "draw"] | None
    """Who wins with best play; `None` if nothing is proven."""
    plies: int | None
    """The win comes within so many plies."""
    is_exact: bool
    """Whether the win cannot come sooner, nor be put off longer."""
    line: tuple[str, ...]
    """The best line."""
    info: Info

    def __str__(self) -> str:
        if self.winner is None:
            return "undecided"
        if self.winner == "draw":
            return "draw"
        within = "" if self.is_exact else "at most "
        plies = "" if self.plies is None else f" in {within}{self.plies} plies"
        return f"{self.winner} wins{plies}"
