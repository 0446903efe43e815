#!/usr/bin/env python3
"""Plays a match on a Ray cluster: each shard is a task, which Ray gives to another worker if one dies.

    pip install ray
    python crates/lab/scale/ray_match.py 16 journals everything quiescence --depth 3 --games 1000
    plywood-lab merge journals/*.jsonl

The arguments are the number of shards, the folder of the journals, and those of `plywood-lab match`.
"""

import pathlib
import subprocess
import sys
import tempfile

import ray


@ray.remote(num_cpus=1, max_retries=3)
def play_shard(arguments, shard, count):
    with tempfile.TemporaryDirectory() as folder:
        journal = pathlib.Path(folder, "journal")
        command = ["plywood-lab", "match", *arguments, "--threads", "1"]
        played = subprocess.run([*command, "--shard", f"{shard}/{count}", "--journal", str(journal)], stdout=subprocess.DEVNULL)
        if played.returncode not in (0, 1):
            raise RuntimeError(f"shard {shard} ended with exit code {played.returncode}")
        return shard, journal.read_bytes()


def main():
    count, out, arguments = int(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3:]
    out.mkdir(parents=True, exist_ok=True)
    ray.init()
    left = [play_shard.remote(arguments, shard, count) for shard in range(1, count + 1)]
    while left:
        [done], left = ray.wait(left, num_returns=1)
        shard, journal = ray.get(done)
        (out / f"{shard:05}.jsonl").write_bytes(journal)


if __name__ == "__main__":
    main()
