# SPDX-License-Identifier: BSD-3-Clause
"""Examples run as scripts; they assert what they say."""

import os
import subprocess
import sys

import pytest

from conftest import ROOT

SCRIPTS = sorted((ROOT / "python" / "examples").glob("*.py"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_example(script, tmp_path):
    if "import mujoco" in script.read_text(encoding="utf-8"):
        pytest.importorskip("mujoco")
    pytest.importorskip("matplotlib")
    run = subprocess.run(
        [sys.executable, script], cwd=tmp_path, env={**os.environ, "MPLBACKEND": "Agg"}, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout
