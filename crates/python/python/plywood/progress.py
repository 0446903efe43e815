"""How far something is, shown while it runs."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any


class Progress:
    """A bar in a notebook, a line in a terminal, nothing elsewhere."""

    def __init__(self, what: str | None) -> None:
        self.what = what
        self._handle: Any = None
        self._is_shown = False

    def __enter__(self) -> Progress:
        # A match shows its games from other threads, and a place in a notebook is best made by the thread of its cell.
        if self.what is not None:
            self._handle = _notebook_display()
        return self

    def show(self, done: int, total: int | None, text: str = "") -> None:
        """Show how far it is."""
        of = "" if total is None else f" of {total:,}"
        line = f"{done:,}{of} {self.what} {text}".rstrip()
        self._handle = self._handle or _notebook_display()
        if self._handle is not None:
            maximum = "" if total is None else f' max="{total}"'
            self._handle.update({"text/html": f'<progress value="{done}"{maximum}></progress> {line}'}, raw=True)
        elif sys.stderr.isatty():
            self._is_shown = True
            print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Take it away."""
        if self._handle is not None:
            self._handle.update({"text/html": ""}, raw=True)
        elif self._is_shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _notebook_display() -> Any:
    """A part of the page that can be changed, if this is a notebook."""
    if "ipykernel" not in sys.modules:
        return None
    display = import_module("IPython.display").display
    return display({"text/html": ""}, raw=True, display_id=True)
