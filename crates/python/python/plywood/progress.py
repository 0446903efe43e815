"""Shows the progress of running work."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

Shown = bool | Callable[[int, "int | None"], object]
"""Whether to show progress, or a function to call with (done, total)."""


class Progress:
    """A bar in a notebook, a line in a terminal, nothing elsewhere; or calls of a function."""

    show: Callable[..., object] | None
    """Shows the progress, as show(done, total, step), on the thread of the call; None if it is not shown."""

    def __init__(self, what: str, shown: Shown) -> None:
        self.what = what
        self._handle: Any = None
        self._is_in_terminal, self._start = False, time.monotonic()
        self.show = self._draw if shown else None
        if callable(shown):
            self.show = lambda done, total, _: shown(done, total)

    def __enter__(self) -> Progress:
        return self

    def _draw(self, done: int, total: int | None, step: str) -> None:
        if time.monotonic() < self._start + SOON:
            return
        of = "" if total is None else f" of {total:,}"
        line = f"{done:,}{of} {self.what} {step}".rstrip()
        if self._handle is None:
            self._handle = _notebook_display()
        if self._handle is not None:
            maximum = "" if total is None else f' max="{total}"'
            self._handle.update({"text/html": f'<progress value="{done}"{maximum}></progress> {line}'}, raw=True)
        elif sys.stderr.isatty():
            self._is_in_terminal = True
            print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)

    def __exit__(self, *_: object) -> None:
        if self._handle is not None:
            self._handle.update({"text/html": ""}, raw=True)
        elif self._is_in_terminal:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


SOON = 0.3
"""The number of seconds before progress is shown."""


def _notebook_display() -> Any:
    """A display on the page that can be updated, if this is a notebook."""
    if "ipykernel" not in sys.modules:
        return None
    display = import_module("IPython.display").display
    return display({"text/html": ""}, raw=True, display_id=True)
