"""Stops running calls."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, ParamSpec, Protocol, TypeVar

from plywood._plywood import end_calls

# Hooks of the program, which are newer, may still search.
atexit.register(end_calls)

P = ParamSpec("P")
T = TypeVar("T")


class Event(Protocol):
    """The signal to stop a call: an Event from threading, asyncio or multiprocessing."""

    def is_set(self) -> bool:
        """True if the call should stop."""


EVENTS: ContextVar[tuple[Event, ...]] = ContextVar("plywood_events", default=())
"""The events around a call."""


@contextmanager
def stopped_by(event: Event) -> Iterator[None]:
    """Stop every call inside the block when an event is set: a search, a match, a comparison, a batch, any long work.

    A stopped call returns its results so far: a search its last depth, a match the finished games, a batch rows of None for the
    rest. Calls that are useless unless complete, such as a perft or planes, raise InterruptedError. Only calls made by the
    thread that runs the block are stopped.

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


def interrupt(threads: list[int]) -> None:
    """Raise KeyboardInterrupt in threads that run Python."""
    # Imported here because few programs need it.
    import ctypes

    for thread in threads:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(KeyboardInterrupt))


async def to_thread(function: Callable[P, T], /, *arguments: P.args, **keywords: P.kwargs) -> T:
    """Like asyncio.to_thread, but cancelling the task also stops the function's calls to plywood.

    >>> async def best():
    ...     return (await to_thread(search, Position(), "pvs", depth=1)).best_move
    """
    # Imported here because few programs need it, and its import takes longer than plywood's.
    import asyncio

    event = threading.Event()
    with stopped_by(event):
        try:
            return await asyncio.to_thread(function, *arguments, **keywords)
        finally:
            event.set()
