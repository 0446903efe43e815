"""What programs for python-chess also do: run in both libraries, with the same results."""

import random

import pytest

import plywood.chess as chess

python_chess = pytest.importorskip("chess")
LIBRARIES = [chess, python_chess]
PIN = "4k3/8/8/8/1b6/8/3N4/4K2R w K - 0 1"
KINGLESS = "8/8/8/8/8/8/3R4/3k4 w - - 5 0"

SAME = f"""
chess.SQUARES + chess.PIECE_TYPES + chess.COLORS
chess.square(file_index=1, rank_index=2)
chess.shift_up(b=chess.BB_RANK_1)
chess.Termination.VARIANT_WIN.value, chess.Termination.VARIANT_LOSS.value, chess.Termination.VARIANT_DRAW.value
chess.Board.from_chess960_pos(scharnagl=311).fen()
chess.Board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 5 9").chess960_pos(ignore_turn=True, ignore_castling=True)
chess.Board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 5 9").chess960_pos(ignore_counters=False)
chess.Board().variation_san(chess.Move.from_uci(text) for text in ["e2e4", "e7e5"])
board.push_san("e4"), board.is_capture(chess.Move.null()), board.is_zeroing(chess.Move.null()), board.is_irreversible(chess.Move.null())
board.push_san("e4"), board.set_castling_fen("KQ"), len(board.move_stack), board.fen()
board.is_castling(chess.Move.from_uci("e1g1")), board.is_castling(chess.Move.from_uci("e1h1")), board.is_kingside_castling(chess.Move.from_uci("e1g1"))
chess.Board("7k/8/8/8/8/8/8/Q~3K2R~ w - - 0 1").transform(chess.flip_vertical).fen(promoted=True)
chess.Board("{PIN}").san(chess.Move.from_uci("d2f3")), chess.Board("{PIN}").gives_check(chess.Move.from_uci("d2f3"))
[(move.uci(), b.gives_check(move), b.san(move)) for b in [chess.Board("{KINGLESS}")] for move in b.legal_moves]
chess.Board("{KINGLESS}").fen(), chess.Board("{KINGLESS}").ply()
int(chess.Board("8/8/8/8/8/8/8/kk6 w - - 0 1").status()), int(chess.Board("8/8/8/8/8/8/8/kkK5 w - - 0 1").status())
chess.Move.__match_args__, chess.Piece.__match_args__
"""


@pytest.mark.parametrize("line", SAME.strip().splitlines())
def test_lines_have_the_results_of_python_chess(line):
    values = [eval(line, {"chess": library, "board": library.Board()}) for library in LIBRARIES]
    assert str(values[0]) == str(values[1])


REFUSED = """
chess.Board.from_chess960_pos(-1)
chess.Move.from_uci("e7e8Q")
chess.Board("7k/8/8/8/8/8/8/K6~R w - - 0 1")
chess.Board("7k/8/8/8/8/8/8/~K6R w - - 0 1")
chess.Board().san(chess.Move.from_uci("e4e5"))
"""


@pytest.mark.parametrize("line", REFUSED.strip().splitlines())
def test_lines_are_refused_as_by_python_chess(line):
    for library in LIBRARIES:
        with pytest.raises((ValueError, AssertionError)):
            eval(line, {"chess": library})


def test_moves_and_pieces_are_patterns():
    match chess.Move.from_uci("e7e8q"), chess.Piece(chess.PAWN, chess.WHITE):
        case chess.Move(origin, _, chess.QUEEN), chess.Piece(chess.PAWN, color):
            assert (origin, color) == (chess.E7, chess.WHITE)
        case _:
            raise AssertionError


def test_pseudo_legal_moves_are_written_and_give_check_as_in_python_chess():
    rng, seen = random.Random(9), 0
    for _ in range(60):
        theirs = python_chess.Board()
        while not theirs.is_game_over() and len(theirs.move_stack) < 120:
            ours, legal = chess.Board(theirs.fen(en_passant="fen")), set(theirs.legal_moves)
            for move in theirs.pseudo_legal_moves:
                if move not in legal:
                    found = chess.Move.from_uci(move.uci())
                    assert (ours.san(found), ours.gives_check(found)) == (theirs.san(move), theirs.gives_check(move)), (theirs.fen(), move)
                    seen += 1
            theirs.push(rng.choice(list(legal)))
    assert seen > 300


def test_chess960_starts_are_known_as_in_python_chess():
    rng, known = random.Random(3), 0
    for _ in range(200):
        theirs = python_chess.Board.from_chess960_pos(rng.randrange(960))
        theirs.turn = rng.random() < 0.7
        theirs.castling_rights &= rng.choice([python_chess.BB_ALL, rng.getrandbits(64)])
        theirs.halfmove_clock, theirs.fullmove_number = rng.choice([(0, 1), (3, 1), (0, 9)])
        ours = chess.Board(theirs.fen(), chess960=True)
        for bits in range(8):
            ignored = {"ignore_turn": bool(bits & 1), "ignore_castling": bool(bits & 2), "ignore_counters": bool(bits & 4)}
            assert ours.chess960_pos(**ignored) == theirs.chess960_pos(**ignored), (theirs.fen(), ignored)
            known += ours.chess960_pos(**ignored) is not None
    assert known > 400
