// SPDX-License-Identifier: BSD-3-Clause
// What `stiction models NAME` prints as the equations of a law, held against the law itself: the text is evaluated with
// random parameters, states, velocities and applied forces.
#include "stiction/answers/law_equations.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "stiction/catalogue/model_catalogue.hpp"
#include "tests/support/plain_equations.hpp"

namespace stiction::testing::law_equations_test {
namespace {

/// Laws whose text says in words what no equation says briefly: points joined to a curve, relays, what a memory does, a
/// differential equation of second order.
const std::set<std::string_view> in_words = {"generalized_kinetic_table", "lugre_table", "bristles",
                                             "armstrong_seven_parameter", "preisach",    "bliman_sorine_damped"};

/// "\\sigma_0" as the equations write it: "sigma_0".
std::string plain(std::string_view symbol) {
  std::string text;
  for (const char c : symbol)
    if (c != '\\' && c != '{' && c != '}') text += c;
  return text;
}
/// A fraction is a symbol too.
std::string as_name(std::string text) {
  const auto at = text.find("z_ba/z_ss");
  return at == std::string::npos ? text : text.replace(at, 9, "z_ba_z_ss");
}

/// A law by name with random numbers, and its text.
class Subject {
 public:
  Subject(const ModelEntry& entry, std::mt19937_64& random) : random_(random), part_(entry.part({})) {
    const std::vector<double> defaults = default_numbers(part_.parameters);
    do {
      p_ = defaults;
      std::size_t place = 0;
      for (const FieldInfo& row : part_.parameters)
        for (const double typical : row.defaults) {
          // A list whose sum is given stays; a default of 0 or 1 must not hide a term or a factor.
          if (row.symbol != "\\alpha_i") p_[place] = typical == 0 ? uniform(0.1, 0.9) : typical * uniform(0.6, 1.4);
          ++place;
        }
    } while (!part_.violations(p_.data()).empty());
    for (const std::string_view line : law_equations(entry.info.name)) text_.read(as_name(std::string(line)));
    bind(part_.parameters, p_);
  }

  /// The friction and the rates of the law, and the same by its text.
  void expect_equal(double velocity, double applied, const std::string& what) {
    std::vector<double> scale(default_numbers(part_.states).size()), z(scale.size()), dz(scale.size());
    part_.state_scale(p_.data(), scale.data());
    for (std::size_t i = 0; i < z.size(); ++i) z[i] = scale[i] * uniform(-0.95, 0.95);
    std::vector<double> branch(part_.branch_numbers);
    const std::vector<double> initial(default_numbers(part_.initial).size());
    Contact<double> c = contact(velocity);
    c.applied_force = applied;
    part_.start(branch.data(), initial.data(), 0);
    part_.settle(p_.data(), branch.data(), z.data(), c);
    if (has("DV")) change_mode(branch, z, c, [](double guard) { return guard < 0; });  // it begins in the band
    if (text_.mode == "slipping") change_mode(branch, z, c, [](double) { return true; });
    part_.find_sides(p_.data(), branch.data(), z.data(), c);
    double force = 0;
    part_.tables.plain.evaluate(p_.data(), branch.data(), 0.0, z.data(), c, dz.data(), force);

    text_.known["v"] = {velocity}, text_.known["F_e"] = {applied};
    bind(part_.states, z);
    if (text_.known.contains("psi")) text_.known["theta"] = {number("D_c") / number("v_0") * std::exp(number("psi"))};
    const auto near = [](double x) { return 1e-9 * std::max(std::abs(x), 1e-6); };
    EXPECT_NEAR(text_.value("F").at(0), force, near(force)) << what;
    std::size_t place = 0;
    for (const FieldInfo& row : part_.states) {
      const std::string symbol = plain(row.symbol);
      for (std::size_t i = 0; i < row.defaults.size(); ++i, ++place)
        EXPECT_NEAR(rate(symbol, i), dz[place], near(dz[place])) << what << " rate of " << symbol << " " << i;
    }
  }
  double number(const std::string& symbol) const { return text_.known.at(symbol).at(0); }
  void slip() { text_.mode = "slipping"; }
  bool has(const std::string& symbol) const { return text_.known.contains(symbol); }
  double uniform(double low, double high) { return std::uniform_real_distribution(low, high)(random_); }

 private:
  /// By its symbol; of a list "x" also "x_1", "x_2", of "F_i" all as "F_i[]".
  void bind(const std::vector<FieldInfo>& rows, const std::vector<double>& numbers) {
    std::size_t place = 0;
    for (const FieldInfo& row : rows) {
      const auto first = numbers.begin() + static_cast<std::ptrdiff_t>(place);
      const PlainEquations::Value all(first, first + static_cast<std::ptrdiff_t>(row.defaults.size()));
      const std::string symbol = as_name(plain(row.symbol));
      text_.known[symbol] = all, text_.known[symbol + "[]"] = all;
      for (std::size_t i = 0; i < all.size(); ++i) text_.known[symbol + "_" + std::to_string(i + 1)] = {all[i]};
      place += all.size();
    }
  }
  void change_mode(std::vector<double>& branch, std::vector<double>& z, Contact<double> c, bool (*fires)(double)) {
    std::vector<double> guards(part_.guard_count);
    part_.tables.plain.guards(p_.data(), branch.data(), z.data(), c, guards.data());
    std::vector<char> fired(part_.law_guard_count);
    for (std::size_t k = 0; k < fired.size(); ++k) fired[k] = fires(guards[1 + k]) ? 1 : 0;
    part_.tables.plain.change_mode(p_.data(), branch.data(), fired.data(), z.data(), c);
  }
  double rate(const std::string& symbol, std::size_t i) {
    if (symbol == "psi") return text_.value("dtheta/dt").at(0) / number("theta");
    if (symbol.ends_with("_i")) {  // one element after the other
      for (const char* of_element : {"k_i", "W_i", "alpha_i", "F_i"})
        if (has(std::string(of_element) + "[]"))
          text_.known[of_element] = {text_.known[std::string(of_element) + "[]"].at(i)};
      return text_.value("d" + symbol + "/dt").at(0);
    }
    const std::string own = "d" + symbol + "_" + std::to_string(i + 1) + "/dt";
    return text_.defines(own) ? text_.value(own).at(0) : text_.value("d" + symbol + "/dt").at(i);
  }

  std::mt19937_64& random_;
  const ContactPart& part_;
  std::vector<double> p_;
  PlainEquations text_;
};

TEST(LawEquations, AreThoseOfTheLaw) {
  std::mt19937_64 random(1);
  for (const ModelEntry& entry : model_catalogue()) {
    if (in_words.contains(entry.info.name)) continue;
    for (int trial = 0; trial < 40; ++trial) {
      Subject law(entry, random);
      const double speed = std::pow(10.0, law.uniform(-4, -1)), way = trial % 2 == 0 ? 1 : -1;
      const double outside = law.has("DV") ? law.number("DV") : 0;
      const std::string what = std::string(entry.info.name) + ", trial " + std::to_string(trial);
      try {
        law.expect_equal(way * (outside + speed), law.uniform(-1, 1), what + ", sliding");
        if (law.has("DV")) law.expect_equal(0.3 * way * outside, way * law.uniform(-5, 5), what + ", in the band");
        if (entry.info.phenomena.true_stick) law.expect_equal(0, 0.5 * way * law.uniform(0, 1), what + ", at rest");
        if (law.has("alpha_i")) law.slip(), law.expect_equal(way * speed, 0, what + ", slipping");
      } catch (const std::exception& problem) {
        FAIL() << what << ": " << problem.what();
      }
      if (HasFailure()) return;
    }
  }
}

// The equations of a law mention every one of its parameters that has a symbol.
TEST(LawEquations, NameEveryParameter) {
  for (const ModelEntry& e : model_catalogue()) {
    std::string all;
    for (const std::string_view line : law_equations(e.info.name)) all.append(line).append("\n");
    EXPECT_NE(all, "") << e.info.name;
    for (const FieldInfo& row : e.parameters)
      EXPECT_NE(all.find(plain(row.symbol)), std::string::npos) << e.info.name << " lacks " << row.symbol;
  }
  EXPECT_TRUE(law_equations("no_such_law").empty());
}

// The reader itself, by hand: products by a space, sizes, powers, conditions, functions with and without brackets.
TEST(LawEquations, AreReadAsWritten) {
  PlainEquations e;
  e.known = {{"a", {2}}, {"v", {-3}}, {"F_C^+", {5}}, {"A_+", {1, 2, 3, 4}}, {"x", {1, -1}}, {"W_i[]", {1, 2, 4}}};
  for (const char* line : {"p = 2 a |v|/3,  q = a |v|^2 sgn v", "r = F_C^+ + exp(-|v/v|^a)", "v != 0: s = 1",
                           "v = 0: s = 2", "t(v > 0) = 1", "t(v < 0) = 7 a", "u = 1 for v > 0, else a t(v)",
                           "w = A_+ x,  sum_W = sum of W_i", "y = max(v, 0) + min(v, a), the larger and the smaller"})
    e.read(line);
  EXPECT_DOUBLE_EQ(e.value("p")[0], 4);
  EXPECT_DOUBLE_EQ(e.value("q")[0], -18);
  EXPECT_DOUBLE_EQ(e.value("r")[0], 5 + std::exp(-1.0));
  EXPECT_DOUBLE_EQ(e.value("s")[0], 1);
  EXPECT_DOUBLE_EQ(e.value("u")[0], 28);
  EXPECT_EQ(e.value("w"), (PlainEquations::Value{-1, -1}));
  EXPECT_DOUBLE_EQ(e.value("sum_W")[0], 7);
  EXPECT_THROW(e.value("y"), std::runtime_error);  // a remark needs a condition before it
  EXPECT_THROW(e.value("nothing"), std::runtime_error);
}

}  // namespace
}  // namespace stiction::testing::law_equations_test
