# SPDX-License-Identifier: BSD-3-Clause
"""clang-tidy over the library and the programs; rules: .clang-tidy.

    tidy.py

Headers are read a layer at a time: a file that includes them all costs one reading of the standard library instead of
thirty.
"""
import concurrent.futures
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FLAGS = ["-std=c++20", f"-I{ROOT}", "-isystem/usr/include/eigen3", "-DTOML_HEADER_ONLY=1", '-DSTICTION_VERSION="tidy"']


def files_to_read():
    """One file per layer, made here, that includes its headers; and every source."""
    made = ROOT / "build/tidy"
    made.mkdir(parents=True, exist_ok=True)
    for layer in sorted(folder for folder in (ROOT / "stiction").iterdir() if folder.is_dir()):
        headers = [header.relative_to(ROOT).as_posix() for header in sorted(layer.rglob("*.hpp"))]
        path = made / f"{layer.name}_headers.cpp"
        path.write_text("".join(f'#include "{header}"\n' for header in headers), encoding="utf-8")
        yield path
    for folder in ("stiction", "apps"):
        yield from sorted((ROOT / folder).rglob("*.cpp"))


def tidy(path):
    command = ["clang-tidy-14", "--quiet", f"--config-file={ROOT / '.clang-tidy'}",
               f"--header-filter={ROOT}/(stiction|apps)/.*", str(path), "--", *FLAGS]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    return path.relative_to(ROOT), done.returncode, done.stdout + (done.stderr if done.returncode else "")


def main():
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, code, said in pool.map(tidy, files_to_read()):
            failed += code != 0
            print(f"{path}: {'ok' if code == 0 else 'FAILED'}")
            if code:
                print(said)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
