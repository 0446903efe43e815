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
    "BestMean",
    "BestNode",
    "ByVisits",
    "CaptureGames",
    "Captures",
    "CheckExtension",
    "Cut",
    "DeepTable",
    "Deepening",
    "DfPn",
    "Engine",
    "EnhancedCutoffs",
    "EpsilonGreedy",
    "Evaluated",
    "Exchanges",
    "ExpandAll",
    "FirstPlay",
    "FutilityPruning",
    "HistoryPruning",
    "ImplicitMinimax",
    "InternalReduction",
    "Keeping",
    "Killers",
    "LateMovePruning",
    "LateMoves",
    "LookingGames",
    "MakingRoom",
    "Mast",
    "Memory",
    "Minimax",
    "MonteCarlo",
    "MtdAbove",
    "MtdBelow",
    "MtdF",
    "Negamax",
    "NullMove",
    "OneTree",
    "Parallel",
    "PrincipalVariation",
    "Priors",
    "ProbCut",
    "ProgressiveBias",
    "ProofNumber",
    "Puct",
    "Quiescence",
    "QuietHistory",
    "Random",
    "Rave",
    "Razoring",
    "ReverseFutility",
    "RootNoise",
    "Safest",
    "Shallow",
    "SingularExtension",
    "Solver",
    "SssStar",
    "Table",
    "Transpositions",
    "Ucb1Tuned",
    "Uct",
    "Widening",
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

    def __new__(cls, evaluator: Evaluator = None, *, quiescence: bool = False, ordering: Orderings = ()) -> Self: ...

class AlphaBetaMaxMin(Search):
    """Alpha-beta with a function for each side."""

    def __new__(cls, evaluator: Evaluator = None, *, quiescence: bool = False, ordering: Orderings = ()) -> Self: ...

class Aspiration(Driver):
    """A narrow window around the last score; =25 is its width to either side.
    number: a whole number from 1 to 10000.
    inner: the strategy that it drives: a Strategy, its text such as "pvs", or an object with a method search or value."""

    def __new__(cls, inner: Inner, number: int | None = None) -> Self: ...

class BestLooking(Part):
    """Moves are tried in the order of their evaluations."""

    def __init__(self) -> None: ...

class BestMean(Part):
    """Plays the move with the best mean, not the most visited one."""

    def __init__(self) -> None: ...

class BestNode(Driver):
    """Finds the best root move by null windows, and then its score.
    inner: the strategy that it drives: a Strategy, its text such as "pvs", or an object with a method search or value."""

    def __new__(cls, inner: Inner) -> Self: ...

class ByVisits(Part):
    """Plays any move, with a probability in proportion to its visits; =100 is the temperature in percent.
    number: a whole number from 0 to 1000."""

    number: int | None
    def __init__(self, number: int | None = None) -> None: ...

class CaptureGames(Part):
    """Random games prefer captures."""

    def __init__(self) -> None: ...

class Captures(Part):
    """Captures are tried first."""

    def __init__(self) -> None: ...

class CheckExtension(Part):
    """Moves that give check are searched a ply more deeply."""

    def __init__(self) -> None: ...

class Cut(Part):
    """A random game is cut after this many plies, by default 4, and evaluated.
    number: a whole number from 0 to 200."""

    number: int | None
    def __init__(self, number: int | None = None) -> None: ...

class DeepTable(Part):
    """A table that also uses results of deeper searches.
    mb: a whole number from 1 to 16777216."""

    mb: int
    def __init__(self, mb: int = 16) -> None: ...

class Deepening(Driver):
    """To depth 1, 2, 3 and so on.
    inner: the strategy that it drives: a Strategy, its text such as "pvs", or an object with a method search or value."""

    def __new__(cls, inner: Inner) -> Self: ...

class DfPn(Search):
    """Depth-first proof-number search, whose numbers are in a table.
    memory_mb: a whole number from 1 to 16777216."""

    def __new__(cls, *, memory_mb: int | bool = False) -> Self: ...

class Engine(Search):
    """The full-strength engine, with its own evaluator.
    without: one of immediate-draws, mate-distance, table-lookup, endgame-tables, static-evaluation, razoring, reverse-futility, null-move, null-move-verification, prob-cut, internal-reduction, singular-extension, multi-cut, late-move-pruning, futility-pruning, exchange-pruning, history-pruning, late-move-reduction, null-windows, parallel, table-updates, quiet-history, threat-history, capture-history, continuation-history, check-ordering, correction-history, improving, aspiration-windows, quiescence-pruning, quiescence-checks.
    threads: a whole number from 1 to 256.
    hash_mb: a whole number from 1 to 16384."""

    def __new__(cls, evaluator: Evaluator = None, *, without: Iterable[str] = (), threads: int = 1, hash_mb: int = 16) -> Self: ...

class EnhancedCutoffs(Part):
    """The table is asked about all moves of a node first (ETC); =2 is the least depth.
    number: a whole number from 1 to 64."""

    number: int | None
    def __init__(self, number: int | None = None) -> None: ...

class EpsilonGreedy(Part):
    """A round goes to the best move, or in this percentage of choices, by default 10, to any.
    number: a whole number from 0 to 100."""

    number: int | None
    def __init__(self, number: int | None = None) -> None: ...

class Evaluated(Part):
    """A leaf is evaluated, without a random game."""

    def __init__(self) -> None: ...

class Exchanges(Part):
    """Captures are tried first, except those that lose material."""

    def __init__(self) -> None: ...

class ExpandAll(Part):
    """A leaf gets all its children at once, not one a round."""

    def __init__(self) -> None: ...

class FirstPlay(Part):
    """A move that was never tried counts as having this mean in percent, by default 50, so not each has to be tried.
    number: a whole number from 0 to 100."""

    number: int | None
    def __init__(self, number: int | None = None) -> None: ...

class FutilityPruning(Part):
    """Near the horizon, quiet moves are skipped far below alpha; =150 is the margin for each ply, in centipawns.
    number: a whole number from 0 to 30000."""

    number: int | None
    def __init__(self, number: int | None = None) -> None: ...

class HistoryPruning(Part):
    """Near the horizon, quiet moves that failed elsewhere are skipped; =4 is the number of failures for each ply.
    number: a whole number from 0 to 10000."""

    number: int | None
    def __init__(self, number: int | None = None) -> None: ...

class ImplicitMinimax(Part):
    """The mean is mixed with this percentage, by default 40, of the minimax value of evaluations.
    number: a whole number from 0 to 100."""

    number: int | None
    def __init__(self, number: int | None = None) -> None: ...

class InternalReduction(Part):
    """A node without a move from the table is searched a ply less deeply; =4 is the least depth.
    number: a whole number from 2 to 64."""

    number: int | None
    def __init__(self, number: int | None = None) -> None: ...

class Keeping(Part):
    """The tree is kept from move to move."""

    def __init__(self) -> None: ...

class Killers(Part):
    """Then moves that caused a cut-off at the same ply."""

    def __init__(self) -> None: ...

class LateMovePruning(Part):
    """Near the horizon, quiet moves late in the order are skipped; =3 is the number of moves before them.
    number: a whole number from 0 to 64."""

    number: int | None
    def __init__(self, number: int | None = None) -> None: ...

class LateMoves(Part):
    """Quiet moves late in the order are searched less deeply first; =6 is the number of moves before them.
    number: a whole number from 1 to 64."""

    number: int | None
    def __init__(self, number: int | None = None) -> None: ...

class LookingGames(Part):
    """Random games prefer moves that the evaluator likes."""

    def __init__(self) -> None: ...

class MakingRoom(Part):
    """When the memory is full, the least visited nodes lose their children."""

    def __init__(self) -> None: ...

class Mast(Part):
    """Random games prefer moves that were good in other games."""

    def __init__(self) -> None: ...

class Memory(Part):
    """The tree takes at most this many megabytes.
    mb: a whole number from 1 to 16777216."""

    mb: int
    def __init__(self, mb: int = 64) -> None: ...

class Minimax(Part):
    """The minimax value of the leaves is backed up, not the mean, and rounds follow the best line."""

    def __init__(self) -> None: ...

class MonteCarlo(Search):
    """Monte Carlo tree search (UCT) with random games.
    exploration: a number from 0 to 100."""

    def __new__(
        cls,
        evaluator: Evaluator = None,
        *,
        exploration: float = 1.4142135623730951,
        quiescence: bool = False,
        ordering: Orderings = (),
        table: Part | int | None = None,
        selectivity: Parts = (),
        threads: int = 1,
    ) -> Self: ...

class MtdAbove(Driver):
    """Null windows from above: MTD(+∞), which visits the leaves of SSS*.
    inner: the strategy that it drives: a Strategy, its text such as "pvs", or an object with a method search or value."""

    def __new__(cls, inner: Inner) -> Self: ...

class MtdBelow(Driver):
    """Null windows from below: MTD(-∞), which is DUAL*.
    inner: the strategy that it drives: a Strategy, its text such as "pvs", or an object with a method search or value."""

    def __new__(cls, inner: Inner) -> Self: ...

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

class OneTree(Part):
    """The number of threads that grow one tree, with virtual losses.
    threads: a whole number from 1 to 256."""

    threads: int
    def __init__(self, threads: int = 2) -> None: ...

class Parallel(Part):
    """The number of threads, which share the table, or in Monte Carlo search count the votes of their trees.
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

class Priors(Part):
    """Moves get prior probabilities by evaluating the positions after them."""

    def __init__(self) -> None: ...

class ProbCut(Part):
    """A capture that beats beta by a margin four plies shallower cuts the node off; =200 is the margin in centipawns.
    number: a whole number from 0 to 30000."""

    number: int | None
    def __init__(self, number: int | None = None) -> None: ...

class ProgressiveBias(Part):
    """A bonus for moves with a high prior, which fades with visits; =1 is its weight.
    number: a whole number from 1 to 1000."""

    number: int | None
    def __init__(self, number: int | None = None) -> None: ...

class ProofNumber(Search):
    """Proof-number search: finds forced wins and nothing else.
    memory_mb: a whole number from 1 to 16777216.
    squared: no value."""

    def __new__(cls, *, memory_mb: int | bool = False, squared: bool = False) -> Self: ...

class Puct(Part):
    """A round prefers moves with a high prior probability."""

    def __init__(self) -> None: ...

class Quiescence(Part):
    """Captures are played out at the horizon."""

    def __init__(self) -> None: ...

class QuietHistory(Part):
    """Then moves that caused cut-offs anywhere."""

    def __init__(self) -> None: ...

class Random(Search):
    """Any legal move, chosen by the seed."""

    def __new__(cls) -> Self: ...

class Rave(Part):
    """A move is also judged by the games in which it was played later (AMAF); =300 is the number of rounds at which both weigh the same.
    number: a whole number from 1 to 1000000."""

    number: int | None
    def __init__(self, number: int | None = None) -> None: ...

class Razoring(Part):
    """A node far below alpha is left to the horizon; =300 is the margin for each ply, in centipawns.
    number: a whole number from 0 to 30000."""

    number: int | None
    def __init__(self, number: int | None = None) -> None: ...

class ReverseFutility(Part):
    """A node far above beta is cut off; =120 is the margin for each ply, in centipawns.
    number: a whole number from 0 to 30000."""

    number: int | None
    def __init__(self, number: int | None = None) -> None: ...

class RootNoise(Part):
    """The priors of the root are mixed with noise."""

    def __init__(self) -> None: ...

class Safest(Part):
    """Plays the move whose mean is surely high."""

    def __init__(self) -> None: ...

class Shallow(Part):
    """A leaf is searched by alpha-beta this many plies deep, by default 2, with the parts of that search.
    number: a whole number from 0 to 64."""

    number: int | None
    def __init__(self, number: int | None = None) -> None: ...

class SingularExtension(Part):
    """The table's move is searched a ply more deeply if all others are much worse; =6 is the least depth.
    number: a whole number from 2 to 64."""

    number: int | None
    def __init__(self, number: int | None = None) -> None: ...

class Solver(Part):
    """Proven wins, losses and draws are backed up (MCTS-Solver)."""

    def __init__(self) -> None: ...

class SssStar(Search):
    """SSS*, the best-first counterpart of alpha-beta."""

    def __new__(cls, evaluator: Evaluator = None, *, quiescence: bool = False) -> Self: ...

class Table(Part):
    """A table of this many megabytes, with exact results.
    mb: a whole number from 1 to 16777216."""

    mb: int
    def __init__(self, mb: int = 16) -> None: ...

class Transpositions(Part):
    """A position that is reached in several ways has its moves once."""

    def __init__(self) -> None: ...

class Ucb1Tuned(Part):
    """A round prefers moves whose results vary."""

    def __init__(self) -> None: ...

class Uct(Search):
    """Monte Carlo tree search, by its other name.
    exploration: a number from 0 to 100."""

    def __new__(
        cls,
        evaluator: Evaluator = None,
        *,
        exploration: float = 1.4142135623730951,
        quiescence: bool = False,
        ordering: Orderings = (),
        table: Part | int | None = None,
        selectivity: Parts = (),
        threads: int = 1,
    ) -> Self: ...

class Widening(Part):
    """Only the likeliest moves are tried: after N rounds √N times this many, by default 1.
    number: a whole number from 1 to 1000."""

    number: int | None
    def __init__(self, number: int | None = None) -> None: ...

class WorstLooking(Part):
    """The reverse order, to measure the worth of ordering."""

    def __init__(self) -> None: ...
