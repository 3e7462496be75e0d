# SPDX-License-Identifier: BSD-3-Clause
"""Python environments under build/python, for tests and benchmarks of the package."""
import json
import os
import pathlib
import shutil
import subprocess
import tarfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "python"


def say(text):
    print(f"python: {text}", flush=True)


def environment(name, python):
    """The interpreter of a new environment without packages; None where there is no venv module."""
    folder = WORK / name
    shutil.rmtree(folder, ignore_errors=True)
    if subprocess.run([python, "-m", "venv", folder]).returncode != 0:
        say("there is no venv module (Debian: python3-venv)")
        return None
    return folder / "bin" / "python"


def pip(python, *words, **options):
    """True when pip did it."""
    command = [python, "-m", "pip", "--quiet", "--disable-pip-version-check", *words]
    return subprocess.run(command, cwd=ROOT, **options).returncode == 0


def can_reach_pypi(python):
    reached = pip(python, "download", "--no-deps", "-d", WORK / "probe", "nanobind", stderr=subprocess.DEVNULL)
    if not reached:
        say("PyPI cannot be reached, so the package is not built")
    return reached


def sources(python):
    """The folder of an unpacked source distribution; None when it could not be made."""
    say("making the source distribution")
    for old in WORK.glob("stiction-*"):
        shutil.rmtree(old)
    folder = WORK / "sources"
    shutil.rmtree(folder, ignore_errors=True)
    if not pip(python, "install", "build"):
        return None
    made = [python, "-m", "build", "--sdist", "--outdir", folder, ROOT]
    if subprocess.run(made, stdout=subprocess.DEVNULL).returncode != 0:
        return None
    archive = next(folder.glob("stiction-*.tar.gz"))
    with tarfile.open(archive) as files:
        files.extractall(WORK)
    return WORK / archive.name.removesuffix(".tar.gz")


def flags_of(preset):
    """Settings of pip with which the library is compiled as a preset compiles it: ccache has it then."""
    presets = {p["name"]: p for p in json.loads((ROOT / "CMakePresets.json").read_text())["configurePresets"]}
    values = presets[presets[preset]["inherits"]].get("cacheVariables", {}) | presets[preset]["cacheVariables"]
    wanted = ("CMAKE_CXX_FLAGS", "CMAKE_CXX_FLAGS_DEBUG", "CMAKE_COMPILE_WARNING_AS_ERROR")
    settings = [f"cmake.define.{name}={values[name]}" for name in wanted if name in values]
    return [f"--config-settings={one}" for one in (f"cmake.build-type={values['CMAKE_BUILD_TYPE']}", *settings)]


def wheel(python, unpacked, *settings):
    """The wheel of an unpacked source distribution, built as a user would build it; None when that failed."""
    say("building the wheel (pip wheel .), some minutes")
    folder = WORK / "wheels" / python.parent.parent.name
    shutil.rmtree(folder, ignore_errors=True)
    # The name by which CMake calls the compiler elsewhere: ccache then knows what other build folders have compiled.
    if not pip(python, "wheel", unpacked, "--no-deps", "-w", folder, *settings, env={"CXX": "c++", **os.environ}):
        return None
    return next(folder.glob("stiction-*.whl"))
