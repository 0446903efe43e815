"""Results of searches: plain data you can compare, pickle and show."""

from __future__ import annotations

import ast
from dataclasses import asdict, dataclass
from linecache import getlines
from typing import Any, Generic, TypeVar, cast

from plywood._plywood import Score

P = TypeVar("P")
"""The type of positions."""
M = TypeVar("M")
"""The type of moves."""


@dataclass(frozen=True, slots=True)
class Stats:
    """The statistics of a search."""

    nodes: int
    """The number of visited positions."""
    quiescence: int
    """The number of nodes visited by quiescence."""
    evaluated: int
    """The number of calls of the evaluator."""
    endings: int
    """The number of positions in which the game was over."""
    saved: int
    """The number of positions whose score came from the table."""
    cutoffs: int
    """The number of positions with a cutoff."""
    first_move_cutoffs: int
    """The number of cutoffs by the first move."""
    researches: int
    """The number of searches repeated with another window."""
    deepest_ply: int
    """The length of the longest line in plies."""


@dataclass(frozen=True, slots=True)
class ScoredLine(Generic[M]):
    """A line and its score."""

    score: Score
    """The score for the side to move."""
    line: list[M]
    """The moves."""
    line_text: str
    """The line in the game's notation, for chess SAN."""


@dataclass(frozen=True, slots=True)
class Iteration(Generic[M]):
    """The result of one depth of iterative deepening."""

    depth: int
    """The depth in plies."""
    best_move: M
    """The best move."""
    score: Score
    """The score for the side to move."""
    line: list[M]
    """The principal variation."""
    line_text: str
    """The line in the game's notation, for chess SAN."""
    other_lines: list[ScoredLine[M]]
    """The next best moves, if several lines were requested."""
    nodes: int
    """The number of visited positions since the search began."""
    seconds: float
    """The time since the search began."""


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
    """The principal variation."""
    line_text: str
    """The line in the game's notation, for chess SAN."""
    other_lines: list[ScoredLine[M]]
    """The next best moves, if several lines were requested."""
    depth: int
    """The completed depth."""
    reason: str
    """The reason for the end of the search: "depth reached", "node limit", "time limit", "stop requested", "memory limit" or "solved"."""
    is_exact: bool
    """True if the score equals minimax's."""
    is_complete: bool
    """True if the search was completed."""
    stats: Stats
    """The statistics of the search."""
    iterations: list[Iteration[M]]
    """The iterations of iterative deepening."""
    seconds: float
    """The time of the search."""

    @property
    def nodes(self) -> int:
        """The number of visited positions."""
        return self.stats.nodes

    @property
    def end(self) -> P:
        """The position at the end of the line, which the score is about. `plywood.explain(report.end)` breaks its evaluation down.

        >>> import plywood
        >>> report = plywood.search(plywood.Position(), "alpha-beta:evaluator=material", depth=2)
        >>> plywood.evaluate(report.end, "material") == report.score
        True
        """
        position: Any = self.position
        for mv in self.line:
            position = position.play(mv)
        return cast(P, position)

    def row(self) -> dict[str, Any]:
        """The report as one row of a table: plain numbers and strings."""
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
        # Only notebooks need this.
        from plywood import notebook

        return notebook.report(self)


def _document_fields() -> None:
    """Add the fields to the docstrings of the classes, for `help`: of what is written below them Python keeps nothing."""
    for made in ast.parse("".join(getlines(__file__))).body:
        if isinstance(made, ast.ClassDef):
            pairs = zip(made.body, made.body[1:])
            fields = [(it.target, it.annotation, doc.value) for it, doc in pairs if isinstance(it, ast.AnnAssign) and isinstance(doc, ast.Expr)]
            lines = "\n".join(f"{ast.unparse(name)}: {ast.unparse(kind)}\n    {ast.literal_eval(text)}" for name, kind, text in fields)
            globals()[made.name].__doc__ += f"\n\n{lines}"


_document_fields()
