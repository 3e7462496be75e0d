// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/papers/draw_figure.hpp"

#include <array>
#include <cmath>
#include <tuple>

#include "stiction/report/html_typesetting.hpp"

namespace stiction {
namespace {

std::string words(std::string_view name) {
  std::string text(name);
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}
std::string axis_label(const std::string& own, const std::string& name, const std::string& unit) {
  return own.empty() ? words(name) + (unit == "1" ? "" : " [" + unit + "]") : own;
}

/// A signal, or the difference of two, as it was recorded.
TrajectorySignal recorded(const Trajectory& run, const std::string& text) {
  const auto find = [&](const std::string& name) -> const TrajectorySignal& {
    for (const TrajectorySignal& signal : run.signals)
      if (signal.name == name) return signal;
    throw InvalidFile("panel", {{0, name, "is no signal of this run"}});
  };
  const SignalName name(text);
  TrajectorySignal result = find(name.name);
  if (!name.less.empty()) {
    const TrajectorySignal& less = find(name.less);
    for (std::size_t k = 0; k < result.values.size(); ++k) result.values[k] -= less.values[k];
  }
  return result;
}

/// One, two or three panels beside one another are about as wide as a page, so that all words are of one size.
void fill_the_page(Figure& figure) {
  constexpr std::array<std::pair<double, double>, 3> sizes = {{{700, 380}, {560, 320}, {380, 290}}};
  figure.columns = balanced_columns(figure.panels.size());
  std::tie(figure.panel_width, figure.panel_height) = sizes[figure.columns - 1];
}

class Drawing {
 public:
  Drawing(const PaperFigure& figure, const std::vector<Trajectory>& runs, const std::vector<MeasuredNumber>& numbers)
      : f_(figure), runs_(runs), numbers_(numbers) {}

  Figure figure() const {
    Figure all{.title = f_.title};
    for (const PaperPanel& asked : f_.panels) {
      Panel panel = asked.over.empty() ? signal_panel(asked) : sweep_panel(asked);
      panel.title = printed_words(asked.title), panel.x_limits = asked.x_limits, panel.y_limits = asked.y_limits;
      if (asked.logarithmic_x) panel.x_scale = Scale::logarithmic;
      if (asked.logarithmic_y) panel.y_scale = Scale::logarithmic;
      all.panels.push_back(std::move(panel));
    }
    fill_the_page(all);
    return all;
  }

 private:
  Panel signal_panel(const PaperPanel& asked) const {
    Panel panel;
    for (std::size_t v = 0; v < runs_.size(); ++v) {
      const PaperVariant& variant = f_.variants[v];
      if (!asked.shows(variant.name)) continue;
      for (const std::string& name : asked.y) {
        const TrajectorySignal y = recorded(runs_[v], name);
        panel.y_label = axis_label(asked.y_label, name, y.unit);
        panel.curves.push_back(curve(asked, runs_[v], y, panel));
        panel.curves.back().label = printed_words(curve_label(asked, variant, name));
        panel.curves.back().colour = colour(asked, v);
      }
    }
    return panel;
  }
  std::string curve_label(const PaperPanel& asked, const PaperVariant& variant, const std::string& name) const {
    const auto shown = std::count_if(f_.variants.begin(), f_.variants.end(),
                                     [&](const PaperVariant& v) { return asked.shows(v.name); });
    if (!f_.several() || (shown == 1 && asked.y.size() > 1)) return words(name);
    return asked.y.size() == 1 ? variant.label : variant.label + ", " + words(name);
  }
  /// A variant has one colour in all panels; several signals of it need more than one.
  std::optional<std::size_t> colour(const PaperPanel& asked, std::size_t variant) const {
    return f_.several() && asked.y.size() == 1 ? std::optional(variant) : std::nullopt;
  }
  /// A logarithmic axis shows magnitudes: errors change their sign.
  static Curve curve(const PaperPanel& asked, const Trajectory& run, const TrajectorySignal& y, Panel& panel) {
    Curve curve;
    const bool over_time = asked.x == "time";
    const TrajectorySignal x =
        over_time ? TrajectorySignal{.name = "time", .unit = "s", .values = run.time} : recorded(run, asked.x);
    for (std::size_t k = 0; k < run.time.size(); ++k) {
      if (run.time[k] < asked.from || run.time[k] > asked.until) continue;
      curve.x.push_back(x.values[k]);
      curve.y.push_back(asked.logarithmic_y ? std::abs(y.values[k]) : y.values[k]);
    }
    panel.x_label = axis_label(asked.x_label, asked.x, x.unit);
    return curve;
  }

  Panel sweep_panel(const PaperPanel& asked) const {
    Panel panel;
    Curve curve{.label = words(asked.key), .marker = Marker::circle};
    std::string y_unit;
    for (const PaperVariant& variant : f_.variants) {
      const MeasuredNumber* number = find_number(numbers_, f_.key_of(variant, asked.key));
      if (!number || !asked.shows(variant.name)) continue;
      curve.x.push_back(value_at(variant.file.experiment, asked.over));
      curve.y.push_back(number->value);
      y_unit = number->unit;
    }
    const std::string name = asked.over.substr(asked.over.rfind('.') + 1);
    panel.x_label = axis_label(asked.x_label, name, unit_at(f_.variants.front().file.experiment, asked.over));
    panel.y_label = axis_label(asked.y_label, asked.key, y_unit);
    panel.curves.push_back(std::move(curve));
    return panel;
  }

  const PaperFigure& f_;
  const std::vector<Trajectory>& runs_;
  const std::vector<MeasuredNumber>& numbers_;
};

}  // namespace

Figure draw_figure(const PaperFigure& figure, const std::vector<Trajectory>& runs,
                   const std::vector<MeasuredNumber>& numbers) {
  return Drawing(figure, runs, numbers).figure();
}

}  // namespace stiction
