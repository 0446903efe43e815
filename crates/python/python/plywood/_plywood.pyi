# The contents of the extension module. Its docstrings are in the module itself.

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from os import PathLike
from types import TracebackType
from typing import IO, Any, NoReturn, Protocol, SupportsInt, TypeVar, final, overload

from typing_extensions import Never, Self, Unpack, disjoint_base

from plywood.data import OnError, View
from plywood.limits import Limits, MoveLimits
from plywood.report import Iteration, M, Report

__all__ = [
    "GamePosition",
    "Columns",
    "Tree",
    "compare",
    "declarations",
    "end_calls",
    "evaluate",
    "evaluators",
    "explain",
    "ladder",
    "strategies",
    "Book",
    "Epd",
    "Syzygy",
    "epd_operation",
    "epd_operations",
    "History",
    "ablate",
    "play_match",
    "solve_suite",
    "check_laws",
    "chosen",
    "encoded",
    "masked",
    "results",
    "searched",
    "verify",
    "evaluate_many",
    "features_many",
    "judge",
    "search_many",
    "write_file",
    "Move",
    "PgnGame",
    "PgnNode",
    "PgnReader",
    "PgnTable",
    "Position",
    "Score",
    "Strategy",
    "ChessBoard",
    "ChessMove",
    "ChessPiece",
    "LegalMoves",
    "SquareSet",
    "InvalidMoveError",
    "IllegalMoveError",
    "AmbiguousMoveError",
    "attacks_of",
    "between",
    "ray",
    "__version__",
]

__version__: str

class _WithUci(Protocol):
    """A move of python-chess."""

    def uci(self) -> str: ...

class _WithMoveStack(Protocol):
    """A board of python-chess."""

    @property
    def move_stack(self) -> Sequence[Any]: ...
    def fen(self) -> str: ...

_C = TypeVar("_C", covariant=True)

class _Playable(Protocol[_C]):
    """A position of a game: a GamePosition, or an object of your own class."""

    def legal_moves(self) -> Sequence[_C]: ...

_AnyMove = Move | ChessMove | str | _WithUci
_Squares = SupportsInt | Iterable[int]
_AnyPosition = Position | History | ChessBoard | str | _WithMoveStack
_Path = str | PathLike[str]
_Arrow = Move | tuple[str, str] | tuple[str, str, str]

@final
class Move:
    """A chess move, as returned by legal_moves and accepted by play."""
    def __format__(self, format: str, /) -> str: ...
    def __new__(cls, bits: int) -> Self: ...
    @staticmethod
    def from_uci(uci: str) -> NoReturn:
        """Raise an AttributeError that explains how to read a move: its meaning depends on the position."""
    @property
    def bits(self) -> int:
        """The move as a 16-bit number."""
    @property
    def from_square(self) -> str:
        """The square that the piece leaves."""
    @property
    def to_square(self) -> str:
        """The square on which the piece lands; for castling the king's."""
    @property
    def promotion(self) -> str | None:
        """The letter of the piece that a pawn promotes to, or None."""
    @property
    def is_castling(self) -> bool:
        """True if it is castling."""
    @property
    def is_en_passant(self) -> bool:
        """True if it captures en passant."""
    def uci(self) -> str:
        """The move in UCI notation, castling as the king's move; str(move) is equal. For Chess960 use Position.uci."""
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Position:
    """A position of chess. It never changes: play returns the next one.

    Position() is the start of a game; Position(fen) reads a FEN, or takes the position of a board or a game. Positions are equal if no rule
    tells them apart, clocks included, and can be keys of a dictionary."""
    def __new__(cls, fen: _AnyPosition | None = None) -> Self: ...
    @staticmethod
    def lenient(fen: str) -> tuple[Position, list[str]]:
        """Read a FEN that may have small mistakes, and return the repairs: `position, repairs = Position.lenient(fen)`."""
    @staticmethod
    def chess960(number: int, black: int | None = None) -> Position:
        """The start of Chess960 with this number, from 0 to 959; with two numbers White's and Black's differ."""
    @property
    def fen(self) -> str:
        """The FEN; it includes the en passant square only if the capture is legal."""
    def fen_with(self, *, castling: str = "x-fen", en_passant: str = "legal") -> str:
        """The FEN in another form: castling "x-fen" or "shredder"; en_passant "legal", "pseudo-legal" or "always"."""
    @property
    def turn(self) -> str:
        """The side to move: "white" or "black"."""
    @property
    def castling(self) -> str:
        """The castling rights as in FEN, "KQkq" or "-"."""
    @property
    def en_passant(self) -> str | None:
        """The square on which a pawn can be captured en passant, or None."""
    @property
    def halfmove_clock(self) -> int:
        """Plies since the last capture or pawn move."""
    @property
    def fullmove_number(self) -> int:
        """The move number, from 1."""
    @property
    def key(self) -> int:
        """The 64-bit Zobrist key."""
    @property
    def polyglot_key(self) -> int:
        """The key of Polyglot's opening books."""
    @property
    def chess960_number(self) -> int | None:
        """The Chess960 number of this start position, or None."""
    def legal_moves(self) -> list[Move]:
        """All legal moves."""
    def moves(
        self, kind: str = "all", *, from_squares: list[str] | None = None, to_squares: list[str] | None = None
    ) -> list[Move]:
        """The legal moves of a kind: "captures", "quiets" or "noisy" (captures and promotions); from and to certain squares."""
    def legal_move_count(self) -> int:
        """The number of legal moves, counted without listing them."""
    def children(self) -> list[Position]:
        """The positions after every legal move, in the order of legal_moves."""
    def play(self, mv: _AnyMove) -> Position:
        """The position after a move, given as a Move, in SAN ("Nf3") or in UCI notation ("g1f3")."""
    def play_all(self, *moves: _AnyMove) -> Position:
        """Play several moves, one after the other."""
    def move(self, text: str) -> Move:
        """The legal move for a string, in SAN or in UCI notation."""
    def san(self, mv: _AnyMove) -> str:
        """A move in SAN, such as "Nf3"."""
    def san_line(self, moves: Sequence[_AnyMove]) -> str:
        """Moves that follow one another from here, in SAN, such as "1. e4 e5 2. Nf3"."""
    def uci(self, mv: _AnyMove, *, chess960: bool = False) -> str:
        """A move in UCI notation; for Chess960 castling is the king taking its rook."""
    def is_legal(self, mv: _AnyMove) -> bool:
        """True if a move is legal here."""
    def is_capture(self, mv: _AnyMove) -> bool:
        """True if a legal move captures."""
    def gives_check(self, mv: _AnyMove) -> bool:
        """True if a legal move gives check."""
    def see(self, mv: _AnyMove) -> int:
        """The centipawns that a capture wins or loses if both sides keep capturing on its square."""
    def is_check(self) -> bool:
        """True if the side to move is in check."""
    def is_checkmate(self) -> bool:
        """True if the side to move is checkmated."""
    def is_stalemate(self) -> bool:
        """True if the side to move is stalemated."""
    def is_insufficient_material(self, side: str | None = None) -> bool:
        """True if neither side can ever mate; with a color, if that side cannot."""
    def can_claim_fifty_moves(self) -> bool:
        """True if the side to move can claim a draw by the fifty-move rule."""
    def outcome(self) -> tuple[str, str] | None:
        """The result here, as (result, reason), such as ("1-0", "checkmate"); None while the game goes on."""
    def piece_at(self, square_name: str) -> str | None:
        """The letter of the piece on a square, as in FEN, or None."""
    def __getitem__(self, square_name: str, /) -> str | None: ...
    def pieces(self) -> dict[str, str]:
        """All pieces: a dictionary of squares and letters."""
    def squares(self, piece_name: str) -> list[str]:
        """The squares of a piece, such as "N" or "black pawn"."""
    def bitboard(self, piece_name: str) -> int:
        """The squares of a piece as a 64-bit number, a1 the lowest bit."""
    def count(self, piece_name: str) -> int:
        """The number of a piece, such as "N" or "black pawn"."""
    @property
    def counts(self) -> tuple[int, int, int, int, int, int, int, int, int, int, int, int]:
        """The number of each piece, in the order "PNBRQKpnbrqk"."""
    def king(self, side: str) -> str:
        """The square of a side's king."""
    def attackers(self, square_name: str, side: str | None = None) -> list[str]:
        """The squares of the pieces that attack a square, of both sides or of one."""
    def checkers(self) -> list[str]:
        """The squares of the pieces that give check."""
    def pinned(self) -> list[str]:
        """The squares of the pieces of the side to move that are pinned."""
    def perft(self, depth: int) -> int:
        """The number of move sequences of this length."""
    def divide(self, depth: int) -> list[tuple[Move, int]]:
        """The perft of each legal move: a list of (move, count)."""
    def is_same(self, other: Position) -> bool:
        """True if the position is the same for a repetition: pieces, side to move, castling and en passant."""
    def flip_colors(self) -> Position:
        """The position with the colors exchanged."""
    def mirror(self) -> Position | None:
        """The position with left and right exchanged; None if a side may castle."""
    def text(self, *, figurines: bool = False, seen_by: str = "white", coordinates: bool = True) -> str:
        """The board as text."""
    def svg(
        self,
        *,
        size: int = 360,
        seen_by: str = "white",
        coordinates: str = "inside",
        last_move: Move | None = None,
        arrows: Sequence[_Arrow] = ...,
        marks: Mapping[str, str] = ...,
        **others: Never,
    ) -> str:
        """The board as SVG. An arrow is a Move, (from, to) or (from, to, color); marks are squares with their colors."""
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class History:
    """A game so far. It grows with push, shrinks with undo, and counts repetitions."""
    def __new__(cls, start: _AnyPosition | None = None, moves: Sequence[_AnyMove] = ...) -> Self: ...
    def push(self, mv: _AnyMove) -> None:
        """Play a move."""
    def undo(self) -> Move | None:
        """Take the last move back and return it; None at the start."""
    @property
    def position(self) -> Position:
        """The current position."""
    @property
    def positions(self) -> list[Position]:
        """All positions from the start to the current one."""
    @property
    def moves(self) -> list[Move]:
        """The moves so far."""
    def occurrences(self) -> int:
        """How often the current position has occurred, including now."""
    def outcome(self) -> tuple[str, str] | None:
        """The result, as (result, reason); None while the game goes on."""
    def claim(self, mv: _AnyMove | None = None) -> str | None:
        """The reason the side to move can claim a draw now, or by announcing the given move; None if it can't."""
    def _repr_svg_(self) -> str: ...
    def __len__(self, /) -> int: ...
    @overload
    def __getitem__(self, index: int, /) -> Move: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Move]: ...
    def __iter__(self, /) -> Iterator[Move]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __copy__(self) -> History: ...

@final
class Score:
    """A score for the side to move: centipawns, or a sure win or loss. Scores can be compared and negated.

    Score(35) is +0.35, Score("#3") mates in three moves."""
    def __new__(cls, value: float | str | Score) -> Self: ...
    @property
    def centipawns(self) -> int | None:
        """Centipawns, or None for a sure win or loss."""
    @property
    def mate_in(self) -> int | None:
        """The number of moves in which the side to move mates, negative if it is mated; None if there is no mate."""
    @property
    def is_decisive(self) -> bool:
        """True if it is a sure win or loss."""
    @staticmethod
    def _from_packed(packed: int) -> Score: ...
    def __neg__(self, /) -> Score: ...
    def __float__(self, /) -> float: ...
    def __lt__(self, other: Score, /) -> bool: ...
    def __le__(self, other: Score, /) -> bool: ...
    def __gt__(self, other: Score, /) -> bool: ...
    def __ge__(self, other: Score, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class PgnReader:
    """The games of a file, one after the other, in constant memory: `for game in PgnReader("games.pgn")`.

    The source is a path, also of a file compressed by gzip, bzip2, xz or Zstandard, or an object with read, such as a file opened in binary
    mode. A game with mistakes has the moves before them, and its errors."""
    def __new__(cls, file: _Path | IO[bytes] | IO[str]) -> Self: ...
    def __iter__(self, /) -> Iterator[PgnGame]: ...
    def __next__(self, /) -> PgnGame: ...
    def close(self) -> None:
        """Close the file."""
    def __enter__(self) -> PgnReader: ...
    def __exit__(self, *_exception: type[BaseException] | BaseException | TracebackType | None) -> None: ...

@final
class PgnGame:
    """A game of PGN: tags, and a tree of moves with comments and variations. str(game) is its PGN."""
    def __new__(cls, text: str | None = None, *, start: _AnyPosition | None = None) -> Self: ...
    @staticmethod
    def from_history(history: History) -> PgnGame:
        """The game from a History."""
    @property
    def tags(self) -> list[tuple[str, str]]:
        """The tags as pairs of name and value, in order."""
    def __getitem__(self, tag: str, /) -> str: ...
    def __setitem__(self, tag: str, value: str, /) -> None: ...
    def __delitem__(self, tag: str, /) -> None: ...
    def __contains__(self, tag: str, /) -> bool: ...
    def get(self, tag: str, default: str | None = None) -> str | None:
        """The value of a tag, or the default."""
    @property
    def result(self) -> str:
        """"1-0", "0-1", "1/2-1/2" or "*"."""
    @result.setter
    def result(self, result: str, /) -> None: ...
    @property
    def errors(self) -> list[str]:
        """The errors in the game; it has the moves before the first one."""
    @property
    def warnings(self) -> list[str]:
        """Small mistakes that did not stop the reading."""
    @property
    def start(self) -> Position:
        """The position at the start."""
    @property
    def final_position(self) -> Position:
        """The position at the end of the main line."""
    @property
    def moves(self) -> list[Move | None]:
        """The moves of the main line; None is a null move."""
    @property
    def positions(self) -> list[Position]:
        """The positions of the main line, the start first."""
    @property
    def root(self) -> PgnNode:
        """The root of the tree, before the first move."""
    @property
    def main_line(self) -> list[PgnNode]:
        """The nodes of the main line, each after a move."""
    def history(self) -> History | None:
        """The main line as a History; None if it has a null move."""
    def _repr_svg_(self) -> str: ...
    def __len__(self, /) -> int: ...
    def __bool__(self, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class PgnNode:
    """A place in the tree of a game: the root, or the position after a move."""
    @property
    def game(self) -> PgnGame:
        """Its game."""
    @property
    def move(self) -> Move | None:
        """The move that leads here; None at the root and for a null move."""
    @property
    def san(self) -> str:
        """The move in SAN; empty at the root."""
    @property
    def position(self) -> Position:
        """The position here."""
    @property
    def ply(self) -> int:
        """The number of moves to this place."""
    @property
    def is_main_line(self) -> bool:
        """True if it is on the main line."""
    @property
    def parent(self) -> PgnNode | None:
        """The node before; None at the root."""
    @property
    def next(self) -> PgnNode | None:
        """The next node of the line; None at its end."""
    @property
    def continuations(self) -> list[PgnNode]:
        """All nodes that follow: the next one of the line first, then the variations."""
    @property
    def comments(self) -> list[str]:
        """The comments after the move."""
    @property
    def nags(self) -> list[int]:
        """The glyphs ("$1" is 1) of the move."""
    @property
    def clock(self) -> float | None:
        """The seconds on the clock after the move, from a comment; or None."""
    @property
    def evaluation(self) -> Score | None:
        """The evaluation of the position from White's point of view, from a comment; or None."""
    def play(self, mv: _AnyMove) -> PgnNode:
        """Add a move and return its node; an existing move is not added twice."""
    def add_comment(self, text: str) -> None:
        """Add a comment after the move."""
    def add_nag(self, nag: int) -> None:
        """Add a glyph to the move: 1 is "!", 2 is "?"."""
    def remove(self) -> bool:
        """Remove the move with everything that follows."""
    def make_main_line(self) -> bool:
        """Make the line of this move the main line."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Epd:
    """A position with operations, such as its best move: Epd("… bm Nf3; id \"one\";")."""
    def __new__(cls, text: str) -> Self: ...
    @property
    def position(self) -> Position:
        """The position."""
    @property
    def id(self) -> str | None:
        """The name of the position, or None."""
    @property
    def best_moves(self) -> list[Move]:
        """The best moves (bm)."""
    @property
    def avoid_moves(self) -> list[Move]:
        """The moves to avoid (am)."""
    @property
    def direct_mate(self) -> int | None:
        """The number of moves in which the side to move can mate (dm), or None."""
    @property
    def opcodes(self) -> list[str]:
        """The opcodes, in order."""
    def comment(self, number: int) -> str | None:
        """The comment with a number from 0 to 9 (c0 to c9), or None."""
    def is_solved_by(self, mv: _AnyMove) -> bool:
        """True if a move is among the best moves and not one to avoid."""
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Book:
    """An opening book of Polyglot: Book("book.bin"), or an empty one to fill."""
    def __new__(cls, path: _Path | None = None) -> Self: ...
    def moves(self, position: _AnyPosition) -> list[tuple[Move, int]]:
        """The moves of a position with their weights, as (move, weight)."""
    def best(self, position: _AnyPosition) -> Move | None:
        """The move with the highest weight, or None."""
    def add(self, position: _AnyPosition, mv: _AnyMove, weight: int = 1) -> None:
        """Add a move of a position."""
    def save(self, path: _Path, *, replace: bool = False) -> None:
        """Write the book to a file. One that exists needs replace=True."""
    def __setstate__(self, state: bytes) -> None: ...
    def __bytes__(self) -> bytes: ...
    def __contains__(self, position: _AnyPosition, /) -> bool: ...
    def __len__(self, /) -> int: ...

@final
class Syzygy:
    """Endgame tables of Syzygy: Syzygy("tables"), or a list of folders, or folders separated as in PATH."""
    def __new__(cls, folders: _Path | Sequence[_Path]) -> Self: ...
    @property
    def most_men(self) -> int:
        """The largest number of men in any table."""
    @property
    def endgames(self) -> list[str]:
        """The endgames, such as "KQvK"."""
    def wdl(self, position: _AnyPosition) -> int:
        """The result for the side to move: 2 a win, 1 a win that the fifty-move rule draws, 0 a draw, -1 and -2 losses."""
    def dtz(self, position: _AnyPosition) -> int:
        """The plies to the next capture or pawn move with best play, negative for the losing side."""
    def root_moves(self, position: _AnyPosition) -> list[tuple[Move, int, int]]:
        """All legal moves with result and distance, as (move, wdl, dtz)."""
    def __contains__(self, position: _AnyPosition, /) -> bool: ...

@final
class GamePosition:
    """A position of connect four, breakthrough, tic-tac-toe, EinStein würfelt nicht!, backgammon or a written tree: GamePosition("connect-four", "ddcc"), GamePosition("tree", "((3 12 8) (2 4 6))").

    It never changes: play returns the next one. Moves are strings."""
    def __new__(cls, game: str, text: str | None = None) -> Self: ...
    @property
    def game(self) -> str:
        """The name of the game."""
    def legal_moves(self) -> list[str]:
        """All legal moves."""
    def play(self, mv: str) -> GamePosition:
        """The position after a move."""
    def ending(self) -> str | None:
        """The result for the side to move: "won", "lost", "drawn" or a score as text; None while the game goes on."""
    def text(self) -> str:
        """The board as lines of text."""
    def _repr_svg_(self) -> str | None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@disjoint_base
class Strategy:
    """A search that keeps its tables between calls.

    The string names its parts: "pvs+captures+killers+table=16+deepening", a known strategy such as "everything", settings after a colon as
    in "everything:evaluator=material,depth=6", and a label in front as in "mine=alpha-beta". The evaluator is a name, or a callable that
    takes a position and returns centipawns for the side to move. Instead of a string it takes your own strategy: an object with a method
    search(position, limits) or value(position, depth, alpha, beta). "uci:cmd=stockfish" is a UCI program, which is started once and sees
    only positions. parts are added to the string: words such as "deepening", and move orderings of your own, callables that take a position
    and a move and return a number; moves with higher numbers are tried earlier, and 0 or None leaves a move to the next ordering."""
    def __new__(
        cls, text: Any, evaluator: str | Callable[[Any], Any] | None = None, parts: Sequence[Any] | None = None, *, threads: int | None = None
    ) -> Self: ...
    @property
    def text(self) -> str:
        """The string it was made from."""
    @property
    def evaluator(self) -> str | Callable[[Any], Any] | None:
        """The given evaluator: a name, a callable, or None for the game's default."""
    @overload
    def search(
        self,
        position: _AnyPosition,
        *,
        on_iteration: Callable[[Iteration[Move]], object] | None = None,
        **limits: Unpack[Limits],
    ) -> Report[Position, Move]:
        """Search a position. The limits are keywords: depth, nodes, soft_nodes, rounds, time and soft_time (seconds), clock (remaining, increment,
        moves_to_go), moves (only these at the root), lines (of the best moves), seed. on_iteration is called after every depth of a
        deepening search, and ends it by returning True: its results so far are the result."""
    @overload
    def search(
        self,
        position: _Playable[M],
        *,
        on_iteration: Callable[[Iteration[M]], object] | None = None,
        **limits: Unpack[Limits],
    ) -> Report[Any, M]: ...
    def stop(self) -> None:
        """End the search that another thread is running, if any: it returns its results so far. Its tables are emptied."""
    def new_game(self) -> None:
        """Forget earlier searches. The tables keep their memory."""

@final
class Tree:
    """The tree that a search visits, node by node, with windows, scores and cutoffs.

    In a notebook you can step through it, without a server."""
    def __new__(cls, position: Any, strategy: Any, depth: int, *, max_nodes: int = 2000) -> Self: ...
    @staticmethod
    def read(path: _Path, *, max_nodes: int = 2000) -> Tree:
        """Read the tree of any program's search from a file of events, as docs/tree-format.md describes them."""
    def text(self) -> str:
        """The tree as an outline: a line for each node with its move, window, score, and the moves that were cut off."""
    def html(self) -> str:
        """A page to step through the search; it needs no server."""
    def svg(self) -> str:
        """The tree as SVG."""
    def json(self) -> str:
        """The nodes as JSON."""
    def nodes(self) -> list[dict[str, Any]]:
        """The nodes as dictionaries."""
    def _repr_html_(self) -> str: ...
    def __len__(self, /) -> int: ...

@final
class Columns:
    """A table of columns. pandas, polars, DuckDB and pyarrow read it through __arrow_c_stream__: polars.DataFrame(table),
    pyarrow.table(table), pandas.DataFrame.from_arrow(table)."""
    def __new__(cls, columns: Mapping[str, Sequence[Any]], types: Mapping[str, str] | None = None) -> Self: ...
    @staticmethod
    def of_rows(rows: Sequence[Mapping[str, Any]]) -> Columns:
        """Makes a table of rows, with the columns of the first one."""
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...
    @property
    def column_names(self) -> list[str]:
        """The names of the columns."""
    def __getitem__(self, name: str, /) -> list[Any]: ...
    def to_dict(self) -> dict[str, list[Any]]:
        """All columns as lists, by name."""
    @property
    def types(self) -> dict[str, str]:
        """The types of the columns by name, such as "Int32"."""
    def to_pandas(self) -> Any:
        """The table as a pandas DataFrame. Missing values stay missing, and columns of whole numbers stay whole."""
    def _repr_html_(self) -> str: ...
    def __array__(self, *_arguments: Any, **_keywords: Any) -> NoReturn: ...
    def __len__(self, /) -> int: ...
    def __contains__(self, name: str, /) -> bool: ...
    def __iter__(self, /) -> Iterator[str]: ...

@final
class PgnTable:
    """A PGN file as a table that is read in batches: PgnTable("games.pgn") has a row for each game, PgnTable("games.pgn", "positions") one for
    each move of the main lines. tags adds columns for the tags in this list, such as white_elo for WhiteElo.

    pandas, polars, DuckDB and pyarrow read it through __arrow_c_stream__, any number of times; a file object is read once. Iterating gives
    Columns for each batch.

    Positions have game, ply, fen, move (UCI) and san, and with fen_after=True also the FEN after the move; then what the comment after the
    move says about the position after it: white_centipawns and white_mate_in (a score from White's point of view), depth, and clock in
    seconds; and points, the result for White. Anything missing or unknown ("?") in the file is None."""
    def __new__(
        cls,
        file: _Path | IO[bytes] | IO[str],
        rows: str = "games",
        *,
        tags: Sequence[str] = ...,
        fen_after: bool = False,
        batch_rows: int = 65536,
    ) -> Self: ...
    def to_pandas(self) -> Any:
        """The whole table as a frame of pandas."""
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...
    def close(self) -> None:
        """Close the file."""
    def __enter__(self) -> PgnTable: ...
    def __exit__(self, *_exception: type[BaseException] | BaseException | TracebackType | None) -> None: ...
    def __iter__(self, /) -> Iterator[Columns]: ...
    def __next__(self, /) -> Columns: ...

_Results = tuple[str, str, str, str]
def declarations() -> str:
    """The searches and parts that a class can be made of, as JSON."""
def evaluate(position: Any, evaluator: str | Callable[[Any], Any] | None = None) -> Score:
    """Evaluate a position for the side to move, with an evaluator by name or a callable; by default the game's."""
def explain(
    position: Any, evaluator: str = "classical"
) -> list[tuple[str, float, tuple[float, float], tuple[float, float]]]:
    """Break down the score of an evaluator: (name, weight, (White's count, Black's), (value for White, for Black)) of each term that counts."""
def strategies(game: Any = None) -> list[tuple[str, str]]:
    """The strategies of a game, as (name, description)."""
def evaluators(game: Any = None) -> list[tuple[str, str]]:
    """The evaluators of a game, the default first, as (name, description)."""
def ladder(position: Any) -> list[str]:
    """The strategies that a comparison shows by default: each row changes one part."""
def judge(ask: Callable[[str], str], settings: str) -> str:
    """Judge a search that answers questions with ask, as JSON. `plywood.judge` is the same with keywords."""
def check_laws(position: Any, evaluator: Callable[[Any], Any] | None, seeds: int, is_symmetric: bool) -> None:
    """Check the laws along random games. `plywood.check_laws` wraps this with keywords."""
def verify(search: Any, reference: Any, game: Any, is_exact: bool, size: tuple[int, int, int]) -> list[tuple[str, int]]:
    """Verify the contract of a search. `plywood.verify` wraps this with keywords."""
def compare(question: Mapping[str, Any], limits: Limits | None) -> _Results:
    """Compare strategies on positions. `plywood.compare` wraps this with keywords."""
def play_match(game: Any, settings: Mapping[str, Any], limits: MoveLimits | None) -> _Results:
    """Play a match. `plywood.match` wraps this with keywords."""
def solve_suite(game: Any, settings: Mapping[str, Any], limits: MoveLimits | None) -> _Results:
    """Solve test positions with strategies. `plywood.suite` wraps this with keywords."""
def ablate(game: Any, settings: Mapping[str, Any], limits: MoveLimits | None) -> _Results:
    """Measure the worth of each part of a strategy. `plywood.ablate` wraps this with keywords."""
def evaluate_many(
    positions: Iterable[Any],
    evaluator: Any = None,
    *,
    threads: int | None = None,
    on_error: OnError = "raise",
    view: View = "mover",
    progress: Callable[..., object] | None = None,
) -> Columns:
    """Evaluate many positions: a table of centipawns, from the side to move's point of view. The evaluator is a name or a callable."""
def features_many(
    positions: Iterable[Any],
    evaluator: str = "classical",
    *,
    threads: int | None = None,
    on_error: OnError = "raise",
    progress: Callable[..., object] | None = None,
) -> Columns:
    """The features of many positions: a column for each term of the evaluator, with White's count minus Black's."""
def search_many(
    positions: Iterable[Any],
    strategy: Any,
    *,
    threads: int | None = None,
    on_error: OnError = "raise",
    view: View = "mover",
    progress: Callable[..., object] | None = None,
    **limits: Unpack[Limits],
) -> Columns:
    """Search many chess positions, each one separately: a table with a row for each."""
def end_calls() -> None:
    """Ends the calls on threads that the program leaves behind: one that came back to a closed interpreter would end the process."""
def epd_operations(text: str) -> list[tuple[str, list[str], bool]]:
    """The operations of an EPD of python-chess: the opcode, the words of the operand, and true if it's a string."""

def epd_operation(opcode: str, words: Sequence[str], is_text: bool) -> str:
    """An operation of an EPD of python-chess."""

def write_file(path: _Path, content: bytes, replace: bool) -> None:
    """Writes a page or a book. If that fails, the file keeps its contents. A page of ours is replaced, and any other with `replace`."""
def chosen(positions: Iterable[Any], numbers: Sequence[int]) -> list[Any]:
    """The legal move with a number in each position."""
def encoded(positions: Iterable[Any]) -> tuple[bytearray, list[int]]:
    """The planes of positions, and the shape of their array."""
def masked(positions: Iterable[Any]) -> tuple[bytearray, list[int]]:
    """A byte for each move of the game and each position, 1 if it is legal there, and the shape of their array."""
def results(positions: Iterable[Any]) -> list[float]:
    """The results for the sides that moved last: 1, 0 or -1, or NaN if the game is not over."""
def searched(
    positions: Iterable[Any], ask: Callable[[list[Any]], list[bytes]], rounds: int, exploration: float, megabytes: int
) -> tuple[list[list[int]], list[float]]:
    """The visits of the moves by number, and the values, of a search in each position. `ask` takes leaves, and returns the bytes of the priors of
    all moves and of the values, 32-bit numbers."""

class InvalidMoveError(ValueError):
    """The text is not a move."""
class IllegalMoveError(ValueError):
    """The move is not legal in this position."""
class AmbiguousMoveError(ValueError):
    """The text matches several legal moves."""

def attacks_of(piece: ChessPiece, square: int, occupied: _Squares = ...) -> int:
    """A mask of the squares that a piece attacks from a square, where the given squares block sliders."""
def between(a: int, b: int) -> int:
    """A mask of the squares between two squares on a rank, file or diagonal."""
def ray(a: int, b: int) -> int:
    """A mask of the whole rank, file or diagonal through two squares; 0 if there is none."""

@final
class ChessMove:
    """A move by its squares, legal or not. Castling is a move of the king by two squares; in Chess960 the king takes its rook.

    Its promotion can be set. Boards return one object for the same move every time, so change only moves that you have made."""
    __match_args__ = ("from_square", "to_square", "promotion", "drop")
    promotion: int | None
    def __new__(cls, from_square: int, to_square: int, promotion: int | None = None, drop: int | None = None) -> Self: ...
    @staticmethod
    def from_uci(uci: str) -> ChessMove:
        """The move for a string in UCI notation; "0000" is a null move."""
    @staticmethod
    def null() -> ChessMove:
        """The null move: the side to move passes."""
    @property
    def from_square(self) -> int:
        """The square that the piece leaves."""
    @property
    def to_square(self) -> int:
        """The square on which it lands."""
    @property
    def drop(self) -> int | None:
        """The kind of piece that is dropped, or None. No legal move of chess drops a piece."""
    def uci(self) -> str:
        """The move in UCI notation."""
    def xboard(self) -> str:
        """The move in the notation of XBoard programs."""
    def __bool__(self, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __format__(self, format: str, /) -> str: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class ChessPiece:
    """A piece of a color."""
    __match_args__ = ("piece_type", "color")
    def __new__(cls, piece_type: int, color: bool) -> Self: ...
    @staticmethod
    def from_symbol(symbol: str) -> ChessPiece:
        """The piece for a letter of a FEN."""
    @property
    def piece_type(self) -> int:
        """The kind of the piece, from PAWN to KING."""
    @property
    def color(self) -> bool:
        """WHITE or BLACK."""
    def symbol(self) -> str:
        """The letter of the piece in a FEN."""
    def unicode_symbol(self, *, invert_color: bool = False) -> str:
        """The figurine of the piece."""
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class SquareSet:
    """A set of squares: a 64-bit mask with the operations of a set and of a number."""
    def __new__(cls, squares: _Squares = ...) -> Self: ...
    @staticmethod
    def from_square(square: int) -> SquareSet:
        """The set of one square."""
    @staticmethod
    def ray(a: int, b: int) -> SquareSet:
        """The whole rank, file or diagonal through two squares; empty if there is none."""
    @staticmethod
    def between(a: int, b: int) -> SquareSet:
        """The squares between two squares on a rank, file or diagonal."""
    @property
    def mask(self) -> int:
        """The squares as a 64-bit mask."""
    @mask.setter
    def mask(self, squares: _Squares) -> None: ...
    def __contains__(self, square: int, /) -> bool: ...
    def __iter__(self, /) -> Iterator[int]: ...
    def __reversed__(self) -> Iterator[int]: ...
    def __len__(self, /) -> int: ...
    def __bool__(self, /) -> bool: ...
    def add(self, square: int) -> None:
        """Add a square."""
    def discard(self, square: int) -> None:
        """Remove a square, if it is there."""
    def remove(self, square: int) -> None:
        """Remove a square; KeyError if it is not there."""
    def pop(self) -> int:
        """Remove the first square and return it; KeyError if there is none."""
    def clear(self) -> None:
        """Remove all squares."""
    def copy(self) -> SquareSet:
        """A copy."""
    def isdisjoint(self, other: _Squares) -> bool:
        """True if no square is in both sets."""
    def issubset(self, other: _Squares) -> bool:
        """True if every square is in the other set."""
    def issuperset(self, other: _Squares) -> bool:
        """True if every square of the other set is in this one."""
    def union(self, other: _Squares) -> SquareSet:
        """The squares of either set."""
    def intersection(self, other: _Squares) -> SquareSet:
        """The squares of both sets."""
    def difference(self, other: _Squares) -> SquareSet:
        """The squares that are not in the other set."""
    def symmetric_difference(self, other: _Squares) -> SquareSet:
        """The squares in exactly one of the two sets."""
    def update(self, *others: _Squares) -> None:
        """Add the squares of other sets."""
    def intersection_update(self, *others: _Squares) -> None:
        """Keep only the squares that are also in the other sets."""
    def difference_update(self, other: _Squares) -> None:
        """Remove the squares of another set."""
    def symmetric_difference_update(self, other: _Squares) -> None:
        """Keep the squares in exactly one of the two sets."""
    def mirror(self) -> SquareSet:
        """The set with the ranks reversed."""
    def carry_rippler(self) -> Iterator[int]:
        """All subsets, as masks."""
    def tolist(self) -> list[bool]:
        """A list of 64 booleans, from a1 to h8."""
    def __or__(self, other: _Squares, /) -> SquareSet: ...
    def __and__(self, other: _Squares, /) -> SquareSet: ...
    def __sub__(self, other: _Squares, /) -> SquareSet: ...
    def __xor__(self, other: _Squares, /) -> SquareSet: ...
    def __ror__(self, other: _Squares, /) -> SquareSet: ...
    def __rand__(self, other: _Squares, /) -> SquareSet: ...
    def __rxor__(self, other: _Squares, /) -> SquareSet: ...
    def __rsub__(self, other: Never, /) -> NoReturn: ...
    def __rlshift__(self, other: Never, /) -> NoReturn: ...
    def __rrshift__(self, other: Never, /) -> NoReturn: ...
    def __ior__(self, other: _Squares, /) -> Self: ...
    def __iand__(self, other: _Squares, /) -> Self: ...
    def __isub__(self, other: _Squares, /) -> Self: ...
    def __ixor__(self, other: _Squares, /) -> Self: ...
    def __lshift__(self, shift: int, /) -> SquareSet: ...
    def __rshift__(self, shift: int, /) -> SquareSet: ...
    def __ilshift__(self, shift: int, /) -> Self: ...
    def __irshift__(self, shift: int, /) -> Self: ...
    def __invert__(self, /) -> SquareSet: ...
    def __int__(self, /) -> int: ...
    def __index__(self, /) -> int: ...
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]

@final
class LegalMoves:
    """The legal moves of the board's current position."""
    def __new__(cls, board: ChessBoard) -> Self: ...
    def __iter__(self, /) -> Iterator[ChessMove]: ...
    def __contains__(self, move: object, /) -> bool: ...
    def __len__(self, /) -> int: ...
    def __bool__(self, /) -> bool: ...
    def count(self) -> int:
        """The number of legal moves."""

@disjoint_base
class ChessBoard:
    """A game of chess that changes: push plays a move, pop takes it back.

    Board() is the start of a game, Board(fen) another position, Board(None) an empty board. It also takes any position, and a game with its
    moves. It plays legal and pseudo-legal moves. The pieces may be in an illegal arrangement, for example without kings: its legal moves are
    those that leave no king in check.

    Legal moves come in python-chess's order: pieces, castling, pawns; each from h8 to a1."""
    chess960: bool
    turn: bool
    fullmove_number: int
    halfmove_clock: int
    ep_square: int | None
    castling_rights: int
    move_stack: list[ChessMove]
    def __new__(cls, *_start: Any, **_more: Any) -> Self: ...
    def __init__(self, fen: _AnyPosition | None = ..., *, chess960: bool = False) -> None: ...
    @property
    def position(self) -> Position:
        """The current position; it never changes."""
    @property
    def history(self) -> History:
        """A copy of the game since the last null move or change of the position."""
    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves, to iterate over, to count and to test for membership."""
    @property
    def promoted(self) -> int:
        """A mask of the pieces that were pawns."""
    @property
    def occupied(self) -> int:
        """A mask of all pieces."""
    @property
    def occupied_co(self) -> list[int]:
        """Masks of Black's pieces and White's, by color."""
    @property
    def pawns(self) -> int:
        """A mask of all pawns."""
    @property
    def knights(self) -> int:
        """A mask of all knights."""
    @property
    def bishops(self) -> int:
        """A mask of all bishops."""
    @property
    def rooks(self) -> int:
        """A mask of all rooks."""
    @property
    def queens(self) -> int:
        """A mask of all queens."""
    @property
    def kings(self) -> int:
        """A mask of all kings."""
    def push(self, move: _AnyMove) -> None:
        """Play a legal or pseudo-legal move, or a null move where there is no check."""
    def push_san(self, san: str) -> ChessMove:
        """Play a move in SAN, and return it."""
    def push_uci(self, uci: str) -> ChessMove:
        """Play a move in UCI notation, and return it."""
    def pop(self) -> ChessMove:
        """Take the last move back and return it."""
    def peek(self) -> ChessMove:
        """The last move."""
    def ply(self) -> int:
        """The number of plies since the start of a game."""
    def root(self) -> Self:
        """A board with the position in which this one began."""
    def copy(self, *, stack: bool | int | None = None) -> Self:
        """A copy, with all its moves, none of them (False) or the last ones (a number)."""
    def generate_legal_moves(self, from_mask: _Squares = ..., to_mask: _Squares = ...) -> Iterator[ChessMove]:
        """The legal moves from and to certain squares."""
    def generate_pseudo_legal_moves(self, from_mask: _Squares = ..., to_mask: _Squares = ...) -> Iterator[ChessMove]:
        """The pseudo-legal moves from and to certain squares: they may leave the king in check."""
    def is_pseudo_legal(self, move: _AnyMove) -> bool:
        """True if a move is legal except that it may leave the king in check."""
    def is_into_check(self, move: _AnyMove) -> bool:
        """True if a pseudo-legal move leaves the king in check."""
    def was_into_check(self) -> bool:
        """True if the side that has just moved is in check."""
    def clean_castling_rights(self) -> int:
        """The castling rights that are possible: king and rook are on their squares."""
    def is_legal(self, move: _AnyMove) -> bool:
        """True if a move is legal."""
    def is_capture(self, move: _AnyMove) -> bool:
        """True if a move captures."""
    def is_en_passant(self, move: _AnyMove) -> bool:
        """True if a move captures en passant."""
    def gives_check(self, move: _AnyMove) -> bool:
        """True if a legal or pseudo-legal move gives check."""
    def is_castling(self, move: _AnyMove) -> bool:
        """True if a move castles: the king goes two squares or more, or takes its rook."""
    def parse_san(self, san: str) -> ChessMove:
        """The legal move for a string in SAN."""
    def parse_uci(self, uci: str) -> ChessMove:
        """The legal move for a string in UCI notation."""
    def san(self, move: _AnyMove) -> str:
        """A legal or pseudo-legal move in SAN."""
    def lan(self, move: _AnyMove) -> str:
        """A legal move in long algebraic notation."""
    def uci(self, move: _AnyMove, *, chess960: bool | None = None) -> str:
        """A move in UCI notation."""
    def variation_san(self, variation: Iterable[_AnyMove]) -> str:
        """Moves that follow one another from here, in SAN with numbers."""
    def fen(self, *, shredder: bool = False, en_passant: str = "legal", promoted: bool | None = None) -> str:
        """The FEN. en_passant is "legal", "xfen" (if a pawn attacks the square) or "fen" (after every double push)."""
    def set_fen(self, fen: str) -> None:
        """Start over with the position of a FEN."""
    def apply_mirror(self) -> None:
        """Exchange the colors. The game starts over."""
    def set_piece_at(self, square: int, piece: ChessPiece | None, promoted: bool = False) -> None:
        """Put a piece on a square, or None to clear it. The game starts over."""
    def set_piece_map(self, pieces: dict[int, ChessPiece]) -> None:
        """Set up the pieces of a dictionary of squares. The game starts over."""
    def has_legal_en_passant(self) -> bool:
        """True if a pawn can be captured en passant."""
    def piece_at(self, square: int) -> ChessPiece | None:
        """The piece on a square."""
    def piece_map(self, *, mask: _Squares = ...) -> dict[int, ChessPiece]:
        """All pieces, or those on certain squares: a dictionary of squares and pieces."""
    def pieces(self, piece_type: int, color: bool) -> SquareSet:
        """The squares of a piece."""
    def pieces_mask(self, piece_type: int, color: bool) -> int:
        """A mask of the squares of a piece."""
    def king(self, color: bool) -> int | None:
        """The square of a side's king, or None."""
    def attacks_mask(self, square: int) -> int:
        """A mask of the squares that the piece on a square attacks."""
    def attackers_mask(self, color: bool, square: int, occupied: _Squares | None = None) -> int:
        """A mask of a side's pieces that attack a square; occupied replaces the squares that block."""
    def pin_mask(self, color: bool, square: int) -> int:
        """A mask of the line on which a piece is pinned."""
    def checkers_mask(self) -> int:
        """A mask of the pieces that give check."""
    def is_check(self) -> bool:
        """True if the side to move is in check."""
    def is_checkmate(self) -> bool:
        """True if the side to move is checkmated."""
    def is_stalemate(self) -> bool:
        """True if the side to move is stalemated."""
    def is_insufficient_material(self) -> bool:
        """True if neither side can ever mate."""
    def has_insufficient_material(self, color: bool) -> bool:
        """True if a side can never mate."""
    def is_repetition(self, count: int = 3) -> bool:
        """True if the position has occurred this often."""
    def can_claim_fifty_moves(self) -> bool:
        """True if the side to move can claim a draw by the fifty-move rule, now or by a move that it announces."""
    def can_claim_threefold_repetition(self) -> bool:
        """True if the side to move can claim a draw by repetition, now or by a move that it announces."""
    def is_game_over(self, *, claim_draw: bool = False) -> bool:
        """True if the game has ended."""
    def is_valid(self) -> bool:
        """True if the position is legal: its status is VALID."""
    def _ended(self, claim_draw: bool) -> tuple[str, bool | None] | None: ...
    def _status(self) -> int: ...
    def _transposition_key(self) -> int: ...
    def _repr_svg_(self) -> str: ...
    def __setstate__(self, state: Any) -> None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
