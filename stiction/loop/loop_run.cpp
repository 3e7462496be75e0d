// SPDX-License-Identifier: BSD-3-Clause
// Numbers, equations and sizes of a run by parts. Events and stops: loop_events.cpp; signals: loop_signals.cpp.
#include "stiction/loop/loop_run.hpp"

#include <cmath>

#include "stiction/loop/loop_run_parts.hpp"

namespace stiction {

LoopRun::LoopRun(std::shared_ptr<const Loop> loop, std::vector<double> p) : loop_(std::move(loop)), kernel_(*loop_) {
  branch_.resize(loop_->branch_count);
  set_parameters(std::move(p));
  choose_pieces(0);
  for (std::size_t i = 0; i < loop_->contacts(); ++i)
    loop_->contact(i).start(&branch_[loop_->contact_branch[i]], &p_[loop_->initial_contact[i]], 0);
  std::fill_n(branch_.begin() + static_cast<std::ptrdiff_t>(loop_->first_side),
              loop_->section_guard - loop_->first_plant_kink, 1.0);
}

void LoopRun::set_parameters(std::vector<double> p) {
  if (p.size() != loop_->parameters().size())
    throw InvalidInput("experiment", {{"", "this loop has " + std::to_string(loop_->parameters().size()) +
                                               " parameters, " + std::to_string(p.size()) + " given"}});
  p_ = std::move(p);
  p_slopes_.assign(p_.begin(), p_.end());
  p_lanes_.assign(p_.begin(), p_.end());
  make_signals();
  measure_scale();
}

void LoopRun::set_parameter(std::size_t place, double value) {
  p_[place] = value, p_slopes_[place] = Slopes(value), p_lanes_[place] = Lanes(value);
  if (place >= loop_->sampled_parameters && place < loop_->initial_plant) make_signals();
  measure_scale();
}

void LoopRun::set_signals(const std::vector<Signal>& inputs, const std::vector<Signal>& references) {
  own_signals_ = true;
  inputs_ = {inputs.begin(), inputs.end()};
  references_ = {references.begin(), references.end()};
  choose_pieces(head().signal_time);
}

void LoopRun::make_signals() {
  if (own_signals_) return;
  const double* numbers = p_.data() + loop_->sampled_parameters;
  if (loop_->parts().sampled) numbers += field_count<SampledOptions>;
  const auto make = [&](const std::vector<SignalSum>& sums, std::vector<SignalCursor>& cursors) {
    cursors.clear();
    for (const SignalSum& sum : sums) {
      std::optional<Signal> signal;
      for (const SignalTerm& term : sum) {
        const Signal one = term.kind ? term.kind->make(numbers) : term.data;
        if (term.kind) numbers += number_total(term.kind->parameters);
        signal = signal ? *signal + one : one;
      }
      cursors.emplace_back(signal.value_or(Signal(0)));
    }
  };
  make(loop_->parts().inputs, inputs_);
  make(loop_->parts().references, references_);
  choose_pieces(head().signal_time);
}

void LoopRun::set_branch(const Branch& branch) {
  branch_ = branch;
  has_section_ = head().has_section != 0;
  choose_pieces(head().signal_time);
}

std::vector<double> LoopRun::initial_state() const {
  const Loop& l = *loop_;
  std::vector<double> y(l.state_count, 0.0);
  std::copy_n(&p_[l.initial_plant], l.plant_states, y.data());
  std::copy_n(p_.data() + l.initial_controller, l.controller_states, y.data() + l.first_controller);
  for (std::size_t i = 0; i < l.contacts(); ++i)
    if (!l.contact(i).has_memory)
      std::copy_n(p_.data() + l.initial_contact[i], number_total(l.contact(i).states), y.data() + l.first_state[i]);
  return y;
}

Settling LoopRun::inputs_settle() const {
  Settling all;
  for (const auto* cursors : {&inputs_, &references_})
    for (const SignalCursor& cursor : *cursors) all = settling(cursor.signal(), all);
  return all;
}

void LoopRun::choose_pieces(double t) {
  branch_[0] = t;
  ++signals_version_;
  constant_ = true;
  for (auto* cursors : {&inputs_, &references_})
    for (SignalCursor& cursor : *cursors) {
      cursor.move_to(t);
      constant_ = constant_ && cursor.is_constant();
    }
  const auto keep = [&](const std::vector<SignalCursor>& cursors, std::vector<double>& values) {
    values.clear();
    for (const SignalCursor& cursor : cursors) values.push_back(cursor.value(t));
  };
  keep(inputs_, input_values_);
  keep(references_, reference_values_);
  const ControllerPart* c = loop_->parts().controller;
  if (constant_ && c && loop_->parts().follows_acceleration && c->reference_acceleration != PlantPart::none)
    reference_values_[c->reference_acceleration] = 0;
  find_next_stop();
}

// --- equations ---

template <class Number>
void LoopRun::rates_in(const Number& t, const Number* y, Number* dy) const {
  PartsScratch<Number>& s = scratch<Number>();
  read_signals(t, s.now);
  coupled_rates(kernel_, t, y, numbers<Number>(), branch_.data(), dy, s.now);
}
STICTION_FLATTEN void LoopRun::rates(double t, const double* y, double* dy) const { rates_in(t, y, dy); }
STICTION_FLATTEN void LoopRun::rates(const Slopes& t, const Slopes* y, Slopes* dy) const { rates_in(t, y, dy); }

template <class Number>
void LoopRun::guards_in(const Number& t, const Number* y, Number* all) const {
  PartsScratch<Number>& s = evaluated(t, y);
  coupled_guards(kernel_, y, numbers<Number>(), branch_.data(), all, s.now);
}
void LoopRun::guards(double t, const double* y, double* all) const { guards_in(t, y, all); }
void LoopRun::guards(const Slopes& t, const Slopes* y, Slopes* all) const { guards_in(t, y, all); }

void LoopRun::linearise(double t, const double* y, double* f, double* jacobian, double* guards,
                        double* guard_slopes) const {
  const std::size_t n = loop_->state_count, guard_total = loop_->guard_count;
  PartsScratch<Slopes>& s = scratch<Slopes>();
  constexpr std::size_t width = 4;
  for (std::size_t m = 0; m < n; ++m) s.y[m] = Slopes(y[m]);
  for (std::size_t first = 0; first < n; first += width) {
    const std::size_t columns = std::min(width, n - first);
    for (std::size_t k = 0; k < columns; ++k) set_slope(s.y[first + k], k, 1);
    rates(Slopes(t), std::as_const(s.y).data(), s.dy.data());
    for (std::size_t i = 0; i < n; ++i) {
      double* const row = jacobian + i * n + first;
      if (columns == width)
        s.dy[i].slope[0].store(row);
      else
        for (std::size_t k = 0; k < columns; ++k) row[k] = slope_along(s.dy[i], k);
    }
    if (first == 0)
      for (std::size_t i = 0; i < n; ++i) f[i] = s.dy[i].value;
    if (guards) {
      coupled_guards(kernel_, std::as_const(s.y).data(), numbers<Slopes>(), branch_.data(), s.guards.data(), s.now);
      for (std::size_t g = 0; g < guard_total; ++g) {
        // Along the motion: every column times the rate of its state.
        double along = first == 0 ? 0.0 : guard_slopes[g];
        for (std::size_t k = 0; k < columns; ++k) along += slope_along(s.guards[g], k) * f[first + k];
        guards[g] = s.guards[g].value, guard_slopes[g] = along;
      }
    }
    for (std::size_t k = 0; k < columns; ++k) set_slope(s.y[first + k], k, 0);
  }
  if (!guards || constant_) return;
  guards_in(moving_time(t), std::as_const(s.y).data(), s.guards.data());
  for (std::size_t g = 0; g < guard_total; ++g) guard_slopes[g] += slope_along(s.guards[g], 0);
}

void LoopRun::time_slope(double t, const double* y, double* slope) const {
  PartsScratch<Slopes>& s = scratch<Slopes>();
  for (std::size_t n = 0; n < loop_->state_count; ++n) s.y[n] = Slopes(y[n]);
  rates_in(moving_time(t), std::as_const(s.y).data(), s.dy.data());
  for (std::size_t n = 0; n < loop_->state_count; ++n) slope[n] = slope_along(s.dy[n], 0);
}

// --- sizes ---

ContactScale LoopRun::contact_scale(std::size_t i) const {
  return loop_->contact(i).scale(&p_[loop_->contact_parameters[i]]);
}

void LoopRun::measure_scale() {
  const Loop& l = *loop_;
  scale_.assign(l.state_count, 1.0);
  std::vector<ContactScale> contacts;
  double force = 0;
  for (std::size_t i = 0; i < l.contacts(); ++i) {
    contacts.push_back(contact_scale(i));
    l.contact(i).state_scale(&p_[l.contact_parameters[i]], scale_.data() + l.first_state[i]);
    force = std::max(force, contacts[i].force);
  }
  l.plant().scale(p_.data(), contacts.data(), scale_.data());
  if (l.controller_states > 0)
    l.parts().controller->scale(&p_[l.controller_parameters], force, &scale_[l.first_controller]);
  if (!l.parts().account_work) return;
  // Work is measured by the energy of the plant's natural motion or by what friction does over a deflection of the
  // bristles, whichever is larger.
  double work = 0;
  for (const ContactScale& c : contacts) work += c.force * (c.deflection > 0 ? c.deflection : 1.0);
  if (l.plant().has_energy) {
    const std::vector<double> no_input(l.parts().inputs.size() + 1, 0.0);
    work = std::max(work, std::abs(l.plant().tables.plain.energy(p_.data(), scale_.data(), no_input.data())));
  }
  std::fill(scale_.begin() + static_cast<std::ptrdiff_t>(l.first_work), scale_.end(), work);
}

namespace {

/// How fast a contact is moved by a plant whose velocities are inputs [m/s]; 0 where it stands still.
double prescribed_speed(const LoopRun& run, std::size_t contact) {
  const double step = run.largest_step(0), stop = run.next_stop();
  const double length = std::isfinite(step) ? 16 * step : std::isfinite(stop) && stop > 0 ? stop : 1;
  const std::vector<double> y = run.initial_state();
  double fastest = 0;
  for (int k = 0; k < 64; ++k)
    fastest = std::max(fastest, std::abs(run.contacts_at(length * (k + 0.381966) / 64, y.data())[contact].velocity));
  return std::isfinite(fastest) ? fastest : 0;
}

}  // namespace

void LoopRun::guard_bands(double tolerance, double* bands) const {
  const Loop& l = *loop_;
  double of_plant = std::numeric_limits<double>::infinity(), slowest = of_plant, shortest = of_plant, force = 0;
  std::size_t n = 0;
  for (const FieldInfo& row : l.plant().states)
    for (std::size_t k = 0; k < row.defaults.size(); ++k, ++n) {
      of_plant = std::min(of_plant, scale_[n]);
      if (row.role == Role::velocity)
        slowest = std::min(slowest, scale_[n]);
      else
        shortest = std::min(shortest, scale_[n]);
    }
  for (std::size_t i = 0; i < l.contacts(); ++i) {
    const ContactScale own = contact_scale(i);
    double smallest = std::min(own.force, slowest);
    force = std::max(force, own.force);
    if (own.speed > 0) smallest = std::min(smallest, own.speed);
    // A force says nothing of how closely a velocity has to be known, and here no state does. While the contact rests
    // the same guard is a force, and its band must not be less than the rounding of that.
    if (const double speed = std::isfinite(slowest) ? 0 : prescribed_speed(*this, i); speed > 0)
      smallest =
          std::min(smallest, l.contact(i).holds_at_rest ? std::max(speed, 1e-15 / tolerance * own.force) : speed);
    bands[l.first_guard[i]] = 0.5 * tolerance * smallest;
    for (std::size_t m = 0; m < number_total(l.contact(i).states); ++m)
      smallest = std::min(smallest, scale_[l.first_state[i] + m]);
    for (std::size_t k = 1; k < l.contact(i).guard_count; ++k) bands[l.first_guard[i] + k] = 0.5 * tolerance * smallest;
  }
  // Controllers compare positions and forces. The slowest velocity of a law can be below the rounding errors of those.
  for (std::size_t g = l.first_plant_kink; g < l.section_guard; ++g)
    bands[g] = 0.5 * tolerance * (g < l.first_controller_kink ? of_plant : std::min(shortest, force));
  bands[l.section_guard] =
      0.5 * tolerance * (has_section_ ? scale_[static_cast<std::size_t>(head().section_state)] : 1.0);
}

}  // namespace stiction
