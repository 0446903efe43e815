"""Ctrl-C, as a signal to a process, ends every call within a second, also one that is inside a part written in Python."""

import os
import signal
import subprocess
import sys
import time

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there are no signals")

HEAD = """
import itertools, multiprocessing, os, signal, sys, threading, time, plywood
from plywood import Position, Strategy
signal.signal(signal.SIGINT, signal.{handler})
FORKS, START, QUIET = multiprocessing.get_context("fork"), Position(), {{"progress": False}}

def begun():
    os.write(1, b"begun\\n")

def sleep(*_):
    begun()
    time.sleep(1000)

def endless(*_):
    begun()
    while True:
        pass

def deep(_):
    begun()
    plywood.search(START, "minimax", depth=30)

def pipe(games=b""):
    begun()
    reads, writes = os.pipe()
    os.write(writes, games)
    return f"/dev/fd/{{reads}}"

class Sleeper:
    search = sleep

class Endless:
    value = endless

class Later:
    calls = 500
    def value(self, *_):
        self.calls -= 1
        return 0 if self.calls else endless()

class Searcher:
    def search(self, position, limits):
        deep(position)

class Nim(plywood.Game):
    def legal_moves(self):
        return [1, 2]
    def play(self, move):
        sleep()
    def ending(self, moves):
        return None
    def key(self):
        return 1

if __name__ == "__main__":
    {call}
"""

CALLS = {
    "search": "plywood.search(START, 'pvs', evaluator=sleep, depth=3)",
    "search on threads": "plywood.search(START, 'pvs+table=4', evaluator=sleep, depth=3, threads=4)",
    "a value": "plywood.search(START, Endless(), depth=3)",
    "a value later": "plywood.search(START, Later(), nodes=10**9)",
    "an ordering": "plywood.search(START, Strategy('pvs', 'material', [sleep]), depth=3)",
    "on_iteration": "plywood.search(START, 'pvs+deepening', depth=9, on_iteration=sleep)",
    "a game": "plywood.search(Nim(), 'minimax', depth=3)",
    "evaluate": "plywood.evaluate(START, sleep)",
    "evaluate_many": "plywood.evaluate_many([START] * 9, sleep, **QUIET)",
    "a batch": "plywood.evaluate_many([START] * 9, plywood.batched(sleep), **QUIET)",
    "search_many": "plywood.search_many([START] * 9, Strategy('pvs', sleep), depth=2, threads=4, **QUIET)",
    "search_many on one": "plywood.search_many([START] * 9, Strategy('pvs', endless), depth=2, threads=1, **QUIET)",
    "compare": "plywood.compare([START] * 4, [Strategy('minimax', sleep)], depth=2, threads=4, **QUIET)",
    "match": "plywood.match([Sleeper(), 'minimax'], depth=1, games=8, threads=4, **QUIET)",
    "match of searches": "plywood.match([Searcher(), 'minimax'], depth=1, games=8, threads=4, **QUIET)",
    "match of a game": "plywood.match(['minimax', 'alpha-beta'], game=Nim, games=8, depth=3, threads=4, **QUIET)",
    "suite": "plywood.suite([START.fen + ' bm e4;'] * 8, [Sleeper()], depth=2, threads=4, **QUIET)",
    "suite on a pipe": "plywood.suite(pipe(), ['minimax'], depth=1, **QUIET)",
    "ablate": "plywood.ablate(Strategy('pvs+killers', sleep), [START.fen], depth=3, threads=4, **QUIET)",
    "progress": "plywood.match(['minimax', 'negamax'], depth=1, games=400, progress=sleep)",
    "Tree": "plywood.Tree(START, Strategy('minimax', sleep), 3)",
    "check_laws": "plywood.check_laws(START, evaluator=sleep)",
    "verify": "plywood.verify(Strategy('alpha-beta', sleep), 'connect-four', reference=Strategy('minimax', sleep))",
    "verify, for long": "begun(); plywood.verify('alpha-beta', 'connect-four', games=5000)",
    "masks": "batch = [START] * 300_000; begun(); plywood.learning.legal_mask(batch)",
    "judge": "plywood.judge(sleep)",
    "judge of an endless one": "plywood.judge(endless)",
    "planes": "plywood.planes(begun() or itertools.repeat(START))",
    "Columns": "plywood.Columns({'a': begun() or range(10**9)})",
    "perft": "begun(); START.perft(12)",
    "PgnTable on a pipe": "list(plywood.PgnTable(pipe(b'1. e4 *\\n\\n' * 100), 'positions'))",
    "PgnReader on a pipe": "list(plywood.PgnReader(pipe(b'1. e4 *\\n\\n' * 100)))",
    "a file of yours": "plywood.PgnTable(type('File', (), {'read': sleep})()).to_pandas()",
    "a network": "plywood.learning.Games(4, 'connect-four').search(sleep)",
    "a pool of processes in an evaluator": "pool = FORKS.Pool(2); plywood.search(START, 'pvs', evaluator=lambda _: pool.apply(sleep), depth=2)",
    "searches in a pool of processes": "FORKS.Pool(2).map(deep, range(4))",
    "a search on another thread": "t = threading.Thread(target=deep, args=(1,), daemon=True); t.start(); t.join()",
}


def started(call, handler="default_int_handler", **more):
    program = HEAD.format(call=call, handler=handler)
    started = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, **more)
    assert started.stdout.readline() == b"begun\n", started.communicate()
    return started


def ends_soon(call):
    """True if the program ends within a second of Ctrl-C, which goes to all processes of a terminal."""
    program = started(call)
    try:
        os.killpg(program.pid, signal.SIGINT)
        start = time.monotonic()
        _, errors = program.communicate(timeout=20)
        took = time.monotonic() - start
        assert program.returncode == -signal.SIGINT and b"KeyboardInterrupt" in errors, errors
        return took < 1
    except subprocess.TimeoutExpired:
        return False
    finally:
        try:
            os.killpg(program.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        program.communicate()


@pytest.mark.parametrize("name", CALLS)
def test_ctrl_c_ends_a_call(name):
    # Other programs can use the processors for a while, and Python's own locks can stay locked, so one of several attempts must do.
    assert any(ends_soon(CALLS[name]) for _ in range(5))


@pytest.mark.parametrize("call", ["plywood.search(START, 'pvs', evaluator=heard, depth=1)", "plywood.evaluate_many([START], heard, **QUIET)"])
def test_a_signal_that_is_ignored_ends_nothing(call):
    heard = "heard = lambda _: begun() or sys.stdin.readline() and 0; "
    program = started(f"{heard}{call}; print('done')", "SIG_IGN", stdin=subprocess.PIPE)
    os.killpg(program.pid, signal.SIGINT)
    time.sleep(0.1)
    output, errors = program.communicate(b"go on\n" * 100)
    assert output.endswith(b"done\n") and program.returncode == 0, errors


def test_parts_of_two_calls_take_turns():
    """A part waits for the main thread while another part is there, unless that one has made a call itself."""
    program = """
class Own:
    def search(self, position, limits):
        plywood.search(position, "pvs", evaluator=lambda p: time.sleep(0.001) or 0, depth=1)
        return position.legal_moves()[0]
result = plywood.match([Own(), Own()], depth=1, games=8, threads=4, max_moves=3, **QUIET)
found = plywood.search_many([START] * 8, Strategy(Own()), depth=1, threads=4, **QUIET)
print(len(result.games), len(found["move"]), None in found["move"])
"""
    done = subprocess.run([sys.executable, "-c", HEAD.format(call="pass", handler="default_int_handler") + program], capture_output=True, text=True, timeout=300)
    assert done.stdout == "8 8 False\n", done.stderr
