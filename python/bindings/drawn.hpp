// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "python/bindings/bind.hpp"
#include "stiction/io/json.hpp"
#include "stiction/io/output_file.hpp"
#include "stiction/report/png.hpp"

namespace stiction::python {

/// Writes a figure, .svg or .png.
inline void save_figure(const Figure& figure, const std::string& file) {
  if (file.ends_with(".png")) return write_png(file, figure);
  if (!file.ends_with(".svg")) throw nb::value_error(("\"" + file + "\" must end in .svg or .png").c_str());
  write_file(file, to_svg(figure));
}

/// What a command prints under --json, as text, and the figure that it draws under --plot.
struct Drawn {
  Drawn(const Json& json, std::optional<Figure> drawn) : answer(json.text(-1)), figure(std::move(drawn)) {}
  std::string answer;
  std::optional<Figure> figure;  ///< none where there is nothing to draw
};

}  // namespace stiction::python
