// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/schema/violation.hpp"
#include "stiction/simulation/coupled_system.hpp"

/// Everything that can be recorded of a run, in one order: states, then friction, then what is derived from them.
namespace stiction {

template <class System>
struct SignalTable;

template <bool LocateEvents, class Plant, class... Laws>
struct SignalTable<BasicCoupledSystem<LocateEvents, Plant, Laws...>> {
  using System = BasicCoupledSystem<LocateEvents, Plant, Laws...>;

  static constexpr bool has_outputs = requires { typename Plant::template Outputs<double>; };
  static constexpr bool has_energy = HasEnergy<Plant>;
  static constexpr std::size_t output_count = [] {
    if constexpr (has_outputs)
      return field_count<typename Plant::template Outputs<double>>;
    else
      return std::size_t{0};
  }();

  // First places of the groups.
  static constexpr std::size_t forces = System::size;
  static constexpr std::size_t directions = forces + System::contacts;
  static constexpr std::size_t modes = directions + System::contacts;
  static constexpr std::size_t inputs = (modes + ... + field_count<ModeOf<Laws>>);
  static constexpr std::size_t outputs = inputs + field_count<InputsOf<Plant>>;
  static constexpr std::size_t energies = outputs + output_count;
  static constexpr std::size_t stored = energies + (has_energy ? 1 : 0);
  static constexpr std::size_t count = (stored + ... + (HasStorage<Laws> && !MemoryModel<Laws> ? 1 : 0));

  struct Row {
    std::string name, unit;
  };

  static const std::vector<Row>& rows() {
    static const std::vector<Row> all = made_rows();
    return all;
  }

 private:
  static std::vector<Row> made_rows() {
    std::vector<Row> all;
    const auto add_fields = [&]<class Struct>(const std::string& prefix) {
      for (const TableRow& row : rows_of<Struct>)
        for (std::size_t k = 0; k < row.count; ++k)
          all.push_back({prefix + detail::field_name(row, k), std::string(row.unit)});
    };
    const auto prefix = [](std::size_t contact) {
      return System::contacts == 1 ? std::string() : std::string(Plant::contact_names[contact]) + ".";
    };
    add_fields.template operator()<StateOf<Plant>>("");
    System::each_contact(
        [&](auto i) { add_fields.template operator()<RunStateOf<typename System::template Law<i>>>(prefix(i)); });
    bool turns = false;  // friction is a torque then
    for (const TableRow& row : rows_of<StateOf<Plant>>) turns = turns || row.unit == "rad/s";
    System::each_contact([&](auto i) { all.push_back({prefix(i) + "friction_force", turns ? "N.m" : "N"}); });
    System::each_contact([&](auto i) { all.push_back({prefix(i) + "direction", "1"}); });
    System::each_contact(
        [&](auto i) { add_fields.template operator()<ModeOf<typename System::template Law<i>>>(prefix(i)); });
    add_fields.template operator()<InputsOf<Plant>>("");
    if constexpr (has_outputs) add_fields.template operator()<typename Plant::template Outputs<double>>("");
    if constexpr (has_energy) all.push_back({"mechanical_energy", "J"});
    System::each_contact([&](auto i) {
      using L = typename System::template Law<i>;
      if constexpr (HasStorage<L> && !MemoryModel<L>) all.push_back({prefix(i) + "stored_energy", "J"});
    });
    return all;
  }
};

}  // namespace stiction
