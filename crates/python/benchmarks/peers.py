"""plywood beside python-chess, in one process and on one core: `pip install chess; python peers.py games.pgn`.

python-chess is only measured here; nothing of plywood uses it. Each pair is run in turn, and the best of several runs counts, since
other work on the machine only makes runs slower.
"""

import subprocess
import sys
import time

import chess
import chess.pgn

import plywood

POSITIONS = [
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 b - - 0 9",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
]
RUNS = 3


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


def theirs_perft(depth):
    def perft(board, depth):
        if depth == 1:
            return board.legal_moves.count()
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += perft(board, depth - 1)
            board.pop()
        return total

    return perft(chess.Board(), depth)


def ours_perft(depth):
    return plywood.Position().perft(depth)


def theirs_pgn(path):
    plies = 0
    with open(path) as file:
        while game := chess.pgn.read_game(file):
            plies += sum(1 for _ in game.mainline_moves())
    return plies


def ours_pgn(path):
    return sum(sum(batch["plies"]) for batch in plywood.PgnTable(path))


WORTH = {"p": 100, "n": 300, "b": 300, "r": 500, "q": 900, "k": 0}


def theirs_alpha_beta(depth):
    """The same search with the same evaluator, written over python-chess."""
    worth = {chess.PAWN: 100, chess.KNIGHT: 300, chess.BISHOP: 300, chess.ROOK: 500, chess.QUEEN: 900}
    nodes = 0

    def evaluate(board):
        score = sum(
            value * (len(board.pieces(kind, chess.WHITE)) - len(board.pieces(kind, chess.BLACK)))
            for kind, value in worth.items()
        )
        return score if board.turn else -score

    def search(board, depth, alpha, beta):
        nonlocal nodes
        nodes += 1
        moves = list(board.legal_moves)
        if not moves:
            return -30_000 if board.is_check() else 0
        if depth == 0:
            return evaluate(board)
        best = -40_000
        for move in moves:
            board.push(move)
            score = -search(board, depth - 1, -beta, -alpha)
            board.pop()
            best, alpha = max(best, score), max(alpha, score)
            if alpha >= beta:
                break
        return best

    search(chess.Board(POSITIONS[0]), depth, -40_000, 40_000)
    return nodes


def ours_alpha_beta(depth):
    """Alpha-beta in Rust over an evaluator in Python."""
    worth = {"p": 100, "n": 300, "b": 300, "r": 500, "q": 900}

    def evaluate(position):
        score = sum(
            value * (position.bitboard(piece.upper()).bit_count() - position.bitboard(piece).bit_count())
            for piece, value in worth.items()
        )
        return score if position.turn == "white" else -score

    return plywood.search(POSITIONS[0], "alpha-beta", evaluator=evaluate, depth=depth).nodes


def rate(function, argument):
    """What a function does in a second."""
    start = time.perf_counter()
    done = function(argument)
    return done / (time.perf_counter() - start)


def compare(name, theirs, ours, arguments):
    rates = [(rate(theirs, arguments[0]), rate(ours, arguments[1])) for _ in range(RUNS)]
    their_best, our_best = (max(found) for found in zip(*rates))
    print(f"| {name} | {their_best:,.0f} | {our_best:,.0f} | {our_best / their_best:,.0f} × |", flush=True)


def import_time():
    code = "import time; start = time.perf_counter(); import plywood; print(time.perf_counter() - start)"
    found = [float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout) for _ in range(9)]
    return min(found)


def main():
    print("| in a second | python-chess | plywood | |\n|---|--:|--:|--:|")
    compare("children of a position, as objects", theirs_children, ours_children, (100, 3000))
    compare("perft, leaves", theirs_perft, ours_perft, (3, 6))
    compare("nodes of alpha-beta over an evaluator in Python", theirs_alpha_beta, ours_alpha_beta, (3, 4))
    if len(sys.argv) > 1:
        compare("plies of PGN, all moves checked", theirs_pgn, ours_pgn, (sys.argv[1], sys.argv[1]))
    print(f"\nimport: {1000 * import_time():.0f} ms")


if __name__ == "__main__":
    main()
