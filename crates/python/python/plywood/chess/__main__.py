"""Runs a program for python-chess, unchanged, on plywood's board: `python -m plywood.chess program.py arguments`."""

import runpy
import sys

import plywood.chess

if len(sys.argv) < 2:
    sys.exit("usage: python -m plywood.chess program.py [arguments]")
del sys.argv[0]
sys.modules["chess"] = plywood.chess
sys.path.insert(0, str(__import__("pathlib").Path(sys.argv[0]).resolve().parent))
runpy.run_path(sys.argv[0], run_name="__main__")
