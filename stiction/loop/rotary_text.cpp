// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/loop/rotary_text.hpp"

#include <regex>

#include "stiction/schema/unit.hpp"

namespace stiction {

std::string rotary_text(const std::string& complaint) {
  static const std::regex number_with_unit(R"(( = -?[0-9][^ ,;]* )([A-Za-z][A-Za-z0-9./]*))");
  std::string text;
  std::string::const_iterator done = complaint.begin();
  for (std::sregex_iterator found(complaint.begin(), complaint.end(), number_with_unit), end; found != end; ++found) {
    const std::string unit = (*found)[2];
    text.append(done, (*found)[2].first).append(parse_unit(unit) ? rotational(unit) : unit);
    done = (*found)[2].second;
  }
  return text.append(done, complaint.end());
}

}  // namespace stiction
