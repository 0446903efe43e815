"""Games defined in Python."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from typing import Any, Generic, TypeVar

from plywood import _plywood

M = TypeVar("M", bound=Hashable)
"""The class of a game's moves."""


class Game(ABC, Generic[M]):
    """A position of a game for two players: derive from it, or write a class with the same methods.

    Positions are immutable, and moves are small hashable values, such as numbers or strings. After a move the other side is to
    move; a side that cannot move, or must wait while the other moves again, needs a move that passes. A class attribute
    `evaluators`, a dictionary of functions by name, has the evaluators of the game, the default one first. A method `board`,
    which returns rows of characters, draws the position.

    A game may also have:

    - `noisy_moves()`, the legal moves that change the score much, such as captures, in a fixed order, for quiescence and the ordering of
      captures. With it go `is_check()`, True if the side to move must answer a threat; `rank(move)`, 0 for a quiet move and
      otherwise a number up to 10,000, higher for moves likely to win more; and `exchange(move)`, the gain of the move in
      centipawns if both sides continue to exchange on its square.
    - `turn`, an attribute or a method without arguments: the side to move, as any value that differs between the sides. `check_laws`
      then checks that the sides alternate, which every search assumes when it negates scores.
    - `repeats = True` in the class: a position that occurs again in a game is a draw. With it go `reversible_plies()`, the number
      of plies back at which a position could be the same, and `is_drawn_by_clock()`, True if a rule such as the fifty-move rule
      draws the game.
    - `outcomes()`, for a game with chance: a dictionary of the outcomes that the position waits for, each with its weight, such as
      the rolls of a die, and an empty one where a player moves. `play` also returns the position after an outcome. A move changes
      the side to move, and an outcome doesn't: at a roll the side to move is the one that moves after it. A win is worth 10,000 in
      the units of the evaluators. Matches roll the dice; the searches are `expectiminimax`, `star1`, `star2` and `monte-carlo`.
    """

    @abstractmethod
    def legal_moves(self) -> Sequence[M]:
        """All legal moves; none if the game is over."""

    @abstractmethod
    def play(self, move: M) -> Game[M]:
        """The position after a move."""

    @abstractmethod
    def ending(self, moves: Sequence[M]) -> str | int | None:
        """The result for the side to move: "won", "lost", "drawn" or a score; None if the game is not over."""

    @abstractmethod
    def key(self) -> int:
        """A hash of the position and its side to move, such as hash(...) of a tuple: equal for equal positions, and very probably
        different for others."""


def check_laws(position: Any, *, evaluator: Any = None, seeds: int = 20, symmetric: bool = True) -> None:
    """Check in random games that a game keeps the laws on which every search relies, and an evaluator those of evaluators.

    Raises ValueError with the first broken law and the moves that lead there. For a class the games begin with its start. A
    chess evaluator must give the same score with the colors exchanged, unless symmetric is False.
    """
    if isinstance(position, type):
        position = position()
    _plywood.check_laws(position, evaluator, seeds, symmetric)


def verify(search: Any, game: Any, *, reference: Any = "minimax", exact: bool = True, depth: int = 3, games: int = 6, seed: int = 0) -> dict[str, int]:
    """Verify that a search keeps its contract: its values in random windows, by itself and driven by others, its reports, and the limits it
    keeps. Returns how often each property was verified; 0 is what wasn't covered.

    search is a strategy of any kind, such as an object of yours with value(position, depth, alpha, beta), and game a name, a class or a
    position. The values of an exact search must be those of reference, a search with the same evaluator:
    Strategy("minimax", evaluator=mine), or "expectiminimax" for a game with dice. Only the root of an object's search is seen, and all wins
    are alike: a score of 10,000 or more. Raises ValueError with the broken law, the smallest
    searches that show it and the seed.
    """
    return dict(_plywood.verify(search, reference, game, exact, (depth, games, seed)))
