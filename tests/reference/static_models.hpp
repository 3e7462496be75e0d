// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "tests/reference/reference_values.hpp"

/// The static models on the stick-slip set-up of CanudasDeWit1995 Fig. 6 share one experiment of the table, but not one
/// file: each kind of law compiles the solver anew.
namespace stiction::testing {

inline const std::string static_fig6 = "static_models_on_1995_fig6";

/// Values of the experiment that another file measures.
inline NotMeasured measured_elsewhere(const std::string& this_file) {
  const std::string set_valued = "static_set_valued_test.cpp", band = "static_karnopp_test.cpp",
                    reset = "static_reset_integrator_test.cpp";
  const std::map<std::string, std::string> files{{"coulomb_stiction_sigma2=0.4", set_valued},
                                                 {"coulomb_stiction_sigma2=0", set_valued},
                                                 {"tustin_exp_|v|", set_valued},
                                                 {"karnopp_DV=1e-2", band},
                                                 {"karnopp_DV=1e-3", band},
                                                 {"karnopp_DV=1e-6", band},
                                                 {"karnopp_reset_DV=1e-3", band},
                                                 {"reset_integrator", reset}};
  NotMeasured elsewhere;
  for (const auto& [key, value] : ReferenceTable::of(static_fig6)) {
    const auto file = files.find(key.substr(0, key.rfind('/')));
    if (file != files.end() && file->second != this_file) elsewhere[key] = "measured in " + file->second;
  }
  return elsewhere;
}

}  // namespace stiction::testing
