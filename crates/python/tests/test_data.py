"""Batches, arrays and tables."""

import pickle
import random
import re
import threading
import time
from pathlib import Path

import pytest

import plywood
from plywood import Columns, PgnTable, Position

POSITIONS = [Position(), Position().play("e4"), Position().play("e4").play("d5").play("exd5")]
FENS = [position.fen for position in POSITIONS]
PGN = """[White "Anna"]
[WhiteElo "2000"]
[Result "1-0"]

1. e4 { [%eval 0.3,20] [%clk 0:05:00] } e5 2. Qh5 Ke7 3. Qxe5# 1-0

[White "Bert"]
[Result "1/2-1/2"]

1. e4 e5 1/2-1/2
"""


@pytest.fixture
def pgn_file(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(PGN)
    return path


def test_many_are_what_one_is():
    many = plywood.evaluate_many(FENS * 100, "classical", threads=3)["centipawns"]
    one = [plywood.evaluate(position, "classical").centipawns for position in POSITIONS]
    assert many == one * 100
    assert plywood.evaluate_many(POSITIONS, lambda position: 7)["centipawns"] == [7, 7, 7]
    batches = []

    @plywood.batched
    def batch(positions):
        batches.append(len(positions))
        return range(len(positions))

    assert plywood.evaluate_many(FENS, batch)["centipawns"] == [0, 1, 2] and batches == [3]
    with pytest.raises(ValueError, match="position 1"):
        plywood.evaluate_many([FENS[0], "no position"])
    with pytest.raises(ZeroDivisionError):
        plywood.evaluate_many(FENS, lambda position: 1 // 0)


def test_many_searches():
    found = plywood.search_many(FENS * 3, "alpha-beta:evaluator=material", depth=2, threads=2)
    single = [plywood.search(fen, "alpha-beta:evaluator=material", depth=2) for fen in FENS]
    assert found["move"] == [str(report.best_move) for report in single] * 3
    assert found["nodes"] == [report.nodes for report in single] * 3


def test_a_few_positions_are_shared_by_the_threads():
    met, threads = threading.Barrier(2), set()

    def evaluator(position):
        if threading.get_ident() not in threads:
            threads.add(threading.get_ident())
            # Breaks unless both threads are searching.
            met.wait(timeout=300)
        return 0

    # In a call from the main thread, parts that wait take turns.
    call = lambda: plywood.search_many(FENS * 2, plywood.Strategy("alpha-beta", evaluator), depth=1, threads=2)
    caller = threading.Thread(target=call)
    caller.start()
    caller.join()
    assert len(threads) == 2


def test_a_wrong_position_ends_a_batch():
    start = time.monotonic()
    with pytest.raises(ValueError, match="position 1"):
        plywood.search_many([FENS[0], "no position"], "engine", time=600.0, threads=2)
    assert time.monotonic() - start < 300


def test_deep_searches_fit_the_stack_of_every_thread():
    fens = ["k7/8/p1p1p1p1/P1P1P1P1/8/8/8/K7 w - - 0 1"] * 4
    found = plywood.search_many(fens, "alpha-beta+killers+quiescence+table=1", depth=200, nodes=20_000, threads=4)
    assert all(reason for reason in found["reason"])


def test_polars_makes_a_frame_of_a_table(pgn_file):
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(plywood.evaluate_many(FENS, "material"))
    assert frame.columns == ["centipawns", "mate_in"] and frame.height == 3
    assert polars.DataFrame(PgnTable(pgn_file)).height == 2


def test_features():
    features = plywood.features_many(FENS, "material")
    assert len(features) == 3 and features["pawn"] == [0, 0, 1]
    terms = plywood.explain(POSITIONS[2], "material")
    assert any(name == "pawn" and counts == (8, 7) for name, _, counts, _ in terms)


def test_arrays():
    numpy = pytest.importorskip("numpy")
    boards, planes = plywood.bitboards(FENS), plywood.planes(POSITIONS)
    assert boards.shape == (3, 2, 6) and planes.shape == (3, 12, 8, 8)
    assert boards[0, 0, 0] == POSITIONS[0].bitboard("P") == 0xFF00
    assert planes[0].sum() == 32 and planes[2].sum() == 31 and planes[1, 0, 3, 4] == 1
    scores = plywood.to_numpy(plywood.evaluate_many(numpy.array(FENS)), "centipawns")
    assert scores.dtype == numpy.int32 and scores.shape == (3,)


def test_columns():
    columns = Columns({"name": ["a", None], "count": [1, 2], "share": [0.5, 1], "is_new": [True, None]})
    assert list(columns) == columns.column_names == ["name", "count", "share", "is_new"] and len(columns) == 2
    assert "count" in columns and "nodes" not in columns
    assert columns.to_dict() == {"name": ["a", None], "count": [1, 2], "share": [0.5, 1.0], "is_new": [True, None]}
    with pytest.raises(ValueError):
        Columns({"a": [1], "b": [1, 2]})
    with pytest.raises(KeyError):
        columns["nothing"]


def test_pyarrow_and_pandas_read_tables(pgn_file):
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table(plywood.evaluate_many(FENS, "material"))
    assert table.column("centipawns").to_pylist() == [0, 0, -100]
    assert pyarrow.table(plywood.compare(Position(), ["alpha-beta"], depth=2)).num_rows == 1
    positions = pyarrow.table(PgnTable(pgn_file, "positions"))
    assert positions.num_rows == 7
    assert positions.to_pylist()[0] == {
        "game": 1, "ply": 0, "fen": FENS[0], "move": "e2e4", "san": "e4",
        "white_centipawns": 30, "white_mate_in": None, "depth": 20, "clock": 300.0, "points": 1.0,
    }
    column = pyarrow.array(FENS)
    assert len(plywood.evaluate_many(column)) == 3
    pandas = pytest.importorskip("pandas")
    frame = pyarrow.table(PgnTable(pgn_file)).to_pandas()
    assert frame["white"].tolist() == ["Anna", "Bert"] and frame["plies"].tolist() == [5, 2]
    assert isinstance(frame, pandas.DataFrame)


ODD = """[Event "variations"]
[Result "0-1"]

{ [%eval 9] before the first move } 1. e4 ({ [%eval 0.5,7] the main move's } ) ({ [%eval 0.6] d4's } 1. d4 { [%clk 0:01:00] } d5)
{ [%clk 0:04:00] } 1... e5 (1... Ke9 2. d4) { [%eval #-3] } 2. -- Nc6 $1 { [%eval 1] [%eval 2] } 1/2-1/2

[White "a start"]
[FEN "4k3/P7/8/8/8/8/8/4K2R w K - 10 40"]
[WhiteElo "many"]
[BlackElo "1700"]

40. a8=Q+ { no command [%unknown 1] } Kf7 41. O-O+ Ke6 42. Qe4# *

[White "a variant"]
[Variant "Atomic"]

1. e4 e5 1-0

[White "no end"]
[Black "of a tag

1. e4 { [%clk 0:00:30.5] } e5 { without end
"""


def evaluations(node):
    """The first evaluation in the comments of a move, with its depth, parsed separately."""
    for comment in node.comments:
        if found := re.search(r"\[%eval ([^\],]+)(?:,(\d+))?\]", comment):
            return found.group(1), found.group(2) and int(found.group(2))
    return None, None


def rows_of_trees(path):
    """The table of games and the table of positions, from the trees of a PGN file."""
    names = ["Event", "Site", "Date", "Round", "White", "Black", "ECO", "TimeControl"]
    points = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5, "*": None}
    games, positions = [], []
    for number, game in enumerate(plywood.PgnReader(path), 1):
        tags, moves = dict(game.tags), game.main_line
        row = {"game": number}
        known = {name: text for name, text in tags.items() if set(text) - set("?.")}
        row |= {re.sub("(?<=[a-z])(?=[A-Z])", "_", name).lower(): known.get(name) for name in names}
        elo = [tags.get(name) for name in ["WhiteElo", "BlackElo"]]
        row["white_elo"], row["black_elo"] = [int(text) if text and text.isdigit() else None for text in elo]
        row |= {"result": game.result, "plies": len(moves), "moves": " ".join(node.san for node in moves)}
        games.append(row | {"error": (game.errors or [None])[0]})
        for node in moves:
            before, score = node.parent.position, node.evaluation
            ply = 2 * (before.fullmove_number - 1) + (before.turn == "black")
            text, depth = evaluations(node)
            assert (text is None) == (score is None)
            uci = before.uci(node.move) if node.move else "0000"
            row = {"game": number, "ply": ply, "fen": before.fen, "move": uci, "san": node.san}
            row |= {"white_centipawns": score and score.centipawns, "white_mate_in": score and score.mate_in, "depth": depth}
            positions.append(row | {"clock": node.clock, "points": points[game.result]})
    return games, positions


def test_a_table_is_what_trees_have(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    played = plywood.match(["random", "alpha-beta"], games=4, depth=1, max_moves=30, progress=False)
    (tmp_path / "ours.pgn").write_text(PGN + ODD + played.pgn)
    beside = Path(__file__).parents[2] / "notation" / "tests" / "data" / "pgn"
    files = [tmp_path / "ours.pgn", *sorted(beside.glob("**/*.pgn"))]
    assert len(files) > 3
    for path in files:
        games, positions = rows_of_trees(path)
        assert pyarrow.table(PgnTable(path)).to_pylist() == games
        assert pyarrow.table(PgnTable(path, "positions", batch_rows=5)).to_pylist() == positions
    odd = rows_of_trees(tmp_path / "ours.pgn")[0][2:6]
    assert [game["plies"] for game in odd] == [4, 5, 0, 0] and all(game["error"] for game in odd[::2])


def test_a_table_has_the_tags_that_are_asked_for(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text('[Site "?"]\n[Opening "Ruy"]\n[WhiteElo "2000"]\n[Date "????.??.??"]\n\n1. e4 e5 *\n')
    (games,) = PgnTable(path, tags=["Opening", "White", "BlackFideId"])
    assert [games[name] for name in ["opening", "site", "date", "white_elo", "black_fide_id"]] == [["Ruy"], [None], [None], [2000], [None]]
    (positions,) = PgnTable(path, "positions", tags=["Opening", "WhiteElo"], fen_after=True)
    assert positions["opening"] == ["Ruy"] * 2 and positions["white_elo"] == [2000] * 2
    assert positions["fen_after"] == [positions["fen"][1], Position().play("e4").play("e5").fen]
    with pytest.raises(ValueError, match='called "fen"'):
        PgnTable(path, "positions", tags=["FEN"])


def test_frames_of_pandas_keep_whole_numbers(pgn_file):
    pandas = pytest.importorskip("pandas")
    frame = plywood.search_many(["6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", FENS[0]], "alpha-beta", depth=2, progress=False).to_pandas()
    assert frame["mate_in"].isna().tolist() == [False, True] and str(frame["mate_in"].dtype) == "Int32"
    assert frame["nodes"].sum() > 20 and plywood.compare(Position(), "minimax", depth=1).to_pandas().shape[0] == 1
    games = PgnTable(pgn_file, batch_rows=1).to_pandas()
    assert games["white_elo"].tolist() == [2000, pandas.NA] and games["event"].isna().all()


def test_a_wrong_position_may_have_a_row_of_none():
    positions, settings = [FENS[0], "no position", None], {"on_error": "null", "progress": False}
    assert plywood.search_many(positions, "pvs", depth=1, **settings)["depth"] == [1, None, None]
    for evaluator in ["material", lambda position: 0, plywood.batched(lambda positions: [0 for _ in positions])]:
        assert plywood.evaluate_many(positions[::-1], evaluator, **settings)["centipawns"] == [None, None, 0]
    assert plywood.features_many(positions, "material", on_error="null")["pawn"] == [0, None, None]
    with pytest.raises(ValueError, match='"raise" or "null"'):
        plywood.evaluate_many(positions, on_error="ignore")


def test_scores_may_be_those_of_white():
    positions, settings = POSITIONS[:2], {"view": "white", "progress": False}
    one = [plywood.evaluate(position).centipawns for position in positions]
    for evaluator in ["classical", plywood.evaluate, plywood.batched(lambda positions: [plywood.evaluate(p) for p in positions])]:
        assert plywood.evaluate_many(positions, evaluator, **settings)["white_centipawns"] == [one[0], -one[1]]
    mate = "r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1"
    assert plywood.search_many([mate], "alpha-beta", depth=2, multipv=2, **settings)["white_mate_in"] == [-1]
    with pytest.raises(ValueError, match='"mover" or "white"'):
        plywood.search_many([mate], "pvs", depth=1, view="black")


def test_a_table_is_shown_in_a_notebook():
    shown = Columns({"n": list(range(100)), "x": [7.71e-14] * 100, "y": [999.96] * 100, "z": [65.4321] * 100})._repr_html_()
    assert shown.count("<tr>") == 21 and "first 20 of 100 rows" in shown
    assert all(f">{number}<" in shown for number in ["7.71e-14", "1,000", "65.43"])


def test_a_pgn_file_is_read_in_batches(pgn_file):
    batches = list(PgnTable(pgn_file, batch_rows=1))
    assert [batch["white"] for batch in batches] == [["Anna"], ["Bert"]]
    assert batches[0]["moves"] == ["e4 e5 Qh5 Ke7 Qxe5#"] and batches[0]["white_elo"] == [2000]
    table = PgnTable(pgn_file.open("rb"))
    table.__arrow_c_stream__()
    with pytest.raises(RuntimeError, match="read already"):
        table.__arrow_c_stream__()


def test_a_table_of_a_file_is_read_again_and_again(pgn_file):
    games = PgnTable(pgn_file)
    pyarrow = pytest.importorskip("pyarrow")
    assert len(pyarrow.table(games)) == len(pyarrow.table(games)) == 2
    duckdb = pytest.importorskip("duckdb")
    assert duckdb.sql("select count(*), sum(plies) from games").fetchall() == [(2, 7)]


def test_a_table_is_closed(pgn_file):
    with PgnTable(pgn_file, "positions") as table:
        assert len(next(table)) == 7
    with pytest.raises(StopIteration):
        next(table)


def test_pickled_columns_keep_their_types():
    pyarrow = pytest.importorskip("pyarrow")
    sure = plywood.search_many(["6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"], "alpha-beta", depth=2, progress=False)
    unsure = plywood.search_many(FENS, "alpha-beta", depth=1, progress=False)
    copies = [pickle.loads(pickle.dumps(columns)) for columns in (sure, unsure)]
    assert [pyarrow.table(copy) for copy in copies] == [pyarrow.table(columns) for columns in (sure, unsure)]
    assert copies[0].types == copies[1].types == sure.types and sure.types["mate_in"] == "Int32"
    assert len(pyarrow.concat_tables([pyarrow.table(copy) for copy in copies])) == 4
    nothing = Columns({"a": [None, None], "b": [1, 2]})
    assert nothing.types == {"a": "Null", "b": "Int64"} and nothing["a"] == [None, None]
    assert Columns({"a": [1]}, {"a": "Float32"})["a"] == [1.0]
    with pytest.raises(ValueError):
        Columns({"a": [1]}, {"a": "Int33"})


def test_a_frame_is_not_made_of_the_names_of_columns():
    pandas, columns = pytest.importorskip("pandas"), Columns({"a": [1, None], "b": ["x", "y"]})
    with pytest.raises(TypeError, match="to_pandas"):
        pandas.DataFrame(columns)
    assert pandas.DataFrame(columns.to_dict()).shape == (2, 2)


def test_a_missing_number_is_no_number():
    numpy = pytest.importorskip("numpy")
    table = plywood.search_many(["6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", FENS[0]], "alpha-beta", depth=2, progress=False)
    scores, mates = plywood.to_numpy(table, "centipawns"), plywood.to_numpy(table, "mate_in")
    assert numpy.isnan(scores).tolist() == [True, False] and numpy.isnan(mates).tolist() == [False, True]
    assert mates[0] == 1 and plywood.to_numpy(table, "nodes").dtype == numpy.uint64
    assert numpy.isnan(plywood.to_numpy(Columns({"a": [None]}), "a")).all()
    with pytest.raises(TypeError, match="no numbers"):
        plywood.to_numpy(Columns({"a": ["x", None]}), "a")


def test_arrays_are_made_beside_the_interpreter():
    pytest.importorskip("numpy")
    fens, count, done = FENS * 20_000, [0], threading.Event()

    def other():
        while not done.is_set():
            count[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=other)
    thread.start()
    planes = plywood.planes(fens)
    done.set()
    thread.join()
    assert (planes[:3] == plywood.planes(FENS)).all() and len(planes) == len(fens)
    # While this thread reads the positions, the other one runs every few milliseconds.
    assert count[0] > 5
    with pytest.raises(ValueError, match="position 1"):
        plywood.bitboards([FENS[0], "no position"])


LONG_CALLS = {
    "search_many": (24, lambda **more: plywood.search_many(FENS * 8, "alpha-beta", time=0.01, **more)),
    "evaluate_many": (12, lambda **more: plywood.evaluate_many(FENS * 4, lambda position: time.sleep(0.03) or 0, **more)),
    "features_many": (3, lambda **more: plywood.features_many(FENS, **more)),
    "match": (2, lambda **more: plywood.match(["random", "alpha-beta"], games=2, depth=1, max_moves=4, **more)),
    "suite": (1, lambda **more: plywood.suite(["6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#;"], ["alpha-beta"], depth=1, **more)),
    "compare": (12, lambda **more: plywood.compare(FENS, ["alpha-beta", "pvs"], depths=[1, 2], **more)),
    "ablate": (None, lambda **more: plywood.ablate("alpha-beta+captures", ["6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#;"], depth=2, **more)),
}


@pytest.mark.parametrize("name", LONG_CALLS)
def test_every_long_call_tells_how_far_it_is_and_takes_threads(name):
    (total, work), here, told = LONG_CALLS[name], threading.get_ident(), []
    work(threads=2, progress=lambda *news: told.append((*news, threading.get_ident())))
    assert {(total, here)} == {(all_of_them, thread) for _, all_of_them, thread in told}
    done = [done for done, _, _ in told]
    assert done == sorted(done) and done[0] > 0 and (total is None or done[-1] == total)
    with pytest.raises(ZeroDivisionError):
        work(progress=lambda done, total: 1 / 0)
    with pytest.raises(ValueError, match="threads is a number from 1"):
        work(threads=0, progress=False)


def test_files_that_cannot_be_read_are_named(tmp_path):
    for read in [plywood.PgnReader, PgnTable, plywood.Book]:
        with pytest.raises(FileNotFoundError, match="missing"):
            read(tmp_path / "missing")
        with pytest.raises(IsADirectoryError, match=tmp_path.name):
            read(tmp_path)
