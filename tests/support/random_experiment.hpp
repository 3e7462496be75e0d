// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <iterator>
#include <optional>
#include <random>
#include <utility>

#include "stiction/catalogue/controller_catalogue.hpp"
#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/catalogue/named_experiment.hpp"
#include "stiction/catalogue/plant_catalogue.hpp"

/// Random valid experiments, drawn from the tables of the catalogue: any law on any plant, with or without a
/// controller, continuous or sampled, under inputs of the size of friction. Seeded: a number names an experiment.
namespace stiction::testing {

class RandomExperiments {
 public:
  double duration_factor = 1;  ///< runs last 0.1 to 10 s times this

  explicit RandomExperiments(unsigned seed) : engine_(seed) {}

  double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  bool chance(double probability) { return uniform(0, 1) < probability; }
  template <class List>
  const auto& one_of(const List& all) {
    return all[std::uniform_int_distribution<std::size_t>(0, all.size() - 1)(engine_)];
  }

  /// Parameters spread over 1 to 6 decades about their defaults.
  NamedExperiment any() {
    decades_ = uniform(0.5, 3);
    while (true) {
      const PlantEntry& plant = one_of(plant_catalogue());
      NamedExperiment e = with(plant, one_of(model_catalogue()));
      if (plant.has_drive && chance(0.5)) {
        const ControllerEntry& controller = one_of(controller_catalogue());
        e.controller = NamedPart{.model = std::string(controller.info.name), .values = some(controller.parameters)};
        for (const FieldInfo& row : controller.inputs)
          if (chance(0.7)) e.references.emplace(std::string(row.name), signal(0.1, e.run.duration));
        if (chance(0.3)) sample(e, controller);
      }
      if (is_valid(e)) return e;
    }
  }
  /// A controller that makes oscillations takes ten samples of each: an oscillator that is sampled less often has no
  /// phase, and whatever differs by a rounding error is soon another motion.
  void sample(NamedExperiment& e, const ControllerEntry& controller) {
    const double sample_time = std::pow(10.0, uniform(-4, -2));
    e.sampled = NamedValues{{"sample_time", sample_time}};
    for (const FieldInfo& row : controller.parameters) {
      if (row.unit != "Hz") continue;
      const auto given = e.controller->values.find(row.name);
      const double frequency =
          given == e.controller->values.end() ? row.defaults.front() : given->second.numbers.front();
      e.controller->values.insert_or_assign(std::string(row.name), std::min(frequency, 0.1 / sample_time));
    }
  }
  /// A law on a plant, with inputs of the size of its friction.
  NamedExperiment with(const PlantEntry& plant, const ModelEntry& law) {
    NamedExperiment e;
    e.plant = NamedPart{.model = std::string(plant.info.name), .values = some(plant.parameters)};
    e.friction.clear();
    for (std::size_t i = 0; i < plant.contacts.size(); ++i) e.friction.push_back(valid_law(law));
    e.run.duration = std::pow(10.0, uniform(-1, 1)) * duration_factor;
    const double level = coulomb_level(e.friction.front());
    for (const FieldInfo& row : plant.inputs)
      if (chance(0.8))
        e.inputs.emplace(
            std::string(row.name),
            signal((row.unit.starts_with('N') ? level : 0.1) * std::pow(10.0, uniform(-1, 1)), e.run.duration));
    if (!e.friction.front().values.contains("nominal_normal_force")) e.inputs.erase("normal_force");  // nobody reads it
    for (const FieldInfo& row : plant.states)
      if (chance(0.3)) e.plant.initial.emplace(std::string(row.name), uniform(-0.1, 0.1));
    return e;
  }

  static bool is_valid(const NamedExperiment& e) {
    try {
      assemble(e);
      return true;
    } catch (const InvalidInput&) {
      return false;
    }
  }
  static double coulomb_level(const NamedPart& law) {
    NamedExperiment alone;
    alone.friction = {law};
    return assemble(alone).contact_scale(0).force;
  }

 private:
  double near(const FieldInfo& row, double value) {
    if (std::isfinite(row.range.low) && std::isfinite(row.range.high)) return uniform(row.range.low, row.range.high);
    const double drawn = (value == 0 ? 0.3 : value) * std::pow(10.0, uniform(-1, 1) * decades_);
    return row.range.contains(drawn) ? drawn : value;
  }
  /// Values for most of the rows; lists keep their shape.
  NamedValues some(const std::vector<FieldInfo>& rows) {
    NamedValues values;
    for (const FieldInfo& row : rows)
      if (row.defaults.size() == 1 && chance(0.7)) values.emplace(std::string(row.name), near(row, row.defaults[0]));
    return values;
  }
  /// Values of the law that its rules allow.
  NamedPart valid_law(const ModelEntry& law) {
    for (int tries = 0; tries < 100; ++tries) {
      NamedPart part{.model = std::string(law.info.name), .values = some(law.parameters)};
      try {
        law.resolve("", part.values);
        return part;
      } catch (const InvalidInput&) {
      }
    }
    return {.model = std::string(law.info.name)};
  }
  NamedSignal signal(double size, double duration) {
    NamedSignal::Term term;
    const double frequency = uniform(0.5, 20) / duration;
    switch (std::uniform_int_distribution<int>(0, 5)(engine_)) {
      case 0:
        return {uniform(-size, size)};
      case 1:
        term = {.kind = "step", .values = {{"time", uniform(0, duration)}, {"after", size}}};
        break;
      case 2:
        term = {.kind = "ramp", .values = {{"slope", uniform(-2, 2) * size / duration}}};
        break;
      case 3:
        term = {.kind = "triangle", .values = {{"amplitude", size}, {"frequency", frequency}}};
        break;
      case 4:
        term = {.kind = "lines", .points = {{0, 0}}};
        for (int k = 1; k < 5; ++k) term.points.emplace_back(0.25 * k * duration, uniform(-size, size));
        break;
      default:
        term = {.kind = "sine",
                .values = {{"amplitude", size}, {"frequency", frequency}, {"bias", uniform(-0.5, 0.5) * size}}};
    }
    return NamedSignal(std::vector{term});
  }

  std::mt19937_64 engine_;
  double decades_ = 1;  ///< above and below the defaults
};

/// The experiment with everything taken out of it that is not needed for `fails` to stay true: values that were given,
/// initial states, inputs, the controller. What is left is what a person has to look at.
template <class Fails>
NamedExperiment shrunk(NamedExperiment e, const Fails& fails) {
  const auto try_without = [&](const auto& change) {
    NamedExperiment smaller = e;
    if (!change(smaller) || !RandomExperiments::is_valid(smaller) || !fails(smaller)) return false;
    e = std::move(smaller);
    return true;
  };
  const auto drop_from = [&](const auto& names_of) {
    for (std::size_t i = 0; i < names_of(e).size();)
      if (!try_without([&](NamedExperiment& x) {
            return names_of(x).erase(std::next(names_of(x).begin(), static_cast<std::ptrdiff_t>(i))), true;
          }))
        ++i;
  };
  try_without([](NamedExperiment& x) { return std::exchange(x.sampled, std::nullopt).has_value(); });
  try_without(
      [](NamedExperiment& x) { return x.references.clear(), std::exchange(x.controller, std::nullopt).has_value(); });
  drop_from([](NamedExperiment& x) -> auto& { return x.inputs; });
  drop_from([](NamedExperiment& x) -> auto& { return x.plant.values; });
  drop_from([](NamedExperiment& x) -> auto& { return x.plant.initial; });
  for (std::size_t c = 0; c < e.friction.size(); ++c)
    drop_from([c](NamedExperiment& x) -> auto& { return x.friction[c].values; });
  if (e.controller) drop_from([](NamedExperiment& x) -> auto& { return x.controller->values; });
  return e;
}

}  // namespace stiction::testing
