// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace stiction {

/// The style sheet of a page: light and dark, narrow and wide, on paper.
const char* html_style();

}  // namespace stiction
