"""The board with the interface of python-chess, and objects that resemble its boards and moves."""

import copy
import inspect
import io
import math
import pickle
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

import plywood
import plywood.chess as chess
from plywood import Book, Epd, History, PgnGame, Position, Strategy
from plywood.hints import hint

try:
    import chess as python_chess
except ModuleNotFoundError:
    python_chess = None

DOCS = Path(__file__).parents[3] / "docs" / "python.md"
SHUFFLE = ["Nf3", "Nf6", "Ng1", "Ng8"]


def rows():
    """The table of the page for users of python-chess."""
    section = DOCS.read_text().split("## From python-chess")[1].split("\n## ")[0]
    return re.findall(r"^\| `(.+)` \| `(.+)` \|$", section, re.MULTILINE)


def lines():
    """The page's list of code that works without changes."""
    (block,) = re.findall(r"```python\n(.*?)```", DOCS.read_text().split("## From python-chess")[1], re.DOTALL)
    return block.splitlines()


def run(code, names):
    """The value of an expression, or None of statements."""
    try:
        return eval(code, names)
    except SyntaxError:
        return exec(code, names)


def plain(value):
    """A value without the differences by design: squares are numbers there, and strings here."""
    if isinstance(value, chess.SquareSet):
        return list(map(chess.square_name, value))
    if isinstance(value, list):
        return [str(item) for item in value]
    return value if isinstance(value, (bool, int, type(None))) else str(value)


def test_the_table_for_porting_is_true():
    theirs, ours, values = {"chess": chess}, dict(vars(plywood)), 0
    for left, right in rows():
        found, expected = plain(run(left, theirs)), plain(run(right, ours))
        if right == "position.legal_moves()":
            # python-chess has an order of its own.
            found, expected = sorted(found), sorted(expected)
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
    assert board.outcome() == (chess.Termination.CHECKMATE, chess.BLACK) and not list(board.legal_moves)
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
    for text in ["", "e2", "e2e2", "e7e8x", "i1a1", "e2e4qq", "Q@", "X@e4", "QQ@e4"]:
        with pytest.raises(ValueError, match="in UCI notation"):
            chess.Move.from_uci(text)


def test_castling_in_chess960():
    board = chess.Board("4k3/8/8/8/8/8/8/5K1R w H - 0 1", chess960=True)
    castling = board.parse_san("O-O")
    assert castling.uci() == "f1h1" and board.is_castling(castling) and castling in board.legal_moves
    assert {castling, chess.Move.from_uci("f1g1")} < set(board.legal_moves)
    board.push(castling)
    assert board.piece_at(chess.F1).symbol() == "R" and board.pop() == castling


class TheirMove:
    """Expressions about a move of python-chess."""

    def __init__(self, text):
        self.text = text

    def uci(self):
        return self.text


class TheirBoard:
    """Expressions about a board of python-chess."""

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
    """A board of python-chess itself, if it is installed."""
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
            chess.Board().push(nonsense)
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
        (Position().move("e4"), "san", "position.san"),
        (chess, "BB_RAYS", r"chess.ray"),
        (chess, "svg", "position.svg.*import plywood.chess.svg"),
        (PgnGame(), "headers", "game.tags"),
        (PgnGame().root, "variations", "node.continuations"),
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
    with pytest.raises(AttributeError, match="plywood.chess has it.*plywood.GamePosition"):
        plywood.Board
    for text in ["chess", Position().fen]:
        with pytest.raises(ValueError, match="plywood.chess.Board"):
            plywood.GamePosition(text)


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
        # A hint that is an expression can be used unchanged.
        if hint[1].startswith("board.") and re.fullmatch(r"[\w.]+(\((\w+=\w+|\d|\"\w+\")?\))?", hint[1]):
            eval(hint[1], names)


def test_what_is_typed_first_in_plywood_itself():
    position, game = Position(), PgnGame("1. e4 e5 *")
    assert Position(chess.Board()) == Position(History()) == position == Position(real_or_their_board())
    report = plywood.search(position, plywood.AlphaBeta(), evaluator="material", depth=2)
    assert report.score == plywood.search(position, "alpha-beta", evaluator="material", depth=2).score
    assert plywood.search(position, plywood.Engine(), threads=2, depth=1).best_move
    assert len(plywood.compare((Position().play(san) for san in ["e4", "d4"]), ["pvs"], depth=1)) == 2
    assert len(plywood.compare(History(), ["pvs"], depth=1)) == 1
    named = plywood.match({"a": "pvs", "b": plywood.AlphaBeta("material"), "c": Mover()}, games=2, depth=1, progress=False)
    assert sorted(row["player"] for row in named.rows()) == ["a", "b", "c"]
    solved = plywood.suite(["k7/8/8/8/8/8/8/KQ6 w - - bm Qb6;"], {"x": "pvs"}, depth=1, progress=False)
    assert [row["strategy"] for row in solved.rows()] == ["x"]
    for text in ["1. e4 e5 *", "[White \"Ä\"]\n\n1. e4 {" + "ä" * 100_000 + "} e5 *"]:
        (read,) = plywood.PgnReader(io.StringIO(text))
        assert read.final_position == game.final_position
    for code, answer in {
        'plywood.Move.from_uci("e2e4")': 'position.move("e2e4")',
        'position.svg(orientation="black")': 'seen_by="black"',
        'position.svg(lastmove=position.move("e4"))': "last_move=move",
        'position.svg(nonsense=1)': "svg has no argument nonsense",
        'plywood.PgnReader("1. e4 e5 *")': "PgnGame",
        "game.headers": "game.tags",
        "position.is_game_over()": "position.outcome",
        'plywood.search(position, plywood.AlphaBeta("material"), evaluator="material", depth=1)': "given twice",
    }.items():
        with pytest.raises((AttributeError, TypeError, ValueError, OSError), match=re.escape(answer)):
            eval(code)


class Mover:
    """A strategy that plays the first move."""

    def search(self, position, limits):
        return position.legal_moves()[0]


def real_or_their_board():
    try:
        return real_board()
    except pytest.skip.Exception:
        return TheirBoard()


def played(seed, make):
    """Boards along a random game, of standard chess or Chess960, with a null move now and then."""
    rng = random.Random(seed)
    board = make.Board() if seed % 3 == 0 else make.Board.from_chess960_pos(rng.randrange(960))
    while not board.is_game_over() and len(board.move_stack) < 80:
        if rng.random() < 0.2:
            yield board.copy()
        if rng.random() < 0.02 and not board.is_check():
            board.push(make.Move.null())
        else:
            board.push_uci(rng.choice(sorted(move.uci() for move in board.legal_moves)))


def comparable(value):
    """A value in names that both libraries have."""
    if isinstance(value, dict):
        return {key: comparable(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)) and not hasattr(value, "winner"):
        return [comparable(item) for item in value]
    if hasattr(value, "winner"):
        return value.termination.name, value.winner
    if hasattr(value, "mask") or isinstance(value, int):
        return int(value)
    return value.fen(en_passant="fen") if hasattr(value, "fen") else value if value is None else str(value)


BOTH = [(seed, *pair) for seed in range(6) for pair in zip(played(seed, chess), played(seed, python_chess or chess))]


@pytest.mark.parametrize("line", lines())
def test_the_list_of_what_works_is_true(line):
    for _, ours, theirs in BOTH:
        values = [eval(line, {"board": board.copy(), "chess": module}) for board, module in [(ours, chess), (theirs, python_chess or chess)]]
        assert comparable(values[0]) == comparable(values[1]), (line, ours)


ERRORS = """
board.push_san("e9")
board.push_san("Nd4")
board.push_san("Ne2")
board.parse_san("O-O")
board.parse_san("Kd1"), board.parse_san("0000"), board.parse_san("e2-e4")
board.parse_uci("e2e5")
board.parse_uci("e2")
board.uci(chess.Move.from_uci("e2e5"))
board.find_move(chess.E2, chess.E5)
board.pop()
board.peek()
board.piece_at(64)
chess.Move.from_uci("e2e2")
chess.Piece.from_symbol("x")
chess.SquareSet([64])
chess.SquareSet().pop()
chess.SquareSet().remove(3)
chess.parse_square("x")
chess.Board("x")
chess.Board("8/8/8/8/8/8/8/8 w - - 0 1 1")
chess.Board.from_chess960_pos(960)
chess.Move(1, 2) < chess.Move(2, 3)
hash(board)
board == 5, board != 5, chess.SquareSet([1]) == 5, chess.SquareSet([1]) == {1}, chess.Move(1, 2) == 5, chess.Piece(1, True) == 5
"""


@pytest.mark.parametrize("line", ERRORS.strip().splitlines())
def test_errors_are_of_the_same_class(line):
    def outcome(module):
        board = module.Board("4k3/8/8/8/8/2N5/4P3/3NK1N1 w - - 0 1")
        try:
            return comparable(eval(line, {"board": board, "chess": module}))
        except Exception as error:
            return type(error).__name__

    assert outcome(chess) == outcome(pytest.importorskip("chess"))


def public(owner):
    return {name for name in dir(owner) if not name.startswith("_")}


def test_nothing_of_python_chess_is_missing():
    theirs = pytest.importorskip("chess")
    for owner in ["BaseBoard", "Board", "Move", "Piece", "SquareSet", "Outcome", "LegalMoveGenerator", "PseudoLegalMoveGenerator"]:
        missing = public(getattr(theirs, owner)) - public(getattr(chess, owner))
        assert not missing, (owner, missing)
    typing = {name for name in public(theirs) if getattr(getattr(theirs, name), "__module__", "") == "typing"}
    modules = {name for name in public(theirs) if inspect.ismodule(getattr(theirs, name))}
    ours_is_other = {"BaseBoardT", "BoardT", "FEN_CASTLING_REGEX", "SAN_REGEX", "annotations", "Counter", "Hashable", "Callable", "Mapping", "SupportsInt"}
    variants = {"STATUS_RACE_CHECK", "STATUS_RACE_MATERIAL", "STATUS_RACE_OVER"}
    for name in public(theirs) - public(chess) - typing - modules - ours_is_other - variants:
        assert hint("plywood.chess", name), name
    for name in public(theirs) & public(chess) - modules:
        value = getattr(theirs, name)
        if isinstance(value, (int, str, list)) and not isinstance(value, type):
            assert list(value) == list(getattr(chess, name)) if isinstance(value, list) else value == getattr(chess, name), name


EVERYTHING = """
board.board_fen(), board.turn, board.fen(), board.fen(en_passant="xfen"), board.fen(promoted=True), board.promoted
board.status(), board.is_valid(), board.was_into_check(), board.is_check(), board.ep_square
board.is_checkmate(), board.is_stalemate(), bool(board.legal_moves), board.legal_moves.count()
list(board.legal_moves)
list(board.pseudo_legal_moves)
list(board.generate_pseudo_legal_moves(chess.BB_RANK_2 | chess.BB_FILE_E, chess.BB_RANK_3 | chess.BB_RANK_4))
list(board.generate_pseudo_legal_captures()), list(board.generate_pseudo_legal_ep())
[board.is_into_check(m) for m in board.pseudo_legal_moves]
[board.is_legal(m) for m in board.pseudo_legal_moves]
[board.san(m) for m in board.legal_moves]
[board.parse_san(board.san(m)) for m in board.legal_moves]
"""


def equal_boards(ours, theirs, of=EVERYTHING):
    for line in of.strip().splitlines():
        values = [comparable(eval(line, {"board": board, "chess": module})) for board, module in [(ours, chess), (theirs, python_chess)]]
        assert values[0] == values[1], (line, theirs.fen(), theirs.status())


@pytest.mark.parametrize("seed", range(6))
def test_a_board_can_be_edited(seed):
    """Pieces are placed and removed, also without kings, the turn is passed, pseudo-legal moves are played, and all is as in python-chess."""
    theirs, rng = pytest.importorskip("chess"), random.Random(seed)
    boards = [(chess.Board(None) if seed % 2 else chess.Board(), chess), (theirs.Board(None) if seed % 2 else theirs.Board(), theirs)]
    illegal = 0
    for _ in range(300):
        square, kind, color, promoted = rng.randrange(64), rng.randrange(1, 7), rng.random() < 0.5, rng.random() < 0.1
        edit = rng.choice(["put", "put", "remove", "turn", "reset", "clear", "clock", "mirror", "pop"] + 8 * ["move"])
        ours, other = boards[0][0], boards[1][0]
        if edit == "put" and (kind == 6 and ours.king(color) is not None or kind == 1 and not 8 <= square < 56):
            continue
        for board, module in boards:
            if edit == "put":
                board.set_piece_at(square, module.Piece(kind, color), promoted)
            elif edit == "remove":
                board.remove_piece_at(square)
            elif edit == "turn" and not board.is_check():
                board.turn = not board.turn
            elif edit == "reset" and kind == 1:
                board.reset()
            elif edit == "clear" and kind == 1:
                board.clear()
            elif edit == "clock":
                board.halfmove_clock = kind
            elif edit == "mirror":
                board.apply_mirror()
            elif edit == "pop" and board.move_stack:
                board.pop()
        if edit == "move" and (moves := list(ours.pseudo_legal_moves)):
            move = rng.choice(moves).uci()
            for board, module in boards:
                board.push(module.Move.from_uci(move))
        equal_boards(ours, other)
        illegal += not ours.is_valid() and any(ours.legal_moves)
    assert illegal > 20


@pytest.mark.parametrize("seed", range(6))
def test_moves_come_in_the_order_of_python_chess(seed):
    pytest.importorskip("chess")
    for ours, theirs in zip(played(seed, chess), played(seed, python_chess)):
        equal_boards(ours, theirs)
        for line in ["list(board.generate_legal_captures())", "list(board.generate_castling_moves())", "list(board.generate_legal_moves(to_mask=board.occupied))"]:
            equal_boards(ours, theirs, line)
        while ours.move_stack:
            assert ours.pop().uci() == theirs.pop().uci() and ours.promoted == theirs.promoted


def test_what_the_status_says_of_checks():
    """Positions with a check that no move can have given, or a square that no pawn has passed."""
    rng, module, found = random.Random(5), pytest.importorskip("chess"), set()
    for _ in range(3000):
        fen = module.Board(None)
        for symbol in "Kk" + "".join(rng.choices("QRBNPqrbnp", k=rng.randrange(1, 6))):
            free = [square for square in range(64) if not fen.piece_at(square) and (symbol not in "Pp" or 8 <= square < 56)]
            fen.set_piece_at(rng.choice(free), module.Piece.from_symbol(symbol))
        fen.turn = rng.random() < 0.5
        if rng.random() < 0.5:
            fen.ep_square = rng.choice(range(40, 48) if fen.turn else range(16, 24))
        ours = chess.Board(fen.fen(en_passant="fen"))
        assert int(ours.status()) == int(fen.status()), fen.fen(en_passant="fen")
        found.add(int(ours.status()))
    assert {1 << 9, 1 << 10, 1 << 16} <= found


def test_more_than_two_kings_are_too_many():
    for fen in ["8/8/8/8/8/8/8/K3K3 w - - 0 1", "8/8/8/8/8/k7/8/K3K3 w - - 0 1"]:
        assert int(chess.Board(fen).status()) == int(pytest.importorskip("chess").Board(fen).status())


def test_passing_the_turn_twice_changes_nothing():
    board = chess.Board()
    for san in SHUFFLE:
        board.push_san(san)
    before = board.copy()
    for _ in range(1000):
        board.turn = not board.turn
        board.turn = not board.turn
    assert board == before and board.is_repetition(2) and board.move_stack == before.move_stack
    board.turn = not board.turn
    board.push(chess.Move.null())
    assert board.pop() == chess.Move.null() and board.pop().uci() == "f6g8" and board.fen() != before.fen()
    assert len(board.move_stack) == 3


def test_a_class_of_boards_of_your_own():
    class Mine(chess.Board):
        def __init__(self, *arguments, name="mine", **keywords):
            super().__init__(*arguments, **keywords)
            self.name = name

    board = Mine("4k3/8/8/8/8/8/8/4K2R w K - 0 1", name="yours")
    board.push_san("O-O")
    assert board.name == "yours" and type(board.copy()) is Mine and type(board.root()) is Mine and board.copy() == board
    assert plywood.search(board, "pvs", depth=1).position == board.position


def test_a_move_that_looks_at_its_board_while_it_is_played():
    board = chess.Board()

    class Looking:
        def uci(self):
            board.push_san("e4")
            return "e7e5" if board.legal_moves.count() else "e2e4"

    board.push(Looking())
    assert board.move_stack == [chess.Move.from_uci("e2e4"), chess.Move.from_uci("e7e5")]


def test_boards_travel():
    board = chess.Board("4k3/8/8/8/8/8/4P3/R3K3 w Q - 3 9", chess960=True)
    for text in ["e2e4", "0000", "e1a1"]:
        board.push_uci(text)
    for other in [copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))]:
        assert other == board and other.move_stack == board.move_stack and other.chess960
        assert [other.pop().uci() for _ in range(3)] == ["e1a1", "0000", "e2e4"] and other.ep_square is None
    for value in [chess.Move.from_uci("e7e8q"), chess.Piece(chess.KING, chess.BLACK), chess.SquareSet([1, 2])]:
        assert pickle.loads(pickle.dumps(value)) == value == copy.deepcopy(value)


CHESS960 = [
    "1r1krn1b/3p4/1nq1P2p/pppb1p1p/PP6/2P1N1P1/3QPP2/NR1KR1BB b KQkq - 2 20",
    "5rkr/pppppppp/8/8/8/8/PPPPPPPP/5RKR b KQkq - 0 1",
    "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
    "1r2k2r/pppppppp/8/8/8/8/PPPPPPPP/1R2K2R w KQkq - 0 1",
]


@pytest.mark.parametrize("fen", CHESS960)
@pytest.mark.parametrize("chess960", [False, True])
def test_castling_is_written_and_read_as_python_chess_does(fen, chess960):
    theirs = pytest.importorskip("chess").Board(fen, chess960=chess960)
    ours = chess.Board(fen, chess960=chess960)
    assert sorted(map(str, ours.legal_moves)) == sorted(map(str, theirs.legal_moves))
    squares = [first + second for first in chess.SQUARE_NAMES for second in chess.SQUARE_NAMES if first != second]
    for text in squares:
        move = type(next(iter(theirs.legal_moves))).from_uci(text)
        assert (chess.Move.from_uci(text) in ours.legal_moves) == (move in theirs.legal_moves), text
        results = []
        for board in (ours, theirs):
            try:
                results.append(board.parse_uci(text).uci())
            except ValueError:
                results.append(None)
        assert results[0] == results[1], text
    for move in list(theirs.legal_moves):
        assert ours.parse_san(theirs.san(move)).uci() == move.uci()
        for form in (None, True, False):
            assert ours.uci(ours.parse_san(theirs.san(move)), chess960=form) == theirs.uci(move, chess960=form)


@pytest.mark.parametrize("fen", CHESS960)
def test_the_text_of_a_move_is_read_back(fen):
    position = Position(fen)
    for move in position.legal_moves():
        assert position.move(str(move)) == position.move(position.uci(move)) == position.move(position.uci(move, chess960=True)) == move


@pytest.mark.parametrize(
    "operations",
    [
        {"c0": 'say "hi"; ok'},
        {"c0": "a\\b\n\t\r"},
        {"c0": ""},
        {"acd": 5, "ce": -30, "x": 0.5, "y": 1e30, "z": 1e-7},
        {"noop": None, "bm": []},
    ],
)
def test_operations_of_an_epd_are_read_back(operations):
    board = chess.Board()
    epd = board.epd(**operations)
    assert chess.Board.from_epd(epd)[1] == operations
    theirs = pytest.importorskip("chess").Board
    assert theirs().epd(**operations) == epd and theirs.from_epd(epd)[1] == operations


@pytest.mark.parametrize("operations", [{"bad op": 1}, {"x": math.nan}, {"x": math.inf}, {"": 1}, {"-": 1}, {"1": 1}, {"a;b": 1}])
def test_an_epd_has_only_operations_that_can_be_read(operations):
    with pytest.raises(ValueError):
        chess.Board().epd(**operations)


@pytest.mark.parametrize("text, operations", [("bm", {"bm": []}), ("- bm", {"bm": []}), ("pv; noop;", {"pv": [], "noop": None}), ('id "a"; c0 "b;c";', {"id": "a", "c0": "b;c"})])
def test_an_epd_is_read_as_by_python_chess(text, operations):
    epd = f"r3k3/8/8/8/8/8/8/4K3 w q - {text}"
    assert chess.Board.from_epd(epd)[1] == pytest.importorskip("chess").Board.from_epd(epd)[1] == operations


class Named(chess.Board):
    pass


def test_pickles_and_copies_keep_edits_and_attributes():
    def played(board):
        for san in ["e4", "e5", "Nf3"]:
            board.push_san(san)
        board.halfmove_clock = 40
        board.push_san("Nc6")
        board.turn = chess.BLACK
        board.push_san("d6")
        board.name = "mine"
        return board

    board = played(Named())
    twin = pickle.loads(pickle.dumps(board))
    assert twin == board and twin.fen() == board.fen() and twin.name == "mine" and type(twin) is Named
    assert twin.move_stack == board.move_stack and len(board.move_stack) == 5
    theirs = pytest.importorskip("chess").Board()
    for san in ["e4", "e5", "Nf3"]:
        theirs.push_san(san)
    theirs.halfmove_clock = 40
    theirs.push_san("Nc6")
    theirs.turn = chess.BLACK
    theirs.push_san("d6")
    for count in (1, 2, 4):
        ours, known = board.copy(stack=count), theirs.copy(stack=count)
        assert ours.fen() == known.fen() and list(map(str, ours.move_stack)) == list(map(str, known.move_stack))
        while known.move_stack:
            assert ours.pop().uci() == known.pop().uci()
            assert ours.board_fen() == known.board_fen()
    while board.move_stack:
        assert board.pop() == twin.pop() and board.fen() == twin.fen()


def test_the_status_reports_castling_rights_without_a_rook():
    for library in (chess, pytest.importorskip("chess")):
        board = library.Board()
        rook = board.remove_piece_at(library.H1)
        assert board.status() == library.STATUS_BAD_CASTLING_RIGHTS and not board.is_valid()
        board = pickle.loads(pickle.dumps(board))
        assert board.status() == library.STATUS_BAD_CASTLING_RIGHTS
        board.set_piece_at(library.H1, rook)
        assert board.status() == library.STATUS_VALID and board.has_kingside_castling_rights(library.WHITE)


def test_moves_can_be_changed():
    move = chess.Move.from_uci("e7e8")
    move.promotion = chess.QUEEN
    assert move == chess.Move.from_uci("e7e8q") and hash(move) == hash(chess.Move.from_uci("e7e8q")) and f"{move:>8}" == "   e7e8q"
    move.promotion = None
    assert move.uci() == "e7e8" and chess.Move.from_uci("e7e8q").promotion == chess.QUEEN
    board = chess.Board("4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    listed = next(move for move in board.legal_moves if move.promotion == chess.QUEEN)
    listed.promotion = chess.KNIGHT
    assert {move.promotion for move in board.legal_moves if move.promotion} == {2, 3, 4, 5}
    drop = chess.Move(chess.E4, chess.E4, None, chess.QUEEN)
    assert drop.uci() == "Q@e4" == str(pickle.loads(pickle.dumps(drop))) and drop.drop == chess.QUEEN and drop not in chess.Board().legal_moves
    with pytest.raises(ValueError, match="Q@e4"):
        chess.Board().push(drop)


class Counting(chess.Board):
    def __init__(self, *arguments, **keywords):
        super().__init__(*arguments, **keywords)
        self.count = 0

    def push(self, move):
        self.count += 1
        super().push(move)


def test_an_overridden_push_is_called():
    board = Counting()
    assert board.push_san("e4").uci() == "e2e4" and board.push_uci("e7e5").uci() == "e7e5"
    board.push_xboard("Nf3")
    board.push(chess.Move.from_uci("b8c6"))
    assert board.count == 4 == len(board.move_stack)


def test_the_move_stack_is_a_list():
    board, theirs = chess.Board(), pytest.importorskip("chess").Board()
    for board, module in [(board, chess), (theirs, python_chess)]:
        for san in ["e4", "e5", "Nf3"]:
            board.push_san(san)
        stack = board.move_stack
        assert isinstance(stack, list) and [move.uci() for move in stack] == ["e2e4", "e7e5", "g1f3"]
        board.pop()
        board.push_san("Nc3")
        assert board.move_stack is stack and stack[-1].uci() == "b1c3" and board.peek().uci() == "b1c3"
        stack.append(module.Move.from_uci("a7a6"))
        assert board.peek().uci() == "a7a6" and board.fen().startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR b")
        assert len(board.copy().move_stack) == 4
        stack.clear()
        assert not board.move_stack and len(board.copy().move_stack) == 0
        board.push_san("Nf6")
        assert [move.uci() for move in board.move_stack] == ["g8f6"] and board.pop().uci() == "g8f6"
        with pytest.raises(IndexError):
            board.pop()
        board.reset()
        assert board.move_stack == []
    twin = pickle.loads(pickle.dumps(chess.Board(History(moves=["e4"]))))
    assert [move.uci() for move in twin.move_stack] == ["e2e4"] == [move.uci() for move in twin.copy().move_stack]


def test_promoted_pieces_are_known():
    board, theirs = chess.Board("3k4/1P6/8/8/Q~7/8/8/4K2q~ w - - 0 1"), pytest.importorskip("chess").Board("3k4/1P6/8/8/Q~7/8/8/4K2q~ w - - 0 1")
    for text in [None, "e1e2", "h1h5", "e2e3", "h5h4", "b7b8n", "h4h2"]:
        if text:
            board.push_uci(text)
            theirs.push_uci(text)
        for line in ["board.promoted", "board.fen(promoted=True)", "board.fen()", "board.board_fen(promoted=True)", "board.epd(promoted=True)"]:
            equal_boards(board, theirs, line)
    assert pickle.loads(pickle.dumps(board)).promoted == board.copy().promoted == board.copy(stack=2).promoted == theirs.promoted != 0


def test_pieces_without_a_game():
    board, theirs = chess.BaseBoard("4k3/8/8/8/8/8/8/4KB2"), pytest.importorskip("chess").BaseBoard("4k3/8/8/8/8/8/8/4KB2")
    for line in ["repr(board)", "str(board)", "str(board.copy())", "str(board.mirror())", "board.piece_map()", "board == type(board)(board.board_fen())"]:
        assert str(comparable(eval(line, {"board": board}))) == str(comparable(eval(line, {"board": theirs}))), line
    assert issubclass(chess.Board, chess.BaseBoard) and chess.BaseBoard.empty() != chess.BaseBoard() == chess.BaseBoard()


def test_modules_of_python_chess_run_on_this_board():
    pytest.importorskip("chess")
    import plywood.chess.engine
    import plywood.chess.pgn
    import plywood.chess.polyglot
    import plywood.chess.svg
    import plywood.chess.syzygy

    game = chess.pgn.read_game(io.StringIO("1. e4 e5 (1... c5) 2. Nf3 *"))
    board = game.end().board()
    assert type(board) is chess.Board and board.fen() == Position().play("e4").play("e5").play("Nf3").fen
    assert type(game.end().move) is chess.Move and python_chess.Board is not chess.Board and chess.pgn.chess is chess
    assert chess.polyglot.zobrist_hash(board) == board.position.polyglot_key and "<svg" in chess.svg.board(board)
    game = chess.pgn.read_game(io.StringIO('[Variant "Atomic"]\n\n1. e4 *'))
    assert "Atomic is not chess" in str(game.errors[0])


def test_a_program_for_python_chess_runs_unchanged(tmp_path):
    pytest.importorskip("chess")
    (tmp_path / "helper.py").write_text("from chess import Board\n")
    program = "import sys, io, chess, chess.pgn, helper, plywood.chess.pgn\nassert chess.Board is helper.Board is plywood.chess.Board\n"
    program += "assert chess.pgn is plywood.chess.pgn\nprint(sys.argv[1:], chess.pgn.read_game(io.StringIO('1. e4 *')).end().move)\n"
    (tmp_path / "program.py").write_text(program)
    done = subprocess.run([sys.executable, "-m", "plywood.chess", tmp_path / "program.py", "x"], capture_output=True, text=True)
    assert done.stdout == "['x'] e2e4\n", done.stderr


def test_numpys_masks_are_masks():
    numpy = pytest.importorskip("numpy")
    for mask in (numpy.uint64(chess.BB_FILE_A), numpy.uint64(2**63), numpy.int64(-1)):
        assert int(chess.SquareSet(mask)) == int(mask) % 2**64
    assert list(chess.Board().generate_legal_moves(numpy.uint64(chess.BB_A2))) == list(chess.Board().generate_legal_moves(chess.BB_A2))


def test_a_book_travels():
    book = Book()
    book.add(Position(), "e4", 3)
    for twin in (pickle.loads(pickle.dumps(book)), copy.deepcopy(book)):
        assert bytes(twin) == bytes(book) and twin.best(Position()).uci() == "e2e4"
    assert f"{Position().move('e4'):>6}|" == "  e2e4|"
