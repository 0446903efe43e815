"""Comparisons, matches, test suites and ablations."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from plywood import _plywood
from plywood._plywood import Strategy
from plywood.data import Columns
from plywood.progress import Progress, Shown
from plywood.report import Iteration, M, Report

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from plywood.limits import Budget, Limits, MoveLimits

AnyStrategy = str | Strategy | Any
"""A strategy's text, a Strategy, or an object with a method search(position, limits) or value(position, depth, alpha, beta)."""


@overload
def search(
    position: _plywood._AnyPosition,
    strategy: AnyStrategy | None = None,
    *,
    evaluator: Any = None,
    threads: int | None = None,
    on_iteration: Callable[[Iteration[_plywood.Move]], object] | None = None,
    **limits: Unpack[Limits],
) -> Report[_plywood.Position, _plywood.Move]: ...
@overload
def search(
    position: _plywood._Playable[M],
    strategy: AnyStrategy | None = None,
    *,
    evaluator: Any = None,
    threads: int | None = None,
    on_iteration: Callable[[Iteration[M]], object] | None = None,
    **limits: Unpack[Limits],
) -> Report[Any, M]: ...
def search(
    position: Any,
    strategy: AnyStrategy | None = None,
    *,
    evaluator: Any = None,
    threads: int | None = None,
    on_iteration: Callable[[Iteration[Any]], object] | None = None,
    **limits: Unpack[Limits],
) -> Report[Any, Any]:
    """Search a position, by default a chess position with the engine. To share a table between searches, make a Strategy.

    The limits are depth, nodes, soft_nodes, rounds, time and soft_time (seconds), clock (remaining, increment, moves_to_go), moves (only
    these at the root), lines (of the best moves) and seed. on_iteration is called after every depth of iterative deepening; the search
    ends if it returns True. A strategy may be a UCI program, "uci:cmd=stockfish", which takes only depth, nodes, time and clock
    as limits. threads adds that part to the text of a strategy: the engine, or a search with a table.

    >>> search("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "alpha-beta", depth=2).line_text
    'Ra8#'
    """
    if strategy is None:
        # Only boards of python-chess, or with its interface, keep their moves.
        is_chess = isinstance(position, (str, _plywood.Position, _plywood.History)) or hasattr(position, "move_stack")
        strategy = "engine" if is_chess else "alpha-beta+table=16+deepening"
    if evaluator is not None or threads is not None or not isinstance(strategy, Strategy):
        strategy = Strategy(strategy, evaluator, threads=threads)
    return strategy.search(position, on_iteration=on_iteration, **limits)


class Result:
    """The results of a measurement: `data` as plain values, `table()` as columns, `str()` as text, `html()` as a complete page."""

    _left_out: Sequence[str] = ()
    """Columns that notebooks do not show."""

    def __init__(self, data: Any, text: str, svg: str, page: str | None = None) -> None:
        self.data = data
        self.svg = svg
        self._text = text
        self._page = page

    def rows(self) -> list[dict[str, Any]]:
        """The result as rows of a table: plain numbers and strings."""
        raise NotImplementedError

    def table(self) -> Columns:
        """The rows as columns, for pandas, polars, DuckDB or pyarrow."""
        return Columns.of_rows(self.rows())

    def to_pandas(self) -> Any:
        """The rows as a pandas DataFrame."""
        return self.table().to_pandas()

    def html(self) -> str:
        """A self-contained page with all numbers and pictures."""
        if self._page is None:
            return f"<!DOCTYPE html><meta charset='utf-8'>{self._repr_html_()}"
        return self._page

    def save(self, path: str | os.PathLike[str], *, replace: bool = False) -> None:
        """Write the page to a file. A file that plywood has not written needs replace=True."""
        _plywood.write_file(path, self.html().encode(), replace)

    def __len__(self) -> int:
        return len(self.rows())

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.rows())

    def __getitem__(self, index: int) -> dict[str, Any]:
        return self.rows()[index]

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.table().__arrow_c_stream__(requested_schema)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self)} rows>"

    def _repr_html_(self) -> str:
        from plywood.notebook import picture

        return f"{self._html_table()}{picture(self.svg)}"

    def _html_table(self) -> str:
        from plywood.notebook import table

        rows = self.rows()
        headings = [name for name in rows[0] if name not in self._left_out] if rows else []
        return table(headings, [[row[name] for name in headings] for row in rows])


class Comparison(Result):
    """Strategies side by side: a row for each strategy, position and depth."""

    _left_out = ("evaluated", "saved", "cutoffs", "first_move_cutoffs", "is_finished")

    def __init__(self, data: Any, text: str, csv: str, svg: str, positions: int = 1) -> None:
        super().__init__(data, text, svg)
        self.csv = csv
        self._rows_each = max(1, len(data["rows"]) // positions)

    @property
    def conclusions(self) -> list[str]:
        """Sentences on what follows about the strategies, from six positions on: each is compared with the one above it, or with `against`."""
        return list(self.data["conclusions"])

    def rows(self) -> list[dict[str, Any]]:
        rows = enumerate(self.data["rows"])
        return [self._row(number // self._rows_each + 1, row) for number, row in rows]

    def _repr_html_(self) -> str:
        # A single depth has no curve.
        has_curve = len({row["depth"] for row in self.data["rows"]}) > 1
        return super()._repr_html_() if has_curve else self._html_table()

    @staticmethod
    def _row(position: int, row: Mapping[str, Any]) -> dict[str, Any]:
        return {
            "strategy": row["name"],
            "position": position,
            "depth": row["depth"],
            "move": row["best_move"],
            "score": row["score_text"],
            "nodes": row["nodes"],
            "evaluated": row["evaluated"],
            "saved": row["saved"],
            "cutoffs": row["cutoffs"],
            "first_move_cutoffs": row["first_move_cutoffs"],
            "seconds": row["seconds"],
            "fewer_nodes": row["fewer_nodes"],
            "same_value": row["same_value"],
            "same_move": row["same_move"],
            "is_exact": row["is_exact"],
            "is_finished": row["is_finished"],
        }


def compare(
    positions: Any,
    strategies: Iterable[AnyStrategy] | Mapping[str, AnyStrategy] | None = None,
    *,
    depths: Iterable[int] | None = None,
    against: str | None = None,
    repeats: int = 1,
    threads: int = 1,
    progress: Shown = True,
    **limits: Unpack[Limits],
) -> Comparison:
    """Compare strategies on one position or a list of them, to one depth or several. By default each strategy adds one part to the one before.

    Parallel searches, as with threads=2, slow each other down a little.

    If the evaluators differ, each row's name ends with its own, unless you've given names as a dictionary.

    With `against`, every row is compared with that strategy: how many times fewer nodes, and whether value and move are the same.

    >>> table = compare(Position(), ["minimax", "alpha-beta"], depth=2, against="minimax")
    >>> table[1]["same_value"]
    True
    >>> compare(Position(), depth=1)[2]["strategy"]
    'alpha-beta+captures'
    """
    is_one = isinstance(positions, (str, _plywood.History)) or hasattr(positions, "legal_moves") or not isinstance(positions, Iterable)
    positions = [positions] if is_one else list(positions)
    if strategies is None:
        strategies = _plywood.ladder(positions[0]) if positions else []
    named = strategies if isinstance(strategies, Mapping) else _named(strategies)
    if against is not None and against not in named:
        raise ValueError(f"there is no strategy {against!r} to compare against; there are {', '.join(named)}")
    question: dict[str, Any] = {
        "positions": positions,
        "strategies": list(named.values()),
        "names": list(named),
        "is_named": isinstance(strategies, Mapping),
        "depths": None if depths is None else list(depths),
        "against": against,
        "repeats": repeats,
        "threads": threads,
    }
    with Progress("searches", progress) as bar:
        question["progress"] = bar.show
        data, text, csv, svg = _plywood.compare(question, limits)
    return Comparison(json.loads(data), text, csv, svg, len(positions))


def _several(strategies: AnyStrategy | Iterable[AnyStrategy] | Mapping[str, AnyStrategy]) -> tuple[list[AnyStrategy], list[str] | None]:
    """Strategies and their names, if they have any. A single strategy becomes a list of one."""
    if isinstance(strategies, Mapping):
        return list(strategies.values()), list(strategies)
    return ([strategies] if isinstance(strategies, (str, Strategy)) else list(strategies)), None


def _named(strategies: AnyStrategy | Iterable[AnyStrategy]) -> dict[str, AnyStrategy]:
    named: dict[str, AnyStrategy] = {}
    for strategy in _several(strategies)[0]:
        name = str(strategy) if isinstance(strategy, (str, Strategy)) else getattr(strategy, "name", type(strategy).__name__)
        number, free = 2, name
        while free in named:
            number, free = number + 1, f"{name} ({number})"
        named[free] = strategy
    return named


class Match(Result):
    """The result of a match, with Elo and its 95 % interval for each player: its lead over the opponent, or in a match of more than
    two over the average of all."""

    def rows(self) -> list[dict[str, Any]]:
        players = self.data["summary"]["players"]
        # The last digits are rounding errors.
        leads = [{name: elo and round(elo, 9) for name, elo in player["elo"].items()} for player in players]
        return [
            {
                "player": player["name"],
                "elo": lead["value"],
                "elo_low": lead["low"],
                "elo_high": lead["high"],
                "wins": player["games"]["won"],
                "draws": player["games"]["drawn"],
                "losses": player["games"]["lost"],
                "score": player["score"],
            }
            for player, lead in zip(players, leads)
        ]

    @property
    def games(self) -> list[dict[str, Any]]:
        """Every game played; its text is under "pgn"."""
        games: list[dict[str, Any]] = self.data["games"]
        return games

    @property
    def test(self) -> dict[str, Any] | None:
        """The sequential test: its log-likelihood ratio, bounds and decision."""
        test: dict[str, Any] | None = self.data["summary"]["test"]
        return test

    @property
    def pgn(self) -> str:
        """All games as text, for chess PGN."""
        return "\n".join(game["pgn"] for game in self.games)

    def _repr_html_(self) -> str:
        test = self.test
        note = ""
        if test is not None:
            low, high = test["bounds"]
            decision = test["decision"] or "undecided"
            note = f"<p>LLR {test['llr']:.2f} of [{low:.2f}, {high:.2f}]: {decision}</p>"
        return super()._repr_html_() + note


def match(
    players: Iterable[AnyStrategy] | Mapping[str, AnyStrategy],
    *,
    game: Any = "chess",
    games: int = 100,
    openings: Iterable[Any] | None = None,
    plies: int = 8,
    seed: int = 1,
    sprt: str | None = None,
    format: str = "round-robin",
    max_moves: int | None = None,
    journal: str | os.PathLike[str] | None = None,
    shard: str | None = None,
    threads: int | None = None,
    progress: Shown = True,
    **limits: Unpack[MoveLimits],
) -> Match:
    """Play a match between strategies, and for chess UCI programs ("uci:cmd=stockfish"): a list of them, or a dictionary of names.

    The limits of a move are depth, nodes or time (seconds). Without openings, each pair of games begins with its own random
    plies. sprt, such as "elo0=0,elo1=5", ends the match once the test is decided; with format="challengers" each of the
    others is tested against the first. A journal records every game, so that an interrupted match can resume; shard="3/16"
    plays a part of it. plywood-lab reads and merges these journals. A journal has only the names of what you write in Python: begin a new
    one after changing it. The number of games is even, because both players play
    both sides of each opening. progress may be a function, called with (done, total).
    """
    strategies, names = _several(players)
    settings: dict[str, Any] = {
        "players": strategies,
        "names": names,
        "games": games,
        "openings": None if openings is None else list(openings),
        "plies": plies,
        "seed": seed,
        "sprt": sprt,
        "format": format,
        "max_moves": max_moves,
        "journal": None if journal is None else os.fspath(journal),
        "shard": shard,
        "threads": threads,
    }
    with Progress("games", progress) as bar:
        settings["progress"] = bar.show
        data, text, svg, page = _plywood.play_match(game, settings, limits)
    return Match(json.loads(data), text, svg, page)


class Suite(Result):
    """The number of test positions that each strategy solved."""

    def rows(self) -> list[dict[str, Any]]:
        total = self.data["marks"]["positions"]
        return [
            {
                "strategy": sheet["strategy"],
                "solved": sheet["solved"],
                "positions": total,
                "points": sheet["points"],
                "nodes": sheet["nodes"],
                "seconds": sheet["seconds"],
                "seconds_to_solution": sheet["seconds_to_solution"],
            }
            for sheet in self.data["marks"]["sheets"]
        ]

    @property
    def answers(self) -> list[dict[str, Any]]:
        """Every position with the answers of all strategies."""
        answers: list[dict[str, Any]] = self.data["positions"]
        return answers


def suite(
    positions: str | os.PathLike[str] | Iterable[str],
    strategies: Iterable[AnyStrategy] | Mapping[str, AnyStrategy],
    *,
    game: Any = "chess",
    threads: int = 1,
    progress: Shown = True,
    **limits: Unpack[MoveLimits],
) -> Suite:
    """Solve test positions with strategies: an EPD file, or a list of lines such as "FEN; bm Nf3; id "one";"."""
    data, text, svg, page = _measure(_plywood.solve_suite, positions, strategies, game, Progress("positions", progress), limits, {"threads": threads})
    return Suite(data, text, svg, page)


class Ablation(Result):
    """The worth of each part of a strategy: a row for the whole strategy, then one without each part."""

    def rows(self) -> list[dict[str, Any]]:
        return [
            {
                "without": row["without"],
                "nodes": row["nodes"],
                "seconds": row["seconds"],
                "solved": row["solved"],
                "elo": row["elo"] and row["elo"]["value"],
                "elo_low": row["elo"] and row["elo"]["low"],
                "elo_high": row["elo"] and row["elo"]["high"],
            }
            for row in self.data["rows"]
        ]


def ablate(
    strategy: AnyStrategy,
    positions: str | os.PathLike[str] | Iterable[str],
    *,
    depth: int,
    games: int = 0,
    game: Any = "chess",
    threads: int | None = None,
    progress: Shown = True,
    **limits: Unpack[Budget],
) -> Ablation:
    """Measure a strategy without each of its parts: nodes and time to the depth (or of the given rounds), positions solved within the limits, and Elo
    from games against the whole strategy. Without other limits, the depth limits these too."""
    within: MoveLimits = {**limits, "depth": None if any(limits.values()) else depth}
    more = {"depth": depth, "games": games, "threads": threads}
    data, text, svg, page = _measure(_plywood.ablate, positions, [strategy], game, Progress("steps", progress), within, more)
    return Ablation(data, text, svg, page)


def _measure(
    measure: Callable[..., tuple[str, str, str, str]],
    positions: str | os.PathLike[str] | Iterable[str],
    strategies: Iterable[AnyStrategy] | Mapping[str, AnyStrategy],
    game: Any,
    progress: Progress,
    limits: MoveLimits,
    more: Mapping[str, Any],
) -> tuple[Any, str, str, str]:
    is_file = isinstance(positions, (str, os.PathLike))
    if is_file and Path(positions).is_fifo():  # type: ignore[arg-type]
        # Reading a pipe can be interrupted here.
        with open(positions, encoding="utf-8") as pipe:  # type: ignore[arg-type]
            positions, is_file = [line for line in pipe if line.strip() and not line.startswith("#")], False
    lines = [] if is_file else [str(line) for line in positions]  # type: ignore[union-attr]
    several, names = _several(strategies)
    settings = {
        "file": os.fspath(positions) if is_file else None,  # type: ignore[arg-type]
        "positions": lines,
        "strategies": several,
        "names": names,
        "depth": 1,
        "games": 0,
        "threads": None,
        **more,
    }
    with progress as bar:
        settings["progress"] = bar.show
        data, text, svg, page = measure(game, settings, limits)
    return json.loads(data), text, svg, page
