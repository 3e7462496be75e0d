// SPDX-License-Identifier: BSD-3-Clause
// Transitions of a run, and the times at which inputs or samples change its equations.
#include "stiction/loop/loop_run_parts.hpp"
#include "stiction/loop/sampled_step.hpp"

namespace stiction {

/// A contact as the body itself moves, with the control in the plant's inputs; those are left in the scratch memory.
Contact<double> LoopRun::own_contact(std::size_t i, double t, const double* y) const {
  if (kernel_.shares_inertia()) return evaluated(t, y).now.touching[i];  // what pulls depends on all friction
  PartsScratch<double>& s = scratch<double>();
  read_signals(t, s.now);
  drive(kernel_, y, y, p_.data(), s.now);
  loop_->plant().tables.plain.contacts(p_.data(), y, s.now.driven.data(), s.now.input_rates.data(),
                                       s.now.touching.data());
  return s.now.touching[i];
}

void LoopRun::set_sliding_velocity(double t, double* y, std::size_t contact, double v) const {
  own_contact(contact, t, y);
  loop_->plant().tables.plain.set_sliding_velocity(p_.data(), y, scratch<double>().now.driven.data(), contact, v);
}

bool LoopRun::transition(const char* fired, double t, double* y) {
  const Loop& l = *loop_;
  bool changed = false;
  directions_before_.clear();
  for (std::size_t i = 0; i < l.contacts(); ++i) directions_before_.push_back(direction(i));
  for (std::size_t i = 0; i < l.contacts(); ++i) changed |= fire_contact(i, fired + l.first_guard[i], t, y);
  if (changed && kernel_.shares_inertia()) settle_together(t, y, fired);
  for (std::size_t g = l.first_plant_kink; g < l.section_guard; ++g)
    if (fired[g]) branch_[l.first_side + g - l.first_plant_kink] *= -1;
  if (changed) find_sides(t, y);
  return !fired[l.section_guard];
}

/// True when the contact reversed, stopped, broke away or changed its mode.
bool LoopRun::fire_contact(std::size_t i, const char* fired, double t, double* y) {
  const Loop& l = *loop_;
  const ContactPart& part = l.contact(i);
  const double* p = &p_[l.contact_parameters[i]];
  double* b = &branch_[l.contact_branch[i]];
  bool changed = fired[0];
  // A velocity that an event sets takes its kinetic energy with it: into the work of friction.
  const auto set_velocity = [&](double v) {
    const bool accounts = l.parts().account_work && l.plant().has_energy;
    const auto energy = [&] {
      return l.plant().tables.plain.energy(p_.data(), y, scratch<double>().now.driven.data());
    };
    own_contact(i, t, y);
    const double before = accounts ? energy() : 0.0;
    set_sliding_velocity(t, y, i, v);
    if (accounts) y[l.first_work + i] += before - energy();
  };
  // A bond that should have snapped may lack less than the rounding of the distance slid: steps as short as that no
  // longer change the distance, and the event would come back for ever. It is moved on to where the bond snaps.
  const auto finish_snap = [&] {
    double& slid = y[l.first_state[i]];
    PartsScratch<double>& s = evaluated(t, y);
    coupled_guards(kernel_, y, p_.data(), branch_.data(), s.guards.data(), s.now);
    const double lacking = s.guards[l.first_guard[i] + 1], rounding = 4e-16 * std::abs(slid);
    if (!(lacking <= rounding) || b[0] == 0) return;
    slid += b[0] * (std::max(lacking, 0.0) + rounding);
    part.accept(p, b, std::nextafter(t, t + 1), &slid, own_contact(i, t, y));
  };
  if (fired[0]) {
    set_velocity(0.0);
    if (settles_together(i))
      b[0] = 0;
    else
      part.reverse(p, b, y + l.first_state[i], own_contact(i, t, y));
  }
  const char* own = fired + 1;
  if (std::find(own, own + part.law_guard_count, char{1}) != own + part.law_guard_count) {
    Contact<double> c = own_contact(i, t, y);
    const double velocity = c.velocity;
    part.tables.plain.change_mode(p, b, own, y + l.first_state[i], c);
    if (c.velocity != velocity) set_velocity(c.velocity);
    if (part.has_memory && own[0]) finish_snap();
    changed = true;
  }
  for (std::size_t k = 1 + part.law_guard_count; k < part.guard_count; ++k)
    if (fired[k]) part.pass_kink(b, k - 1 - part.law_guard_count);
  return changed;
}

/// The contact can rest, and whether it does depends on others.
bool LoopRun::settles_together(std::size_t contact) const {
  return kernel_.shares_inertia() && loop_->contact(contact).can_rest(&p_[loop_->contact_parameters[contact]]);
}

/// Which of the contacts that stand still and share inertias rest, and where the others go: a contact may rest while it
/// holds what it must carry, and may go where its acceleration takes it. Contacts are released, and those that would
/// turn back at once are stopped, one after the other, the one that is pulled hardest for what it holds first:
/// releasing it can spare another one. With Coulomb friction this is a linear complementarity problem, which has one
/// solution; with a break-away force above it several motions may be possible, and this one releases no contact without
/// need. Changing the first in order always ends there (Murty), changing the worst does so sooner.
void LoopRun::settle_together(double t, const double* y, const char* fired) {
  const Loop& l = *loop_;
  const std::size_t n = l.contacts();
  constexpr double rounding = 1e-9;  // of the friction level
  for (int round = 0; round < 40; ++round) {
    PartsScratch<double>& s = evaluated(t, y);
    coupled_guards(kernel_, y, p_.data(), branch_.data(), s.guards.data(), s.now);
    std::array<double, most_shared * most_shared> inertia{};
    const double* x = plant_seen(kernel_, y, s.now);
    kernel_.contact_inertia(p_.data(), x, inertia.data());
    std::array<Contact<double>, most_shared> alone;  // with what pulls at each, whatever the others do
    kernel_.plant_contacts<double>(p_.data(), x, s.now.driven.data(), s.now.input_rates.data(), alone.data());
    std::array<bool, most_shared> held{};
    SharedNumbers<double> net{};
    for (std::size_t i = 0; i < n; ++i) {
      held[i] = kernel_.hold(i, &branch_[l.contact_branch[i]]) == Hold::balanced;
      net[i] = alone[i].applied_force - s.now.friction[i];
    }
    const SharedNumbers<double> a = accelerations(n, inertia.data(), held, net);
    std::size_t worst = n;
    double most = 0;
    for (std::size_t i = 0; i < n; ++i) {
      if (!settles_together(i) || s.now.touching[i].velocity != 0) continue;
      const double level = l.contact(i).coulomb_level(&p_[l.contact_parameters[i]]), forth = direction(i);
      // A contact whose guard has triggered is on its far side, whatever rounding says here.
      const double allowed =
          round == 0 && fired && fired[l.first_guard[i]] && directions_before_[i] == 0 ? -rounding : 0;
      const double missing = forth == 0 ? -s.guards[l.first_guard[i]] / level - allowed
                                        : -forth * a[i] * inertia[i * n + i] / level - rounding;
      if (!(missing > 0) || (worst < n && (round > 8 || missing <= most))) continue;
      worst = i, most = missing;
    }
    if (worst == n) return;
    double* b = &branch_[l.contact_branch[worst]];
    if (*b != 0)
      *b = 0;
    else
      l.contact(worst).reverse(&p_[l.contact_parameters[worst]], b, y + l.first_state[worst], s.now.touching[worst]);
  }
}

/// Which contacts inside a zero-velocity band hold what they must carry, where inertias are shared: one changes at a
/// time, as in `settle_together`.
void LoopRun::settle_bands(double t, const double* y) {
  const Loop& l = *loop_;
  for (int round = 0; round < 40; ++round) {
    PartsScratch<double>& s = evaluated(t, y);
    coupled_guards(kernel_, y, p_.data(), branch_.data(), s.guards.data(), s.now);
    std::size_t worst = l.contacts();
    double most = 0;
    for (std::size_t i = 0; i < l.contacts(); ++i) {
      const ContactPart& part = l.contact(i);
      if (!part.holds_back_velocity || part.hold(&branch_[l.contact_branch[i]]) == Hold::none) continue;
      const double missing =
          -s.guards[l.first_guard[i] + 1 + part.law_guard_count] / part.coulomb_level(&p_[l.contact_parameters[i]]);
      if (!(missing > 1e-12) || (worst < l.contacts() && (round > 8 || missing <= most))) continue;
      worst = i, most = missing;
    }
    if (worst == l.contacts()) return;
    l.contact(worst).pass_kink(&branch_[l.contact_branch[worst]], 0);
  }
}

/// After a reversal or a jump, parts may stand on other sides of their non-smooth points.
void LoopRun::find_sides(double t, const double* y) {
  const Loop& l = *loop_;
  const PartsScratch<double>& s = evaluated(t, y);
  for (std::size_t i = 0; i < l.contacts(); ++i)
    l.contact(i).find_sides(&p_[l.contact_parameters[i]], &branch_[l.contact_branch[i]], y + l.first_state[i],
                            s.now.touching[i]);
  if (kernel_.shares_inertia() && l.holds_back) settle_bands(t, y);
  if (l.plant().kink_count > 0)
    l.plant().tables.plain.kinks(p_.data(), y, s.now.driven.data(), s.guards.data() + l.first_plant_kink);
  if (l.first_controller_kink < l.section_guard)
    l.parts().controller->tables.plain.kinks(&p_[l.controller_parameters], y + l.first_controller,
                                             s.now.references.data(), s.now.measured.data(),
                                             s.guards.data() + l.first_controller_kink);
  for (std::size_t g = l.first_plant_kink; g < l.section_guard; ++g)
    branch_[l.first_side + g - l.first_plant_kink] = s.guards[g] < 0 ? -1 : 1;
}

void LoopRun::start(double t, const double* y) {
  const Loop& l = *loop_;
  choose_pieces(t);
  BranchHead h = head();
  h.armed = 0;  // a section has to be armed anew
  set_branch_head(branch_.data(), h);
  for (std::size_t i = 0; i < l.contacts(); ++i)
    l.contact(i).start(&branch_[l.contact_branch[i]], p_.data() + l.initial_contact[i], t);
  if (l.parts().sampled) {
    set_sampled_memory(&branch_[l.sampled_branch], {.start = t});
    std::copy_n(p_.data() + l.initial_controller, number_total(l.parts().controller->states),
                branch_.data() + l.sampled_branch + sampled_numbers);
    sample(t, y);
  }
  for (std::size_t i = 0; i < l.contacts(); ++i) {
    const Contact<double> c = own_contact(i, t, y);
    if (settles_together(i) && c.velocity == 0)
      branch_[l.contact_branch[i]] = 0;
    else
      l.contact(i).settle(&p_[l.contact_parameters[i]], &branch_[l.contact_branch[i]], y + l.first_state[i], c);
  }
  find_sides(t, y);
  if (kernel_.shares_inertia()) {
    settle_together(t, y, nullptr);
    find_sides(t, y);
  }
}

// --- stops ---

namespace {
double next_sample(const double* memory, double sample_time) { return memory[0] + memory[1] * sample_time; }
}  // namespace

void LoopRun::find_next_stop() {
  next_corner_ = std::numeric_limits<double>::infinity();
  for (const auto* cursors : {&inputs_, &references_})
    for (const SignalCursor& cursor : *cursors) next_corner_ = std::min(next_corner_, cursor.next_corner());
  next_stop_ = next_corner_;
  if (loop_->parts().sampled)
    next_stop_ = std::min(next_stop_, next_sample(&branch_[loop_->sampled_branch], p_[loop_->sampled_parameters]));
}

void LoopRun::sample(double t, const double* y) {
  const Loop& l = *loop_;
  PartsScratch<double>& s = scratch<double>();
  read_signals(t, s.now);
  l.plant().tables.plain.measured(p_.data(), y, s.now.measured.data());
  double* b = &branch_[l.sampled_branch];
  SampledMemory memory = sampled_memory(b);
  const auto options = unpacked<SampledOptions>(p_.data() + l.sampled_parameters);
  memory.seen = read_sensor(options, memory.sensor, s.now.measured[0], s.now.measured[1]);
  sampled_step(*l.parts().controller, &p_[l.controller_parameters], b + sampled_numbers, memory.asked,
               s.now.references.data(), s.now.reference_rates.data(), memory.seen, options.sample_time);
  memory.force = drive_force(options, memory.drive, memory.asked);
  memory.samples += 1;
  set_sampled_memory(b, memory);
  ++signals_version_;
  find_next_stop();
}

void LoopRun::pass_stop(double t, const double* y) {
  const Loop& l = *loop_;
  std::vector<double> before;
  for (std::size_t i = 0; i < l.contacts(); ++i) before.push_back(own_contact(i, t, y).velocity);
  // Pieces are chosen anew only at a corner: at a mere sample the signals go on as they are.
  if (t >= next_corner_) choose_pieces(t);
  if (l.parts().sampled && t >= next_sample(&branch_[l.sampled_branch], p_[l.sampled_parameters])) sample(t, y);
  // An input can make a contact's velocity jump; then it is on another branch at once, without having stopped.
  for (std::size_t i = 0; i < l.contacts(); ++i) {
    const Contact<double> after = own_contact(i, t, y);
    const double jump = std::abs(after.velocity - before[i]);
    if (jump > 1e-12 * (std::abs(after.velocity) + std::abs(before[i])))
      l.contact(i).settle(&p_[l.contact_parameters[i]], &branch_[l.contact_branch[i]], y + l.first_state[i], after);
  }
  find_sides(t, y);
}

double LoopRun::largest_step_of_signals(double t) const {
  double largest = std::numeric_limits<double>::infinity();
  for (const auto* cursors : {&inputs_, &references_})
    for (const SignalCursor& cursor : *cursors) largest = std::min(largest, cursor.largest_step(t));
  return largest;
}

void LoopRun::accepted(double t, const double* y) {
  const Loop& l = *loop_;
  if (has_section_) {
    BranchHead h = head();
    if (h.armed == 0 && t >= h.armed_from) {
      h.armed = h.section_direction * (h.section_level - y[static_cast<std::size_t>(h.section_state)]) > 0 ? 1 : 0;
      set_branch_head(branch_.data(), h);
    }
  }
  if (!l.has_memory) return;
  const PartsScratch<double>& s = evaluated(t, y);
  for (std::size_t i = 0; i < l.contacts(); ++i)
    if (l.contact(i).has_memory)
      l.contact(i).accept(&p_[l.contact_parameters[i]], &branch_[l.contact_branch[i]], t, y + l.first_state[i],
                          s.now.touching[i]);
}

void LoopRun::set_section(const std::optional<Section>& section) {
  BranchHead h{.signal_time = head().signal_time};
  if (section) {
    h.has_section = 1;
    h.section_state = static_cast<double>(section->state), h.section_level = section->level;
    h.section_direction = section->direction, h.armed_from = section->armed_from;
  }
  has_section_ = section.has_value();
  set_branch_head(branch_.data(), h);
}

}  // namespace stiction
