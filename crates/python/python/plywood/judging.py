"""The judge for searches written in Python."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from plywood import _plywood


class Verdict(dict[str, Any]):
    """A verdict of judge: outcome, passed, parts, notes, bugs, asked, unanswered, wrong, leaves, witness, observed and coverage.

    str() is the whole verdict as text.
    """

    text: str

    def __str__(self) -> str:
        return self.text


def judge(
    function: Callable[[dict[str, Any]], Any],
    *,
    search: str = "alpha-beta",
    games: Sequence[str] = ("tree",),
    table: bool = False,
    repetition: bool = False,
    questions: int = 200,
    answered: int = 95,
    require: Sequence[str] = (),
    seed: int = 1,
) -> Verdict:
    """Test whether a search is correct, find the smallest tree it gets wrong, and name its bug.

    The function takes a question, a dictionary described in docs/judge.md: question["tree"] is the tree as nested lists, and
    question["depth"] the depth. It returns the value for the side to move at the root, or a dictionary with "value" and optionally
    "move", "leaves" and "log"; None is no answer.

    >>> def minimax(node, best, other):
    ...     return node if isinstance(node, int) else best(minimax(child, other, best) for child in node)
    >>> verdict = judge(lambda question: minimax(question["tree"], max, min), search="minimax", questions=2)
    >>> verdict["outcome"]
    'right'
    """

    def ask(question: str) -> str:
        answer = function(json.loads(question))
        return json.dumps(answer if isinstance(answer, dict) else {"value": answer})

    settings = {
        "search": search,
        "games": list(games),
        "table": table,
        "repetition": repetition,
        "questions": questions,
        "answered": answered,
        "require": list(require),
        "seed": seed,
    }
    found, text = json.loads(_plywood.judge(ask, json.dumps(settings)))
    verdict = Verdict(found)
    verdict.text = text
    return verdict
