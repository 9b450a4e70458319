"""OpenSpiel: its tic-tac-toe, m,n,k games and gomoku as boards, and the engine as a bot.

Needs the package `open_spiel`. OpenSpiel registers bots of C++ only; those of Python are
passed as objects, for example to `pyspiel.evaluate_bots`.
"""

from __future__ import annotations

from typing import Any

import pyspiel

from ._infos import Limit
from ._rules import Board, GameError
from .engine import Engine


def spec(game: Any) -> str:
    """Returns the spec of a game of OpenSpiel; `GameError` if noughts does not play it."""
    name, of = game.get_type().short_name, game.get_parameters()
    if name == "tic_tac_toe":
        return "tictactoe"
    if name == "mnk":
        columns, rows, line = of.get("m", 15), of.get("n", 15), of.get("k", 5)
        return Board(f"tictactoe:{columns}x{rows}:{line}").game
    if name == "gomoku" and not of["anti"] and not of["wrap"]:
        size, line, dimensions = of["size"], of["connect"], of["dims"]
        if dimensions == 2:
            return Board(f"tictactoe:{size}x{size}:{line}").game
        if dimensions == 3 and size == line:
            return Board(f"qubic:{size}").game
    raise GameError(f"noughts does not play {game}")


def board(state: Any) -> Board:
    """Returns the board of a state of OpenSpiel, with all moves. An action of OpenSpiel is
    an index in `Board.squares`."""
    made = Board(spec(state.get_game()))
    for action in state.history():
        made.push_index(action)
    return made


class EngineBot(pyspiel.Bot):  # type: ignore[misc]
    """An engine as a bot of OpenSpiel, for either player."""

    def __init__(self, engine: Engine, limit: Limit) -> None:
        super().__init__()
        self._engine = engine
        self._limit = limit

    def step(self, state: Any) -> int:
        """Returns the action that the engine chooses."""
        position = board(state)
        return position.squares.index(self._engine.play(position, self._limit).move)

    def restart(self) -> None:
        """Begins another game: every `step` has the whole game anyway."""

    def restart_at(self, state: Any) -> None:
        """Begins at a state: every `step` has the whole game anyway."""

    def inform_action(self, state: Any, player_id: int, action: int) -> None:
        """Is told the opponent's action, which `step` has anyway."""
