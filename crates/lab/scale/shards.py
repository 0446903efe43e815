"""A match in shards, for any scheduler: the missing shards, the work of a worker, and the storage of its journal.

A worker needs the program `plywood-lab` and, for UCI programs and openings, the same files as this machine; it needs no
shared disk, since a task is given its journal and returns it. Games do not depend on the machine where limits are depth or
nodes, so the result is that of one machine.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

# The exit codes of plywood-lab: 3 if a program failed in a game, which still counts.
MISSING, OTHER_MATCH, PLAYED = 1, 2, (0, 3)


def options(description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--shards", type=int, default=16, help="several for each worker, so that none waits long for another")
    parser.add_argument("--out", type=pathlib.Path, default="journals", help="the folder of the journals")
    parser.add_argument("--program", default="plywood-lab", help="the program, here and on the workers")
    parser.add_argument("--pgn", help="add the games to this file")
    parser.add_argument("arguments", nargs="+", help="those of plywood-lab match, after --")
    return parser


def run(options, shard, journal, *more):
    part = ["--shard", f"{shard}/{options.shards}", "--journal", str(journal), *more]
    command = [options.program, "match", *options.arguments, "--threads", "1", *part]
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def play_shard(options, shard, journal):
    """Plays a shard, or the rest of it, in a temporary folder. Takes its journal so far, and returns the complete one."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "journal")
        if journal:
            path.write_bytes(journal)
        played = run(options, shard, path)
        if played.returncode not in PLAYED:
            raise RuntimeError(f"shard {shard}: {played.stderr.strip()}")
        return shard, path.read_bytes()


class Journals:
    """The journals of a match in a folder. Each counts once the program finds it complete."""

    def __init__(self, options):
        self.options = options
        options.out.mkdir(parents=True, exist_ok=True)
        self.kept = 0
        self.left = {}
        for shard in range(1, options.shards + 1):
            path = self.path(shard)
            if not self.is_whole(shard, path):
                self.left[shard] = path.read_bytes() if path.exists() else b""

    def path(self, shard):
        return self.options.out / f"{shard:05}-of-{self.options.shards:05}.jsonl"

    def is_whole(self, shard, path):
        checked = run(self.options, shard, path, "--check")
        if checked.returncode not in (0, MISSING):
            sys.exit(checked.stderr.strip())
        return checked.returncode == 0

    def keep(self, shard, journal):
        """Stores the journal that a worker returned, completely or not at all."""
        path = self.path(shard)
        unfinished = path.with_suffix(".part")
        unfinished.write_bytes(journal)
        if not self.is_whole(shard, unfinished):
            sys.exit(f"{unfinished}: games are missing in what the worker returned")
        unfinished.rename(path)
        self.kept += 1
        print(f"{self.kept} of {len(self.left)} shards", file=sys.stderr)

    def merge(self):
        """Prints the result of all shards, and returns the exit code."""
        paths = [str(self.path(shard)) for shard in range(1, self.options.shards + 1)]
        pgn = ["--pgn", self.options.pgn] if self.options.pgn else []
        return subprocess.run([self.options.program, "merge", *paths, *pgn]).returncode
