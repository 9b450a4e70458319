"""What the reports of the search `proof` prove."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ._infos import PROVEN, Info, Solution
from ._rules import Board


def solution(board: Board, infos: Sequence[Info]) -> Solution:
    """Reads the reports of a search on a board."""
    strings = {info.string for info in infos}
    last = next((info for info in reversed(infos) if info.score is not None), Info())
    winner: Literal["X", "O", "draw"] | None = None
    plies: int | None = None
    if last.score is not None:
        mate, cp = last.score.mate, last.score.cp or 0
        other: Literal["X", "O"] = "O" if board.turn == "X" else "X"
        if mate is not None:
            winner, plies = board.turn if mate > 0 else other, abs(mate)
        elif abs(cp) > PROVEN:
            winner = board.turn if cp > 0 else other
        elif "proven draw" in strings:
            winner = "draw"
    is_exact = plies is not None and "exact distance" in strings
    return Solution(winner, plies, is_exact, last.pv, last)
