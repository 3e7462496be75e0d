// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string_view>
#include <tuple>

#include "stiction/schema/field.hpp"
#include "stiction/schema/type_list.hpp"
#include "stiction/signals/signal.hpp"

/// Signals as files and forms name them: one struct each, with a table. The unit "u" stands for that of the input the
/// signal is given to; "u/s" for its rate.
namespace stiction {

struct ConstantSignal {
  static constexpr std::string_view name = "constant", doc = "The same value all the time.";
  double value = 0;
  static constexpr auto fields() {
    return Table{Field{&ConstantSignal::value, "value", "a", "u", finite, "The value."}};
  }
  Signal signal() const { return value; }
};

struct StepSignal {
  static constexpr std::string_view name = "step", doc = "Jumps from one value to another.";
  double time = 0, before = 0, after = 1;
  static constexpr auto fields() {
    return Table{Field{&StepSignal::time, "time", "t_0", "s", finite, "When it jumps."},
                 Field{&StepSignal::before, "before", "a", "u", finite, "The value before."},
                 Field{&StepSignal::after, "after", "b", "u", finite, "The value after."}};
  }
  Signal signal() const { return Signal::step(time, before, after); }
};

struct RampSignal {
  static constexpr std::string_view name = "ramp", doc = "Rises (or falls) at a constant rate from a given time on.";
  double slope = 1, value = 0, start = 0;
  static constexpr auto fields() {
    return Table{Field{&RampSignal::slope, "slope", "b", "u/s", finite, "Change per second."},
                 Field{&RampSignal::value, "value", "a", "u", finite, "The value until it starts."},
                 Field{&RampSignal::start, "start", "t_0", "s", finite, "When it starts."}};
  }
  Signal signal() const {
    return Signal(Signal::Track{{{.value = value}, {.start = start, .value = value, .slope = slope}}, 0});
  }
};

struct SineSignal {
  static constexpr std::string_view name = "sine", doc = "A sine with a bias.";
  double amplitude = 1, frequency = 1, phase = 0, bias = 0;
  static constexpr auto fields() {
    return Table{Field{&SineSignal::amplitude, "amplitude", "A", "u", finite, "Half of the swing."},
                 Field{&SineSignal::frequency, "frequency", "f", "Hz", non_negative, "Swings per second."},
                 Field{&SineSignal::phase, "phase", "\\varphi", "rad", finite, "Angle at t = 0."},
                 Field{&SineSignal::bias, "bias", "a", "u", finite, "Mean value."}};
  }
  Signal signal() const { return Signal::sine(amplitude, frequency, phase, bias); }
};

struct ChirpSignal {
  static constexpr std::string_view name = "chirp", doc = "A sine whose frequency grows in proportion to time.";
  double amplitude = 1, from = 0.1, to = 10, duration = 10, bias = 0;
  static constexpr auto fields() {
    return Table{Field{&ChirpSignal::amplitude, "amplitude", "A", "u", finite, "Half of the swing."},
                 Field{&ChirpSignal::from, "from", "f_0", "Hz", non_negative, "Frequency at t = 0."},
                 Field{&ChirpSignal::to, "to", "f_1", "Hz", non_negative, "Frequency after the duration."},
                 Field{&ChirpSignal::duration, "duration", "T", "s", positive,
                       "How long the frequency takes from one to the other."},
                 Field{&ChirpSignal::bias, "bias", "a", "u", finite, "Mean value."}};
  }
  Signal signal() const { return Signal::chirp(amplitude, from, to, duration, bias); }
};

struct TriangleSignal {
  static constexpr std::string_view name = "triangle", doc = "Straight lines up and down for ever, from 0 upwards.";
  double amplitude = 1, frequency = 1, bias = 0;
  static constexpr auto fields() {
    return Table{Field{&TriangleSignal::amplitude, "amplitude", "A", "u", finite, "Half of the swing."},
                 Field{&TriangleSignal::frequency, "frequency", "f", "Hz", positive, "Swings per second."},
                 Field{&TriangleSignal::bias, "bias", "a", "u", finite, "Mean value."}};
  }
  Signal signal() const { return Signal::triangle(amplitude, frequency) + Signal(bias); }
};

struct MoveSignal {
  static constexpr std::string_view name = "move", doc = "A move with a trapezoidal velocity.";
  double start = 0, from = 0, distance = 1, speed = 1, acceleration = 1;
  static constexpr auto fields() {
    return Table{Field{&MoveSignal::start, "start", "t_0", "s", finite, "When it starts."},
                 Field{&MoveSignal::from, "from", "x_0", "u", finite, "The value before."},
                 Field{&MoveSignal::distance, "distance", "d", "u", finite, "How far it goes."},
                 Field{&MoveSignal::speed, "speed", "v", "u/s", positive, "The largest rate."},
                 Field{&MoveSignal::acceleration, "acceleration", "a", "u/s2", positive,
                       "Change of the rate, speeding up and slowing down."}};
  }
  Signal signal() const { return Signal::trapezoidal_move(start, from, distance, speed, acceleration); }
};

/// Every kind of signal with a table. Two more take lists: "lines" (points of time and value) and "csv" (a file).
using AllSignals =
    TypeList<ConstantSignal, StepSignal, RampSignal, SineSignal, ChirpSignal, TriangleSignal, MoveSignal>;

}  // namespace stiction
