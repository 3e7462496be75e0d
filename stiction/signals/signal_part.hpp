// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "stiction/scalar/packed_dual.hpp"
#include "stiction/schema/field_info.hpp"
#include "stiction/schema/packing.hpp"
#include "stiction/signals/signal_kinds.hpp"

/// Signals chosen at run time, as functions of numbers in a row.
namespace stiction {

struct SignalPart {
  std::string_view name, doc;
  std::vector<FieldInfo> parameters;  ///< the unit "u" is that of the input
  Signal (*make)(const double* numbers);
  /// With slopes by four of the numbers, or of others, at a time.
  BasicSignal<PackedDual<4>> (*make_with_slopes)(const PackedDual<4>* numbers);
};

namespace detail {
template <class Number, template <class> class Kind, class Real>
Kind<Number> kind_in(const Kind<Real>&);
template <class Number, template <class> class Kind, class Real>
Timed<Kind, Number> kind_in(const Timed<Kind, Real>&);
template <template <class> class Kind, class Real>
Timed<Kind, Real> timed_kind(const Kind<Real>&);
template <template <class> class Kind, class Real>
Timed<Kind, Real> timed_kind(const Timed<Kind, Real>&);
}  // namespace detail

template <class Kind>
const SignalPart& signal_part() {
  static const SignalPart part{Kind::name, Kind::doc, describe<Kind>(),
                               [](const double* numbers) { return unpacked<Kind>(numbers).signal(); },
                               [](const PackedDual<4>* numbers) {
                                 return unpacked<decltype(detail::kind_in<PackedDual<4>>(Kind{}))>(numbers).signal();
                               }};
  return part;
}

/// The same kind with a timing of its own.
template <class Kind>
const SignalPart& timed_signal_part() {
  return signal_part<decltype(detail::timed_kind(Kind{}))>();
}

/// One term of a signal: a kind with numbers of its own, or a signal that is data (points, a file).
struct SignalTerm {
  const SignalPart* kind = nullptr;  ///< null: `data`
  Signal data{};
};
/// A signal as a sum of terms. A run keeps the numbers of all terms among its parameters.
using SignalSum = std::vector<SignalTerm>;

}  // namespace stiction
