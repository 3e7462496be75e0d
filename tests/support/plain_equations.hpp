// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cctype>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Evaluates equations as `stiction models NAME` prints them, so that a test can hold the text against the law.
///
/// A line is a list of definitions, parted by a comma and two spaces: "dz/dt = v - h z,  h = sigma_0 |v| / g(v)". What
/// stands before a colon is its condition. A definition may end in "for", "while", "until" with a condition and in
/// "else" with another value. Products are written by a space, |x| is the size of x, "sgn v" takes what comes next.
/// "g(v)" is a name; what stands in its brackets is not looked at, but for a condition: "g(v > 0)". A number of two or
/// four entries is a vector or a matrix.
namespace stiction::testing {

class PlainEquations {
 public:
  using Value = std::vector<double>;
  std::map<std::string, Value> known;  ///< parameters and states by symbol
  std::string mode = "stuck";          ///< lines for another one do not hold

  void read(std::string_view line) {
    std::string text(line), condition;
    if (const auto colon = text.find(':'); colon != std::string::npos)
      condition = text.substr(0, colon), text = text.substr(colon + 1);
    for (std::size_t at = 0; at <= text.size();) {
      const std::size_t end = std::min(text.find(",  ", at), text.size());
      define(trimmed(text.substr(at, end - at)), condition);
      at = end + 3;
    }
  }
  bool defines(const std::string& name) const {
    for (const Definition& d : all_)
      if (d.name == name) return true;
    return false;
  }
  Value value(const std::string& name) {
    for (const Definition& d : all_) {
      if (d.name != name || !holds(d.line_condition) || !holds(d.condition)) continue;
      if (++depth_ > 50) throw std::runtime_error(name + " is defined by itself");
      const Value result = evaluate(d.expression);
      return --depth_, result;
    }
    const auto found = known.find(name);
    if (found == known.end()) throw std::runtime_error("no value of \"" + name + "\"");
    return found->second;
  }

 private:
  struct Definition {
    std::string name{}, line_condition{}, condition{}, expression{};
  };
  std::vector<Definition> all_;
  int depth_ = 0;

  static std::string trimmed(std::string text) {
    while (!text.empty() && text.front() == ' ') text.erase(0, 1);
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return text;
  }
  static std::string cut(std::string& text, const std::string& word) {
    const auto at = text.find(word);
    if (at == std::string::npos) return "";
    const std::string tail = trimmed(text.substr(at + word.size()));
    text = trimmed(text.substr(0, at));
    return tail;
  }
  void define(std::string text, const std::string& line_condition) {
    Definition d{.line_condition = trimmed(line_condition)};
    if (text.starts_with("else ")) {
      d.name = all_.back().name, d.expression = text.substr(5);
      all_.push_back(d);
      return;
    }
    const auto equals = text.find(" = ");
    if (equals == std::string::npos) return;  // a remark
    d.name = trimmed(text.substr(0, equals)), d.expression = text.substr(equals + 3);
    if (const auto bracket = d.name.find('('); bracket != std::string::npos) {
      const std::string inside = d.name.substr(bracket + 1, d.name.size() - bracket - 2);
      if (inside.find_first_of("<>") != std::string::npos) d.condition = inside;
      d.name = d.name.substr(0, bracket) + "()";
    }
    const std::string otherwise = cut(d.expression, ", else ");
    cut(d.expression, " until ");  // how long, not what
    for (const char* word : {" while ", " for "})
      if (std::string given = cut(d.expression, word); !given.empty()) {
        cut(given, ", ");  // a remark
        d.condition = given;
      }
    all_.push_back(d);
    if (otherwise.empty()) return;
    d.condition.clear(), d.expression = otherwise;
    all_.push_back(d);
  }
  bool holds(std::string condition) {
    if (condition.empty() || condition == mode) return true;
    if (condition == "stuck" || condition == "slipping") return false;
    if (std::string other = cut(condition, " or "); !other.empty()) return holds(condition) || holds(other);
    for (const char* relation : {"!=", "<=", ">=", "<", ">", "="}) {
      std::string left = condition;
      if (left.find(relation) == std::string::npos) continue;
      std::string right = cut(left, relation);
      if (std::string chained = right; !cut(chained, "<=").empty()) {  // "a <= b <= c"
        if (!holds(right)) return false;
        right = chained;
      }
      const double a = evaluate(left).at(0), b = evaluate(right).at(0);
      switch (relation[0]) {
        case '!':
          return a != b;
        case '<':
          return relation[1] ? a <= b : a < b;
        case '>':
          return relation[1] ? a >= b : a > b;
        default:
          return a == b;
      }
    }
    throw std::runtime_error("no condition: \"" + condition + "\"");
  }

  // --- expressions ---

  struct Cursor {
    std::string_view text;
    std::size_t at = 0;
    bool in_bars = false;
    char peek() {
      while (at < text.size() && text[at] == ' ') ++at;
      return at < text.size() ? text[at] : '\0';
    }
    bool take(char c) { return peek() == c && ++at; }
    void expect(char c) {
      if (!take(c)) throw std::runtime_error("expected " + std::string(1, c) + " in \"" + std::string(text) + "\"");
    }
  };
  Value evaluate(const std::string& text) {
    Cursor c{text};
    Value result = sum(c);
    if (c.peek() != '\0') throw std::runtime_error("cannot read \"" + text.substr(c.at) + "\" in \"" + text + "\"");
    return result;
  }
  Value sum(Cursor& c) {
    Value result = c.take('-') ? times({-1}, product(c)) : product(c);
    while (true) {
      if (c.take('+'))
        result = plus(result, product(c));
      else if (c.take('-'))
        result = plus(result, times({-1}, product(c)));
      else
        return result;
    }
  }
  Value product(Cursor& c) {
    Value result = power(c);
    while (true) {
      const char next = c.peek();
      if (c.take('/'))
        result = times(result, {1 / power(c).at(0)});
      else if (std::isalnum(static_cast<unsigned char>(next)) || next == '(' || (next == '|' && !c.in_bars))
        result = times(result, power(c));
      else
        return result;
    }
  }
  Value power(Cursor& c) {
    const Value base = primary(c);
    return c.take('^') ? Value{std::pow(base.at(0), primary(c).at(0))} : base;
  }
  Value primary(Cursor& c) {
    const char next = c.peek();
    if (next == '(') return in_brackets(c);
    if (c.take('|')) {
      const bool outer = std::exchange(c.in_bars, true);
      const Value inside = sum(c);
      c.expect('|');
      c.in_bars = outer;
      return {std::abs(inside.at(0))};
    }
    if (std::isdigit(static_cast<unsigned char>(next))) {
      std::size_t used = 0;
      const double number = std::stod(std::string(c.text.substr(c.at)), &used);
      c.at += used;
      return {number};
    }
    return name(c);
  }
  Value in_brackets(Cursor& c) {
    c.expect('(');
    const bool outer = std::exchange(c.in_bars, false);
    Value inside = sum(c);
    while (c.take(',')) inside.push_back(sum(c).at(0));
    c.expect(')');
    c.in_bars = outer;
    return inside;
  }
  Value name(Cursor& c) {
    const std::string word = word_at(c);
    if (word.empty()) throw std::runtime_error("a value is missing in \"" + std::string(c.text) + "\"");
    if (word == "pi") return {std::acos(-1.0)};
    if (word == "sum") {  // "sum of F_i"
      word_at(c);
      double all = 0;
      for (const double x : value(word_at(c) + "[]")) all += x;
      return {all};
    }
    if (word == "min" || word == "max") {
      const Value both = in_brackets(c);
      return {word == "min" ? std::min(both.at(0), both.at(1)) : std::max(both.at(0), both.at(1))};
    }
    static const std::map<std::string, double (*)(double)> functions = {
        {"exp", [](double x) { return std::exp(x); }},
        {"ln", [](double x) { return std::log(x); }},
        {"sin", [](double x) { return std::sin(x); }},
        {"asinh", [](double x) { return std::asinh(x); }},
        {"sgn", [](double x) { return x > 0   ? 1.0
                                      : x < 0 ? -1.0
                                              : 0.0; }}};
    if (const auto function = functions.find(word); function != functions.end())
      return {function->second(primary(c).at(0))};
    if (c.at < c.text.size() && c.text[c.at] == '(' && defines(word + "()")) {
      c.at = c.text.find(')', c.at) + 1;
      return value(word + "()");
    }
    return value(word);
  }
  /// A symbol with its marks: "F_C^+", "A_-"; "dz/dt" is one.
  std::string word_at(Cursor& c) {
    c.peek();
    std::size_t end = c.at;
    const auto is_letter = [&](std::size_t i) {
      return i < c.text.size() && (std::isalnum(static_cast<unsigned char>(c.text[i])) || c.text[i] == '_');
    };
    const auto is_mark = [&](std::size_t i) {
      return i < c.text.size() && (c.text[i] == '+' || c.text[i] == '-') && !is_letter(i + 1);
    };
    while (is_letter(end)) ++end;
    if (end > c.at && c.text[end - 1] == '_' && is_mark(end)) ++end;
    if (end < c.text.size() && c.text[end] == '^' && is_mark(end + 1)) end += 2;
    if (end > c.at && c.text[c.at] == 'd' && c.text.substr(end, 3) == "/dt") end += 3;
    const std::string word(c.text.substr(c.at, end - c.at));
    c.at = end;
    return word;
  }

  static Value plus(const Value& a, const Value& b) {
    if (a.size() != b.size()) throw std::runtime_error("a sum of unlike sizes");
    Value all = a;
    for (std::size_t i = 0; i < all.size(); ++i) all[i] += b[i];
    return all;
  }
  /// A number with anything, a matrix with a vector, a row with a column.
  static Value times(const Value& a, const Value& b) {
    if (a.size() == 1 || b.size() == 1) {
      Value all = a.size() == 1 ? b : a;
      for (double& x : all) x *= a.size() == 1 ? a[0] : b[0];
      return all;
    }
    if (a.size() == 4 && b.size() == 2) return {a[0] * b[0] + a[1] * b[1], a[2] * b[0] + a[3] * b[1]};
    if (a.size() == 2 && b.size() == 2) return {a[0] * b[0] + a[1] * b[1]};
    throw std::runtime_error("a product of unlike sizes");
  }
};

}  // namespace stiction::testing
