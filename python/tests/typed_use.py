"""What a typed program does with the package: `mypy --strict` reads this, nothing runs it."""

from __future__ import annotations

from typing import Literal

from noughts import Board, Engine, Info, Limit, Played, Score, Solution

board: Board = Board("tictactoe:7x6:4", moves=["d1"])
squares: list[str] = board.legal_moves
result: Literal["X", "O", "draw"] | None = board.result
counts: tuple[int, int, int] = board.playouts(100, seed=1)

with Engine(["noughts"], options={"Threads": 2, "Ponder": False}, timeout=5) as engine:
    played: Played = engine.play(board, Limit(time=0.1))
    lines: list[Info] = engine.analyse(board, Limit(nodes=1000), lines=3)
    score: Score | None = lines[0].score
    expected: float | None = lines[0].expected
    with engine.analysis(board) as analysis:
        for info in analysis:
            depth: int | None = info.depth
            analysis.stop()
    solution: Solution = engine.solve(board)
    winner: Literal["X", "O", "draw"] | None = solution.winner

board.turn = "X"  # type: ignore[misc]
board.push(4)  # type: ignore[arg-type]
