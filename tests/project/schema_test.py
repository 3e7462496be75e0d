# SPDX-License-Identifier: BSD-3-Clause
"""The JSON Schema that editors check experiment files against agrees with the tool."""
import copy
import json
import tomllib
import unittest

from tool import EXAMPLES, HUNTING, ROOT, needs_tool, stiction

try:
    import jsonschema
except ImportError:
    jsonschema = None


@needs_tool
@unittest.skipUnless(jsonschema, "the Python package jsonschema is not installed: files are not checked by the schema")
class Schema(unittest.TestCase):
    def setUp(self):
        schema = json.loads(stiction("schema", "--json").stdout)
        kind = jsonschema.validators.validator_for(schema)
        kind.check_schema(schema)
        self.validator = kind(schema)

    def files(self):
        return EXAMPLES + sorted((ROOT / "docs/laws").glob("*.toml"))

    # Every experiment in the project is one by the schema.
    def test_every_example_is_valid(self):
        self.assertGreaterEqual(len(EXAMPLES), 7)
        for file in self.files():
            with self.subTest(file=file.name):
                experiment = tomllib.loads(file.read_text(encoding="utf-8"))
                self.assertEqual([error.message for error in self.validator.iter_errors(experiment)], [])

    # What the tool refuses, the schema refuses.
    def test_mistakes_are_found(self):
        good = tomllib.loads(HUNTING.read_text(encoding="utf-8"))
        for section, key, value in (("plant", "mass", -1), ("plant", "mas", 1), ("friction", "model", "lugree"),
                                    ("controller", "velocity_gain", [1, 2]), ("run", "duration", True)):
            bad = copy.deepcopy(good)
            bad[section][key] = value
            with self.subTest(section=section, key=key):
                self.assertFalse(self.validator.is_valid(bad))


if __name__ == "__main__":
    unittest.main()
