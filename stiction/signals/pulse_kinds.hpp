// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/signals/signal_kinds.hpp"

/// Signals that jump to and fro, and one that rises and falls smoothly; see signal_kinds.hpp.
namespace stiction {

template <class Real = double>
struct SquareSignal {
  static constexpr std::string_view name = "square", doc = "Two values in turn for ever, the upper one first.";
  Real amplitude = Real(1), frequency = Real(1), duty = Real(0.5), bias = Real(0);
  static constexpr auto fields() {
    return Table{
        Field{&SquareSignal::amplitude, "amplitude", "A", "u", any_finite, "Half of the swing."},
        Field{&SquareSignal::frequency, "frequency", "f", "Hz", positive, "Swings per second."},
        Field{&SquareSignal::duty, "duty", "d", "1", between(1e-6, 1 - 1e-6), "Fraction of a period spent above."},
        Field{&SquareSignal::bias, "bias", "a", "u", any_finite, "Midway between the two."}};
  }
  BasicSignal<Real> signal() const {
    using S = BasicSignal<Real>;
    const Real period = Real(1) / frequency;
    return S(
        typename S::Track{{{.value = bias + amplitude}, {.start = duty * period, .value = bias - amplitude}}, period});
  }
};

template <class Real = double>
struct PulsesSignal {
  static constexpr std::string_view name = "pulses", doc = "Rectangles, one every period, from the start on.";
  Real height = Real(1), width = Real(0.1), period = Real(1), start = Real(0), base = Real(0);
  static constexpr auto fields() {
    return Table{Field{&PulsesSignal::height, "height", "A", "u", any_finite, "Of a pulse above the base."},
                 Field{&PulsesSignal::width, "width", "w", "s", positive, "How long a pulse lasts."},
                 Field{&PulsesSignal::period, "period", "T", "s", positive, "From pulse to pulse."},
                 Field{&PulsesSignal::start, "start", "t_0", "s", any_finite, "When the first one begins."},
                 Field{&PulsesSignal::base, "base", "a", "u", any_finite, "The value between pulses and before."}};
  }
  static constexpr auto rules() {
    return Table{Rule<PulsesSignal>{"width < period", [](const PulsesSignal& s) { return s.width < s.period; }}};
  }
  BasicSignal<Real> signal() const {
    using S = BasicSignal<Real>;
    typename S::Track train{{{.value = height}, {.start = width}}, period, start};
    train.timing.active_from = start;
    return S(train) + S(base);
  }
};

/// Cut off where exp underflows what rounding leaves of its peak, so that a solver knows where to look for it.
template <class Real = double>
struct GaussianPulseSignal {
  static constexpr std::string_view name = "gaussian_pulse", doc = "A smooth pulse in the shape of a bell.";
  Real height = Real(1), time = Real(1), width = Real(0.1), base = Real(0);
  static constexpr auto fields() {
    return Table{Field{&GaussianPulseSignal::height, "height", "A", "u", any_finite, "Of the peak above the base."},
                 Field{&GaussianPulseSignal::time, "time", "t_0", "s", any_finite, "When it peaks."},
                 Field{&GaussianPulseSignal::width, "width", "\\sigma", "s", positive,
                       "From the peak to where it is steepest (one standard deviation)."},
                 Field{&GaussianPulseSignal::base, "base", "a", "u", any_finite, "The value long before and after."}};
  }
  BasicSignal<Real> signal() const {
    using S = BasicSignal<Real>;
    const Real half = Real(8.6) * width;  // exp(-8.6^2 / 2) < 1e-16
    return S(
        typename S::Track{{{.value = base},
                           {.start = time - half, .value = base, .amplitude = height, .width = width, .centre = half},
                           {.start = time + half, .value = base}}});
  }
};

}  // namespace stiction
