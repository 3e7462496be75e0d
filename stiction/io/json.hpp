// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace stiction {

/// A value of a JSON text, keys in the order they were added: what every command says under `--json`.
///
///     Json result = Json::object();
///     result["period"] = 6.3627;
///     std::puts(result.text().c_str());
class Json {
 public:
  Json() = default;
  Json(std::same_as<bool> auto yes) : value_(yes) {}       // NOLINT
  Json(std::floating_point auto x) : value_(double{x}) {}  // NOLINT
  Json(std::integral auto n)                               // NOLINT
    requires(!std::same_as<decltype(n), bool>)
      : value_(static_cast<long long>(n)) {}
  Json(std::string text) : value_(std::move(text)) {}          // NOLINT
  Json(std::string_view text) : value_(std::string(text)) {}   // NOLINT
  Json(const char* text) : value_(std::string(text)) {}        // NOLINT
  Json(const std::vector<double>& numbers) : value_(List()) {  // NOLINT
    for (const double x : numbers) push_back(x);
  }

  static Json array() { return Json(List()); }
  static Json object() { return Json(Members()); }

  /// The member of this name of an object, added where it is not there.
  Json& operator[](std::string_view key);
  void push_back(Json one);

  /// With two spaces of indent a level; -1: on one line. NaN and infinity, which JSON does not have, are null.
  std::string text(int indent = 2) const;

 private:
  using List = std::vector<Json>;
  using Members = std::vector<std::pair<std::string, Json>>;
  explicit Json(List list) : value_(std::move(list)) {}
  explicit Json(Members members) : value_(std::move(members)) {}
  friend struct JsonConversion;

  std::variant<std::nullptr_t, bool, long long, double, std::string, List, Members> value_ = nullptr;
};

}  // namespace stiction
