# SPDX-License-Identifier: BSD-3-Clause
"""tools/setup, on machines made of stand-ins: each command it calls is replaced by one that writes down the call."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SETUP = pathlib.Path(os.environ["STICTION_ROOT"]) / "tools/setup"
BASH = shutil.which("bash")


class Setup(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.bin = pathlib.Path(self.temporary.name)
        self.log = self.bin / "calls.log"
        self.log.touch()
        for harmless in ("env", "mktemp", "rm", "tail"):
            os.symlink(shutil.which(harmless), self.bin / harmless)

    def stand_in(self, name, script):
        path = self.bin / name
        path.write_text(f"#!{BASH}\n{script}\n")
        path.chmod(0o755)

    def debian(self, missing=(), user=0, sudo=None, apt_get="exit 0", unknown=()):
        """A Debian machine; `missing` packages are not installed, `unknown` ones not even offered."""
        self.stand_in("dpkg-query", f'for last; do :; done; case " {" ".join(missing)} " in *" $last "*) exit 1;; esac; echo installed')
        self.stand_in("apt-cache", f'case " {" ".join(unknown)} " in *" $2 "*) exit 1;; esac')
        self.stand_in("id", f"echo {user}")
        self.stand_in("apt-get", f'echo "apt-get $*" >>"{self.log}"; {apt_get}')
        if sudo:
            self.stand_in("sudo", f'[ "$1" = -n ] && shift; echo "sudo $1" >>"{self.log}"; {sudo}')

    def setup(self, purpose):
        done = subprocess.run([BASH, SETUP, purpose], env={"PATH": str(self.bin)}, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr, self.log.read_text().splitlines()

    def installs(self, calls):
        return [call.split("--no-install-recommends ")[1] for call in calls if " install " in call and "apt-get" in call]

    def test_is_silent_when_nothing_is_missing(self):
        self.debian()
        for purpose in ("run", "test", "bench", "python", "format", "tidy"):
            self.assertEqual(self.setup(purpose), (0, "", []), purpose)

    def test_installs_only_what_is_missing_in_one_call(self):
        self.debian(missing=("libgtest-dev", "emscripten", "libbenchmark-dev"))
        code, said, calls = self.setup("test")
        self.assertEqual(code, 0)
        self.assertIn("installing libgtest-dev emscripten", said)
        self.assertEqual(self.installs(calls), ["libgtest-dev emscripten"])
        self.assertEqual(len(calls), 2)
        self.assertIn("update", calls[0])

    def test_run_does_not_ask_for_the_compilers_of_the_tests(self):
        self.debian(missing=("clang-14", "emscripten", "libgtest-dev", "libbenchmark-dev"))
        self.assertEqual(self.setup("run"), (0, "", []))

    def test_uses_sudo_that_asks_for_no_password(self):
        self.debian(missing=("cmake",), user=1000, sudo='"$@"')
        code, _, calls = self.setup("run")
        self.assertEqual(code, 0)
        self.assertEqual(self.installs(calls), ["cmake"])
        self.assertIn("sudo env", calls)

    def test_without_root_or_sudo_prints_the_line_to_run_and_goes_on(self):
        for sudo in (None, "exit 1"):
            self.debian(missing=("cmake", "ninja-build"), user=1000, sudo=sudo)
            code, said, calls = self.setup("run")
            self.assertEqual(code, 0)
            self.assertIn("please run: sudo apt-get install -y --no-install-recommends cmake ninja-build", said)
            self.assertEqual(self.installs(calls), [])

    def test_a_package_the_system_does_not_know_does_not_stop_the_others(self):
        self.debian(missing=("clang-14", "libgtest-dev"), unknown=("clang-14",))
        code, said, calls = self.setup("test")
        self.assertEqual(code, 0)
        self.assertIn("this system has no package clang-14", said)
        self.assertEqual(self.installs(calls), ["libgtest-dev"])

    def test_when_installing_fails_the_line_is_printed_and_the_work_goes_on(self):
        self.debian(missing=("libbenchmark-dev",), apt_get="echo no network; exit 100")
        code, said, _ = self.setup("bench")
        self.assertEqual(code, 0)
        self.assertIn("no network", said)
        self.assertIn("please run: apt-get install -y --no-install-recommends libbenchmark-dev", said)

    def test_another_system_is_told_what_is_needed(self):
        self.stand_in("g++", "exit 0")
        code, said, _ = self.setup("run")
        self.assertEqual(code, 0)
        self.assertIn("this is not Debian; please install, under the names your system gives them: make cmake ninja", said)

    def test_a_wrong_purpose_is_answered_with_the_right_ones(self):
        self.debian()
        code, said, _ = self.setup("everything")
        self.assertEqual(code, 2)
        self.assertIn("run|test|bench|python|format|tidy", said)


if __name__ == "__main__":
    unittest.main()
