// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/html_names.hpp"

#include <array>
#include <utility>

#include "stiction/report/axis_label.hpp"

namespace stiction {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_word(char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; }

std::string_view greek_letter(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 8> letters = {{{"alpha", "\u03b1"},
                                                                                     {"beta", "\u03b2"},
                                                                                     {"eps", "\u03b5"},
                                                                                     {"eta", "\u03b7"},
                                                                                     {"omega", "\u03c9"},
                                                                                     {"pi", "\u03c0"},
                                                                                     {"sigma", "\u03c3"},
                                                                                     {"zeta", "\u03b6"}}};
  for (const auto& [letter, sign] : letters)
    if (letter == name) return sign;
  return "";
}
bool is_symbol(std::string_view base) {
  return (base.size() == 1 && is_letter(base[0])) || !greek_letter(base).empty();
}

std::string name_words(std::string_view name) {
  std::string words(name);
  std::size_t start = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!is_word(words[i])) start = i + 1;
    if (words[i] != '_' || is_symbol(std::string_view(words).substr(start, i - start))) continue;
    words[i] = ' ';
    start = i + 1;
  }
  return words;
}

std::string printed_unit(std::string_view unit) {
  if (unit == "1") return "";
  const std::string label = printed_label("[" + std::string(unit) + "]");
  return label.size() < 2 ? "" : label.substr(1, label.size() - 2);
}

}  // namespace stiction
