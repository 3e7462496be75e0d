// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/plants/all_plants.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "tests/support/unit_checked.hpp"

namespace stiction {
namespace {

using testing::UnitChecked;

/// The names of all plants whose headers stand in stiction/plants/, as their text says.
std::set<std::string> names_in_headers(const std::string& root) {
  std::set<std::string> names;
  const std::string mark = "static constexpr PlantInfo info{\"";
  for (const auto& file : std::filesystem::directory_iterator(root + "/stiction/plants")) {
    std::ifstream stream(file.path());
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1)) {
      const std::size_t from = at + mark.size();
      names.insert(text.substr(from, text.find('"', from) - from));
    }
  }
  return names;
}

// A plant in no list does not exist; two plants of one name cannot be told apart in a file.
TEST(AllPlants, NamesEveryPlantOnce) {
  const char* root = std::getenv("STICTION_ROOT");
  ASSERT_NE(root, nullptr);
  std::set<std::string> listed;
  AllPlants::for_each([&]<class Plant>() {
    EXPECT_TRUE(listed.insert(std::string(Plant::info.name)).second) << Plant::info.name << " stands twice";
  });
  EXPECT_EQ(listed, names_in_headers(root));
}

/// Every number of a struct set to something in the unit of its row.
template <class Struct>
Struct in_units(double value) {
  Struct s;
  for_each_field(
      s, [&](const auto& row, UnitChecked& x, std::size_t) { value += 0.37, x = {value, *parse_unit(row.unit)}; });
  return s;
}
void expect_unit(const UnitChecked& x, const Unit& unit, std::string_view what) {
  EXPECT_TRUE(x.value == 0 || same_dimension(x.unit, unit)) << what;
}

// Run with numbers that refuse to add newtons to metres, every plant agrees with the units in its tables: rates are per
// second, and velocity times force is a power, for translation as for rotation.
TEST(AllPlants, AgreeWithTheUnitsOfTheirTables) {
  AllPlants::for_each([]<class Plant>() {
    SCOPED_TRACE(Plant::info.name);
    const Unit second = *parse_unit("s"), watt = *parse_unit("W");
    const auto p = in_units<ParametersOf<Plant, UnitChecked>>(0.2);
    const auto x = in_units<StateOf<Plant, UnitChecked>>(-0.4);
    const auto u = in_units<InputsOf<Plant, UnitChecked>>(0.6);
    auto du = u;
    for_each_field(du, [&](const auto&, UnitChecked& rate, std::size_t) { rate.unit = rate.unit / second; });
    std::array<UnitChecked, contact_count<Plant>> friction;
    const auto touching = Plant::contacts(p, x, u, du);
    for (std::size_t i = 0; i < friction.size(); ++i) {
      friction[i] = touching[i].applied_force;
      expect_unit(touching[i].velocity * touching[i].applied_force, watt, "velocity times force");
      expect_unit(touching[i].transmitted_force, friction[i].unit, "transmitted force");
      expect_unit(touching[i].normal_force, *parse_unit("N"), "normal force");
    }
    for_each_field(Plant::rate(p, x, u, du, friction), [&](const auto& row, const UnitChecked& rate, std::size_t) {
      expect_unit(rate, *parse_unit(row.unit) / second, row.name);
    });
    expect_unit(Plant::power(p, x, u, du, friction), watt, "power");
    if constexpr (HasEnergy<Plant>) expect_unit(Plant::energy(p, x, u), watt * second, "energy");
    if constexpr (requires { Plant::outputs(p, x, u, du, friction); })
      for_each_field(Plant::outputs(p, x, u, du, friction), [](const auto& row, const UnitChecked& y, std::size_t) {
        expect_unit(y, *parse_unit(row.unit), row.name);
      });
  });
}

}  // namespace
}  // namespace stiction
