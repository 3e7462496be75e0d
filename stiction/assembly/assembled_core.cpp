// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/assembly/assembled_core.hpp"

#include <algorithm>

#include "stiction/schema/nearest_name.hpp"

namespace stiction {

/// Everything that follows from t and y.
template <class Number>
struct AssembledCore::Instant {
  std::array<Number, AssemblyLimits::inputs> inputs, input_rates, references, reference_rates;
  std::array<Number, AssemblyLimits::inputs> driven;  ///< the plant's inputs with the control in them
  std::array<Number, AssemblyLimits::states> plant;   ///< as its surroundings see it
  std::array<Contact<Number>, contacts_> touching;
  std::array<Number, contacts_> friction;
  std::array<Number, AssemblyLimits::states> law_rates;
  std::array<Number, 2> measured;
  Number control;
};

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

// --- equations ---

template <class Number>
void AssembledCore::read_signals(const Number& t, Instant<Number>& now) const {
  const auto fill = [&](const std::vector<SignalCursor>& cursors, auto& values, auto& rates) {
    for (std::size_t i = 0; i < cursors.size(); ++i) values[i] = cursors[i].value(t), rates[i] = cursors[i].rate(t);
  };
  fill(inputs_, now.inputs, now.input_rates);
  fill(references_, now.references, now.reference_rates);
  if (acceleration_ != PlantPart::none) now.references[acceleration_] = references_[position_].acceleration(t);
}

template <class Number>
void AssembledCore::drive(const Number* y, const Number* x, Number* u, Instant<Number>& now) const {
  std::copy_n(now.inputs.data(), inputs_.size(), u);
  if (!a_.controller) return;
  now.measured = a_.plant->measured(x);
  if (sampled_)
    now.control = Number(sampled_->force());
  else
    now.control =
        a_.controller->output(y + first_controller_, now.references.data(), now.reference_rates.data(), now.measured);
  u[a_.plant->drive] = u[a_.plant->drive] + now.control;
}

template <class Number>
void AssembledCore::evaluate(const Number& t, const Number* y, Instant<Number>& now) const {
  read_signals(t, now);
  const PlantPart& plant = *a_.plant;
  std::copy_n(y, first_controller_, now.plant.data());
  drive(y, y, now.driven.data(), now);
  plant.contacts(y, now.driven.data(), now.input_rates.data(), now.touching.data());
  if (holds_back_) {
    // A law may hold back the velocity of its contact, as Karnopp's band does, while the body keeps its momentum.
    std::array<Number, contacts_> own;
    for (std::size_t i = 0; i < a_.contacts.size(); ++i) {
      own[i] = now.touching[i].velocity;
      if (a_.contacts[i]->holds_back_velocity)
        plant.set_sliding_velocity(now.plant.data(), now.driven.data(), i,
                                   a_.contacts[i]->output_velocity(now.touching[i]));
    }
    drive(y, now.plant.data(), now.driven.data(), now);
    plant.contacts(now.plant.data(), now.driven.data(), now.input_rates.data(), now.touching.data());
    for (std::size_t i = 0; i < a_.contacts.size(); ++i) now.touching[i].velocity = own[i];
  }
  for (std::size_t i = 0; i < a_.contacts.size(); ++i)
    a_.contacts[i]->evaluate(t, y + first_state_[i], now.touching[i], now.law_rates.data() + first_state_[i],
                             now.friction[i]);
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

// --- events ---

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

// --- signals ---

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

std::vector<double> Assembly::initial_state() const {
  std::vector<double> y = plant->initial;
  if (controller && !sampled) y.insert(y.end(), controller->initial.begin(), controller->initial.end());
  for (const auto& part : contacts) y.insert(y.end(), part->initial.begin(), part->initial.end());
  if (account_work) y.resize(y.size() + contacts.size() + 1, 0.0);
  return y;
}

}  // namespace stiction
