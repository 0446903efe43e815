"""A board that changes, with the names of python-chess: for programs that were written for it.

It is a view of a `History`, and every function of plywood takes it for a position.

>>> import plywood.chess as chess
>>> board = chess.Board()
>>> board.push_san("e4")
Move.from_uci('e2e4')
>>> board.turn == chess.BLACK, chess.Move.from_uci("e7e5") in board.legal_moves
(True, True)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from plywood import _plywood
from plywood._plywood import History, Position
from plywood.hints import hint

Color = bool
WHITE, BLACK = COLORS = True, False
PieceType = int
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = PIECE_TYPES = 1, 2, 3, 4, 5, 6
PIECE_SYMBOLS = [None, "p", "n", "b", "r", "q", "k"]
FILE_NAMES, RANK_NAMES = "abcdefgh", "12345678"
STARTING_FEN = Position().fen
Square = int
SQUARES = range(64)
SQUARE_NAMES = [file + rank for rank in RANK_NAMES for file in FILE_NAMES]
A1, B1, C1, D1, E1, F1, G1, H1 = SQUARES[:8]
A2, B2, C2, D2, E2, F2, G2, H2 = SQUARES[8:16]
A3, B3, C3, D3, E3, F3, G3, H3 = SQUARES[16:24]
A4, B4, C4, D4, E4, F4, G4, H4 = SQUARES[24:32]
A5, B5, C5, D5, E5, F5, G5, H5 = SQUARES[32:40]
A6, B6, C6, D6, E6, F6, G6, H6 = SQUARES[40:48]
A7, B7, C7, D7, E7, F7, G7, H7 = SQUARES[48:56]
A8, B8, C8, D8, E8, F8, G8, H8 = SQUARES[56:]


def parse_square(name: str) -> Square:
    """The number of a square, a1 is 0 and h8 is 63."""
    return SQUARE_NAMES.index(name)


def square_name(square: Square) -> str:
    """The name of a square."""
    return SQUARE_NAMES[square]


def square(file: int, rank: int) -> Square:
    """The square on a file and a rank, both from 0."""
    return 8 * rank + file


def square_file(square: Square) -> int:
    """The file of a square, from 0."""
    return square % 8


def square_rank(square: Square) -> int:
    """The rank of a square, from 0."""
    return square // 8


def piece_symbol(piece_type: PieceType) -> str:
    """The letter of a kind of piece."""
    return "pnbrqk"[piece_type - 1]


def _color(color: Color) -> str:
    return "white" if color else "black"


class Piece(NamedTuple):
    """A piece of a color."""

    piece_type: PieceType
    color: Color

    @classmethod
    def from_symbol(cls, symbol: str) -> Piece:
        """The piece of a letter as in FEN."""
        return cls("pnbrqk".index(symbol.lower()) + 1, symbol.isupper())

    def symbol(self) -> str:
        """The letter as in FEN."""
        letter = piece_symbol(self.piece_type)
        return letter.upper() if self.color else letter

    def __str__(self) -> str:
        return self.symbol()


class Move(NamedTuple):
    """A move by its squares, legal or not. Castling is a move of the king by two squares; in Chess960 the king takes its rook."""

    from_square: Square
    to_square: Square
    promotion: PieceType | None = None

    @classmethod
    def from_uci(cls, text: str) -> Move:
        """The move that UCI writes so."""
        try:
            promotion = "pnbrqk".index(text[4:]) + 1 if len(text) == 5 else None
            if len(text) in (4, 5) and promotion not in (PAWN, KING) and text[:2] != text[2:4]:
                return cls(parse_square(text[:2]), parse_square(text[2:4]), promotion)
        except ValueError:
            pass
        raise ValueError(f"expected a move as UCI writes it, such as e2e4 or e7e8q, found {text!r}")

    def uci(self) -> str:
        """The move as UCI writes it."""
        promotion = piece_symbol(self.promotion) if self.promotion else ""
        return square_name(self.from_square) + square_name(self.to_square) + promotion

    def __str__(self) -> str:
        return self.uci()

    def __repr__(self) -> str:
        return f"Move.from_uci({self.uci()!r})"


class Outcome(NamedTuple):
    """How a game ended."""

    termination: str
    """Why, such as "checkmate"."""
    winner: Color | None

    def result(self) -> str:
        """1-0, 0-1 or 1/2-1/2."""
        return "1/2-1/2" if self.winner is None else "1-0" if self.winner else "0-1"


class LegalMoves:
    """The legal moves of a board as it is now."""

    def __init__(self, board: Board) -> None:
        self._board = board

    def __iter__(self) -> Iterator[Move]:
        return iter([self._board._written(move) for move in self._board.position.legal_moves()])

    def __contains__(self, move: object) -> bool:
        return hasattr(move, "uci") and self._board.position.is_legal(move)

    def __len__(self) -> int:
        return self.count()

    def count(self) -> int:
        """How many there are."""
        return self._board.position.legal_move_count()


class _Hinting(type):
    """A class whose missing attributes are answered like those of its objects."""

    def __getattr__(cls, name: str) -> Any:
        raise AttributeError(f"type object 'Board' has no attribute {name!r}{hint('Board', name)}")


if not TYPE_CHECKING:

    def __getattr__(name):
        raise AttributeError(f"module 'plywood.chess' has no attribute {name!r}{hint('plywood.chess', name)}")


class Board(metaclass=_Hinting):
    """A game of chess that changes: push plays a move, pop takes it back. `history` and `position` are the game and the position now."""

    def __init__(self, fen: Any = STARTING_FEN, *, chess960: bool = False) -> None:
        self.history = fen.__copy__() if isinstance(fen, History) else History(fen)
        self.chess960 = chess960

    @property
    def position(self) -> Position:
        """The position now; it never changes."""
        return self.history.position

    def _written(self, move: _plywood.Move) -> Move:
        if self.chess960 and move.is_castling:
            return Move.from_uci(self.position.uci(move, chess960=True))
        return Move.from_uci(move.uci())

    def _legal(self, move: Any) -> _plywood.Move:
        text = move if isinstance(move, str) else move.uci()
        return self.position.move(text)

    def push(self, move: Any) -> None:
        """Play a legal move."""
        self.history.push(move)

    def pop(self) -> Move:
        """Take the last move back and return it."""
        last = self.history.undo()
        if last is None:
            raise IndexError("pop from an empty move stack")
        return self._written(last)

    def push_san(self, san: str) -> Move:
        """Play a move that is written as SAN, and return it."""
        move = self.parse_san(san)
        self.push(move)
        return move

    push_uci = push_san

    def parse_san(self, san: str) -> Move:
        """The legal move of a text."""
        return self._written(self.position.move(san))

    parse_uci = parse_san

    def san(self, move: Any) -> str:
        """A legal move as SAN."""
        return self.position.san(move)

    def uci(self, move: Any) -> str:
        """A legal move as UCI writes it."""
        return self.position.uci(move, chess960=self.chess960)

    def variation_san(self, moves: Iterable[Any]) -> str:
        """Moves that follow each other from here, as SAN with numbers."""
        return self.position.san_line(list(moves))

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves, to go through, to count and to look into."""
        return LegalMoves(self)

    def generate_legal_moves(self) -> Iterator[Move]:
        """The legal moves."""
        return iter(self.legal_moves)

    def is_legal(self, move: Any) -> bool:
        """Whether a move is legal."""
        return self.position.is_legal(move)

    def is_capture(self, move: Any) -> bool:
        """Whether a legal move captures."""
        return self.position.is_capture(move)

    def gives_check(self, move: Any) -> bool:
        """Whether a legal move gives check."""
        return self.position.gives_check(move)

    def is_castling(self, move: Any) -> bool:
        """Whether a legal move castles."""
        return self._legal(move).is_castling

    def is_en_passant(self, move: Any) -> bool:
        """Whether a legal move captures en passant."""
        return self._legal(move).is_en_passant

    @property
    def move_stack(self) -> list[Move]:
        """The moves so far."""
        board = self.root()
        board.chess960 = self.chess960
        return [board.push_san(move.uci()) for move in self.history]

    def peek(self) -> Move:
        """The last move."""
        return self.move_stack[-1]

    def ply(self) -> int:
        """How many plies were played since the start of a game."""
        return 2 * (self.fullmove_number - 1) + (self.turn == BLACK)

    def root(self) -> Board:
        """A board with the position in which this one began."""
        return Board(self.history.positions[0], chess960=self.chess960)

    def copy(self, *, stack: bool = True) -> Board:
        """A copy, with or without its moves."""
        board = Board(self.position, chess960=self.chess960)
        if stack:
            board.history = self.history.__copy__()
        return board

    def reset(self) -> None:
        """Go back to the start of a game."""
        self.history = History()

    def fen(self, *, en_passant: str = "legal", shredder: bool = False) -> str:
        """The FEN."""
        forms = {"xfen": "pseudo-legal", "fen": "always"}
        castling = "shredder" if shredder else "x-fen"
        return self.position.fen_with(castling=castling, en_passant=forms.get(en_passant, en_passant))

    def board_fen(self) -> str:
        """The part of the FEN that says where the pieces stand."""
        return self.position.fen.split(" ")[0]

    @property
    def turn(self) -> Color:
        """WHITE or BLACK, that is True or False: who is to move."""
        return self.position.turn == "white"

    @property
    def fullmove_number(self) -> int:
        """The number of the move, from 1."""
        return self.position.fullmove_number

    @property
    def halfmove_clock(self) -> int:
        """Plies since the last capture or pawn move."""
        return self.position.halfmove_clock

    @property
    def ep_square(self) -> Square | None:
        """The square that a pawn has just passed, whether it can be captured there or not."""
        passed = self.fen(en_passant="fen").split(" ")[3]
        return None if passed == "-" else parse_square(passed)

    def piece_at(self, square: Square) -> Piece | None:
        """The piece on a square."""
        letter = self.position[square_name(square)]
        return None if letter is None else Piece.from_symbol(letter)

    def piece_type_at(self, square: Square) -> PieceType | None:
        """The kind of the piece on a square."""
        piece = self.piece_at(square)
        return None if piece is None else piece.piece_type

    def color_at(self, square: Square) -> Color | None:
        """The color of the piece on a square."""
        piece = self.piece_at(square)
        return None if piece is None else piece.color

    def pieces(self, piece_type: PieceType, color: Color) -> set[Square]:
        """The squares of a piece."""
        return {parse_square(name) for name in self.position.squares(Piece(piece_type, color).symbol())}

    def king(self, color: Color) -> Square:
        """The square of a side's king."""
        return parse_square(self.position.king(_color(color)))

    def attackers(self, color: Color, square: Square) -> set[Square]:
        """The squares of a side's pieces that attack a square."""
        return {parse_square(name) for name in self.position.attackers(square_name(square), _color(color))}

    def is_attacked_by(self, color: Color, square: Square) -> bool:
        """Whether a side attacks a square."""
        return bool(self.attackers(color, square))

    def checkers(self) -> set[Square]:
        """The squares of the pieces that give check."""
        return {parse_square(name) for name in self.position.checkers()}

    def is_check(self) -> bool:
        """Whether the side to move is in check."""
        return self.position.is_check()

    def is_checkmate(self) -> bool:
        """Whether the side to move is checkmated."""
        return self.position.is_checkmate()

    def is_stalemate(self) -> bool:
        """Whether the side to move is stalemated."""
        return self.position.is_stalemate()

    def is_insufficient_material(self) -> bool:
        """Whether neither side can ever mate."""
        return self.position.is_insufficient_material()

    def is_repetition(self, count: int = 3) -> bool:
        """Whether the position has occurred so often."""
        return self.history.occurrences() >= count

    def can_claim_draw(self) -> bool:
        """Whether the side to move can claim a draw, now or by a move that it announces."""
        return self.history.claim() is not None or any(self.history.claim(move) for move in self.position.legal_moves())

    def outcome(self, *, claim_draw: bool = False) -> Outcome | None:
        """How the game ended; None while it goes on."""
        ended = self.history.outcome()
        if ended is not None:
            result, reason = ended
            return Outcome(reason, {"1-0": WHITE, "0-1": BLACK}.get(result))
        if claim_draw and self.can_claim_draw():
            return Outcome(self.history.claim() or "a claim", None)
        return None

    def is_game_over(self, *, claim_draw: bool = False) -> bool:
        """Whether the game has ended."""
        return self.outcome(claim_draw=claim_draw) is not None

    def result(self, *, claim_draw: bool = False) -> str:
        """1-0, 0-1, 1/2-1/2, or * while the game goes on."""
        outcome = self.outcome(claim_draw=claim_draw)
        return "*" if outcome is None else outcome.result()

    def _repr_svg_(self) -> str:
        return self.position._repr_svg_()

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"'Board' object has no attribute {name!r}{hint('Board', name)}")

    def __eq__(self, other: object) -> bool:
        return self.position == other.position if isinstance(other, Board) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        letters = (self.position[file + rank] or "." for rank in reversed(RANK_NAMES) for file in FILE_NAMES)
        rows = zip(*[letters] * 8)
        return "\n".join(" ".join(row) for row in rows)

    def __repr__(self) -> str:
        return f"Board({self.fen()!r})"
