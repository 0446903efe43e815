"""A small network learns connect four from games against itself, in a few minutes, with torch if it's installed and NumPy if not.

`python learn_connect_four.py --generations 30` prints its error, and then plays a match: a search with the network against one with a
network that has learned nothing, and against alpha-beta. The differences in Elo have intervals of 95 %.
"""

import argparse

import numpy

import plywood
from plywood.learning import Games, Player, symmetries

try:
    import torch
except ModuleNotFoundError:
    torch = None

INPUTS, MOVES = 84, 7


class NumpyNetwork:
    """One hidden layer, whose outputs are a prior for each column and a value; learns by Adam."""

    def __init__(self, hidden=128, seed=1):
        rng = numpy.random.default_rng(seed)
        shapes = [(INPUTS, hidden), (hidden, MOVES + 1)]
        self.parts = [rng.normal(0, rows**-0.5, (rows, columns)).astype(numpy.float32) for rows, columns in shapes]
        self.parts += [numpy.zeros(hidden, numpy.float32), numpy.zeros(MOVES + 1, numpy.float32)]
        self.moments = [(numpy.zeros_like(part), numpy.zeros_like(part)) for part in self.parts]
        self.steps = 0

    def forward(self, planes):
        first, second, *biases = self.parts
        inputs = planes.reshape(-1, INPUTS).astype(numpy.float32)
        hidden = numpy.maximum(inputs @ first + biases[0], 0)
        outputs = hidden @ second + biases[1]
        priors = numpy.exp(outputs[:, :MOVES] - outputs[:, :MOVES].max(axis=1, keepdims=True))
        return inputs, hidden, priors / priors.sum(axis=1, keepdims=True), numpy.tanh(outputs[:, MOVES])

    def __call__(self, planes):
        return self.forward(planes)[2:]

    def learn(self, planes, policies, results, rate=0.002):
        """A step towards the visits and the results of games; returns the error."""
        inputs, hidden, priors, values = self.forward(planes)
        slope = numpy.column_stack([priors - policies, 2 * (values - results) * (1 - values**2)]) / len(planes)
        back = slope @ self.parts[1].T * (hidden > 0)
        self.steps += 1
        slopes = [inputs.T @ back, hidden.T @ slope, back.sum(axis=0), slope.sum(axis=0)]
        for part, (first, second), slope in zip(self.parts, self.moments, slopes):
            first += 0.1 * (slope - first)
            second += 0.001 * (slope**2 - second)
            part -= rate * (first / (1 - 0.9**self.steps)) / (numpy.sqrt(second / (1 - 0.999**self.steps)) + 1e-8)
        return float(numpy.mean((values - results) ** 2) - numpy.mean(policies * numpy.log(priors + 1e-9)) * MOVES)


class TorchNetwork:
    """The same network in torch."""

    def __init__(self, hidden=128, seed=1):
        torch.manual_seed(seed)
        self.layers = torch.nn.Sequential(torch.nn.Linear(INPUTS, hidden), torch.nn.ReLU(), torch.nn.Linear(hidden, MOVES + 1))
        self.adam = torch.optim.Adam(self.layers.parameters(), lr=0.002)

    def forward(self, planes):
        outputs = self.layers(torch.from_numpy(numpy.ascontiguousarray(planes)).float().reshape(-1, INPUTS))
        return outputs[:, :MOVES].log_softmax(1), outputs[:, MOVES].tanh()

    def __call__(self, planes):
        with torch.no_grad():
            priors, values = self.forward(planes)
        return priors.exp().numpy(), values.numpy()

    def learn(self, planes, policies, results):
        """A step towards the visits and the results of games; returns the error."""
        priors, values = self.forward(planes)
        policies, results = torch.from_numpy(policies), torch.from_numpy(results)
        error = ((values - results) ** 2).mean() - (policies * priors).sum(1).mean()
        self.adam.zero_grad()
        error.backward()
        self.adam.step()
        return float(error)


def played(network, games, rounds, rng):
    """Games of the network against itself: planes, shares of visits and results of all positions."""
    games, records, found = Games(games, "connect-four"), [[] for _ in range(games)], []
    is_open = numpy.ones(len(games), bool)
    while is_open.any():
        planes = games.encode()
        visits, _ = games.search(network, rounds=rounds, noise=int(rng.integers(2**32)))
        policies = (visits / visits.sum(axis=1, keepdims=True)).astype(numpy.float32)
        for number in is_open.nonzero()[0]:
            records[number].append((planes[number], policies[number]))
        moves = [rng.choice(MOVES, p=policy.astype(float) / policy.astype(float).sum()) for policy in policies]
        games.push(moves)
        results = games.results()
        for number in (is_open & ~numpy.isnan(results)).nonzero()[0]:
            for back, (planes, policy) in enumerate(reversed(records[number])):
                found.append((planes, policy, results[number] * (-1) ** back))
            is_open[number] = False
        # Games that are over begin again, so that all can be searched; they don't count any more.
        games.reset()
    planes, policies, results = zip(*found)
    return numpy.array(planes), numpy.array(policies), numpy.array(results, dtype=numpy.float32)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--generations", type=int, default=30)
    parser.add_argument("--games", type=int, default=128, help="games in each generation")
    parser.add_argument("--rounds", type=int, default=50, help="rounds of each search")
    parser.add_argument("--match", type=int, default=200, help="games of the match")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    make = NumpyNetwork if torch is None else TorchNetwork
    network, blank, rng, kept = make(seed=asked.seed), make(seed=asked.seed + 1), numpy.random.default_rng(asked.seed), []
    for generation in range(1, asked.generations + 1):
        # It learns from the last eight generations.
        kept = [*kept, played(network, asked.games, asked.rounds, rng)][-8:]
        lessons = [numpy.concatenate(column) for column in zip(*kept)]
        errors = []
        for _ in range(len(lessons[0]) // 64):
            some = rng.integers(len(lessons[0]), size=256)
            for planes, policies in symmetries(lessons[0][some], lessons[1][some]):
                errors.append(network.learn(planes, numpy.ascontiguousarray(policies), lessons[2][some]))
        print(f"generation {generation}: {len(kept[-1][0])} positions, error {numpy.mean(errors):.3f}", flush=True)
    players = [Player(network, rounds=asked.rounds, name="learned"), Player(blank, rounds=asked.rounds, name="blank")]
    print(plywood.match([*players, "alpha-beta:depth=4"], game="connect-four", games=asked.match, plies=4, depth=1, progress=False))


if __name__ == "__main__":
    main()
