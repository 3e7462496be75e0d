// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/schema/type_list.hpp"
#include "stiction/signals/pulse_kinds.hpp"
#include "stiction/signals/random_kinds.hpp"
#include "stiction/signals/s_curve.hpp"

namespace stiction {

/// Every kind of signal with a table. Two more take lists: "lines" (points of time and value) and "csv" (a file).
using AllSignals = TypeList<ConstantSignal<>, StepSignal<>, RampSignal<>, SineSignal<>, ChirpSignal<>, TriangleSignal<>,
                            SquareSignal<>, PulsesSignal<>, GaussianPulseSignal<>, NoiseSignal<>, PrbsSignal<>,
                            MultisineSignal<>, MoveSignal<>, SCurveSignal<>>;

}  // namespace stiction
