# SPDX-License-Identifier: BSD-3-Clause
"""Writes stiction/<layer>/all.hpp: every header of the layer that needs no other library.

    umbrella_headers.py PROJECT_FOLDER [--check]

With --check nothing is written, and the exit code is 1 where a file is not what it would be.
"""
import pathlib
import re
import sys

OTHERS = re.compile(r"#include <(toml\+\+|ceres|Eigen|matio|nlohmann|sundials|cvode|CLI)")
OWN = re.compile(r'#include "(stiction/[^"]+)"')


def needs_others(header, root, seen):
    """Does it include another library, by itself or through what it includes?"""
    if header in seen or not header.exists():
        return False
    seen.add(header)
    text = header.read_text(encoding="utf-8")
    return bool(OTHERS.search(text)) or any(needs_others(root / name, root, seen) for name in OWN.findall(text))


def umbrella(layer, root):
    headers = sorted(h for h in layer.glob("*.hpp") if h.name != "all.hpp" and not needs_others(h, root, set()))
    lines = "".join(f'#include "{h.relative_to(root).as_posix()}"\n' for h in headers)
    return ("// SPDX-License-Identifier: BSD-3-Clause\n// Written by tools/umbrella_headers.py: the whole layer.\n"
            f"#pragma once\n\n{lines}")


def main(root, check):
    stale = []
    for layer in sorted(path for path in (root / "stiction").iterdir() if path.is_dir()):
        file, text = layer / "all.hpp", umbrella(layer, root)
        if "#include" not in text or (file.exists() and file.read_text(encoding="utf-8") == text):
            continue
        stale.append(file.relative_to(root).as_posix())
        if not check:
            file.write_text(text, encoding="utf-8")
    return stale


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    old = main(pathlib.Path(sys.argv[1]), "--check" in sys.argv)
    sys.exit("run tools/umbrella_headers.py: " + " ".join(old) if old and "--check" in sys.argv else 0)
