// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>

#include "stiction/papers/paper_figure.hpp"
#include "stiction/report/figure.hpp"

namespace stiction {

/// A number as it was measured, beside what it must be.
struct MeasuredNumber {
  std::string key, unit;  ///< the key begins with "case/" where that is not empty
  double value = 0;
  std::optional<double> reference{};
  double deviation = 0;  ///< relative; 0 without a reference
  bool holds = true;
  std::string missing{};   ///< why nothing was measured
  std::string its_case{};  ///< in which it was measured, where a figure has several

  std::string quantity() const { return its_case.empty() ? key : key.substr(its_case.size() + 1); }
};

/// The number of that key, or null.
const MeasuredNumber* find_number(const std::vector<MeasuredNumber>& numbers, std::string_view key);

/// One side of a claim: a measured number, or a number alone, which has no name.
struct ClaimSide {
  std::string name{};  ///< its key, or |key| for its size
  double value = 0;
};

struct CheckedClaim {
  std::string text;
  ClaimSide left{};
  std::string relation = ">";  ///< > < >= <= =
  ClaimSide right{};
  bool holds = false;

  /// "period = 4.7 = 4.8", with the relation in other words if they are given.
  std::string comparison(std::string_view relation_in_words = "") const;
};

/// What came of a figure of a paper.
struct FigureResult {
  std::string name, title, source, text, misprint;
  std::string setup;  ///< the experiment, resolved, as the text of a file
  std::vector<MeasuredNumber> measurements;
  std::vector<CheckedClaim> claims;
  Figure figure;
  double seconds = 0;     ///< of computing
  std::string problem{};  ///< a run that did not finish, in words

  bool holds() const;
  std::optional<double> worst_deviation() const;  ///< nothing where no number has a reference
};

/// Runs a figure. `interrupt` ends it early when it returns true. `kept` takes the runs of its cases, with what a
/// `ServoMeter` measures in them.
FigureResult reproduce(const PaperFigure& figure, const std::function<bool()>& interrupt = {},
                       std::vector<Trajectory>* kept = nullptr);

}  // namespace stiction
