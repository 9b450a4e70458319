"""An engine of UGI as an object: the program `noughts`, or any other."""

from __future__ import annotations

import os
import shlex
import time
import weakref
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import NoReturn, Union

from ._infos import Info, Limit, Played, Solution
from ._process import EngineDied, EngineError, EngineRefused, EngineTimeout, Process
from ._programs import program
from ._rules import Board, MoveError
from ._search import Analysis
from ._solve import solution

__all__ = ["Analysis", "Engine", "EngineDied", "EngineError", "EngineRefused", "EngineTimeout"]

Value = Union[str, int, bool]


class Engine:
    """An engine, started at once and ended by `close` or at the end of a `with`.

    Without a command it is the program of the package. `timeout` is how long it may
    take to answer, in seconds, beyond the time that a search was given.
    """

    def __init__(
        self,
        command: str | os.PathLike[str] | Sequence[str] | None = None,
        *,
        options: Mapping[str, Value] | None = None,
        timeout: float = 10.0,
        cwd: str | None = None,
        env: Mapping[str, str] | None = None,
    ) -> None:
        self.timeout = timeout
        self.name = ""
        self.author = ""
        self.options: dict[str, str] = {}
        """The options that the engine declared, with what it said of each."""
        self._values: dict[str, str] = {}
        self._search: Analysis | None = None
        self._position: list[str] = []
        self._process = Process(_words(command), cwd, env)
        # An engine that is forgotten, or left at the end of Python, ends too.
        self._finalizer = weakref.finalize(self, self._process.kill)
        try:
            self._handshake()
            if "UCI_ShowWDL" in self.options:
                self.configure({"UCI_ShowWDL": True})
            if options:
                self.configure(options)
        except BaseException:
            self.close()
            raise

    def configure(self, options: Mapping[str, Value]) -> None:
        """Sets options. One that the engine does not have, or a value that it refuses,
        raises `EngineRefused`."""
        self._end_search()
        for name, value in options.items():
            known = next((own for own in self.options if own.lower() == name.lower()), None)
            if known is None:
                raise EngineRefused(f"{self.name} has no option {name!r}")
            text = str(value).lower() if isinstance(value, bool) else str(value)
            self._process.send(f"setoption name {known} value {text}")
            self._ask("isready", "readyok")
            self._values[known] = text

    def play(self, board: Board, limit: Limit) -> Played:
        """Returns the move that the engine chooses. The board stays as it is."""
        return self.analysis(board, limit).result()

    def analyse(self, board: Board, limit: Limit, lines: int = 1) -> list[Info]:
        """Searches and returns the last report of each of the best lines."""
        with self.analysis(board, limit, lines) as analysis:
            analysis.result()
            return analysis.lines

    def analysis(self, board: Board, limit: Limit | None = None, lines: int = 1) -> Analysis:
        """Begins a search and returns its reports as they come. Without a limit it goes on
        until `stop`, or until the position is proven."""
        self._end_search()
        if board.is_over:
            raise MoveError(f"the game is over: {board.text}")
        if "MultiPV" in self.options and self._value("MultiPV") != str(lines):
            self.configure({"MultiPV": lines})
        elif "MultiPV" not in self.options and lines != 1:
            raise EngineRefused(f"{self.name} reports one line only")
        self._set_position(board)
        limit = limit or Limit()
        self._process.send(f"go {limit.words()}")
        self._search = Analysis(self, board.copy(), limit)
        return self._search

    def solve(self, board: Board, limit: Limit | None = None) -> Solution:
        """Proves who wins, as far as the limit allows: a minute unless told. Only engines
        with a search `proof`, as noughts, can do this."""
        if board.is_over:
            return Solution(board.result, 0, True, (), Info())
        if "proof" not in self.options.get("Search", "").split():
            raise EngineRefused(f"{self.name} has no search 'proof'")
        before = self._value("Search")
        self._set_game(board)
        self.configure({"Search": "proof"})
        try:
            analysis = self.analysis(board, limit or Limit(time=60))
            infos = list(analysis)
            return solution(board, infos)
        finally:
            if self._process.is_running:
                self.configure({"Search": before})

    def close(self) -> None:
        """Ends the engine."""
        self._search = None
        if self._finalizer.detach():
            self._process.send("quit")
            self._process.kill(grace=1.0)

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        state = "" if self._process.is_running else ", ended"
        return f"<Engine {self.name or self._process.command[0]}{state}>"

    def _handshake(self) -> None:
        for line in self._ask("ugi", "ugiok"):
            kind, _, rest = line.partition(" ")
            if kind == "id":
                field, _, text = rest.partition(" ")
                if field in ("name", "author"):
                    setattr(self, field, text)
            elif kind == "option" and rest.startswith("name "):
                name, _, about = rest[len("name ") :].partition(" type ")
                self.options[name] = about

    def _value(self, name: str) -> str:
        """The value of an option: as it was set, or its default."""
        _, _, after = self.options[name].partition("default ")
        return self._values.get(name, after.split(" ")[0])

    def _set_game(self, board: Board) -> None:
        self._end_search()
        if "Game" in self.options and self._values.get("Game") != board.game:
            self.configure({"Game": board.game})

    def _set_position(self, board: Board) -> None:
        self._set_game(board)
        position = [board.game, board.start or "", *board.moves]
        if position[: len(self._position)] != self._position:
            self._process.send("uginewgame")
        self._position = position
        start = "startpos" if board.start is None else f"fen {board.start}"
        moves = " moves " + " ".join(board.moves) if board.moves else ""
        self._process.send(f"position {start}{moves}")
        self._ask("isready", "readyok")

    def _ask(self, command: str, last: str) -> list[str]:
        """Sends a command and returns the lines up to the one that ends the answer."""
        self._process.send(command)
        deadline = time.monotonic() + self.timeout
        lines: list[str] = []
        refused = None
        while True:
            line = self._process.read(deadline)
            if line is None:
                self._give_up(f'did not answer "{command}" within {self.timeout:g} s')
            if line == last:
                break
            if line.startswith("info string error "):
                refused = refused or line[len("info string error ") :]
            lines.append(line)
        if refused is not None:
            raise EngineRefused(refused)
        return lines

    def _give_up(self, what: str) -> NoReturn:
        words = self._process.last_words()
        self._process.kill()
        raise EngineTimeout(f"{self.name or self._process.command[0]} {what}; {words}")

    def _end_search(self) -> None:
        if self._search is not None:
            self._search.close()
            self._search = None
        if not self._finalizer.alive:
            raise EngineDied(f"{self!r} is closed")


def _words(command: str | os.PathLike[str] | Sequence[str] | None) -> list[str]:
    if command is None:
        return [program()]
    if isinstance(command, os.PathLike):
        return [os.fspath(command)]
    words = shlex.split(command) if isinstance(command, str) else list(command)
    if not words:
        raise ValueError("the command of the engine is empty")
    return words
