"""Games of your own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from typing import Any, Generic, TypeVar

from plywood import _plywood

M = TypeVar("M", bound=Hashable)
"""The class of a game's moves."""


class Game(ABC, Generic[M]):
    """A position of a game for two players: derive from it, or write a class with the same methods.

    Positions never change, and moves are small values that can be hashed, such as numbers or texts. After a move the other
    side is to move; who cannot move, or must wait
    while the other moves again, passes with a move of its own. A class attribute `evaluators`, a dictionary of functions
    by name, gives every strategy of the game its evaluators, the first one the usual. A method `board`, which returns rows of
    signs as text, draws the position.

    What a game may have beyond that:

    - `noisy_moves()`, the legal moves that change much at once, such as captures, in a fixed order: then quiescence and the ordering of
      captures work. With it go `is_check()`, whether the side to move must answer a threat; `rank(move)`, 0 for a quiet move and
      otherwise a number up to 10,000, higher for what is likely to win more; and `exchange(move)`, what the move wins if both
      sides go on exchanging on its square, in centipawns.
    - `turn`, an attribute or a method without arguments: whose move it is, as any value that differs between the sides. `check_laws`
      then sees whether the sides alternate; a search takes what is good for one side for bad for the side that moves next.
    - `repeats = True` in the class: a position that occurs again in a game is a draw. With it go `reversible_plies()`, how many plies
      back a position could be the same, and `is_drawn_by_clock()`, whether nothing has happened for too long.
    """

    @abstractmethod
    def legal_moves(self) -> Sequence[M]:
        """All legal moves; none if the game is over."""

    @abstractmethod
    def play(self, move: M) -> Game[M]:
        """The position after a move."""

    @abstractmethod
    def ending(self, moves: Sequence[M]) -> str | int | None:
        """How the game ended for the side to move: "won", "lost", "drawn" or a score; None while it goes on."""

    @abstractmethod
    def key(self) -> int:
        """A number that equal positions share, side to move included, and others very probably do not: hash(...) of a tuple."""


def check_laws(position: Any, *, evaluator: Any = None, seeds: int = 20, symmetric: bool = True) -> None:
    """Check along random games that a game keeps the laws that every search relies on, and an evaluator those of evaluators.

    Raises ValueError with the first law that is broken and the moves that lead there. For a class the position is its start. An
    evaluator of chess must say the same with the colors exchanged, unless symmetric is False.
    """
    if isinstance(position, type):
        position = position()
    _plywood.check_laws(position, evaluator, seeds, symmetric)
