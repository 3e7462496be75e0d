// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/io/json.hpp"
#include "stiction/papers/reproduce.hpp"

namespace stiction {

/// The figures meant by "all", by a paper or by a full name. Throws InvalidInput with the nearest known name.
std::vector<PaperText> chosen_figures(const std::vector<std::string>& names);

/// Measured numbers and claims of figures beside their references.
Json figures_answer(const std::vector<FigureResult>& results);

/// The same of a figure of one's own, with the answer of `run` for each of its cases.
Json cases_answer(const FigureResult& result, const PaperFigure& figure, const std::vector<Trajectory>& runs);

}  // namespace stiction
