// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/papers/reproduce.hpp"
#include "stiction/report/html_table.hpp"

namespace stiction {

/// Measured numbers that have a reference, or that could not be measured; and all the others.
HtmlTable judged_numbers(const FigureResult& result);
HtmlTable further_numbers(const FigureResult& result);

/// Was more than one case measured?
bool has_cases(const FigureResult& result);

/// "1.1e-10"; a true zero is "0".
std::string deviation_text(double deviation);

}  // namespace stiction
