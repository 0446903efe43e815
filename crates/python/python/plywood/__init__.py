"""Chess and any two-player game: rules, interchangeable search strategies, and measurements of their parts.

>>> import plywood
>>> position = plywood.Position().play("e4").play("e5")
>>> report = plywood.search(position, "alpha-beta+captures:evaluator=material", depth=3)
>>> report.depth
3
"""

from typing import TYPE_CHECKING

from plywood import chess, learning, parts
from plywood._plywood import (
    Book,
    Columns,
    Epd,
    GamePosition,
    History,
    Move,
    PgnGame,
    PgnNode,
    PgnReader,
    PgnTable,
    Position,
    Score,
    Strategy,
    Syzygy,
    Tree,
    __version__,
    evaluate,
    evaluators,
    explain,
    strategies,
)
from plywood.data import batched, bitboards, evaluate_many, features_many, planes, search_many, to_numpy
from plywood.game import Game, check_laws, verify
from plywood.judging import Verdict, judge
from plywood.lab import Ablation, Comparison, Match, Suite, ablate, compare, match, search, suite
from plywood.parts import *
from plywood.report import Iteration, Report, ScoredLine, Stats
from plywood.stopping import stopped_by, to_thread

__all__ = [
    "Ablation",
    "Book",
    "Columns",
    "Comparison",
    "Epd",
    "Game",
    "GamePosition",
    "History",
    "Iteration",
    "Match",
    "Move",
    "PgnGame",
    "PgnNode",
    "PgnReader",
    "PgnTable",
    "Position",
    "Report",
    "Score",
    "ScoredLine",
    "Stats",
    "Strategy",
    "Suite",
    "Syzygy",
    "Tree",
    "Verdict",
    "ablate",
    "batched",
    "bitboards",
    "check_laws",
    "chess",
    "compare",
    "evaluate",
    "evaluate_many",
    "evaluators",
    "explain",
    "features_many",
    "learning",
    "judge",
    "match",
    "planes",
    "search",
    "search_many",
    "stopped_by",
    "strategies",
    "suite",
    "to_numpy",
    "to_thread",
    "verify",
]
__all__ += parts.__all__

if not TYPE_CHECKING:

    def __getattr__(name):
        hint = "; plywood.chess has it, for programs that were written for python-chess" if hasattr(chess, name) else ""
        if name == "Board":
            hint += ", and a position of another game is a plywood.GamePosition"
        raise AttributeError(f"module 'plywood' has no attribute {name!r}{hint}")
