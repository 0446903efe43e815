"""Writes the stubs for editors and type checkers: the docstrings of the extension module, and the classes of plywood.parts.

Run `python crates/python/tests/stubs.py` when either has changed."""

import ast
import inspect
from pathlib import Path

import plywood._plywood
from plywood import parts

FOLDER = Path(__file__).parents[1] / "python" / "plywood"
STUB = FOLDER / "_plywood.pyi"
PARTS = FOLDER / "parts.pyi"

HEAD = '''# Made from the library's declarations by crates/python/tests/stubs.py.

from collections.abc import Callable, Iterable
from typing import Any

from typing_extensions import Self

from plywood._plywood import Strategy

__all__ = [
{names}
]

Evaluator = str | Callable[[Any], Any] | None
"""The name of an evaluator, or a callable that takes a position and returns centipawns or a Score for the side to move."""
Ordering = Part | str | Callable[[Any, Any], int | None]
Orderings = Ordering | Iterable[Ordering]
Parts = Part | str | Iterable[Part | str]
Inner = Any
"""A Strategy, its text, or an object that is a strategy."""

class Part:
    """A part of a search, by its word."""

    word: str
    def __init__(self, *values: Any, **named: Any) -> None: ...

class Search(Strategy):
    """A strategy whose text is built from words."""

    word: str

class Driver(Strategy):
    """Drives another strategy's search again and again, choosing depths and windows."""

    word: str
'''


def declared():
    """The stub of plywood.parts."""
    classes = [getattr(parts, name) for name in parts.__all__]
    return "\n".join([HEAD.format(names="\n".join(f'    "{it}",' for it in parts.__all__)), *map(_class, classes)])


def _class(made):
    base = made.__bases__[0]
    is_part = base is parts.Part
    parameters = inspect.signature(made).parameters.values()
    attributes = [f"    {it.name}: {it.annotation}" for it in parameters if is_part]
    given = [f"{it.name}: {it.annotation}{'' if it.default is it.empty else f' = {it.default!r}'}" for it in parameters]
    if any(it.kind is it.KEYWORD_ONLY for it in parameters):
        given.insert(sum(it.kind is not it.KEYWORD_ONLY for it in parameters), "*")
    method, owner, result = ("__init__", "self", "None") if is_part else ("__new__", "cls", "Self")
    signature = f"    def {method}({', '.join([owner, *given])}) -> {result}: ..."
    if len(signature) > 140:
        lines = "".join(f"        {it},\n" for it in [owner, *given])
        signature = f"    def {method}(\n{lines}    ) -> {result}: ..."
    doc = inspect.getdoc(made).replace("\n", "\n    ")
    return "\n".join([f"class {made.__name__}({base.__name__}):", f'    """{doc}"""', "", *attributes, signature, ""])


def documented(stub):
    """The text of a stub with the docstrings of the module at run time. Only the first form of an overloaded function has one."""
    lines, edits, seen = stub.splitlines(), [], set()

    def visit(node, owner, path):
        doc = inspect.getdoc(getattr(owner, node.name, None))
        if not doc or path in seen or node.name.startswith("_"):
            return
        seen.add(path)
        first = node.body[0]
        old = first if ast.get_docstring(node) else None
        is_empty = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and first.value.value is ...
        indent = " " * (node.col_offset + 4)
        text = ['"""' + line if number == 0 else line for number, line in enumerate(doc.splitlines())]
        text[-1] += '"""'
        text = [(indent + line).rstrip() for line in text]
        # A docstring replaces a body of dots after the colon.
        line = min([first.lineno, *(it.lineno for it in getattr(first, "decorator_list", []))]) - 1
        start, end = line, old.end_lineno if old else line + is_empty
        if is_empty:
            text.insert(0, lines[start][: first.col_offset].rstrip())
        edits.append((start, end, text))

    for node in ast.parse(stub).body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and hasattr(plywood._plywood, node.name):
            visit(node, plywood._plywood, node.name)
            owner = getattr(plywood._plywood, node.name)
            for member in node.body if isinstance(node, ast.ClassDef) else []:
                if isinstance(member, ast.FunctionDef) and not any("setter" in ast.dump(it) for it in member.decorator_list):
                    visit(member, owner, f"{node.name}.{member.name}")
    for start, end, text in sorted(edits, reverse=True):
        lines[start:end] = text
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PARTS.write_text(declared())
    STUB.write_text(documented(STUB.read_text()))
