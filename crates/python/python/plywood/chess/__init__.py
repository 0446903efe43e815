"""A mutable board with the interface of python-chess, for programs that use python-chess.

Every function of plywood accepts it as a position.

>>> import plywood.chess as chess
>>> board = chess.Board()
>>> board.push_san("e4")
Move.from_uci('e2e4')
>>> board.turn == chess.BLACK, chess.Move.from_uci("e7e5") in board.legal_moves
(True, True)
"""

from __future__ import annotations

import enum
import math
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, SupportsInt


from plywood import _plywood
from plywood._plywood import AmbiguousMoveError as AmbiguousMoveError
from plywood._plywood import ChessBoard, LegalMoves, Position
from plywood._plywood import IllegalMoveError as IllegalMoveError
from plywood._plywood import InvalidMoveError as InvalidMoveError
from plywood._plywood import SquareSet as SquareSet
from plywood._plywood import between as between
from plywood._plywood import ray as ray
from plywood.hints import hint

if TYPE_CHECKING:
    from typing_extensions import Self

Move = _plywood.ChessMove
Piece = _plywood.ChessPiece
LegalMoveGenerator = LegalMoves
Color = bool
WHITE, BLACK = COLORS = [True, False]
COLOR_NAMES = ["black", "white"]
PieceType = int
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = PIECE_TYPES = [1, 2, 3, 4, 5, 6]
PIECE_SYMBOLS = [None, "p", "n", "b", "r", "q", "k"]
PIECE_NAMES = [None, "pawn", "knight", "bishop", "rook", "queen", "king"]
UNICODE_PIECE_SYMBOLS = {letter: Piece.from_symbol(letter).unicode_symbol() for letter in "RrNnBbQqKkPp"}
FILE_NAMES, RANK_NAMES = list("abcdefgh"), list("12345678")
STARTING_FEN = Position().fen
STARTING_BOARD_FEN = STARTING_FEN.split(" ")[0]
Square = int
SQUARES = [*range(64)]
SQUARE_NAMES = [file + rank for rank in RANK_NAMES for file in FILE_NAMES]
A1, B1, C1, D1, E1, F1, G1, H1 = SQUARES[:8]
A2, B2, C2, D2, E2, F2, G2, H2 = SQUARES[8:16]
A3, B3, C3, D3, E3, F3, G3, H3 = SQUARES[16:24]
A4, B4, C4, D4, E4, F4, G4, H4 = SQUARES[24:32]
A5, B5, C5, D5, E5, F5, G5, H5 = SQUARES[32:40]
A6, B6, C6, D6, E6, F6, G6, H6 = SQUARES[40:48]
A7, B7, C7, D7, E7, F7, G7, H7 = SQUARES[48:56]
A8, B8, C8, D8, E8, F8, G8, H8 = SQUARES[56:]
SQUARES_180 = [square ^ 56 for square in SQUARES]

Bitboard = int
BB_EMPTY, BB_ALL = 0, 2**64 - 1
BB_SQUARES = [1 << square for square in SQUARES]
BB_RANKS = BB_RANK_1, BB_RANK_2, BB_RANK_3, BB_RANK_4, BB_RANK_5, BB_RANK_6, BB_RANK_7, BB_RANK_8 = [0xFF << 8 * n for n in range(8)]
BB_FILES = BB_FILE_A, BB_FILE_B, BB_FILE_C, BB_FILE_D, BB_FILE_E, BB_FILE_F, BB_FILE_G, BB_FILE_H = [
    0x0101010101010101 << n for n in range(8)
]
BB_BACKRANKS = BB_RANK_1 | BB_RANK_8
BB_CORNERS = (BB_FILE_A | BB_FILE_H) & BB_BACKRANKS
BB_CENTER = (BB_FILE_D | BB_FILE_E) & (BB_RANK_4 | BB_RANK_5)
BB_LIGHT_SQUARES = 0x55AA55AA55AA55AA
BB_DARK_SQUARES = BB_ALL ^ BB_LIGHT_SQUARES
BB_KNIGHT_ATTACKS = [_plywood.attacks_of(Piece(KNIGHT, WHITE), square) for square in SQUARES]
BB_KING_ATTACKS = [_plywood.attacks_of(Piece(KING, WHITE), square) for square in SQUARES]
BB_PAWN_ATTACKS = [[_plywood.attacks_of(Piece(PAWN, color), square) for square in SQUARES] for color in (BLACK, WHITE)]
BB_A1, BB_B1, BB_C1, BB_D1, BB_E1, BB_F1, BB_G1, BB_H1 = BB_SQUARES[:8]
BB_A2, BB_B2, BB_C2, BB_D2, BB_E2, BB_F2, BB_G2, BB_H2 = BB_SQUARES[8:16]
BB_A3, BB_B3, BB_C3, BB_D3, BB_E3, BB_F3, BB_G3, BB_H3 = BB_SQUARES[16:24]
BB_A4, BB_B4, BB_C4, BB_D4, BB_E4, BB_F4, BB_G4, BB_H4 = BB_SQUARES[24:32]
BB_A5, BB_B5, BB_C5, BB_D5, BB_E5, BB_F5, BB_G5, BB_H5 = BB_SQUARES[32:40]
BB_A6, BB_B6, BB_C6, BB_D6, BB_E6, BB_F6, BB_G6, BB_H6 = BB_SQUARES[40:48]
BB_A7, BB_B7, BB_C7, BB_D7, BB_E7, BB_F7, BB_G7, BB_H7 = BB_SQUARES[48:56]
BB_A8, BB_B8, BB_C8, BB_D8, BB_E8, BB_F8, BB_G8, BB_H8 = BB_SQUARES[56:]

IntoSquareSet = SupportsInt | Iterable[Square]


def parse_square(name: str) -> Square:
    """The number of a square, from 0 for a1 to 63 for h8."""
    return SQUARE_NAMES.index(name)


def square_name(square: Square) -> str:
    """The name of a square."""
    return SQUARE_NAMES[square]


def square(file_index: int, rank_index: int) -> Square:
    """The square on a file and a rank, both from 0."""
    return 8 * rank_index + file_index


def square_file(square: Square) -> int:
    """The file of a square, from 0."""
    return square % 8


def square_rank(square: Square) -> int:
    """The rank of a square, from 0."""
    return square // 8


def square_mirror(square: Square) -> Square:
    """The square reflected from White's side to Black's, on the same file."""
    return square ^ 56


def _steps(a: Square, b: Square) -> tuple[int, int]:
    return abs(a % 8 - b % 8), abs(a // 8 - b // 8)


def square_distance(a: Square, b: Square) -> int:
    """The number of steps of a king."""
    return max(_steps(a, b))


def square_manhattan_distance(a: Square, b: Square) -> int:
    """The number of steps along files and ranks."""
    return sum(_steps(a, b))


def square_knight_distance(a: Square, b: Square) -> int:
    """The number of moves of a knight on an empty board."""
    reached, moves = BB_SQUARES[a], 0
    while not reached & BB_SQUARES[b]:
        for square in scan_forward(reached):
            reached |= BB_KNIGHT_ATTACKS[square]
        moves += 1
    return moves


def piece_symbol(piece_type: PieceType) -> str:
    """The letter of a kind of piece."""
    return "pnbrqk"[piece_type - 1]


def piece_name(piece_type: PieceType) -> str:
    """The name of a kind of piece."""
    return str(PIECE_NAMES[piece_type])


def lsb(bb: Bitboard) -> Square:
    """The first square of a mask."""
    return (bb & -bb).bit_length() - 1


def msb(bb: Bitboard) -> Square:
    """The last square of a mask."""
    return bb.bit_length() - 1


def popcount(bb: Bitboard) -> int:
    """The number of squares of a mask."""
    return bb.bit_count()


def scan_forward(bb: Bitboard) -> Iterator[Square]:
    """The squares of a mask."""
    return iter(SquareSet(bb))


def scan_reversed(bb: Bitboard) -> Iterator[Square]:
    """The squares of a mask, the last one first."""
    return reversed(SquareSet(bb))


def _subsets(bb: Bitboard) -> Iterator[Bitboard]:
    subset = 0
    while True:
        yield subset
        # The carry passes through the bits outside the mask.
        subset = (subset - bb) & bb
        if not subset:
            return


def _flip(to: Callable[[Square], Square]) -> Callable[[Bitboard], Bitboard]:
    return lambda bb: sum(BB_SQUARES[to(square)] for square in scan_forward(bb))


flip_vertical, flip_horizontal = _flip(lambda square: square ^ 56), _flip(lambda square: square ^ 7)
flip_diagonal = _flip(lambda square: 8 * (square % 8) + square // 8)
flip_anti_diagonal = _flip(lambda square: 63 - 8 * (square % 8) - square // 8)


def _shift(files: int, ranks: int) -> Callable[[Bitboard], Bitboard]:
    stays = sum(file for number, file in enumerate(BB_FILES) if 0 <= number + files < 8)
    places = files + 8 * ranks
    return lambda b: (b & stays) << places & BB_ALL if places > 0 else (b & stays) >> -places


shift_down, shift_2_down, shift_up, shift_2_up = _shift(0, -1), _shift(0, -2), _shift(0, 1), _shift(0, 2)
shift_left, shift_2_left, shift_right, shift_2_right = _shift(-1, 0), _shift(-2, 0), _shift(1, 0), _shift(2, 0)
shift_up_left, shift_up_right, shift_down_left, shift_down_right = _shift(-1, 1), _shift(1, 1), _shift(-1, -1), _shift(1, -1)


class Termination(enum.Enum):
    """The reason for the end of a game."""

    CHECKMATE = 1
    STALEMATE = 2
    INSUFFICIENT_MATERIAL = 3
    SEVENTYFIVE_MOVES = 4
    FIVEFOLD_REPETITION = 5
    FIFTY_MOVES = 6
    THREEFOLD_REPETITION = 7
    # No game ends so here.
    VARIANT_WIN = 8
    VARIANT_LOSS = 9
    VARIANT_DRAW = 10


class Outcome(NamedTuple):
    """The result of a game and the reason for its end."""

    termination: Termination
    winner: Color | None

    def result(self) -> str:
        """1-0, 0-1 or 1/2-1/2."""
        return "1/2-1/2" if self.winner is None else "1-0" if self.winner else "0-1"


class Status(enum.IntFlag):
    """The reasons why a position is illegal."""

    VALID = 0
    NO_WHITE_KING = 1 << 0
    NO_BLACK_KING = 1 << 1
    TOO_MANY_KINGS = 1 << 2
    TOO_MANY_WHITE_PAWNS = 1 << 3
    TOO_MANY_BLACK_PAWNS = 1 << 4
    PAWNS_ON_BACKRANK = 1 << 5
    TOO_MANY_WHITE_PIECES = 1 << 6
    TOO_MANY_BLACK_PIECES = 1 << 7
    BAD_CASTLING_RIGHTS = 1 << 8
    INVALID_EP_SQUARE = 1 << 9
    OPPOSITE_CHECK = 1 << 10
    EMPTY = 1 << 11
    TOO_MANY_CHECKERS = 1 << 15
    IMPOSSIBLE_CHECK = 1 << 16


STATUS_VALID, STATUS_EMPTY = Status.VALID, Status.EMPTY
STATUS_NO_WHITE_KING, STATUS_NO_BLACK_KING, STATUS_TOO_MANY_KINGS = Status.NO_WHITE_KING, Status.NO_BLACK_KING, Status.TOO_MANY_KINGS
STATUS_TOO_MANY_WHITE_PAWNS, STATUS_TOO_MANY_BLACK_PAWNS = Status.TOO_MANY_WHITE_PAWNS, Status.TOO_MANY_BLACK_PAWNS
STATUS_TOO_MANY_WHITE_PIECES, STATUS_TOO_MANY_BLACK_PIECES = Status.TOO_MANY_WHITE_PIECES, Status.TOO_MANY_BLACK_PIECES
STATUS_PAWNS_ON_BACKRANK, STATUS_BAD_CASTLING_RIGHTS = Status.PAWNS_ON_BACKRANK, Status.BAD_CASTLING_RIGHTS
STATUS_INVALID_EP_SQUARE, STATUS_OPPOSITE_CHECK = Status.INVALID_EP_SQUARE, Status.OPPOSITE_CHECK
STATUS_TOO_MANY_CHECKERS, STATUS_IMPOSSIBLE_CHECK = Status.TOO_MANY_CHECKERS, Status.IMPOSSIBLE_CHECK

EnPassantSpec = Literal["legal", "fen", "xfen"]
Operand = None | str | int | float | Move | Iterable[Move]


def _finite(number: float) -> float:
    if not math.isfinite(number):
        raise ValueError(f"a number of an EPD is finite, not {number}")
    return number


class PseudoLegalMoveGenerator:
    """The pseudo-legal moves of a board's current position: they may leave the king in check."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def __iter__(self) -> Iterator[Move]:
        return self.board.generate_pseudo_legal_moves()

    def __contains__(self, move: Move) -> bool:
        return self.board.is_pseudo_legal(move)

    def __bool__(self) -> bool:
        return any(self)

    def __len__(self) -> int:
        return self.count()

    def count(self) -> int:
        """The number of pseudo-legal moves."""
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        moves = [self.board.san(move) if self.board.is_legal(move) else move.uci() for move in self]
        return f"<PseudoLegalMoveGenerator ({', '.join(moves)})>"


def _that_pushes(parse: Callable[[Any, str], Move]) -> Callable[[Any, str], Move]:
    def pushed(self: Board, text: str) -> Move:
        move = parse(self, text)
        self.push(move)
        return move

    return pushed


class BaseBoard(ChessBoard):
    """The pieces of a board alone."""

    def __init__(self, board_fen: str | None = STARTING_BOARD_FEN) -> None:
        super().__init__(board_fen and f"{board_fen} w - - 0 1")

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return self.board_fen() == other.board_fen() if isinstance(other, BaseBoard) else NotImplemented

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.board_fen()!r})"

    @classmethod
    def empty(cls) -> Self:
        """An empty board."""
        return cls(None)

    @classmethod
    def from_chess960_pos(cls, scharnagl: int) -> Self:
        """The Chess960 start with a number from 0 to 959."""
        board = cls()
        board.set_chess960_pos(scharnagl)
        return board

    def set_chess960_pos(self, scharnagl: int) -> None:
        """Set up the Chess960 start with a number from 0 to 959."""
        self.chess960 = True
        self.set_fen(Position.chess960(scharnagl).fen)

    def board_fen(self, *, promoted: bool | None = False) -> str:
        """The piece placement field of the FEN."""
        return self.fen(promoted=promoted).split(" ")[0]

    def set_board_fen(self, fen: str) -> None:
        """Place pieces as in the first field of a FEN. Clears the history."""
        pieces = Board(f"{fen} w - - 0 1")
        self._set_pieces(pieces.piece_map(), pieces.promoted)

    def _set_pieces(self, pieces: dict[Square, Piece], promoted: Bitboard) -> None:
        self.set_piece_map(pieces)
        for square in scan_forward(promoted):
            self.set_piece_at(square, pieces.get(square), promoted=True)

    def reset_board(self) -> None:
        """Place the pieces of the start."""
        self.set_board_fen(STARTING_BOARD_FEN)

    def clear_board(self) -> None:
        """Remove all pieces."""
        self.set_piece_map({})

    def remove_piece_at(self, square: Square) -> Piece | None:
        """Remove the piece on a square and return it. Clears the history."""
        piece = self.piece_at(square)
        self.set_piece_at(square, None)
        return piece

    def mirror(self) -> Self:
        """The board with the colors exchanged."""
        board = self.copy(stack=False)
        board.apply_mirror()
        return board

    def transform(self, f: Callable[[Bitboard], Bitboard]) -> Self:
        """The board with its squares transformed by a function of masks, such as flip_horizontal."""
        board = self.copy(stack=False)
        board.apply_transform(f)
        return board

    def apply_transform(self, f: Callable[[Bitboard], Bitboard]) -> None:
        """Transform the squares of the pieces by a function of masks."""
        pieces = {msb(f(BB_SQUARES[square])): piece for square, piece in self.piece_map().items()}
        self._set_pieces(pieces, f(self.promoted))

    def chess960_pos(self) -> int | None:
        """The number of the Chess960 start with these pieces, or None if it is none."""
        start = Board(f"{self.board_fen()} w KQkq - 0 1", chess960=True)
        return start.position.chess960_number if start.is_valid() else None

    def unicode(
        self, *, invert_color: bool = False, borders: bool = False, empty_square: str = "\u2b58", orientation: Color = WHITE
    ) -> str:
        """The board with figurines."""
        step = 1 if orientation else -1
        rows = []
        for rank in RANK_NAMES[:: -step]:
            pieces = [self.piece_at(parse_square(file + rank)) for file in FILE_NAMES[::step]]
            signs = [piece.unicode_symbol(invert_color=invert_color) if piece else empty_square for piece in pieces]
            rows.append(f"{rank} |{'|'.join(signs)}|" if borders else " ".join(signs))
        if not borders:
            return "\n".join(rows)
        line = "\n  " + 17 * "-" + "\n"
        return line[1:] + line.join(rows) + line + "   " + " ".join(FILE_NAMES[::step])

    def piece_type_at(self, square: Square) -> PieceType | None:
        """The kind of the piece on a square."""
        piece = self.piece_at(square)
        return None if piece is None else piece.piece_type

    def color_at(self, square: Square) -> Color | None:
        """The color of the piece on a square."""
        piece = self.piece_at(square)
        return None if piece is None else piece.color

    def attacks(self, square: Square) -> SquareSet:
        """The squares that the piece on a square attacks."""
        return SquareSet(self.attacks_mask(square))

    def attackers(self, color: Color, square: Square, occupied: IntoSquareSet | None = None) -> SquareSet:
        """The squares of a side's pieces that attack a square, with a different set of occupied squares if one is given."""
        return SquareSet(self.attackers_mask(color, square, occupied))

    def is_attacked_by(self, color: Color, square: Square, occupied: IntoSquareSet | None = None) -> bool:
        """True if a side attacks a square."""
        return self.attackers_mask(color, square, occupied) != 0

    def pin(self, color: Color, square: Square) -> SquareSet:
        """The line on which a piece is pinned to the king of its color; all squares if it is not."""
        return SquareSet(self.pin_mask(color, square))

    def is_pinned(self, color: Color, square: Square) -> bool:
        """True if a piece is pinned to the king of its color."""
        return self.pin_mask(color, square) != BB_ALL

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()


class Board(BaseBoard):
    __doc__ = ChessBoard.__doc__
    __eq__, __repr__ = ChessBoard.__eq__, ChessBoard.__repr__
    if TYPE_CHECKING:

        def __init__(self, fen: Any = ..., *, chess960: bool = False) -> None: ...

    else:
        __init__ = ChessBoard.__init__
    uci_variant, xboard_variant, starting_fen = "chess", "normal", STARTING_FEN
    aliases = ["Standard", "Chess", "Classical", "Normal", "Illegal", "From Position"]
    # The names and first bytes of Syzygy's files, and the rules of chess that they depend on.
    tbw_suffix, tbz_suffix, tbw_magic, tbz_magic = ".rtbw", ".rtbz", bytes.fromhex("71e8235d"), bytes.fromhex("d7660ca5")
    pawnless_tbw_suffix = pawnless_tbz_suffix = pawnless_tbw_magic = pawnless_tbz_magic = None
    one_king, connected_kings, captures_compulsory = True, False, False

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        if cls.push is not ChessBoard.push:
            for name, parse in ("push_san", ChessBoard.parse_san), ("push_uci", ChessBoard.parse_uci), ("push_xboard", ChessBoard.parse_san):
                if getattr(cls, name) is getattr(Board, name):
                    setattr(cls, name, _that_pushes(parse))

    @classmethod
    def empty(cls, *, chess960: bool = False) -> Board:
        """An empty board."""
        return cls(None, chess960=chess960)

    @classmethod
    def from_epd(cls, epd: str, *, chess960: bool = False) -> tuple[Board, dict[str, Any]]:
        """The board of an EPD and its operations."""
        board = cls(chess960=chess960)
        return board, board.set_epd(epd)

    def set_epd(self, epd: str) -> dict[str, Any]:
        """Set up the position of an EPD as a new start, and return its operations."""
        *fields, text = [*epd.strip().rstrip(";").split(None, 4), ""][:5]
        board = self.copy(stack=False)
        board.set_fen(" ".join(fields))
        read = _plywood.epd_operations(text)
        operations = {opcode: words[-1] if is_text else board._operand(opcode, words) for opcode, words, is_text in read}
        if read:
            fields += map(str, [operations.get("hmvc", 0), operations.get("fmvn", 1)])
        self.set_fen(" ".join(fields))
        return operations

    def _operand(self, opcode: str, words: list[str]) -> Any:
        text = " ".join(words)
        # Castling may be written with zeros.
        if text and text[0] in "+-.0123456789" and "0-0" not in text:
            return _finite(float(text)) if {*".eE"} & {*text} else int(text)
        if opcode in ("am", "bm", "pv"):
            after = self.copy(stack=False)
            return [after.push_san(san) if opcode == "pv" else self.parse_san(san) for san in words]
        if not text:
            return None
        try:
            return self.parse_san(text)
        except ValueError:
            return text

    def epd(
        self, *, shredder: bool = False, en_passant: EnPassantSpec = "legal", promoted: bool | None = None, **operations: Operand
    ) -> str:
        """The position as EPD, with operations."""
        fields = self.fen(shredder=shredder, en_passant=en_passant, promoted=promoted).split(" ")[:4]
        return " ".join([*fields, *(self._operation(*operation) for operation in operations.items())])

    def _operation(self, opcode: str, operand: Operand) -> str:
        if isinstance(operand, Move):
            words = [self.san(operand)]
        elif operand is None or isinstance(operand, (int, float)):
            words = [] if operand is None else [str(_finite(operand))]
        elif opcode in ("am", "bm", "pv") and not isinstance(operand, str):
            after = self.copy(stack=False)
            words = [*map(after.san_and_push, operand)] if opcode == "pv" else sorted(map(self.san, operand))
        else:
            return _plywood.epd_operation(opcode, [str(operand)], True)
        return _plywood.epd_operation(opcode, words, False)

    def chess960_pos(self, *, ignore_turn: bool = False, ignore_castling: bool = False, ignore_counters: bool = True) -> int | None:
        """The number of this Chess960 start, or None if it is none."""
        begins = (ignore_turn or self.turn) and (ignore_counters or (self.halfmove_clock, self.fullmove_number) == (0, 1))
        castles = ignore_castling or self.clean_castling_rights() == self.rooks
        return super().chess960_pos() if begins and castles and self.ep_square is None else None

    def shredder_fen(self, *, en_passant: EnPassantSpec = "legal", promoted: bool | None = None) -> str:
        """The FEN with castling rights as files of rooks (Shredder-FEN)."""
        return self.fen(shredder=True, en_passant=en_passant, promoted=promoted)

    def castling_xfen(self) -> str:
        """The castling rights as in the FEN."""
        return self.fen().split(" ")[2]

    def castling_shredder_fen(self) -> str:
        """The castling rights as files of rooks."""
        return self.shredder_fen().split(" ")[2]

    def set_castling_fen(self, castling_fen: str) -> None:
        """Set the castling rights from the field of a FEN."""
        self.castling_rights = Board(f"{self.board_fen()} w {castling_fen}").castling_rights
        self.clear_stack()

    def reset(self) -> None:
        """Go back to the start of a game."""
        self.set_fen(STARTING_FEN)

    def clear(self) -> None:
        """Clear the board and the history, with White to move."""
        self.set_fen("8/8/8/8/8/8/8/8 w - - 0 1")

    def apply_transform(self, f: Callable[[Bitboard], Bitboard]) -> None:
        """Transform the squares of the board by a function of masks."""
        rights, passed = f(self.castling_rights), self.ep_square
        super().apply_transform(f)
        self.castling_rights, self.ep_square = rights, None if passed is None else msb(f(BB_SQUARES[passed]))
        if not self.chess960 and self.has_chess960_castling_rights():
            self.castling_rights = BB_EMPTY

    def clear_stack(self) -> None:
        """Forget the moves so far."""
        self.__init__(self.copy(stack=False))  # type: ignore[misc]

    def generate_legal_captures(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        """The legal captures from and to certain squares."""
        return filter(self.is_capture, self.generate_legal_moves(from_mask, to_mask))

    def generate_legal_ep(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        """The legal captures en passant from and to certain squares."""
        return filter(self.is_en_passant, self.generate_legal_moves(from_mask, to_mask))

    def generate_castling_moves(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        """The legal castling moves from and to certain squares."""
        rooks = SquareSet(to_mask)
        for move in filter(self.is_castling, self.generate_legal_moves(from_mask)):
            # The mask is about the rook.
            rook = move.to_square if self.chess960 else square(7 if move.to_square > move.from_square else 0, square_rank(move.to_square))
            if rook in rooks:
                yield move

    @property
    def pseudo_legal_moves(self) -> PseudoLegalMoveGenerator:
        """The pseudo-legal moves, to iterate over, to count and to test for membership."""
        return PseudoLegalMoveGenerator(self)

    def generate_pseudo_legal_captures(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        """The pseudo-legal captures from and to certain squares."""
        return filter(self.is_capture, self.generate_pseudo_legal_moves(from_mask, to_mask))

    def generate_pseudo_legal_ep(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        """The pseudo-legal captures en passant from and to certain squares."""
        return filter(self.is_en_passant, self.generate_pseudo_legal_moves(from_mask, to_mask))

    def find_move(self, from_square: Square, to_square: Square, promotion: PieceType | None = None) -> Move:
        """The legal move from one square to another; promotes to a queen by default."""
        if promotion is None and BB_SQUARES[from_square] & self.pawns and BB_SQUARES[to_square] & BB_BACKRANKS:
            promotion = QUEEN
        return self.parse_uci(Move(from_square, to_square, promotion).uci())

    def _from_chess960(
        self, chess960: bool, from_square: Square, to_square: Square, promotion: PieceType | None = None, drop: PieceType | None = None
    ) -> Move:
        """A move of which castling is written as the king taking its rook. python-chess's module for Polyglot's books calls it."""
        king, rook = Piece(KING, self.turn), Piece(ROOK, self.turn)
        if not chess960 and from_square in (E1, E8) and [*map(self.piece_at, (from_square, to_square))] == [king, rook]:
            to_square = from_square + (2 if to_square > from_square else -2)
        return Move(from_square, to_square, promotion, drop)

    def variation_san(self, variation: Iterable[Any]) -> str:
        """Moves that follow one another from here, in SAN with numbers."""
        return super().variation_san([*variation])

    def san_and_push(self, move: Move) -> str:
        """Play a legal move, and return it as SAN."""
        san = self.san(move)
        self.push(move)
        return san

    def xboard(self, move: Move, chess960: bool | None = None) -> str:
        """A legal move in XBoard's notation."""
        is_chess960 = self.chess960 if chess960 is None else chess960
        return self.san(move).rstrip("+#") if is_chess960 and self.is_castling(move) else move.xboard()

    def parse_xboard(self, xboard: str) -> Move:
        """The legal move with this text in XBoard's notation."""
        return self.parse_san(xboard)

    push_xboard = ChessBoard.push_san

    def is_zeroing(self, move: Move) -> bool:
        """True if a move captures or moves a pawn, which resets the halfmove clock."""
        return bool(BB_SQUARES[move.from_square] & self.pawns) or self.is_capture(move)

    def is_irreversible(self, move: Move) -> bool:
        """True if no earlier position can occur again after a legal move."""
        after = self.copy(stack=False)
        after.push(move)
        return self.is_zeroing(move) or self.has_legal_en_passant() or after.castling_rights != self.clean_castling_rights()

    def is_kingside_castling(self, move: Move) -> bool:
        """True if a legal move castles kingside."""
        return self.is_castling(move) and move.from_square < move.to_square

    def is_queenside_castling(self, move: Move) -> bool:
        """True if a legal move castles queenside."""
        return self.is_castling(move) and move.from_square > move.to_square

    def _castling_files(self, color: Color) -> list[bool]:
        """A list with True for a right to castle kingside, and False for one to castle queenside."""
        king, rooks = self.king(color), self.clean_castling_rights() & (BB_RANK_1 if color else BB_RANK_8)
        return [king is not None and king < rook for rook in scan_forward(rooks)]

    def has_castling_rights(self, color: Color) -> bool:
        """True if a side has the right to castle."""
        return bool(self._castling_files(color))

    def has_kingside_castling_rights(self, color: Color) -> bool:
        """True if a side has the right to castle kingside."""
        return True in self._castling_files(color)

    def has_queenside_castling_rights(self, color: Color) -> bool:
        """True if a side has the right to castle queenside."""
        return False in self._castling_files(color)

    def has_chess960_castling_rights(self) -> bool:
        """True if a side has a castling right that does not exist in standard chess."""
        board = self.copy(stack=False)
        board.chess960 = True
        kings = [board.king(color) for color in COLORS if board.has_castling_rights(color)]
        return bool(board.clean_castling_rights() & ~BB_CORNERS) or not {E1, E8}.issuperset(kings)

    def has_pseudo_legal_en_passant(self) -> bool:
        """True if a pawn attacks the en passant square."""
        return not self.fen(en_passant="xfen").split(" ")[3] == "-"

    def checkers(self) -> SquareSet:
        """The squares of the pieces that give check."""
        return SquareSet(self.checkers_mask())

    def status(self) -> Status:
        """The reasons why the position is not legal."""
        return Status(self._status())

    def outcome(self, *, claim_draw: bool = False) -> Outcome | None:
        """The outcome of the game; None if it is not over."""
        ended = self._ended(claim_draw)
        return None if ended is None else Outcome(Termination[ended[0]], ended[1])

    def result(self, *, claim_draw: bool = False) -> str:
        """1-0, 0-1, 1/2-1/2, or * if the game is not over."""
        outcome = self.outcome(claim_draw=claim_draw)
        return "*" if outcome is None else outcome.result()

    def can_claim_draw(self) -> bool:
        """True if the side to move can claim a draw, now or by announcing a move."""
        return self.can_claim_fifty_moves() or self.can_claim_threefold_repetition()

    def is_fifty_moves(self) -> bool:
        """True if the fifty-move rule allows a claim now."""
        return self.position.can_claim_fifty_moves()

    def is_seventyfive_moves(self) -> bool:
        """True if the game has ended by the rule of seventy-five moves."""
        return self.halfmove_clock >= 150 and any(self.legal_moves)

    def is_fivefold_repetition(self) -> bool:
        """True if the position has occurred five times."""
        return self.is_repetition(5)

    def is_variant_end(self) -> bool:
        """Always False: there are no variants."""
        return False

    is_variant_win = is_variant_loss = is_variant_draw = is_variant_end


if not TYPE_CHECKING:
    def __getattr__(name):
        raise AttributeError(f"module 'plywood.chess' has no attribute {name!r}{hint('plywood.chess', name)}")
