# SPDX-License-Identifier: BSD-3-Clause
"""What a study costs as the ranks of mpirun grow: CPU seconds of all ranks together, and whether the table stays the same.

    ranks.py PROGRAM [CASES]      PROGRAM is stiction; 100 000 small cases by default

CPU seconds rather than wall time: ranks need not have a core each here, and what they cost each other shows all the same.
"""
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile

STUDY = """
[plant]
model = "mass_on_surface"
[friction]
model = "lugre"
preset = "canudas1995"
[input]
force = 1.6
[run]
duration = 0.005
[sweep]
method = "random"
count = {cases}
[[sweep.over]]
path = "friction.static_force"
low = 1.2
high = 1.8
[[sweep.over]]
path = "plant.mass"
low = 0.5
high = 2
[[measure]]
what = "final"
signal = "velocity"
"""


def cpu_seconds(command, folder):
    """Of a command and all it starts."""
    def spent():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    before = spent()
    subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL)
    return spent() - before


def main(program, cases):
    mpirun = shutil.which("mpirun")
    if not mpirun:
        print("Ranks are not measured: there is no mpirun (Debian: openmpi-bin).")
        return 0
    first = None
    print(f"{'ranks':>5}{'CPU seconds':>13}{'start alone':>13}{'us a case':>11}  table")
    for ranks in (1, 2, 4):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "study.toml").write_text(STUDY.format(cases=cases), encoding="utf-8")
            start = [mpirun, "--oversubscribe", "--allow-run-as-root", "-n", str(ranks), program]
            alone = cpu_seconds([*start, "--version"], folder)
            all_of_it = cpu_seconds([*start, "sweep", "study.toml", "-o", "table.csv", "--quiet", "--threads", "1"], folder)
            table = (pathlib.Path(folder) / "table.csv").read_bytes()
        first = first or table
        print(f"{ranks:>5}{all_of_it:>13.2f}{alone:>13.2f}{1e6 * (all_of_it - alone) / cases:>11.1f}"
              f"  {'the same' if table == first else 'DIFFERS'}", flush=True)
        if table != first:
            return 1
    return 0


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) == 3 else 100_000))
