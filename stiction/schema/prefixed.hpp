// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include "stiction/schema/field.hpp"

namespace stiction {

namespace detail {

/// Text with room for every field name in it to grow by a prefix; made at compile time.
template <std::size_t Capacity>
struct StaticText {
  std::array<char, Capacity> letters{};
  std::size_t size = 0;

  constexpr void append(std::string_view text) {
    for (const char letter : text) letters[size++] = letter;
  }
  constexpr std::string_view view() const { return {letters.data(), size}; }
};

template <class Struct>
constexpr bool is_field_name(std::string_view word) {
  bool found = false;
  for_each_row<Struct>([&](const auto& row) { found = found || row.name == word; });
  return found;
}

/// The text with `prefix` before every whole word that is a field name of `Struct`.
template <class Struct, std::size_t Capacity>
constexpr StaticText<Capacity> prefix_field_names(std::string_view text, std::string_view prefix) {
  constexpr std::string_view in_a_name = "abcdefghijklmnopqrstuvwxyz_0123456789";
  StaticText<Capacity> result;
  while (!text.empty()) {
    const std::size_t word = std::min(text.find_first_not_of(in_a_name), text.size());
    if (is_field_name<Struct>(text.substr(0, word))) result.append(prefix);
    result.append(text.substr(0, std::max<std::size_t>(word, 1)));
    text.remove_prefix(std::max<std::size_t>(word, 1));
  }
  return result;
}

}  // namespace detail

/// The same struct under a name of its own, so that one table can hold it twice: a curve for each direction, a contact
/// at either end of a shaft. `Side::prefix` goes before the names, `Side::mark` behind the symbols. With
/// `Side::follows`, the section of an experiment, a field is by default what the field of its bare name is there.
template <class Struct, class Side>
struct Prefixed : Struct {
  static constexpr auto fields() {
    return []<std::size_t... I>(std::index_sequence<I...>) {
      return Table{row<I>()...};
    }(std::make_index_sequence<decltype(Struct::fields())::size>{});
  }
  static constexpr auto rules() {
    if constexpr (requires { Struct::rules(); })
      return []<std::size_t... I>(std::index_sequence<I...>) {
        return Table{rule<I>()...};
      }(std::make_index_sequence<decltype(Struct::rules())::size>{});
    else
      return Table<>{};
  }

 private:
  template <std::size_t I>
  static constexpr auto name =
      detail::prefix_field_names<Struct, 100>(Struct::fields().template row<I>().name, Side::prefix);
  template <std::size_t I>
  static constexpr auto symbol = [] {
    detail::StaticText<60> text;
    text.append(Struct::fields().template row<I>().symbol);
    text.append(Side::mark);
    return text;
  }();
  template <std::size_t I>
  static constexpr auto follows = [] {
    detail::StaticText<100> text;
    if constexpr (requires { Side::follows; })
      text.append(Side::follows), text.append(Struct::fields().template row<I>().name);
    return text;
  }();
  template <std::size_t I>
  static constexpr auto rule_text =
      detail::prefix_field_names<Struct, 300>(Struct::rules().template row<I>().text, Side::prefix);

  template <class Base, class Member>
  static constexpr Field<Prefixed, Member> renamed(Field<Base, Member> row, std::string_view n, std::string_view s,
                                                   std::string_view f) {
    return {row.member, n, s, row.unit, row.range, row.doc, row.role, f};
  }
  template <std::size_t I>
  static constexpr auto row() {
    return renamed(Struct::fields().template row<I>(), name<I>.view(), symbol<I>.view(), follows<I>.view());
  }
  template <std::size_t I>
  static constexpr Rule<Prefixed> rule() {
    return {rule_text<I>.view(), [](const Prefixed& s) { return Struct::rules().template row<I>().holds(s); }};
  }
};

}  // namespace stiction
