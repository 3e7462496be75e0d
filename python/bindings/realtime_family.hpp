// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "python/bindings/realtime.hpp"
#include "stiction/catalogue/list_rooms.hpp"
#include "stiction/catalogue/loadable_models.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "stiction/realtime/coupled_step.hpp"

namespace stiction::python {

template <class Law>
FrictionUpdate<Law> update_of(const ParametersOf<Law>& p, const Sampling& s) {
  if constexpr (HoldsAtRest<Law>)
    return {p, s.sample_time, s.rest_velocity};
  else
    return {p, s.sample_time};
}

template <class Law>
class UpdateOf final : public AnyUpdate {
 public:
  UpdateOf(const ParametersOf<Law>& p, const Sampling& s) : update_(update_of<Law>(p, s)) {}
  std::unique_ptr<AnyUpdate> clone() const override { return std::make_unique<UpdateOf>(*this); }
  UpdateResult<double> update_velocity(double v, const ContactForces<double>& f) noexcept override {
    return update_.update_velocity(v, f);
  }
  UpdateResult<double> update_displacement(double dx, const ContactForces<double>& f) noexcept override {
    return update_.update_displacement(dx, f);
  }
  UpdateResult<double> miss_sample() noexcept override { return update_.miss_sample(); }

 private:
  FrictionUpdate<Law> update_;
};

/// In lanes.
template <class Law>
class UpdatesInLanes final : public AnyUpdates {
 public:
  UpdatesInLanes(const std::vector<ParametersOf<Law>>& p, std::size_t contacts, const Sampling& s)
      : updates_(p, contacts, s.sample_time, s.rest_velocity) {}
  std::unique_ptr<AnyUpdates> clone() const override { return std::make_unique<UpdatesInLanes>(*this); }
  std::size_t blocks() const noexcept override { return updates_.blocks(); }
  std::size_t update_velocity(const double* v, const ForceArrays& f, double* force, std::size_t first,
                              std::size_t last) noexcept override {
    return updates_.update_velocity(v, {f.applied, f.normal, f.transmitted}, force, first, last);
  }
  std::size_t update_displacement(const double* dx, const ForceArrays& f, double* force, std::size_t first,
                                  std::size_t last) noexcept override {
    return updates_.update_displacement(dx, {f.applied, f.normal, f.transmitted}, force, first, last);
  }

 private:
  FrictionUpdates<Law> updates_;
};

/// One after the other: memory laws, and lists longer than the law's own.
template <class Law>
class UpdatesOneByOne final : public AnyUpdates {
 public:
  UpdatesOneByOne(const std::vector<ParametersOf<Law>>& p, std::size_t contacts, const Sampling& s) {
    for (std::size_t i = 0; i < contacts; ++i) all_.push_back(update_of<Law>(p[p.size() == 1 ? 0 : i], s));
  }
  std::unique_ptr<AnyUpdates> clone() const override { return std::make_unique<UpdatesOneByOne>(*this); }
  std::size_t blocks() const noexcept override { return all_.size(); }
  std::size_t update_velocity(const double* v, const ForceArrays& f, double* force, std::size_t first,
                              std::size_t last) noexcept override {
    return each(f, force, first, last,
                [&](auto& one, std::size_t i, const auto& at) { return one.update_velocity(v[i], at); });
  }
  std::size_t update_displacement(const double* dx, const ForceArrays& f, double* force, std::size_t first,
                                  std::size_t last) noexcept override {
    return each(f, force, first, last,
                [&](auto& one, std::size_t i, const auto& at) { return one.update_displacement(dx[i], at); });
  }

 private:
  template <class Update>
  std::size_t each(const ForceArrays& f, double* force, std::size_t first, std::size_t last, Update&& update) noexcept {
    std::size_t refused = 0;
    for (std::size_t i = first; i < last; ++i) {
      const auto at = [&](const double* column) { return column ? column[i] : 0.0; };
      const auto result = update(all_[i], i, ContactForces<double>{at(f.applied), at(f.normal), at(f.transmitted)});
      force[i] = result.force;
      refused += result.status == UpdateStatus::ok ? 0U : 1U;
    }
    return refused;
  }
  std::vector<FrictionUpdate<Law>> all_;
};

template <class Law>
class StepsOf final : public AnySteps {
 public:
  StepsOf(const std::vector<ParametersOf<Law>>& p, std::size_t bodies, const double* mass, const double* position,
          const double* velocity, double sample_time) {
    for (std::size_t i = 0; i < bodies; ++i) {
      MassOnSurface::Parameters<double> body;
      body.mass = mass[i];
      MassOnSurface::State<double> start;
      start.position = position[i], start.velocity = velocity[i];
      all_.emplace_back(body, p[p.size() == 1 ? 0 : i], sample_time, start);
    }
  }
  std::unique_ptr<AnySteps> clone() const override { return std::make_unique<StepsOf>(*this); }
  std::size_t step(const double* force, double* position, double* velocity, double* friction, std::size_t first,
                   std::size_t last) noexcept override {
    std::size_t refused = 0;
    for (std::size_t i = first; i < last; ++i) {
      MassOnSurface::Inputs<double> u;
      u.force = force[i];
      const bool good = all_[i].step(u) == UpdateStatus::ok;
      refused += good ? 0U : 1U;
      position[i] = all_[i].plant().position, velocity[i] = all_[i].plant().velocity;
      if (good) friction[i] = all_[i].friction_force(u);  // else as it was
    }
    return refused;
  }

 private:
  std::vector<CoupledStep<MassOnSurface, Law>> all_;
};

template <class L>
std::vector<ParametersOf<L>> parameters_of(const LawSets& sets) {
  std::size_t n = 0;
  if constexpr (HasLists<L>) n = detail::list_length_in<L>(sets.values);
  std::vector<ParametersOf<L>> all;
  all.reserve(sets.numbers.size());
  for (const double* numbers : sets.numbers) all.push_back(parameters_with<L, double>(numbers, n));
  return all;
}

/// L is the law M, or M under load or with longer lists. Those have no steps, since a body on a surface has no such
/// load, and long lists no lanes: each would cost its compilation.
template <class L, class M>
RealtimeFactory factory_of() {
  RealtimeFactory f;
  if constexpr (UpdatedPerSample<L>) {
    f.update = [](const LawSets& sets, const Sampling& s) -> std::unique_ptr<AnyUpdate> {
      return std::make_unique<UpdateOf<L>>(parameters_of<L>(sets).front(), s);
    };
    f.updates = [](const LawSets& sets, std::size_t contacts, const Sampling& s) -> std::unique_ptr<AnyUpdates> {
      if constexpr (UpdatedInLanes<L> && (!HasLists<L> || std::is_same_v<L, M>))
        return std::make_unique<UpdatesInLanes<L>>(parameters_of<L>(sets), contacts, s);
      else
        return std::make_unique<UpdatesOneByOne<L>>(parameters_of<L>(sets), contacts, s);
    };
    if constexpr (std::is_same_v<L, M> && !MemoryModel<M> && !HasLists<M>)
      f.steps = [](const LawSets& sets, std::size_t bodies, const double* mass, const double* position,
                   const double* velocity, double sample_time) -> std::unique_ptr<AnySteps> {
        return std::make_unique<StepsOf<L>>(parameters_of<L>(sets), bodies, mass, position, velocity, sample_time);
      };
  }
  return f;
}

template <class Family>
bool realtime_in(std::string_view law, const NamedValues& values, RealtimeFactory& found) {
  bool here = false;
  Family::for_each([&]<class M>() {
    if (M::info.name != law) return;
    here = true;
    if constexpr (HasLists<M>)
      found = detail::list_length_in<M>(values) <= M::list_length
                  ? factory_of<M, M>()
                  : factory_of<typename M::template WithLength<longest_list>, M>();
    else
      found = detail::under_load<M>(values, []<class L>() { return factory_of<L, M>(); });
  });
  return here;
}

}  // namespace stiction::python
