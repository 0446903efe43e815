"""Classes for searches and parts, and what is written in Python in every place that takes a name."""

import pickle

import pytest

import plywood
from plywood import parts
from plywood import AlphaBeta, Aspiration, Deepening, History, Killers, Minimax, Position, Strategy, Table
from test_search import MATE, FirstMove, Nim, OnePly, material

SUITE = "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"mate\";"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def captures_last(position, move):
    """An ordering of one's own."""
    return 1 if position.piece_at(move.to_square) is None else 0


# Every place that takes the name of a strategy.
PLACES = {
    "search": lambda it: plywood.search(MATE, it, depth=2).best_move,
    "a strategy": lambda it: Strategy(it).search(MATE, depth=2).best_move,
    "deepening": lambda it: Deepening(it).search(MATE, depth=2).best_move,
    "aspiration": lambda it: Deepening(Aspiration(it, 30)).search(MATE, nodes=100).best_move,
    "a game": lambda it: plywood.search(History(MATE), it, depth=2).best_move,
    "a batch": lambda it: plywood.search_many([MATE], it, depth=2, progress=False).to_dict()["move"][0],
    "a comparison": lambda it: plywood.compare(MATE, [it, "minimax"], depth=2, progress=False)[0]["move"],
    "a comparison by labels": lambda it: plywood.compare(MATE, {"my best": it, "minimax": "minimax"}, depth=2, against="my best", progress=False)[0]["move"],
    "a match": lambda it: plywood.match([it, "random"], games=2, depth=1, max_moves=2, progress=False)[0]["player"],
    "a match by labels": lambda it: plywood.match({"my best": it, "b": it}, games=2, depth=1, max_moves=2, progress=False)[0]["player"],
    "a suite": lambda it: plywood.suite([SUITE], [it], depth=2, progress=False)[0]["solved"],
    "an ablation": lambda it: plywood.ablate(it, [SUITE], depth=2, progress=False)[0]["without"],
    "a tree": lambda it: len(plywood.Tree(MATE, it, 2)),
    "another process": lambda it: pickle.loads(pickle.dumps(Strategy(it))).search(MATE, depth=2).best_move,
}
# Drivers take only searches to a fixed depth, and only those have a tree.
FIXED_DEPTH = {"deepening", "aspiration", "a tree"}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    "strategy",
    [FirstMove(), OnePly(), Deepening(OnePly()), AlphaBeta(material), AlphaBeta(material, ordering=[captures_last]), Strategy("pvs", material)],
    ids=["search", "value", "driven", "evaluator", "ordering", "named"],
)
def test_what_is_written_in_python_is_taken_wherever_a_name_is(place, strategy):
    if place in FIXED_DEPTH and isinstance(strategy, FirstMove):
        with pytest.raises(ValueError, match="takes no|does not search depth first"):
            PLACES[place](strategy)
    else:
        assert PLACES[place](strategy) is not None


def test_an_ordering_in_python():
    ordered = AlphaBeta("material", ordering=[captures_last, Killers()])
    assert ordered.text == "alpha-beta+killers+captures_last"
    plain = AlphaBeta("material", ordering=Killers())
    one, other = [plywood.search(KIWIPETE, it, depth=3) for it in (ordered, plain)]
    assert one.score == other.score and one.nodes != other.nodes
    # The catalog refuses the same name twice, so a second ordering gets another one.
    assert AlphaBeta(ordering=[lambda position, move: 1, lambda position, move: None]).search(MATE, depth=2).line_text == "Ra8#"
    assert AlphaBeta(ordering=[lambda position, move: move]).search(Nim(), depth=4).best_move == 3
    error = LookupError("my own")

    def broken(position, move):
        raise error

    with pytest.raises(LookupError) as found:
        AlphaBeta(ordering=broken).search(Position(), depth=2)
    assert found.value is error
    with pytest.raises(TypeError):
        AlphaBeta(ordering=lambda position, move: "first").search(Position(), depth=2)
    with pytest.raises(ValueError, match='negamax takes no "captures_last"'):
        Strategy("negamax", None, [captures_last]).search(MATE, depth=1)


def test_drivers_keep_what_they_drive():
    driven = Deepening(Aspiration(OnePly(), 40))
    assert driven.text == "one-ply+aspiration=40+deepening"
    copied = pickle.loads(pickle.dumps(driven))
    assert copied.text == driven.text
    one, other = [[it.nodes for it in strategy.search(MATE, depth=2).iterations] for strategy in (copied, driven)]
    assert one == other and len(one) > 0
    # The limit of a strategy stays its own.
    assert Deepening("mine=alpha-beta:depth=1").text == "mine=alpha-beta+deepening:depth=1"
    assert Deepening(Strategy("pvs", material)).evaluator is material
    for refused in [lambda: Deepening("uci:cmd=true"), lambda: Strategy("uci:cmd=true", threads=2)]:
        with pytest.raises(ValueError, match="its own parts"):
            refused()


def test_every_declared_search_and_part_is_a_class():
    import plywood.parts

    for name in plywood.parts.__all__:
        made = getattr(plywood, name)
        assert made is getattr(plywood.parts, name) and made.__doc__
        if issubclass(made, plywood.parts.Driver):
            strategy = made("alpha-beta+table")
        elif issubclass(made, plywood.parts.Part):
            part = made()
            assert repr(pickle.loads(pickle.dumps(part))) == repr(part) and eval(repr(part), vars(plywood)).word == part.word
            strategy = plywood.Strategy("pvs", None, [part] if part.word.endswith(("table", "table=16")) else [Table(), part])
        else:
            strategy = made()
        try:
            assert strategy.search(MATE, depth=1).best_move
        except ValueError:
            # Only best-first searches take it.
            assert plywood.Strategy("monte-carlo", None, [part]).search(MATE, depth=1).best_move
    words = [word for word, _ in plywood.strategies()]
    assert "alpha-beta" in words
    for wrong in [lambda: Table(megabytes=4), lambda: AlphaBeta(captures=True), lambda: Minimax(table=4), lambda: Deepening()]:
        with pytest.raises(TypeError, match="argument"):
            wrong()


def test_a_driver_says_what_it_takes():
    with pytest.raises(TypeError, match="BestNode takes the strategy that it drives.*found 7"):
        parts.BestNode(7)
    with pytest.raises(TypeError, match="expected a part, its word, a function.*found 7"):
        parts.AlphaBeta(ordering=7)
    for call, text in [(lambda: parts.Captures(7), r"Captures\(\): too many"), (lambda: parts.BestNode("pvs", 2), r"BestNode\(inner: 'Inner'\): too many")]:
        with pytest.raises(TypeError, match=text):
            call()
    with pytest.raises(TypeError, match="takes a position, not 7"):
        parts.AlphaBeta(7)
    assert "inner: the strategy" in parts.Deepening.__doc__ and str(parts.Deepening("pvs")) == "pvs+deepening"


def test_rows_show_their_evaluators_when_they_differ():
    def mobility(position):
        return position.legal_move_count()

    players = ["minimax", plywood.AlphaBeta(mobility), "pvs:evaluator=material"]
    table = plywood.compare(plywood.Position(), players, depth=1, against="minimax", progress=False)
    assert [row["strategy"] for row in table.rows()] == ["minimax (classical)", "alpha-beta (mobility)", "pvs:evaluator=material"]
    assert "same move: as minimax (classical)'s" in str(table)
    for same in (["minimax", "pvs"], {"one": "minimax", "two": plywood.AlphaBeta(mobility)}):
        assert [row["strategy"] for row in plywood.compare(plywood.Position(), same, depth=1, progress=False).rows()] == list(same)
