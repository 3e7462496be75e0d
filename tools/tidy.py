# SPDX-License-Identifier: BSD-3-Clause
"""clang-tidy over the library and the programs; rules: .clang-tidy.

    tidy.py

Headers and sources are read joined, all headers at once and forty sources of a layer at most: a file that includes
them costs one reading of the standard library and of the layers below instead of dozens.
"""
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
FLAGS = ["-std=c++20", f"-I{ROOT}", "-isystem/usr/include/eigen3", "-DTOML_HEADER_ONLY=1", '-DSTICTION_VERSION="tidy"']
BATCH = 40


def joined(name, files):
    """A file, made here, that includes the given ones."""
    path = ROOT / "build/tidy" / f"{name}.cpp"
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [f'#include "{file.relative_to(ROOT).as_posix()}"  // NOLINT(bugprone-suspicious-include)\n' for file in files]
    path.write_text("".join(lines), encoding="utf-8")
    return path


def files_to_read():
    """One file that includes every header, then files that include the sources of each layer and of the programs."""
    folders = [*sorted(folder for folder in (ROOT / "stiction").iterdir() if folder.is_dir()), ROOT / "apps"]
    yield joined("headers", [header for folder in folders for header in sorted(folder.rglob("*.hpp"))])
    for folder in folders:
        sources = sorted(folder.rglob("*.cpp"))
        for number, start in enumerate(range(0, len(sources), BATCH)):
            yield joined(f"{folder.name}_{number}", sources[start:start + BATCH])


def tidy(path):
    command = ["clang-tidy-14", "--quiet", f"--config-file={ROOT / '.clang-tidy'}",
               f"--header-filter={ROOT}/(stiction|apps)/.*", str(path), "--", *FLAGS]
    begin = time.monotonic()
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    said = done.stdout + (done.stderr if done.returncode else "")
    return path.relative_to(ROOT), done.returncode, said, time.monotonic() - begin


def main():
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, code, said, seconds in pool.map(tidy, files_to_read()):
            failed += code != 0
            print(f"{path}: {'ok' if code == 0 else 'FAILED'} in {seconds:.0f} s", flush=True)
            if code:
                print(said)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
