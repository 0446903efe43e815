"""Compares plywood with python-chess, and with itself in Rust, on one core: `pip install chess; python peers.py games.pgn plywood-lab`.

If bulletchess is installed, it is also measured. python-chess is only measured here; no part of plywood uses it. Each pair is run
alternately, and the best of several runs counts. Times are processor times of all threads, on which other work on the machine has
little effect. The second argument is the lab's program, built for release, which does the same searches in Rust.
"""

import json
import resource
import subprocess
import sys
import time
from functools import partial

import chess
import chess.pgn

import plywood

POSITIONS = [
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 b - - 0 9",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
]
RUNS = 3


class Boards:
    """A program's work with boards, given their module: the same lines for python-chess and for plywood.chess."""

    def __init__(self, module):
        self.module = module
        self.boards = [module.Board(fen) for fen in POSITIONS]
        self.moves = [(board, move) for board in self.boards for move in sorted(board.legal_moves, key=str)]
        self.sans = [(board, board.san(move)) for board, move in self.moves]

    def push_and_pop(self):
        for board, move in self.moves:
            board.push(move)
            board.pop()
        return len(self.moves)

    def legal_moves(self):
        return sum(len([move for move in board.legal_moves]) for board in self.boards)

    def is_check(self):
        for board in self.boards:
            for _ in range(100):
                board.is_check()
        return 100 * len(self.boards)

    def is_game_over(self):
        for board in self.boards:
            for _ in range(10):
                board.is_game_over()
        return 10 * len(self.boards)

    def san(self):
        return sum(len(board.san(move)) > 0 for board, move in self.moves)

    def parse_san(self):
        return sum(board.parse_san(san) is not None for board, san in self.sans)

    def fen(self):
        return sum(len(board.fen()) > 0 for board in self.boards for _ in range(10))

    def board_of_a_fen(self):
        return sum(self.module.Board(fen) is not None for fen in POSITIONS for _ in range(10))

    def piece_at(self):
        return sum(board.piece_at(square) is None for board in self.boards for square in self.module.SQUARES)

    def pieces(self):
        return sum(len(board.pieces(self.module.PAWN, self.module.WHITE)) for board in self.boards for _ in range(100))

    def copy(self):
        return sum(board.copy() is not None for board in self.boards for _ in range(10))

    def turn(self):
        for board in self.boards:
            for _ in range(100):
                board.turn
        return 100 * len(self.boards)

    def pawns(self):
        for board in self.boards:
            for _ in range(100):
                board.pawns
        return 100 * len(self.boards)

    def occupied_co(self):
        for board in self.boards:
            for _ in range(100):
                board.occupied_co
        return 100 * len(self.boards)

    def masks_at_each_node(self):
        for board, move in self.moves:
            board.push(move)
            board.turn, board.occupied, board.occupied_co
            board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings
            board.pop()
        return len(self.moves)

    def set_turn(self):
        for board in self.boards:
            for _ in range(50):
                board.turn = not board.turn
                board.turn = not board.turn
        return 100 * len(self.boards)


BOARDS = {
    "push and pop": Boards.push_and_pop,
    "legal moves, in a loop": Boards.legal_moves,
    "`is_check`": Boards.is_check,
    "`is_game_over`": Boards.is_game_over,
    "`san`": Boards.san,
    "`parse_san`": Boards.parse_san,
    "`fen`": Boards.fen,
    "`Board(fen)`": Boards.board_of_a_fen,
    "`piece_at`": Boards.piece_at,
    "`pieces`, pawns counted": Boards.pieces,
    "`copy`": Boards.copy,
    "`turn`": Boards.turn,
    "`pawns`": Boards.pawns,
    "`occupied_co`": Boards.occupied_co,
    "push, `turn` and all masks, pop": Boards.masks_at_each_node,
    "`turn = …`, passed and read": Boards.set_turn,
}


class BulletBoards:
    """This work in the interface of bulletchess."""

    def __init__(self, bulletchess):
        self.module = bulletchess
        self.boards = [bulletchess.Board.from_fen(fen) for fen in POSITIONS]
        self.moves = [(board, move) for board in self.boards for move in sorted(board.legal_moves(), key=str)]
        self.sans = [(board, move.san(board)) for board, move in self.moves]

    def push_and_pop(self):
        for board, move in self.moves:
            board.apply(move)
            board.undo()
        return len(self.moves)

    def legal_moves(self):
        return sum(len([move for move in board.legal_moves()]) for board in self.boards)

    def is_check(self):
        check = self.module.CHECK
        for board in self.boards:
            for _ in range(100):
                board in check
        return 100 * len(self.boards)

    def san(self):
        return sum(len(move.san(board)) > 0 for board, move in self.moves)

    def parse_san(self):
        read = self.module.Move.from_san
        return sum(read(san, board) is not None for board, san in self.sans)

    def fen(self):
        return sum(len(board.fen()) > 0 for board in self.boards for _ in range(10))

    def board_of_a_fen(self):
        read = self.module.Board.from_fen
        return sum(read(fen) is not None for fen in POSITIONS for _ in range(10))

    def copy(self):
        return sum(board.copy() is not None for board in self.boards for _ in range(10))

    turn = Boards.turn


def bullet_pgn(path):
    from bulletchess import pgn

    plies = 0
    with pgn.PGNFile.open(path) as file:
        while game := file.next_game():
            plies += len(game.moves)
    return plies


def boards(path):
    """One program over the boards of several modules, whose answers must agree."""
    theirs, ours = Boards(chess), Boards(plywood.chess)
    peers, games = {"python-chess": theirs}, {"python-chess": theirs_pgn}
    try:
        import bulletchess
    except ModuleNotFoundError:
        pass
    else:
        peers["bulletchess"], games["bulletchess"] = BulletBoards(bulletchess), bullet_pgn
    peers["plywood.chess"], games["plywood.chess"] = ours, ours_pgn_games
    for peer in peers.values():
        assert [str(move) for _, move in peer.moves] == [str(move) for _, move in ours.moves]
        assert [san for _, san in peer.sans] == [san for _, san in ours.sans]
        assert [board.fen() for board in peer.boards] == [board.fen() for board in ours.boards]
    print(f"| in a second | {' | '.join(peers)} | beside {' | beside '.join(list(peers)[:-1])} |\n|---|{'--:|' * (2 * len(peers) - 1)}")
    for name, work in BOARDS.items():
        works = {peer: getattr(type(board), work.__name__, None) for peer, board in peers.items()}
        assert len({work(peers[peer]) for peer, work in works.items() if work}) == 1, name
        count = {peer: 30 if peer == "python-chess" else 300 for peer in peers}
        repeated = lambda peer: lambda count: sum(works[peer](peers[peer]) for _ in range(count))
        beside(name, {peer: works[peer] and (repeated(peer), count[peer]) for peer in peers})
    if path:
        assert len({read(path) for read in games.values()}) == 1, "the same plies"
        beside("plies of PGN, all moves checked", {peer: (read, path) for peer, read in games.items()})


def beside(name, works):
    """A row of rates per second, the best of several alternating runs, and the quotients of the last rate and the others."""
    rates = {peer: 0 for peer in works}
    for _ in range(RUNS):
        for peer, work in works.items():
            if work:
                rates[peer] = max(rates[peer], rate(*work))
    *others, ours = rates.values()
    shares = [f"{ours / other:,.1f} ×" if other else "" for other in others]
    print(f"| {name} | {' | '.join(f'{found:,.0f}' if found else '' for found in rates.values())} | {' | '.join(shares)} |", flush=True)


def theirs_children(count):
    boards = [chess.Board(fen) for fen in POSITIONS]
    made = 0
    for _ in range(count):
        for board in boards:
            for move in list(board.legal_moves):
                board.push(move)
                made += 1
                board.pop()
    return made


def ours_children(count):
    positions = [plywood.Position(fen) for fen in POSITIONS]
    made = 0
    for _ in range(count):
        for position in positions:
            for child in position.children():
                made += 1
    return made


# Positions, and depths that take python-chess some seconds.
PERFTS = {"the start": (chess.STARTING_FEN, 5), "a middlegame": (POSITIONS[1], 4)}


def theirs_perft(fen, depth):
    def perft(board, depth):
        if depth == 1:
            return board.legal_moves.count()
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += perft(board, depth - 1)
            board.pop()
        return total

    return perft(chess.Board(fen), depth)


def ours_perft(fen, depth):
    """One depth, counted repeatedly to measure it."""
    return sum(plywood.Position(fen).perft(depth) for _ in range(100))


def theirs_pgn(path):
    plies = 0
    with open(path) as file:
        while game := chess.pgn.read_game(file):
            plies += sum(1 for _ in game.mainline_moves())
    return plies


def ours_pgn_games(path):
    return sum(len(game.moves) for game in plywood.PgnReader(path))


def ours_pgn(path):
    return sum(sum(batch["plies"]) for batch in plywood.PgnTable(path))


LOST = -30_000


def theirs_alpha_beta(evaluate, has_move, depth):
    """Alpha-beta over python-chess, with one evaluator and one test for legal moves at a leaf."""
    nodes = 0

    def search(board, depth, alpha, beta):
        nonlocal nodes
        nodes += 1
        if depth == 0:
            return evaluate(board) if has_move(board) else ended(board)
        moves = list(board.legal_moves)
        if not moves:
            return ended(board)
        best = -40_000
        for move in moves:
            board.push(move)
            score = -search(board, depth - 1, -beta, -alpha)
            board.pop()
            best, alpha = max(best, score), max(alpha, score)
            if alpha >= beta:
                break
        return best

    def ended(board):
        return LOST if board.is_check() else 0

    score = search(chess.Board(POSITIONS[0]), depth, -40_000, 40_000)
    return nodes, score


def ours_alpha_beta(evaluate, depth):
    """Alpha-beta in Rust over an evaluator in Python."""
    report = plywood.search(POSITIONS[0], "alpha-beta", evaluator=evaluate, depth=depth)
    return report.nodes, report.score.centipawns


def theirs_plain(board):
    """Material, in the usual way for python-chess."""
    worth = {chess.PAWN: 100, chess.KNIGHT: 300, chess.BISHOP: 300, chess.ROOK: 500, chess.QUEEN: 900}
    score = sum(
        value * (len(board.pieces(kind, chess.WHITE)) - len(board.pieces(kind, chess.BLACK))) for kind, value in worth.items()
    )
    return score if board.turn else -score


def ours_plain(position):
    """Material, one piece after the other."""
    worth = {"p": 100, "n": 300, "b": 300, "r": 500, "q": 900}
    score = sum(value * (position.count(piece.upper()) - position.count(piece)) for piece, value in worth.items())
    return score if position.turn == "white" else -score


def theirs_fast(board):
    """Material, in the fastest way for python-chess."""
    black, white = board.occupied_co
    sets = [board.pawns, board.knights, board.bishops, board.rooks, board.queens]
    pawns, knights, bishops, rooks, queens = [(pieces & white).bit_count() - (pieces & black).bit_count() for pieces in sets]
    score = 100 * pawns + 300 * knights + 300 * bishops + 500 * rooks + 900 * queens
    return score if board.turn else -score


def ours_fast(position):
    """Material, from all counts at once."""
    P, N, B, R, Q, _, p, n, b, r, q, _ = position.counts
    score = 100 * (P - p) + 300 * (N - n) + 300 * (B - b) + 500 * (R - r) + 900 * (Q - q)
    return score if position.turn == "white" else -score


def lists_moves(board):
    """True if there is a legal move, in the usual way for python-chess."""
    return len(list(board.legal_moves)) > 0


def finds_a_move(board):
    """True if there is a legal move; ends with the first one."""
    return any(board.generate_legal_moves())


ALPHA_BETA = {
    "each library's usual way": (theirs_plain, lists_moves, ours_fast),
    "plywood also asked piece by piece": (theirs_plain, lists_moves, ours_plain),
    "python-chess tuned by hand": (theirs_fast, finds_a_move, ours_fast),
}


def alpha_beta(depths):
    """Both searches with each pair of evaluators. They try moves in different orders, so only their scores must be equal."""
    for name, (their_evaluator, has_move, our_evaluator) in ALPHA_BETA.items():
        theirs = lambda depth: theirs_alpha_beta(their_evaluator, has_move, depth)
        ours = lambda depth: ours_alpha_beta(our_evaluator, depth)
        assert [theirs(depth)[1] for depth in (1, 2, 3)] == [ours(depth)[1] for depth in (1, 2, 3)], name
        compare(f"nodes of alpha-beta over material in Python, {name}", lambda depth: theirs(depth)[0], lambda depth: ours(depth)[0], depths)


# The depths for each search, one after the other.
SEARCHES = {"pvs+captures+killers": range(2, 7), "pvs+captures+killers+table=16": range(2, 8)}


def search_beside_rust(lab, search, depths):
    """Nodes per second of equal searches, from Python and by the lab's program, which is written in Rust."""

    def in_rust(deepest):
        """The nodes and the time of all searches to this depth, one after the other."""
        command = [lab, "compare", search, "--evaluator", "classical", "--fen", POSITIONS[0], "--depth", str(deepest)]
        start = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([*command, "--repeats", "1", "--json"], capture_output=True, check=True)
        end = resource.getrusage(resource.RUSAGE_CHILDREN)
        runs = json.loads(done.stdout)["positions"][0]["runs"]
        return [run["nodes"] for run in runs], end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime

    def rust():
        (all_nodes, all_time), (first_nodes, first_time) = in_rust(depths[-1]), in_rust(1)
        return all_nodes[len(first_nodes):], all_time - first_time

    def python():
        strategy, nodes = plywood.Strategy(search, "classical"), []
        # Rust's start-up isn't measured either.
        strategy.search(POSITIONS[0], depth=1)
        start = time.process_time()
        for depth in depths:
            strategy.new_game()
            nodes.append(strategy.search(POSITIONS[0], depth=depth).nodes)
        return nodes, time.process_time() - start

    found = [(rust(), python()) for _ in range(2 * RUNS)]
    assert all(theirs[0] == ours[0] for theirs, ours in found), "the same nodes"
    in_rust, in_python = (max(sum(nodes) / seconds for nodes, seconds in runs) for runs in zip(*found))
    name, share = f"nodes of `{search}` to depth {depths[-1]}", in_python / in_rust
    print(f"| {name} | {in_rust:,.0f} | {in_python:,.0f} | {share:.2f} × |", flush=True)


def rate(function, argument):
    """The rate of a function per second."""
    start = time.process_time()
    done = function(argument)
    return done / (time.process_time() - start)


def compare(name, theirs, ours, arguments):
    rates = [(rate(theirs, arguments[0]), rate(ours, arguments[1])) for _ in range(RUNS)]
    their_best, our_best = (max(found) for found in zip(*rates))
    print(f"| {name} | {their_best:,.0f} | {our_best:,.0f} | {our_best / their_best:,.0f} × |", flush=True)


def import_time():
    code = "import time; start = time.process_time(); import plywood; print(time.process_time() - start)"
    found = [float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout) for _ in range(9)]
    return min(found)


def main():
    boards(sys.argv[1] if len(sys.argv) > 1 else None)
    print("\n| in a second | python-chess | plywood | |\n|---|--:|--:|--:|")
    compare("children of a position, as objects", theirs_children, ours_children, (100, 3000))
    for name, (fen, depth) in PERFTS.items():
        assert plywood.Position(fen).perft(3) == theirs_perft(fen, 3)
        leaves = f"perft of {name} to depth {depth}, leaves"
        compare(leaves, partial(theirs_perft, fen), partial(ours_perft, fen), (depth, depth))
    alpha_beta((3, 4))
    if len(sys.argv) > 1:
        compare("plies of PGN, all moves checked, to a table", theirs_pgn, ours_pgn, (sys.argv[1], sys.argv[1]))
    if len(sys.argv) > 2:
        print("\n| in a second | Rust | Python | |\n|---|--:|--:|--:|")
        for search, depths in SEARCHES.items():
            search_beside_rust(sys.argv[2], search, depths)
    print(f"\nimport: {1000 * import_time():.0f} ms")


if __name__ == "__main__":
    main()
