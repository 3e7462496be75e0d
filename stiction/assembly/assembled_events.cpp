// SPDX-License-Identifier: BSD-3-Clause
// Guards, transitions, and the times at which inputs or samples change the equations.
#include "stiction/assembly/assembled_instant.hpp"

namespace stiction {

template <class Number>
void AssembledCore::guards_in(const Number& t, const Number* y, Number* all) const {
  Instant<Number> now;
  evaluate(t, y, now);
  for (std::size_t i = 0; i < a_.contacts.size(); ++i)
    a_.contacts[i]->guards(y + first_state_[i], now.touching[i], all + first_guard_[i]);
  a_.plant->kinks(y, now.driven.data(), all + first_plant_kink_);
  if (first_controller_kink_ + 1 < guard_count_)
    a_.controller->kinks(y + first_controller_, now.references.data(), now.measured, all + first_controller_kink_);
  for (std::size_t k = first_plant_kink_; k + 1 < guard_count_; ++k) all[k] = Number(sides_[k]) * all[k];
  all[guard_count_ - 1] = section_armed_ ? before_section(y) : Number(1);
}
void AssembledCore::guards(double t, const double* y, double* all) const { guards_in(t, y, all); }
void AssembledCore::guards(const Slopes& t, const Slopes* y, Slopes* all) const { guards_in(t, y, all); }

void AssembledCore::guard_bands(double tolerance, double* bands) const {
  std::array<double, AssemblyLimits::states> sizes;
  scale(sizes.data());
  const double of_plant =
      *std::min_element(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(first_controller_));
  double force = 0;
  for (std::size_t i = 0; i < a_.contacts.size(); ++i) {
    const ContactPart& part = *a_.contacts[i];
    const ContactScale own = part.scale();
    double smallest = own.force;
    force = std::max(force, own.force);
    if (own.speed > 0) smallest = std::min(smallest, own.speed);
    for (std::size_t n = 0; n < first_controller_; ++n)
      if (a_.plant->states[n].unit == "m/s" || a_.plant->states[n].unit == "rad/s")
        smallest = std::min(smallest, sizes[n]);
    bands[first_guard_[i]] = 0.5 * tolerance * smallest;
    for (std::size_t n = 0; n < part.states.size(); ++n) smallest = std::min(smallest, sizes[first_state_[i] + n]);
    for (std::size_t k = 1; k < part.guard_count; ++k) bands[first_guard_[i] + k] = 0.5 * tolerance * smallest;
  }
  for (std::size_t k = first_plant_kink_; k + 1 < guard_count_; ++k)
    bands[k] = 0.5 * tolerance * (k < first_controller_kink_ ? of_plant : std::min(of_plant, force));
  bands[guard_count_ - 1] = 0.5 * tolerance * (a_.section ? sizes[a_.section->state] : 1.0);
}

bool AssembledCore::transition(const bool* fired, double t, double* y) {
  bool reversed = false;
  for (std::size_t i = 0; i < a_.contacts.size(); ++i) reversed |= fire_contact(i, fired, t, y);
  for (std::size_t k = first_plant_kink_; k + 1 < guard_count_; ++k)
    if (fired[k]) sides_[k] = -sides_[k];
  if (reversed) find_sides(t, y);
  return !fired[guard_count_ - 1];
}

bool AssembledCore::fire_contact(std::size_t i, const bool* fired, double t, double* y) {
  ContactPart& part = *a_.contacts[i];
  const std::size_t first = first_guard_[i];
  const auto contact_now = [&](Instant<double>& now) {
    evaluate(t, y, now);
    std::array<Contact<double>, contacts_> own;
    std::array<double, AssemblyLimits::inputs> u;
    drive(y, y, u.data(), now);
    a_.plant->contacts(y, u.data(), now.input_rates.data(), own.data());
    std::copy(u.begin(), u.end(), now.driven.begin());
    return own[i];
  };
  Instant<double> now;
  bool changed = fired[first];
  if (fired[first]) {
    contact_now(now);
    a_.plant->set_sliding_velocity(y, now.driven.data(), i, 0.0);
    part.reverse(contact_now(now));
  }
  const bool* own = fired + first + 1;
  if (std::find(own, own + part.law_guard_count, true) != own + part.law_guard_count) {
    Contact<double> c = contact_now(now);
    const double velocity = c.velocity;
    part.change_mode(own, y + first_state_[i], c);
    if (c.velocity != velocity) a_.plant->set_sliding_velocity(y, now.driven.data(), i, c.velocity);
    changed = true;
  }
  for (std::size_t k = 1 + part.law_guard_count; k < part.guard_count; ++k)
    if (fired[first + k]) part.pass_kink(k - 1 - part.law_guard_count);
  return changed;
}

void AssembledCore::find_sides(double t, const double* y) {
  Instant<double> now;
  evaluate(t, y, now);
  for (std::size_t i = 0; i < a_.contacts.size(); ++i) a_.contacts[i]->find_sides(y + first_state_[i], now.touching[i]);
  std::array<double, AssemblyLimits::guards> kinks;
  a_.plant->kinks(y, now.driven.data(), kinks.data() + first_plant_kink_);
  if (first_controller_kink_ + 1 < guard_count_)
    a_.controller->kinks(y + first_controller_, now.references.data(), now.measured,
                         kinks.data() + first_controller_kink_);
  for (std::size_t k = first_plant_kink_; k + 1 < guard_count_; ++k) sides_[k] = kinks[k] < 0 ? -1 : 1;
}

// --- stops ---

void AssembledCore::move_inputs(double t) {
  constant_ = true;
  for (auto* cursors : {&inputs_, &references_})
    for (SignalCursor& cursor : *cursors) {
      cursor.move_to(t);
      constant_ = constant_ && cursor.is_constant();
    }
}
void AssembledCore::sample(double t, const double* y) {
  Instant<double> now;
  read_signals(t, now);
  sampled_->pass(now.references.data(), now.reference_rates.data(), a_.plant->measured(y));
}

void AssembledCore::start(double t, const double* y) {
  move_inputs(t);
  if (sampled_) {
    sampled_->start(t);
    sample(t, y);
  }
  for (auto& part : a_.contacts) part->start(t);
  Instant<double> now;
  evaluate(t, y, now);
  std::array<Contact<double>, contacts_> own;
  a_.plant->contacts(y, now.driven.data(), now.input_rates.data(), own.data());
  for (std::size_t i = 0; i < a_.contacts.size(); ++i) a_.contacts[i]->settle(own[i]);
  find_sides(t, y);
}

double AssembledCore::next_stop() const {
  double next = std::numeric_limits<double>::infinity();
  for (const auto* cursors : {&inputs_, &references_})
    for (const SignalCursor& cursor : *cursors) next = std::min(next, cursor.next_corner());
  return sampled_ ? std::min(next, sampled_->next()) : next;
}

void AssembledCore::pass_stop(double t, const double* y) {
  const auto contacts_now = [&] {
    Instant<double> now;
    evaluate(t, y, now);
    std::array<Contact<double>, contacts_> own;
    drive(y, y, now.driven.data(), now);
    a_.plant->contacts(y, now.driven.data(), now.input_rates.data(), own.data());
    return own;
  };
  const auto before = contacts_now();
  move_inputs(t);
  if (sampled_ && t >= sampled_->next()) sample(t, y);
  const auto after = contacts_now();
  // An input can make a contact's velocity jump; then it is on another branch at once, without having stopped.
  for (std::size_t i = 0; i < a_.contacts.size(); ++i) {
    const double jump = std::abs(after[i].velocity - before[i].velocity);
    if (jump > 1e-12 * (std::abs(after[i].velocity) + std::abs(before[i].velocity))) a_.contacts[i]->settle(after[i]);
  }
  find_sides(t, y);
}

double AssembledCore::largest_step(double t) const {
  double largest = std::numeric_limits<double>::infinity();
  if (!constant_)
    for (const auto* cursors : {&inputs_, &references_})
      for (const SignalCursor& cursor : *cursors) largest = std::min(largest, cursor.largest_step(t));
  return largest;
}

void AssembledCore::accepted(double t, const double* y) {
  if (a_.section && !section_armed_ && t >= a_.section->armed_from) section_armed_ = before_section(y) > 0;
  if (!has_memory_) return;
  Instant<double> now;
  evaluate(t, y, now);
  for (std::size_t i = 0; i < a_.contacts.size(); ++i)
    if (a_.contacts[i]->has_memory) a_.contacts[i]->accept(t, y + first_state_[i], now.touching[i]);
}

}  // namespace stiction
