"""Searches, their limits and reports; evaluators, games and strategies written in Python."""

import asyncio
import json
import os
import pickle
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

import plywood
from plywood import (
    AlphaBeta,
    Aspiration,
    GamePosition,
    Captures,
    Deepening,
    Engine,
    Game,
    History,
    Killers,
    Position,
    PrincipalVariation,
    Score,
    Strategy,
    Table,
)

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;"
MATE = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"
PROGRAM = f"uci:cmd={sys.executable},arg={Path(__file__).parent / 'program.py'}"
FIXED_DEPTH = ["minimax", "negamax", "alpha-beta-max-min", "alpha-beta-fail-hard", "alpha-beta", "pvs", "sss-star"]


def material(position):
    worth = {"p": 100, "n": 300, "b": 300, "r": 500, "q": 900, "k": 0}
    pieces = position.pieces().values()
    score = sum(worth[piece.lower()] * (1 if piece.isupper() else -1) for piece in pieces)
    return score if position.turn == "white" else -score


class Nim(Game):
    """Take one, two or three; the side that takes the last one wins."""

    def __init__(self, left=7):
        self.left = left

    def legal_moves(self):
        return [count for count in (1, 2, 3) if count <= self.left]

    def play(self, move):
        return Nim(self.left - move)

    def ending(self, moves):
        return None if moves else "lost"

    def key(self):
        return hash(("nim", self.left))

    def __str__(self):
        return f"{self.left} left"


@pytest.mark.parametrize("name", [name for name, _ in plywood.strategies()])
def test_every_strategy_finds_a_mate(name):
    report = plywood.search(MATE, name, depth=3, nodes=200_000)
    if name != "random":
        assert report.line_text.startswith("Ra8#"), report
        assert report.strategy == name and report.nodes > 0


@pytest.mark.parametrize("name", FIXED_DEPTH)
def test_exact_strategies_agree_over_an_evaluator_in_python(name):
    position = Position("4k3/8/3p4/4p3/8/2N5/8/4K3 w - - 0 1")
    found = plywood.search(position, name, evaluator=material, depth=2)
    known = plywood.search(position, "minimax", evaluator="material", depth=2)
    assert found.is_exact and known.depth == found.depth == 2
    assert found.score == plywood.search(position, "minimax", evaluator=material, depth=2).score


def test_a_report_has_everything():
    report = plywood.search(Position(), "pvs+captures+table=4+deepening", depth=4, lines=3)
    assert report.depth == 4 and report.is_complete and report.reason == "depth reached"
    assert [iteration.depth for iteration in report.iterations] == [1, 2, 3, 4]
    assert len(report.other_lines) == 2 and report.other_lines[0].score <= report.score
    assert report.line[0] == report.best_move and report.row()["nodes"] == report.nodes
    assert pickle.loads(pickle.dumps(report)) == report
    assert "table" in report._repr_html_()


def test_limits():
    assert plywood.search(Position(), "everything", nodes=1000).nodes <= 1100

    def seconds():
        start = time.monotonic()
        plywood.search(Position(), "everything", time=0.2)
        return time.monotonic() - start

    # Other programs can use the processors for a while, so one of many attempts must succeed.
    assert any(0.1 < seconds() < 2 for _ in range(10))
    # No iteration begins after the soft limit, and the last one is finished.
    soft = plywood.search(Position(), "pvs+deepening", soft_nodes=1000)
    assert soft.nodes >= 1000 > soft.iterations[-2].nodes
    only = plywood.search(Position(), "alpha-beta", depth=2, moves=["a3", "h3"])
    assert str(only.best_move) in ("a2a3", "h2h3")
    for illegal in [["a3", "e2e5"], ["banana"], [Position().play("e4").move("e5")], []]:
        with pytest.raises(ValueError, match=r"e2e5|banana|e7e5 is not a legal move|no root moves"):
            plywood.search(Position(), "alpha-beta", depth=2, moves=illegal)
    for wrong in [{}, {"deph": 3}, {"depth": -1}, {"time": -1.0}, {"time": float("nan")}]:
        with pytest.raises((TypeError, ValueError, OverflowError)):
            plywood.search(Position(), "alpha-beta", **wrong)


def test_compositions_are_put_together():
    assert AlphaBeta("material", ordering=[Captures(), Killers()], table=Table(mb=4)).text == (
        "alpha-beta+captures+killers+table=4"
    )
    deepening = Deepening(Aspiration(PrincipalVariation(material, quiescence=True)))
    assert deepening.text == "pvs+quiescence+aspiration+deepening" and deepening.evaluator is material
    assert deepening.search(MATE, depth=2).line_text == "Ra8#"
    assert Engine(without=["null-move"]).search(MATE, depth=4).line_text == "Ra8#"
    for strategy in [AlphaBeta(threads=2), AlphaBeta(table=Table(mb=1), threads=2), PrincipalVariation(threads=2)]:
        assert strategy.search(MATE, depth=2).line_text == "Ra8#"
    assert AlphaBeta(threads=2).text == "alpha-beta+table=16+parallel=2"
    with pytest.raises(ValueError, match="there is no strategy"):
        plywood.search(Position(), "alfa-beta", depth=1)


def test_threads_are_a_part_of_the_strategy():
    for strategy in [None, "engine", "mine=pvs+table=1+deepening:evaluator=material"]:
        assert plywood.search(MATE, strategy, depth=3, threads=2).line_text == "Ra8#"
    assert plywood.search(MATE, threads=2, depth=2).strategy == "engine+threads=2"
    with pytest.raises(ValueError, match="parallel"):
        plywood.search(MATE, "negamax", depth=3, threads=2)
    assert plywood.search(MATE, Strategy("pvs+table=1"), depth=3, threads=2).strategy == "pvs+table=1+parallel=2"
    with pytest.raises(TypeError, match="brings its own evaluator and threads"):
        plywood.search(MATE, FirstMove(), depth=3, threads=2)


@pytest.mark.parametrize("name", ["alpha-beta", "everything", "engine", "mtd-f", "monte-carlo", "proof-number"])
def test_a_short_search_is_what_a_batch_finds(name):
    strategy, fens = Strategy(name), [MATE, Position().fen, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]
    many = plywood.search_many(fens, name, depth=1, nodes=500, progress=False)
    for fen, move, nodes in zip(fens, many["move"], many["nodes"]):
        strategy.new_game()
        report = strategy.search(fen, depth=1, nodes=500)
        assert (report.best_move and str(report.best_move), report.nodes) == (move, nodes)


def test_a_uci_program_is_a_strategy():
    known = plywood.search(Position(), "alpha-beta:evaluator=material", depth=2)
    found = plywood.search(Position(), PROGRAM, depth=2)
    assert (found.best_move, found.score, found.depth) == (known.best_move, known.score, 2)
    table = plywood.compare(Position(), {"theirs": f"x={PROGRAM},depth=1", "ours": "alpha-beta:depth=2"})
    assert [(row["strategy"], row["depth"]) for row in table] == [("theirs", 1), ("ours", 2)]
    many = plywood.search_many([Position(), "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", MATE], PROGRAM, depth=2, threads=2, progress=False)
    assert many["move"] == [str(known.best_move), None, "a1a8"]
    strategy = Strategy(PROGRAM)
    assert [strategy.search(History(moves=moves), depth=1).depth for moves in ([], ["e4"])] == [1, 1]
    for wrong, limits, error, text in [
        ("uci:cmd=/nonexistent/program", {"depth": 1}, RuntimeError, "could not be started: /nonexistent"),
        (PROGRAM, {"nodes": 13}, RuntimeError, "too few nodes"),
        (PROGRAM, {"soft_nodes": 9}, ValueError, "takes only depth"),
        (PROGRAM, {"depth": 1, "moves": ["a2a3"]}, ValueError, "searches more than the given moves"),
        ("uci:depth=3", {"depth": 1}, ValueError, "cmd=FILE"),
        (f"{PROGRAM},deep=1", {"depth": 1}, ValueError, "deep"),
    ]:
        with pytest.raises(error, match=text):
            plywood.search(Position(), wrong, **limits)
    with pytest.raises(ValueError, match="play chess, not connect-four"):
        plywood.search(GamePosition("connect-four"), PROGRAM, depth=1)


def test_a_strategy_remembers_until_it_is_told_to_forget():
    strategy = Strategy("pvs+table=4")
    nodes = [strategy.search(Position(), depth=4).nodes for _ in range(2)]
    strategy.new_game()
    assert nodes[1] < nodes[0] == strategy.search(Position(), depth=4).nodes


def test_a_strategy_forgets_nothing_while_it_searches():
    strategy = Strategy("alpha-beta", lambda position: strategy.new_game() or 0)
    with pytest.raises(RuntimeError, match="already searching"):
        strategy.search(Position(), depth=1)


def test_repetition_counts_in_a_game():
    moves = ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1"]
    report = plywood.search(History(moves=moves), "alpha-beta", depth=2, moves=["Ng8"])
    assert report.score == Score(0)


def test_small_games():
    board = GamePosition("connect-four", "ddcc")
    assert board.legal_moves()[0] == "d" and plywood.search(board, "mtd-f", depth=6).best_move == "e"
    assert plywood.search(GamePosition("tree", "((3 12 8) (2 4 6) (14 5 2))"), "alpha-beta", depth=2).score == Score(3)
    wide = GamePosition("breakthrough").play("a2a3")
    assert wide == GamePosition("breakthrough", str(wide)) and len(wide.legal_moves()) == 22
    assert plywood.search(wide, "monte-carlo+transpositions+one-tree=2", rounds=50).best_move in wide.legal_moves()
    assert plywood.search(board, "monte-carlo", rounds=50).reason == "round limit"
    with pytest.raises(ValueError, match="rounds if it plays some"):
        plywood.search(board, "alpha-beta", rounds=50)
    assert plywood.search(GamePosition("tic-tac-toe"), "alpha-beta+killers", depth=9).score == Score(0)


@pytest.mark.parametrize("name", [*FIXED_DEPTH, "pvs+killers+history+table=1+deepening", "monte-carlo", "proof-number"])
def test_a_game_in_python_is_searched(name):
    report = plywood.search(Nim(), name, depth=7, nodes=20_000)
    assert report.best_move == 3, report


def test_a_table_is_of_one_game():
    class Misere(Nim):
        def play(self, move):
            return Misere(self.left - move)

        def ending(self, moves):
            return None if moves else "won"

    strategy = Strategy("alpha-beta+table=1")
    for game in [Nim(5), Misere(5), Nim(5)]:
        assert strategy.search(game, depth=6).score == plywood.search(game, "alpha-beta", depth=6).score
    for tree in ["((3 12) (2 4))", "((8 9) (7 1))"]:
        assert strategy.search(GamePosition("tree", tree), depth=2).score == Score(3 if "12" in tree else 8)


class Kalah(Game):
    """Two pits a side and a store: a side that sows its last stone into the store moves again."""

    def __init__(self, pits=((1, 2), (1, 2)), player=0, passes=False):
        self.pits, self.player, self.passes = pits, player, passes

    @property
    def turn(self):
        return self.player

    def legal_moves(self):
        return [pit for pit in (0, 1) if self.pits[self.player][pit]]

    def play(self, move):
        pits = [list(side) for side in self.pits]
        pits[self.player][move] -= 1
        again = move == 1
        if not again:
            pits[self.player][1] += 1
        return type(self)(tuple(map(tuple, pits)), self.player if again else 1 - self.player)

    def ending(self, moves):
        return None if moves else "drawn"

    def key(self):
        return hash((self.pits, self.player))


class Pig(Game):
    """Roll a die as often as you like: a one ends the turn without points, hold keeps its sum. The first to 12 points wins."""

    evaluators = {"lead": lambda pig: 100 * (pig.own - pig.other)}

    def __init__(self, own=0, other=0, total=0, phase="choose"):
        self.own, self.other, self.total, self.phase = own, other, total, phase

    def outcomes(self):
        return dict.fromkeys(range(1, 7), 1) if self.phase == "roll" else {}

    def legal_moves(self):
        return ["pass"] if self.phase == "wait" else ["roll", "hold"] if self.total else ["roll"]

    def play(self, move):
        own, other, total = self.own, self.other, self.total
        if move == "hold":
            return Pig(other, own + total)
        if move == "roll":
            return Pig(other, own, total, "roll")
        if move == "pass":
            return Pig(other, own, total)
        return Pig(own, other) if move == 1 else Pig(own, other, total + move, "wait")

    def ending(self, moves):
        return "lost" if self.other >= 12 else None

    def key(self):
        return hash((self.own, self.other, self.total, self.phase))

    def __str__(self):
        return f"{self.own} {self.other} {self.total} {self.phase}"


def test_a_game_with_dice_keeps_the_laws_and_is_searched():
    plywood.check_laws(Pig(), evaluator=Pig.evaluators["lead"], seeds=1)
    scores = {
        plywood.search(Pig(5, 5, 4), name, depth=3).score for name in ("expectiminimax", "star1", "star2+table=1", "star1+killers+deepening")
    }
    assert len(scores) == 1
    rolled = plywood.search(Pig(0, 8, 0, "roll"), "expectiminimax", depth=1)
    assert rolled.best_move is None and rolled.score is not None
    assert plywood.search(Pig(), "monte-carlo", nodes=300).best_move == "roll"
    with pytest.raises(ValueError, match="alpha-beta would choose the outcomes of chance .* choose one of .*star1"):
        plywood.search(Pig(), "alpha-beta", depth=2)


class Expectimax:
    """Searches games with dice, without windows."""

    def __init__(self, peeks=False):
        self.peeks = peeks

    def value(self, position, depth, alpha, beta):
        rolls = position.outcomes()
        moves = list(rolls) or position.legal_moves()
        if ending := position.ending(moves):
            return {"lost": -10_000, "won": 10_000}[ending]
        if depth == 0:
            return position.evaluators["lead"](position)
        after = [self.value(position.play(move), depth - (not rolls), alpha, beta) for move in moves]
        if not rolls:
            return max(-value for value in after)
        mean = sum(after) / len(after)
        return max(after) if self.peeks else int(abs(mean) + 0.5) * (1 if mean > 0 else -1)


def test_a_search_of_a_game_with_dice_is_verified():
    covered = plywood.verify(Expectimax(), Pig, reference="expectiminimax", depth=2)
    assert covered["values in windows"] > 0 and covered["reports equal to minimax"] > 0
    rolled = Pig(0, 8, 0, "roll")
    mine, exact = (plywood.search(rolled, search, depth=2) for search in (Expectimax(), "expectiminimax"))
    assert mine.score == exact.score and mine.best_move is None
    with pytest.raises(ValueError, match="the value|minimax"):
        plywood.verify(Expectimax(peeks=True), Pig, reference="expectiminimax", depth=2)


def test_wrong_weights_of_outcomes_are_named():
    for weight in [-1, 1.5, 2**32, "1"]:
        wrong = type("Wrong", (Pig,), {"outcomes": lambda pig, weight=weight: {1: weight} if pig.phase == "roll" else {}})
        with pytest.raises(ValueError, match=f"weight of an outcome is a whole number from 0 to 4294967295; found {weight}"):
            plywood.search(wrong(0, 0, 0, "roll"), "star1", depth=1)


def test_games_with_dice_are_played_in_matches():
    result = plywood.match(["star2", "random"], game=Pig, depth=3, games=10, plies=2, seed=3, progress=False)
    assert len(result.games) == 10 and {game["end"] for game in result.games} == {"win"}
    board = GamePosition("einstein")
    assert board.legal_moves() == ["1", "2", "3", "4", "5", "6"]
    assert plywood.search(board.play("3"), "star1", depth=2).best_move in board.play("3").legal_moves()
    assert len(GamePosition("backgammon").legal_moves()) in (15, 21)
    assert GamePosition("backgammon", "------------------o-------:0:0:-1:00").ending() == "-2.000"
    backgammon = plywood.match(["star1:evaluator=estimate", "random"], game="backgammon", depth=1, games=4, progress=False)
    assert "Points per game +" in str(backgammon)


def test_a_game_in_which_a_player_moves_again_is_found():
    with pytest.raises(ValueError, match="the other side is to move"):
        plywood.check_laws(Kalah())

    class Fair(Kalah):
        def turn(self):
            return sum(map(sum, self.pits)) and self.player

        play = lambda self, move: Fair(super().play(move).pits, 1 - self.player)

    plywood.check_laws(Fair())

    class Again(Kalah):
        pass

    for search in [
        lambda: plywood.search(Again(), "alpha-beta", depth=2),
        lambda: plywood.compare(Again(), ["alpha-beta"], depth=2),
        lambda: plywood.match(["random", "alpha-beta"], game=Again, games=2, depth=1, progress=False),
    ]:
        with pytest.raises(ValueError, match="cannot play again: after a move the other side is to move"):
            search()

    class Broken(Kalah):
        turn = property(lambda self: 1 / 0)

    with pytest.raises(ZeroDivisionError):
        plywood.check_laws(Broken())


@pytest.mark.parametrize("name", ["pvs+table=1+deepening", PROGRAM], ids=["pvs", "a program"])
def test_a_search_is_stopped_by_another_thread(name):
    strategy, found = Strategy(name), []
    # A program has a move once it has started.
    strategy.search(Position(), depth=1)
    strategy.stop()
    thread = threading.Thread(target=lambda: found.append(strategy.search(Position(), depth=100)))
    thread.start()
    while thread.is_alive():
        strategy.stop()
        thread.join(0.05)
    assert found[0].reason == "stop requested" and found[0].best_move in Position().legal_moves()
    assert strategy.search(MATE, depth=3).line_text == "Ra8#"


LONG = {"progress": False}
LONG_CALLS = {
    "search": lambda: plywood.search(Position(), "engine", depth=200).best_move in Position().legal_moves(),
    "own evaluator": lambda: plywood.search(Position(), "pvs+deepening", evaluator=material, depth=60).best_move is not None,
    "a program": lambda: plywood.search(Position(), PROGRAM, depth=99).reason == "stop requested",
    "compare": lambda: not any(row["is_finished"] for row in plywood.compare([MATE, Position()], ["minimax", "pvs"], depths=[30, 31])),
    "match": lambda: plywood.match(["minimax", "negamax"], depth=20, games=4, **LONG).games == [],
    "suite": lambda: plywood.suite([MATE + " bm Ra8;"], ["minimax"], depth=30, **LONG)[0]["positions"] == 0,
    "search_many": lambda: None in plywood.search_many([Position()] * 100, "minimax", depth=30, threads=2, **LONG)["move"],
    "evaluate_many": lambda: plywood.evaluate_many([Position()] * 999, lambda _: time.sleep(0.03) or 7, **LONG)["centipawns"][-1] is None,
    "ablate": lambda: plywood.ablate("pvs+killers", [START], depth=30, nodes=10**12, **LONG),
    "check_laws": lambda: plywood.check_laws(Position(), seeds=10**9),
    "perft": lambda: Position().perft(12),
}
WHOLE = ["ablate", "check_laws", "perft"]


def a_long_tree():
    plywood.Tree(GamePosition("connect-four"), Strategy("minimax", lambda board: time.sleep(0.001) or 0), 40)


@pytest.mark.parametrize("name", LONG_CALLS)
def test_an_event_ends_every_long_call(name):
    event, start = threading.Event(), time.monotonic()
    timer = threading.Timer(0.1, event.set)
    timer.start()
    with plywood.stopped_by(threading.Event()), plywood.stopped_by(event):
        if name in WHOLE:
            with pytest.raises(InterruptedError, match="stopped before its end"):
                LONG_CALLS[name]()
        else:
            assert LONG_CALLS[name]()
    assert event.is_set() and time.monotonic() - start < 300


def test_a_cancelled_task_ends_its_call():
    async def main():
        searching = asyncio.create_task(plywood.to_thread(plywood.match, ["minimax", "pvs"], games=2, depth=30, progress=False))
        await asyncio.sleep(0.1)
        searching.cancel()
        with pytest.raises(asyncio.CancelledError):
            await searching

    start = time.monotonic()
    asyncio.run(main())
    assert time.monotonic() - start < 300 and plywood.search(MATE, depth=3).line_text == "Ra8#"


def test_an_iteration_may_end_the_search():
    report = plywood.search(Position(), "pvs+deepening", depth=60, on_iteration=lambda iteration: iteration.depth == 2)
    assert report.depth == len(report.iterations) == 2 and report.reason == "stop requested"
    seen = []
    assert plywood.search(Position(), "pvs+deepening", depth=3, on_iteration=seen.append).depth == len(seen) == 3


class Branch(Game):
    """A tree whose noisy moves are marked, with an estimate for the side to move at each node."""

    def __init__(self, estimate=0, children=(), noisy=(), path=()):
        self.estimate, self.children, self.noisy, self.path = estimate, children, noisy, path

    def legal_moves(self):
        return range(len(self.children))

    def noisy_moves(self):
        return list(self.noisy)

    def rank(self, move):
        return 10 + move if move in self.noisy else 0

    def play(self, move):
        child = self.children[move]
        return Branch(child.estimate, child.children, child.noisy, (*self.path, move))

    def ending(self, moves):
        return None if moves else self.estimate

    def key(self):
        return hash(("branch", self.path))


def a_hidden_answer():
    """The first move seems to win 9, until the noisy answer is seen."""
    return Branch(0, [Branch(-9, [Branch(-5), Branch(9)], [0]), Branch(-1, [Branch(1), Branch(2)])])


class Hidden(Branch):
    """The game above, as a class with this start."""

    def __init__(self):
        start = a_hidden_answer()
        super().__init__(start.estimate, start.children, start.noisy)


def test_a_game_in_python_has_quiescence():
    position, estimate = a_hidden_answer(), lambda position: position.estimate
    plywood.check_laws(position)
    blind = plywood.search(position, "negamax", evaluator=estimate, depth=1)
    seeing = plywood.search(position, "pvs+quiescence+captures+table=1", evaluator=estimate, depth=1)
    assert (blind.best_move, blind.score) == (0, Score(9))
    assert (seeing.best_move, seeing.score) == (1, Score(1)) and seeing.stats.quiescence > 0
    with pytest.raises(ValueError, match="quiescence"):
        plywood.search(Nim(), "negamax+quiescence", depth=1)

    class Quiet(Branch):
        noisy_moves = lambda self: [7]

    with pytest.raises(ValueError, match="every noisy move is a legal move"):
        plywood.check_laws(Quiet(0, [Branch(1)]))

    class Loud(Branch):
        rank = lambda self, move: 10_001

    with pytest.raises(ValueError, match="from 0 to 10000, not 10001"):
        plywood.search(Loud(0, [Branch(1)], [0]), "alpha-beta+captures", evaluator=estimate, depth=1)


class Shuffle(Game):
    """A piece moves back and forth, and neither side can win."""

    repeats = True

    def __init__(self, square=0, side=0):
        self.square, self.side = square, side

    def legal_moves(self):
        return ["stay", "go"]

    def play(self, move):
        return type(self)((self.square + (move == "go")) % 4, 1 - self.side)

    def ending(self, moves):
        return None

    def key(self):
        return hash(("shuffle", self.square, self.side))

    def __str__(self):
        return f"{self.square} {self.side}"


def test_repetition_is_a_draw_where_a_game_says_so():
    class Forever(Shuffle):
        repeats = False

    class Clocked(Shuffle):
        is_drawn_by_clock = lambda self: self.square == 3

    for game, longest in [(Shuffle, 30), (Clocked, 30), (Forever, 120)]:
        played = plywood.match(["random", "alpha-beta"], game=game, games=2, depth=2, plies=0, max_moves=60, progress=False)
        assert played[0]["draws"] == 2
        plies = max(entry["plies"] for entry in played.games)
        assert plies <= longest and (longest == 30 or plies == 120), (game, plies)


class Whole:
    """Negamax in Python, as a search to a fixed depth."""

    name = "whole"

    def value(self, position, depth, alpha, beta):
        assert -32_000 <= alpha < beta <= 32_000
        self.nodes = 0
        return self.negamax(position, depth), self.nodes

    def negamax(self, position, depth):
        self.nodes += 1
        moves = position.legal_moves()
        ending = position.ending(moves)
        if ending is not None:
            return {"won": 20_000, "lost": -20_000, "drawn": 0}.get(ending, ending)
        if depth == 0:
            return position.estimate
        return max(-self.negamax(position.play(move), depth - 1) for move in moves)


def test_a_search_to_a_fixed_depth_in_python():
    depths, estimate = [1, 2], lambda position: position.estimate
    table = plywood.compare(a_hidden_answer(), [Whole(), Strategy("negamax", estimate)], depths=depths)
    ours, rust = [[row for row in table if row["strategy"] == name] for name in ("whole", "negamax")]
    assert len(ours) == len(rust) == 2
    for one, other in zip(ours, rust):
        same = ["depth", "move", "score", "nodes"]
        assert [one[name] for name in same] == [other[name] for name in same]
    # Searches that nodes or time can end use iterative deepening.
    deepened = plywood.compare(a_hidden_answer(), [Whole()], nodes=1000)
    assert deepened[0]["move"] == "1"
    assert len(plywood.Tree(a_hidden_answer(), Whole(), 2)) == 3
    result = plywood.match([Whole(), "random"], game=Hidden, games=2, depth=2, plies=0, progress=False)
    assert sum(row["wins"] for row in result) == 2

    class Broken(Whole):
        def negamax(self, position, depth):
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        plywood.compare(a_hidden_answer(), [Broken()], depth=2)
    assert plywood.search(a_hidden_answer(), Whole(), depth=2).best_move == 1


def test_laws_are_checked():
    plywood.check_laws(Nim())
    plywood.check_laws(Position(), evaluator=material, seeds=1)

    class Cheat(Nim):
        def key(self):
            return 1

    Cheat.play = lambda self, move: Cheat(self.left - move)
    with pytest.raises(ValueError, match="a move changes the key"):
        plywood.check_laws(Cheat())


def cells(position):
    """More for stones in the middle."""
    sides = {"X": 1, "O": -1}
    rows = str(position).split()
    stones = [(sides.get(cell, 0), column) for row in rows for column, cell in enumerate(row)]
    balance = sum(side * (4 - abs(column - 3)) for side, column in stones)
    return balance if sum(side != 0 for side, _ in stones) % 2 == 0 else -balance


class Mine:
    """Fail-soft alpha-beta for connect four, perhaps with a flaw."""

    def __init__(self, sign=-1, skipped=0):
        self.sign, self.skipped = sign, skipped

    def value(self, position, depth, alpha, beta):
        if position.ending() is not None:
            return {"won": 20_000, "lost": -20_000, "drawn": 0}[position.ending()]
        if depth == 0:
            return cells(position)
        best = -32_001
        moves = position.legal_moves()
        for move in moves[: max(len(moves) - self.skipped, 1)]:
            child = position.play(move)
            best = max(best, self.sign * self.value(child, depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best


def test_a_search_in_python_is_verified():
    minimax = Strategy("minimax", evaluator=cells)
    coverage = plywood.verify(Mine(), "connect-four", reference=minimax, games=2)
    assert coverage["values in windows"] > 50 and coverage["reports equal to minimax"] > 10 and coverage["table hits"] == 0
    for flawed in (Mine(sign=1), Mine(skipped=3)):
        with pytest.raises(ValueError, match=r"seed 7\); until then: .*not covered"):
            plywood.verify(flawed, "connect-four", reference=minimax, games=2, seed=7)
    assert plywood.verify("pvs+table=1", "tic-tac-toe", games=2)["table hits"] > 0
    # Searches by name of games that repeat are made for games; here they get bare positions.
    assert plywood.verify("alpha-beta", "chess", games=1, depth=2)["reports equal to minimax"] > 0

    class Broken(Mine):
        def value(self, position, depth, alpha, beta):
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        plywood.verify(Broken(), "connect-four")


class Greedy:
    """Leaves the opponent as little material as possible."""

    name = "greedy"

    def search(self, position, limits):
        moves = position.legal_moves()
        return min(moves, key=lambda move: material(position.play(move))), 0


def test_a_strategy_in_python_joins_comparisons_and_matches():
    table = plywood.compare(Position(), [Greedy(), "alpha-beta"], depth=2)
    assert [row["strategy"] for row in table] == ["greedy", "alpha-beta"] and table[0]["move"]
    result = plywood.match([Greedy(), "random"], games=2, depth=1, progress=False, max_moves=20)
    assert sum(row["wins"] + row["draws"] for row in result) >= 2


def test_a_tree():
    tree = plywood.Tree(GamePosition("tree", "((3 12 8) (2 4 6) (14 5 2))"), "alpha-beta", 2)
    assert "✂ 2: b c" in tree.text() and len(tree) == len(tree.nodes()) == 11
    assert "srcdoc" in tree._repr_html_() and tree.svg().startswith("<svg")
    assert len(plywood.Tree(Nim(), AlphaBeta(lambda position: position.left), 3)) > 3


@pytest.mark.parametrize("strategy", ["minimax", "everything", "engine", "monte-carlo", "pvs+table=4+parallel=2"])
def test_an_exception_arrives_unchanged(strategy):
    error = LookupError("my own")

    def broken(position):
        raise error

    strategy = Strategy(strategy, broken)
    with pytest.raises(LookupError) as found:
        strategy.search(Position(), depth=3, nodes=100_000)
    assert found.value is error
    with pytest.raises(LookupError):
        strategy.search(Position(), depth=3, nodes=100_000)


def test_an_exception_of_a_game_arrives_unchanged():
    class Broken(Nim):
        def play(self, move):
            return 1 / 0

    with pytest.raises(ZeroDivisionError):
        plywood.search(Broken(), "alpha-beta", depth=3)
    with pytest.raises(ZeroDivisionError):
        plywood.match(["random", "minimax"], game=Broken, games=4, depth=2, progress=False)

    class Endless(Nim):
        def play(self, move):
            return Endless(self.left - move)

        def ending(self, moves):
            return None

    with pytest.raises(ValueError, match="a position without legal moves is an end"):
        plywood.search(Endless(), "alpha-beta", depth=9)


def interrupted(work):
    """The seconds from Ctrl-C to the exception."""
    begun = []
    # Ctrl-C is ignored if the tests are a shell's background job.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)

    def interrupt():
        begun.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.3, interrupt)
    try:
        with pytest.raises(KeyboardInterrupt):
            # The signal can come before this returns.
            timer.start()
            work()
        return time.monotonic() - begun[0]
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("name", [*LONG_CALLS, "a tree"])
def test_ctrl_c_ends_everything_at_once(name):
    # Other programs can use the processors for a while, so one of many attempts must succeed.
    assert any(interrupted(LONG_CALLS.get(name, a_long_tree)) < 0.1 for _ in range(10))


def test_a_strategy_can_be_used_after_ctrl_c():
    strategy = Strategy("pvs+table=4+deepening")
    interrupted(lambda: strategy.search(Position(), depth=60))
    assert strategy.search(MATE, depth=3).line_text == "Ra8#"


def test_threads_share_positions_and_wait_for_no_strategy():
    position, found = Position(), []
    threads = [
        threading.Thread(target=lambda: found.append(plywood.search(position, "everything", depth=4).score))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4 and len(set(found)) == 1
    strategy = Strategy("alpha-beta", lambda position: strategy.search(position, depth=1).score)
    with pytest.raises(RuntimeError, match="already searching"):
        strategy.search(Position(), depth=2)


class FirstMove:
    """A strategy without a search."""

    def search(self, position, limits):
        return position.legal_moves()[0], 7


class OnePly:
    """A strategy that searches one ply."""

    name = "one-ply"

    def value(self, position, depth, alpha, beta):
        return material(position)


def test_a_strategy_of_your_own_gives_a_report():
    report = plywood.search(Position(), FirstMove(), depth=1)
    assert report.best_move == Position().legal_moves()[0] and report.score == Score(7)
    assert report.strategy == "FirstMove"
    assert plywood.search("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", OnePly(), depth=1).line_text == "exd5"
    for nothing in [5, object()]:
        with pytest.raises(TypeError, match="strategy"):
            Strategy(nothing)
    with pytest.raises(TypeError, match="brings its own evaluator and threads"):
        plywood.search(Position(), FirstMove(), evaluator="material", depth=1)


@pytest.mark.parametrize("score", ["#2", "#-2"])
def test_a_win_that_a_strategy_of_your_own_claims_is_no_proof(score):
    class Boaster:
        def value(self, position, depth, alpha, beta):
            return Score(score)

    report = plywood.search(Position(), Boaster(), nodes=500)
    assert report.reason == "node limit" and not report.is_exact
    # Endings by the rules are proven.
    assert plywood.search("7k/5K2/6Q1/8/8/8/8/8 w - - 0 1", Boaster(), depth=1).score == Score("#1")


def test_strategies_travel_in_pickles():
    strategies = [
        Strategy("pvs+captures", "material"),
        AlphaBeta(material, ordering=[Captures()], table=4),
        Deepening(Aspiration(PrincipalVariation())),
        Engine(without="null-move"),
        Strategy(FirstMove()),
    ]
    for strategy in strategies:
        copied = pickle.loads(pickle.dumps(strategy))
        assert copied.text == strategy.text and copied.evaluator == strategy.evaluator
        assert copied.search(MATE, depth=2).best_move == strategy.search(MATE, depth=2).best_move


def test_every_game_has_a_strategy_of_its_own():
    assert plywood.search(GamePosition("connect-four", "aabbcc"), depth=3).best_move == "d"
    assert plywood.search(GamePosition("tree", "((3 12 8) (2 4 6))"), depth=2).score == Score(3)


def test_boards_are_written_as_they_are_read():
    for board in [GamePosition("connect-four", "ddcc"), GamePosition("tic-tac-toe").play("b2"), GamePosition("tree", "((3 12) (2 4))")]:
        assert pickle.loads(pickle.dumps(board)) == board
        assert eval(repr(board)) == board


def test_an_evaluator_from_whites_view_is_found():
    whites_view = lambda position: 100 * (position.count("P") - position.count("p")) + 7
    with pytest.raises(ValueError, match="side to move"):
        plywood.check_laws(Position(), evaluator=whites_view)
    plywood.check_laws(Position(), evaluator=whites_view, symmetric=False, seeds=3)
    plywood.check_laws(Position(), evaluator=material, seeds=3)


def test_limits_say_what_they_expect():
    for time_limit in [-1, float("inf"), float("nan")]:
        with pytest.raises(ValueError, match="is not a time"):
            plywood.search(Position(), time=time_limit)
    with pytest.raises(TypeError, match="timedelta"):
        plywood.search(Position(), clock={"remaining": 5})


def test_a_search_is_judged():
    def alpha_beta(node, alpha, beta, sign, leaves):
        if isinstance(node, int):
            leaves.append(node)
            return sign * node, None
        best, best_move = -(10**9), None
        for number, child in enumerate(node, start=1):
            score = -alpha_beta(child, -beta, -alpha, -sign, leaves)[0]
            if score > best:
                best, best_move = score, number
            alpha = max(alpha, score)
            if score > beta:
                break
        return best, best_move

    def solve(question):
        leaves = []
        if '"value"' in str(question["tree"]) or "{" in str(question["tree"]):
            return None
        value, move = alpha_beta(question["tree"], -(10**9), 10**9, 1, leaves)
        return {"value": value, "move": move, "leaves": leaves}

    verdict = plywood.judge(solve)
    assert verdict["outcome"] == "wasteful"
    assert [bug["bug"] for bug in verdict["bugs"]] == ["no-cut-at-equality"]
    assert str(verdict).startswith("right but wasteful")
    assert plywood.judge(lambda question: 3)["outcome"] == "wrong"
    with pytest.raises(ValueError, match="unknown variant"):
        plywood.judge(solve, search="magic")
    with pytest.raises(ValueError, match="unknown variant .backgammon., expected one of .tree."):
        plywood.judge(solve, games=["backgammon"])
    with pytest.raises(ZeroDivisionError):
        plywood.judge(lambda question: 1 / 0)


def test_the_tree_of_any_program_is_read(tmp_path):
    file = tmp_path / "tree.jsonl"
    lines = [
        {"format": "plywood-tree", "version": 1, "program": "mine"},
        {"e": "enter", "depth": 1},
        {"e": "enter", "move": "e2e4"},
        {"e": "leaf", "score": -12},
        {"e": "leave", "score": -12},
        {"e": "leave", "score": 12},
    ]
    file.write_text("\n".join(map(json.dumps, lines)))
    tree = plywood.Tree.read(file)
    assert [node["move"] for node in tree.nodes()] == [None, "e2e4"]
    file.write_text("[]")
    with pytest.raises(ValueError, match="line 1"):
        plywood.Tree.read(file)
    with pytest.raises(FileNotFoundError):
        plywood.Tree.read(tmp_path / "nothing")
