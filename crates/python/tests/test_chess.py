"""The board with the names of python-chess, and objects that only look like its boards and moves."""

import copy
import random
import re
from pathlib import Path

import pytest

import plywood
import plywood.chess as chess
from plywood import Book, Epd, History, PgnGame, Position, Strategy

DOCS = Path(__file__).parents[3] / "docs" / "python.md"
SHUFFLE = ["Nf3", "Nf6", "Ng1", "Ng8"]


def rows():
    """The table of the page for those who come from python-chess."""
    section = DOCS.read_text().split("## From python-chess")[1].split("\n## ")[0]
    return re.findall(r"^\| `(.+)` \| `(.+)` \|$", section, re.MULTILINE)


def run(code, names):
    """The value of an expression, or None of statements."""
    try:
        return eval(code, names)
    except SyntaxError:
        return exec(code, names)


def plain(value):
    """A value without what differs by design: squares are numbers there, and texts here."""
    if isinstance(value, set):
        return list(map(chess.square_name, sorted(value)))
    if isinstance(value, list):
        return [str(item) for item in value]
    return value if isinstance(value, (bool, int, type(None))) else str(value)


def test_the_table_for_porting_is_true():
    theirs, ours, values = {"chess": chess}, dict(vars(plywood)), 0
    for left, right in rows():
        found, expected = plain(run(left, theirs)), plain(run(right, ours))
        if " = " not in right:
            values += found is not None
            assert found == expected, (left, right)
    assert values > 20 and theirs["board"].fen() == ours["history"].position.fen


def test_a_board_plays_a_game():
    board = chess.Board()
    for san in ["f3", "e5", "g4", "Qh4#"]:
        assert not board.is_game_over() and board.result() == "*"
        board.push_san(san)
    assert board.is_checkmate() and board.is_game_over() and board.result() == "0-1" and board.turn is chess.WHITE
    assert board.outcome() == ("checkmate", chess.BLACK) and not list(board.legal_moves)
    assert board.pop() == chess.Move(chess.D8, chess.H4) == board.parse_san("Qh4#") and board.turn is chess.BLACK
    assert board.piece_at(chess.E5) == chess.Piece(chess.PAWN, chess.BLACK) and board.piece_at(chess.A3) is None
    assert [move.uci() for move in board.move_stack] == ["f2f3", "e7e5", "g2g4"] == list(map(str, board.history))
    other = board.copy()
    other.push_uci("d8h4")
    assert other != board and copy.copy(board) == board == chess.Board(board.fen())
    with pytest.raises(ValueError):
        board.push(chess.Move.from_uci("a1a8"))
    with pytest.raises(IndexError):
        chess.Board().pop()
    assert str(chess.Board()).splitlines()[:3] == ["r n b q k b n r", "p p p p p p p p", ". . . . . . . ."]


def test_moves_without_a_position():
    for text in ["e2e4", "e7e8q", "e1g1"]:
        assert chess.Move.from_uci(text).uci() == text == str(chess.Move.from_uci(text))
    assert chess.Move.from_uci("e7e8n").promotion == chess.KNIGHT and hash(chess.Move(12, 28)) == hash(chess.Move.from_uci("e2e4"))
    for text in ["", "e2", "e2e2", "e7e8k", "i1a1", "e2e4qq"]:
        with pytest.raises(ValueError, match="as UCI writes it"):
            chess.Move.from_uci(text)


def test_castling_in_chess960():
    board = chess.Board("4k3/8/8/8/8/8/8/5K1R w H - 0 1", chess960=True)
    castling = board.parse_san("O-O")
    assert castling.uci() == "f1h1" and board.is_castling(castling) and castling in board.legal_moves
    assert {castling, chess.Move.from_uci("f1g1")} < set(board.legal_moves)
    board.push(castling)
    assert board.piece_at(chess.F1).symbol() == "R" and board.pop() == castling


class TheirMove:
    """What is asked of a move of python-chess."""

    def __init__(self, text):
        self.text = text

    def uci(self):
        return self.text


class TheirBoard:
    """What is asked of a board of python-chess."""

    uci_variant = "chess"

    def __init__(self, sans=()):
        self.history = History(moves=sans)

    @property
    def move_stack(self):
        return [TheirMove(str(move)) for move in self.history]

    def root(self):
        return TheirBoard()

    def fen(self):
        return self.history.position.fen


def real_board(sans=()):
    """A board of python-chess itself, where it is installed."""
    board = pytest.importorskip("chess").Board()
    for san in sans:
        board.push_san(san)
    return board


BOARDS = [TheirBoard, lambda sans=(): chess.Board(History(moves=sans)), real_board]


@pytest.mark.parametrize("make", BOARDS)
def test_boards_are_positions_everywhere(make):
    board, book = make(["e4"]), Book()
    position, move = Position().play("e4"), TheirMove("e7e5")
    assert plywood.search(board, depth=3).strategy == "engine" and plywood.search(board, "pvs", depth=1).position == position
    assert plywood.evaluate(board) == plywood.evaluate(position)
    assert plywood.search_many([board, position], "pvs", depth=1)["move"] == [str(plywood.search(position, "pvs", depth=1).best_move)] * 2
    assert len(plywood.compare(board, ["pvs"], depth=1)) == 1 and len(plywood.Tree(board, "minimax", 1)) > 1
    book.add(board, move)
    assert board in book and book.best(board).uci() == "e7e5" == str(position.move("e5"))
    assert History(board, [move]).position == position.play(move) and PgnGame(start=board).start == position
    assert position.san(move) == "e5" and position.is_legal(move) and not position.is_legal(TheirMove("e7e4"))
    assert position.san_line([move, "Nf3"]) == "1... e5 2. Nf3" and not position.is_capture("e5")
    assert Epd("k7/8/8/8/8/8/8/KQ6 w - - bm Qb6;").is_solved_by(TheirMove("b1b6"))
    assert str(plywood.search(board, "pvs", depth=1, moves=[move]).best_move) == "e7e5"


@pytest.mark.parametrize("make", BOARDS)
def test_the_moves_of_a_board_count_for_repetitions(make):
    board = make([*SHUFFLE, "Nf3", "Nf6", "Ng1"])
    assert Strategy("alpha-beta").search(board, depth=2, moves=["Ng8"]).score == plywood.Score(0)


def test_a_null_move_leaves_the_position():
    board = TheirBoard(["e4"])
    type(board).move_stack, before = property(lambda self: [TheirMove("e2e4"), TheirMove("0000")]), TheirBoard.move_stack
    try:
        assert plywood.search(board, "pvs", depth=1).position == Position().play("e4")
    finally:
        TheirBoard.move_stack = before


def test_variants_and_nonsense_are_refused():
    board = TheirBoard()
    board.uci_variant = "atomic"
    with pytest.raises(ValueError, match="atomic is not chess"):
        plywood.search(board, depth=1)
    for nonsense in [5, None, object()]:
        with pytest.raises(TypeError, match="expected a move"):
            Position().play(nonsense)
        with pytest.raises(TypeError, match="expected a position"):
            Book().moves(nonsense)


@pytest.mark.parametrize(
    ("value", "name", "instead"),
    [
        (Position(), "push", "play"),
        (Position(), "is_game_over", "outcome"),
        (History(), "pop", "undo"),
        (History(), "san", "history.position.san"),
        (Position().move("e4"), "xboard", "str"),
        (chess.Board(), "piece_map", "board.position.pieces"),
    ],
)
def test_an_attribute_of_python_chess_says_what_to_write(value, name, instead):
    with pytest.raises(AttributeError, match=f"'?{name}'?.*here it is .*{instead}"):
        getattr(value, name)
    with pytest.raises(AttributeError) as found:
        value.nonsense
    assert "here it is" not in str(found.value)


def test_what_plywood_has_for_chess_is_named():
    with pytest.raises(AttributeError, match="plywood.chess has it"):
        plywood.STARTING_FEN
    with pytest.raises(AttributeError, match="no attribute 'nonsense'$"):
        plywood.nonsense
    for text in ["chess", Position().fen]:
        with pytest.raises(ValueError, match="plywood.chess.Board"):
            plywood.Board(text)


FIRST = '''
board = chess.Board("r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4")
board = chess.Board.empty()
board = chess.Board.from_epd("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;")
board = chess.Board.from_chess960_pos(518)
list(board.legal_moves)
board.legal_moves.count()
list(board.pseudo_legal_moves)
chess.Move.from_uci("e2e4") in board.legal_moves
board.push_san("e4")
board.push_uci("e2e4")
board.push(chess.Move.from_uci("e2e4"))
board.push_san("e4"); board.pop()
board.turn == chess.WHITE
board.fen()
board.epd()
board.set_fen(chess.STARTING_FEN)
board.copy()
board.mirror()
board.is_checkmate()
board.is_game_over(claim_draw=True)
board.outcome()
board.result()
board.is_repetition()
board.is_fivefold_repetition()
board.can_claim_threefold_repetition()
board.piece_at(chess.E4)
board.piece_map()
board.pieces(chess.PAWN, chess.WHITE)
board.king(chess.WHITE)
board.attacks(chess.E4)
board.is_pinned(chess.WHITE, chess.E2)
board.has_kingside_castling_rights(chess.WHITE)
board.san(chess.Move.from_uci("e2e4"))
board.variation_san([chess.Move.from_uci("e2e4")])
board.is_capture(chess.Move.from_uci("e2e4"))
board.set_piece_at(chess.E4, chess.Piece(chess.PAWN, chess.WHITE))
board.unicode()
print(board)
chess.SquareSet(chess.BB_ALL)
chess.pgn.read_game(open("games.pgn"))
chess.engine.SimpleEngine.popen_uci("stockfish")
chess.svg.board(board)
chess.polyglot.open_reader("book.bin")
chess.syzygy.open_tablebase("tables")
'''


@pytest.mark.parametrize("line", FIRST.strip().splitlines())
def test_what_is_typed_first_runs_or_says_what_to_type(line):
    names = {**vars(plywood), "plywood": plywood, "chess": chess, "board": chess.Board()}
    try:
        exec(line, names)
    except AttributeError as error:
        hint = re.search(r"; here it is (.+)", str(error))
        assert hint, error
        # A hint that is an expression by itself can be typed as it is.
        if hint[1].startswith("board.") and re.fullmatch(r"[\w.]+(\((\w+=\w+|\d|\"\w+\")?\))?", hint[1]):
            eval(hint[1], names)


@pytest.mark.parametrize("seed", range(5))
def test_a_board_says_what_one_of_python_chess_says(seed):
    theirs, ours, rng = real_board(), chess.Board(), random.Random(seed)
    while not theirs.is_game_over() and len(theirs.move_stack) < 150:
        moves = {move.uci() for move in theirs.legal_moves}
        assert {move.uci() for move in ours.legal_moves} == moves and ours.legal_moves.count() == len(moves)
        text = rng.choice(sorted(moves))
        their_move, our_move = theirs.parse_uci(text), chess.Move.from_uci(text)
        for name in ["san", "uci", "is_legal", "is_capture", "is_castling", "is_en_passant", "gives_check"]:
            assert getattr(ours, name)(our_move) == getattr(theirs, name)(their_move), (name, text)
        theirs.push(their_move)
        ours.push(their_move)
        for name in ["fen", "board_fen", "is_check", "is_checkmate", "is_stalemate", "is_insufficient_material", "is_game_over", "result", "ply"]:
            assert getattr(ours, name)() == getattr(theirs, name)(), name
        for name in ["turn", "fullmove_number", "halfmove_clock", "ep_square"]:
            assert getattr(ours, name) == getattr(theirs, name), name
        for square in chess.SQUARES:
            piece = theirs.piece_at(square)
            assert str(ours.piece_at(square)) == str(piece) and ours.color_at(square) == theirs.color_at(square)
            assert ours.attackers(chess.WHITE, square) == set(theirs.attackers(True, square))
        assert ours.can_claim_draw() == theirs.can_claim_draw() and ours.is_repetition(2) == theirs.is_repetition(2)
        assert str(ours) == str(theirs) and ours.peek().uci() == theirs.peek().uci()
    assert [move.uci() for move in ours.move_stack] == [move.uci() for move in theirs.move_stack]
