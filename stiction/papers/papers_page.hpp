// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/papers/reproduce.hpp"
#include "stiction/report/html_page.hpp"

namespace stiction {

/// Every figure with its set-up, its numbers beside the reference, its claims and the command that makes it.
HtmlPage papers_page(const std::vector<FigureResult>& results, const std::string& version);

}  // namespace stiction
