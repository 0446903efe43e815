"""Documentation, types, and what an import costs."""

import doctest
import importlib
import importlib.metadata
import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest

import plywood

MODULES = ["plywood", "plywood.data", "plywood.game", "plywood.lab", "plywood.notebook", "plywood.parts", "plywood.report"]


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


def test_the_stubs_are_true(tmp_path):
    pytest.importorskip("mypy")
    folder = Path(plywood.__file__).parent.parent
    # mypy finds what is installed, but must not be started beside it.
    environment = os.environ if folder.name == "site-packages" else {**os.environ, "MYPYPATH": str(folder)}
    for command in [
        ["mypy.stubtest", "plywood._plywood", "--concise"],
        ["mypy", "--strict", "-p", "plywood"],
    ]:
        command = [sys.executable, "-m", *command]
        checked = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment)
        assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_version_is_that_of_the_package():
    assert plywood.__version__ == importlib.metadata.version("plywood-python")


def test_an_import_needs_nothing_else():
    code = "import sys, plywood; print([name for name in ('numpy', 'pandas', 'pyarrow', 'IPython') if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
