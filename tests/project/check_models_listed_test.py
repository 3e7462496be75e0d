# SPDX-License-Identifier: BSD-3-Clause
"""tools/check_models_listed.py accepts a complete list and finds a law that is missing from it."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(os.environ["STICTION_ROOT"]) / "tools/check_models_listed.py"

COULOMB = """
struct Coulomb {
  template <class Real>
  struct Parameters { Real coulomb_force; };
  static constexpr ModelInfo info{"coulomb", "Coulomb {", "Armstrong1994"};  // struct Fake { in a comment
};
"""
TWO_IN_ONE_FILE = """
template <int Elements>
struct MaxwellSlipOf : detail::Chain<Elements> {
  static constexpr ModelInfo info{"maxwell_slip", "Maxwell slip", ""};
};
using MaxwellSlip = MaxwellSlipOf<4>;

class LuGre final {
 public:
  static constexpr ModelInfo info{"lugre", "LuGre", "CanudasDeWit1995"};
};
"""
NO_LAW = "struct ModelInfo { int name; };\nstruct Entry { ModelInfo info; };\n"


class CheckModelsListed(unittest.TestCase):
    def check(self, all_models):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            models = root / "stiction/models"
            models.mkdir(parents=True)
            (models / "coulomb.hpp").write_text(COULOMB)
            (models / "two.hpp").write_text(TWO_IN_ONE_FILE)
            (models / "friction_model.hpp").write_text(NO_LAW)
            if all_models is not None:
                (models / "all_models.hpp").write_text(all_models)
            done = subprocess.run([sys.executable, TOOL, root], capture_output=True, text=True)
            return done.returncode, done.stderr

    def test_a_complete_list_passes(self):
        self.assertEqual(self.check("using AllModels = TypeList<Coulomb, MaxwellSlip,\n    LuGre>;\n"), (0, ""))

    def test_a_list_may_be_put_together_from_lists(self):
        text = "using Old = TypeList<Coulomb>;\nusing AllModels = Joined<Old, TypeList<LuGre, MaxwellSlipOf<2>>>;\n"
        self.assertEqual(self.check(text), (0, ""))

    def test_a_missing_law_is_named_with_the_next_step(self):
        code, said = self.check("// Coulomb\n#include \"stiction/models/coulomb.hpp\"\nusing AllModels = TypeList<LuGre, MaxwellSlip>;\n")
        self.assertEqual(code, 1)
        self.assertEqual(said, "stiction/models/coulomb.hpp: Coulomb is a friction law, but AllModels does not name it; include "
                               '"stiction/models/coulomb.hpp" in stiction/models/all_models.hpp and add Coulomb to AllModels\n')

    def test_each_law_of_a_file_counts(self):
        code, said = self.check("using AllModels = TypeList<Coulomb, LuGre>;\n")
        self.assertEqual((code, said.count("\n")), (1, 1))
        self.assertIn("MaxwellSlipOf", said)

    def test_a_list_that_nothing_joins_does_not_count(self):
        code, said = self.check("using Spare = TypeList<Coulomb>;\nusing AllModels = TypeList<LuGre, MaxwellSlip>;\n")
        self.assertEqual(code, 1)
        self.assertIn("Coulomb", said)

    def test_a_file_without_the_list_is_found(self):
        code, said = self.check("using EveryModel = TypeList<Coulomb>;\n")
        self.assertEqual(code, 1)
        self.assertIn("there is no line `using AllModels", said)

    def test_no_list_yet_is_no_error(self):
        self.assertEqual(self.check(None), (0, ""))


if __name__ == "__main__":
    unittest.main()
