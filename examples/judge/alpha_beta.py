"""Alpha-beta on trees such as ((3 12 8) (2 4 6) (14 5 2)), for: plywood judge --plain -- python3 examples/judge/alpha_beta.py

A bug's name as an argument switches it on: window-not-negated, alpha-not-raised, no-cut-at-equality, leaf-sign.
"""
import sys

BUG = sys.argv[1] if len(sys.argv) > 1 else None
INFINITE = 10**9


def alpha_beta(node, alpha, beta, sign, leaves):
    """The value of a node for its side to move, and the number of its best move."""
    if isinstance(node, int):
        leaves.append(node)
        return (node if BUG == "leaf-sign" else sign * node), None
    best, best_move = -INFINITE, None
    for number, child in enumerate(node, start=1):
        window = (beta, alpha) if BUG == "window-not-negated" else (-beta, -alpha)
        score = -alpha_beta(child, *window, -sign, leaves)[0]
        if score > best:
            best, best_move = score, number
        if BUG != "alpha-not-raised":
            alpha = max(alpha, score)
        if score > beta if BUG == "no-cut-at-equality" else score >= beta:
            break
    return best, best_move


for line in sys.stdin:
    # ((3 12) (2 4)) is almost a Python list already.
    tree = eval(line.replace("(", "[").replace(")", "]").replace(" ", ","))
    leaves = []
    value, move = alpha_beta(tree, -INFINITE, INFINITE, 1, leaves)
    print(value, move, *leaves, flush=True)
