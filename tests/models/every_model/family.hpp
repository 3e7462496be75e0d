// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <string>

#include STICTION_FAMILY_HEADER

/// The suites of this folder run over one family of laws at a time: CMake compiles each of them once per family, so
/// that editing a law recompiles its own family only.
namespace stiction::testing {

using FamilyUnderTest = STICTION_FAMILY::apply<::testing::Types>;

/// Tests are called EveryModelUnits/LuGre.EquationsAreConsistent.
struct NameOfModel {
  template <class Model>
  static std::string GetName(int) {
    return std::string(Model::info.type);
  }
};

}  // namespace stiction::testing
