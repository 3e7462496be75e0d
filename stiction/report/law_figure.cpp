// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/law_figure.hpp"

namespace stiction {

Figure law_figure(const LawStudy& study, const std::string& title) {
  Figure figure{.title = title, .shows_title = true};
  for (const LawStudyPart& part : study.parts) {
    if (part.curves.empty()) continue;
    Panel panel{.title = part.title,
                .x_label = part.x + " [" + part.x_unit + "]",
                .y_label = part.y + " [" + part.y_unit + "]",
                .x_scale = part.logarithmic_x ? Scale::logarithmic : Scale::linear};
    for (const LawCurve& c : part.curves)
      panel.curves.push_back(
          {.label = c.label, .x = c.x, .y = c.y, .marker = c.x.size() < 20 ? Marker::circle : Marker::none});
    figure.panels.push_back(std::move(panel));
  }
  return figure;
}

}  // namespace stiction
