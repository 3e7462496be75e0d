// SPDX-License-Identifier: BSD-3-Clause
// What can be recorded of an assembly, by name.
#include "stiction/assembly/assembled_instant.hpp"
#include "stiction/schema/nearest_name.hpp"

namespace stiction {

void AssembledCore::name_signals() {
  const PlantPart& plant = *a_.plant;
  const auto add = [&](const std::vector<PartRow>& rows, const std::string& prefix = "") {
    for (const PartRow& row : rows) signals_.push_back({prefix + row.name, row.unit});
  };
  const auto prefix = [&](std::size_t i) { return a_.contacts.size() == 1 ? "" : plant.contact_names[i] + "."; };
  const std::string force = plant.turns ? "N.m" : "N";
  add(plant.states);
  if (controller_states_ > 0) add(a_.controller->states, "controller.");
  for (std::size_t i = 0; i < a_.contacts.size(); ++i) add(a_.contacts[i]->states, prefix(i));
  if (a_.account_work) {
    for (std::size_t i = 0; i < a_.contacts.size(); ++i) signals_.push_back({prefix(i) + "friction_work", "J"});
    signals_.push_back({"supplied_work", "J"});
  }
  for (std::size_t i = 0; i < a_.contacts.size(); ++i) signals_.push_back({prefix(i) + "friction_force", force});
  for (std::size_t i = 0; i < a_.contacts.size(); ++i) signals_.push_back({prefix(i) + "direction", "1"});
  for (std::size_t i = 0; i < a_.contacts.size(); ++i) add(a_.contacts[i]->modes, prefix(i));
  add(plant.inputs);
  if (a_.controller) add(a_.controller->inputs);
  add(plant.outputs);
  if (a_.controller) {
    signals_.push_back({"control", force});
    if (sampled_)
      add({{"measured_position", plant.turns ? "rad" : "m"}, {"measured_velocity", plant.turns ? "rad/s" : "m/s"}});
    if (!sampled_) add(a_.controller->outputs);
  }
  if (plant.has_energy) signals_.push_back({"mechanical_energy", "J"});
  for (std::size_t i = 0; i < a_.contacts.size(); ++i)
    if (a_.contacts[i]->has_storage) signals_.push_back({prefix(i) + "stored_energy", "J"});
}

void AssembledCore::signals(double t, const double* y, double* all) const {
  Instant<double> now;
  evaluate(t, y, now);
  const auto add = [&](const double* from, std::size_t count) { all = std::copy_n(from, count, all); };
  add(y, state_count_);
  add(now.friction.data(), a_.contacts.size());
  for (const auto& part : a_.contacts) *all++ = part->direction();
  for (const auto& part : a_.contacts) part->mode_values(all), all += part->modes.size();
  add(now.inputs.data(), inputs_.size());
  add(now.references.data(), references_.size());
  a_.plant->output_values(now.plant.data(), now.driven.data(), now.input_rates.data(), now.friction.data(), all);
  all += a_.plant->outputs.size();
  if (a_.controller) {
    *all++ = now.control;
    if (sampled_) {
      add(sampled_->seen().data(), 2);
    } else {
      a_.controller->output_values(y + first_controller_, now.references.data(), now.reference_rates.data(),
                                   now.measured, all);
      all += a_.controller->outputs.size();
    }
  }
  if (a_.plant->has_energy) *all++ = a_.plant->energy(y, now.driven.data());
  for (std::size_t i = 0; i < a_.contacts.size(); ++i)
    if (a_.contacts[i]->has_storage) *all++ = a_.contacts[i]->storage(y + first_state_[i]);
}

std::size_t AssembledCore::find_signal(std::string_view name) const {
  std::vector<std::string_view> known;
  for (std::size_t i = 0; i < signals_.size(); ++i) {
    if (signals_[i].name == name) return i;
    known.push_back(signals_[i].name);
  }
  throw InvalidInput("signals", {{std::string(name), unknown_name_text("signal", name, known)}});
}

std::pair<std::string, std::string> AssembledCore::event_words(std::size_t guard) const {
  for (std::size_t i = 0; i < a_.contacts.size(); ++i) {
    const ContactPart& part = *a_.contacts[i];
    if (guard < first_guard_[i] || guard >= first_guard_[i] + part.guard_count) continue;
    const std::size_t k = guard - first_guard_[i];
    const char* what = k > 0                     ? (k <= part.law_guard_count ? "mode" : "kink")
                       : !part.holds_at_rest     ? "reversal"
                       : part.direction() == 0.0 ? "stick"
                                                 : "slip";
    return {a_.plant->contact_names[i], what};
  }
  if (guard + 1 == guard_count_) return {"", "section"};
  return {guard < first_controller_kink_ ? std::string(a_.plant->info->name) : std::string(a_.controller->info->name),
          "kink"};
}

}  // namespace stiction
