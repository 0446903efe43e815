"""Calls the whole public interface with random values: `python crates/python/tests/hostile.py 100000`.

Whatever is given, only exceptions of Python come back: no panic, no end of the process, no call that never returns, and no memory, thread or
file that stays.
"""

import gc
import inspect
import io
import os
import random
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Sequence

import plywood
import plywood.chess as chess
from plywood import Columns, Epd, GamePosition, History, PgnGame, Position, Score, Strategy


class Liar:
    """An object that has every attribute, all of them itself."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *arguments, **keywords):
        return self


class Long:
    """A sequence that claims to be longer than any memory."""

    def __len__(self):
        return 2**62

    def __getitem__(self, index):
        raise IndexError


class Broken:
    """An object whose every operation fails."""

    def __eq__(self, other):
        raise ArithmeticError

    def __hash__(self):
        raise ArithmeticError

    def __iter__(self):
        raise ArithmeticError

    def __str__(self):
        raise ArithmeticError


class Again:
    """A strategy, an evaluator, a move and a file that call plywood again."""

    def __call__(self, position):
        return plywood.search(position, "pvs", evaluator=self, depth=1).score

    def search(self, position, limits):
        return plywood.search(position, self, depth=1).best_move

    def value(self, position, depth, alpha, beta):
        return plywood.search(position, "minimax", depth=1).score

    def uci(self):
        BOARD.push_san("e4")
        return BOARD.pop().uci()

    def read(self, size=-1):
        return plywood.search(Position(), "pvs", depth=1).line_text


class Leaving:
    """An object whose methods raise exceptions that end programs."""

    def __call__(self, position):
        raise SystemExit

    def value(self, *arguments):
        raise KeyboardInterrupt

    def uci(self):
        raise GeneratorExit


# pyo3 takes registered classes for sequences.
Sequence.register(Long)
LONG = Long()


def closed():
    """A closed file."""
    file = io.StringIO("1. e4 *")
    file.close()
    return file


TEXTS = [
    "", " ", "\0", "e4", "e2e4", "0000", "a1", "white", "N", "KQkq", "minimax", "engine", "pvs+table=1", "alpha-beta:depth=2",
    "x=y=z", "+", ":", "table=99999999999", "pvs+table=16777216", "engine+hash=8388608", "engine+threads=256",
    "8/8/8/8/8/8/8/8 w - - 0 1", "k7/8/8/8/8/8/8/K7 w - - 99999999999 1", "chess", "tree", "tic-tac-toe", "connect-four",
    "(" * 5000, "1. e4 (" * 500, "[Event \"" + "x" * 1000, "\ud800", "é" * 100, "9" * 400, "/nonexistent", "..", "1/2",
    "classical", "material", "elo0=0,elo1=5", "round-robin", "games", "positions",
]
NUMBERS = [0, 1, -1, 2, 3, 63, 64, 255, 256, 65_535, 2**31, 2**32, 2**63, 2**64, -(2**63), 10**30, 0.5, -0.0, 1e308, float("inf"), float("nan")]
GAME, BOARD = PgnGame("1. e4 e5 (1... c5) 2. Nf3 *"), chess.Board()
FUNCTIONS = [lambda *a: 1, lambda *a: "x", lambda *a: 1 / 0, lambda *a: float("nan"), lambda *a: Score("#3")]
OBJECTS = [
    Position(), Position().play("e4"), Position("8/8/8/8/8/2k5/1p6/K7 w - - 0 1"), Position().move("e4"), History(),
    Score(5), Score("#1"), GamePosition("tic-tac-toe"), GamePosition("tree"), GAME, GAME.main_line[1], Epd("k7/8/8/8/8/8/8/K7 w - - id \"a\";"),
    plywood.Book(), Columns({"a": [1]}), Strategy("alpha-beta"), plywood.Tree(GamePosition("tree"), "minimax", 2),
    BOARD, chess.Board(None), chess.Board("4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1", chess960=True), chess.Move.from_uci("e2e4"), chess.Move.null(),
    chess.Piece(chess.QUEEN, chess.WHITE), chess.SquareSet(chess.BB_RANK_4), BOARD.legal_moves,
]


def value(rng, depth=0):
    """Random values of any kind."""
    choice = rng.randrange(14 if depth < 2 else 9)
    if choice < 3:
        return rng.choice(TEXTS)
    if choice < 5:
        return rng.choice(NUMBERS)
    if choice == 5:
        return rng.choice([None, True, False, b"", b"\xff\xfe", object, Ellipsis, closed(), io.StringIO("1. e4 *"), io.BytesIO(b"\xff")])
    if choice == 6:
        return rng.choice([Liar(), LONG, range(10**13), Broken(), Again(), Leaving(), object(), *FUNCTIONS])
    if choice < 9:
        return rng.choice(OBJECTS)
    if choice < 11:
        return [value(rng, depth + 1) for _ in range(rng.randrange(4))]
    if choice == 11:
        return tuple(value(rng, depth + 1) for _ in range(rng.randrange(4)))
    return {rng.choice(TEXTS): value(rng, depth + 1) for _ in range(rng.randrange(4))}


# These can take long for good reasons, or write to given paths.
TOO_LONG = {"perft", "divide", "save", "write_file"}
SPECIAL = ["__getitem__", "__eq__", "__lt__", "__contains__", "__setitem__", "__setstate__", "__or__", "__and__", "__lshift__", "__reduce__"]


def targets():
    """All functions, classes and methods."""
    found = [getattr(module, name) for module in (plywood, chess) for name in dir(module) if not name.startswith("_")]
    for owner in OBJECTS:
        for name in dir(owner):
            if not name.startswith("__") or name in SPECIAL:
                try:
                    found.append(getattr(owner, name))
                except (AttributeError, ValueError):  # A name of python-chess, a position that is not legal, a node that was removed.
                    pass
    return [it for it in found if callable(it) and getattr(it, "__name__", "") not in TOO_LONG and "plywood" in owner_of(it)]


def owner_of(target):
    """The module of a function or a class, or of the class of a method."""
    return getattr(target, "__module__", None) or type(getattr(target, "__self__", target)).__module__


# Work that can take long for good reasons is limited.
LIMITS = {"depth": 1, "nodes": 200, "time": 0.01, "progress": False, "games": 2, "threads": 2, "max_nodes": 50, "seeds": 1, "max_moves": 3}


def arguments(rng, target):
    """Random arguments, with the target's parameter names."""
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


def call(rng, all_targets):
    """Makes a random call, which may raise only Python exceptions, but none from a panic."""
    target = rng.choice(all_targets)
    positional, keywords = arguments(rng, target)
    try:
        result = target(*positional, **keywords)
        if inspect.iscoroutine(result):
            result.close()
        elif inspect.isgenerator(result) or hasattr(result, "__next__"):
            next(result, None)
    except (SystemExit, KeyboardInterrupt, GeneratorExit):
        pass
    except Exception as error:  # Any of them is right.
        if "panicked" in str(error):
            raise AssertionError((target, positional, keywords)) from error


def calls(seed, count):
    """Makes many calls. Sometimes the process forks, and the child continues."""
    rng, all_targets = random.Random(seed), targets()
    for number in range(count):
        call(rng, all_targets)
        if number % 500 == 499 and threading.active_count() == 1 and hasattr(os, "fork"):
            child = os.fork()
            if child == 0:
                for _ in range(20):
                    call(rng, all_targets)
                os._exit(0)
            _, status = os.waitpid(child, 0)
            assert status == 0, f"seed {seed}: the copy of the process ended with {status}"
        BOARD.reset()


def held():
    """The megabytes, threads and files of this process. The threads of a batch can end shortly after it."""
    gc.collect()
    for _ in range(1000):
        status = dict(line.split(":", 1) for line in open("/proc/self/status") if ":" in line)
        if int(status["Threads"]) == 1:
            break
        time.sleep(0.01)
    return int(status["VmRSS"].split()[0]) / 1024, int(status["Threads"]), len(os.listdir("/proc/self/fd"))


def main(count):
    warnings.simplefilter("ignore")
    os.chdir(tempfile.mkdtemp())
    rounds = max(2, count // 5000)
    for seed in range(rounds):
        if seed % 5 == 4:
            threads = [threading.Thread(target=calls, args=(1000 * seed + number, count // rounds // 4)) for number in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        else:
            calls(seed, count // rounds)
        megabytes, threads, files = held()
        if seed == rounds // 4:
            first = megabytes
        print(f"{(seed + 1) * (count // rounds):,} calls: {megabytes:.0f} MB, {threads} threads, {files} files", flush=True)
    assert threads == 1 and files < 20 and megabytes < 1.25 * first + 50


if __name__ == "__main__":
    main(int(sys.argv[1]))
