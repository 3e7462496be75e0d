// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/json.hpp"

#include <nlohmann/json.hpp>

namespace stiction {

struct JsonConversion {
  static nlohmann::ordered_json converted(const Json& json) {
    return std::visit(
        [](const auto& value) -> nlohmann::ordered_json {
          using T = std::remove_cvref_t<decltype(value)>;
          if constexpr (std::is_same_v<T, Json::List>) {
            auto list = nlohmann::ordered_json::array();
            for (const Json& one : value) list.push_back(converted(one));
            return list;
          } else if constexpr (std::is_same_v<T, Json::Members>) {
            auto object = nlohmann::ordered_json::object();
            for (const auto& [key, one] : value) object[key] = converted(one);
            return object;
          } else {
            return value;
          }
        },
        json.value_);
  }
};

Json& Json::operator[](std::string_view key) {
  if (!std::holds_alternative<Members>(value_)) value_ = Members();
  auto& members = std::get<Members>(value_);
  for (auto& [name, value] : members)
    if (name == key) return value;
  return members.emplace_back(std::string(key), Json()).second;
}

void Json::push_back(Json one) {
  if (!std::holds_alternative<List>(value_)) value_ = List();
  std::get<List>(value_).push_back(std::move(one));
}

std::string Json::text(int indent) const {
  return JsonConversion::converted(*this).dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace stiction
