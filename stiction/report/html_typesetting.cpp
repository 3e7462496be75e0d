// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/html_typesetting.hpp"

#include <cstdlib>

#include "stiction/report/html_names.hpp"
#include "stiction/report/markup_text.hpp"
#include "stiction/schema/unit.hpp"

namespace stiction {
namespace {

constexpr std::string_view minus = "\u2212", fixed_space = "\u00a0";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Reads words from left to right; what is not understood stays as it is.
class Typesetter {
 public:
  Typesetter(std::string_view words, bool html) : w_(words), html_(html) {}

  std::string text() {
    while (at_ < w_.size()) {
      const char c = w_[at_], before = at_ > 0 ? w_[at_ - 1] : ' ', next = at_ + 1 < w_.size() ? w_[at_ + 1] : ' ';
      if (is_letter(c))
        name();
      else if (is_digit(c))
        number();
      else if (c == '-')
        hyphen(before, next);
      else if (c == '^' && at_ > 0 && at_ + 1 < w_.size())
        exponent();
      else if ((c == '<' || c == '>') && next == '=')
        put(c == '<' ? "\u2264" : "\u2265", 2);
      else
        plain_ += c, ++at_;
    }
    flush();
    return std::move(out_);
  }

 private:
  template <class Accepts>
  std::string_view run(std::size_t from, Accepts accepts) const {
    std::size_t end = from;
    while (end < w_.size() && accepts(w_[end])) ++end;
    return w_.substr(from, end - from);
  }
  void put(std::string_view sign, std::size_t read) { plain_ += sign, at_ += read; }
  void flush() {
    out_ += html_ ? markup_text(plain_) : plain_;
    plain_.clear();
  }
  void mark(const char* element, std::string_view inside) {
    flush();
    out_ += "<" + std::string(element) + ">" + std::string(inside) + "</" + element + ">";
  }
  void raise(std::string_view digits, int power) {
    if (html_)
      mark("sup", digits);
    else
      plain_ += superscript(power);
  }

  void name() {
    const std::string_view word = run(at_, is_word), base = word.substr(0, word.find('_'));
    const std::string_view below = base.size() < word.size() ? word.substr(base.size() + 1) : "";
    const bool symbol = is_symbol(base) && below.find('_') == std::string_view::npos;
    if (word == "sqrt" && at_ + 4 < w_.size() && w_[at_ + 4] == '(') return put("\u221a", 4);
    if (compound_unit()) return;
    if (!symbol || (below.empty() && base.size() != word.size())) return put(word, word.size());
    const std::string_view sign = greek_letter(base);
    put(sign.empty() ? base : sign, base.size());
    if (below.empty()) return;
    if (html_)
      mark("sub", below), at_ += below.size() + 1;
    else
      put(w_.substr(at_, below.size() + 1), below.size() + 1);
  }

  void number() {
    std::string_view digits = run(at_, [](char c) { return is_digit(c) || c == '.'; });
    while (digits.back() == '.') digits.remove_suffix(1);
    at_ += digits.size();
    if (!power_of_ten(digits)) plain_ += digits;
    if (at_ < w_.size() && is_word(w_[at_])) {  // a name that begins with a digit
      const std::string_view rest = run(at_, is_word);
      return put(rest, rest.size());
    }
    if (at_ + 1 < w_.size() && w_[at_] == ' ') unit();
  }
  /// The e and the digits behind it; 1e-9 is the power alone.
  bool power_of_ten(std::string_view mantissa) {
    if (at_ >= w_.size() || w_[at_] != 'e') return false;
    const std::size_t sign = at_ + 1 < w_.size() && (w_[at_ + 1] == '-' || w_[at_ + 1] == '+') ? 1 : 0;
    const std::string_view digits = run(at_ + 1 + sign, is_digit);
    const std::size_t length = 1 + sign + digits.size();
    if (digits.empty() || digits.size() > 4 || (at_ + length < w_.size() && is_word(w_[at_ + length]))) return false;
    const int power = (w_[at_ + 1] == '-' ? -1 : 1) * std::atoi(std::string(digits).c_str());
    plain_ += mantissa == "1" ? "10" : std::string(mantissa) + "\u00a0\u00d7\u00a010";
    raise((power < 0 ? std::string(minus) : "") + std::to_string(std::abs(power)), power);
    at_ += length;
    return true;
  }
  /// "N.m" is a unit wherever it stands.
  bool compound_unit() {
    std::string_view token = run(at_, [](char c) { return is_word(c) || c == '.' || c == '/'; });
    while (token.back() == '.' || token.back() == '/') token.remove_suffix(1);
    if (token.find('.') == std::string_view::npos || !parse_unit(token)) return false;
    put(printed_unit(token), token.size());
    return true;
  }
  /// Behind a number and a space; the line is not broken between them.
  void unit() {
    std::string_view token = run(at_ + 1, [](char c) { return is_word(c) || c == '.' || c == '/' || c == '%'; });
    while (!token.empty() && (token.back() == '.' || token.back() == '/')) token.remove_suffix(1);
    while (!parse_unit(token) && token.find('/') != std::string_view::npos) token = token.substr(0, token.rfind('/'));
    if (token.empty() || (is_digit(token.front()) && !token.starts_with("1/")) || !parse_unit(token)) return;
    put(fixed_space, 1);
    put(printed_unit(token), token.size());
  }

  void hyphen(char before, char next) {
    constexpr std::string_view openers = " ([=<>|,/:{^";
    if (next == '>') return put("\u2192", 2);
    if (before == ' ' && next == ' ') return put(minus, 1);
    if (openers.find(before) != std::string_view::npos && (is_word(next) || next == '(')) return put(minus, 1);
    if ((is_digit(before) && is_digit(next)) || (before == ')' && next == '(')) return put("\u2013", 1);
    put("-", 1);
  }

  void exponent() {
    const bool group = w_[at_ + 1] == '{';
    const std::size_t close = group ? w_.find('}', at_) : at_;
    const std::string_view inside =
        group ? w_.substr(at_ + 2, close == std::string_view::npos ? 0 : close - at_ - 2) : run(at_ + 1, is_word);
    if (inside.empty() || close == std::string_view::npos) return put("^", 1);
    const bool one_digit = inside.size() == 1 && is_digit(inside[0]);
    if (one_digit)
      plain_ += superscript(inside[0] - '0');
    else if (html_)
      mark("sup", Typesetter(inside, true).text());
    else
      return put("^", 1);
    at_ += inside.size() + (group ? 3 : 1);
  }

  std::string_view w_;
  bool html_;
  std::size_t at_ = 0;
  std::string out_, plain_;
};

}  // namespace

std::string html_words(std::string_view words) {
  std::string html;
  while (true) {
    const std::size_t open = words.find('`'), close = open == std::string_view::npos ? open : words.find('`', open + 1);
    if (close == std::string_view::npos) return html + Typesetter(words, true).text();
    html += Typesetter(words.substr(0, open), true).text() + "<code>" +
            markup_text(words.substr(open + 1, close - open - 1)) + "</code>";
    words.remove_prefix(close + 1);
  }
}

std::string printed_words(std::string_view words) { return Typesetter(words, false).text(); }

}  // namespace stiction
