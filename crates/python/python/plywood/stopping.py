"""Calls that are ended from outside."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Event(Protocol):
    """What tells a call to end: an Event of threading, asyncio or multiprocessing."""

    def is_set(self) -> bool:
        """Whether the call is to end."""


EVENTS: ContextVar[tuple[Event, ...]] = ContextVar("plywood_events", default=())
"""The events around a call."""


@contextmanager
def stopped_by(event: Event) -> Iterator[None]:
    """End every call inside the block as soon as an event is set: a search, a match, a comparison, a batch, anything that takes long.

    It returns what it has by then: a search its last depth, a match the games that have ended, a batch rows of None for the
    rest. What is worth nothing unless it is whole, such as a perft or planes, raises InterruptedError. The block is that of one thread.

    >>> event = threading.Event()
    >>> event.set()
    >>> with stopped_by(event):
    ...     search_many([Position()], "pvs", depth=30)["move"]
    [None]
    """
    token = EVENTS.set((*EVENTS.get(), event))
    try:
        yield
    finally:
        EVENTS.reset(token)


async def to_thread(function: Callable[P, T], /, *arguments: P.args, **keywords: P.kwargs) -> T:
    """Like asyncio.to_thread, but when its task is cancelled, what the function has called of plywood ends, too.

    >>> async def best():
    ...     return (await to_thread(search, Position(), "pvs", depth=1)).best_move
    """
    # Few programs need it, and it takes longer to import than all of plywood.
    import asyncio

    event = threading.Event()
    with stopped_by(event):
        try:
            return await asyncio.to_thread(function, *arguments, **keywords)
        finally:
            event.set()
