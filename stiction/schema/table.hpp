// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <utility>

namespace stiction {

namespace detail {

/// One row in its place; the place makes two rows of one type two types.
template <std::size_t I, class Row>
struct PlacedRow {
  Row row;
};
template <std::size_t I, class Row>
constexpr const Row& row_at(const PlacedRow<I, Row>& placed) {
  return placed.row;
}

template <class Places, class... Rows>
struct PlacedRows;
template <std::size_t... I, class... Rows>
struct PlacedRows<std::index_sequence<I...>, Rows...> : PlacedRow<I, Rows>... {
  constexpr explicit PlacedRows(const Rows&... rows) : PlacedRow<I, Rows>{rows}... {}

  /// use(row, row, ...)
  template <class Use>
  constexpr decltype(auto) apply(Use&& use) const {
    return use(static_cast<const PlacedRow<I, Rows>*>(this)->row...);
  }
};

}  // namespace detail

/// The rows of a field table, or the rules of a struct: a list whose rows need not be of one type. It does the little
/// that we ask of std::tuple; hundreds of tables compile in less than half of the
/// time.
template <class... Rows>
struct Table : detail::PlacedRows<std::index_sequence_for<Rows...>, Rows...> {
  static constexpr std::size_t size = sizeof...(Rows);

  constexpr explicit Table(const Rows&... rows)
      : detail::PlacedRows<std::index_sequence_for<Rows...>, Rows...>(rows...) {}

  template <std::size_t I>
  constexpr const auto& row() const {
    return detail::row_at<I>(*this);
  }
  /// visit(row) for every row, in order.
  template <class Visitor>
  constexpr void for_each([[maybe_unused]] Visitor&& visit) const {
    this->apply([&](const Rows&... row) { (visit(row), ...); });
  }
};

/// One table after the other.
template <class... A, class... B>
constexpr Table<A..., B...> join(const Table<A...>& first, const Table<B...>& second) {
  return first.apply(
      [&](const A&... a) { return second.apply([&](const B&... b) { return Table<A..., B...>(a..., b...); }); });
}
template <class First, class Second, class... Others>
constexpr auto join(const First& first, const Second& second, const Others&... others) {
  return join(join(first, second), others...);
}

}  // namespace stiction
