#!/usr/bin/env python3
"""Plays a match on a Dask cluster: each shard is a task, and the journals are merged at the end.

    pip install "dask[distributed]"
    python crates/lab/scale/dask_match.py --shards 16 --workers 4 --out journals -- \
        everything quiescence --depth 3 --games 1000

Everything after `--` is what `plywood-lab match` would get. Without --scheduler a cluster is started on this machine.
If a worker dies, Dask gives its task to another one. Run it again after an interruption: only what is missing is played.
"""

import sys

import cloudpickle
from dask.distributed import Client, LocalCluster, as_completed

import shards

# Workers get the code with their tasks.
cloudpickle.register_pickle_by_value(shards)


def play(client, options):
    """Plays the missing shards, and returns the journals."""
    journals = shards.Journals(options)
    tasks = [
        client.submit(shards.play_shard, options, shard, journal, pure=False, retries=3)
        for shard, journal in journals.left.items()
    ]
    for task in as_completed(tasks):
        journals.keep(*task.result())
    return journals


def main():
    parser = shards.options(__doc__.splitlines()[0])
    parser.add_argument("--scheduler", help="the address of a Dask scheduler, such as tcp://host:8786")
    parser.add_argument("--workers", type=int, default=2, help="worker processes if there is no scheduler")
    options = parser.parse_args()
    if options.scheduler:
        client = Client(options.scheduler)
    else:
        client = Client(LocalCluster(n_workers=options.workers, threads_per_worker=1, dashboard_address=None))
    with client:
        journals = play(client, options)
    sys.exit(journals.merge())


if __name__ == "__main__":
    main()
