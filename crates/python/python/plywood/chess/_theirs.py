"""Runs modules of an installed python-chess on plywood's board."""

from __future__ import annotations

import builtins
import importlib
import sys
from importlib.machinery import PathFinder
from types import ModuleType
from typing import Any


def _import(name: str, names: Any = None, local: Any = None, wanted: Any = (), level: int = 0) -> ModuleType:
    """The import statement of these modules, for which `chess` is `plywood.chess`."""
    if level or name.partition(".")[0] != "chess":
        return builtins.__import__(name, names, local, wanted, level)
    module = importlib.import_module(f"plywood.{name}")
    return module if wanted else sys.modules["plywood.chess"]


def load(name: str) -> None:
    """Fill a module with the code of python-chess's. With plywood.chess as `chess` in sys.modules, both names are one module."""
    module = name.rpartition(".")[2]
    if name != f"plywood.chess.{module}":
        sys.modules[name] = importlib.import_module(f"plywood.chess.{module}")
        return
    # Not by `importlib.util.find_spec`, which would find what is in sys.modules.
    package = PathFinder.find_spec("chess")
    spec = package and PathFinder.find_spec(f"chess.{module}", package.submodule_search_locations)
    if spec is None:
        raise ModuleNotFoundError(f"{name} is python-chess's: it needs `pip install chess`", name=name)
    names = vars(sys.modules[name])
    names["__builtins__"] = {**vars(builtins), "__import__": _import}
    exec(spec.loader.get_code(f"chess.{module}"), names)  # type: ignore[union-attr]
