"""Positions, moves, histories, and chess file formats."""

import copy
import importlib
import pickle
import os
import resource
import signal
import sys
from pathlib import Path

import pytest

import plywood
from plywood import Book, Epd, History, Move, PgnGame, PgnReader, Position


def test_a_position_is_a_value():
    start = Position()
    after = start.play("e4")
    assert start == Position() and after != start
    assert {start: "start", after: "after"}[Position()] == "start"
    assert pickle.loads(pickle.dumps(after)) == after
    assert after.turn == "black" and start.turn == "white"
    with pytest.raises(AttributeError):
        start.turn = "black"


def test_pieces_are_counted():
    position = Position("4k3/pp6/8/3q4/8/8/PPP5/RN2K3 w Q - 0 1")
    assert position.counts == (3, 1, 0, 1, 0, 1, 2, 0, 0, 0, 1, 1)
    assert [position.count(piece) for piece in "PNBRQKpnbrqk"] == list(position.counts)
    assert position.count("black pawn") == len(position.squares("p")) == 2
    with pytest.raises(ValueError):
        position.count("x")


def test_a_double_push_survives_pickling():
    start = Position("rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR w KQkq - 0 3").play("f4")
    copied = pickle.loads(pickle.dumps(start))
    assert copied.polyglot_key == start.polyglot_key and copied.en_passant == "f3"


@pytest.mark.parametrize(
    ("fen", "depth", "count"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4_865_609),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4_085_603),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
    ],
)
def test_perft(fen, depth, count):
    position = Position(fen)
    assert position.perft(depth) == count
    assert sum(nodes for _, nodes in position.divide(depth)) == count


def test_moves_are_read_and_written():
    position = Position()
    move = position.move("Nf3")
    assert move == position.move("g1f3") and hash(move) == hash(position.move("g1f3"))
    assert (move.from_square, move.to_square, str(move)) == ("g1", "f3", "g1f3")
    assert position.san(move) == "Nf3" and position.uci(move) == "g1f3"
    assert move in position.legal_moves() and len(position.legal_moves()) == position.legal_move_count() == 20
    assert pickle.loads(pickle.dumps(move)) == move and Move(move.bits) == move
    assert [position.play(move) for move in position.legal_moves()] == position.children()
    with pytest.raises(ValueError, match="is not a legal move"):
        position.play("Ke2")
    with pytest.raises(ValueError):
        position.san(position.play("e4").move("e5"))


def test_only_moves_of_chess_have_numbers():
    numbers, wrong = set(), 0
    for bits in range(2**16):
        try:
            numbers.add(Move(bits).bits)
        except ValueError:
            wrong += 1
    # 1456 by a queen, 336 by a knight; for each side 8 double pushes, 14 en passant, 22 to promote in four ways; castling on two ranks.
    assert len(numbers) == 1456 + 336 + 2 * (8 + 14 + 4 * 22) + 2 * 8 * 7 and len(numbers) + wrong == 2**16
    for number in [65_535, 0, 32_768]:
        with pytest.raises(ValueError, match="is not a chess move"):
            Move(number)


def test_questions_about_a_position():
    position = Position("r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4")
    assert position.is_check() and position.is_checkmate() and position.outcome() == ("1-0", "checkmate")
    assert position.checkers() == ["f7"] and position.king("black") == "e8"
    assert position["f7"] == "Q" and position.piece_at("f6") == "n" and position.pieces()["c4"] == "B"
    assert position.squares("white rook") == ["a1", "h1"] and position.bitboard("R") == 0x81
    assert position.attackers("f7", "white") == ["c4"]
    assert position.flip_colors().turn == "white"
    with pytest.raises(KeyError):
        position["z9"]


def test_chess960():
    position = Position.chess960(0)
    assert position.chess960_number == 0 and Position().chess960_number == 518
    castling = Position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").move("O-O")
    assert castling.is_castling and castling.to_square == "g1"
    assert Position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").uci(castling, chess960=True) == "e1h1"
    with pytest.raises(ValueError):
        Position.chess960(960)


def test_a_fen_is_repaired_only_on_request():
    fen = "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1"
    with pytest.raises(ValueError):
        Position(fen)
    position, repairs = Position.lenient(fen)
    assert position.castling == "-" and len(repairs) == 4
    assert any("White cannot castle with a rook on h1" in repair for repair in repairs)


def test_a_game_knows_repetitions():
    game = History(moves=["Nf3", "Nf6", "Ng1", "Ng8"] * 2)
    assert len(game) == 8 and game.occurrences() == 3 and game.claim() == "threefold repetition"
    assert copy.copy(game) == game and pickle.loads(pickle.dumps(game)) == game
    assert str(game.undo()) == "f6g8" and game.claim() is None and game.claim("Ng8") == "threefold repetition"


PGN = """[Event "A game"]
[White "Anna"]
[Black "Bert"]
[Result "1-0"]

1. e4 { [%eval 0.3,20] [%clk 0:05:00] } e5 (1... c5 2. Nf3) 2. Qh5 $2 Ke7 3. Qxe5# 1-0

[Event "Another"]

1. e4 e5 2. Ke3 *
"""


@pytest.fixture
def pgn_file(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(PGN)
    return path


def test_pgn_is_a_stream_of_games(pgn_file):
    with PgnReader(pgn_file) as games:
        first, second = games
    assert first["White"] == "Anna" and first.result == "1-0" and "Elo" not in first
    assert [node.san for node in first.main_line] == ["e4", "e5", "Qh5", "Ke7", "Qxe5#"]
    assert first.final_position.is_checkmate() and len(first) == 7
    node = first.main_line[0]
    assert node.evaluation.centipawns == 30 and node.clock == 300
    assert [other.san for other in node.continuations] == ["e5", "c5"]
    assert first.main_line[2].nags == [2]
    assert len(second.errors) == 1 and len(second.moves) == 2
    assert PgnGame(str(first)) == first and pickle.loads(pickle.dumps(first)) == first
    with open(pgn_file, "rb") as file:
        assert [game["Event"] for game in PgnReader(file)] == ["A game", "Another"]


@pytest.mark.parametrize("module", ["gzip", "bz2", "lzma"])
def test_compressed_games_are_read(pgn_file, tmp_path, module):
    path = tmp_path / "games"
    with importlib.import_module(module).open(path, "wb") as file:
        file.write(pgn_file.read_bytes())
    assert [game["Event"] for game in PgnReader(path)] == ["A game", "Another"]
    assert next(plywood.PgnTable(str(path)))["event"] == ["A game", "Another"]
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    with pytest.raises((EOFError, OSError)):
        list(PgnReader(path))


def test_games_compressed_by_zstandard_are_read_or_refused(pgn_file, tmp_path):
    path = tmp_path / "games.pgn.zst"
    try:
        zstandard = importlib.import_module("zstandard")
    except ImportError:
        path.write_bytes(b"\x28\xb5\x2f\xfd and more")
        if sys.version_info < (3, 14):
            with pytest.raises(ImportError, match="Zstandard.*compression.zstd, zstandard"):
                PgnReader(path)
        return
    path.write_bytes(zstandard.compress(pgn_file.read_bytes()))
    assert [game["Event"] for game in PgnReader(path)] == ["A game", "Another"]


def test_an_exception_of_a_file_object_arrives():
    class Broken:
        def read(self, size):
            raise LookupError("no more")

    with pytest.raises(LookupError, match="no more"):
        next(PgnReader(Broken()))


def test_a_game_is_written():
    game = PgnGame()
    game["White"] = "Anna"
    node = game.root.play("e4")
    node.add_comment("best by test")
    node.play("e5")
    node.play("c5").add_nag(1)
    game.result = "1/2-1/2"
    text = str(game)
    assert '[White "Anna"]' in text and "1. e4 {best by test}" in " ".join(text.split()).replace("{ ", "{").replace(" }", "}")
    assert PgnGame(text) == game
    removed = game.main_line[-1]
    assert removed.remove()
    assert repr(removed) == "<PgnNode that was removed>"
    with pytest.raises(ValueError, match="removed"):
        removed.san
    assert PgnGame.from_history(History(moves=["e4"])).moves == [Position().move("e4")]


def test_epd():
    epd = Epd('6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id "back rank";')
    assert epd.id == "back rank" and epd.opcodes == ["bm", "id"]
    assert epd.is_solved_by(epd.position.move("Ra8")) and not epd.is_solved_by(epd.position.move("Ra7"))
    assert Epd(str(epd)) == epd


def test_an_opening_book(tmp_path):
    book = Book()
    book.add(Position(), "e4", 3)
    book.add(Position(), "d4", 1)
    book.save(tmp_path / "book.bin")
    book = Book(tmp_path / "book.bin")
    assert len(book) == 2 and Position() in book and Position().play("e4") not in book
    assert [weight for _, weight in book.moves(Position())] == [3, 1] and str(book.best(Position())) == "e2e4"
    with pytest.raises(OSError):
        Book(tmp_path / "nothing.bin")
    reads, writes = os.pipe()
    with pytest.raises(OSError, match="this is a pipe"):
        # It could wait for ever.
        Book(f"/dev/fd/{reads}")
    os.close(reads), os.close(writes)
    with pytest.raises(FileNotFoundError):
        book.save(tmp_path / "nowhere" / "book.bin")


def test_only_what_is_named_is_replaced(tmp_path):
    page, book, mine = tmp_path / "page.html", tmp_path / "book.bin", "<!DOCTYPE html><p>mine"
    table = plywood.compare(Position(), ["minimax"], depth=1)
    page.write_text(mine)
    for name in ("page.html", "text.txt"):
        (tmp_path / name).write_text(mine if name == "page.html" else "mine")
        with pytest.raises(FileExistsError, match=name):
            table.save(tmp_path / name)
    assert page.read_text() == mine and (tmp_path / "text.txt").read_text() == "mine"
    table.save(page, replace=True)
    table.save(page)
    assert "minimax" in page.read_text()
    Book().save(book)
    Book().save(book)
    with pytest.raises(FileExistsError):
        Book().save(page)
    full = Book()
    full.add(Position(), "e4")
    full.save(book)
    with pytest.raises(FileExistsError, match="replace=True"):
        full.save(book)
    full.save(book, replace=True)
    assert len(Book(book)) == 1


def test_a_full_disk_does_not_lose_a_book(tmp_path):
    book = Book()
    book.add(Position(), "e4")
    book.save(tmp_path / "book.bin")
    held = (tmp_path / "book.bin").read_bytes()
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8, limits[1]))
    try:
        with pytest.raises(OSError, match="large"):
            book.save(tmp_path / "book.bin", replace=True)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, ignored)
    assert (tmp_path / "book.bin").read_bytes() == held


def test_syzygy_tables_that_are_missing(tmp_path):
    with pytest.raises(OSError):
        plywood.Syzygy(str(tmp_path))


SYZYGY = Path(__file__).parents[4] / "shared" / "data" / "syzygy"


@pytest.mark.skipif(not SYZYGY.is_dir(), reason="the tables are no part of the repository")
def test_syzygy_tables_win_what_is_won():
    tables = plywood.Syzygy(str(SYZYGY))
    assert tables.most_men == 4 and len(tables.endgames) == 35 and "KBNvK" in tables.endgames
    assert Position() not in tables
    with pytest.raises(ValueError):
        tables.wdl(Position())
    with pytest.raises(TypeError):
        tables.wdl(plywood.GamePosition("backgammon"))
    assert tables.wdl(Position("4k3/8/8/8/8/8/8/KB6 w - - 0 1")) == 0
    position = Position("8/8/8/3k4/8/8/8/KBN5 w - - 0 1")
    assert position in tables and tables.wdl(position) == 2
    for _ in range(2 * 33):
        moves = tables.root_moves(position)
        assert len(moves) == position.legal_move_count() and moves[0][1] == max(wdl for _, wdl, _ in moves)
        assert (tables.wdl(position), tables.dtz(position) > 0) == ((2, True) if position.turn == "white" else (-2, False))
        position = position.play(moves[0][0])
        if position.is_checkmate():
            return
    pytest.fail("no mate with bishop and knight in 33 moves")


def test_a_game_is_a_sequence_of_its_moves():
    game = History(moves=["e4", "e5", "Nf3"])
    assert list(game) == game.moves and game[0] == game.moves[0] and game[-1] == game.moves[2]
    assert game[1:] == game.moves[1:] and game.moves[1] in game
    with pytest.raises(IndexError):
        game[3]


def test_a_move_is_drawn():
    assert Position().move("e4")._repr_svg_().startswith("<svg")


def test_tables_are_opened_from_a_path_or_several(tmp_path):
    for folders in [str(tmp_path), tmp_path, [tmp_path, str(tmp_path)]]:
        with pytest.raises(OSError, match="no Syzygy tables"):
            plywood.Syzygy(folders)
