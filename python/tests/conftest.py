# SPDX-License-Identifier: BSD-3-Clause
"""What several tests need."""

import os
import pathlib
import subprocess

import pytest

import stiction

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.toml"))


@pytest.fixture
def pulled():
    """A mass pulled through a spring: stick-slip."""
    return stiction.Experiment(plant="pulled_mass", friction="lugre", input={"pull_speed": 0.1}, run={"duration": 20})


@pytest.fixture
def servo():
    """A PID servo that hunts."""
    return stiction.Experiment.read(ROOT / "examples" / "09_hunting.toml")


@pytest.fixture(scope="session")
def tool():
    """The command line tool of this tree, as a function of its words that returns stdout."""
    named = os.environ.get("STICTION_TOOL")
    found = [pathlib.Path(named)] if named else [ROOT / "build" / p / "apps" / "stiction" for p in ("release", "dev")]
    found = [path for path in found if path.exists()]
    if not found:
        pytest.skip("the command line tool is not built (STICTION_TOOL names it)")
    newest = max(found, key=lambda path: path.stat().st_mtime)
    return lambda *words: subprocess.run([newest, *words], capture_output=True, text=True, check=False).stdout
