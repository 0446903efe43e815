"""Reinforcement learning: batches of games as arrays, moves as numbers, and Monte Carlo tree search guided by a network.

>>> games = Games(2, "connect-four")
>>> games.encode().shape, games.legal_mask().shape
((2, 2, 6, 7), (2, 7))
>>> games.push([3, 0])
>>> [str(board).splitlines()[-1] for board in games.positions], games.results().tolist()
(['...X...', 'X......'], [nan, nan])

Moves have numbers, like a network's outputs. In connect four it's the column, in tic-tac-toe the cell, the top row first. In chess there are
64 × 73, as AlphaZero has them: 73 times the origin plus the kind of move, both seen by the side to move, whose first rank is below. With
the step to the right and up, the kinds are 7 times the direction (left-down, left, left-up, down, up, right-down, right, right-up) plus the
distance less 1; from 56 the knight's steps (2 left, 1 left, 1 right, 2 right; down before up); and from 64 promotions to knight, bishop
and rook, each to the left, straight and to the right. Castling is the king's move, in Chess960 to its rook if that's clearer. Breakthrough
has three from each cell: to the left, straight and to the right. A class of yours has a list `all_moves`, and a method `planes` if it is encoded.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from numbers import Integral
from operator import index
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from plywood import _plywood, chess
from plywood._plywood import GamePosition, History, Position, Score
from plywood.data import Positions, _plain

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

    Network = Callable[[Array], tuple[Any, Any]]


def _filled(filled: tuple[bytearray, list[int]], dtype: str, out: Any) -> Any:
    """The array of these bytes, or the caller's array with them."""
    import numpy

    found = numpy.frombuffer(filled[0], dtype=dtype).reshape(filled[1])
    return found if out is None else _put(found, out)


def _put(found: Array, out: Any) -> Any:
    import numpy

    is_foreign = hasattr(out, "__dlpack__") and not hasattr(out, "__array__")
    target = numpy.from_dlpack(out) if is_foreign else numpy.asarray(out)
    if target.shape != found.shape or isinstance(out, (list, tuple)):
        raise ValueError(f"out is an array of shape {found.shape}, not {type(out).__name__} of shape {target.shape}")
    numpy.copyto(target, found, casting="safe")
    return out


def _given(positions: Positions) -> list[Any]:
    """Positions with their games, where repetitions count: FENs as `Position`, and boards of chess as `History`."""

    given = [*_plain(positions)]
    if {*map(type, given)} <= {Position, GamePosition, History}:
        return given
    for number, it in enumerate(given):
        try:
            if isinstance(it, str):
                given[number] = Position(it)
            elif hasattr(it, "move_stack"):
                given[number] = chess.Board(it).history
        except ValueError as error:
            raise ValueError(f"position {number}: {error}") from None
    return given


def _numbers(moves: Iterable[int]) -> list[int]:
    numbers = [*moves]
    for game, number in enumerate(numbers):
        try:
            numbers[game] = index(number)
        except TypeError:
            raise TypeError(f"the move of game {game} is a whole number, not {number!r}") from None
    return numbers


def _played(game: Any, move: Any) -> Any:
    if not isinstance(game, History):
        return game.play(move)
    game = copy(game)
    game.push(move)
    return game


def encode(positions: Positions, *, earlier: int = 0, out: Any = None) -> Any:
    """Planes for a network, an array (n, planes, rows, columns) of bytes; with out in an array of yours, such as one of NumPy or a tensor of
    torch.

    Connect four and tic-tac-toe have two: the stones of the side to move, and of the other, the lowest row first; in breakthrough the first row
    is the side to move's. Chess has 22, seen by the side to move, whose first rank is the first row: its pawns, knights, bishops, rooks, queens
    and king (0 to 5) and the other side's (6 to 11); filled with 1 for its rights to castle kingside and queenside and the other side's (12 to
    15), and if Black is to move (16); filled with the halfmove clock (17) and the move number (18), at most 255; the en passant square (19);
    filled with 1 if a game has had the position before (20), and twice before (21). For each of the earlier positions, the last one first, come
    planes like the first 12.
    """
    import numpy

    given = _given(positions)
    if given and hasattr(given[0], "planes"):
        planes = numpy.array([it.planes() for it in given])
        found = planes.astype(numpy.uint8)
        if (wrong := numpy.argwhere(found != planes)).size:
            number, *place = wrong[0].tolist()
            raise ValueError(f"planes are whole numbers from 0 to 255, and in position {number} one is {planes[number, *place]}: planes{place}")
    else:
        found = _filled(_plywood.encoded(given), "uint8", None)
    if earlier < 0 or earlier and found.shape[1:] != (22, 8, 8):
        raise ValueError(f"only chess has earlier positions, 0 or more of them, not {earlier}")
    histories = {number: it for number, it in enumerate(given) if isinstance(it, History)} if History in {*map(type, given)} else {}
    for number, history in histories.items():
        found[number, 20:] = [[[history.occurrences() > 1]], [[history.occurrences() > 2]]]
    if earlier:
        blocks = numpy.zeros((len(given), earlier, 12, 8, 8), numpy.uint8)
        for number, history in histories.items():
            before = history.positions[-2 : -2 - earlier : -1]
            blocks[number, : len(before)] = encode(before)[:, :12]
        # Every second one is the other side's.
        blocks[:, ::2] = numpy.roll(blocks[:, ::2, :, ::-1], 6, axis=2)
        found = numpy.concatenate([found, blocks.reshape(len(given), -1, 8, 8)], axis=1)
    return found if out is None else _put(found, out)


def legal_mask(positions: Positions, *, out: Any = None) -> Any:
    """An array (n, moves), True at the numbers of legal moves; all False if a game is over."""
    return _filled(_plywood.masked(_given(positions)), "bool", out)


def results(positions: Positions) -> Array:
    """The results for the sides that moved last: 1 for a win, 0 for a draw, -1 for a loss, and NaN if a game is not over."""
    import numpy

    given = _given(positions)
    found = numpy.array(_plywood.results(given), dtype=numpy.float32)
    drawn = numpy.array([isinstance(it, History) and it.occurrences() >= 5 for it in given], bool)
    return numpy.where(numpy.isnan(found) & drawn, numpy.float32(0), found)


def step(positions: Positions, moves: Iterable[int]) -> tuple[list[Any], Array]:
    """Play a move in each position, by its number. Returns the positions after the moves, and their `results`."""
    given = _given(positions)
    after = [*map(_played, given, _plywood.chosen(given, _numbers(moves)))]
    return after, results(after)


def moves_by_number(position: Any) -> dict[int, Any]:
    """The legal moves of a position by their numbers; none if the game is over.

    >>> moves_by_number(GamePosition("connect-four"))[3]
    'd'
    """
    numbers = legal_mask([position])[0].nonzero()[0].tolist()
    return dict(zip(numbers, _plywood.chosen([position] * len(numbers), numbers)))


def symmetries(planes: Array, policies: Array) -> list[tuple[Array, Array]]:
    """The planes of a game and numbers for its moves, (n, planes, rows, columns) and (n, moves), in all ways in which its board can be mirrored
    and turned: two in connect four and breakthrough, eight in tic-tac-toe, one in chess. They are views, where possible."""
    shape = (*planes.shape[2:], policies.shape[1])
    if shape == (6, 7, 7):
        return [(planes, policies), (planes[..., ::-1], policies[:, ::-1])]
    if shape == (8, 8, 192):
        return [(planes, policies), (planes[..., ::-1], policies.reshape(-1, 8, 8, 3)[:, :, ::-1, ::-1].reshape(-1, 192))]
    if shape != (3, 3, 9):
        return [(planes, policies)]
    found, boards = [], policies.reshape(-1, 1, 3, 3)[:, :, ::-1]
    for _ in range(4):
        planes, boards = (it.swapaxes(2, 3)[..., ::-1] for it in (planes, boards))
        found += [(its, cells[:, :, ::-1].reshape(-1, 9)) for its, cells in [(planes, boards), (planes[..., ::-1], boards[..., ::-1])]]
    return found


def search(
    positions: Positions,
    network: Network,
    *,
    rounds: int = 100,
    exploration: float = 1.0,
    noise: int | None = None,
    megabytes: int = 4096,
) -> tuple[Array, Array]:
    """Search each position with a network, by Monte Carlo tree search with priors (PUCT, as in AlphaZero). Returns the visits of moves by number,
    an array (n, moves), and the values for the sides to move, from -1 to 1. No game may be over, and repetitions aren't seen.

    Each round asks the network once, with the planes of a leaf of each tree as `encode` returns them. It returns the priors of all moves,
    (n, moves), of which only those of legal moves are used, and n values from -1 to 1. noise is a seed: the priors at the roots are
    then mixed with random numbers, so that games to learn from differ.
    """
    import numpy

    given = _given(positions)
    width = _plywood.masked(given[:1])[1][1]
    # A node takes less than a hundred bytes, and most positions have fewer than forty moves.
    room = (rounds * 4000 >> 20) + 1
    if room * len(given) > megabytes:
        raise MemoryError(f"the trees may take {room * len(given)} MB, and megabytes is {megabytes}")
    if rounds < 0:
        raise ValueError(f"rounds is a number from 0, not {rounds}")
    if not 0 <= exploration < math.inf:
        raise ValueError(f"exploration is a number from 0, not {exploration}")

    dice = None if noise is None else numpy.random.default_rng(noise)

    def ask(leaves: list[Any]) -> list[bytes]:
        nonlocal dice
        found = [numpy.ascontiguousarray(it, numpy.float32) for it in (network(encode(leaves)) if leaves else ((), ()))]
        for name, it, least, most, shape in zip(("priors", "values"), found, (0, -1), (math.inf, 1), ((width,), ()), strict=True):
            if leaves and it.shape != (len(leaves), *shape):
                raise ValueError(f"the network's {name} have the shape {it.shape}, not {(len(leaves), *shape)}")
            wrong = numpy.argwhere(~((it >= least) & (it <= most) & numpy.isfinite(it)))
            if len(wrong):
                place = tuple(wrong[0].tolist())
                raise ValueError(f"the network's {name} are from {least} to {most}, and for {leaves[place[0]]!r} one is {it[place]}: {name}{[*place]}")
        if dice is not None:
            # The first leaves are the roots. A quarter of their priors is Dirichlet noise, as in AlphaZero.
            mask = legal_mask(leaves)
            priors, random = (found[0] + 1e-9) * mask, (dice.gamma(0.3, size=mask.shape) + 1e-9) * mask
            found[0] = (0.75 * priors / priors.sum(1, keepdims=True) + 0.25 * random / random.sum(1, keepdims=True)).astype(numpy.float32)
            dice = None
        return [it.tobytes() for it in found]

    visits, values = _plywood.searched(given, ask, rounds, exploration, room)
    return numpy.array(visits, dtype=numpy.int32).reshape(-1, width), numpy.array(values, dtype=numpy.float32)


class Games:
    """Many games that go on together: Games(256, "connect-four"), of a class of yours, or of a list of starts. More games than fit in megabytes
    raise a MemoryError."""

    def __init__(self, games: int | Positions, game: Any = "chess", *, megabytes: int = 4096) -> None:
        if isinstance(games, (int, Integral)):
            games = int(games)
            if games < 0:
                raise ValueError(f"{games} games are too few")
            # A game of chess keeps its positions.
            if games * 40_000 > megabytes << 20:
                raise MemoryError(f"{games} games may take {games * 40_000 >> 20} MB, and megabytes is {megabytes}")
            start = game() if callable(game) else game if not isinstance(game, str) else Position() if game == "chess" else GamePosition(game)
            games = [start] * games
        self._starts = _given(games)
        self.games: list[Any] = [*self._starts]
        """The games: a `History` each in chess, and the position in other games."""
        # The keys of the positions so far in games of a class with `repeats`.
        self._keys: list[list[int]] = [[] for _ in self._starts]
        self.reset([True] * len(self))

    def __len__(self) -> int:
        return len(self.games)

    @property
    def positions(self) -> list[Any]:
        """The current positions."""
        return [it.position if isinstance(it, History) else it for it in self.games]

    def encode(self, *, earlier: int = 0, out: Any = None) -> Any:
        """`encode` of the games."""
        return encode(self.games, earlier=earlier, out=out)

    def legal_mask(self, *, out: Any = None) -> Any:
        """`legal_mask` of the games."""
        mask = legal_mask(self.games, out=out)
        for number in self._drawn():
            mask[number] = False
        return mask

    def results(self) -> Array:
        """`results` of the games. Repetitions count: five are a draw in chess, and two in a game of a class with `repeats`."""
        found = results(self.games)
        for number in self._drawn():
            found[number] = 0
        return found

    def _drawn(self) -> list[int]:
        """The numbers of the games that have ended by a rule about earlier positions, and not by their last one."""

        def is_drawn(game: Any, keys: list[int]) -> bool:
            if isinstance(game, History):
                return game.occurrences() >= 5
            return bool(keys) and (keys.count(keys[-1]) > 1 or getattr(game, "is_drawn_by_clock", bool)()) and not game.ending(game.legal_moves())

        return [number for number, (game, keys) in enumerate(zip(self.games, self._keys)) if is_drawn(game, keys)]

    def _refuse_drawn(self) -> None:
        for number in self._drawn():
            raise ValueError(f"game {number} is over")

    def push(self, moves: Iterable[int]) -> None:
        """Play a move in each game, by its number. If one is wrong, none is played."""
        self._refuse_drawn()
        self.play(_plywood.chosen(self.games, _numbers(moves)))

    def play(self, moves: Iterable[Any]) -> None:
        """Play a move in each game, which is not a number here but the game's."""
        moves = [*moves]
        if len(moves) != len(self):
            raise ValueError(f"{len(self)} games have {len(moves)} moves")
        for number, (game, move) in enumerate(zip(self.games, moves)):
            if isinstance(game, History):
                game.push(move)
            else:
                self.games[number] = after = game.play(move)
                if self._keys[number]:
                    self._keys[number].append(after.key())

    def reset(self, where: Iterable[Any] | None = None) -> None:
        """Begin again in the games where this is true; by default in those that are over."""
        where = list(self.results() == self.results() if where is None else where)
        if len(where) != len(self):
            raise ValueError(f"{len(self)} games have {len(where)} values")
        for number, is_reset in enumerate(where):
            if is_reset:
                start = self._starts[number]
                self.games[number] = History(start) if isinstance(start, Position) else copy(start) if isinstance(start, History) else start
                self._keys[number] = [start.key()] if getattr(start, "repeats", False) else []

    def search(self, network: Network, **settings: Any) -> tuple[Array, Array]:
        """`search` in each game."""
        self._refuse_drawn()
        return search(self.games, network, **settings)


class Player:
    """A strategy that searches with a network, for matches and comparisons: one round for each allowed node."""

    def __init__(self, network: Network, *, rounds: int = 100, exploration: float = 1.0, name: str = "network") -> None:
        self.network, self.rounds, self.exploration, self.name = network, rounds, exploration, name

    def search(self, position: Any, limits: Mapping[str, Any]) -> SimpleNamespace:
        """The most visited move, and its score."""
        rounds = limits.get("nodes") or self.rounds
        visits, (value,) = search([position], self.network, rounds=rounds, exploration=self.exploration)
        share = min(max((1 + float(value)) / 2, 1e-4), 1 - 1e-4)
        # Ten times the other's expected points are worth 400 centipawns, as in Elo's formula.
        score = Score(round(400 * math.log10(share / (1 - share))))
        return SimpleNamespace(best_move=moves_by_number(position)[int(visits.argmax())], score=score, nodes=rounds)


__all__ = ["Games", "Player", "encode", "legal_mask", "moves_by_number", "results", "search", "step", "symmetries"]
