// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/law_study.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "stiction/analysis/loops.hpp"
#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/catalogue/plant_catalogue.hpp"
#include "stiction/schema/nearest_name.hpp"
#include "stiction/schema/number_text.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

using std::numbers::pi;

std::vector<double> logarithmic(double low, double high, int count) {
  std::vector<double> all(static_cast<std::size_t>(count));
  for (int k = 0; k < count; ++k) all[static_cast<std::size_t>(k)] = low * std::pow(high / low, k / (count - 1.0));
  return all;
}

class LawExperiments {
 public:
  LawExperiments(const NamedPart& law, const LawStudyOptions& options)
      : options_(options), entry_(find_model(law.model)) {
    s_.law = law, s_.law.preset.clear();
    // At its nominal load: the plants of these experiments have no other.
    for (const FieldInfo& row : entry_.load_parameters) s_.law.values.erase(std::string(row.name));
    s_.law.values = entry_.resolve(law.preset, s_.law.values);
    s_.turns = options.turns, s_.mass = options.mass;
    const ContactScale scale = assemble(experiment("prescribed_velocity")).contact_scale(0);
    s_.force = scale.force > 0 ? scale.force : 1, s_.deflection = scale.deflection > 0 ? scale.deflection : 1e-5;
    s_.speed = scale.speed > 0 ? scale.speed : 1e-3;
    level_ = s_.force;
    for (const FieldInfo& row : entry_.parameters)
      if (row.role == Role::force_level)
        for (const double x : s_.law.values.find(row.name)->second.numbers) level_ = std::max(level_, x);
  }

  LawStudy study() {
    using Make = void (LawExperiments::*)(LawStudyPart&);
    struct Row {
      const char *name, *title, *x, *x_unit, *y, *y_unit;
      Make make;
    };
    static constexpr Row rows[] = {
        {"steady_curve", "Steady sliding", "speed", "m/s", "friction", "N", &LawExperiments::steady_curve},
        {"presliding", "Before sliding", "displacement", "m", "friction", "N", &LawExperiments::presliding},
        {"breakaway", "Break-away against rate", "loading rate", "N/s", "break-away force", "N",
         &LawExperiments::breakaway},
        {"lag", "Friction lags behind velocity", "velocity", "m/s", "friction", "N", &LawExperiments::lag},
        {"rate_dependence", "The same path at several rates", "displacement", "m", "friction", "N",
         &LawExperiments::rates},
        {"drift", "Drift under vibration", "time", "s", "position", "m", &LawExperiments::drift}};
    for (const Row& row : rows) {
      LawStudyPart part{.name = row.name,
                        .title = row.title,
                        .x = row.x,
                        .x_unit = unit(row.x_unit),
                        .y = row.y,
                        .y_unit = unit(row.y_unit)};
      try {
        (this->*row.make)(part);
      } catch (const InvalidInput& error) {
        part.problem = error.what();
      }
      if (!part.problem.empty()) part.curves.clear(), part.numbers.clear();
      s_.parts.push_back(std::move(part));
      if (options_.progress && options_.progress(static_cast<double>(s_.parts.size()) / std::size(rows))) break;
    }
    return std::move(s_);
  }

 private:
  std::string unit(std::string_view of_sliding) const {
    return s_.turns ? rotational(of_sliding) : std::string(of_sliding);
  }
  void number(LawStudyPart& part, const std::string& key, double value, std::string_view its_unit) const {
    part.numbers.push_back({value, unit(its_unit), "", key});
  }
  NamedExperiment experiment(const std::string& plant) const {
    NamedExperiment e;
    e.plant = {.model = plant}, e.friction = {s_.law};
    e.run.solver.tolerance = options_.tolerance;
    return e;
  }
  /// One input of a plant, given by a kind of signal and its values.
  static void set_input(NamedExperiment& e, const std::string& name, const std::string& kind, NamedValues values) {
    e.inputs = {{name, NamedSignal(std::vector<NamedSignal::Term>{{.kind = kind, .values = std::move(values)}})}};
  }
  static Trajectory run(const NamedExperiment& e) {
    LoopRun assembled = assemble(e);
    Trajectory t = run_loop(assembled, e.run);
    if (!t.result.finished()) throw InvalidInput("law", {{"", "the run did not finish: " + t.result.reason}});
    return t;
  }

  /// The last period of a sinusoidal motion, after those before have passed. Samples lie half an interval beside the
  /// reversals, where a force may jump.
  struct Cycle {
    std::vector<double> x, v, force;
  };
  Cycle cycle(double speed_amplitude, double frequency, double bias, int settling, std::size_t samples = 1000) const {
    NamedExperiment e = experiment("prescribed_velocity");
    const double half = pi / static_cast<double>(samples);
    set_input(e, "velocity", "sine",
              {{"amplitude", speed_amplitude}, {"frequency", frequency}, {"phase", half}, {"bias", bias}});
    e.run.duration = (settling + 1) / frequency;
    e.run.record = {.interval = 1 / (frequency * static_cast<double>(samples)),
                    .signals = {"travelled", "friction_force", "velocity"}};
    const Trajectory t = run(e);
    const auto last = [&](const char* name) {
      const std::size_t first = samples * static_cast<std::size_t>(settling);
      return std::vector<double>(t[name].begin() + static_cast<std::ptrdiff_t>(first),
                                 t[name].begin() + static_cast<std::ptrdiff_t>(first + samples));
    };
    Cycle c{last("travelled"), last("velocity"), last("friction_force")};
    const auto [low, high] = std::minmax_element(c.x.begin(), c.x.end());
    const double middle = 0.5 * (*low + *high);
    for (double& x : c.x) x -= middle;
    return c;
  }
  static LawCurve closed(std::string label, std::vector<double> x, std::vector<double> y) {
    x.push_back(x.front()), y.push_back(y.front());
    return {std::move(label), std::move(x), std::move(y)};
  }
  std::string measured(double value, std::string_view its_unit) const {
    const bool small = std::abs(value) < 1e-3;
    return rounded_text(small ? 1e6 * value : value, 3) + (small ? " \u00b5" : " ") + unit(its_unit);
  }

  void steady_curve(LawStudyPart& part) {
    if (!entry_.steady_force) return void(part.problem = "the law has no steady state of its own");
    part.logarithmic_x = true;
    const std::vector<double> speed = logarithmic(1e-3 * s_.speed, 1e3 * s_.speed, 121);
    std::vector<double> back = speed;
    for (double& v : back) v = -v;
    const std::vector<double> forward = entry_.steady_force(s_.law.values, speed);
    std::vector<double> backward = entry_.steady_force(s_.law.values, back);
    for (double& force : backward) force = -force;
    part.curves.push_back({"steady friction", speed, forward});
    const auto lowest = std::min_element(forward.begin(), forward.end());
    number(part, "slowest", forward.front(), "N");
    number(part, "lowest", *lowest, "N");
    number(part, "speed_of_lowest", speed[static_cast<std::size_t>(lowest - forward.begin())], "m/s");
    number(part, "fastest", forward.back(), "N");
    double apart = 0;
    for (std::size_t k = 0; k < speed.size(); ++k) apart = std::max(apart, std::abs(forward[k] - backward[k]));
    if (apart > 1e-9 * s_.force) part.curves.push_back({"backwards", speed, backward});
  }

  void presliding(LawStudyPart& part) {
    for (const double factor : {10.0, 3.0, 1.0, 0.3}) {  // the largest first: smaller loops are drawn upon it
      const double amplitude = factor * s_.deflection, frequency = 0.01 * s_.speed / (2 * pi * amplitude);
      // What the start leaves decays along the path: a small loop needs many turns.
      const Cycle c = cycle(0.01 * s_.speed, frequency, 0, 2 + static_cast<int>(4 / factor));
      const std::string name = measured(amplitude, "m");
      part.curves.push_back(closed("\u00b1" + name, c.x, c.force));
      const LoopMeasure loop = measure_loop(c.x, c.force);
      number(part, "work_per_cycle_at_" + number_text(factor) + "_z", loop.area, "J");
      number(part, "height_at_" + number_text(factor) + "_z", loop.height, "N");
    }
  }

  /// The first local maximum of friction, or where a law with true rest says that it slips.
  void breakaway(LawStudyPart& part) {
    part.logarithmic_x = true;
    LawCurve curve{.label = "break-away"};
    for (const double rate : logarithmic(0.1 * s_.force, 50 * s_.force, 9)) {
      NamedExperiment e = experiment("mass_on_surface");
      set_value(e, "plant.mass", s_.mass);
      set_input(e, "force", "ramp", {{"slope", rate}});
      e.run.duration = 2 * level_ / rate;
      e.run.record.interval = e.run.duration, e.run.record.signals = {"velocity"};
      e.run.record.measures = {{.key = "peak", .what = "local_maximum", .signal = "friction_force"}};
      const Trajectory t = run(e);
      const auto slip =
          std::find_if(t.events.begin(), t.events.end(), [](const auto& ev) { return ev.what == "slip"; });
      const bool slips = slip != t.events.end();
      if (!slips && !t.measured.front().missing.empty()) continue;
      curve.x.push_back(rate), curve.y.push_back(slips ? rate * slip->time : t.measured.front().value);
    }
    if (curve.x.empty()) return void(part.problem = "friction has no maximum before twice its level is applied");
    number(part, "slowest_rate", curve.y.front(), "N");
    number(part, "fastest_rate", curve.y.back(), "N");
    const auto [low, high] = std::minmax_element(curve.y.begin(), curve.y.end());
    part.numbers.push_back({(*high - *low) / *high, "1", "", "change_with_rate"});
    part.curves.push_back(std::move(curve));
  }

  void lag(LawStudyPart& part) {
    if (!entry_.steady_force) return void(part.problem = "the law has no steady state to lag behind");
    const double mean = 1.5 * s_.speed, amplitude = 1.4 * s_.speed;
    for (const double factor : {0.01, 0.1, 0.3}) {
      const double frequency = factor * mean / s_.deflection / (2 * pi);
      const Cycle c = cycle(amplitude, frequency, mean, 8);
      part.curves.push_back(closed(measured(frequency, "Hz"), c.v, c.force));
      const std::vector<double> steady = entry_.steady_force(s_.law.values, c.v);
      const double shift = time_shift(steady, c.force).fraction_of_period / frequency;
      number(part, "lag_at_" + number_text(factor) + "_v_per_z", shift, "s");
    }
  }

  void rates(LawStudyPart& part) {
    const double amplitude = 10 * s_.deflection;
    std::vector<std::vector<double>> forces;
    for (const double factor : {0.01, 0.1, 1.0}) {
      const double frequency = factor * s_.speed / (2 * pi * amplitude);
      const Cycle c = cycle(factor * s_.speed, frequency, 0, 3);
      part.curves.push_back(closed(measured(frequency, "Hz"), c.x, c.force));
      forces.push_back(c.force);
    }
    part.numbers.push_back({rate_dependence(forces), "1", "", "rate_dependence"});
  }

  void drift(LawStudyPart& part) {
    constexpr int cycles = 10;
    // Well below the frequency of the mass on its bristles.
    const double frequency = 0.05 * std::sqrt(s_.force / (s_.deflection * s_.mass)) / (2 * pi);
    NamedExperiment e = experiment("mass_on_surface");
    set_value(e, "plant.mass", s_.mass);
    set_input(e, "force", "sine", {{"amplitude", 0.5 * s_.force}, {"frequency", frequency}, {"bias", 0.3 * s_.force}});
    e.run.duration = cycles / frequency;
    e.run.record = {.interval = 0.01 / frequency, .signals = {"position"}};
    for (const int n : {cycles - 1, cycles})
      e.run.record.measures.push_back(
          {.key = std::to_string(n), .what = "value", .signal = "position", .at = n / frequency});
    const Trajectory t = run(e);
    part.curves.push_back({"position", t.time, t["position"]});
    number(part, "drift_per_cycle", t.measured[1].value - t.measured[0].value, "m");
    number(part, "drift_per_cycle_of_z", (t.measured[1].value - t.measured[0].value) / s_.deflection, "1");
    number(part, "frequency", frequency, "Hz");
  }

  const LawStudyOptions& options_;
  const ModelEntry& entry_;
  LawStudy s_;
  double level_ = 1;  ///< the highest force among the law's parameters: it bounds what the law can hold [N]
};

}  // namespace

LawInContact law_in_contact(const NamedExperiment& experiment, std::string_view contact) {
  const NamedExperiment e = resolved(experiment);
  const PlantEntry& plant = find_plant(e.plant.model);
  const std::vector<std::string_view> known(plant.contacts.begin(), plant.contacts.end());
  const auto found = contact.empty() ? known.begin() : std::find(known.begin(), known.end(), contact);
  if (found == known.end())
    throw InvalidInput(e.plant.model, {{"contact", unknown_name_text("contact", contact, known)}});
  LawInContact chosen{e.friction[static_cast<std::size_t>(found - known.begin())], plant.info.rotates};
  for (const FieldInfo& row : plant.parameters)
    if (!chosen.mass && (row.name.ends_with("mass") || row.name.ends_with("inertia")))
      chosen.mass = value_in(e.plant.values, row.name);
  return chosen;
}

LawStudy study_law(const NamedPart& law, const LawStudyOptions& options) {
  return LawExperiments(law, options).study();
}

}  // namespace stiction
