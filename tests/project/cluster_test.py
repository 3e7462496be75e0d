# SPDX-License-Identifier: BSD-3-Clause
"""A study under a real mpirun and a real Slurm: the table of one process, to the last bit."""
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time
import unittest

from sweep_test import STUDY
from tool import ROOT, TOOL, InFolder, needs_tool, stiction

RANKS = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
         "OMPI_MCA_rmaps_base_oversubscribe": "1", "STICTION": TOOL or ""}


class Cluster(InFolder):
    def setUp(self):
        super().setUp()
        self.study = self.write("study.toml", STUDY)
        run = stiction("sweep", self.study, "-q", "--threads", 1, "-o", self.folder / "serial.csv")
        self.assertEqual(run.returncode, 0, run.stderr)

    def assert_same_table(self, name):
        self.assertEqual((self.folder / name).read_bytes(), (self.folder / "serial.csv").read_bytes())
        self.assertFalse((self.folder / (name + ".parts")).exists(), "nothing is left beside it")


@needs_tool
@unittest.skipUnless(shutil.which("mpirun"), "mpirun is not installed (Debian: openmpi-bin)")
class Mpi(Cluster):
    def mpirun(self, *words, **options):
        return subprocess.Popen([ROOT / "examples/15_mpi.sh", *map(str, words)], cwd=self.folder, env=RANKS,
                                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **options)

    def test_four_ranks(self):
        job = self.mpirun(4, self.study, "m.csv")
        _, said = job.communicate(timeout=100)
        self.assertEqual(job.returncode, 0, said)
        self.assert_same_table("m.csv")

    # One rank is slow: the others take over what it has not begun.
    def test_others_take_over_what_a_stopped_rank_leaves(self):
        ranks = [subprocess.Popen([TOOL, "sweep", self.study, "-q", "--threads", "1", "-o", "r.csv"], cwd=self.folder,
                                  env={**RANKS, "OMPI_COMM_WORLD_RANK": str(i), "OMPI_COMM_WORLD_SIZE": "3"},
                                  stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                 for i in range(3)]
        time.sleep(0.1)
        ranks[1].send_signal(signal.SIGKILL)
        for rank in ranks:
            rank.communicate(timeout=100)
        self.assertEqual([ranks[0].returncode, ranks[2].returncode], [0, 0])
        self.assert_same_table("r.csv")

    # A rank that is stopped, or starts when the others are done, holds nobody up and ends well itself.
    def test_nobody_waits_for_a_stopped_or_late_rank(self):
        def rank(i):
            return subprocess.Popen([TOOL, "sweep", self.study, "-q", "--threads", "1", "-o", "l.csv"], cwd=self.folder,
                                    env={**RANKS, "OMPI_COMM_WORLD_RANK": str(i), "OMPI_COMM_WORLD_SIZE": "3"},
                                    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        stopped, other = rank(0), rank(1)
        time.sleep(0.05)
        stopped.send_signal(signal.SIGSTOP)
        late = [rank(2)]
        while other.poll() is None:  # one after the other while the table is written and the folder removed
            time.sleep(0.1)
            late.append(rank(2))
        stopped.send_signal(signal.SIGCONT)
        for one in (stopped, other, *late):
            _, said = one.communicate(timeout=100)
            self.assertEqual(one.returncode, 0, said)
        self.assert_same_table("l.csv")

    def test_a_killed_job_goes_on_where_it_ended(self):
        job = self.mpirun(4, self.study, "k.csv", start_new_session=True)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and not list((self.folder / "k.csv.parts").glob("*.journal")):
            time.sleep(0.01)
        os.killpg(job.pid, signal.SIGKILL)
        job.communicate()
        again = self.mpirun(3, self.study, "k.csv")
        _, said = again.communicate(timeout=100)
        self.assertEqual(again.returncode, 0, said)
        self.assert_same_table("k.csv")


DAEMONS = ("slurmctld", "slurmd", "munged")


@needs_tool
@unittest.skipUnless(all(shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin") for name in DAEMONS),
                     "Slurm is not installed (Debian: slurmctld slurmd slurm-client munge)")
@unittest.skipUnless(os.geteuid() == 0, "only root can start Slurm's daemons")
class Slurm(Cluster):
    def setUp(self):
        super().setUp()
        self.home = self.folder / "slurm"
        self.home.mkdir(mode=0o755)
        (self.home / "key").write_bytes(os.urandom(1024))
        (self.home / "key").chmod(0o600)
        self.started = []
        self.addCleanup(self.end_daemons)
        ports = []
        for _ in range(2):
            with socket.socket() as free:
                free.bind(("", 0))
                ports.append(free.getsockname()[1])
        node = subprocess.run(["/usr/sbin/slurmd", "-C"], capture_output=True, text=True).stdout.splitlines()[0]
        host = node.split()[0].split("=")[1]
        munge = self.home / "munge"
        munge.mkdir(mode=0o755)
        (self.home / "slurm.conf").write_text(f"""ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={munge}/socket
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
SlurmctldPidFile={self.home}/slurmctld.pid
SlurmdPidFile={self.home}/slurmd.pid
SlurmctldLogFile={self.home}/slurmctld.log
SlurmdLogFile={self.home}/slurmd.log
StateSaveLocation={self.home}/state
SlurmdSpoolDir={self.home}/spool
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
ReturnToService=2
SchedulerParameters=sched_min_interval=0
{node} NodeAddr=127.0.0.1 State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=10 State=UP OverSubscribe=FORCE:4
""")
        self.environment = {**RANKS, "SLURM_CONF": str(self.home / "slurm.conf"), "PATH": os.environ["PATH"] + ":/usr/sbin"}
        self.call(["munged", "--force", f"--key-file={self.home}/key", f"--socket={munge}/socket",
                   f"--pid-file={munge}/munged.pid", f"--log-file={munge}/log", f"--seed-file={munge}/seed"])
        self.started.append(munge / "munged.pid")
        self.call(["slurmctld"])
        self.started.append(self.home / "slurmctld.pid")
        self.call(["slurmd"])
        self.started.append(self.home / "slurmd.pid")
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            state = subprocess.run(["sinfo", "-h", "-o", "%t"], env=self.environment, capture_output=True, text=True).stdout
            if state.strip() == "idle":
                return
            time.sleep(0.3)
        self.skipTest("Slurm does not start on this machine: " + (self.home / "slurmctld.log").read_text()[-500:])

    def call(self, words):
        try:
            subprocess.run(words, env=self.environment, check=True, stdin=subprocess.DEVNULL, timeout=60)
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
            self.skipTest(f"Slurm does not start on this machine: {error}")

    def end_daemons(self):
        for file in reversed(self.started):
            try:
                number = int(file.read_text())
                os.kill(number, signal.SIGTERM)
                for _ in range(100):
                    if not pathlib.Path(f"/proc/{number}").exists():
                        break
                    time.sleep(0.1)
            except (OSError, ValueError):
                pass

    def submit(self, name, array):
        return subprocess.run(["sbatch", "--wait", f"--array={array}", "--output=/dev/null", ROOT / "examples/15_slurm_array.sh",
                               self.study, self.folder / name], env=self.environment, cwd=self.folder, timeout=200,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)

    def test_a_job_array(self):
        job = self.submit("a.csv", "0-3")
        self.assertEqual(job.returncode, 0, job.stderr)
        self.assert_same_table("a.csv")


if __name__ == "__main__":
    unittest.main()
