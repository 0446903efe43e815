"""Reinforcement learning: batches of games, moves as numbers, and Monte Carlo tree search guided by a network.

>>> import numpy
>>> from plywood import GamePosition
>>> boards = [GamePosition("connect-four")] * 2
>>> planes(boards).shape, legal_mask(boards).shape
((2, 2, 6, 7), (2, 7))
>>> boards, results = step(boards, [3, 0])
>>> [str(board).splitlines()[-1] for board in boards], numpy.isnan(results).tolist()
(['...X...', 'X......'], [True, True])
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from itertools import product
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from plywood import data
from plywood._plywood import GamePosition, History, Move, Position, Score
from plywood.chess import SQUARE_NAMES
from plywood.data import Positions, _plain

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

    Network = Callable[[list[Any]], tuple[Any, Any]]

_FROM_TO = 64 * 64
_CASTLING = _FROM_TO + 8 * 3 * 3
_MOVES = {
    "connect-four": {column: number for number, column in enumerate("abcdefg")},
    "tic-tac-toe": {file + rank: number for number, (rank, file) in enumerate(product("321", "abc"))},
}
"""The numbers of moves by their text."""

_NUMBERS: dict[Move, int] = {}
"""A cache of the numbers of chess moves."""


def _number(move: Move) -> int:
    if move not in _NUMBERS:
        start, end = SQUARE_NAMES.index(move.from_square), SQUARE_NAMES.index(move.to_square)
        number = 64 * start + end
        if move.is_castling:
            number = _CASTLING + (end % 8 == 2)
        elif move.promotion not in (None, "q", "Q"):
            number = _FROM_TO + 9 * (start % 8) + 3 * (end % 8 - start % 8 + 1) + "nbr".index(move.promotion.lower())
        _NUMBERS[move] = number
    return _NUMBERS[move]


def _moves_of(position: Any) -> dict[str, int]:
    if isinstance(position, GamePosition) and position.game in _MOVES:
        return _MOVES[position.game]
    raise ValueError(f"only moves of chess, connect four and tic-tac-toe have numbers, not those of {position!r}")


def _read(position: Any) -> Any:
    """The position of a string or of a board of python-chess."""
    return position if isinstance(position, (Position, GamePosition)) else History(position).position


def move_to_index(position: Any, move: Any) -> int:
    """The number of a legal move, as an index into a network's outputs; different for every legal move of the position.

    In chess it is 64 times the origin square plus the destination square, where a1 is 0; promotions to pieces other than a queen
    have numbers from 4096, and castling has the last two numbers. In connect four it is the column, in tic-tac-toe the cell."""
    if isinstance(position, GamePosition):
        return _moves_of(position)[move]
    return _number(move if isinstance(move, Move) else _read(position).move(str(move)))


def index_to_move(position: Any, index: int) -> Any:
    """The legal move with this number."""
    position = _read(position)
    for move in position.legal_moves():
        if move_to_index(position, move) == index:
            return move
    raise ValueError(f"no legal move has the number {index} in {position!r}")


def legal_mask(positions: Positions) -> Array:
    """An array of shape (n, moves), True at the numbers of legal moves. All positions must be of one game."""
    import numpy

    given = [_read(position) for position in _plain(positions)]
    is_chess = not given or isinstance(given[0], Position)
    mask = numpy.zeros((len(given), _CASTLING + 2 if is_chess else len(_moves_of(given[0]))), dtype=bool)
    for row, position in zip(mask, given):
        row[[move_to_index(position, move) for move in position.legal_moves()]] = True
    return mask


def planes(positions: Positions) -> Array:
    """`plywood.planes`, also of connect four, (n, 2, 6, 7), and tic-tac-toe, (n, 2, 3, 3): the stones of the side to move, and then those
    of the other, the lowest row first."""
    import numpy

    given = list(_plain(positions))
    if not given or not isinstance(given[0], GamePosition):
        return data.planes(given)
    rows = [str(board).split() for board in given if _moves_of(board)]
    signs = numpy.frombuffer("".join(map("".join, rows)).encode(), dtype=numpy.uint8)
    signs = signs.reshape(len(rows), len(rows[0]), len(rows[0][0]))[:, ::-1]
    first, second = signs == ord("X"), signs == ord("O")
    # The first player is to move if both have the same number of stones.
    is_first = (first.sum((1, 2)) == second.sum((1, 2)))[:, None, None]
    return numpy.stack([numpy.where(is_first, first, second), numpy.where(is_first, second, first)], axis=1).astype(numpy.uint8)


def step(positions: Positions, indices: Iterable[int]) -> tuple[list[Any], Array]:
    """Play a move in each of many games, by its number. Returns the positions after the moves, and the results for the sides that
    moved: 1 for a won game, 0 for a draw, and NaN if the game is not over. Repetition is not detected."""
    import numpy

    given, numbers = [_read(position) for position in _plain(positions)], [int(index) for index in indices]
    if len(given) != len(numbers):
        raise ValueError(f"{len(given)} positions have {len(numbers)} moves")
    after = [position.play(index_to_move(position, number)) for position, number in zip(given, numbers)]
    return after, numpy.array([_result(position) for position in after], dtype=numpy.float32)


def _result(position: Any) -> float:
    """The result of a game for the side that has just moved."""
    if isinstance(position, GamePosition):
        return {"lost": 1.0, "drawn": 0.0}.get(position.ending() or "", math.nan)
    outcome = position.outcome()
    return math.nan if outcome is None else 0.0 if outcome[0] == "1/2-1/2" else 1.0


class _Node:
    """A node of the search tree, with statistics of its moves."""

    __slots__ = ("position", "result", "moves", "priors", "visits", "results", "children")

    def __init__(self, position: Any, result: float | None = None) -> None:
        self.position = position
        self.result = result
        """The result for the side that moved here; None if the game is not over."""
        self.moves: list[int] = []
        self.priors: list[float] = []
        self.visits: list[int] = []
        self.results: list[float] = []
        """The sums of the results for the side to move."""
        self.children: dict[int, _Node] = {}

    def choose(self, exploration: float) -> int:
        """The index of the move with the highest bound: its mean result, plus a bonus for a high prior and few visits."""
        wide = exploration * math.sqrt(1 + sum(self.visits))
        moves = zip(self.results, self.visits, self.priors)
        bounds = [result / (visits or 1) + wide * prior / (1 + visits) for result, visits, prior in moves]
        return bounds.index(max(bounds))


class Guided:
    """Monte Carlo tree search with priors (PUCT, as in AlphaZero): a network gives the priors of moves and the values of positions.

    For a list of positions the network returns the priors of their moves by number, an array (n, moves) of which only those of legal
    moves are used, and the expected results for the sides to move, n numbers from -1 to 1. The search is a strategy for matches and
    comparisons; `visits` searches many games at once, with one batch of the network in each round.
    """

    def __init__(self, network: Network, *, rounds: int = 100, exploration: float = 1.5, name: str = "guided") -> None:
        self.network, self.rounds, self.exploration, self.name = network, rounds, exploration, name

    def visits(self, positions: Positions, *, noise: float = 0.0, seed: int | None = None) -> Array:
        """The visits of each move by its number, an array (n, moves), as a training target. No game may be over. noise is the random
        share of the priors at the root."""
        roots = [_Node(position) for position in _plain(positions)]
        import numpy

        self._grown(roots, self.rounds, noise, seed)
        visits = numpy.zeros(legal_mask([root.position for root in roots]).shape, dtype=numpy.int32)
        for number, root in enumerate(roots):
            visits[number, root.moves] = root.visits
        return visits

    def search(self, position: Any, limits: Mapping[str, Any]) -> SimpleNamespace:
        """The most visited move after one round for each allowed node, and its score."""
        root = _Node(position)
        self._grown([root], limits.get("nodes") or self.rounds)
        best = root.visits.index(max(root.visits))
        share = (1 + root.results[best] / root.visits[best]) / 2
        share = min(max(share, 1e-4), 1 - 1e-4)
        # Ten times the other's expected points are worth 400 centipawns, as in Elo's formula.
        score = Score(400 * math.log10(share / (1 - share)))
        return SimpleNamespace(best_move=index_to_move(position, root.moves[best]), score=score, nodes=sum(root.visits))

    def _grown(self, roots: list[_Node], rounds: int, noise: float = 0.0, seed: int | None = None) -> None:
        import numpy

        self._ask(roots)
        rng = numpy.random.default_rng(seed)
        for root in roots if noise else []:
            chance = rng.dirichlet([1.0] * len(root.moves))
            root.priors = [(1 - noise) * prior + noise * float(other) for prior, other in zip(root.priors, chance)]
        for _ in range(rounds):
            self._round(roots)

    def _round(self, roots: list[_Node]) -> None:
        """Run one round in each tree: select, expand a position, evaluate it with the network, and back up."""
        paths: list[list[tuple[_Node, int]]] = []
        for root in roots:
            node: _Node | None = root
            paths.append([])
            while node is not None and node.result is None:
                place = node.choose(self.exploration)
                paths[-1].append((node, place))
                node = node.children.get(place)
        ends = [path[-1] for path in paths]
        new = [(node, place) for node, place in ends if place not in node.children]
        positions, results = step([node.position for node, _ in new], [node.moves[place] for node, place in new])
        for (node, place), position, result in zip(new, positions, results.tolist()):
            node.children[place] = _Node(position, None if math.isnan(result) else result)
        leaves = [node.children[place] for node, place in ends]
        asked = [leaf for leaf in leaves if leaf.result is None]
        values = dict(zip(map(id, asked), self._ask(asked)))
        for path, leaf in zip(paths, leaves):
            result = -values[id(leaf)] if leaf.result is None else leaf.result
            for node, place in reversed(path):
                node.visits[place] += 1
                node.results[place] += result
                result = -result

    def _ask(self, nodes: list[_Node]) -> list[float]:
        """Set the priors of the positions' moves, and return the expected results for the sides to move."""
        if not nodes:
            return []
        positions = [node.position for node in nodes]
        priors, values = self.network(positions)
        for node, prior, mask in zip(nodes, priors, legal_mask(positions)):
            node.moves = mask.nonzero()[0].tolist()
            legal = prior[node.moves]
            total = float(legal.sum())
            node.priors = (legal / total).tolist() if total > 0 else [1 / len(node.moves)] * len(node.moves)
            node.visits, node.results = [0] * len(node.moves), [0.0] * len(node.moves)
        return [float(value) for value in values]


__all__ = ["Guided", "index_to_move", "legal_mask", "move_to_index", "planes", "step"]
