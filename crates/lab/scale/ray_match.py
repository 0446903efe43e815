#!/usr/bin/env python3
"""Plays a match on a Ray cluster: each shard is a task, and the journals are merged at the end.

    pip install ray
    python crates/lab/scale/ray_match.py --shards 16 --out journals -- everything quiescence --depth 3 --games 1000

Everything after `--` is what `plywood-lab match` would get. Without --address, or RAY_ADDRESS, a cluster is started on this
machine. If a worker dies, Ray gives its task to another one. Run it again after an interruption: only what is missing is
played.
"""

import sys

import ray

import shards

# Workers get the code with their tasks.
ray.cloudpickle.register_pickle_by_value(shards)


def play(options):
    """Plays the missing shards, and returns the journals."""
    journals = shards.Journals(options)
    play_shard = ray.remote(num_cpus=1, max_retries=3, retry_exceptions=True)(shards.play_shard)
    left = [play_shard.remote(options, shard, journal) for shard, journal in journals.left.items()]
    while left:
        [done], left = ray.wait(left)
        journals.keep(*ray.get(done))
    return journals


def main():
    parser = shards.options(__doc__.splitlines()[0])
    parser.add_argument("--address", help="the address of a Ray cluster")
    options = parser.parse_args()
    ray.init(address=options.address, log_to_driver=False)
    sys.exit(play(options).merge())


if __name__ == "__main__":
    main()
