"""Games and strategies of your own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from typing import Any

from plywood import _plywood


class Game(ABC):
    """A position of a game for two players: derive from it, or write a class with the same methods.

    Positions never change, and moves are small values that can be hashed, such as numbers or texts. After a move the other
    side is to move; who cannot move passes with a move of its own. A class attribute `evaluators`, a dictionary of functions
    by name, gives every strategy of the game its evaluators, the first one the usual. A method `board`, which returns rows of
    signs as text, draws the position.
    """

    @abstractmethod
    def legal_moves(self) -> Sequence[Hashable]:
        """All legal moves; none if the game is over."""

    @abstractmethod
    def play(self, move: Any) -> Game:
        """The position after a move."""

    @abstractmethod
    def ending(self, moves: Sequence[Hashable]) -> str | int | None:
        """How the game ended for the side to move: "won", "lost", "drawn" or a score; None while it goes on."""

    @abstractmethod
    def key(self) -> int:
        """A number that equal positions share, side to move included, and others very probably do not: hash(...) of a tuple."""


def check_laws(position: Any, *, evaluator: Any = None, seeds: int = 20) -> None:
    """Check along random games that a game keeps the laws that every search relies on, and an evaluator those of evaluators.

    Raises ValueError with the first law that is broken and the moves that lead there.
    """
    _plywood.check_laws(position, evaluator, seeds)
