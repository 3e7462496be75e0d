// SPDX-License-Identifier: BSD-3-Clause
#include "python/bindings/recordings.hpp"

#include <algorithm>

#include "python/bindings/bind.hpp"
#include "stiction/io/log_reader.hpp"
#include "stiction/schema/nearest_name.hpp"
#include "stiction/schema/violation.hpp"

namespace stiction::python {
namespace {

/// Name, unit and values of a column of a log.
using GivenColumn = std::tuple<std::string, std::string, Column>;

Log log_of(const std::string& name, const std::vector<GivenColumn>& columns) {
  Log log{.name = name, .columns = {}};
  for (const auto& [column, unit, values] : columns)
    log.columns.push_back({column, unit, std::vector<double>(values.data(), values.data() + values.shape(0))});
  return log;
}

void require_known(const char* what, const std::string& name, const std::vector<std::string_view>& known) {
  if (std::find(known.begin(), known.end(), name) == known.end())
    throw InvalidInput(what, {{name, unknown_name_text(what, name, known)}});
}

LogMapping mapping_of(const std::string& text) {
  LogMapping mapping = parse_mapping(text);
  std::vector<std::string_view> known;
  for (const LogQuantity& q : log_quantities()) known.push_back(q.name);
  for (const auto& [quantity, expression] : mapping) require_known("quantity", quantity, known);
  return mapping;
}

Recordings recordings(const std::vector<const Log*>& given, const std::string& columns, const std::string& velocity,
                      double cutoff, std::size_t decimate, std::size_t discard, double start, double end, bool steady) {
  static const std::map<std::string, VelocityFrom, std::less<>> ways = {{"", VelocityFrom::automatic},
                                                                        {"column", VelocityFrom::column},
                                                                        {"filter", VelocityFrom::filter},
                                                                        {"spline", VelocityFrom::spline}};
  if (!ways.contains(velocity)) require_known("velocity", velocity, {"column", "filter", "spline"});
  const LogMapping mapping = mapping_of(columns);
  const PreparationOptions options{.velocity = ways.find(velocity)->second,
                                   .cutoff = cutoff,
                                   .discard = discard,
                                   .decimation = decimate,
                                   .from = start,
                                   .until = end};
  const nb::gil_scoped_release released;
  Recordings result;
  if (steady) {
    std::vector<Log> logs;
    for (const Log* log : given) logs.push_back(*log);
    result.all = {steady_map(logs, mapping, options)};
    result.options.inertia = false;
    return result;
  }
  for (const Log* log : given) result.all.push_back(prepared(*log, mapping, options));
  return result;
}

void set_terms(Recordings& r, const std::vector<std::string>& terms, double ripple, double held_out,
               double held_out_from) {
  ForceDataOptions& o = r.options;
  if (!terms.empty()) {
    const std::pair<std::string_view, bool*> known[] = {{"inertia", &o.inertia},
                                                        {"offset", &o.offset},
                                                        {"gravity", &o.gravity},
                                                        {"spring", &o.spring},
                                                        {"asymmetric_drag", &o.asymmetric_drag},
                                                        {"lag", &o.lag}};
    for (const auto& [name, on] : known) *on = false;
    for (const std::string& term : terms) {
      require_known("term", term, {"inertia", "offset", "gravity", "spring", "asymmetric_drag", "lag", "none"});
      for (const auto& [name, on] : known) *on = *on || term == name;
    }
  }
  o.ripple = ripple;
  o.held_out = held_out == 0 ? -1 : held_out;  // the last sample too
  o.held_out_from = held_out_from;
}

}  // namespace

void bind_recordings(nb::module_& m) {
  nb::class_<Log>(m, "Log", "A recording as it was measured.")
      .def(
          "__init__",
          [](Log* self, const std::string& name, const std::vector<GivenColumn>& columns) {
            new (self) Log(log_of(name, columns));
          },
          "name"_a, "columns"_a)
      .def_static("read", [](const std::string& path) { return read_log(path); }, "path"_a);
  nb::class_<Recordings>(m, "Recordings", "Recordings ready for a fit.")
      .def(
          "__init__",
          [](Recordings* self, const std::vector<const Log*>& logs, const std::string& columns,
             const std::string& velocity, double cutoff, std::size_t decimate, std::size_t discard, double start,
             double end, bool steady, const std::vector<std::string>& terms, double ripple, double held_out,
             double held_out_from) {
            Recordings made = recordings(logs, columns, velocity, cutoff, decimate, discard, start, end, steady);
            set_terms(made, terms, ripple, held_out, held_out_from);
            new (self) Recordings(std::move(made));
          },
          "logs"_a, "columns"_a, "velocity"_a, "cutoff"_a, "decimate"_a, "discard"_a, "start"_a, "end"_a, "steady"_a,
          "terms"_a, "ripple"_a, "held_out"_a, "held_out_from"_a);
}

}  // namespace stiction::python
