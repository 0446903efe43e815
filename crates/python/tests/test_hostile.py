"""Any arguments raise only Python exceptions."""

import io
import os
import subprocess
import sys
import textwrap
import threading

import pytest

import hostile
import plywood
import plywood.chess
from plywood import Epd, GamePosition, PgnGame, PgnReader, PgnTable, Position, Strategy


@pytest.mark.parametrize("seed", range(10))
def test_random_arguments_raise_only_exceptions(seed, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    hostile.calls(seed, 1000)


@pytest.mark.parametrize("seed", range(100, 102))
def test_random_arguments_from_several_threads(seed, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    failed = []

    def work(seed):
        try:
            hostile.calls(seed, 250)
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=work, args=(4 * seed + number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []


CLOSING = {
    "a thread that is left behind": """
        threading.Thread(target=lambda: search("pvs", lambda p: began.set() or 0, 30), daemon=True).start()
        began.wait()
    """,
    "threads of a batch that are left behind": """
        evaluate = lambda p: began.set() or 0
        threading.Thread(target=lambda: plywood.evaluate_many([plywood.Position()] * 10**6, evaluate, progress=False), daemon=True).start()
        began.wait()
    """,
    "an object that searches when it is deleted": """
        class Late:
            def __del__(self):
                search("pvs", lambda p: 0, 2)
        late = plywood.late = sys.modules["late"] = Late()
    """,
    "a search at exit": "atexit.register(lambda: print(search('pvs', lambda p: 0, 2).nodes))",
    "an evaluator that ends the program": "search('pvs', lambda p: sys.exit(0), 3)",
    "an evaluator that copies the process": """
        def evaluate(position):
            child = os.fork()
            if child == 0:
                search("pvs", lambda p: 0, 1)
                os._exit(0)
            assert os.waitpid(child, 0)[1] == 0
            return 0
        search("pvs", evaluate, 1)
    """,
}


@pytest.mark.parametrize("name", CLOSING)
def test_the_interpreter_closes_while_something_is_searched(name):
    if "os.fork" in CLOSING[name] and not hasattr(os, "fork"):
        pytest.skip("this system does not copy processes")
    start = "import atexit, os, sys, threading, plywood\nbegan = threading.Event()\n"
    start += "search = lambda name, evaluator, depth: plywood.search(plywood.Position(), name, evaluator=evaluator, depth=depth)\n"
    for _ in range(10):
        done = subprocess.run([sys.executable, "-c", start + textwrap.dedent(CLOSING[name])], capture_output=True, text=True, timeout=300)
        assert done.returncode == 0 and "panicked" not in done.stderr and "Fatal" not in done.stderr, done.stderr


TAKES_A_LIST = {
    "Columns": lambda it: plywood.Columns({"a": it}),
    "Columns.of_rows": plywood.Columns.of_rows,
    "History": lambda it: plywood.History(moves=it),
    "PgnTable": lambda it: PgnTable(io.StringIO(""), tags=it),
    "Position.moves": lambda it: Position().moves(from_squares=it),
    "Strategy": lambda it: Strategy("alpha-beta", parts=it),
    "Syzygy": plywood.Syzygy,
    "clock": lambda it: plywood.search(Position(), "pvs", white_time=it),
    "compare": lambda it: plywood.compare(it, ["pvs"], depth=1),
    "match": lambda it: plywood.match(it, games=2, depth=1),
    "san_line": lambda it: Position().san_line(it),
    "search": lambda it: plywood.search(Position(), "pvs", moves=it, depth=1),
    "svg": lambda it: Position().svg(arrows=it),
    "variation_san": lambda it: plywood.chess.Board().variation_san(it),
}


@pytest.mark.parametrize("given", [range(10**13), hostile.LONG], ids=["huge", "lying"])
@pytest.mark.parametrize("name", TAKES_A_LIST)
def test_a_list_may_claim_any_length(name, given):
    with pytest.raises((MemoryError, TypeError, ValueError, OverflowError)):
        TAKES_A_LIST[name](given)


def test_too_little_memory_for_planes_is_an_exception():
    pytest.importorskip("resource")
    program = """
import plywood, resource
fens = [plywood.Position().fen] * 300_000
used = int(next(line for line in open("/proc/self/status") if line.startswith("VmSize")).split()[1]) << 10
resource.setrlimit(resource.RLIMIT_AS, (used + (700 << 20), -1))
try:
    plywood._plywood.encoded(fens * 4)
except MemoryError:
    print("no memory")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300)
    assert done.stdout == "no memory\n", done.stderr


IN_A_MATCH = """
import plywood, signal, sys, threading, time
signal.signal(signal.SIGINT, signal.default_int_handler)
begun = []
class Own:
    def search(self, position, limits):
        # An Event that Ctrl-C interrupts may stay locked.
        begun.append(1)
        {}
        return position.legal_moves()[0]
def later():
    while not begun:
        time.sleep(0.001)
    {}
threading.Thread(target=later).start()
plywood.match([Own(), "minimax"], games=100_000, threads=4, depth=1, progress=False)
"""


@pytest.mark.parametrize("left_by, ends_by", [("sum(range(20_000))", "signal.raise_signal(signal.SIGINT)"), ("1 / 0", "None")])
def test_no_thread_of_a_match_enters_python_after_the_call(left_by, ends_by):
    ended = set()
    for _ in range(20):
        program = IN_A_MATCH.format(left_by, ends_by)
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300)
        ended.add((done.returncode, done.stderr.strip().splitlines()[-1]))
    assert ended <= {(-2, "KeyboardInterrupt"), (1, "ZeroDivisionError: division by zero")}, ended


def test_searches_inside_each_other_end():
    deepest, depth = 0, 0

    def evaluate(position):
        nonlocal deepest, depth
        depth += 1
        deepest = max(deepest, depth)
        return plywood.search(position, "pvs", evaluator=evaluate, depth=1).score

    with pytest.raises(RecursionError, match="inside each other"):
        plywood.search(Position(), "pvs", evaluator=evaluate, depth=1)
    assert deepest == 50
    with pytest.raises(RecursionError, match="inside each other"):
        plywood.search_many([Position()], Strategy("pvs", evaluate), threads=2, depth=1)


@pytest.mark.parametrize("depth", [0, 1, 3, 31, 2**32 - 1, 2**32, -1])
def test_depths(depth):
    if depth in (0, 1, 3):
        assert Position().perft(depth) >= 1
    else:
        with pytest.raises((ValueError, OverflowError)):
            Position().perft(depth)


@pytest.mark.parametrize("evaluator", [lambda p: "much", lambda p: None, lambda p: float("nan"), lambda p: 0.35, lambda p: 10**400, lambda: 0])
def test_scores_that_are_none(evaluator):
    with pytest.raises((TypeError, ValueError, OverflowError)):
        plywood.search(Position(), "alpha-beta", evaluator=evaluator, depth=2)


@pytest.mark.parametrize("make", [PgnReader, PgnTable])
def test_a_file_that_asks_for_the_next_game_while_it_is_read(make):
    class File:
        def read(self, size):
            return next(reader)

    reader = make(File())
    with pytest.raises(RuntimeError, match="already being read"):
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
