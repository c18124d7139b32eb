"""Runs the test modules that import with what Scripts/test-training.sh installs, and names the others."""

import glob
import importlib
import os
import sys
import unittest

LARGE = {"torch", "scipy", "ai_edge_litert", "tinysoundfont"}  # packages that are not installed there


def load():
    """(tests, names of modules that need one of the large packages)."""
    suite, left_out = unittest.TestSuite(), []
    for path in sorted(glob.glob(os.path.join(os.path.dirname(os.path.abspath(__file__)), "test_*.py"))):
        name = os.path.splitext(os.path.basename(path))[0]
        try:
            suite.addTests(unittest.defaultTestLoader.loadTestsFromModule(importlib.import_module(name)))
        except ModuleNotFoundError as error:
            if error.name.split(".")[0] not in LARGE:
                raise
            left_out.append(name)
    return suite, left_out


def main():
    suite, left_out = load()
    result = unittest.TextTestRunner(buffer=True).run(suite)
    print(f"left out, for they need more packages: {', '.join(left_out) or 'none'}", flush=True)
    sys.exit(not result.wasSuccessful())


if __name__ == "__main__":
    main()
