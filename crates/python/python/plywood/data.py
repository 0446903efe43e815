"""Batches of positions, as tables and arrays. NumPy is imported only when needed."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal

from plywood import _plywood
from plywood._plywood import Columns, PgnTable
from plywood.progress import Progress, Shown

if TYPE_CHECKING:
    import numpy
    from typing_extensions import Unpack

    from plywood.limits import Limits

Positions = Iterable[Any]
"""Positions or FENs: a list, a NumPy array, or a column of pandas, polars or pyarrow."""

OnError = Literal["raise", "null"]
"""The treatment of an invalid position: an exception, or a row of None."""

View = Literal["mover", "white"]
"""The point of view of scores: the side to move's or White's."""


_NUMBERS = {"Int32": "int32", "Int64": "int64", "UInt64": "uint64", "Float32": "float32", "Float64": "float64", "Null": "float64"}
"""The types of columns of numbers, and NumPy's names for them."""

_COMPRESSED = [
    (b"\x1f\x8b", "gzip", ["gzip"]),
    (b"BZh", "bzip2", ["bz2"]),
    (b"\xfd7zXZ\0", "xz", ["lzma"]),
    (b"\x28\xb5\x2f\xfd", "Zstandard", ["compression.zstd", "zstandard"]),
]
"""The first bytes of compressed files, the name of the compression, and the modules that read it."""


def decompressed(path: Any, start: bytes) -> Any:
    """A file opened for decompression, by the first available module; None if its first bytes are not those of a compressed file."""
    for mark, name, modules in _COMPRESSED:
        if start.startswith(mark):
            for module in modules:
                try:
                    return import_module(module).open(path, "rb")
                except ModuleNotFoundError:
                    continue
            modules_text = ", ".join(modules)
            raise ImportError(f"the file {path} is compressed by {name}, and Python has none of the modules that read it: {modules_text}")
    return None


def _plain(positions: Positions) -> Iterable[Any]:
    """The values as Python objects; a column of Arrow is converted as a whole."""
    if isinstance(positions, (str, _plywood.History)) or hasattr(positions, "legal_moves"):
        raise TypeError(f"expected positions, in a list for example, and found one: {positions!r}")
    for method in ("to_pylist", "to_list", "tolist"):
        convert = getattr(positions, method, None)
        if convert is not None:
            return convert()  # type: ignore[no-any-return]
    return positions


def evaluate_many(
    positions: Positions,
    evaluator: Any = "classical",
    *,
    threads: int | None = None,
    on_error: OnError = "raise",
    view: View = "mover",
    progress: Shown = True,
) -> Columns:
    """Evaluate many positions on all cores. The columns are centipawns and mate_in, for the side to move; with view="white"
    white_centipawns and white_mate_in.

    An invalid position raises an exception, or with on_error="null" has a row of None.

    The evaluator is a name, a callable that takes a position, or one made by `batched` that takes a list of them. Progress is
    shown in a notebook and a terminal; a function given as progress is called with (done, total).

    >>> evaluate_many([Position()], "material")["centipawns"]
    [0]
    """
    with Progress("positions", progress) as bar:
        return _plywood.evaluate_many(_plain(positions), evaluator, threads=threads, on_error=on_error, view=view, progress=bar.show)


def search_many(
    positions: Positions,
    strategy: Any = "engine",
    *,
    threads: int | None = None,
    on_error: OnError = "raise",
    view: View = "mover",
    progress: Shown = True,
    **limits: Unpack[Limits],
) -> Columns:
    """Search many positions on all cores, independently: a row for each with move, score (as in `evaluate_many`), depth, nodes
    and line.

    An invalid position raises an exception, or with on_error="null" has a row of None.

    Progress is shown in a notebook and a terminal; a function given as progress is called with (done, total).
    """
    with Progress("positions", progress) as bar:
        return _plywood.search_many(_plain(positions), strategy, threads=threads, on_error=on_error, view=view, progress=bar.show, **limits)


def features_many(
    positions: Positions,
    evaluator: str = "classical",
    *,
    threads: int | None = None,
    on_error: OnError = "raise",
    progress: Shown = True,
) -> Columns:
    """An evaluator's features: a column for each of its terms, with its count for White minus its count for Black."""
    with Progress("positions", progress) as bar:
        return _plywood.features_many(_plain(positions), evaluator, threads=threads, on_error=on_error, progress=bar.show)


def bitboards(positions: Positions) -> numpy.ndarray[Any, Any]:
    """An array of shape (n, 2, 6) of unsigned 64-bit numbers: for each color pawns, knights, bishops, rooks, queens, king."""
    import numpy

    return numpy.packbits(planes(positions).reshape(-1, 2, 6, 64), axis=-1, bitorder="little").view("<u8").reshape(-1, 2, 6)


def planes(positions: Positions) -> numpy.ndarray[Any, Any]:
    """An array of shape (n, 12, 8, 8) of bytes, 1 on the squares of pieces: planes as in `bitboards`, rank 1 and file a first."""
    import numpy

    found = numpy.frombuffer(_plywood.encoded(_plain(positions))[0], dtype=numpy.uint8).reshape(-1, 22, 8, 8)
    is_black = found[:, 16, :1, :1, None]
    # For Black to move the ranks and the sides are exchanged.
    return numpy.where(is_black, numpy.roll(found[:, :12, ::-1], 6, axis=1), found[:, :12])


def to_numpy(table: Columns, column: str) -> numpy.ndarray[Any, Any]:
    """A column of numbers as a NumPy array. Missing numbers, such as a mate's centipawns, become NaN, which makes the array one of floats."""
    import numpy

    values, kind = table[column], table.types[column]
    if kind not in _NUMBERS:
        raise TypeError(f"column {column!r} has no numbers")
    if None in values:
        return numpy.array([math.nan if value is None else value for value in values])
    return numpy.array(values, dtype=_NUMBERS[kind])


def frame(table: Columns) -> Any:
    """`Columns.to_pandas`."""
    pandas: Any = import_module("pandas")
    kinds = {"Int32": "Int32", "Int64": "Int64", "UInt64": "UInt64", "Boolean": "boolean", "Utf8": "string"}
    kinds |= {"Float32": "float32", "Float64": "float64"}
    columns = {name: pandas.array(table[name], dtype=kinds.get(kind, "object")) for name, kind in table.types.items()}
    return pandas.DataFrame(columns, columns=table.column_names)


def frame_of_batches(table: PgnTable) -> Any:
    """`PgnTable.to_pandas`."""
    pandas: Any = import_module("pandas")
    return pandas.concat([frame(batch) for batch in table], ignore_index=True)


class _Batched:
    """An evaluator of batches of positions."""

    def __init__(self, function: Callable[[list[Any]], Sequence[Any]]) -> None:
        self.batch = function
        self.__name__ = getattr(function, "__name__", "batched")
        self.__doc__ = function.__doc__

    def __call__(self, position: Any) -> Any:
        return self.batch([position])[0]


def batched(function: Callable[[list[Any]], Sequence[Any]]) -> _Batched:
    """Make an evaluator from a function that takes a list of positions and returns a score for each.

    >>> @batched
    ... def pawns(positions):
    ...     return [100 * (len(p.squares("P")) - len(p.squares("p"))) for p in positions]
    >>> evaluate_many([Position()], pawns)["centipawns"]
    [0]
    """
    return _Batched(function)


__all__ = [
    "Columns",
    "PgnTable",
    "batched",
    "bitboards",
    "evaluate_many",
    "features_many",
    "planes",
    "search_many",
    "to_numpy",
]
