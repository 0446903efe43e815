"""Runs public programs that depend on python-chess, unchanged, with it and with plywood.chess, and compares all that they find.

`python crates/python/tests/programs.py FOLDER` installs them to the folder. Each goes through the same random games.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

GAMES = """
import random, sys, time
import chess, chess.pgn

def games(count):
    rng = random.Random(1)
    for _ in range(count):
        board = chess.Board()
        while not board.is_game_over() and len(board.move_stack) < 80:
            board.push(rng.choice(list(board.legal_moves)))
        yield board

games = list(games(12))
random.seed(1)
"""

PROGRAMS = {
    # The tags that lichess gives to its puzzles.
    "chess-puzzler==0.1.1": """
from chess_puzzler import Puzzle, tagger
for board in games:
    game = chess.pgn.Game.from_board(board)
    for node in list(game.mainline())[10:40:5]:
        puzzle = chess.pgn.Game()
        puzzle.setup(node.board())
        line = list(node.mainline_moves())[:6]
        puzzle.add_line(line)
        print(tagger.cook(Puzzle(node.board().fen(), line, 100, not node.turn(), puzzle)))
""",
    # Forks, pins, skewers and weak pawns, as comments in PGN.
    "chess-detect==0.2.1": """
from chess_detect import ChessDetector
for board in games:
    print(ChessDetector(lang="en").analyze(str(chess.pgn.Game.from_board(board))))
""",
    # Planes of bits and neighborhoods, for learning.
    "chess-features==0.5.0": """
from chess_features import chess_features
for board in games:
    print(chess_features.to_bitboard(board).tolist(), chess_features.to_unified_bitboard(board).tolist())
    print(chess_features.to_san(board), chess_features.to_valued_bitboard(board).sum())
    print(chess_features.to_chess_neighborhoods(board).tolist())
""",
    # The pressure of both sides on every square.
    "chess-pressure==0.1.1": """
from chess_pressure import engine
for board in games:
    print(engine.parse_pgn(str(chess.pgn.Game.from_board(board))))
""",
    # A search that chooses a move by material.
    "applechess==0.1": """
from applechess import chess_agent
for board in games:
    # It draws among the best.
    agent = chess_agent.ChessAgent(board.root())
    for move in board.move_stack[:20]:
        agent.push_move(agent.board.san(move))
    print(agent.get_best_move(2), [*map(str, agent.get_ordered_legal_moves(agent.board))])
""",
}

REPLACED = "import sys, plywood.chess\nsys.modules['chess'] = plywood.chess\n"


def run(folder, code):
    """What a program prints, and how long it takes without its start."""
    code = f"{code}\nprint(time.process_time() - begin, file=sys.stderr)"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")]), "PYTHONHASHSEED": "0"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout, float(done.stderr.split()[-1])


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--upgrade", "--target", folder]
    subprocess.run([*pip, *PROGRAMS], check=True)
    for name, code in PROGRAMS.items():
        whole = f"{GAMES}\nbegin = time.process_time()\n{code}"
        theirs, slow = run(folder, whole)
        ours, fast = run(folder, REPLACED + whole)
        assert theirs == ours and len(ours) > 500, f"{name} finds something else on plywood's board"
        print(f"{name}: the same {len(ours):,} characters, {slow / fast:.1f} times as fast ({slow:.2f} s and {fast:.2f} s)")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
