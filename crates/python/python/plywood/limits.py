"""The limits of a search, as keyword arguments."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, TypedDict

Time = float | timedelta
"""Seconds, or a timedelta."""


class Budget(TypedDict, total=False):
    """Limits on the cost of a move."""

    nodes: int | None
    soft_nodes: int | None
    rounds: int | None
    """The number of nodes after which no iteration begins."""
    time: Time | None


class MoveLimits(Budget, total=False):
    """The limits of a move in a match or a suite."""

    depth: int | None


class Limits(MoveLimits, total=False):
    """The limits of a search. At least one of depth, nodes, soft_nodes, rounds, time, soft_time and clock is needed."""

    soft_time: Time | None
    """The time after which no iteration begins."""
    clock: Time | tuple[Time] | tuple[Time, Time] | tuple[Time, Time, int] | None
    """The remaining time on the clock, the increment of each move, and the moves to the next time control."""
    moves: Sequence[Any] | None
    """The only moves to search at the root."""
    lines: int | None
    """The number of best moves to report, each with its line."""
    multipv: int | None
    """UCI's name for lines."""
    seed: int | None
