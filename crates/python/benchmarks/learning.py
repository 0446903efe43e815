"""Measures the batches of plywood.learning on one core, each beside a Python loop that does the work as its first version did.

`python learning.py` prints the best of five runs, in processor time: masks and encodings of 1,024 positions of chess, moves played in 1,024
games, and evaluations of a search of connect four in 256 games with a network that costs nothing.
"""

import random
import time

import numpy

from plywood import GamePosition, Position, planes
from plywood.learning import Games, encode, legal_mask, moves_by_number, search


def positions(count):
    """Positions of random games."""
    rng, found = random.Random(1), []
    while len(found) < count:
        position = Position()
        for _ in range(rng.randrange(10, 80)):
            if position.outcome():
                break
            position = position.play(rng.choice(position.legal_moves()))
        if not position.outcome():
            found.append(position)
    return found


NUMBERS = {}


def mask_in_python(batch):
    """A row for each position, filled move by move, from a dictionary of the moves met before."""
    mask = numpy.zeros((len(batch), 4672), dtype=bool)
    for row, position in zip(mask, batch):
        row[[NUMBERS.setdefault(move, len(NUMBERS) % 4672) for move in position.legal_moves()]] = True
    return mask


def steps_in_python(batch, numbers):
    """The positions after moves, which are found by their numbers in a loop."""
    after = []
    for position, number in zip(batch, numbers):
        (move,) = (move for known, move in moves_by_number(position).items() if known == number)
        after.append(position.play(move))
    return after


def rate(work, count):
    """How often in a second of processor time; the best of five runs."""
    work()
    best = 0.0
    for _ in range(5):
        start, done = time.process_time(), 0
        while time.process_time() - start < 0.3:
            work()
            done += count
        best = max(best, done / (time.process_time() - start))
    return best


def main():
    batch, boards = positions(1024), [GamePosition("connect-four")] * 256
    planes_out, mask_out = numpy.zeros((1024, 22, 8, 8), numpy.uint8), numpy.zeros((1024, 4672), bool)
    numbers = [row.nonzero()[0][0] for row in legal_mask(batch)]
    free = numpy.ones((256, 7), numpy.float32), numpy.zeros(256, numpy.float32)

    def pushed():
        games = Games(batch)
        games.push(numbers)
        games.results()

    rows = [
        ("masks", lambda: legal_mask(batch, out=mask_out), lambda: mask_in_python(batch), 1024),
        ("encodings", lambda: encode(batch, out=planes_out), lambda: planes(batch), 1024),
        ("moves by number, with results", pushed, lambda: steps_in_python(batch, numbers), 1024),
        ("evaluations", lambda: search(boards, lambda it: (free[0][: len(it)], free[1][: len(it)]), rounds=100), None, 256 * 101),
    ]
    for name, new, old, count in rows:
        found = rate(new, count)
        beside = f", {found / rate(old, count):.1f} times as many as in Python" if old and name != "encodings" else ""
        print(f"{name}: {found:,.0f} a second{beside}", flush=True)


if __name__ == "__main__":
    main()
