"""Comparisons, matches, suites and ablations."""

import json

import pytest

import plywood
from plywood import Position

SUITE = ['6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id "back rank";', '4k3/8/8/8/8/8/3q4/4K3 w - - bm Kxd2; id "queen";']


def test_a_comparison_by_depths():
    table = plywood.compare(Position(), ["minimax", "alpha-beta"], depths=[1, 2, 3], against="minimax")
    assert len(table) == 6 and all(row["same_value"] for row in table)
    assert table[5]["strategy"] == "alpha-beta" and table[5]["fewer_nodes"] > 2
    assert "alpha-beta" in str(table) and table.svg.startswith("<svg") and table.csv.startswith("position,strategy")
    assert "data:image/svg+xml" in table._repr_html_()
    named = plywood.compare([Position(), Position().play("e4")], {"one": "negamax", "two": "pvs"}, depth=2)
    assert [row["strategy"] for row in named] == ["one", "two", "one", "two"]


def test_a_match_with_a_journal_goes_on(tmp_path):
    journal = tmp_path / "match.jsonl"
    settings = {"depth": 1, "journal": journal, "progress": False, "max_moves": 30}
    first = plywood.match(["alpha-beta:evaluator=material", "random"], games=4, **settings)
    both = plywood.match(["alpha-beta:evaluator=material", "random"], games=8, **settings)
    assert len(first.games) == 4 and len(both.games) == 8
    assert [game["pgn"] for game in both.games[:4]] == [game["pgn"] for game in first.games]
    assert journal.read_text().count('"pgn"') == 8
    strong, weak = both.rows()
    assert strong["player"].startswith("alpha-beta") and strong["elo"] > weak["elo"]
    assert strong["elo_low"] <= strong["elo"] <= strong["elo_high"]
    both.save(tmp_path / "match.html")
    assert "<html" in (tmp_path / "match.html").read_text()
    game = plywood.PgnGame(both.games[0]["pgn"])
    assert game.result == both.games[0]["result"]


def test_a_sequential_test_ends_a_match():
    result = plywood.match(
        ["alpha-beta:evaluator=classical,depth=2", "random:depth=1"],
        games=400, sprt="elo0=0,elo1=100", progress=False,
    )
    assert result.test["decision"] and len(result.games) < 400
    assert "LLR" in result._repr_html_() and json.dumps(result.data)


def test_a_match_of_another_game():
    result = plywood.match(["alpha-beta:depth=4", "random:depth=1"], game="connect-four", games=10, progress=False)
    assert result[0]["player"].startswith("alpha-beta")


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": ["alpha-beta"]},
        {"players": ["alpha-beta", "alpha-beta"]},
        {"format": "knock-out"},
        {"sprt": "elo=5"},
        {"shard": "4/3"},
        {"game": "checkers"},
        {"openings": []},
        {"games": 1},
        {"openings": ["no position"]},
    ],
)
def test_a_match_says_what_is_wrong(wrong):
    settings = {"players": ["alpha-beta", "minimax"], "depth": 1, "games": 2, "progress": False, **wrong}
    with pytest.raises(ValueError):
        plywood.match(settings.pop("players"), **settings)


def test_a_suite(tmp_path):
    lines = plywood.suite(SUITE, ["alpha-beta", "random"], depth=2, progress=False)
    assert lines[0]["solved"] == 2 == lines[0]["positions"]
    assert lines.answers[0]["answers"][0]["played"] == "Ra8#"
    path = tmp_path / "suite.epd"
    path.write_text("\n".join(SUITE))
    assert plywood.suite(path, ["alpha-beta"], depth=2, progress=False)[0]["solved"] == 2
    with pytest.raises(ValueError):
        plywood.suite(tmp_path / "none.epd", ["alpha-beta"], depth=2, progress=False)


def test_an_ablation():
    result = plywood.ablate("pvs+killers+table=4+deepening", SUITE, depth=3, nodes=500, games=2, progress=False)
    assert [row["without"] for row in result] == ["nothing", "killers", "table", "deepening", "pvs"]
    assert result[0]["nodes"] > 0 and result[1]["elo"] is not None


def test_of_two_players_each_leads_by_the_whole_difference():
    result = plywood.match(["alpha-beta:evaluator=material,depth=2", "random"], games=6, max_moves=20, progress=False, depth=1)
    first, second = result
    assert first["elo"] == -second["elo"]
    even = plywood.match(["random", "alpha-beta"], games=2, max_moves=2, progress=False, depth=1)
    assert [row["elo"] for row in even] == [0, 0]
    said = next(line for line in str(result).splitlines() if " against " in line)
    assert f"{first['elo']:+.1f}" in said
    three = plywood.match(["random", "alpha-beta", "pvs"], games=2, max_moves=4, progress=False, depth=1)
    assert abs(sum(row["elo"] for row in three)) < 1


def test_an_ablation_needs_a_depth_alone():
    assert len(plywood.ablate("alpha-beta+captures", SUITE, depth=2, progress=False)) == 2


def test_a_strategy_alone_is_a_list_of_one():
    assert [row["strategy"] for row in plywood.compare(Position(), "minimax", depth=1)] == ["minimax"]
    with pytest.raises(ValueError, match="compare against"):
        plywood.compare(Position(), ["minimax"], depth=1, against="minmax")
