"""Noughts and crosses for more than a minute: the rules, the engine and the match runner.

`Board` has the rules of TicTacTrains, tic-tac-toe on any board and Qubic. `Engine` drives
the program `noughts`, or any engine of UGI. `noughts.pettingzoo` has environments for
reinforcement learning, `noughts.chess` a board for python-chess.
"""

from ._infos import Info, Limit, Played, Score, Solution
from ._programs import program
from ._rules import Board, GameError, MoveError, PositionError
from .engine import Analysis, Engine, EngineDied, EngineError, EngineRefused, EngineTimeout

__all__ = [
    "Analysis",
    "Board",
    "Engine",
    "EngineDied",
    "EngineError",
    "EngineRefused",
    "EngineTimeout",
    "GameError",
    "Info",
    "Limit",
    "MoveError",
    "Played",
    "PositionError",
    "Score",
    "Solution",
    "program",
]
