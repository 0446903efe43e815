#!/usr/bin/env python3
"""A match on a cluster of Dask, and on one of Ray if it is installed: a worker is killed in the middle, half a journal is
there before, a program fails in every game. Every game counts once, and the result is that of one machine.

    python crates/lab/scale/test_clusters.py target/debug/plywood-lab
"""

import importlib.util
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time
from types import SimpleNamespace

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import dask_match
from dask.distributed import Client, LocalCluster

MATCH = "everything:evaluator=material quiescence:evaluator=material --depth 2 --games 200 --max-moves 30".split()
SHARDS = 20
# A program that exits instead of moving.
CRASHES = """#!/bin/sh
while read -r word rest; do case "$word" in uci) echo uciok ;; isready) echo readyok ;; go) exit 3 ;; esac; done
"""


def options(folder, program, arguments, shards=SHARDS):
    out = pathlib.Path(folder, "journals")
    return SimpleNamespace(program=program, arguments=arguments, shards=shards, out=out, pgn=None)


def kill_a_worker_in_the_middle(client, out, killed):
    """Waits for the first journals, and kills one worker process while it plays."""
    while len(list(out.glob("*.jsonl"))) < 3:
        time.sleep(0.02)
    busy = [worker for worker, tasks in client.processing().items() if tasks]
    pids = client.run(os.getpid)
    os.kill(pids[busy[0]], signal.SIGKILL)
    killed.append(len(list(out.glob("*.jsonl"))))


def lab(program, *arguments):
    return subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)


def check(program, folder, options):
    """All journals together make the match of one machine, with every game once."""
    journals = sorted(options.out.glob("*.jsonl"))
    pgn = [pathlib.Path(folder, name) for name in ("merged.pgn", "alone.pgn")]
    # Games are only ever added to a collection.
    for path in pgn:
        path.unlink(missing_ok=True)
    merged = lab(program, "merge", *journals, "--pgn", pgn[0])
    alone = lab(program, "match", *MATCH, "--pgn", pgn[1])
    assert merged.stdout == alone.stdout, merged.stdout + merged.stderr
    assert pgn[0].read_bytes() == pgn[1].read_bytes(), "the games are those of one machine"
    lines = [line for journal in journals for line in journal.read_text().splitlines()]
    numbers = [json.loads(line)["result"]["game"] for line in lines if line.startswith('{"of":')]
    assert sorted(numbers) == list(range(200)), "every game is there once"


def test_a_killed_worker(client, program, folder):
    given, killed = options(folder, program, MATCH), []
    killer = threading.Thread(target=kill_a_worker_in_the_middle, args=(client, given.out, killed), daemon=True)
    killer.start()
    dask_match.play(client, given)
    killer.join(timeout=300)
    assert killed and killed[0] < SHARDS, f"a worker was to be killed before the end: {killed}"
    check(program, folder, given)
    print(f"Dask: a worker was killed after {killed[0]} of {SHARDS} shards")


def test_what_is_there(play, name, program, folder):
    """One journal of a match is cut in the middle, and one is missing."""
    given = options(folder, program, MATCH)
    journals = sorted(given.out.glob("*.jsonl"))
    text = journals[3].read_bytes()
    journals[3].write_bytes(text[: len(text) // 2])
    journals[7].unlink()
    assert set(play(given).left) == {4, 8}, "only these shards are played"
    check(program, folder, given)
    other = options(folder, program, [*MATCH, "--seed", "2"])
    try:
        play(other)
        raise AssertionError("the folder has the journals of another match")
    except SystemExit as end:
        assert 'its seed is "1"' in str(end), end
    print(f"{name}: a match goes on with its own journals only")


def test_a_program_that_fails(play, name, program, folder):
    crashing = pathlib.Path(folder, "crashing")
    crashing.write_text(CRASHES)
    crashing.chmod(0o755)
    match = f"uci:cmd={crashing} random --depth 1 --games 4 --plies 0".split()
    journals = play(options(pathlib.Path(folder, "failing"), program, match, shards=2))
    assert journals.merge() == 3, "the match is whole, and a program failed in it"
    print(f"{name}: a program that fails loses its games and no shard")


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
        with cluster, Client(cluster) as client:
            test_a_killed_worker(client, program, folder)
            on_dask = lambda options: dask_match.play(client, options)
            test_what_is_there(on_dask, "Dask", program, folder)
            test_a_program_that_fails(on_dask, "Dask", program, folder)
        if importlib.util.find_spec("ray"):
            import ray, ray_match

            ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
            test_what_is_there(ray_match.play, "Ray", program, folder)
            test_a_program_that_fails(ray_match.play, "Ray", program, pathlib.Path(folder, "failing"))
            ray.shutdown()


if __name__ == "__main__":
    main()
