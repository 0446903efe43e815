#!/usr/bin/env python3
"""Plays a match on a Dask cluster: each shard is a task, and the journals are put together at the end.

    pip install "dask[distributed]"
    python crates/lab/scale/dask_match.py --shards 16 --workers 4 --out journals -- \
        everything quiescence --depth 3 --games 1000

Everything after `--` is what `plywood-lab match` would get. Without --scheduler a cluster is started on this machine.
A worker needs the program `plywood-lab` (--program) and, for UCI programs and openings, the same files as this machine;
it needs no shared disk, since a finished task returns its journal. If a worker dies, Dask gives its task to another one.
Games do not depend on the machine where limits are depth or nodes, so the result is that of one machine.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

from dask.distributed import Client, LocalCluster, as_completed


def play_shard(program, arguments, shard, count):
    """Plays one shard in a temporary folder, and returns its journal."""
    with tempfile.TemporaryDirectory() as folder:
        journal = pathlib.Path(folder, "journal")
        command = [program, "match", *arguments, "--threads", "1", "--shard", f"{shard}/{count}", "--journal", str(journal)]
        played = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        # Exit code 1 says that a program failed in some game; the game counts all the same.
        if played.returncode not in (0, 1):
            raise RuntimeError(f"shard {shard}: {played.stderr.strip()}")
        return shard, journal.read_bytes()


def play(client, options):
    """Plays all shards whose journals are not there yet, and returns the journals."""
    out = pathlib.Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    path = lambda shard: out / f"{shard:05}-of-{options.shards:05}.jsonl"
    shards = range(1, options.shards + 1)
    left = [shard for shard in shards if not path(shard).exists()]
    tasks = [
        client.submit(play_shard, options.program, options.arguments, shard, options.shards, pure=False, retries=3)
        for shard in left
    ]
    for number, task in enumerate(as_completed(tasks), 1):
        shard, journal = task.result()
        # A journal is there whole or not at all.
        unfinished = path(shard).with_suffix(".part")
        unfinished.write_bytes(journal)
        unfinished.rename(path(shard))
        print(f"{number} of {len(left)} shards", file=sys.stderr)
    return [str(path(shard)) for shard in shards]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scheduler", help="the address of a Dask scheduler, such as tcp://host:8786")
    parser.add_argument("--workers", type=int, default=2, help="worker processes if there is no scheduler")
    parser.add_argument("--shards", type=int, default=16, help="several for each worker, so that none waits long for another")
    parser.add_argument("--out", default="journals", help="the folder of the journals")
    parser.add_argument("--program", default="plywood-lab", help="the program on the workers")
    parser.add_argument("--pgn", help="add the games to this file")
    parser.add_argument("arguments", nargs="+", help="those of plywood-lab match, after --")
    options = parser.parse_args()
    if options.scheduler:
        client = Client(options.scheduler)
    else:
        client = Client(LocalCluster(n_workers=options.workers, threads_per_worker=1, dashboard_address=None))
    with client:
        journals = play(client, options)
    merge = [options.program, "merge", *journals, *(["--pgn", options.pgn] if options.pgn else [])]
    sys.exit(subprocess.run(merge).returncode)


if __name__ == "__main__":
    main()
