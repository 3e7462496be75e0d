// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "stiction/schema/field_info.hpp"
#include "stiction/schema/named_values.hpp"
#include "stiction/signals/all_signals.hpp"
#include "stiction/signals/signal_part.hpp"

/// Every kind of signal by name. Loops over AllSignals and names no signal itself.
namespace stiction {

struct SignalEntry {
  std::string_view name, doc;
  std::vector<FieldInfo> parameters;  ///< the unit "u" is that of the input
  const SignalPart* plain;
  const SignalPart* timed;  ///< with a window, or repeated
  /// The kind's numbers in SI units, for an input measured in `unit`; checked. Throws InvalidInput.
  std::vector<double> (*numbers)(const NamedValues& values, std::string_view unit);
  /// What the values ask for.
  const SignalPart& part(const NamedValues& values) const;
};

/// True where values give a window or a repetition, which any signal may have.
bool has_timing(const NamedValues& values);
inline const SignalPart& SignalEntry::part(const NamedValues& values) const {
  return has_timing(values) ? *timed : *plain;
}
/// A signal that is data, in the window and as often as the values say.
Signal timed(const Signal& signal, const NamedValues& values);

std::span<const SignalEntry> signal_catalogue();

/// The kind of this name; throws InvalidInput with the nearest known name.
const SignalEntry& find_signal_kind(std::string_view name);

}  // namespace stiction
