"""Classes for the parts of strategies, if you'd rather not write their text.

>>> AlphaBeta("material", ordering=[Captures(), Killers()], table=Table(mb=4)).text
'alpha-beta+captures+killers+table=4'
>>> Deepening(Aspiration(PrincipalVariation(quiescence=True))).text
'pvs+quiescence+aspiration+deepening'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from plywood._plywood import Strategy

Evaluator = str | Callable[[Any], Any] | None
"""The name of an evaluator, or a callable that takes a position and returns centipawns or a Score for the side to move."""


class Part:
    """A part of a search, by its word."""

    word: str

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"

    def __str__(self) -> str:
        return self.word


class Captures(Part):
    """Captures first, the most valuable victim first."""

    word = "captures"


class Exchanges(Part):
    """Captures that lose material last."""

    word = "exchanges"


class Killers(Part):
    """Tries quiet moves early that caused cutoffs in sibling nodes."""

    word = "killers"


class QuietHistory(Part):
    """Tries quiet moves in the order of how many cutoffs they've caused."""

    word = "history"


class Table(Part):
    """A transposition table. deep=True also uses entries of deeper searches, so scores may differ from those without the table."""

    def __init__(self, mb: int = 16, *, deep: bool = False) -> None:
        self.mb, self.deep = mb, deep
        self.word = f"{'deep-' if deep else ''}table={mb}"

    def __repr__(self) -> str:
        return f"Table(mb={self.mb}, deep={self.deep})"


class _Composed(Strategy):
    """A strategy whose text is built from words."""

    def __new__(cls, text: str, evaluator: Evaluator = None) -> "_Composed":
        return super().__new__(cls, text, evaluator)


def _text(search: str, *parts: Part | str | None) -> str:
    return "+".join([search, *(str(part) for part in parts if part)])


class Simple(_Composed):
    """A search with an evaluator and, optionally, quiescence at the leaves; it takes no other parts."""

    search_word: str

    def __new__(cls, evaluator: Evaluator = None, *, quiescence: bool = False) -> "Simple":
        return Strategy.__new__(cls, _text(cls.search_word, "quiescence" if quiescence else None), evaluator)


class Minimax(Simple):
    """Every line to the depth, with a function for each side."""

    search_word = "minimax"


class Negamax(Simple):
    """Minimax in one function."""

    search_word = "negamax"


class SssStar(Simple):
    """SSS*, the best-first counterpart of alpha-beta."""

    search_word = "sss-star"


class AlphaBetaFailHard(Simple):
    """Alpha-beta whose scores stay inside the window."""

    search_word = "alpha-beta-fail-hard"


class AlphaBeta(_Composed):
    """Fail-soft alpha-beta. A number given as the table is its size in megabytes; threads share a table, so more than one have one."""

    search_word = "alpha-beta"

    def __new__(
        cls,
        evaluator: Evaluator = None,
        *,
        quiescence: bool = False,
        ordering: Iterable[Part] = (),
        table: Table | int | None = None,
        threads: int = 1,
    ) -> "AlphaBeta":
        if table is None and threads > 1:
            table = Table()
        table = Table(table) if isinstance(table, int) else table
        horizon = "quiescence" if quiescence else None
        parallel = None if threads == 1 else f"parallel={threads}"
        return Strategy.__new__(cls, _text(cls.search_word, horizon, *ordering, table, parallel), evaluator)


class PrincipalVariation(AlphaBeta):
    """Principal variation search: null windows after the first move."""

    search_word = "pvs"


class MonteCarlo(_Composed):
    """Monte Carlo tree search (UCT) with random games."""

    def __new__(cls, evaluator: Evaluator = None) -> "MonteCarlo":
        return Strategy.__new__(cls, "monte-carlo", evaluator)


class ProofNumber(_Composed):
    """Proof-number search: finds forced wins and nothing else."""

    def __new__(cls) -> "ProofNumber":
        return Strategy.__new__(cls, "proof-number", None)


class Driver(_Composed):
    """Drives another strategy's search again and again, choosing depths and windows."""

    search_word: str

    def __new__(cls, inner: Strategy) -> "Driver":
        return Strategy.__new__(cls, _text(inner.text, cls.search_word), inner.evaluator)


class Deepening(Driver):
    """The inner search to depth 1, 2, 3 and so on."""

    search_word = "deepening"


class Aspiration(Driver):
    """The inner search in a narrow window around the last score."""

    search_word = "aspiration"


class MtdF(Driver):
    """MTD(f): the inner search in null windows only."""

    search_word = "mtd-f"


class BestNode(Driver):
    """Best-node search: finds the best root move, but not its exact score."""

    search_word = "best-node"


class Engine(_Composed):
    """The full-strength engine for chess; `without` lists steps of its search to leave out, such as "null-move"."""

    def __new__(
        cls, evaluator: Evaluator = None, *, hash_mb: int = 32, threads: int = 1, without: Iterable[str] = ()
    ) -> "Engine":
        steps = [f"without={step}" for step in ([without] if isinstance(without, str) else without)]
        return Strategy.__new__(cls, _text("engine", f"threads={threads}", f"hash={hash_mb}", *steps), evaluator)
