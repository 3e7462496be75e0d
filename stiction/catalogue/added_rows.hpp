// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>

#include "stiction/loop/part_table.hpp"
#include "stiction/schema/named_values.hpp"

/// What may be given with any part beside its own numbers, and parts that are made from others for it: load and
/// unevenness with any law, filters with any controller, an electric motor with any plant.
///
/// A made part has the numbers of its own part first and those that were added behind them. Its functions work on
/// numbers in a row, so that each is compiled once, and find what they were made for in their context.
namespace stiction {

/// Rows of which giving one asks for all.
struct AddedKind {
  std::vector<TableRow> rows;
  std::vector<FieldInfo> info;  ///< the same with defaults
};
template <class Struct>
AddedKind added_kind() {
  return {{rows_of<Struct>.begin(), rows_of<Struct>.end()}, describe<Struct>()};
}
/// The same from the row `first` on.
template <class Struct>
AddedKind added_kind_from(std::size_t first) {
  AddedKind kind = added_kind<Struct>();
  kind.rows.erase(kind.rows.begin(), kind.rows.begin() + static_cast<std::ptrdiff_t>(first));
  kind.info.erase(kind.info.begin(), kind.info.begin() + static_cast<std::ptrdiff_t>(first));
  return kind;
}

/// Kinds of rows, of which values ask for some.
class AddedRows {
 public:
  explicit AddedRows(std::vector<AddedKind> kinds) : kinds_(std::move(kinds)) {
    for (const AddedKind& kind : kinds_) info_.insert(info_.end(), kind.info.begin(), kind.info.end());
  }

  bool asks_for(const NamedValues& values, std::size_t kind) const {
    const auto& rows = kinds_[kind].rows;
    return std::any_of(rows.begin(), rows.end(), [&](const TableRow& row) { return values.contains(row.name); });
  }
  /// The kinds that values ask for, a bit for each.
  std::size_t asked(const NamedValues& values) const {
    std::size_t bits = 0;
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind)
      bits |= static_cast<std::size_t>(asks_for(values, kind)) << kind;
    return bits;
  }
  bool contains(std::string_view name) const {
    return std::any_of(info_.begin(), info_.end(), [&](const FieldInfo& row) { return row.name == name; });
  }
  /// Of every kind.
  const std::vector<FieldInfo>& info() const { return info_; }
  const AddedKind& kind(std::size_t kind) const { return kinds_[kind]; }
  /// Of the kinds whose bits are set, one behind the other.
  AddedKind of(std::size_t bits) const {
    AddedKind all;
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
      if ((bits >> kind & 1) == 0) continue;
      all.rows.insert(all.rows.end(), kinds_[kind].rows.begin(), kinds_[kind].rows.end());
      all.info.insert(all.info.end(), kinds_[kind].info.begin(), kinds_[kind].info.end());
    }
    return all;
  }

  /// Those of the values that are of these rows, and the others, which are of the part itself.
  NamedValues among(const NamedValues& values) const { return part_of(values, true); }
  NamedValues without(const NamedValues& values) const { return part_of(values, false); }
  /// The first, completed and checked. Throws InvalidInput.
  NamedValues checked(const NamedValues& values, std::string_view owner) const {
    const NamedValues given = among(values);
    const AddedKind all = of(asked(given));
    std::vector<double> numbers = default_numbers(all.info);
    detail::assign_or_throw(all.rows, numbers, given, nullptr, owner);
    return detail::values_in_table(all.rows, numbers);
  }

 private:
  NamedValues part_of(const NamedValues& values, bool added) const {
    NamedValues some;
    for (const auto& [name, value] : values)
      if (contains(name) == added) some.emplace(name, value);
    return some;
  }

  std::vector<AddedKind> kinds_;
  std::vector<FieldInfo> info_;
};

/// What functions of a made part find in their context. Laws have a number there (LawFunction), which is the address.
template <class Made>
const Made& made(const void* from) {
  return *static_cast<const Made*>(from);
}
template <class Made>
const Made& made(std::size_t context) {
  return *reinterpret_cast<const Made*>(context);  // NOLINT(performance-no-int-to-ptr): see `context_of`
}
inline std::size_t context_of(const void* made) { return reinterpret_cast<std::size_t>(made); }

/// Made parts, each once and for as long as the program runs, like other parts.
template <class Key, class Made>
class MadeParts {
 public:
  template <class Make>
  const Made& get(const Key& key, Make&& make) {
    const std::lock_guard<std::mutex> alone(making_);
    auto& found = all_[key];
    if (!found) found = make();
    return *found;
  }

 private:
  std::map<Key, std::unique_ptr<const Made>> all_;
  std::mutex making_;
};

}  // namespace stiction
