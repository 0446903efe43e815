"""Runs python-chess's own tests over plywood.chess, and compares what fails with the list below. A skipped test has not passed.

`python crates/python/tests/python_chess.py FOLDER` downloads the source of python-chess to the folder, if it isn't there yet. The tests are
under the GPL and stay out of the repository.
"""

import importlib.util
import os
import subprocess
import sys
import tarfile
import unittest
from pathlib import Path

VERSION = "1.11.2"

VARIANTS = "variants: plywood.chess has chess and Chess960 alone"
# Tests that fail, or classes of them, and the reason.
EXPECTED = {
    **dict.fromkeys(
        [
            *(f"{name}TestCase" for name in "Suicide Atomic RacingKings Horde ThreeCheck Crazyhouse Giveaway".split()),
            "BoardTestCase.test_insufficient_material",
            "EngineTestCase.test_xboard_analyse",
            "PgnTestCase.test_variants",
            *(f"SyzygyTestCase.test_{name}" for name in ("antichess_kvk", "suicide_dtm", "suicide_dtz", "suicide_stats")),
        ],
        VARIANTS,
    ),
    "LegalMoveGeneratorTestCase.test_traverse_once": "the generator of legal moves takes plywood's boards alone",
    "SvgTestCase.test_svg_board": "the picture of a board in a notebook is plywood's; chess.svg's pass",
}
# Tests that are skipped where something isn't installed.
SKIPPED = {
    **dict.fromkeys((f"EngineTestCase.test_crafty_{name}" for name in ("analyse", "ping", "play_to_mate")), "needs crafty"),
    **dict.fromkeys((f"EngineTestCase.test_sf_{name}" for name in ("analysis", "forced_mates", "multipv", "options", "quit")), "needs Stockfish"),
    "EngineTestCase.test_fairy_sf_initialize": "needs Fairy-Stockfish",
    "GaviotaTestCase": "needs Gaviota's tables",
    "NativeGaviotaTestCase": "needs libgtb",
    **dict.fromkeys((f"SyzygyTestCase.test_{name}" for name in ("issue_93", "stockfish_dtz_bug")), "needs tables of five pieces"),
}


class Result(unittest.TestResult):
    """Records what did not pass."""

    def __init__(self):
        super().__init__()
        self.failed, self.passed = {}, set()

    def addSuccess(self, test):
        self.passed.add(name_of(test))

    def addFailure(self, test, error):
        self.failed[name_of(test)] = self._exc_info_to_string(error, test)

    addError = addFailure

    def addSubTest(self, test, subtest, error):
        if error:
            self.addFailure(test, error)

    def addSkip(self, test, reason):
        self.failed[name_of(test)] = f"skipped: {reason}"


def name_of(test):
    return test.id().partition(".")[2]


def source(folder):
    """The folder of python-chess's source."""
    unpacked = folder / f"chess-{VERSION}"
    if not unpacked.exists():
        download = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-binary", "chess"]
        subprocess.run([*download, f"chess=={VERSION}", "--dest", folder], check=True)
        with tarfile.open(unpacked.with_name(unpacked.name + ".tar.gz")) as archive:
            archive.extractall(folder, filter="data")
    return unpacked


def main(folder):
    import plywood.chess

    os.chdir(source(Path(folder).resolve()))
    sys.modules["chess"] = plywood.chess
    spec = importlib.util.spec_from_file_location("test", "test.py")
    tests = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tests)
    result = Result()
    unittest.defaultTestLoader.loadTestsFromModule(tests).run(result)
    result.passed -= set(result.failed)
    surprises = [f"{name} passes, and is expected to fail" for name in result.passed if name in EXPECTED]
    for name, error in result.failed.items():
        reasons = SKIPPED if error.startswith("skipped") else EXPECTED
        if name not in reasons and name.partition(".")[0] not in reasons:
            surprises.append(f"{name} fails:\n{error}")
    skipped = sum(error.startswith("skipped") for error in result.failed.values())
    print(*surprises, sep="\n")
    print(f"python-chess {VERSION}: {len(result.passed)} tests pass, {len(result.failed) - skipped} fail, and {skipped} lack what they need")
    return bool(surprises)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
