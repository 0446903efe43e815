"""HTML of results for notebooks, which needs no server and follows the reader's light or dark theme."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plywood._plywood import Columns
    from plywood.report import Report

_NUMBERS = (int, float)

_THEME = """<style>.plywood{color-scheme:light}
[data-jp-theme-light="false"] .plywood,[data-vscode-theme-kind*="dark"] .plywood,[theme="dark"] .plywood{color-scheme:dark}</style>"""
"""Pictures and frames have the color scheme of their page, for which JupyterLab and nbconvert, VS Code and Colab have classes."""

_FIT = "new ResizeObserver(() => this.style.height = this.contentDocument.documentElement.offsetHeight + 'px')"
"""Makes a frame as high as its page, even while the page changes."""


def picture(svg: str) -> str:
    """A picture with its own style, on which only the theme of the page has an effect."""
    data = b64encode(svg.encode()).decode()
    return f'{_THEME}<img alt="" class="plywood" style="max-width:100%" src="data:image/svg+xml;base64,{data}"/>'


def frame(page: str) -> str:
    """A page within the page, as high as its content."""
    fit = f"{_FIT}.observe(this.contentDocument.body)"
    style = "width:100%;height:640px;border:0"
    return f'{_THEME}<iframe class="plywood" srcdoc="{escape(page)}" style="{style}" onload="{fit}"></iframe>'


def cell(value: Any) -> str:
    """The text of a value in a table."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:.4g}" if abs(value) < 999.95 else f"{value:,.0f}"
    return escape(str(value))


def table(headings: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A table with numbers aligned to the right."""
    head = "".join(f'<th style="text-align:left">{escape(heading.replace("_", " "))}</th>' for heading in headings)

    def row(values: Sequence[Any]) -> str:
        def side(value: Any) -> str:
            return "right" if isinstance(value, _NUMBERS) and not isinstance(value, bool) else "left"

        return "".join(f'<td style="text-align:{side(value)};white-space:nowrap">{cell(value)}</td>' for value in values)

    body = "".join(f"<tr>{row(values)}</tr>" for values in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def columns(first: Columns, count: int) -> str:
    """The first rows of a table, and the number of all."""
    names = first.column_names
    more = f"<p>the first {len(first):,} of {count:,} rows</p>" if count > len(first) else ""
    return table(names, zip(*(first[name] for name in names))) + more


def board(position: Any, move: Any = None) -> str:
    """A position with an arrow for a move, if the game has pictures."""
    if move is not None and hasattr(position, "svg"):
        return picture(position.svg(arrows=[move], size=280))
    draw = getattr(position, "_repr_svg_", None)
    svg = draw() if draw else None
    if svg:
        return picture(svg)
    text = position.board() if hasattr(position, "board") else str(position)
    return f'<pre style="font-family:monospace">{escape(text)}</pre>'


def report(report: Report[Any, Any]) -> str:
    """A report beside its board."""
    facts = [
        ("strategy", report.strategy),
        ("line", report.line_text),
        ("score", report.score),
        ("depth", f"{report.depth} ({report.reason})"),
        ("nodes", report.nodes),
        ("evaluated", report.stats.evaluated),
        ("from the table", report.stats.saved),
        ("seconds", report.seconds),
    ]
    rows = "".join(f'<tr><th style="text-align:left">{name}</th><td style="text-align:left">{cell(value)}</td></tr>' for name, value in facts)
    return (
        '<div style="display:flex;gap:1.5em;align-items:flex-start">'
        f"<div>{board(report.position, report.best_move)}</div><table>{rows}</table></div>"
    )
