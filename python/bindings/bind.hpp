// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

/// The module stiction._engine: arguments in, answers out, no numerics. What users see is in python/stiction/;
/// functions here take checked, contiguous arrays and return numbers, arrays or JSON text.
namespace stiction::python {

namespace nb = nanobind;
using namespace nb::literals;

/// Arrays that cross the border: C-contiguous doubles. Python code makes them so.
using Column = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Rows = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using ColumnOut = nb::ndarray<double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using RowsOut = nb::ndarray<double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

/// Values by name as Python hands them over: numbers and the unit they are in, "" for SI.
using GivenValues = std::map<std::string, std::pair<std::vector<double>, std::string>>;

/// Numbers of the engine as an array, without a copy; the array keeps their owner alive.
inline auto view_of(const nb::object& owner, const std::vector<double>& numbers) {
  return nb::ndarray<nb::numpy, const double, nb::ndim<1>>(numbers.data(), {numbers.size()}, owner);
}

// One function per file.
void bind_errors(nb::module_& m);
void bind_laws(nb::module_& m);
void bind_experiment(nb::module_& m);
void bind_run(nb::module_& m);
void bind_answers(nb::module_& m);
void bind_sweep(nb::module_& m);
void bind_recordings(nb::module_& m);
void bind_identification(nb::module_& m);
void bind_output_error(nb::module_& m);
void bind_realtime(nb::module_& m);
void bind_equations(nb::module_& m);

}  // namespace stiction::python
