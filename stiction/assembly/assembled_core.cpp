// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/assembly/assembled_core.hpp"

#include "stiction/assembly/assembled_instant.hpp"

namespace stiction {

AssembledCore::AssembledCore(const Assembly& assembly) : a_(assembly) {
  const PlantPart& plant = *a_.plant;
  const auto refuse = [&](const std::string& text) { throw InvalidInput("experiment", {{"", text}}); };
  if (a_.contacts.size() != plant.contact_names.size())
    refuse(std::string(plant.info->name) + " has " + std::to_string(plant.contact_names.size()) +
           " contact(s), so it needs as many friction laws; " + std::to_string(a_.contacts.size()) + " given");
  if (a_.controller && plant.drive == PlantPart::none)
    refuse(std::string(plant.info->name) + " has no drive, so no controller can act on it");
  a_.inputs.resize(plant.inputs.size());
  for (const Signal& signal : a_.inputs) inputs_.emplace_back(signal);
  first_controller_ = plant.states.size();
  if (a_.controller) {
    a_.references.resize(a_.controller->inputs.size());
    for (const Signal& signal : a_.references) references_.emplace_back(signal);
    const auto place = [&](std::string_view name) {
      const auto& rows = a_.controller->inputs;
      const auto found = std::find_if(rows.begin(), rows.end(), [&](const PartRow& row) { return row.name == name; });
      return found == rows.end() ? PlantPart::none : static_cast<std::size_t>(found - rows.begin());
    };
    if (a_.follows_acceleration) acceleration_ = place("reference_acceleration"), position_ = place("reference");
    if (a_.sampled)
      sampled_.emplace(*a_.sampled, a_.controller);
    else
      controller_states_ = a_.controller->states.size();
  }
  std::size_t state = first_controller_ + controller_states_, guard = 0;
  for (std::size_t i = 0; i < a_.contacts.size(); ++i) {
    first_state_[i] = state, first_guard_[i] = guard;
    state += a_.contacts[i]->states.size(), guard += a_.contacts[i]->guard_count;
    holds_back_ = holds_back_ || a_.contacts[i]->holds_back_velocity;
    has_memory_ = has_memory_ || a_.contacts[i]->has_memory;
  }
  first_work_ = state;
  if (a_.account_work) state += a_.contacts.size() + 1;
  first_plant_kink_ = guard, guard += plant.kink_count;
  first_controller_kink_ = guard;
  if (a_.controller && !sampled_) guard += a_.controller->kink_count;
  state_count_ = state;
  guard_count_ = guard + 1;  // the last is the section
  if (state_count_ > AssemblyLimits::states || guard_count_ > AssemblyLimits::guards)
    refuse("this experiment has " + std::to_string(state_count_) + " states and " + std::to_string(guard_count_) +
           " guards; at most " + std::to_string(AssemblyLimits::states) + " and " +
           std::to_string(AssemblyLimits::guards) + " are possible here");
  name_signals();
}

template <class Number>
void AssembledCore::rates_in(const Number& t, const Number* y, Number* dy) const {
  Instant<Number> now;
  evaluate(t, y, now);
  a_.plant->rate(now.plant.data(), now.driven.data(), now.input_rates.data(), now.friction.data(), dy);
  if (controller_states_ > 0)
    a_.controller->rate(y + first_controller_, now.references.data(), now.reference_rates.data(), now.measured,
                        dy + first_controller_);
  const std::size_t first_law = first_controller_ + controller_states_;
  std::copy(now.law_rates.data() + first_law, now.law_rates.data() + first_work_, dy + first_law);
  if (a_.account_work) {
    for (std::size_t i = 0; i < a_.contacts.size(); ++i)
      dy[first_work_ + i] = now.friction[i] * now.touching[i].velocity;
    dy[state_count_ - 1] =
        a_.plant->power(now.plant.data(), now.driven.data(), now.input_rates.data(), now.friction.data());
  }
}
void AssembledCore::rates(double t, const double* y, double* dy) const { rates_in(t, y, dy); }
void AssembledCore::rates(const Slopes& t, const Slopes* y, Slopes* dy) const { rates_in(t, y, dy); }

void AssembledCore::time_slope(double t, const double* y, double* slope) const {
  std::array<Slopes, AssemblyLimits::states> held, rates_now;
  for (std::size_t n = 0; n < state_count_; ++n) held[n] = Slopes(y[n]);
  rates(Slopes::variable(t, 0), held.data(), rates_now.data());
  for (std::size_t n = 0; n < state_count_; ++n) slope[n] = rates_now[n].slope[0];
}

void AssembledCore::scale(double* sizes) const {
  std::array<ContactScale, contacts_> of_contacts;
  double force = 0;
  for (std::size_t i = 0; i < a_.contacts.size(); ++i) {
    of_contacts[i] = a_.contacts[i]->scale();
    a_.contacts[i]->state_scale(sizes + first_state_[i]);
    force = std::max(force, of_contacts[i].force);
  }
  a_.plant->scale(of_contacts.data(), sizes);
  if (controller_states_ > 0) a_.controller->scale(force, sizes + first_controller_);
  if (!a_.account_work) return;
  double work = 0;
  for (std::size_t i = 0; i < a_.contacts.size(); ++i)
    work += of_contacts[i].force * (of_contacts[i].deflection > 0 ? of_contacts[i].deflection : 1.0);
  if (a_.plant->has_energy) {
    const std::array<double, AssemblyLimits::inputs> no_input{};
    work = std::max(work, std::abs(a_.plant->energy(sizes, no_input.data())));
  }
  std::fill(sizes + first_work_, sizes + state_count_, work);
}

bool AssembledCore::is_driven() const { return has_memory_ || !constant_; }

std::array<Contact<double>, AssemblyLimits::contacts> AssembledCore::contacts_at(double t, const double* y) const {
  Instant<double> now;
  evaluate(t, y, now);
  return now.touching;
}

void AssembledCore::hold_resting(double t, double* y) const {
  Instant<double> now;
  evaluate(t, y, now);
  for (std::size_t i = 0; i < a_.contacts.size(); ++i)
    if (a_.contacts[i]->holds_at_rest && a_.contacts[i]->direction() == 0)
      a_.plant->set_sliding_velocity(y, now.driven.data(), i, 0.0);
}

std::vector<double> Assembly::initial_state() const {
  std::vector<double> y = plant->initial;
  if (controller && !sampled) y.insert(y.end(), controller->initial.begin(), controller->initial.end());
  for (const auto& part : contacts) y.insert(y.end(), part->initial.begin(), part->initial.end());
  if (account_work) y.resize(y.size() + contacts.size() + 1, 0.0);
  return y;
}

}  // namespace stiction
