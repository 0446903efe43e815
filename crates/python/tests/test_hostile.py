"""Whatever is given, only exceptions of Python come back."""

import inspect
import random

import pytest

import plywood
from plywood import GamePosition, Columns, Epd, History, PgnGame, PgnReader, PgnTable, Position, Score, Strategy

CALLS = 10_000


class Liar:
    """An object that has every attribute, and gives itself."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *arguments, **keywords):
        return self


class Broken:
    """An object that can do nothing without failing."""

    def __eq__(self, other):
        raise ArithmeticError

    def __hash__(self):
        raise ArithmeticError

    def __iter__(self):
        raise ArithmeticError

    def __str__(self):
        raise ArithmeticError


TEXTS = [
    "", " ", "\0", "e4", "e2e4", "a1", "white", "N", "KQkq", "minimax", "engine", "pvs+table=1", "alpha-beta:depth=2",
    "x=y=z", "+", ":", "table=99999999999", "pvs+table=16777216", "engine+hash=8388608", "engine+threads=256",
    "8/8/8/8/8/8/8/8 w - - 0 1", "k7/8/8/8/8/8/8/K7 w - - 99999999999 1", "chess", "tree", "tic-tac-toe", "connect-four",
    "(" * 5000, "1. e4 (" * 500, "[Event \"" + "x" * 1000, "\ud800", "é" * 100, "9" * 400, "/nonexistent", "..", "1/2",
    "classical", "material", "elo0=0,elo1=5", "round-robin", "games", "positions",
]
NUMBERS = [0, 1, -1, 2, 3, 255, 256, 65_535, 2**31, 2**32, 2**63, 2**64, -(2**63), 10**30, 0.5, -0.0, 1e308, float("inf"), float("nan")]


def value(rng, depth=0):
    """Anything at all."""
    choice = rng.randrange(14 if depth < 2 else 9)
    if choice < 3:
        return rng.choice(TEXTS)
    if choice < 5:
        return rng.choice(NUMBERS)
    if choice == 5:
        return rng.choice([None, True, False, b"", b"\xff\xfe", object, Ellipsis])
    if choice == 6:
        return rng.choice([Liar(), Broken(), object(), lambda *a: 1, lambda *a: "x", lambda *a: 1 / 0])
    if choice < 9:
        return rng.choice(OBJECTS)
    if choice < 11:
        return [value(rng, depth + 1) for _ in range(rng.randrange(4))]
    if choice == 11:
        return tuple(value(rng, depth + 1) for _ in range(rng.randrange(4)))
    return {rng.choice(TEXTS): value(rng, depth + 1) for _ in range(rng.randrange(4))}


GAME = PgnGame("1. e4 e5 (1... c5) 2. Nf3 *")
OBJECTS = [
    Position(), Position().play("e4"), Position("8/8/8/8/8/2k5/1p6/K7 w - - 0 1"), Position().move("e4"), History(),
    Score(5), Score("#1"), GamePosition("tic-tac-toe"), GamePosition("tree"), GAME, GAME.main_line[1], Epd("k7/8/8/8/8/8/8/K7 w - - id \"a\";"),
    plywood.Book(), Columns({"a": [1]}), Strategy("alpha-beta"), plywood.Tree(GamePosition("tree"), "minimax", 2),
]


def targets():
    """Every function, class and method."""
    for name in plywood.__all__:
        yield getattr(plywood, name)
    for owner in OBJECTS:
        for name in dir(owner):
            if not name.startswith("__") or name in ("__getitem__", "__eq__", "__lt__", "__contains__", "__setitem__"):
                try:
                    attribute = getattr(owner, name)
                except ValueError:  # A node that an earlier call has removed.
                    continue
                if callable(attribute):
                    yield attribute


# What may take long for good reasons is limited.
LIMITS = {"depth": 1, "nodes": 200, "time": 0.01, "progress": False, "games": 2, "threads": 2, "max_nodes": 50, "seeds": 1}


def arguments(rng, target):
    """Some arguments, with the names that the target knows."""
    try:
        known = list(inspect.signature(target).parameters.values())
    except (TypeError, ValueError):
        known = []
    positional = [value(rng) for _ in range(rng.randrange(4))]
    keywords = {parameter.name: value(rng) for parameter in known if parameter.kind is parameter.KEYWORD_ONLY and rng.random() < 0.2}
    takes_any = any(parameter.kind is parameter.VAR_KEYWORD for parameter in known)
    for name, limit in LIMITS.items():
        if name in keywords or takes_any or any(parameter.name == name for parameter in known[len(positional):]):
            keywords[name] = limit
    return positional, keywords


@pytest.mark.parametrize("seed", range(10))
def test_random_arguments_raise_only_exceptions(seed, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rng, all_targets = random.Random(seed), list(targets())
    too_long = {"perft", "divide", "save"}
    for _ in range(CALLS // 10):
        target = rng.choice(all_targets)
        if getattr(target, "__name__", "") in too_long:
            continue
        positional, keywords = arguments(rng, target)
        try:
            result = target(*positional, **keywords)
            if inspect.iscoroutine(result):
                result.close()
        except Exception:  # noqa: BLE001 - any of them is right, and none may be a panic or the end
            pass


@pytest.mark.parametrize("depth", [0, 1, 3, 31, 2**32 - 1, 2**32, -1])
def test_depths(depth):
    if depth in (0, 1, 3):
        assert Position().perft(depth) >= 1
    else:
        with pytest.raises((ValueError, OverflowError)):
            Position().perft(depth)


@pytest.mark.parametrize("evaluator", [lambda p: "much", lambda p: None, lambda p: float("nan"), lambda p: 10**400, lambda: 0])
def test_scores_that_are_none(evaluator):
    with pytest.raises((TypeError, ValueError, OverflowError)):
        plywood.search(Position(), "alpha-beta", evaluator=evaluator, depth=2)


@pytest.mark.parametrize("make", [PgnReader, PgnTable])
def test_a_file_that_asks_for_the_next_game_while_it_is_read(make):
    class File:
        def read(self, size):
            return next(reader)

    reader = make(File())
    with pytest.raises(RuntimeError, match="being read already"):
        next(reader)


@pytest.mark.parametrize("text", ["(" * 100_000, "1. e4 " + "(1. d4 " * 100_000, "{" * 100_000, "\0" * 1000])
def test_deep_texts(text, tmp_path):
    path = tmp_path / "odd.pgn"
    path.write_text(text)
    list(PgnTable(path))
    for game in PgnReader(path):
        str(game)
    for read in (PgnGame, Position, Epd, Strategy, lambda text: GamePosition("tree", text)):
        try:
            read(text)
        except ValueError:
            pass
