// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "stiction/loop/evaluate.hpp"
#include "stiction/loop/loop.hpp"

namespace stiction {

/// Memory for the numbers of an evaluation of a loop whose sizes are known at run time only.
template <class Number>
class PartsScratch {
 public:
  explicit PartsScratch(const Loop& loop)
      : inputs_(number_total(loop.plant().inputs)),
        references_(loop.parts().controller ? number_total(loop.parts().controller->inputs) : 0),
        contacts_(loop.contacts()),
        touching_(loop.contacts()),
        numbers_(3 * inputs_ + 2 * references_ + loop.plant_states + 2 * contacts_ + 2 + 2 * loop.state_count +
                 loop.guard_count) {
    Number* next = numbers_.data();
    const auto take = [&](std::size_t count) {
      const std::span<Number> taken(next, count);
      next += count;
      return taken;
    };
    now = {take(inputs_),           take(inputs_),   take(inputs_),   take(references_), take(references_),
           take(loop.plant_states), take(contacts_), take(contacts_), take(2),           touching_};
    y = take(loop.state_count), dy = take(loop.state_count), guards = take(loop.guard_count);
  }
  PartsScratch(const PartsScratch&) = delete;
  PartsScratch& operator=(const PartsScratch&) = delete;

  struct Instant {
    std::span<Number> inputs, input_rates;
    std::span<Number> driven;  ///< the plant's inputs with the control in them
    std::span<Number> references, reference_rates;
    std::span<Number> plant;  ///< as its surroundings see it
    std::span<Number> friction, own_velocity;
    std::span<Number> measured;
    std::span<Contact<Number>> touching;
    Number control{}, held{};    ///< the controller's force, and what a sampled one has left
    std::size_t signals_of = 0;  ///< the signals that inputs and references were read from; see `LoopRun::read_signals`
  } now;
  std::span<Number> y, dy, guards;  ///< for callers

 private:
  std::size_t inputs_, references_, contacts_;
  std::vector<Contact<Number>> touching_;
  std::vector<Number> numbers_;
};

/// Parts chosen by name, called through their tables. Made once per run: what an evaluation asks for stands here side
/// by side, not in the vectors of the loop.
class PartsKernel {
 public:
  explicit PartsKernel(const Loop& l)
      : loop_(&l),
        plant_(&l.plant()),
        controller_(l.parts().controller),
        laws_(l.parts().contacts.data()),
        first_state_(l.first_state.data()),
        first_guard_(l.first_guard.data()),
        contact_branch_(l.contact_branch.data()),
        contact_parameters_(l.contact_parameters.data()),
        contacts_(l.contacts()),
        sampled_(l.parts().sampled),
        accounts_work_(l.parts().account_work),
        holds_back_(l.holds_back),
        shares_inertia_(l.plant().shares_inertia) {}

  std::size_t plant_states() const { return loop_->plant_states; }
  std::size_t controller_states() const { return loop_->controller_states; }
  std::size_t contacts() const { return contacts_; }
  std::size_t first_controller() const { return loop_->first_controller; }
  std::size_t first_work() const { return loop_->first_work; }
  std::size_t first_state(std::size_t i) const { return first_state_[i]; }
  std::size_t first_guard(std::size_t i) const { return first_guard_[i]; }
  std::size_t first_plant_kink() const { return loop_->first_plant_kink; }
  std::size_t first_controller_kink() const { return loop_->first_controller_kink; }
  std::size_t section_place() const { return loop_->section_guard; }
  std::size_t first_side() const { return loop_->first_side; }
  std::size_t contact_branch(std::size_t i) const { return contact_branch_[i]; }
  std::size_t plant_parameters() const { return loop_->plant_parameters; }
  std::size_t controller_parameters() const { return loop_->controller_parameters; }
  std::size_t contact_parameters(std::size_t i) const { return contact_parameters_[i]; }
  std::size_t drive_input() const { return plant_->drive; }
  bool has_controller() const { return controller_ != nullptr; }
  bool is_sampled() const { return sampled_; }
  bool accounts_work() const { return accounts_work_; }
  static constexpr bool may_share_inertia = true;
  bool shares_inertia() const { return shares_inertia_; }
  bool holds_back() const { return holds_back_; }
  bool holds_back_velocity(std::size_t i) const { return laws_[i]->holds_back_velocity; }
  /// What a sampled controller holds; with its slopes, where those are evaluated.
  const auto& held_force(const auto& now) const { return now.held; }

  template <class Visitor>
  void each_contact(Visitor&& visit) const {
    for (std::size_t i = 0; i < contacts_; ++i) visit(i);
  }
  template <class Visitor>
  void each_state(Visitor&& visit) const {
    for (std::size_t n = 0; n < loop_->state_count; ++n) visit(n);
  }

  template <class N>
  void plant_contacts(const N* p, const N* x, const N* u, const N* du, Contact<N>* all) const {
    plant_->tables.in<N>().contacts(p, x, u, du, all);
  }
  template <class N>
  void plant_rate(const N* p, const N* x, const N* u, const N* du, const N* friction, N* dx) const {
    plant_->tables.in<N>().rate(p, x, u, du, friction, dx);
  }
  template <class N>
  void set_sliding_velocity(const N* p, N* x, const N* u, std::size_t i, const N& v) const {
    plant_->tables.in<N>().set_sliding_velocity(p, x, u, i, v);
  }
  template <class N>
  void contact_inertia(const N* p, const N* x, N* all) const {
    plant_->tables.in<N>().contact_inertia(p, x, all);
  }
  template <class N>
  void plant_kinks(const N* p, const N* x, const N* u, N* all) const {
    if (plant_->kink_count > 0) plant_->tables.in<N>().kinks(p, x, u, all);
  }
  template <class N>
  void measured(const N* p, const N* x, N* seen) const {
    plant_->tables.in<N>().measured(p, x, seen);
  }
  template <class N>
  N power(const N* p, const N* x, const N* u, const N* du, const N* friction) const {
    return plant_->tables.in<N>().power(p, x, u, du, friction);
  }
  template <class N>
  N control(const N* p, const N* c, const N* u, const N* du, const N* seen) const {
    return controller_->tables.in<N>().output(p, c, u, du, seen);
  }
  template <class N>
  void controller_rate(const N* p, const N* c, const N* u, const N* du, const N* seen, N* dc) const {
    controller_->tables.in<N>().rate(p, c, u, du, seen, dc);
  }
  template <class N>
  void controller_kinks(const N* p, const N* c, const N* u, const N* seen, N* all) const {
    controller_->tables.in<N>().kinks(p, c, u, seen, all);
  }
  template <class N>
  void contact_evaluate(std::size_t i, const N* p, const double* b, const N& t, const N* z, const Contact<N>& c, N* dz,
                        N& force) const {
    laws_[i]->tables.in<N>().evaluate(p, b, t, z, c, dz, force);
  }
  template <class N>
  void contact_guards(std::size_t i, const N* p, const double* b, const N* z, const Contact<N>& c, N* all) const {
    laws_[i]->tables.in<N>().guards(p, b, z, c, all);
  }
  Hold hold(std::size_t i, const double* b) const { return laws_[i]->hold(b); }
  template <class N>
  N output_velocity(std::size_t i, const double* b, const Contact<N>& c) const {
    return laws_[i]->holds_back_velocity ? laws_[i]->tables.in<N>().output_velocity(b, c) : c.velocity;
  }

 private:
  const Loop* loop_;
  const PlantPart* plant_;
  const ControllerPart* controller_;
  const ContactPart* const* laws_;
  const std::size_t *first_state_, *first_guard_, *contact_branch_, *contact_parameters_;
  std::size_t contacts_;
  bool sampled_, accounts_work_, holds_back_, shares_inertia_;
};

}  // namespace stiction
