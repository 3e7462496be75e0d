// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "stiction/identification/law_prediction.hpp"
#include "stiction/schema/field_info.hpp"
#include "stiction/schema/named_values.hpp"

/// The numbers of a law that a fit may change, and the coordinates it changes them in.
namespace stiction {

/// What the user says about parameters; names are those of the law's table, elements of lists "element_limit[2]".
struct ParameterWishes {
  std::map<std::string, double> fixed{};                      ///< kept at this number
  std::map<std::string, std::pair<double, double>> bounds{};  ///< not outside these
  std::set<std::string> free{};                               ///< fitted although shapes are kept by default
  std::map<std::string, double> start{};                      ///< where the search begins
  std::map<std::string, std::string> tied{};                  ///< equal to another number, and moving with it
  std::map<std::string, std::pair<double, double>> priors{};  ///< known beforehand: mean and standard deviation
};

/// One number of the law.
struct LawNumber {
  std::string name, symbol, unit, doc;
  Range range;
  Role role = Role::plain;
  bool fitted = true;
};

/// True: the law is a table of friction over speed. Its speeds are kept (`table_speed` places them), its forces
/// fitted.
bool has_speed_table(std::string_view law);

/// Coordinates x in which a search is well scaled and ranges and rules of the law always hold:
///
/// | the number | its coordinate |
/// |---|---|
/// | positive | its logarithm |
/// | not negative, or between two limits | itself over its natural size, with bounds |
/// | A of a rule "A >= B" | (A - B) over its natural size, not negative |
/// | elements of a list that adds up to 1, or of which ratios matter alone | logarithms of their ratios to the first |
///
/// Dimensionless numbers between two closed limits are shapes (an exponent): they are kept unless asked for.
class FitParameters {
 public:
  /// Throws InvalidInput for names the law does not have and for numbers outside their range.
  FitParameters(std::string_view law, const ParameterWishes& wishes = {});

  const std::vector<LawNumber>& numbers() const { return numbers_; }
  const std::vector<double>& defaults() const { return defaults_; }
  std::size_t count() const { return coordinates_.size(); }  ///< of coordinates
  /// The numbers of the law that move with a coordinate.
  const std::vector<std::size_t>& moving() const { return moving_; }

  /// Natural sizes for coordinates that are not logarithms, from numbers of the right size.
  void set_sizes(const std::vector<double>& p);

  /// Force levels of the law are kept below this, unless the user gives bounds.
  void limit_forces(double largest);

  std::vector<double> coordinates_of(const std::vector<double>& p) const;
  std::vector<double> numbers_at(const std::vector<double>& x) const;
  /// dp/dx: of number j by coordinate k at [j * count() + k].
  std::vector<double> slopes_at(const std::vector<double>& x) const;
  std::vector<double> lower() const, upper() const;

  /// Which number a coordinate stands for, and which other one it is counted from (rules); that is the number itself
  /// where there is none.
  std::size_t number_of(std::size_t coordinate) const { return coordinates_[coordinate].number; }

  /// True: the coordinate is the excess of its number over another one.
  bool is_excess(std::size_t coordinate) const { return coordinates_[coordinate].kind == Kind::above; }

  /// The name of that other number; only where `is_excess`.
  const std::string& base_of(std::size_t coordinate) const { return numbers_[coordinates_[coordinate].base].name; }

  /// Sets every tied number to the one it is tied to.
  void apply_ties(std::vector<double>& p) const;
  bool has_ties() const { return !ties_.empty(); }

  std::string law() const { return law_; }
  /// The numbers by name, for the catalogue and for files.
  NamedValues values(const std::vector<double>& p) const;
  std::vector<double> from_values(const NamedValues& values) const;
  /// What is known beforehand, as residuals (mean - number) / deviation and their slopes by coordinate, one row each:
  /// slope of row i by coordinate k at [i * count() + k].
  struct Priors {
    std::vector<double> residual, slopes;
  };
  Priors priors_at(const std::vector<double>& x) const;

  /// Ranges and rules that these numbers break.
  std::vector<Violation> violations(const std::vector<double>& p) const;
  const ParameterWishes& wishes() const { return wishes_; }
  std::size_t find(const std::string& name) const;

 private:
  enum class Kind : unsigned char { logarithm, linear, above, fraction };
  struct Coordinate {
    Kind kind;
    std::size_t number;
    std::size_t base = 0;  ///< the B of A >= B; the first element of a list of fractions
    double size = 1, lower = -1e300, upper = 1e300;
  };
  void read_rules();
  void read_ties(std::vector<Violation>& wrong);

  std::string law_;
  ParameterWishes wishes_;
  std::vector<FieldInfo> rows_;
  std::vector<LawNumber> numbers_;
  std::vector<double> defaults_;
  std::vector<std::size_t> order_;  ///< numbers such that the B of a rule comes before its A
  std::vector<std::size_t> above_;  ///< per number: the B it is counted from, or itself
  struct Fractions {
    std::size_t first, length;
    double total;  ///< they add up to this
  };
  std::vector<Fractions> lists_of_fractions_;
  std::vector<std::pair<std::size_t, std::size_t>> ties_;  ///< number, and the one it is equal to
  std::vector<Coordinate> coordinates_;
  std::vector<std::size_t> moving_;
};

}  // namespace stiction
