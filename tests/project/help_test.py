# SPDX-License-Identifier: BSD-3-Clause
"""Help and pages: every command explains itself, has a page in docs/commands, and is completed by the shells."""
import re
import subprocess
import unittest

from tool import HUNTING, ROOT, TOOL, commands, needs_tool, stiction


def options_in(text):
    return set(re.findall(r"(?<![\w-])--[a-z]+", text))


@needs_tool
class Help(unittest.TestCase):
    # The overview names the commands a user is promised.
    def test_the_overview_lists_the_commands(self):
        for name in ("models", "run", "reproduce", "analyse", "doctor", "compare", "schema", "completion"):
            self.assertIn(name, commands())

    # Help goes to standard output with exit code 0 and holds purpose, usage, options and two examples.
    def test_every_command_has_purpose_options_and_two_examples(self):
        for name in commands():
            with self.subTest(command=name):
                run = stiction(name, "--help")
                self.assertEqual((run.returncode, run.stderr), (0, ""))
                self.assertRegex(run.stdout.splitlines()[0], rf"^stiction {name} - \w.{{20,}}")
                self.assertIn(f"usage: stiction {name}", run.stdout)
                self.assertLessEqual({"--quiet", "--help"}, options_in(run.stdout))
                examples = run.stdout.split("\nExamples:\n")[1].strip().splitlines()
                self.assertGreaterEqual(len(examples), 2)
                for example in examples:
                    self.assertIn(f"stiction {name}", example)
                for file in re.findall(r"examples/\S+", run.stdout):
                    self.assertTrue((ROOT / file).exists(), file)

    # An option that takes seconds says so.
    def test_options_with_a_unit_name_it(self):
        for name in commands():
            for line in stiction(name, "--help").stdout.splitlines():
                if " SECONDS" in line:
                    self.assertIn("[s]", line)

    # docs/commands has one page per command, with its purpose, every option and its exit codes.
    def test_every_command_has_a_page_that_lists_its_options(self):
        for name in commands():
            with self.subTest(command=name):
                page = (ROOT / f"docs/commands/{name}.md").read_text(encoding="utf-8")
                usage = stiction(name, "--help").stdout.split("\nExamples:\n")[0]
                self.assertLessEqual(options_in(usage) - {"--json", "--quiet", "--help"}, options_in(page))
                self.assertIn("## Exit codes", page)
                self.assertGreaterEqual(page.count("```console\n$ "), 2)

    # No page describes a command or an option that is not there.
    def test_no_page_lists_an_option_that_is_not_there(self):
        for page in (ROOT / "docs/commands").glob("*.md"):
            with self.subTest(page=page.name):
                self.assertIn(page.stem, commands())
                rows = re.findall(r"^\| `(--[a-z]+)", page.read_text(encoding="utf-8"), re.MULTILINE)
                self.assertLessEqual(set(rows), options_in(stiction(page.stem, "--help").stdout))

    # The completion of each shell knows every command.
    def test_completion_knows_every_command(self):
        for shell in ("bash", "zsh", "fish"):
            script = stiction("completion", shell)
            self.assertEqual(script.returncode, 0)
            for name in commands():
                self.assertRegex(script.stdout, rf"\b{name}\b")


# What the scripts ask for while a user types.
@needs_tool
class Completion(unittest.TestCase):
    def words(self, *kind):
        run = stiction("completion", *kind)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        return run.stdout.split()

    def test_words_are_those_of_the_tool(self):
        self.assertLessEqual({"lugre", "mass_on_surface", "pid"}, set(self.words("models")))
        self.assertEqual(self.words("figures")[1:], stiction("reproduce", "--list").stdout.split())
        self.assertIn("canudas1995", self.words("presets", "lugre"))
        self.assertEqual(self.words("presets", "coulomb"), [])
        self.assertLessEqual({"plant.mass", "controller.integral_gain"}, set(self.words("paths", HUNTING)))
        self.assertLessEqual({"position", "friction_force", "control"}, set(self.words("signals", HUNTING)))
        self.assertIn("friction.static_force", self.words("paths", "lugre"))

    def test_bash_completes_them(self):
        def completed(*words):
            script = (f'eval "$("{TOOL}" completion bash)"; COMP_WORDS=("{TOOL}" {" ".join(map(str, words))}); '
                      f"COMP_CWORD={len(words)}; _stiction; printf '%s\\n' \"${{COMPREPLY[@]}}\"")
            return subprocess.run(["bash", "-c", script], capture_output=True, text=True).stdout.split()

        self.assertIn("characterise", completed("char"))
        self.assertIn("lugre_table", completed("models", "lugre"))
        self.assertIn("lugre1995/fig6", completed("reproduce", "lugre1995/"))
        self.assertIn("controller.integral_gain", completed("run", HUNTING, "--set", "controller.int"))
        self.assertIn("friction_force", completed("map", HUNTING, "--measure", "friction_f"))
        self.assertIn("dupont2002", completed("characterise", "lugre", "--preset", "dup"))
        self.assertIn("--duration", completed("run", HUNTING, "--dur"))


if __name__ == "__main__":
    unittest.main()
