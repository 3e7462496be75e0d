// SPDX-License-Identifier: BSD-3-Clause
#include "python/bindings/bind.hpp"
#include "python/bindings/law_numbers.hpp"

namespace stiction::python {
namespace {

NamedValues named(const GivenValues& given) {
  NamedValues values;
  for (const auto& [name, value] : given) values.emplace(name, NamedValue(value.first, value.second));
  return values;
}

/// Numbers handed over to numpy: freed when the array is.
auto as_array(std::vector<double> numbers) {
  auto* kept = new std::vector<double>(std::move(numbers));
  const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<double>*>(p); });
  return nb::ndarray<nb::numpy, double, nb::ndim<1>>(kept->data(), {kept->size()}, owner);
}

std::span<const double> view(const Column& column) { return {column.data(), column.shape(0)}; }

void evaluate(const LawNumbers& law, const Column& velocity, const std::optional<Rows>& states,
              const std::optional<Column>& applied, const std::optional<Column>& normal,
              const std::optional<Column>& transmitted, const ColumnOut& force, const RowsOut& rates) {
  const std::size_t count = velocity.shape(0);
  const auto data = [&](const std::optional<Column>& column) -> const double* {
    if (column && column->shape(0) != count) throw nb::value_error("arrays of different lengths");
    return column ? column->data() : nullptr;
  };
  const LawNumbers::Forces forces{data(applied), data(normal), data(transmitted)};
  if ((states && (states->shape(0) != count || states->shape(1) != law.state_count())) || force.shape(0) != count ||
      rates.shape(0) != count || rates.shape(1) != law.state_count())
    throw nb::value_error("arrays of different lengths");
  const double* z = states ? states->data() : nullptr;
  const nb::gil_scoped_release released;
  law.evaluate(count, velocity.data(), z, forces, force.data(), rates.data());
}

template <auto Method>
auto column_of(const LawNumbers& law, const Column& velocity, auto... more) {
  std::vector<double> numbers;
  {
    const nb::gil_scoped_release released;
    numbers = (law.*Method)(view(velocity), more...);
  }
  return as_array(std::move(numbers));
}

}  // namespace

void bind_laws(nb::module_& m) {
  nb::class_<LawNumbers>(m, "LawNumbers", "A law by name with complete, checked numbers.")
      .def(
          "__init__",
          [](LawNumbers* self, const std::string& name, const std::string& preset, const GivenValues& given) {
            new (self) LawNumbers(name, preset, named(given));
          },
          "name"_a, "preset"_a, "given"_a)
      .def_prop_ro("name", [](const LawNumbers& law) { return std::string(law.entry().info.name); })
      .def_prop_ro("state_count", &LawNumbers::state_count)
      .def_prop_ro("values",
                   [](const LawNumbers& law) {
                     std::map<std::string, std::vector<double>> all;
                     for (const auto& [name, value] : law.values()) all.emplace(name, value.numbers);
                     return all;
                   })
      .def_prop_ro("passivity_margin",
                   [](const LawNumbers& law) -> std::optional<double> {
                     if (!law.entry().passivity_margin) return {};
                     return law.entry().passivity_margin(law.values());
                   })
      .def("evaluate", &evaluate, "velocity"_a, "states"_a.none(), "applied"_a.none(), "normal"_a.none(),
           "transmitted"_a.none(), "force"_a, "rates"_a)
      .def(
          "steady_force",
          [](const LawNumbers& law, const Column& v) { return column_of<&LawNumbers::steady_force>(law, v); },
          "velocity"_a)
      .def(
          "force_along",
          [](const LawNumbers& law, const Column& v, double duration) {
            return column_of<&LawNumbers::force_along>(law, v, duration);
          },
          "velocity"_a, "duration"_a);
}

}  // namespace stiction::python
