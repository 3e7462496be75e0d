// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string_view>
#include <tuple>

#include "stiction/schema/field.hpp"
#include "stiction/signals/signal.hpp"

/// Signals as files and forms name them: one struct each, with a table. The unit "u" stands for that of the input the
/// signal is given to; "u/s" for its rate. `Real` is the number type, for slopes by those numbers.
namespace stiction {

template <class Real = double>
struct ConstantSignal {
  static constexpr std::string_view name = "constant", doc = "The same value all the time.";
  Real value = Real(0);
  static constexpr auto fields() {
    return Table{Field{&ConstantSignal::value, "value", "a", "u", any_finite, "The value."}};
  }
  BasicSignal<Real> signal() const { return value; }
};

template <class Real = double>
struct StepSignal {
  static constexpr std::string_view name = "step", doc = "Jumps from one value to another.";
  Real time = Real(0), before = Real(0), after = Real(1);
  static constexpr auto fields() {
    return Table{Field{&StepSignal::time, "time", "t_0", "s", any_finite, "When it jumps."},
                 Field{&StepSignal::before, "before", "a", "u", any_finite, "The value before."},
                 Field{&StepSignal::after, "after", "b", "u", any_finite, "The value after."}};
  }
  BasicSignal<Real> signal() const { return BasicSignal<Real>::step(time, before, after); }
};

template <class Real = double>
struct RampSignal {
  static constexpr std::string_view name = "ramp", doc = "Rises (or falls) at a constant rate from a given time on.";
  Real slope = Real(1), value = Real(0), start = Real(0);
  static constexpr auto fields() {
    return Table{Field{&RampSignal::slope, "slope", "b", "u/s", any_finite, "Change per second."},
                 Field{&RampSignal::value, "value", "a", "u", any_finite, "The value until it starts."},
                 Field{&RampSignal::start, "start", "t_0", "s", any_finite, "When it starts."}};
  }
  BasicSignal<Real> signal() const {
    using S = BasicSignal<Real>;
    return S(typename S::Track{{{.value = value}, {.start = start, .value = value, .slope = slope}}});
  }
};

template <class Real = double>
struct SineSignal {
  static constexpr std::string_view name = "sine", doc = "A sine with a bias.";
  Real amplitude = Real(1), frequency = Real(1), phase = Real(0), bias = Real(0);
  static constexpr auto fields() {
    return Table{Field{&SineSignal::amplitude, "amplitude", "A", "u", any_finite, "Half of the swing."},
                 Field{&SineSignal::frequency, "frequency", "f", "Hz", non_negative, "Swings per second."},
                 Field{&SineSignal::phase, "phase", "\\varphi", "rad", any_finite, "Angle at t = 0."},
                 Field{&SineSignal::bias, "bias", "a", "u", any_finite, "Mean value."}};
  }
  BasicSignal<Real> signal() const { return BasicSignal<Real>::sine(amplitude, frequency, phase, bias); }
};

template <class Real = double>
struct ChirpSignal {
  static constexpr std::string_view name = "chirp", doc = "A sine whose frequency grows in proportion to time.";
  Real amplitude = Real(1), from = Real(0.1), to = Real(10), duration = Real(10), bias = Real(0);
  static constexpr auto fields() {
    return Table{Field{&ChirpSignal::amplitude, "amplitude", "A", "u", any_finite, "Half of the swing."},
                 Field{&ChirpSignal::from, "from", "f_0", "Hz", non_negative, "Frequency at t = 0."},
                 Field{&ChirpSignal::to, "to", "f_1", "Hz", non_negative, "Frequency after the duration."},
                 Field{&ChirpSignal::duration, "duration", "T", "s", positive,
                       "How long the frequency takes from one to the other."},
                 Field{&ChirpSignal::bias, "bias", "a", "u", any_finite, "Mean value."}};
  }
  BasicSignal<Real> signal() const { return BasicSignal<Real>::chirp(amplitude, from, to, duration, bias); }
};

template <class Real = double>
struct TriangleSignal {
  static constexpr std::string_view name = "triangle", doc = "Straight lines up and down for ever, from 0 upwards.";
  Real amplitude = Real(1), frequency = Real(1), bias = Real(0);
  static constexpr auto fields() {
    return Table{Field{&TriangleSignal::amplitude, "amplitude", "A", "u", any_finite, "Half of the swing."},
                 Field{&TriangleSignal::frequency, "frequency", "f", "Hz", positive, "Swings per second."},
                 Field{&TriangleSignal::bias, "bias", "a", "u", any_finite, "Mean value."}};
  }
  BasicSignal<Real> signal() const {
    return BasicSignal<Real>::triangle(amplitude, frequency) + BasicSignal<Real>(bias);
  }
};

template <class Real = double>
struct MoveSignal {
  static constexpr std::string_view name = "move", doc = "A move with a trapezoidal velocity.";
  Real start = Real(0), from = Real(0), distance = Real(1), speed = Real(1), acceleration = Real(1);
  static constexpr auto fields() {
    return Table{Field{&MoveSignal::start, "start", "t_0", "s", any_finite, "When it starts."},
                 Field{&MoveSignal::from, "from", "x_0", "u", any_finite, "The value before."},
                 Field{&MoveSignal::distance, "distance", "d", "u", any_finite, "How far it goes."},
                 Field{&MoveSignal::speed, "speed", "v", "u/s", positive, "The largest rate."},
                 Field{&MoveSignal::acceleration, "acceleration", "a", "u/s2", positive,
                       "Change of the rate, speeding up and slowing down."}};
  }
  BasicSignal<Real> signal() const {
    return BasicSignal<Real>::trapezoidal_move(start, from, distance, speed, acceleration);
  }
};

/// A kind of signal with its own timing.
template <template <class> class Kind, class Real = double>
struct Timed : Kind<Real>, SignalTiming<Real> {
  static constexpr auto fields() { return join(Kind<Real>::fields(), SignalTiming<Real>::fields()); }
  static constexpr auto rules() {
    if constexpr (requires { Kind<Real>::rules(); })
      return join(Kind<Real>::rules(), SignalTiming<Real>::rules());
    else
      return SignalTiming<Real>::rules();
  }
  BasicSignal<Real> signal() const { return Kind<Real>::signal().timed(*this); }
};

}  // namespace stiction
