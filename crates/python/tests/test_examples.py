"""The notebooks, and the example for Dask, with a killed worker."""

import os
import signal
import sys
import threading
from pathlib import Path

import pytest

import plywood

FOLDER = Path(__file__).parent.parent
NOTEBOOKS = sorted((FOLDER / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path, tmp_path):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    if "matplotlib" in path.read_text():
        pytest.importorskip("matplotlib")
    if "pandas" in path.read_text():
        pytest.importorskip("pandas")
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        # Long work is shortened; the pictures in the repository are those of the full run.
        for long, short in [("games=300", "games=20"), ("games=400", "games=20"), ("games=40", "games=2"), ("games=30", "games=2")]:
            cell.source = cell.source.replace(long, short)
    resources = {"metadata": {"path": tmp_path}}
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3", resources=resources).execute()


def test_dask_survives_a_killed_worker(tmp_path):
    distributed = pytest.importorskip("distributed")
    parquet = pytest.importorskip("pyarrow.parquet")
    sys.path.insert(0, str(FOLDER / "examples"))
    import dask_annotate

    games = plywood.match(["random", "alpha-beta"], games=10, depth=1, max_moves=30, progress=False)
    (tmp_path / "games.pgn").write_text(games.pgn)
    positions = sum(len(batch) for batch in plywood.PgnTable(tmp_path / "games.pgn", "positions"))
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
            victim = next(iter(client.run(os.getpid).values()))
            threading.Timer(1.0, os.kill, (victim, signal.SIGKILL)).start()
            work = {"strategy": "everything", "nodes": 3000, "batch_rows": 20}
            assert dask_annotate.run(client, tmp_path / "games.pgn", tmp_path / "parts", **work) == positions
            # No work is left.
            assert dask_annotate.run(client, tmp_path / "games.pgn", tmp_path / "parts", **work) == 0
    table = parquet.read_table(tmp_path / "parts")
    assert table.num_rows == positions and set(table.column_names) >= {"game", "ply", "fen", "move", "centipawns"}
