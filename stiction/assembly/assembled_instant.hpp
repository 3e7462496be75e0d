// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "stiction/assembly/assembled_core.hpp"

/// What an assembly is at an instant, for the files that hold its equations, events and signals.
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

}  // namespace stiction
