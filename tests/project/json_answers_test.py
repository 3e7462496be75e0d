# SPDX-License-Identifier: BSD-3-Clause
"""docs/json.md is true: every answer has the keys and types it lists, and no others."""
import json
import re
import unittest

from tool import EXAMPLES, HUNTING, ROOT, SERVO_AXIS, STICK_SLIP, InFolder, needs_tool, stiction

PAGE = (ROOT / "docs/json.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `([^`]+)` \| ([a-z ]+) \| ?(.*) ?\|$", re.MULTILINE)
TYPES = {"text": (str,), "number": (int, float), "integer": (int,), "boolean": (bool,), "null": (type(None),),
         "list": (list,), "row": (dict,)}


def documented(section):
    """Path -> (types, may be missing) of the answer of one command."""
    text = PAGE.split(f"\n## {section}\n")[1].split("\n## ")[0].split("\n| row |")[0]
    rows = ROW.findall(PAGE.split("\n## ")[0]) + ROW.findall(text)
    return {path: (kinds.split(" or "), "may be missing" in meaning) for path, kinds, meaning in rows}


def leaves(value, known, path=""):
    """Every (path, value) of an answer, as paths are written in the page."""
    if isinstance(value, list):
        for one in value:
            yield from leaves(one, known, path + "[]")
    elif isinstance(value, dict) and known.get(path, ([], 0))[0] != ["row"]:
        by_name = any(other.startswith(path + ".*") for other in known)
        for name, one in value.items():
            yield from leaves(one, known, (path + "." if path else "") + ("*" if by_name else name))
    else:
        yield path, value


@needs_tool
class JsonAnswers(InFolder):
    def check(self, section, *calls):
        known, seen = documented(section), set()
        self.assertGreater(len(known), 5)
        for words in calls:
            run = stiction(*words, "--json", folder=self.folder)
            self.assertIn(run.returncode, (0, 1), run.stderr)
            for path, value in leaves(json.loads(run.stdout), known):
                self.assertIn(path, known, f"{section}: docs/json.md does not list {path}")
                wanted = tuple(kind for name in known[path][0] for kind in TYPES[name])
                right = isinstance(value, wanted) and (bool in wanted or not isinstance(value, bool))
                self.assertTrue(right, f"{section}: {path} is {value!r}, not {known[path][0]}")
                seen.add(path)
        missing = {path for path, (kinds, optional) in known.items() if not optional and kinds != ["null"]} - seen
        self.assertEqual(missing, set(), f"{section}: listed but not there")
        return seen, known

    def test_models(self):
        self.check("models", ("models",), ("models", "lugre"), ("models", "pid"), ("models", "geared_motor"))

    # Rows of tables have the keys of the second table.
    def test_rows_of_tables(self):
        rows = dict((name, kinds.split(" or ")) for name, kinds, _ in
                    ROW.findall(PAGE.split("\n| row |")[1].split("\n## ")[0]))
        model = json.loads(stiction("models", "maxwell_slip", "--json").stdout)["models"][0]
        for row in model["parameters"] + model["states"]:
            self.assertEqual(set(row), set(rows))
            for name, value in row.items():
                self.assertIsInstance(value, tuple(kind for key in rows[name] for kind in TYPES[key]), name)

    def test_run(self):
        self.check("run", *(("run", example) for example in EXAMPLES), ("run", STICK_SLIP, "--check"))

    def test_characterise(self):
        self.check("characterise", ("characterise", "lugre"), ("characterise", "bouc_wen"))

    def test_sweep(self):
        study = (ROOT / "examples/15_tolerances.toml").read_text(encoding="utf-8").replace("0.9 ", "-1 ")
        self.write("study.toml", study)
        self.write("indices.toml", study.replace("latin_hypercube", "sobol_indices"))
        seen, known = self.check("sweep", ("sweep", "study.toml", "--count", 40, "--set", "run.duration=2", "-q"),
                                 ("sweep", "indices.toml", "--count", 16, "--set", "run.duration=2", "-q"))
        self.assertEqual(seen, set(known), "the page lists nothing that never comes")

        seen, known = self.check("sweep --case", ("sweep", "study.toml", "--case", 3, "--set", "run.duration=2"))
        self.assertEqual(seen, set(known))

    def test_reproduce(self):
        self.check("reproduce", ("reproduce", "lugre1995/fig6"))

    # These experiments together show every key, also those that may be missing.
    def test_analyse(self):
        cured = ROOT / "examples/10_hunting_cured.toml"
        shaken = self.write("shaken.toml", """[plant]
model = "mass_on_surface"
[friction]
model = "lugre"
[input]
force = {signal = "sine", amplitude = 1.2, frequency = 1.0, bias = 0.3}
""")
        sampled = self.write("sampled.toml",
                             HUNTING.read_text(encoding="utf-8") + "\n[controller.sampled]\nsample_time = 0.02\n")
        seen, known = self.check("analyse", ("analyse", HUNTING), ("analyse", STICK_SLIP), ("analyse", cured),
                                 ("analyse", shaken, "--period", 1), ("analyse", sampled))
        self.assertEqual(set(known) - seen, set())

    def test_map(self):
        grid = ("map", STICK_SLIP, "--over")
        self.check("map", (*grid, "input.pull_speed=0.1:0.3:2"), (*grid, "plant.initial.velocity=0:1:2", "--basins"))
        self.check("map --follow", (*grid, "input.pull_speed=0.1:1:10", "--follow"))

    def test_doctor(self):
        self.check("doctor", *(("doctor", example) for example in EXAMPLES))
        self.check("doctor --self", ("doctor", "--self"))

    def test_compare(self):
        self.check("compare", ("compare", SERVO_AXIS, "--set", "run.duration=0.5", "--evaluations", 5))

    def test_identify_design_and_watch(self):
        log = ROOT / "examples/14_axis_log.csv"
        law = self.folder / "law.toml"
        self.check("identify", ("identify", log, "--model", "coulomb_viscous,lugre", "--starts", 2, "--law", law))
        stiction("run", HUNTING, "--output", "run.csv", "--quiet", folder=self.folder)
        self.check("identify --experiment",
                   ("identify", "run.csv", "--experiment", HUNTING, "--fit", "plant.mass", "--starts", 1))
        self.check("design", ("design", law, "--duration", 5))
        self.check("watch", ("watch", law, log, log))

    # What was asked for is what is answered: numbers of the experiment follow --set.
    def test_the_experiment_in_the_answer_is_the_one_that_was_run(self):
        answer = json.loads(stiction("run", HUNTING, "--set", "plant.mass=3", "--json").stdout)
        self.assertRegex(answer["experiment"], r"(?m)^mass = 3\b")


if __name__ == "__main__":
    unittest.main()
