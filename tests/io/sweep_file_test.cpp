// SPDX-License-Identifier: BSD-3-Clause
// Studies as files.
#include "stiction/io/sweep_file.hpp"

#include <gtest/gtest.h>

namespace stiction::sweep_file_test {
namespace {

const std::string servo = R"([plant]
model = "mass_on_surface"
[friction]
model = "lugre"
[run]
duration = 1
)";

SweepFile parsed(const std::string& text) { return parse_sweep(servo + text, "study.toml"); }
std::string complaint(const std::string& text) {
  try {
    parsed(text);
  } catch (const InvalidFile& error) {
    return error.what();
  }
  return "";
}

TEST(SweepFile, IsReadWithUnits) {
  const SweepFile s = parsed(R"([sweep]
method = "sobol"
count = 64
seed = 9
[[sweep.over]]
path = "static_force"
low = "1500 mN"
high = 2
[[sweep.over]]
path = "plant.mass"
spread = "normal"
centre = "1 kg"
deviation = "20 g"
[[measure]]
what = "maximum"
signal = "velocity"
from = "200 ms"
)");
  EXPECT_EQ(s.plan.method, SweepMethod::sobol);
  EXPECT_EQ(s.plan.cases(), 64U);
  EXPECT_EQ(s.plan.seed, 9U);
  ASSERT_EQ(s.plan.axes.size(), 2U);
  EXPECT_EQ(s.plan.axes[0].path, "friction.static_force");
  EXPECT_DOUBLE_EQ(s.plan.axes[0].low, 1.5);
  EXPECT_EQ(s.plan.axes[1].spread, Spread::normal);
  EXPECT_DOUBLE_EQ(s.plan.axes[1].deviation, 0.02);
  ASSERT_EQ(s.file.experiment.run.record.measures.size(), 1U);
  EXPECT_EQ(s.file.experiment.run.record.measures[0].key, "maximum_velocity");
  EXPECT_DOUBLE_EQ(s.file.experiment.run.record.measures[0].from, 0.2);
}

TEST(SweepFile, ReadsBackWhatItWrites) {
  for (const std::string text : {R"([sweep]
method = "sobol_indices"
count = 16
[[sweep.over]]
path = "plant.mass"
low = 1
high = 2
[[sweep.band]]
signal = "velocity"
points = 21
[[sweep.band]]
signal = "position"
)",
                                 R"([sweep]
method = "latin_hypercube"
count = 77
[[sweep.over]]
path = "plant.mass"
spread = "log_normal"
centre = 1
deviation = 0.25
[[measure]]
key = "t"
what = "crossing"
signal = "position"
level = 0.3
index = -1
direction = "both"
)",
                                 R"([sweep]
[[sweep.over]]
path = "plant.mass"
values = [1, 2, "3000 g"]
[[sweep.over]]
path = "friction.coulomb_force"
low = 0.1
high = 1
spread = "logarithmic"
count = 7
)"}) {
    const SweepFile first = parsed(text);
    const std::string written = sweep_text(first.file.experiment, first.plan);
    const SweepFile second = parse_sweep(written, "written");
    EXPECT_EQ(sweep_text(second.file.experiment, second.plan), written);
    ASSERT_EQ(second.plan.cases(), first.plan.cases());
    ASSERT_EQ(second.plan.bands.size(), first.plan.bands.size());
    for (std::size_t k = 0; k < first.plan.bands.size(); ++k) {
      EXPECT_EQ(second.plan.bands[k].signal, first.plan.bands[k].signal);
      EXPECT_EQ(second.plan.bands[k].points, first.plan.bands[k].points);
    }
    double one[2], other[2];
    for (std::uint64_t i = 0; i < first.plan.cases(); ++i) {
      first.plan.values(i, one), second.plan.values(i, other);
      for (std::size_t k = 0; k < first.plan.axes.size(); ++k) EXPECT_EQ(one[k], other[k]);
    }
  }
}

TEST(SweepFile, SaysWhatIsWrongAndWhere) {
  EXPECT_NE(complaint("").find("[sweep] is missing"), std::string::npos);
  EXPECT_NE(complaint("[sweep]\n").find("nothing is varied"), std::string::npos);
  EXPECT_NE(complaint("[sweep]\nmethod = \"sobo\"\n[[sweep.over]]\npath = \"plant.mass\"\nlow = 1\nhigh = 2\n")
                .find("study.toml:8: sweep.method"),
            std::string::npos);
  EXPECT_NE(complaint("[sweep]\n[[sweep.over]]\npath = \"plant.mas\"\nlow = 1\nhigh = 2\n").find("plant.mass"),
            std::string::npos);
  EXPECT_NE(
      complaint("[sweep]\n[[sweep.over]]\npath = \"plant.mass\"\nlow = \"1 N\"\nhigh = 2\n").find("is given in \"N\""),
      std::string::npos);
  EXPECT_NE(complaint("[sweep]\n[[sweep.over]]\npath = \"plant.mass\"\nlow = 3\nhigh = 2\n").find("less than high"),
            std::string::npos);
  EXPECT_NE(complaint("[sweep]\n[[sweep.over]]\npath = \"plant.mass\"\nhigh = 2\n").find("\"low\""), std::string::npos);
  EXPECT_NE(complaint("[sweep]\ncount = 1.5\nmethod = \"random\"\n[[sweep.over]]\npath = \"plant.mass\"\nlow = 1\nhigh "
                      "= 2\n")
                .find("whole number"),
            std::string::npos);
  EXPECT_NE(complaint("[sweep]\n[[sweep.over]]\npath = \"plant.mass\"\nlow = 1\nhigh = 2\n[[measure]]\nwhat = "
                      "\"maximum\"\nsignal = \"velocit\"\n")
                .find("velocity"),
            std::string::npos);
}

// A key that would be left out of account is a mistake: the user meant something by it.
TEST(SweepFile, RefusesWhatItWouldNotUse) {
  const auto axis = [](const std::string& head, const std::string& keys) {
    return complaint("[sweep]\n" + head + "[[sweep.over]]\npath = \"plant.mass\"\n" + keys);
  };
  EXPECT_EQ(axis("method = \"random\"\n", "low = 1\nhigh = 2\n"), "");
  const std::string bell = axis("", "low = 1\nhigh = 2\ndeviation = 0.1\n");
  EXPECT_NE(bell.find("study.toml:12: sweep.over[0].deviation: has no meaning with spread = \"uniform\""),
            std::string::npos)
      << bell;
  const std::string ends = axis("", "spread = \"normal\"\ncentre = 1\ndeviation = 0.1\nhigh = 2\n");
  EXPECT_NE(ends.find("sweep.over[0].high: has no meaning with spread = \"normal\""), std::string::npos) << ends;
  const std::string counted = axis("method = \"sobol\"\ncount = 8\n", "low = 1\nhigh = 2\ncount = 5\n");
  EXPECT_NE(counted.find("sweep.over[0].count: has no meaning here"), std::string::npos) << counted;
  const std::string listed = axis("", "values = [1, 2]\nlow = 0\n");
  EXPECT_NE(listed.find("sweep.over[0].low: has no meaning beside values"), std::string::npos) << listed;
  const std::string unknown = axis("method = \"sobl\"\ncount = 8\n", "low = 1\nhigh = 2\n");
  EXPECT_EQ(unknown.find("a grid has"), std::string::npos) << unknown;  // nobody asked for a grid
}

TEST(SweepFile, SaysWhatIsWrongWithABand) {
  const std::string study = "[sweep]\nmethod = 'random'\n[[sweep.over]]\npath = 'plant.mass'\nlow = 1\nhigh = 2\n";
  EXPECT_EQ(complaint(study + "[[sweep.band]]\nsignal = 'velocity'\n"), "");
  EXPECT_NE(complaint(study + "[[sweep.band]]\npoints = 11\n").find("signal"), std::string::npos);
  EXPECT_NE(complaint(study + "[[sweep.band]]\nsignal = 'velocity'\npoints = 1\n").find("points"), std::string::npos);
  EXPECT_NE(complaint(study + "[[sweep.band]]\nsignal = 'velocty'\n").find("velocity"), std::string::npos);
}

// What is wrong with an axis is said at its own line, once.
TEST(SweepFile, NamesTheAxisThatIsWrong) {
  const std::string axis = "[[sweep.over]]\npath = \"plant.mass\"\nlow = 1\nhigh = 2\n";
  EXPECT_EQ(complaint("[sweep]\nmethod = \"grid\"\n" + axis + axis),
            "study.toml:13: sweep: plant.mass is varied twice");
  EXPECT_EQ(complaint("[sweep]\nmethod = \"grid\"\n[[sweep.over]]\npath = \"plant.mass\"\nlow = 2\nhigh = 1\n"),
            "study.toml:9: sweep: plant.mass: low must be less than high");
}

// A file of cases says all: nothing beside it is left out of account without a word.
TEST(SweepFile, RefusesAxesBesideAFileOfCases) {
  const std::string wrong = complaint(
      "[sweep]\nmethod = \"random\"\ncases = \"no.csv\"\ncount = 7\n[[sweep.over]]\npath = \"plant.mass\"\nlow = "
      "1\nhigh = "
      "2\n");
  for (const char* key : {"sweep.method", "sweep.count", "sweep.over"})
    EXPECT_NE(wrong.find(std::string(key) + ": has no meaning beside cases"), std::string::npos) << wrong;
}

}  // namespace
}  // namespace stiction::sweep_file_test
