"""PettingZoo: its own tests, and games in which the rewards are right."""

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="PETTINGZOO NOT TESTED: it is not installed")

from noughts import MoveError
from noughts.pettingzoo import env, raw_env
from pettingzoo.test import api_test, render_test, seed_test

GAMES = ["tictactoe", "tictactoe:7x6:4", "tictactoe:15x15:5=", "qubic", "tictactrains:modern"]


@pytest.mark.parametrize("game", GAMES)
def test_the_api(game):
    api_test(env(game), num_cycles=500)


def test_seeds_and_rendering():
    seed_test(lambda: env("tictactoe:4x4:3"), num_cycles=200)
    render_test(lambda render_mode: env("qubic", render_mode=render_mode))
    with pytest.raises(ValueError):
        env(render_mode="gold")


def play(env, actions):
    rewards = {}
    env.reset(seed=1)
    actions = iter(actions)
    for agent in env.agent_iter():
        _, reward, ended, cut, _ = env.last()
        rewards[agent] = rewards.get(agent, 0) + reward
        env.step(None if ended or cut else next(actions))
    return rewards


def test_rewards():
    x_wins, o_wins = [0, 3, 1, 4, 2], [0, 3, 1, 4, 8, 5]
    draw = [0, 1, 2, 4, 3, 5, 7, 6, 8]
    for actions, x in ((x_wins, 1), (o_wins, -1), (draw, 0)):
        assert play(env(), actions) == {"player_1": x, "player_2": -x}
    # Who makes an illegal move loses.
    assert play(env(), [4, 4]) == {"player_1": 0, "player_2": -1}


def test_observations():
    raw = raw_env("qubic:2")
    raw.reset()
    raw.step(5)
    assert raw.agent_selection == "player_2"
    mine, theirs = raw.observe("player_1"), raw.observe("player_2")
    assert mine["observation"].shape == (2, 2, 2, 2)
    assert mine["observation"][0].reshape(-1)[5] == 1 and theirs["observation"][1].reshape(-1)[5] == 1
    assert theirs["action_mask"].sum() == 7 and mine["action_mask"].sum() == 0
    assert theirs["action_mask"].dtype == np.int8
    with pytest.raises(MoveError):
        raw.step(5)
    with pytest.raises(MoveError):
        raw.step(None)


def test_two_plies_in_a_row():
    raw = raw_env("tictactrains:modern")
    raw.reset()
    agents = []
    for _ in range(5):
        agents.append(raw.agent_selection)
        raw.step(int(np.flatnonzero(raw.observe(raw.agent_selection)["action_mask"])[0]))
    assert agents == ["player_1", "player_2", "player_2", "player_1", "player_2"]
