// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/schema/field.hpp"

/// Structs with a table laid into a plain vector of numbers and taken out again, at places known when compiling:
/// solvers work on a vector, everything else on names. Nothing is counted at run time, so that in an inner loop all of
/// it vanishes.
namespace stiction {

namespace detail {

/// Calls visit(row, place) for every row, where place is the constant index of its first number.
template <class Struct, std::size_t Place, class Visitor>
constexpr void for_each_place(Visitor&& visit) {
  constexpr auto rows = Struct::fields();
  constexpr std::size_t count = rows.size;
  constexpr auto places = [&rows] {
    std::array<std::size_t, count + 1> first{Place};
    std::size_t i = 0;
    rows.for_each([&](const auto& row) { first[i + 1] = first[i] + number_count(row), ++i; });
    return first;
  }();
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (visit(rows.template row<I>().member, std::integral_constant<std::size_t, places[I]>{}), ...);
  }(std::make_index_sequence<count>{});
}

template <class Member>
inline constexpr bool is_one_number =
    NumbersIn<Member>::count == 1 && std::is_same_v<typename NumbersIn<Member>::Number, Member>;

}  // namespace detail

/// The struct whose numbers stand in `numbers` from Place on.
template <class Struct, std::size_t Place, class Real, std::size_t N>
constexpr Struct unpacked(const std::array<Real, N>& numbers) {
  Struct s;
  detail::for_each_place<Struct, Place>([&](auto member, auto place) {
    using Member = std::remove_cvref_t<decltype(s.*member)>;
    if constexpr (detail::is_one_number<Member>)
      s.*member = numbers[place];
    else
      for (std::size_t i = 0; i < detail::NumbersIn<Member>::count; ++i) (s.*member)[i] = numbers[place + i];
  });
  return s;
}

/// Writes the numbers of a struct into `numbers` from Place on.
template <std::size_t Place, class Struct, class Real, std::size_t N>
constexpr void pack(const Struct& s, std::array<Real, N>& numbers) {
  detail::for_each_place<Struct, Place>([&](auto member, auto place) {
    using Member = std::remove_cvref_t<decltype(s.*member)>;
    if constexpr (detail::is_one_number<Member>)
      numbers[place] = s.*member;
    else
      for (std::size_t i = 0; i < detail::NumbersIn<Member>::count; ++i) numbers[place + i] = (s.*member)[i];
  });
}

/// The same from numbers in a row, in any number type that converts.
template <class Struct, class Number>
constexpr Struct unpacked(const Number* numbers) {
  Struct s;
  detail::for_each_place<Struct, 0>([&](auto member, auto place) {
    using Member = std::remove_cvref_t<decltype(s.*member)>;
    using To = typename detail::NumbersIn<Member>::Number;
    if constexpr (detail::is_one_number<Member>)
      s.*member = static_cast<To>(numbers[place]);
    else
      for (std::size_t i = 0; i < detail::NumbersIn<Member>::count; ++i)
        (s.*member)[i] = static_cast<To>(numbers[place + i]);
  });
  return s;
}
/// The numbers of a struct, written in a row.
template <class Struct, class Number>
constexpr void pack(const Struct& s, Number* numbers) {
  detail::for_each_place<Struct, 0>([&](auto member, auto place) {
    using Member = std::remove_cvref_t<decltype(s.*member)>;
    if constexpr (detail::is_one_number<Member>)
      numbers[place] = s.*member;
    else
      for (std::size_t i = 0; i < detail::NumbersIn<Member>::count; ++i) numbers[place + i] = (s.*member)[i];
  });
}

// Structs whose arrays are lists: only the first n numbers of each array are used, and stand in the row.

/// How many numbers that is.
template <class Struct>
constexpr std::size_t field_count_of_lists(std::size_t n) {
  return Struct::fields().apply([&](const auto&... row) { return (std::size_t{0} + ... + (is_list(row) ? n : 1)); });
}
/// Numbers behind the first n of a list stay as the struct has them by default.
template <class Struct, class Number>
constexpr Struct unpacked([[maybe_unused]] const Number* numbers, [[maybe_unused]] std::size_t n) {
  Struct s;
  for_each_row<Struct>([&](const auto& row) {
    using To = typename detail::NumbersIn<std::remove_cvref_t<decltype(s.*row.member)>>::Number;
    const std::size_t count = is_list(row) ? n : 1;
    for (std::size_t i = 0; i < count; ++i) detail::number_at(s.*row.member, i) = static_cast<To>(*numbers++);
  });
  return s;
}
template <class Struct, class Number>
constexpr void pack(const Struct& s, [[maybe_unused]] Number* numbers, [[maybe_unused]] std::size_t n) {
  for_each_row<Struct>([&](const auto& row) {
    const std::size_t count = is_list(row) ? n : 1;
    for (std::size_t i = 0; i < count; ++i) *numbers++ = detail::number_at(s.*row.member, i);
  });
}

}  // namespace stiction
