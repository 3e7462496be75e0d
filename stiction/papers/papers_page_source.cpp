// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/papers/papers_page_source.hpp"

#include <array>

namespace stiction {

std::span<const PaperSource> paper_sources() {
  static constexpr std::array sources = {
      PaperSource{"bliman1993", "BlimanSorine1993", "Bliman and Sorine",
                  "Friction modelling by hysteresis operators. Application to Dahl, sticktion and Stribeck effects",
                  "Models of Hysteresis, Pitman Research Notes in Mathematics Series 286, Longman", 1993},
      PaperSource{"lugre1995", "CanudasDeWit1995", "Canudas de Wit, Olsson, \u00c5str\u00f6m and Lischinsky",
                  "A new model for control of systems with friction",
                  "IEEE Transactions on Automatic Control 40, 419-425", 1995, "10.1109/9.376053"},
      PaperSource{"dupont2002", "Dupont2002", "Dupont, Hayward, Armstrong and Altpeter",
                  "Single state elastoplastic friction models", "IEEE Transactions on Automatic Control 47, 787-792",
                  2002, "10.1109/TAC.2002.1000274"},
      PaperSource{"astrom2008", "Astrom2008", "\u00c5str\u00f6m and Canudas de Wit",
                  "Revisiting the LuGre friction model", "IEEE Control Systems Magazine 28, 101-114", 2008,
                  "10.1109/MCS.2008.929425"},
      PaperSource{"dumitriu", "Dumitriu", "Dumitriu",
                  "Development of a Simulink toolbox for friction control design and compensation",
                  "Dun\u0103rea de Jos University of Gala\u021bi, Advanced Control Systems Research Center", 0},
  };
  return sources;
}

}  // namespace stiction
