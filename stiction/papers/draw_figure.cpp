// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/papers/draw_figure.hpp"

#include <array>
#include <cmath>
#include <tuple>

#include "stiction/report/html_typesetting.hpp"
#include "stiction/report/run_figure.hpp"
#include "stiction/report/trajectory_figure.hpp"

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
    for (const PaperPanel& asked : asked_panels()) {
      std::vector<Panel> panels = asked.over.empty() ? signal_panels(asked) : std::vector{sweep_panel(asked)};
      for (Panel& panel : panels) {
        panel.title = printed_words(asked.title), panel.x_limits = asked.x_limits, panel.y_limits = asked.y_limits;
        if (asked.logarithmic_x) panel.x_scale = Scale::logarithmic;
        if (asked.logarithmic_y) panel.y_scale = Scale::logarithmic;
        all.panels.push_back(std::move(panel));
      }
    }
    fill_the_page(all);
    return all;
  }

 private:
  /// Where a file asks for no panels across its cases: those of its output, or else those of a run.
  std::vector<PaperPanel> asked_panels() const {
    if (!f_.panels.empty() || runs_.empty()) return f_.panels;
    const std::vector<NamedPanel>& own = f_.cases.front().file.output.panels;
    std::vector<PaperPanel> panels;
    for (const NamedPanel& panel : own.empty() ? chosen_panels(runs_.front()) : own)
      panels.push_back({.x = panel.x, .title = panel.title, .y = panel.y});
    return panels;
  }

  std::vector<Panel> signal_panels(const PaperPanel& asked) const {
    std::vector<DrawnSignal> drawn;
    std::string x_label;
    for (std::size_t v = 0; v < runs_.size(); ++v) {
      if (!asked.shows(f_.cases[v].name)) continue;
      for (std::size_t i = 0; i < asked.y.size(); ++i) {
        DrawnSignal signal = drawn_signal(runs_[v], asked.y[i]);
        x_label = show_over(asked, runs_[v], signal.curve);
        // What all cases are asked to follow is drawn once.
        if (signal.role == Role::reference && is_drawn(drawn, signal)) continue;
        signal.curve.label = printed_words(curve_label(asked, v, asked.y[i]));
        signal.curve.colour = colour(asked, v);
        if (signal.curve.colour && i > 0) signal.curve.stroke = i == 1 ? Stroke::dashed : Stroke::dotted;
        drawn.push_back(std::move(signal));
      }
    }
    name_common_references(drawn);
    std::vector<Panel> panels = panels_by_unit(std::move(drawn));
    for (Panel& panel : panels) {
      panel.x_label = x_label;
      if (!asked.y_label.empty()) panel.y_label = asked.y_label;
    }
    return panels;
  }
  /// A reference that all cases share belongs to none of them.
  void name_common_references(std::vector<DrawnSignal>& drawn) const {
    for (DrawnSignal& signal : drawn) {
      const auto same = [&](const DrawnSignal& other) { return other.name == signal.name; };
      if (signal.role != Role::reference || std::count_if(drawn.begin(), drawn.end(), same) > 1) continue;
      signal.curve.label = words(signal.name);
      if (signal.curve.colour) signal.curve.colour = f_.cases.size();
    }
  }
  static bool is_drawn(const std::vector<DrawnSignal>& drawn, const DrawnSignal& signal) {
    return std::any_of(drawn.begin(), drawn.end(), [&](const DrawnSignal& d) {
      return d.name == signal.name && d.curve.x == signal.curve.x && d.curve.y == signal.curve.y;
    });
  }
  std::string curve_label(const PaperPanel& asked, std::size_t v, const std::string& name) const {
    if (!f_.several() || (shown_cases(asked) == 1 && asked.y.size() > 1)) return words(name);
    return asked.y.size() == 1 ? f_.cases[v].label : f_.cases[v].label + ", " + words(name);
  }
  std::ptrdiff_t shown_cases(const PaperPanel& asked) const {
    return std::count_if(f_.cases.begin(), f_.cases.end(), [&](const PaperCase& one) { return asked.shows(one.name); });
  }
  /// A case has one colour in all panels; several signals of it differ by their dashes, unless it is alone.
  std::optional<std::size_t> colour(const PaperPanel& asked, std::size_t v) const {
    return f_.several() && (asked.y.size() == 1 || shown_cases(asked) > 1) ? std::optional(v) : std::nullopt;
  }
  /// Puts a curve over the x that is asked for, and within its time; returns the label of x. A logarithmic axis shows
  /// magnitudes: errors change their sign.
  static std::string show_over(const PaperPanel& asked, const Trajectory& run, Curve& curve) {
    const bool over_time = asked.x == "time";
    const DrawnSignal x =
        over_time ? DrawnSignal{.curve = {.y = run.time}, .name = "time", .unit = "s"} : drawn_signal(run, asked.x);
    Curve shown = curve;
    shown.x.clear(), shown.y.clear();
    for (std::size_t k = 0; k < run.time.size(); ++k) {
      if (run.time[k] < asked.from || run.time[k] > asked.until) continue;
      shown.x.push_back(x.curve.y[k]);
      shown.y.push_back(asked.logarithmic_y ? std::abs(curve.y[k]) : curve.y[k]);
    }
    curve = std::move(shown);
    return axis_label(asked.x_label, asked.x, x.unit);
  }

  Panel sweep_panel(const PaperPanel& asked) const {
    Panel panel;
    Curve curve{.label = words(asked.key), .marker = Marker::circle};
    std::string y_unit;
    for (const PaperCase& its_case : f_.cases) {
      const MeasuredNumber* number = find_number(numbers_, f_.key_of(its_case, asked.key));
      if (!number || !asked.shows(its_case.name)) continue;
      curve.x.push_back(value_at(its_case.file.experiment, asked.over));
      curve.y.push_back(number->value);
      y_unit = number->unit;
    }
    const std::string name = asked.over.substr(asked.over.rfind('.') + 1);
    panel.x_label = axis_label(asked.x_label, name, unit_at(f_.cases.front().file.experiment, asked.over));
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
