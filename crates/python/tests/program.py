"""A UCI program for the tests: it searches to the given depth, thinks until `stop` from depth 50 on, and ends at 13 nodes."""

import sys

from plywood import History, Position, Strategy

strategy, game, answer = Strategy("alpha-beta:evaluator=material"), History(), ""
for line in sys.stdin:
    match line.split():
        case ["uci" | "isready" as word]:
            print({"uci": "uciok", "isready": "readyok"}[word], flush=True)
        case ["position", "startpos", *moves]:
            game = History(moves=moves[1:])
        case ["position", "fen", *words]:
            game = History(Position(" ".join(words[:6])), words[7:])
        case ["go", "nodes", "13"]:
            sys.exit("too few nodes")
        case ["go", *limits]:
            limits = dict(zip(limits[::2], map(int, limits[1::2])))
            found = strategy.search(game, depth=min(limits.get("depth", 2), 2))
            answer = f"info depth {found.depth} score cp {found.score.centipawns or 0} nodes {found.nodes}\nbestmove {found.best_move}"
            if limits.get("depth", 2) < 50:
                print(answer, flush=True)
        case ["stop"]:
            print(answer, flush=True)
        case ["quit"]:
            break
