"""Documentation, types, and the cost of an import."""

import dataclasses
import doctest
import importlib
import importlib.metadata
import importlib.util
import inspect
import os
import pydoc
import re
import subprocess
import sys
from pathlib import Path

import pytest

import plywood
import stubs

MODULES = ["plywood", "plywood.data", "plywood.game", "plywood.lab", "plywood.notebook", "plywood.parts", "plywood.chess", "plywood.learning", "plywood.report", "plywood.stopping"]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name):
    module = importlib.import_module(name)
    names = {**vars(plywood), **vars(module)}
    failed, _ = doctest.testmod(module, extraglobs=names)
    assert failed == 0


def test_everything_has_a_docstring():
    missing = []
    for name in plywood.__all__:
        public = getattr(plywood, name)
        if not inspect.getdoc(public):
            missing.append(name)
        if inspect.isclass(public) and public.__module__ == "plywood":
            members = {key: member for key, member in vars(public).items() if not key.startswith("_")}
            missing += [f"{name}.{key}" for key, member in members.items() if not inspect.getdoc(member)]
    assert missing == []


def test_help_lists_the_fields_of_results():
    for made in (plywood.Report, plywood.Iteration, plywood.ScoredLine, plywood.Stats):
        text = pydoc.plain(pydoc.render_doc(made))
        for field in dataclasses.fields(made):
            assert re.search(rf"{field.name}: \S.*\n.*[A-Z].*\.\n", text), field.name


def test_editors_show_the_docstrings_of_the_module():
    text = stubs.STUB.read_text()
    assert text == stubs.documented(text), "run crates/python/tests/stubs.py"


def test_the_stub_of_the_parts_has_every_declared_class():
    assert stubs.PARTS.read_text() == stubs.declared(), "run crates/python/tests/stubs.py"


def test_the_stubs_are_true(tmp_path):
    pytest.importorskip("mypy")
    folder = Path(plywood.__file__).parent.parent
    # mypy finds installed packages, but must not be started in their folder.
    environment = os.environ if folder.name == "site-packages" else {**os.environ, "MYPYPATH": str(folder)}
    for command in [
        ["mypy.stubtest", "plywood._plywood", "--concise"],
        ["mypy", "--strict", "-p", "plywood"],
    ]:
        command = [sys.executable, "-m", *command]
        checked = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment)
        assert checked.returncode == 0, checked.stdout + checked.stderr


CALLS = """
from collections.abc import Sequence

import plywood
from plywood import GamePosition, Game, Move, Position, Report
from typing_extensions import assert_type


class Nim(Game[int]):
    def __init__(self, left: int = 7) -> None:
        self.left = left

    def legal_moves(self) -> Sequence[int]:
        return [count for count in (1, 2, 3) if count <= self.left]

    def play(self, move: int) -> "Nim":
        return Nim(self.left - move)

    def ending(self, moves: Sequence[int]) -> str | None:
        return None if moves else "lost"

    def key(self) -> int:
        return hash(("nim", self.left))


report = plywood.search(Position(), depth=3, time=0.5, lines=2, threads=2, soft_nodes=100)
assert_type(report, Report[Position, Move])
assert_type(plywood.search("8/8/8/8/8/2k5/1p6/K7 w - - 0 1", depth=1).position, Position)
assert_type(plywood.search(GamePosition("connect-four"), depth=2).line, list[str])
assert_type(plywood.Strategy("pvs").search(Nim(), depth=3).best_move, int | None)
plywood.Strategy("pvs").search(Position(), nodes=100, clock=(60.0, 0.5))
plywood.match(["pvs", "minimax"], games=2, nodes=10, seed=3, progress=print)
plywood.ablate("pvs+table=4", [], depth=3, time=1.0)
plywood.match({"one": "pvs", "two": "minimax"}, games=2, nodes=10)
plywood.compare((Position() for _ in range(2)), ["pvs"], depth=1, threads=2, progress=False)
board = plywood.chess.Board()
board.push(plywood.chess.Move.from_uci("e2e4"))
assert_type([move.to_square for move in board.legal_moves], list[int])
assert_type(board.piece_at(plywood.chess.E4), plywood.chess.Piece | None)
assert_type(plywood.search(board, depth=1), Report[Position, Move])
assert_type(len(board.pieces(plywood.chess.PAWN, plywood.chess.WHITE) & plywood.chess.BB_RANK_4), int)
"""
WRONG_CALLS = """
import plywood
from plywood import Position

plywood.search(Position(), dept=3)
plywood.search(Position(), depth="3")
plywood.Strategy("pvs").search(Position(), node=100)
plywood.search_many([Position()], "pvs", nods=100)
plywood.compare(Position(), ["pvs"], deph=100)
plywood.match(["pvs", "minimax"], game_count=2)
plywood.suite([], ["pvs"], tim=2.0)
plywood.ablate("pvs", [], depth=1, deph=2)
Position().svg(orientation="black")
"""


def test_a_wrong_limit_is_a_wrong_type(tmp_path):
    pytest.importorskip("mypy")
    folder = Path(plywood.__file__).parent.parent
    environment = os.environ if folder.name == "site-packages" else {**os.environ, "MYPYPATH": str(folder)}
    (tmp_path / "calls.py").write_text(CALLS)
    (tmp_path / "wrong_calls.py").write_text(WRONG_CALLS)
    command = [sys.executable, "-m", "mypy", "--strict", "calls.py", "wrong_calls.py"]
    checked = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment)
    lines = {line.split(":")[1] for line in checked.stdout.splitlines() if ": error:" in line}
    assert "\ncalls.py" not in f"\n{checked.stdout}", checked.stdout
    assert lines == {str(4 + number) for number in range(1, 10)}, checked.stdout
    readme = Path(__file__).parents[1] / "README.md"
    if importlib.util.find_spec("pyright") and readme.exists():
        (example,) = re.findall("```python\n(.*?)```", readme.read_text(), re.DOTALL)
        for name, code in [("calls.py", CALLS), ("example.py", example)]:
            (tmp_path / name).write_text(f"# pyright: strict\n{code}")
        command = [sys.executable, "-m", "pyright", "calls.py", "example.py", "--pythonpath", sys.executable]
        checked = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
        assert checked.returncode == 0, checked.stdout


def test_the_package_has_its_licenses_and_names_no_folder():
    package = importlib.metadata.distribution("plywood-python")
    assert {"LICENSE-MIT", "LICENSE-APACHE", "LICENSE-THIRD-PARTY"} <= set(package.metadata.get_all("License-File"))
    assert not any("sboms" in str(path) for path in package.files or [])


def test_the_version_is_that_of_the_package():
    assert plywood.__version__ == importlib.metadata.version("plywood-python")


def test_an_import_needs_nothing_else():
    code = "import sys, plywood; print([name for name in ('numpy', 'pandas', 'pyarrow', 'IPython') if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
