#!/usr/bin/env python3
"""A worker is killed in the middle of a match on a Dask cluster: every game counts once, and the result is that of one
machine.

    python crates/lab/scale/test_dask_match.py target/debug/plywood-lab
"""

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

from dask.distributed import Client, LocalCluster

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import dask_match

MATCH = "everything:evaluator=material quiescence:evaluator=material --depth 2 --games 200 --max-moves 30".split()
SHARDS = 20


def kill_a_worker_in_the_middle(client, out, killed):
    """Waits for the first journals, and kills one worker process while it plays."""
    while len(list(out.glob("*.jsonl"))) < 3:
        time.sleep(0.02)
    busy = [worker for worker, tasks in client.processing().items() if tasks]
    pids = client.run(os.getpid)
    os.kill(pids[busy[0]], signal.SIGKILL)
    killed.append(len(list(out.glob("*.jsonl"))))


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder, "journals")
        options = SimpleNamespace(program=program, arguments=MATCH, shards=SHARDS, out=out)
        cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
        killed = []
        with cluster, Client(cluster) as client:
            killer = threading.Thread(target=kill_a_worker_in_the_middle, args=(client, out, killed), daemon=True)
            killer.start()
            journals = dask_match.play(client, options)
            killer.join(timeout=60)
        assert killed and killed[0] < SHARDS, f"a worker was to be killed before the end: {killed}"

        pgn = [str(pathlib.Path(folder, name)) for name in ("merged.pgn", "alone.pgn")]
        merged = subprocess.run([program, "merge", *journals, "--pgn", pgn[0]], check=True, capture_output=True, text=True)
        alone = subprocess.run([program, "match", *MATCH, "--pgn", pgn[1]], check=True, capture_output=True, text=True)
        assert merged.stdout == alone.stdout, merged.stdout
        games = [pathlib.Path(path).read_bytes() for path in pgn]
        assert games[0] == games[1], "the games are those of one machine"

        lines = [line for journal in journals for line in pathlib.Path(journal).read_text().splitlines()]
        numbers = [json.loads(line)["result"]["game"] for line in lines if line.startswith('{"of":')]
        assert sorted(numbers) == list(range(200)), "every game is there once"
        print(f"{len(numbers)} games, each once; a worker was killed after {killed[0]} of {SHARDS} shards")


if __name__ == "__main__":
    main()
