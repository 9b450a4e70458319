"""Environments of PettingZoo for all games: `pip install noughts[pettingzoo]`.

`env("tictactoe:4x4:3")` is an `AECEnv` in which `player_1` is X and `player_2` is O. An
action is the index of a square in `Board.squares`: the layers from the first, in each the
rows from the top.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._rules import Board, MoveError

AGENTS = {"X": "player_1", "O": "player_2"}
SIDES = {agent: side for side, agent in AGENTS.items()}


def env(game: str = "tictactoe", render_mode: str | None = None) -> Any:
    """The environment with the usual wrappers: who makes an illegal move loses."""
    wrapped: Any = raw_env(game, render_mode)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv):  # type: ignore[misc]
    """The environment without wrappers: an illegal move raises `noughts.MoveError`.

    An observation has two planes of the board's shape, the own stones and those of the
    opponent, and the mask of the legal actions. The winner gets 1, the loser -1.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "noughts_v0",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
    }

    def __init__(self, game: str = "tictactoe", render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"unknown render mode {render_mode!r}; there are ansi and human")
        self.board = Board(game)
        self.render_mode = render_mode
        self.possible_agents = list(SIDES)
        columns, rows, levels = self.board.shape
        self._plane = (rows, columns) if levels == 1 else (levels, rows, columns)
        squares = rows * columns * levels
        observation = spaces.Box(0, 1, (2, *self._plane), np.int8)
        mask = spaces.Box(0, 1, (squares,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": observation, "action_mask": mask})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(squares) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        own = SIDES[agent]
        planes = [self.board.stone_mask(side) for side in (own, "O" if own == "X" else "X")]
        observation = [np.frombuffer(plane, np.int8).reshape(self._plane) for plane in planes]
        is_to_move = agent == self.agent_selection
        mask = np.frombuffer(self.board.legal_mask(), np.int8)
        return {
            "observation": np.stack(observation),
            "action_mask": mask.copy() if is_to_move else np.zeros_like(mask),
        }

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.board = Board(self.board.game)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = AGENTS[self.board.turn]

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise MoveError("only a player whose game has ended may pass None")
        self.board.push_index(int(action))
        self._cumulative_rewards[agent] = 0
        result = self.board.result
        if result is not None:
            for other, side in SIDES.items():
                self.rewards[other] = 0 if result == "draw" else 1 if result == side else -1
                self.terminations[other] = True
        # Each player takes note of the end, the opponent of the last one first.
        other = AGENTS["O" if SIDES[agent] == "X" else "X"]
        self.agent_selection = AGENTS[self.board.turn] if result is None else other
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Returns the board as text, or prints it in the mode "human"."""
        if self.render_mode == "human":
            print(f"{self.board}\n")
            return None
        return str(self.board) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing has to be closed."""
