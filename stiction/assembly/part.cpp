// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/assembly/contact_part.hpp"
#include "stiction/assembly/controller_part.hpp"
#include "stiction/assembly/plant_part.hpp"

/// What parts do whatever they are made of: compiled here, not once for every law, plant and controller.
namespace stiction {
namespace {

std::vector<PartRow> part_rows(std::span<const TableRow> table) {
  std::vector<PartRow> rows;
  for (const TableRow& row : table)
    for (std::size_t k = 0; k < row.count; ++k) rows.push_back({detail::field_name(row, k), std::string(row.unit)});
  return rows;
}

}  // namespace

PlantPart::PlantPart(const PlantInfo& plant_info, std::span<const std::string_view> names,
                     std::span<const TableRow> state_rows, std::span<const TableRow> input_rows,
                     std::span<const TableRow> output_rows)
    : info(&plant_info),
      contact_names(names.begin(), names.end()),
      states(part_rows(state_rows)),
      inputs(part_rows(input_rows)),
      outputs(part_rows(output_rows)),
      initial(states.size()),
      default_inputs(inputs.size()) {
  for (const PartRow& row : states) turns = turns || row.unit == "rad/s";
}
PlantPart::~PlantPart() = default;

ContactPart::ContactPart(const ModelInfo& law_info, std::span<const TableRow> state_rows,
                         std::span<const TableRow> mode_rows)
    : info(&law_info), states(part_rows(state_rows)), modes(part_rows(mode_rows)), initial(states.size()) {}
ContactPart::ContactPart(const ContactPart&) = default;
ContactPart::~ContactPart() = default;

ControllerPart::ControllerPart(const ControllerInfo& controller_info, std::span<const TableRow> state_rows,
                               std::span<const TableRow> input_rows, std::span<const TableRow> output_rows)
    : info(&controller_info),
      states(part_rows(state_rows)),
      inputs(part_rows(input_rows)),
      outputs(part_rows(output_rows)),
      initial(states.size()) {}
ControllerPart::~ControllerPart() = default;

}  // namespace stiction
