// SPDX-License-Identifier: BSD-3-Clause
#include "python/bindings/realtime.hpp"

#include <atomic>

#include "python/bindings/bind.hpp"
#include "python/bindings/law_numbers.hpp"
#include "stiction/ensemble/parallel.hpp"

namespace stiction::python {

RealtimeFactory realtime_factory(std::string_view law, const NamedValues& values) {
  RealtimeFactory found;
  for (const auto family :
       {&memoryless_realtime, &bristle_realtime, &hysteresis_realtime, &element_realtime, &ageing_realtime})
    if (family(law, values, found)) break;
  return found;
}

namespace {

/// The factory member, or ValueError for a law that has none.
template <auto Member>
auto maker_for(const LawNumbers& law, const char* what) {
  const auto make = realtime_factory(law.entry().info.name, law.values()).*Member;
  if (!make)
    throw InvalidInput(law.entry().info.name, {{"", std::string("has no exact step, which ") + what + " needs"}});
  return make;
}
LawSets sets_of(const std::vector<const LawNumbers*>& laws) {
  LawSets sets{laws.front()->values(), {}};
  for (const LawNumbers* law : laws) sets.numbers.push_back(law->numbers().data());
  return sets;
}

template <class Any>
class Shared {
 public:
  explicit Shared(std::unique_ptr<Any> any) : any_(std::move(any)) {}
  Shared(const Shared& other) : any_(other.any_->clone()) {}
  Shared& operator=(const Shared&) = delete;
  ~Shared() = default;
  Any& operator*() { return *any_; }

 private:
  std::unique_ptr<Any> any_;
};

struct FrictionUpdateObject : Shared<AnyUpdate> {
  using Shared::Shared;
  UpdateStatus status = UpdateStatus::ok;
  double take(const UpdateResult<double>& result) {
    status = result.status;
    return result.force;
  }
};

/// Calls work(first, last) over `blocks` in pieces, by several threads where that is asked for; sums what it returns.
template <class Work>
std::size_t in_pieces(std::size_t blocks, std::size_t threads, Work&& work) {
  if (threads <= 1) return work(0, blocks);
  const std::size_t pieces = std::min(blocks, 4 * threads);
  std::atomic<std::size_t> sum{0};
  for_each_parallel(pieces, threads,
                    [&](std::size_t i) { sum += work(blocks * i / pieces, blocks * (i + 1) / pieces); }, {});
  return sum;
}

const double* data_of(const std::optional<Column>& column, std::size_t count) {
  if (column && column->shape(0) != count) throw nb::value_error("arrays of different lengths");
  return column ? column->data() : nullptr;
}

struct FrictionUpdatesObject : Shared<AnyUpdates> {
  FrictionUpdatesObject(std::unique_ptr<AnyUpdates> any, std::size_t n) : Shared(std::move(any)), contacts(n) {}
  std::size_t contacts;

  template <auto Method>
  std::size_t update(const Column& in, const std::optional<Column>& applied, const std::optional<Column>& normal,
                     const std::optional<Column>& transmitted, const ColumnOut& out, std::size_t threads) {
    if (in.shape(0) != contacts || out.shape(0) != contacts) throw nb::value_error("arrays of different lengths");
    const ForceArrays forces{data_of(applied, contacts), data_of(normal, contacts), data_of(transmitted, contacts)};
    const double* from = in.data();
    double* to = out.data();
    const nb::gil_scoped_release released;
    AnyUpdates& all = **this;
    return in_pieces(all.blocks(), threads,
                     [&](std::size_t first, std::size_t last) { return (all.*Method)(from, forces, to, first, last); });
  }
};

struct CoupledStepsObject : Shared<AnySteps> {
  using Shared::Shared;
  std::size_t step(const Column& force, const ColumnOut& position, const ColumnOut& velocity, const ColumnOut& friction,
                   std::size_t threads) {
    const std::size_t n = force.shape(0);
    if (position.shape(0) != n || velocity.shape(0) != n || friction.shape(0) != n)
      throw nb::value_error("arrays of different lengths");
    const double* u = force.data();
    double *x = position.data(), *v = velocity.data(), *f = friction.data();
    const nb::gil_scoped_release released;
    AnySteps& all = **this;
    return in_pieces(n, threads,
                     [&](std::size_t first, std::size_t last) { return all.step(u, x, v, f, first, last); });
  }
};

}  // namespace

void bind_realtime(nb::module_& m) {
  nb::class_<FrictionUpdateObject>(m, "FrictionUpdate")
      .def(
          "__init__",
          [](FrictionUpdateObject* self, const LawNumbers& law, double sample_time, double rest_velocity) {
            const auto make = maker_for<&RealtimeFactory::update>(law, "an update per sample");
            new (self) FrictionUpdateObject(make(sets_of({&law}), {sample_time, rest_velocity}));
          },
          "law"_a, "sample_time"_a, "rest_velocity"_a)
      .def(nb::init<const FrictionUpdateObject&>(), "other"_a)
      .def(
          "update_velocity",
          [](FrictionUpdateObject& self, double v, double applied, double normal, double transmitted) {
            return self.take((*self).update_velocity(v, {applied, normal, transmitted}));
          },
          "velocity"_a, "applied_force"_a = 0.0, "normal_force"_a = 0.0, "transmitted_force"_a = 0.0)
      .def(
          "update_displacement",
          [](FrictionUpdateObject& self, double dx, double applied, double normal, double transmitted) {
            return self.take((*self).update_displacement(dx, {applied, normal, transmitted}));
          },
          "displacement"_a, "applied_force"_a = 0.0, "normal_force"_a = 0.0, "transmitted_force"_a = 0.0)
      .def("miss_sample", [](FrictionUpdateObject& self) { return self.take((*self).miss_sample()); })
      .def_prop_ro("status", [](const FrictionUpdateObject& self) {
        constexpr const char* names[] = {"ok", "missing", "invalid"};
        return names[static_cast<std::size_t>(self.status)];
      });
  nb::class_<FrictionUpdatesObject>(m, "FrictionUpdates")
      .def(
          "__init__",
          [](FrictionUpdatesObject* self, const std::vector<const LawNumbers*>& laws, std::size_t contacts,
             double sample_time, double rest_velocity) {
            const auto make = maker_for<&RealtimeFactory::updates>(*laws.front(), "an update per sample");
            new (self) FrictionUpdatesObject(make(sets_of(laws), contacts, {sample_time, rest_velocity}), contacts);
          },
          "laws"_a, "contacts"_a, "sample_time"_a, "rest_velocity"_a)
      .def(nb::init<const FrictionUpdatesObject&>(), "other"_a)
      .def("update_velocity", &FrictionUpdatesObject::update<&AnyUpdates::update_velocity>, "velocity"_a,
           "applied"_a.none(), "normal"_a.none(), "transmitted"_a.none(), "out"_a, "threads"_a)
      .def("update_displacement", &FrictionUpdatesObject::update<&AnyUpdates::update_displacement>, "displacement"_a,
           "applied"_a.none(), "normal"_a.none(), "transmitted"_a.none(), "out"_a, "threads"_a);
  nb::class_<CoupledStepsObject>(m, "CoupledSteps")
      .def(
          "__init__",
          [](CoupledStepsObject* self, const std::vector<const LawNumbers*>& laws, const Column& mass,
             const Column& position, const Column& velocity, double sample_time) {
            const auto make = maker_for<&RealtimeFactory::steps>(*laws.front(), "a coupled step");
            const std::size_t n = mass.shape(0);
            if (position.shape(0) != n || velocity.shape(0) != n) throw nb::value_error("arrays of different lengths");
            new (self)
                CoupledStepsObject(make(sets_of(laws), n, mass.data(), position.data(), velocity.data(), sample_time));
          },
          "laws"_a, "mass"_a, "position"_a, "velocity"_a, "sample_time"_a)
      .def(nb::init<const CoupledStepsObject&>(), "other"_a)
      .def("step", &CoupledStepsObject::step, "force"_a, "position"_a, "velocity"_a, "friction"_a, "threads"_a);
}

}  // namespace stiction::python
