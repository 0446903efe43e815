"""Environments for PettingZoo (`Turns`) and Gymnasium (`Against`), which must be installed."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy

from plywood._plywood import Strategy
from plywood.learning import Games

gymnasium: Any = import_module("gymnasium")
spaces: Any = import_module("gymnasium.spaces")
AECEnv: Any = import_module("pettingzoo").AECEnv if find_spec("pettingzoo") else object


class Turns(AECEnv):  # type: ignore[misc]
    """A game for two agents in turn, as PettingZoo's AEC environment: observations are `plywood.learning.encode`'s planes, with the mask of legal
    moves by number."""

    metadata = {"name": "plywood_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, game: Any = "connect-four", *, render_mode: str | None = None) -> None:
        self.games, self.render_mode = Games(1, game), render_mode
        self.possible_agents = ["player_0", "player_1"]
        moves = self.games.legal_mask().shape[1]
        planes, mask = spaces.Box(0, 255, self.games.encode()[0].shape, numpy.uint8), spaces.Box(0, 1, (moves,), numpy.int8)
        self.observation_spaces = {it: spaces.Dict({"observation": planes, "action_mask": mask}) for it in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(moves) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's moves."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Begin again."""
        self.games.reset([True])
        self.agents = [*self.possible_agents]
        self.agent_selection = self.agents[0]
        self.rewards, self._cumulative_rewards = dict.fromkeys(self.agents, 0.0), dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self.infos: dict[str, Any] = {agent: {} for agent in self.agents}

    def observe(self, agent: str) -> dict[str, Any]:
        """The planes of the position, and the agent's legal moves: none if it's not to move."""
        mask = self.games.legal_mask()[0].astype(numpy.int8)
        return {"observation": self.games.encode()[0], "action_mask": mask * numpy.int8(agent == self.agent_selection)}

    def step(self, action: int | None) -> None:
        """Play the selected agent's move."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} must move")
        self.games.push([action])
        (other,) = (it for it in self.agents if it != agent)
        self._cumulative_rewards[agent], self.agent_selection = 0.0, other
        (result,) = self.games.results().tolist()
        if result == result:
            self.rewards = {agent: result, other: -result}
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The position as text."""
        return str(self.games.positions[0]) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing to close."""


class Against(gymnasium.Env):  # type: ignore[misc]
    """A game against a strategy, by name or as an object, as an environment of Gymnasium. The agent begins every second game. The mask of its
    legal moves is in the information."""

    metadata = {"render_modes": ["ansi"]}

    def __init__(self, opponent: Any = "alpha-beta:depth=2", game: Any = "connect-four", *, render_mode: str | None = None, **limits: Any) -> None:
        self.games, self.limits, self.render_mode = Games(1, game), limits, render_mode
        self.opponent: Any = opponent if isinstance(opponent, Strategy) else Strategy(opponent)
        self.observation_space = spaces.Box(0, 255, self.games.encode()[0].shape, numpy.uint8)
        self.action_space = spaces.Discrete(self.games.legal_mask().shape[1])
        self._begins = False

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        return self.games.encode()[0], {"action_mask": self.games.legal_mask()[0]}

    def _answer(self) -> None:
        report = self.opponent.search(self.games.games[0], **self.limits)
        self.games.play([report.best_move])

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        """Begin a new game."""
        super().reset(seed=seed)
        self.games.reset([True])
        self._begins = not self._begins
        if not self._begins:
            self._answer()
        return self._seen()

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play a move, and the opponent's answer."""
        self.games.push([action])
        (result,) = self.games.results().tolist()
        if result != result:
            self._answer()
            result = -self.games.results().tolist()[0]
        observation, info = self._seen()
        return observation, 0.0 if result != result else result, result == result, False, info

    def render(self) -> str | None:
        """The position as text."""
        return str(self.games.positions[0]) if self.render_mode == "ansi" else None
