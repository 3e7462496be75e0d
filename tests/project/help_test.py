# SPDX-License-Identifier: BSD-3-Clause
"""Help and pages: every command explains itself, has a page in docs/commands, and is completed by the shells."""
import re
import unittest

from tool import ROOT, commands, needs_tool, stiction


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
                self.assertLessEqual({"--json", "--quiet", "--help"}, options_in(run.stdout))
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


if __name__ == "__main__":
    unittest.main()
