"""A running search: its reports one by one, and its end at any time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from types import TracebackType
from typing import TYPE_CHECKING

from ._infos import Info, Limit, Played
from ._process import EngineDied, EngineError, EngineRefused
from ._rules import Board

if TYPE_CHECKING:
    from .engine import Engine


class Analysis(Iterator[Info]):
    """A running search, an iterator over its reports. `stop` ends it: the reports that
    are left still come. At the end of a `with` it has ended."""

    def __init__(self, engine: Engine, board: Board, limit: Limit) -> None:
        self._engine = engine
        self._board = board
        self._begun = time.monotonic()
        self._seconds = limit.seconds(board.turn)
        self._is_stopped = False
        self._played: Played | None = None
        self._lines: dict[int, Info] = {}

    def stop(self) -> None:
        """Asks the engine to end the search; any thread may call this."""
        if self._played is None and not self._is_stopped:
            self._is_stopped = True
            self._begun, self._seconds = time.monotonic(), 0.0
            self._engine._process.send("stop")

    def result(self) -> Played:
        """Waits for the end of the search and returns its move."""
        for _ in self:
            pass
        if self._played is None:
            raise EngineDied("the search was ended before its move")
        return self._played

    @property
    def lines(self) -> list[Info]:
        """The last report of each line so far, the best first."""
        return [self._lines[rank] for rank in sorted(self._lines)]

    def close(self) -> None:
        """Ends the search."""
        if self._engine._process.is_running:
            self.stop()
            for _ in self:
                pass

    def __next__(self) -> Info:
        if self._played is not None or self._engine._search is not self:
            raise StopIteration
        line = self._next_line()
        kind, _, rest = line.partition(" ")
        if kind == "bestmove":
            self._end(rest.split(" ")[0])
            raise StopIteration
        info = Info.parse(line)
        if info.string is not None and info.string.startswith("error "):
            # The engine has no search, so there is nothing to end.
            self._engine._search = None
            self._engine._ask("isready", "readyok")
            raise EngineRefused(info.string[len("error ") :])
        if info.score is not None:
            self._lines[info.multipv or 1] = info
        return info

    def __enter__(self) -> Analysis:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _end(self, move: str) -> None:
        self._played = Played(move, self.lines[0] if self._lines else Info())
        self._engine._search = None
        if not self._board.is_legal(move):
            where = self._board.text
            raise EngineError(f"{self._engine.name} plays {move!r}, not a legal move in {where}")

    def _next_line(self) -> str:
        """The next `info` or `bestmove`. An engine that is silent has to answer `isready`,
        or, when its time is over, `stop`."""
        engine, patience = self._engine, self._engine.timeout
        is_asked = False
        while True:
            now = time.monotonic()
            end = None if self._seconds is None else self._begun + self._seconds + patience
            deadline = now + patience if end is None else min(now + patience, max(end, now))
            line = engine._process.read(deadline)
            if line is not None:
                if line.startswith(("info ", "bestmove ")):
                    return line
                is_asked = False
            elif end is not None and time.monotonic() >= end:
                if self._is_stopped:
                    engine._search = None
                    engine._give_up(f"did not end its search within {patience:g} s")
                self.stop()
            elif is_asked:
                engine._search = None
                engine._give_up(f'did not answer "isready" within {patience:g} s in a search')
            else:
                is_asked = True
                engine._process.send("isready")
