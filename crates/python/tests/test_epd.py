"""EPD as python-chess reads and writes it, compared on lines that were made at random."""

import random

import pytest

import plywood.chess as chess

python_chess = pytest.importorskip("chess")

STARTS = [chess.STARTING_FEN, "r3k2r/1P4P1/8/2pP4/8/8/8/R3K2R w KQkq c6 0 1", "4k3/8/8/8/8/8/8/R3K2R b KQ - 12 40"]
TEXTS = ["", "a", "b;c", 'say \\"hi\\"', "C:\\\\books", "x\\ny\\tz\\r", "\\q", "é 5", "e4", "# - ;;", "a\tb\nc"]
OPCODES = ["id", "bm", "am", "pv", "pm", "sm", "ce", "dm", "acd", "hmvc", "fmvn", "c0", "c9", "noop", "x_y", "Opcode-2", "ä", "-", "5x"]
NUMBERS = ["5", "+3", "-30", "0.5", "1e3", "-1.5E-3", ".5", "5.", "1e999", "1-2", "--", "007"]


def position(rng):
    board = python_chess.Board(rng.choice(STARTS))
    for _ in range(rng.randrange(20)):
        if moves := list(board.legal_moves):
            board.push(rng.choice(moves))
    return board


def operand(rng, opcode, board):
    moves = [board.san(move) for move in board.legal_moves] or ["--"]
    if opcode in ("bm", "am", "pv", "pm", "sm") and rng.random() < 0.9:
        return " ".join(rng.choice(moves) for _ in range(1 if opcode in ("pv", "pm", "sm") else rng.randrange(4)))
    kind = rng.random()
    return "" if kind < 0.2 else f'"{rng.choice(TEXTS)}"' if kind < 0.6 else rng.choice(NUMBERS)


def line(rng):
    board = position(rng)
    text = " ".join(board.fen(en_passant="fen").split()[:4])
    for opcode in rng.sample(OPCODES, rng.randrange(4)):
        text += rng.choice([" ", "  ", " - "]) + f"{opcode}{rng.choice([' ', '  '])}{operand(rng, opcode, board)}{rng.choice([';', ';', ' ;', ';;'])}"
    return text + rng.choice(["", "", " ", ' c1 "open', "\n"])


def plain(value):
    if isinstance(value, list):
        return [move.uci() for move in value]
    return value.uci() if hasattr(value, "uci") else (type(value), value)


def read(library, text):
    """The operations and the position, or None if it is refused. python-chess checks an opcode only if white space follows it."""
    try:
        board, operations = library.Board.from_epd(text)
    except ValueError:
        return None
    if not all(opcode[0].isalpha() and '"' not in opcode for opcode in operations):
        return None
    return {opcode: plain(value) for opcode, value in operations.items()}, board.fen(en_passant="fen")


def test_lines_are_read_as_by_python_chess():
    rng, agreed, lenient = random.Random(67), 0, 0
    for _ in range(4000):
        text = line(rng)
        theirs, ours = read(python_chess, text), read(chess, text)
        # What python-chess refuses, such as a text without quotation marks, may be read here.
        assert theirs is None or ours == theirs, text
        agreed += theirs is not None and bool(theirs[0])
        lenient += theirs is None and ours is not None
    assert agreed > 1500 and lenient < 200, (agreed, lenient)


def test_operations_are_written_as_by_python_chess():
    rng, agreed = random.Random(68), 0
    for _ in range(2000):
        theirs = position(rng)
        ours, moves = chess.Board(theirs.fen(en_passant="fen")), [move.uci() for move in theirs.legal_moves]
        values = [None, "", "a", 'b"\\;\n\t\r', 5, -3, 0.5, 1e30, True, [], (1, 2)]
        written = []
        for library, board in [(python_chess, theirs), (chess, ours)]:
            choose, operations = random.Random(agreed), {}
            for opcode in choose.sample(["id", "bm", "am", "pv", "x", "c0", "pm"], 3):
                some = [library.Move.from_uci(text) for text in choose.sample(moves, min(len(moves), 2))]
                operations[opcode] = choose.choice([*values, *some[:1], some[:1] if opcode == "pv" else some if opcode in ("am", "bm") else "x"])
                if opcode in ("am", "bm", "pv") and operations[opcode] == (1, 2):
                    operations[opcode] = []
            written.append(board.epd(**operations))
        assert written[0] == written[1]
        agreed += 1


@pytest.mark.parametrize("text", ["hmvc;", "hmvc 5.5;", "hmvc -1;", "fmvn x;", 'hmvc "x";', "ce 1e999;", "ce 5 6;"])
def test_a_refused_line_leaves_the_board(text):
    for library in (chess, python_chess):
        board = library.Board()
        board.push_san("e4")
        with pytest.raises(ValueError):
            board.set_epd(f"4k3/8/8/8/8/8/8/4K3 w - - {text}")
        assert len(board.move_stack) == 1 and board.fen().startswith("rnbqkbnr/pppppppp/8/8/4P3")


def test_ten_thousand_dashes_are_no_opcode():
    assert chess.Board.from_epd("4k3/8/8/8/8/8/8/4K3 w - -" + " -" * 10_000 + " ce 5;")[1] == {"ce": 5}
