"""Batches, arrays and tables."""

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


def test_features():
    features = plywood.features_many(FENS, "material")
    assert len(features) == 3 and features["pawn"] == [0, 0, 1]
    terms = plywood.explain(POSITIONS[2], "material")
    assert any(name == "pawn" and counts == [8, 7] for name, _, counts, _ in terms)


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
    assert columns.column_names == ["name", "count", "share", "is_new"] and len(columns) == 2
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
        "centipawns": 30, "mate_in": None, "depth": 20, "clock": 300.0, "points": 1.0,
    }
    column = pyarrow.array(FENS)
    assert len(plywood.evaluate_many(column)) == 3
    pandas = pytest.importorskip("pandas")
    frame = pyarrow.table(PgnTable(pgn_file)).to_pandas()
    assert frame["white"].tolist() == ["Anna", "Bert"] and frame["plies"].tolist() == [5, 2]
    assert isinstance(frame, pandas.DataFrame)


def test_a_pgn_file_is_read_in_batches(pgn_file):
    batches = list(PgnTable(pgn_file, batch_rows=1))
    assert [batch["white"] for batch in batches] == [["Anna"], ["Bert"]]
    assert batches[0]["moves"] == ["e4 e5 Qh5 Ke7 Qxe5#"] and batches[0]["white_elo"] == [2000]
    table = PgnTable(pgn_file)
    table.__arrow_c_stream__()
    with pytest.raises(RuntimeError, match="read already"):
        table.__arrow_c_stream__()
