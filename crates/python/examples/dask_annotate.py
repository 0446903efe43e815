"""Annotate a PGN file of any size on a Dask cluster, into Parquet files.

    pip install "dask[distributed]" pyarrow
    python dask_annotate.py games.pgn annotated/ --nodes 20000 --scheduler tcp://host:8786

The file is read in batches, each batch is searched by a worker and written as one Parquet file. A batch whose file is there is not
searched again, so an interrupted run goes on where it was; a batch whose worker dies is given to another one.
"""

import argparse
import os
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from dask.distributed import Client, as_completed

import plywood


def annotate(number, fens, games, plies, folder, strategy, nodes):
    """Search the positions of a batch and write them; the file appears complete or not at all."""
    path = Path(folder) / f"part-{number:06}.parquet"
    found = pa.table(plywood.search_many(fens, strategy, threads=1, nodes=nodes))
    table = found.add_column(0, "fen", [fens]).add_column(0, "ply", [plies]).add_column(0, "game", [games])
    # Readers of a folder skip names that begin with a dot, such as that of a file whose writer was killed.
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    pq.write_table(table, partial)
    partial.rename(path)
    return number, len(fens)


def run(client, pgn, folder, strategy="engine", nodes=10_000, batch_rows=2000, at_once=64):
    """Annotate a file. Returns the number of searched positions."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    batches = enumerate(plywood.PgnTable(pgn, "positions", batch_rows=batch_rows))
    missing = (batch for batch in batches if not (Path(folder) / f"part-{batch[0]:06}.parquet").exists())

    def submit(number, batch):
        columns = [batch[name] for name in ("fen", "game", "ply")]
        return client.submit(annotate, number, *columns, str(folder), strategy, nodes, retries=10)

    done, working = 0, as_completed([])
    for number, batch in missing:
        working.add(submit(number, batch))
        # At most this many batches are in memory, for a file of any size.
        while working.count() >= at_once:
            done += next(working).result()[1]
    return done + sum(future.result()[1] for future in working)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pgn", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--strategy", default="engine")
    parser.add_argument("--nodes", type=int, default=10_000, help="nodes for each position")
    parser.add_argument("--scheduler", help="address of a Dask scheduler; by default workers on this machine")
    options = parser.parse_args()
    with Client(options.scheduler) as client:
        positions = run(client, options.pgn, options.folder, options.strategy, options.nodes)
    print(f"{positions:,} positions searched")


if __name__ == "__main__":
    main()
