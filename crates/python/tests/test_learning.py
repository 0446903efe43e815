"""Batches of games for networks, the search that asks one, and the environments."""

import random

import pytest

import plywood
from plywood import GamePosition, History, Move, Position, learning
from plywood.learning import Games, encode, legal_mask, moves_by_number

numpy = pytest.importorskip("numpy")

CASTLES = Position("r3k2r/1P4P1/8/2pP4/8/8/8/R3K2R w KQkq c6 0 1")
STARTS = [Position(), CASTLES, *map(Position.chess960, (0, 311, 959)), GamePosition("connect-four"), GamePosition("tic-tac-toe"), GamePosition("breakthrough")]


class Nim(plywood.Game):
    """Take one to three; who takes the last wins."""

    all_moves = [1, 2, 3]

    def __init__(self, left=10):
        self.left = left

    def legal_moves(self):
        return [it for it in (3, 2, 1) if it <= self.left]

    def play(self, move):
        return Nim(self.left - move)

    def ending(self, moves):
        return None if moves else "lost"

    def key(self):
        return self.left

    def __str__(self):
        return f"{self.left} left"

    def planes(self):
        return numpy.full((1, 1, 2), self.left)


@pytest.mark.parametrize("start", [*STARTS, Nim()], ids=str)
def test_games_go_on_by_the_numbers_of_moves(start):
    rng, games, ended = random.Random(1), Games([start] * 8), 0
    for _ in range(60):
        before, mask, moves = games.positions, games.legal_mask(), []
        for position, row in zip(before, mask):
            legal = moves_by_number(position)
            assert sorted(legal) == row.nonzero()[0].tolist()
            assert sorted(map(str, legal.values())) == sorted(map(str, position.legal_moves()))
            moves.append(rng.choice(list(legal)))
        after, results = learning.step(before, moves)
        games.push(moves)
        assert list(map(str, after)) == list(map(str, games.positions))
        for position, move, next_one, result in zip(before, moves, games.positions, games.results()):
            assert str(next_one) == str(position.play(moves_by_number(position)[move]))
            is_over = next_one.outcome() if isinstance(next_one, Position) else next_one.ending(next_one.legal_moves()) if isinstance(next_one, Nim) else next_one.ending()
            assert (result == result) == (is_over is not None) and result != -1
            assert is_over is None or not moves_by_number(next_one)
        ended += sum(results == results)
        games.reset()
    assert ended > 0 or isinstance(start, Position)


def test_numbers_of_chess_are_the_usual_planes():
    """An independent form of the numbering: a list of the 73 steps from a square."""
    sides = [-1, 0, 1]
    queen = [(right * far, up * far) for right in sides for up in sides if (right, up) != (0, 0) for far in range(1, 8)]
    knight = [(right, up * (3 - abs(right))) for right in (-2, -1, 1, 2) for up in (-1, 1)]
    steps = queen + knight + [(right, 1, kind) for kind in "nbr" for right in sides]
    assert len(steps) == 73
    for position in [Position(), CASTLES, Position("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"), Position("4k3/8/8/8/3nP3/8/1p6/R3K3 b Q e3 0 1")]:
        for number, move in moves_by_number(position).items():
            flip = 7 if position.turn == "black" else 0
            (file, rank), (to_file, to_rank) = (("abcdefgh".index(it[0]), int(it[1]) - 1 ^ flip) for it in (move.from_square, move.to_square))
            step = (to_file - file, to_rank - rank)
            if move.promotion and move.promotion.lower() != "q":
                step += (move.promotion.lower(),)
            assert number == 73 * (8 * rank + file) + steps.index(step), move


def test_planes_of_chess():
    for position in [CASTLES, CASTLES.play("bxa8=N"), Position("r3k3/8/8/8/2Pp4/8/8/4K2R b Kq c3 7 300")]:
        (planes,) = encode([position])
        is_black = position.turn == "black"
        pieces = {}
        for plane, rank, file in numpy.argwhere(planes[:12]).tolist():
            letter = "PNBRQK"[plane % 6]
            pieces["abcdefgh"[file] + str(8 - rank if is_black else rank + 1)] = letter if (plane < 6) != is_black else letter.lower()
        assert pieces == position.pieces()
        rights = "kqKQ" if is_black else "KQkq"
        assert planes[12:19, 0, 0].tolist() == [*(it in position.castling for it in rights), is_black, position.halfmove_clock, min(255, position.fullmove_number)]
        assert (planes[12:19] == planes[12:19, :1, :1]).all()
        passed = [f"{'abcdefgh'[file]}{8 - rank if is_black else rank + 1}" for rank, file in numpy.argwhere(planes[19]).tolist()]
        assert passed == [it for it in [position.en_passant] if it] and not planes[20:].any()
        (usual,) = plywood.planes([position])
        assert (plywood.bitboards([position])[0, 1, 0] == position.bitboard("p")) and usual.sum() == planes[:12].sum()


def test_planes_of_a_history():
    history = History(None, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8".split())
    games = Games([Position()])
    for move in history.moves:
        games.play([move])
    (planes,) = games.encode(earlier=9)
    assert planes.shape == (22 + 9 * 12, 8, 8) and planes[20:22, 3, 3].tolist() == [1, 1]
    assert (planes == encode([history], earlier=9)[0]).all() and (planes[:22] == games.encode()[0]).all()
    for back, block in enumerate(planes[22:].reshape(9, 12, 8, 8), 1):
        if back > 8:
            assert not block.any()
            continue
        own = encode([history.positions[-1 - back]])[0, :12]
        theirs = numpy.concatenate([own[6:], own[:6]])[:, ::-1]
        assert (block == (theirs if back % 2 else own)).all()
    assert numpy.isnan(games.results()).all()
    for move in history.moves + history.moves:
        games.play([move])
    assert games.results().tolist() == [0] and games.games[0].outcome() == ("1/2-1/2", "fivefold repetition")


def test_planes_of_small_games_are_seen_by_the_side_to_move():
    boards = encode([GamePosition("connect-four", "dde"), GamePosition("connect-four", "dd")])
    assert boards.shape == (2, 2, 6, 7) and boards.sum() == 5
    # The second player is to move on the first board, and owns the upper stone in the column d.
    assert (boards[0, 0, 1, 3], boards[0, 1, 0, 3], boards[0, 1, 0, 4], boards[1, 0, 0, 3]) == (1, 1, 1, 1)
    (corner,) = encode([GamePosition("tic-tac-toe").play("a1")])
    assert corner.shape == (2, 3, 3) and numpy.argwhere(corner).tolist() == [[1, 0, 0]]
    assert encode([]).shape == (0, 22, 8, 8) and legal_mask([]).shape == (0, 4672) and Games(3, Nim).encode().shape == (3, 1, 1, 2)


def test_arrays_of_yours_are_filled():
    out = numpy.zeros((2, 22, 8, 8), numpy.float32)
    assert encode([Position(), CASTLES], out=out) is out and (out == encode([Position(), CASTLES])).all()
    for wrong in [out[:1], [0], [[0] * 7]]:
        with pytest.raises(ValueError, match="out is an array of shape"):
            legal_mask([GamePosition("connect-four")], out=wrong)
    wide = numpy.zeros((2, 44, 16, 16), numpy.int16)
    encode([Position(), CASTLES], out=wide[:, ::2, ::2, ::-2])
    assert (wide[:, ::2, ::2, ::-2] == out).all() and wide.sum() == out.sum()
    for lossy in (bool, numpy.int8):
        with pytest.raises(TypeError, match="Cannot cast"):
            encode([Position()], out=numpy.zeros((1, 22, 8, 8), lossy))
    mask = numpy.ones((1, 7), numpy.uint8)
    assert legal_mask([GamePosition("connect-four", "dddddd")], out=mask).tolist() == [[1, 1, 1, 0, 1, 1, 1]]


class Foreign:
    """An array that only DLPack can read, such as one on another device."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **settings):
        return self.array.__dlpack__(**settings)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def test_arrays_of_dlpack_and_buffers_are_filled():
    array, memory = numpy.zeros((1, 7), numpy.uint8), bytearray(7)
    for out in (Foreign(array), memoryview(memory).cast("B", (1, 7))):
        assert legal_mask([GamePosition("connect-four", "dddddd")], out=out) is out
    assert array.tolist() == [[1, 1, 1, 0, 1, 1, 1]] == [[*memory]]


def boards_of_chess():
    history = History(moves="Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8".split())
    theirs = pytest.importorskip("chess").Board()
    for move in history.moves:
        theirs.push_uci(move.uci())
    return [history, plywood.chess.Board(history), theirs]


def test_boards_have_their_repetitions():
    planes = encode(boards_of_chess(), earlier=2)
    assert planes.shape == (3, 46, 8, 8) and (planes == planes[:1]).all() and planes[0, 20:22].all()
    after, results = learning.step(boards_of_chess(), [73 * 6 + 61] * 3)
    assert [str(it.position) for it in after] == [str(after[0].position)] * 3 and numpy.isnan(results).all()
    boards = boards_of_chess()
    games = Games(boards)
    for move in [*boards[0].moves, "Nf3", "Nf6", "Ng1", "Ng8"][:8]:
        games.play([move] * 3)
    assert games.results().tolist() == [0, 0, 0] and len(boards[1].move_stack) == 8
    assert learning.step([Position().fen], [905])[0] == [Position().play("e4")]


def test_breakthrough_is_seen_by_the_side_to_move():
    """The colors exchanged and the board turned over are the same for a network, and so are the moves."""
    rng, seen = random.Random(2), 0
    for _ in range(20):
        board = GamePosition("breakthrough")
        while not board.ending():
            rows, side = str(board).split()
            turned = "/".join(rows.translate(str.maketrans("wb", "bw")).split("/")[::-1])
            twin = GamePosition("breakthrough", f"{turned} {'b' if side == 'w' else 'w'}")
            assert (encode([board]) == encode([twin])).all() and (legal_mask([board]) == legal_mask([twin])).all()
            (planes,), moves = encode([board]), moves_by_number(board)
            number = rng.choice([*moves])
            (cell, right), after = divmod(number, 3), board.play(moves[number])
            row, column = divmod(cell, 8)
            assert planes[0, row, column] == 1
            # The other side sees the piece on its new cell, from its own end.
            assert encode([after])[0, 1, 7 - (row + 1), column + right - 1] == 1
            board, seen = after, seen + 1
    assert seen > 500


def test_symmetric_positions_have_symmetric_moves():
    for name in ("connect-four", "breakthrough"):
        rng = random.Random(4)
        for _ in range(20):
            board = GamePosition(name)
            for _ in range(rng.randrange(12)):
                board = board.play(rng.choice(board.legal_moves())) if not board.ending() else board
            rows, *side = str(board).replace("/", "\n").split(" ")
            mirrored = "\n".join(row[::-1] for row in rows.splitlines())
            twin = GamePosition(name, " ".join([mirrored if name == "connect-four" else mirrored.replace("\n", "/"), *side]))
            found = learning.symmetries(encode([board]), legal_mask([board]))
            assert len(found) == 2 and (found[1][0] == encode([twin])).all() and (found[1][1] == legal_mask([twin])).all()
    assert len(learning.symmetries(numpy.zeros((1, 2, 6, 7)), numpy.zeros((1, 42)))) == 1 == len(learning.symmetries(numpy.zeros((1, 1, 3, 3)), numpy.zeros((1, 18))))


class Walk(plywood.Game):
    """Step left or right: a position that occurs again is a draw, and so is the tenth step."""

    all_moves, repeats = [-1, 1], True

    def __init__(self, at=0, steps=0):
        self.at, self.steps = at, steps

    def legal_moves(self):
        return self.all_moves

    def play(self, move):
        return Walk(self.at + move, self.steps + 1)

    def ending(self, moves):
        return "lost" if self.at == 4 else None

    def key(self):
        return hash((self.at, self.steps % 2))

    def reversible_plies(self):
        return self.steps

    def is_drawn_by_clock(self):
        return self.steps >= 10


def test_games_know_repetitions_where_their_class_does():
    games = Games(3, Walk)
    for moves in [(1, 0, 1), (0, 0, 1)]:
        games.push(moves)
    assert games.results()[0] == 0 and numpy.isnan(games.results()[1:]).all() and games.legal_mask().tolist() == [[False] * 2, [True] * 2, [True] * 2]
    for call in [lambda: games.push([1, 1, 1]), lambda: games.search(lambda planes: (numpy.ones((3, 2)), numpy.zeros(3)))]:
        with pytest.raises(ValueError, match="game 0 is over"):
            call()
    games.reset()
    for move in [1, 0, 0, 0, 0, 0, 0, 0]:
        if games.results()[2] == games.results()[2]:
            break
        games.push([0, 0, move])
    assert games.results()[2] == 0 and games.games[2].steps == 4
    games.reset([True] * 3)
    for _ in range(10):
        assert numpy.isnan(games.results()[:2]).all()
        games.push([0, 0, 0])
    assert games.results().tolist() == [0, 0, 0]
    won = Games([Walk(3)])
    won.push([1])
    assert won.results().tolist() == [1]


def test_a_history_is_a_start_and_stays_as_it_was():
    history = History(moves=["e4"])
    games = Games([history])
    games.play(["e5"])
    games.reset([True])
    assert len(history) == 1 and list(map(str, games.games[0].moves)) == ["e2e4"]


@pytest.mark.parametrize("name", ["einstein", "backgammon"])
def test_games_with_dice_are_refused(name):
    for call in (encode, legal_mask):
        with pytest.raises(ValueError, match="games with dice have no planes"):
            call([GamePosition(name)])


def test_symmetries():
    board, numbers = GamePosition("tic-tac-toe", "XX. O.. ..."), numpy.arange(9)[None]
    found = learning.symmetries(encode([board]), numbers)
    assert len({(planes.tobytes(), policy.tobytes()) for planes, policy in found}) == 8
    for planes, policy in found:
        # The cells with the numbers 0, 1 and 3 are taken, and stay so: X has the first two.
        cells = policy[0].reshape(3, 3)[::-1]
        assert sorted(cells[planes[0, 0] == 1]) == [3] or sorted(cells[planes[0, 0] == 1]) == [0, 1]
        assert sorted(cells[planes[0].any(axis=0)]) == [0, 1, 3]
    mirrored = learning.symmetries(encode([GamePosition("connect-four", "ab")]), numpy.arange(7)[None])[1]
    assert (mirrored[0] == encode([GamePosition("connect-four", "gf")])).all() and mirrored[1].tolist() == [[6, 5, 4, 3, 2, 1, 0]]
    assert len(learning.symmetries(encode([Position()]), numpy.zeros((1, 4672)))) == 1


@pytest.mark.parametrize(
    "call, reason",
    [
        (lambda: encode([Position(), GamePosition("tic-tac-toe")]), "position 1: expected a position"),
        (lambda: encode([GamePosition("tic-tac-toe"), None]), "position 1"),
        (lambda: encode([Position(), None]), "position 1: .*found NoneType"),
        (lambda: encode([None]), "position 0: .*found NoneType"),
        (lambda: encode([Position(), "x"]), 'position 1: .*found 1 in "x"'),
        (lambda: legal_mask([GamePosition("tree")]), "no planes and no numbers of moves"),
        (lambda: learning.step([Position()], []), "1 games have 0 moves"),
        (lambda: learning.step([Position()] * 2, [905, 4999]), "no legal move has the number 4999 in game 1"),
        (lambda: Games(1, "connect-four").push([-1]), "no legal move has the number -1 in game 0"),
        (lambda: Games(2, "connect-four").play(["d"]), "2 games have 1 moves"),
        (lambda: Games(-1), "-1 games are too few"),
        (lambda: encode([Position()], earlier=-1), "0 or more of them, not -1"),
        (lambda: encode([GamePosition("connect-four")], earlier=1), "only chess has earlier positions"),
        (lambda: encode([Nim(), Thirds()]), r"in position 1 one is 3.333.*: planes\[0, 0, 0\]"),
        (lambda: legal_mask([Thirds()]), "2 is a legal move that all_moves lacks"),
        (lambda: learning.search([], alike, rounds=-1), "rounds is a number from 0, not -1"),
        (lambda: Games(1, "connect-four").push([7]), "no legal move has the number 7 in game 0"),
        (lambda: learning.step([GamePosition("connect-four", "aabbccd")], [1]), "game 0 is over"),
        (lambda: learning.search([GamePosition("connect-four"), GamePosition("connect-four", "aabbccd")], alike), "game 1 is over"),
        (lambda: Games(2, "connect-four").reset([True]), "2 games have 1 values"),
        (lambda: search(numpy.full((2, 7), numpy.nan), [0, 0]), r"priors are from 0 to inf.* one is nan: priors\[0, 0\]"),
        (lambda: search(numpy.ones((2, 7)), [0, 2]), r"values are from -1 to 1.* one is 2.0: values\[1\]"),
        (lambda: search(numpy.ones((2, 6)), [0, 0]), r"priors have the shape \(2, 6\), not \(2, 7\)"),
        (lambda: search(numpy.ones((2, 7)), [0]), r"values have the shape \(1,\), not \(2,\)"),
        (lambda: learning.search([], alike, exploration=numpy.nan), "exploration is a number from 0, not nan"),
    ],
)
def test_errors_say_which_element_and_why(call, reason):
    with pytest.raises(ValueError, match=reason):
        call()


class Thirds(Nim):
    all_moves = [1, 3]

    def planes(self):
        return numpy.full((1, 1, 2), self.left / 3)


@pytest.mark.parametrize(
    "call, reason",
    [
        (lambda: Games(2, "connect-four").push([3, 2.0]), "the move of game 1 is a whole number, not 2.0"),
        (lambda: Games(2, "connect-four").push(numpy.array([3.0, 3.5])), "the move of game 0 is a whole number"),
        (lambda: encode(Position()), "expected positions, in a list for example, and found one"),
        (lambda: encode(History()), "and found one"),
        (lambda: plywood.evaluate_many(Position().fen), "and found one"),
    ],
)
def test_wrong_types_are_named(call, reason):
    with pytest.raises(TypeError, match=reason):
        call()


def test_no_positions_have_no_results():
    assert learning.results([]).shape == (0,) and len(Games(numpy.int64(3), "tic-tac-toe")) == 3 and len(Games(numpy.array([Position().fen] * 2))) == 2


def alike(planes):
    """A network that costs and knows nothing."""
    return numpy.ones((len(planes), 7), numpy.float32), numpy.zeros(len(planes), numpy.float32)


def search(priors, values):
    return learning.search([GamePosition("connect-four")] * 2, lambda _: (priors, values))


def test_no_game_takes_all_memory():
    with pytest.raises(MemoryError, match="1000000000 games may take 38146972 MB, and megabytes is 4096"):
        Games(10**9)
    with pytest.raises(MemoryError, match="the trees may take"):
        Games(100).search(alike, rounds=10**6)


def test_a_network_guides_monte_carlo():
    asked = []

    def network(planes):
        asked.append(len(planes))
        return alike(planes)

    # A win, the only answer to a threat, and a board without either.
    boards = [GamePosition("connect-four", text) for text in ("aabbcc", "aabbc", "dd")]
    visits, values = learning.search(boards, network, rounds=60)
    assert visits.shape == (3, 7) and visits.sum(axis=1).tolist() == [60, 60, 60] and asked[0] == 3 and len(asked) == 61
    assert visits[:2].argmax(axis=1).tolist() == [3, 3] and values[0] > 0.5 and -1 <= values.min() <= values.max() <= 1
    noisy = [learning.search(boards, network, rounds=60, noise=seed)[0].tolist() for seed in (1, 1, 2)]
    assert noisy[0] == noisy[1] != noisy[2] and noisy[0] != visits.tolist()
    sharp = learning.search(boards[2:], lambda planes: (numpy.eye(7)[[5] * len(planes)], numpy.zeros(len(planes))), rounds=20)
    assert sharp[0].argmax() == 5
    # Nim is won unless the rest is divisible by four.
    visits, _ = Games([Nim(left) for left in (5, 6, 7)]).search(lambda planes: (numpy.ones((len(planes), 3)), numpy.zeros(len(planes))), rounds=300)
    assert visits.argmax(axis=1).tolist() == [0, 1, 2]
    player = learning.Player(network, rounds=60)
    assert plywood.search(boards[0], player, nodes=50).best_move == "d" and plywood.search(boards[0], player, depth=1).score > plywood.Score(100)
    result = plywood.match([player, "random"], game="connect-four", games=2, nodes=20, progress=False)
    assert len(result.games) == 2
    (visits,), _ = Games(1).search(lambda planes: (numpy.ones((1, 4672)), [0]), rounds=5)
    assert visits.sum() == 5 and all(isinstance(it, Move) for it in moves_by_number(Position()).values())


def test_an_exception_of_a_network_ends_the_search():
    def network(planes):
        raise KeyError("weights")

    with pytest.raises(KeyError, match="weights"):
        Games(2, "connect-four").search(network)


def test_pettingzoo_accepts_the_environment():
    checks = pytest.importorskip("pettingzoo.test")
    from plywood.environments import Turns

    for game in ["connect-four", "tic-tac-toe", "chess", Nim]:
        checks.api_test(Turns(game), num_cycles=200)


def test_gymnasium_accepts_the_environment():
    checker = pytest.importorskip("gymnasium.utils.env_checker")
    pytest.importorskip("pettingzoo")
    from plywood.environments import Against

    env, results = Against("alpha-beta", depth=2, render_mode="ansi"), []
    for seed in range(20):
        _, info = env.reset(seed=seed)
        is_over = False
        while not is_over:
            moves = info["action_mask"].nonzero()[0]
            _, result, is_over, _, info = env.step(moves[seed % len(moves)])
        results.append(result)
    assert len(results) == 20 and set(results) <= {-1, 0, 1} and -1 in results
    assert "X" in env.render()
