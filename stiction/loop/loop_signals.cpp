// SPDX-License-Identifier: BSD-3-Clause
// What can be recorded of a run.
#include "stiction/loop/loop_run_parts.hpp"

namespace stiction {

template <class Number>
void LoopRun::signals_in(const Number& t, const Number* y, Number* all) const {
  const Loop& l = *loop_;
  const LoopParts& parts = l.parts();
  const PartsScratch<Number>& s = evaluated(t, y);
  const Number* p = numbers<Number>();
  const auto add = [&](std::span<const Number> from) { all = std::copy(from.begin(), from.end(), all); };
  add({y, l.state_count});
  add(s.now.friction);
  for (std::size_t i = 0; i < l.contacts(); ++i) *all++ = Number(direction(i));
  for (std::size_t i = 0; i < l.contacts(); ++i)
    for (std::size_t k = 0; k < number_total(l.contact(i).modes); ++k)
      *all++ = Number(branch_[l.contact_branch[i] + 1 + k]);
  add(s.now.inputs);
  if (parts.controller) add(s.now.references);
  const auto& plant = l.plant().tables.in<Number>();
  plant.outputs(p, plant_seen(kernel_, y, s.now), s.now.driven.data(), s.now.input_rates.data(), s.now.friction.data(),
                all);
  all += number_total(l.plant().outputs);
  if (parts.controller) {
    *all++ = s.now.control;
    if (parts.sampled) {
      for (std::size_t k = 0; k < 2; ++k, ++all) {
        *all = Number(branch_[l.sampled_branch + seen_place + k]);
        if constexpr (std::is_same_v<Number, Slopes>) all->slope = held_[1 + k].slope;
      }
    } else {
      parts.controller->tables.in<Number>().outputs(p + l.controller_parameters, y + l.first_controller,
                                                    s.now.references.data(), s.now.reference_rates.data(),
                                                    s.now.measured.data(), all);
      all += number_total(parts.controller->outputs);
    }
  }
  if (l.plant().has_energy) *all++ = plant.energy(p, y, s.now.driven.data());
  for (std::size_t i = 0; i < l.contacts(); ++i)
    if (l.contact(i).has_storage)
      *all++ = l.contact(i).tables.in<Number>().storage(p + l.contact_parameters[i], y + l.first_state[i]);
}
template void LoopRun::signals_in(const double&, const double*, double*) const;
template void LoopRun::signals_in(const Slopes&, const Slopes*, Slopes*) const;
template void LoopRun::signals_in(const Lanes&, const Lanes*, Lanes*) const;

template <class Number>
std::span<const Contact<Number>> LoopRun::contacts_seen() const {
  return scratch<Number>().now.touching;
}
template std::span<const Contact<double>> LoopRun::contacts_seen() const;
template std::span<const Contact<Lanes>> LoopRun::contacts_seen() const;

double LoopRun::input_signal(std::size_t place, double t) const {
  const std::size_t i = place - loop_->first_input_signal, plant = inputs_.size();
  if (i < plant) return inputs_[i].value(t);
  const ControllerPart* const c = loop_->parts().controller;
  const bool follows = loop_->parts().follows_acceleration && i - plant == c->reference_acceleration;
  return follows ? references_[c->reference].acceleration(t) : references_[i - plant].value(t);
}

std::vector<Contact<double>> LoopRun::contacts_at(double t, const double* y) const {
  const PartsScratch<double>& s = evaluated(t, y);
  std::vector<Contact<double>> all(s.now.touching.begin(), s.now.touching.end());
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i].direction = direction(i), all[i].speed = direction(i) * all[i].velocity;
  return all;
}

double LoopRun::output_velocity(std::size_t contact, const Contact<double>& c) const {
  return kernel_.output_velocity(contact, &branch_[loop_->contact_branch[contact]], c);
}

void LoopRun::hold_resting(double t, double* y) const {
  for (std::size_t i = 0; i < loop_->contacts(); ++i)
    if (loop_->contact(i).holds_at_rest && direction(i) == 0) set_sliding_velocity(t, y, i, 0.0);
}

std::pair<std::string, std::string> LoopRun::event_words(std::size_t guard) const {
  const Loop& l = *loop_;
  for (std::size_t i = 0; i < l.contacts(); ++i) {
    const ContactPart& part = l.contact(i);
    if (guard < l.first_guard[i] || guard >= l.first_guard[i] + part.guard_count) continue;
    const std::size_t k = guard - l.first_guard[i];
    const char* what = "reversal";
    if (k > 0)
      what = k <= part.law_guard_count ? "mode" : "kink";
    else if (direction(i) == 0)
      what = "stick";
    else if (directions_before_.size() > i && directions_before_[i] == 0)
      what = "slip";
    return {l.plant().contact_names[i], what};
  }
  if (guard == l.section_guard) return {"", "section"};
  return {std::string(guard < l.first_controller_kink ? l.plant().info->name : l.parts().controller->info->name),
          "kink"};
}

}  // namespace stiction
