# Made from the library's declarations by crates/python/tests/stubs.py.

from collections.abc import Callable, Iterable
from typing import Any

from typing_extensions import Self

from plywood._plywood import Strategy

__all__ = [
    "AlphaBeta",
    "AlphaBetaFailHard",
    "AlphaBetaMaxMin",
    "Aspiration",
    "BestLooking",
    "BestNode",
    "Captures",
    "DeepTable",
    "Deepening",
    "Engine",
    "Exchanges",
    "Killers",
    "LateMoves",
    "Minimax",
    "MonteCarlo",
    "MtdF",
    "Negamax",
    "NullMove",
    "Parallel",
    "PrincipalVariation",
    "ProofNumber",
    "Quiescence",
    "QuietHistory",
    "Random",
    "SssStar",
    "Table",
    "WorstLooking",
]

Evaluator = str | Callable[[Any], Any] | None
"""The name of an evaluator, or a callable that takes a position and returns centipawns or a Score for the side to move."""
Ordering = Part | str | Callable[[Any, Any], int | None]
Orderings = Ordering | Iterable[Ordering]
Parts = Part | str | Iterable[Part | str]
Inner = Any
"""A Strategy, its text, or an object that is a strategy."""

class Part:
    """A part of a search, by its word."""

    word: str
    def __init__(self, *values: Any, **named: Any) -> None: ...

class Search(Strategy):
    """A strategy whose text is built from words."""

    word: str

class Driver(Strategy):
    """Drives another strategy's search again and again, choosing depths and windows."""

    word: str

class AlphaBeta(Search):
    """Fail-soft alpha-beta, moves in the order of the generator."""

    def __new__(
        cls,
        evaluator: Evaluator = None,
        *,
        quiescence: bool = False,
        ordering: Orderings = (),
        table: Part | int | None = None,
        selectivity: Parts = (),
        threads: int = 1,
    ) -> Self: ...

class AlphaBetaFailHard(Search):
    """Alpha-beta whose scores stay inside the window."""

    def __new__(cls, evaluator: Evaluator = None, *, quiescence: bool = False) -> Self: ...

class AlphaBetaMaxMin(Search):
    """Alpha-beta with a function for each side."""

    def __new__(cls, evaluator: Evaluator = None, *, quiescence: bool = False) -> Self: ...

class Aspiration(Driver):
    """A narrow window around the last score; =25 is its width to either side.
    number: a whole number from 1 to 10000.
    inner: the strategy that it drives: a Strategy, its text such as "pvs", or an object with a method search or value."""

    def __new__(cls, inner: Inner, number: int | None = None) -> Self: ...

class BestLooking(Part):
    """Moves are tried in the order of their evaluations."""

    def __init__(self) -> None: ...

class BestNode(Driver):
    """Finds the best root move, but not its exact score.
    inner: the strategy that it drives: a Strategy, its text such as "pvs", or an object with a method search or value."""

    def __new__(cls, inner: Inner) -> Self: ...

class Captures(Part):
    """Captures are tried first."""

    def __init__(self) -> None: ...

class DeepTable(Part):
    """A table that also uses results of deeper searches.
    mb: a whole number from 1 to 16777216."""

    mb: int
    def __init__(self, mb: int = 16) -> None: ...

class Deepening(Driver):
    """To depth 1, 2, 3 and so on.
    inner: the strategy that it drives: a Strategy, its text such as "pvs", or an object with a method search or value."""

    def __new__(cls, inner: Inner) -> Self: ...

class Engine(Search):
    """The full-strength engine, with its own evaluator.
    without: one of immediate-draws, mate-distance, table-lookup, endgame-tables, static-evaluation, razoring, reverse-futility, null-move, null-move-verification, prob-cut, internal-reduction, singular-extension, multi-cut, late-move-pruning, futility-pruning, exchange-pruning, history-pruning, late-move-reduction, null-windows, parallel, table-updates, quiet-history, threat-history, capture-history, continuation-history, check-ordering, correction-history, improving, aspiration-windows, quiescence-pruning, quiescence-checks.
    threads: a whole number from 1 to 256.
    hash_mb: a whole number from 1 to 16384."""

    def __new__(cls, evaluator: Evaluator = None, *, without: Iterable[str] = (), threads: int = 1, hash_mb: int = 16) -> Self: ...

class Exchanges(Part):
    """Captures are tried first, except those that lose material."""

    def __init__(self) -> None: ...

class Killers(Part):
    """Then moves that caused a cut-off at the same ply."""

    def __init__(self) -> None: ...

class LateMoves(Part):
    """Quiet moves late in the order are searched less deeply first; =6 is the number of moves before them.
    number: a whole number from 1 to 64."""

    number: int | None
    def __init__(self, number: int | None = None) -> None: ...

class Minimax(Search):
    """Every line to the depth, with a function for each side."""

    def __new__(cls, evaluator: Evaluator = None, *, quiescence: bool = False) -> Self: ...

class MonteCarlo(Search):
    """Monte Carlo tree search (UCT) with random games.
    exploration: a number from 0 to 100."""

    def __new__(cls, evaluator: Evaluator = None, *, exploration: float = 1.4142135623730951) -> Self: ...

class MtdF(Driver):
    """Null windows only, driven by MTD(f).
    inner: the strategy that it drives: a Strategy, its text such as "pvs", or an object with a method search or value."""

    def __new__(cls, inner: Inner) -> Self: ...

class Negamax(Search):
    """Minimax in one function."""

    def __new__(cls, evaluator: Evaluator = None, *, quiescence: bool = False) -> Self: ...

class NullMove(Part):
    """A node at which even passing reaches beta is cut off; =3 is the reduction of the pass in plies.
    number: a whole number from 1 to 8."""

    number: int | None
    def __init__(self, number: int | None = None) -> None: ...

class Parallel(Part):
    """The number of threads, which share the table.
    threads: a whole number from 1 to 256."""

    threads: int
    def __init__(self, threads: int = 2) -> None: ...

class PrincipalVariation(Search):
    """Principal variation search: null windows after the first move."""

    def __new__(
        cls,
        evaluator: Evaluator = None,
        *,
        quiescence: bool = False,
        ordering: Orderings = (),
        table: Part | int | None = None,
        selectivity: Parts = (),
        threads: int = 1,
    ) -> Self: ...

class ProofNumber(Search):
    """Proof-number search: finds forced wins and nothing else."""

    def __new__(cls) -> Self: ...

class Quiescence(Part):
    """Captures are played out at the horizon."""

    def __init__(self) -> None: ...

class QuietHistory(Part):
    """Then moves that caused cut-offs anywhere."""

    def __init__(self) -> None: ...

class Random(Search):
    """Any legal move, chosen by the seed."""

    def __new__(cls) -> Self: ...

class SssStar(Search):
    """SSS*, the best-first counterpart of alpha-beta."""

    def __new__(cls, evaluator: Evaluator = None, *, quiescence: bool = False) -> Self: ...

class Table(Part):
    """A table of this many megabytes, with exact results.
    mb: a whole number from 1 to 16777216."""

    mb: int
    def __init__(self, mb: int = 16) -> None: ...

class WorstLooking(Part):
    """The reverse order, to measure the worth of ordering."""

    def __init__(self) -> None: ...
