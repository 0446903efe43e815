"""What limits a search, as keywords."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, TypedDict

Time = float | timedelta
"""Seconds, or a timedelta."""


class Budget(TypedDict, total=False):
    """What a move may cost."""

    nodes: int | None
    soft_nodes: int | None
    """No depth is begun after this many nodes."""
    time: Time | None


class MoveLimits(Budget, total=False):
    """The limits of a move in a match or a suite."""

    depth: int | None


class Limits(MoveLimits, total=False):
    """The limits of a search. At least one of depth, nodes, soft_nodes, time, soft_time and clock is needed."""

    soft_time: Time | None
    """No depth is begun after this time."""
    clock: Time | tuple[Time] | tuple[Time, Time] | tuple[Time, Time, int] | None
    """What is left on the clock, the increment of each move, and the moves to the next time control."""
    moves: Sequence[Any] | None
    """Only these moves are searched at the root."""
    lines: int | None
    """How many of the best moves are wanted, each with its line."""
    multipv: int | None
    """What UCI calls lines."""
    seed: int | None
