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

# Tests that fail, or classes of them, and the reason.
EXPECTED = {
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
    reasons = {name: EXPECTED.get(name) or EXPECTED.get(name.partition(".")[0]) for name in result.failed}
    for name, reason in reasons.items():
        if not reason:
            print(f"{name} fails:\n{result.failed[name]}")
    surprises = sorted(name for name in result.passed if name in EXPECTED)
    print(f"python-chess {VERSION}: {len(result.passed)} tests pass, {len(result.failed)} fail, {list(reasons.values()).count(None)} without a reason")
    if surprises:
        print(f"pass, and are expected to fail: {', '.join(surprises)}")
    return bool(surprises) or None in reasons.values()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
