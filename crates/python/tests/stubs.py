"""Writes the docstrings of the extension module into its stub, for editors: `python crates/python/tests/stubs.py`."""

import ast
import inspect
from pathlib import Path

import plywood._plywood

STUB = Path(__file__).parents[1] / "python" / "plywood" / "_plywood.pyi"


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
    STUB.write_text(documented(STUB.read_text()))
