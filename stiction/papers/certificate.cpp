// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/papers/certificate.hpp"

#include "stiction/analysis/half_cycle_map.hpp"
#include "stiction/analysis/named_law.hpp"
#include "stiction/analysis/named_observer.hpp"
#include "stiction/analysis/passivity.hpp"
#include "stiction/analysis/stability_border.hpp"
#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/catalogue/resolved.hpp"
#include "stiction/papers/linear_certificate.hpp"

namespace stiction {
namespace {

using Number = MeasuredValue;

[[noreturn]] void refuse(const std::string& field, const std::string& text) {
  throw InvalidInput("certificate", {{field, text}});
}

/// An experiment with every value written out, and what is asked of it.
struct Question {
  NamedExperiment e;
  const Measure& m;

  const NamedPart& law() const { return e.friction.front(); }
  double value(const NamedValues& values, std::string_view name) const {
    const auto found = values.find(name);
    if (found == values.end()) refuse(std::string(name), "this experiment has no \"" + std::string(name) + "\"");
    return found->second.numbers.front();
  }
  double of_law(std::string_view name) const { return value(law().values, name); }
  double of_plant(std::string_view name) const { return value(e.plant.values, name); }
  double optional(const NamedValues& values, std::string_view name) const {
    return values.contains(name) ? value(values, name) : 0;
  }
  /// The name behind the dot: "equilibrium.velocity".
  std::string state() const { return m.signal.substr(m.signal.find('.') + 1); }
};

// --- the law ---

Number number(const Question& q) { return {value_at(q.e, q.m.x), unit_at(q.e, q.m.x)}; }

Number steady_force(const Question& q) {
  const ModelEntry& entry = find_model(q.law().model);
  if (!entry.steady_force) refuse("model", q.law().model + " has no steady force of its own");
  return {entry.steady_force(q.law().values, std::array{q.m.at}).front(), "N"};
}
Number steady_slope(const Question& q) { return {steady_slope_of(q.law().model, q.law().values, q.m.at), "N.s/m"}; }
Number plasticity(const Question& q) {
  return {plasticity_of(q.law().model, q.law().values, q.optional(q.law().initial, "deflection"), q.m.at), "1"};
}

Number passivity_margin(const Question& q) {
  const ModelEntry& entry = find_model(q.law().model);
  if (!entry.passivity_margin) refuse("model", "no condition of passivity is known for " + q.law().model);
  return {entry.passivity_margin(q.law().values), ""};
}
Number extracting_speed(const Question& q) {
  return {smallest_extracting_speed(q.of_law("bristle_damping"), q.of_law("viscous_damping"), q.of_law("coulomb_force"),
                                    q.of_law("static_force")),
          "m/s"};
}
Number elastic_limit(const Question& q) { return {elastic_limit_of(q.law().model, q.law().values), "N"}; }
Number quasistatic_drift(const Question& q) {
  return {quasistatic_drift_of(q.law().model, q.law().values, q.m.from, q.m.until), "m"};
}

StickAndSlipModes modes(const Question& q) {
  return modes_of(q.law().model, q.law().values, q.of_plant("mass"), q.optional(q.e.plant.values, "spring_stiffness"),
                  q.m.at > 0 ? q.m.at : 1);
}
Number stick_frequency(const Question& q) { return {modes(q).stick_frequency, "rad/s"}; }
Number slip_frequency(const Question& q) { return {modes(q).slip_frequency, "rad/s"}; }
Number stick_damping_ratio(const Question& q) { return {modes(q).stick_damping_ratio, "1"}; }
Number slip_damping_ratio(const Question& q) { return {modes(q).slip_damping_ratio, "1"}; }

// --- the loop at rest or in steady motion ---

/// The place of a state among all, by its name.
std::size_t place_of(const SteadyLoop& loop, const std::string& name) {
  std::vector<std::string_view> known;
  for (std::size_t i = 0; i < loop.states.size(); ++i) {
    if (loop.states[i].name == name) return i;
    known.push_back(loop.states[i].name);
  }
  refuse("signal", unknown_name_text("state", name, known));
}

Number equilibrium(const Question& q) {
  const SteadyLoop loop = steady_loop(assemble(q.e));
  const std::size_t place = place_of(loop, q.state());
  return {loop.at[place], loop.states[place].unit};
}
std::complex<double> eigenvalue(const Question& q) {
  const LinearStability linear = steady_loop(assemble(q.e)).linear;
  const auto index = static_cast<std::size_t>(q.m.index);
  if (index >= linear.eigenvalues.size()) refuse("index", "there are fewer eigenvalues");
  return linear.eigenvalues[index];
}
Number eigenvalue_real(const Question& q) { return {eigenvalue(q).real(), "1/s"}; }
Number eigenvalue_imaginary(const Question& q) { return {eigenvalue(q).imag(), "1/s"}; }
Number characteristic_coefficient(const Question& q) {
  const Polynomial p = steady_loop(assemble(q.e)).linear.characteristic;
  const auto index = static_cast<std::size_t>(q.m.index);
  if (index > p.degree()) refuse("index", "the polynomial is of lower degree");
  return {p[p.degree() - index], ""};
}
double border_determinant_of(const LoopRun& run) { return steady_loop(run).linear.routh.border_determinant; }
Number border_determinant(const Question& q) { return {border_determinant_of(assemble(q.e)), ""}; }
Number unstable_roots(const Question& q) {
  return {static_cast<double>(steady_loop(assemble(q.e)).linear.routh.right_of_axis), "1"};
}

/// Where a number of the experiment changes its sign as the one at `x` goes `from` `until`.
Number border(const Question& q, const std::function<double(const Resolved&)>& decisive) {
  Resolved varied = resolve(q.e);
  const std::size_t place = varied.find(q.m.x);
  const auto at = [&](double parameter) {
    varied.set(place, parameter);
    return decisive(varied);
  };
  return {stiction::stability_border(at, q.m.from, q.m.until), varied.row(place).unit};
}
Number stability_border(const Question& q) {
  return border(q, [](const Resolved& varied) { return border_determinant_of(varied.start()); });
}
Number stick_slip_border(const Question& q) {
  return border(q, [&](const Resolved& varied) {
    const auto number = [&](std::string_view path) { return varied.value(varied.find(path)); };
    const PulledSpring pulled{number("plant.mass"), number("plant.spring_stiffness"), number("input.pull_speed")};
    const StictionLevels levels{number("friction.static_force"), number("friction.coulomb_force"),
                                q.law().values.contains("viscous_damping") ? number("friction.viscous_damping") : 0};
    return stick_slip_cycle(pulled, levels).exists ? -1.0 : 1.0;
  });
}

Number gain(const Question& q) {
  const SteadyLoop loop = steady_loop(assemble(q.e));
  const std::size_t place = place_of(loop, q.state());
  const auto kept = std::find(loop.kept.begin(), loop.kept.end(), place);
  if (kept == loop.kept.end()) refuse("signal", "nothing depends on " + q.state());
  // Rates are affine in what an input adds to them: one unit more of it is exact.
  Resolved more = resolve(q.e);
  const std::size_t input = more.find(q.m.x);
  more.set(input, more.value(input) + 1);
  std::vector<double> drive = kept_rates(more.start(), loop);
  const std::vector<double> before = kept_rates(assemble(q.e), loop);
  for (std::size_t i = 0; i < drive.size(); ++i) drive[i] -= before[i];
  const std::vector<double> gains = gains_at(loop, drive, 2 * std::numbers::pi * q.m.level);
  return {gains[static_cast<std::size_t>(kept - loop.kept.begin())], ""};
}

// --- the observer in the controller ---

ObserverCertificate observer(const Question& q) {
  auto certificate = certify_observer(q.e);
  if (!certificate) refuse("controller", "this experiment has no observer of friction");
  return *certificate;
}
Number strictly_positive_real(const Question& q) {
  return {observer(q).report.strictly_positive_real ? 1.0 : 0.0, "1"};
}
Number lowest_real_part(const Question& q) { return {observer(q).report.lowest_real_part.value, ""}; }
Number frequency_of_lowest(const Question& q) { return {observer(q).report.lowest_real_part.at, "rad/s"}; }
Number high_frequency_limit(const Question& q) { return {observer(q).report.high_frequency_limit, ""}; }
Number smallest_velocity_gain(const Question& q) {
  const auto smallest = observer(q).smallest_velocity_gain;
  return smallest ? Number{*smallest, "N.s/m"} : Number{0, "", "no velocity gain makes this loop positive real"};
}

struct Row {
  std::string_view name;  ///< one that ends with a dot is followed by the name of a state
  Number (*answer)(const Question&);
};
constexpr Row certificates[] = {{"number", &number},
                                {"steady_force", &steady_force},
                                {"steady_slope", &steady_slope},
                                {"plasticity", &plasticity},
                                {"passivity_margin", &passivity_margin},
                                {"smallest_extracting_speed", &extracting_speed},
                                {"elastic_limit", &elastic_limit},
                                {"quasistatic_drift", &quasistatic_drift},
                                {"stick_frequency", &stick_frequency},
                                {"slip_frequency", &slip_frequency},
                                {"stick_damping_ratio", &stick_damping_ratio},
                                {"slip_damping_ratio", &slip_damping_ratio},
                                {"equilibrium.", &equilibrium},
                                {"eigenvalue_real", &eigenvalue_real},
                                {"eigenvalue_imaginary", &eigenvalue_imaginary},
                                {"characteristic_coefficient", &characteristic_coefficient},
                                {"border_determinant", &border_determinant},
                                {"unstable_roots", &unstable_roots},
                                {"stability_border", &stability_border},
                                {"stick_slip_border", &stick_slip_border},
                                {"gain.", &gain},
                                {"strictly_positive_real", &strictly_positive_real},
                                {"lowest_real_part", &lowest_real_part},
                                {"frequency_of_lowest_real_part", &frequency_of_lowest},
                                {"high_frequency_limit", &high_frequency_limit},
                                {"smallest_velocity_gain", &smallest_velocity_gain}};

}  // namespace

MeasuredValue certificate(const NamedExperiment& experiment, const Measure& measure) {
  std::vector<std::string_view> known;
  for (const Row& row : certificates) {
    const bool stateful = row.name.ends_with('.');
    if (stateful ? measure.signal.starts_with(row.name) : measure.signal == row.name)
      return row.answer({resolved(experiment), measure});
    known.push_back(row.name);
  }
  refuse("signal", unknown_name_text("certificate", measure.signal, known));
}

}  // namespace stiction
