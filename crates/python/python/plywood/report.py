"""What a search has found: plain data, which can be compared, pickled and shown."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Generic, TypeVar

from plywood._plywood import Score

P = TypeVar("P")
"""A class of positions."""
M = TypeVar("M")
"""A class of moves."""


@dataclass(frozen=True, slots=True)
class Stats:
    """What a search has counted."""

    nodes: int
    """Positions that were visited."""
    quiescence: int
    """Those of them that only quiescence has visited."""
    evaluated: int
    """Calls of the evaluator."""
    endings: int
    """Positions in which the game was over."""
    saved: int
    """Positions whose score came from the table."""
    cutoffs: int
    """Positions in which a move made the others needless."""
    first_move_cutoffs: int
    """Those of them in which the first move did."""
    researches: int
    """Searches that were repeated with another window."""
    deepest_ply: int
    """The longest line."""


@dataclass(frozen=True, slots=True)
class ScoredLine(Generic[M]):
    """A line and its score."""

    score: Score
    line: list[M]
    line_text: str


@dataclass(frozen=True, slots=True)
class Iteration(Generic[M]):
    """The result of one depth of a deepening search."""

    depth: int
    best_move: M
    score: Score
    line: list[M]
    line_text: str
    """The line as people write it, for chess in SAN."""
    other_lines: list[ScoredLine[M]]
    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Report(Generic[P, M]):
    """The result of a search, the same for every strategy."""

    position: P
    """The position that was searched."""
    strategy: str
    """The text of the strategy."""
    best_move: M | None
    """The best move; None if the game is over."""
    score: Score | None
    """The score for the side to move."""
    line: list[M]
    """The moves that both sides play if they play their best."""
    line_text: str
    """The line as people write it, for chess in SAN."""
    other_lines: list[ScoredLine[M]]
    """The next best moves, if several lines were asked for."""
    depth: int
    """The depth that was completed."""
    reason: str
    """Why the search ended: "depth reached", "node limit", "time limit", "stop requested", "memory limit" or "solved"."""
    is_exact: bool
    """Whether the score is minimax's."""
    is_complete: bool
    """Whether the search came to its end."""
    stats: Stats
    iterations: list[Iteration[M]]
    """The depths of a deepening search."""
    seconds: float

    @property
    def nodes(self) -> int:
        """Positions that were visited."""
        return self.stats.nodes

    def row(self) -> dict[str, Any]:
        """The report as one row of a table: plain numbers and texts."""
        score = self.score
        return {
            "strategy": self.strategy,
            "position": str(self.position),
            "move": None if self.best_move is None else str(self.best_move),
            "centipawns": None if score is None else score.centipawns,
            "mate_in": None if score is None else score.mate_in,
            "line": self.line_text,
            "depth": self.depth,
            "reason": self.reason,
            "is_exact": self.is_exact,
            "seconds": self.seconds,
            **asdict(self.stats),
        }

    def __str__(self) -> str:
        move = self.line_text.split(" ")[0] or "no move"
        score = "" if self.score is None else f" {self.score}"
        return (
            f"{move}{score} at depth {self.depth} ({self.reason}), "
            f"{self.nodes:,} nodes in {self.seconds:.3f} s: {self.line_text}"
        )

    def _repr_html_(self) -> str:
        # Only a notebook needs this.
        from plywood import notebook

        return notebook.report(self)
