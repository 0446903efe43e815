"""Classes for searches and their parts, if you'd rather not write their text.

>>> AlphaBeta("material", ordering=[Captures(), Killers()], table=Table(mb=4)).text
'alpha-beta+captures+killers+table=4'
>>> Deepening(Aspiration(PrincipalVariation(quiescence=True))).text
'pvs+quiescence+aspiration+deepening'

They're made from the library's declarations: every search is a class, and so is every part, named after its word. A search takes its
evaluator and, as keywords, its settings; a horizon by its word; parts in the lists `ordering` and `selectivity`; `table`, a part or its
megabytes; and `threads`. An ordering may also be a function of yours, which takes a position and a move and returns a number, and moves with
higher numbers are tried earlier. A driver such as Deepening takes another strategy.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from inspect import Parameter, Signature
from typing import Any

from plywood._plywood import Strategy, declarations

Declared = Mapping[str, Any]
Evaluator = str | Callable[[Any], Any] | None
"""The name of an evaluator, or a callable that takes a position and returns centipawns or a Score for the side to move."""


_INNER = 'the strategy that it drives: a Strategy, its text such as "pvs", or an object with a method search or value'


class Part:
    """A part of a search, by its word."""

    word: str

    def __init__(self, *values: Any, **named: Any) -> None:
        self._given = _bound(type(self), values, named)
        for name, value in self._given.items():
            setattr(self, name, value)
            if value is not None:
                self.word = f"{self.word}={value}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self._given.items())})"

    def __str__(self) -> str:
        return self.word


class Search(Strategy):
    """A strategy whose text is built from words."""

    word: str
    _words: Mapping[str, Callable[[Any], Iterator[Any]]]

    def __new__(cls, *values: Any, **named: Any) -> Search:
        given = _bound(cls, values, named)
        # Threads share a table.
        if given.get("threads", 1) != 1 and "table" in given and given["table"] is None:
            given["table"] = True
        parts = [part for name, words in cls._words.items() for part in words(given[name])]
        return Strategy.__new__(cls, cls.word, given.get("evaluator"), parts)


class Driver(Strategy):
    """Drives another strategy's search again and again, choosing depths and windows."""

    word: str

    def __new__(cls, *values: Any, **named: Any) -> Driver:
        inner, *number = _bound(cls, values, named).values()
        if not isinstance(inner, (str, Strategy)) and not hasattr(inner, "search") and not hasattr(inner, "value"):
            raise TypeError(f"{cls.__name__} takes {_INNER}; found {inner!r}")
        part = cls.word if not number or number[0] is None else f"{cls.word}={number[0]}"
        return Strategy.__new__(cls, inner, None, [part])


def _bound(owner: Any, values: Any, named: Any) -> dict[str, Any]:
    try:
        bound = owner.__signature__.bind(*values, **named)
    except TypeError as error:
        raise TypeError(f"{owner.__name__}{owner.__signature__}: {error}") from None
    bound.apply_defaults()
    return dict(bound.arguments)


def _keyword(name: str, annotation: str, usual: Any) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, annotation=annotation, default=usual)


def _several(value: Any) -> Iterator[Any]:
    """Parts, of which a single one needs no list."""
    is_one = isinstance(value, (Part, str)) or callable(value)
    if not is_one and not isinstance(value, Iterable):
        raise TypeError(f"expected a part, its word, a function, or several of them; found {value!r}")
    yield from [value] if is_one else value


def _setting(declared: Declared) -> tuple[Parameter, Callable[[Any], Iterator[Any]]]:
    """The keyword of a setting, and its words for a value."""
    word, kind, usual = declared["name"], declared["kind"], declared["usual"]
    number = "int" if kind == "amount" or declared["whole"] else "float"

    def words(value: Any) -> Iterator[str]:
        if kind == "without":
            yield from (f"{word}={step}" for step in _several(value))
        elif value is True:
            yield word
        elif value is not None and value is not False and value != usual:
            yield f"{word}={value}"

    name = word.replace("-", "_")
    annotation, usual_value = {
        "number": (number, usual),
        "switch": ("bool", False),
        "amount": ("int | bool", False),
        "choice": ("str", usual),
        "without": ("Iterable[str]", ()),
    }[kind]
    return _keyword(f"{name}_mb" if declared["resource"] == "mb" else name, annotation, usual_value), words


def _roles(parts: list[Declared]) -> Iterator[tuple[Parameter, Callable[[Any], Iterator[Any]]]]:
    """The keywords for the parts that a search takes."""
    of: dict[str, list[Declared]] = {}
    for part in parts:
        of.setdefault(part["role"], []).append(part)

    def amount(part: Declared, unset: Any) -> Callable[[Any], Iterator[Any]]:
        def words(value: Any) -> Iterator[Any]:
            number = part["setting"]["usual"] if value is True else value
            if value not in (None, False, unset):
                yield f"{part['word']}={number}" if isinstance(number, int) else number

        return words

    def switch(word: str) -> Callable[[Any], Iterator[Any]]:
        return lambda value: iter([word] if value else [])

    for horizon in of.get("horizon", []):
        yield _keyword(horizon["word"].replace("-", "_"), "bool", False), switch(horizon["word"])
    if "ordering" in of:
        yield _keyword("ordering", "Orderings", ()), _several
    if "table" in of:
        yield _keyword("table", "Part | int | None", None), amount(of["table"][0], None)
    if "selectivity" in of:
        yield _keyword("selectivity", "Parts", ()), _several
    if "threads" in of:
        yield _keyword("threads", "int", 1), amount(of["threads"][0], 1)


def _documented(about: str, *notes: str) -> str:
    text = f"{about[0].upper()}{about[1:]}"
    return "\n".join([text if text.endswith(".") else f"{text}.", *notes])


def _number(declared: Declared) -> list[Parameter]:
    """The parameter of a part that has a number."""
    setting = declared["setting"]
    if setting["kind"] != "amount":
        return []
    annotation = "int" if setting["usual"] is not None else "int | None"
    name = setting["resource"] or "number"
    return [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, annotation=annotation, default=setting["usual"])]


def _class(base: type, declared: Declared, parameters: list[Parameter], doc: str, **attributes: Any) -> type:
    name = "".join(word.capitalize() for word in declared["name"].split("-"))
    signature = Signature(parameters)
    members = {"__doc__": doc, "__module__": __name__, "__signature__": signature, "word": declared["word"]}
    return type(name, (base,), {**members, **attributes})


def _classes() -> Iterator[type]:
    declared = json.loads(declarations())
    by_word = {part["word"]: part for part in declared["parts"]}
    evaluator = Parameter("evaluator", Parameter.POSITIONAL_OR_KEYWORD, annotation="Evaluator", default=None)
    for search in declared["searches"]:
        settings = [_setting(setting) for setting in search["settings"]]
        fields = [*settings, *_roles([by_word[word] for word in search["parts"]])]
        parameters = [*([evaluator] if search["evaluates"] else []), *(keyword for keyword, _ in fields)]
        notes = [f"{keyword.name}: {one['expected']}." for (keyword, _), one in zip(settings, search["settings"])]
        words = {keyword.name: words for keyword, words in fields}
        yield _class(Search, search, parameters, _documented(search["about"], *notes), _words=words)
    for part in declared["parts"]:
        number = _number(part)
        doc = _documented(part["about"], *(f"{it.name}: {part['setting']['expected']}." for it in number))
        if part["role"] == "driver":
            inner = Parameter("inner", Parameter.POSITIONAL_OR_KEYWORD, annotation="Inner")
            yield _class(Driver, part, [inner, *number], f"{doc}\ninner: {_INNER}.")
        else:
            yield _class(Part, part, number, doc)


_MADE = {made.__name__: made for made in _classes()}
globals().update(_MADE)
__all__ = sorted(_MADE)
