// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/cure_candidates.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "stiction/catalogue/controller_catalogue.hpp"
#include "stiction/catalogue/followed_number.hpp"
#include "stiction/schema/unit.hpp"

namespace stiction {
namespace {

/// What is tuned wherever a controller has it, and how it grows with the bandwidth of the loop.
struct TunedRow {
  std::string_view name;
  int order;
};
constexpr TunedRow tuned_rows[] = {{"velocity_gain", 1},          {"position_gain", 2},      {"integral_gain", 3},
                                   {"derivative_time", -1},       {"position_loop_gain", 1}, {"velocity_loop_gain", 1},
                                   {"velocity_integral_gain", 2}, {"sliding_gain", 1},       {"error_rate", 1},
                                   {"adaptation_gain", 0},        {"observer_gain", 0},      {"compensation_gain", 0},
                                   {"smoothing_velocity", 0},     {"dither_amplitude", 0},   {"pulse_height", 0},
                                   {"pulse_tolerance", 0},        {"observer_bandwidth", 1}};

/// A controller near rest: damping, stiffness and integral action that it gives the position error.
struct Gains {
  double damping = 6, stiffness = 3, integral = 0;
  double rate() const { return damping > 0 ? stiffness / damping : std::sqrt(stiffness); }  ///< [1/s]
};

Gains gains_of(const NamedPart& c, double mass) {
  const auto number = [&](std::string_view name) { return value_in(c.values, name); };
  if (const auto kx = number("position_loop_gain"), kv = number("velocity_loop_gain"); kx && kv) {
    // Cascade: K_v (K_x e - v) + K_vi int (K_x e - v).
    const double ki = number("velocity_integral_gain").value_or(0);
    return {*kv, *kv * *kx + ki, ki * *kx};
  }
  if (const auto k = number("sliding_gain"), rate = number("error_rate"); k && rate)
    return {*k + mass * *rate, *k * *rate, 0};  // -K (de + lambda e) - m lambda de
  return {number("velocity_gain").value_or(6), number("position_gain").value_or(3),
          number("integral_gain").value_or(0)};
}

/// The same gains in the words of another controller.
NamedValues values_for(const ControllerEntry& controller, const Gains& g) {
  const double rate = std::max(g.rate(), 1e-6), damping = std::max(g.damping, 1e-9);
  const std::pair<std::string_view, double> all[] = {
      {"velocity_gain", g.damping},  {"position_gain", g.stiffness},
      {"integral_gain", g.integral}, {"velocity_loop_gain", damping},
      {"position_loop_gain", rate},  {"velocity_integral_gain", g.integral / rate},
      {"sliding_gain", damping},     {"error_rate", rate}};
  NamedValues values;
  for (const auto& [name, value] : all)
    for (const FieldInfo& row : controller.parameters)
      if (row.name == name) values.insert_or_assign(std::string(name), value);
  return values;
}

bool has_row(const std::vector<FieldInfo>& rows, std::string_view name) {
  return std::any_of(rows.begin(), rows.end(), [&](const FieldInfo& row) { return row.name == name; });
}

class Candidates {
 public:
  explicit Candidates(const ServoTask& task)
      : task_(task),
        mass_(mass_of(task)),
        gains_(gains_of(task.controller(), mass_)),
        given_(find_controller(task.controller().model)) {}

  std::vector<CureCandidate> all() {
    const std::string& law = task_.friction().model;
    // Those that shake do so well above the bandwidth of the loop; they take longest to compute and come first.
    const double bandwidth = std::sqrt(std::max(gains_.stiffness, 1e-9) / mass_) / (2 * std::numbers::pi);  // [Hz]
    const double fastest = task_.is_sampled() ? 1 / (20 * task_.sample_time()) : 1e3;
    add("dither", "dither",
        {{"dither_amplitude", 1.5 * task_.force_level()},
         {"dither_frequency", std::clamp(15 * bandwidth, std::min(1.0, fastest), fastest)}});
    const double period = 1 / std::clamp(10 * bandwidth, std::min(0.5, 0.5 * fastest), 0.5 * fastest);
    add("knocker", "knocker",
        {{"pulse_height", 2 * task_.force_level()}, {"pulse_period", period}, {"pulse_width", 0.1 * period}});
    for (CureCandidate& shaken : all_) shaken.tolerance = 1e-3;
    add("feed-forward of friction", "feed_forward", {});
    add("disturbance observer", "disturbance_observer", {});
    for (const ControllerEntry& c : controller_catalogue())
      if (has_row(c.inputs, "reference") && c.info.name.ends_with("_" + law))
        add(label_of(c), std::string(c.info.name), {});
    if (given_.info.name != "textbook_pid")
      add("PID", "textbook_pid", {{"derivative_weight", task_.has_constant_reference() ? 0.0 : 1.0}});
    // Last, and with all that was given.
    CureCandidate own{.label = "as given, tuned", .controller = task_.controller()};
    own.numbers = numbers_of(given_, own.controller.values);
    if (!own.numbers.empty()) all_.push_back(std::move(own));
    return std::move(all_);
  }

 private:
  /// What the drive moves; of several bodies that which the given gains would damp well.
  static double mass_of(const ServoTask& task) {
    const NamedExperiment& e = task.servo();
    if (const auto named = value_in(e.plant.values, followed_number(e, "plant.mass").name)) return *named;
    if (const auto felt = driven_inertia(e)) return *felt;
    const Gains g = gains_of(task.controller(), 1);
    return g.damping > 0 && g.stiffness > 0 ? g.damping * g.damping / (2 * g.stiffness) : 1;
  }
  static std::string label_of(const ControllerEntry& c) {
    return c.info.name.starts_with("friction_observer")  ? "friction observer"
           : c.info.name.starts_with("adaptive")         ? "adaptive friction"
           : c.info.name.starts_with("lsi_compensation") ? "compensation along the path"
                                                         : std::string(c.info.name);
  }

  void add(std::string label, std::string model, const NamedValues& own) {
    if (given_.info.name == model) return;  // it takes part as given, tuned
    const ControllerEntry& controller = find_controller(model);
    NamedPart part{.model = std::move(model), .values = values_for(controller, gains_)};
    for (const auto& [name, value] : own) part.values.insert_or_assign(name, value);
    // A law without stiction of its own breaks away at its Coulomb level.
    if (has_row(controller.parameters, "friction_static_force") && !task_.friction().values.contains("static_force"))
      for (const char* name : {"friction_static_force", "friction_coulomb_force"})
        part.values.insert_or_assign(name, task_.force_level());
    if (task_.is_sampled() && has_row(controller.parameters, "derivative_time"))
      part.values.insert_or_assign("derivative_time", 2 * task_.sample_time());
    part = *resolved(task_.with_controller(part)).controller;  // what it assumes is written out, and stays
    std::vector<TunedNumber> numbers = numbers_of(controller, part.values);
    all_.push_back({std::move(label), std::move(part), std::move(numbers)});
  }

  std::vector<TunedNumber> numbers_of(const ControllerEntry& controller, const NamedValues& values) const {
    std::vector<TunedNumber> numbers;
    for (const TunedRow& tuned : tuned_rows)
      for (const FieldInfo& row : controller.parameters) {
        if (row.name != tuned.name) continue;
        TunedNumber n{.name = std::string(row.name), .unit = unit_of_motion(row, task_.turns()), .range = row.range};
        n.start = value_in(values, row.name).value_or(0), n.order = tuned.order;
        n.size = n.start > 0 ? n.start : switched_on(n);
        numbers.push_back(std::move(n));
      }
    return numbers;
  }
  /// An integral that acts over three times the time in which the loop answers; else what a table calls usual.
  double switched_on(const TunedNumber& n) const {
    if (n.order == 3) return std::max(0.3 * gains_.stiffness * gains_.rate(), 1e-6);
    if (n.order == 2) return std::max(0.3 * gains_.damping * gains_.rate(), 1e-6);
    return n.order == 1 ? std::max(gains_.damping, 1e-3) : 1;
  }

  const ServoTask& task_;
  double mass_;
  Gains gains_;
  const ControllerEntry& given_;
  std::vector<CureCandidate> all_{};
};

}  // namespace

std::vector<CureCandidate> cure_candidates(const ServoTask& task) { return Candidates(task).all(); }

}  // namespace stiction
