// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/terminal_plot.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "stiction/report/character_canvas.hpp"
#include "stiction/report/markup_text.hpp"
#include "stiction/report/panel_spans.hpp"

namespace stiction {
namespace {

constexpr std::string_view signs = "*o+x#@%";
constexpr std::array colour_codes = {"\033[34m", "\033[31m", "\033[32m", "\033[35m", "\033[36m", "\033[33m", "\033[1m"};

/// Characters that a Latin alphabet lacks, as ASCII.
std::string plain(std::string text) {
  constexpr std::pair<std::string_view, std::string_view> pairs[] = {
      {"\u2212", "-"},  {"\u00b5", "u"},  {"\u00b7", "."},  {"\u207b", "^-"}, {"\u2070", "^0"},
      {"\u00b9", "^1"}, {"\u00b2", "^2"}, {"\u00b3", "^3"}, {"\u2074", "^4"}, {"\u2075", "^5"},
      {"\u2076", "^6"}, {"\u2077", "^7"}, {"\u2078", "^8"}, {"\u2079", "^9"}};
  for (const auto& [fancy, simple] : pairs)
    for (std::size_t at = text.find(fancy); at != std::string::npos; at = text.find(fancy, at + simple.size()))
      text.replace(at, fancy.size(), simple);
  for (std::size_t at = text.find("^-^"); at != std::string::npos; at = text.find("^-^")) text.replace(at, 3, "^-");
  for (char& c : text)
    if (static_cast<unsigned char>(c) >= 0x80) c = '?';
  return text;
}

/// Bytes that would move the cursor or change the terminal are taken out of a user's words.
std::string harmless(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  return text;
}

std::size_t rest(std::size_t whole, std::size_t part, std::size_t least) {
  return whole > part + least ? whole - part : least;
}

class TerminalPlot {
 public:
  TerminalPlot(const Panel& panel, const Terminal& terminal)
      : panel_(panel),
        terminal_(terminal),
        fine_(terminal.utf8 && (terminal.colours || panel.curves.size() <= 1)),
        spans_(panel_spans(panel)),
        rows_(rest(terminal.rows, 5, 4)),
        y_(panel.y_label, panel.y_scale, spans_.y, 0.02, Direction::upward, 12.0 * static_cast<double>(rows_),
           panel.y_limits),
        margin_(widest_label()),
        columns_(rest(terminal.columns, margin_ + 3, 12)),
        x_(panel.x_label, panel.x_scale, spans_.x, 0, Direction::across, 7.0 * static_cast<double>(columns_),
           panel.x_limits),
        canvas_(columns_, rows_, fine_) {
    for (std::size_t k = 0; k < panel.curves.size(); ++k) draw(panel.curves[k], static_cast<int>(k));
  }

  std::string text() const {
    std::string out =
        words(y_.label()) + (panel_.title.empty() ? "" : "   " + words(panel_.title)) + "\n" + plot_text();
    out += x_axis_text();
    if (panel_.curves.size() > 1)
      for (std::size_t k = 0; k < panel_.curves.size(); ++k)
        out += "  " + coloured(k, fine_ ? "\u2501\u2501" : sign(k)) + " " + words(panel_.curves[k].label) + "\n";
    return spans_.empty() ? out + "  no data\n" : out;
  }

 private:
  std::string words(const std::string& text) const { return harmless(terminal_.utf8 ? text : plain(text)); }
  std::size_t widest_label() const {
    std::size_t widest = 0;
    for (const Tick& tick : y_.ticks()) widest = std::max(widest, character_count(words(tick.label)));
    return widest;
  }
  std::string coloured(std::size_t curve, const std::string& text) const {
    return terminal_.colours ? colour_codes[curve % colour_codes.size()] + text + "\033[0m" : text;
  }
  static std::string sign(std::size_t curve) { return {signs[curve % signs.size()]}; }

  void draw(const Curve& curve, int place) {
    Polyline line;
    for (std::size_t i = 0; i < std::min(curve.x.size(), curve.y.size()); ++i)
      line.push_back({canvas_.width() * x_.place(curve.x[i]), canvas_.height() * (1 - y_.place(curve.y[i]))});
    for (const Polyline& piece : clipped(line, {-1, -1, canvas_.width() + 1, canvas_.height() + 1})) {
      if (curve.stroke != Stroke::none)
        canvas_.draw(piece, place);
      else
        for (const Point& p : piece) canvas_.draw({p}, place);
    }
  }

  std::string plot_text() const {
    const std::string side = terminal_.utf8 ? "\u2502" : "|", notch = terminal_.utf8 ? "\u2524" : "+";
    std::vector<std::string> labels(rows_);
    for (const Tick& tick : y_.ticks()) {
      const double row = (1 - y_.place(tick.value)) * static_cast<double>(rows_ - 1);
      labels[static_cast<std::size_t>(std::lround(row))] = words(tick.label);
    }
    std::string out;
    for (std::size_t j = 0; j < rows_; ++j) {
      out +=
          std::string(margin_ - character_count(labels[j]), ' ') + labels[j] + " " + (labels[j].empty() ? side : notch);
      for (std::size_t i = 0; i < columns_; ++i) {
        const CharacterCanvas::Cell& cell = canvas_.cell(i, j);
        const auto curve = static_cast<std::size_t>(std::max(cell.curve, 0));
        out += cell.curve < 0 ? " " : coloured(curve, fine_ ? braille(cell.dots) : sign(curve));
      }
      out.erase(out.find_last_not_of(' ') + 1);
      out += '\n';
    }
    return out;
  }

  std::string x_axis_text() const {
    std::string out = std::string(margin_ + 1, ' ') + (terminal_.utf8 ? "\u2514" : "+");
    for (std::size_t i = 0; i < columns_; ++i) out += terminal_.utf8 ? "\u2500" : "-";
    const std::size_t width = margin_ + 2 + columns_;
    std::string ticks(width, ' ');
    std::size_t free_from = 0;
    for (const Tick& tick : x_.ticks()) {
      const std::string label = plain(tick.label);  // one byte for each place
      const double column = x_.place(tick.value) * static_cast<double>(columns_ - 1);
      const std::size_t middle = static_cast<std::size_t>(std::lround(column)) + margin_ + 2;
      const std::size_t from = std::min(rest(middle, label.size() / 2, 0), rest(width, label.size(), 0));
      if (from < free_from) continue;
      ticks.replace(from, label.size(), label);
      free_from = from + label.size() + 1;
    }
    ticks.erase(ticks.find_last_not_of(' ') + 1);
    const std::string name = words(x_.label());
    return out + "\n" + ticks + "\n" + std::string(rest(width, character_count(name), 0), ' ') + name + "\n";
  }

  const Panel& panel_;
  const Terminal& terminal_;
  bool fine_;
  PanelSpans spans_;
  std::size_t rows_;
  Axis y_;
  std::size_t margin_, columns_;
  Axis x_;
  CharacterCanvas canvas_;
};

}  // namespace

std::string terminal_plot(const Panel& panel, const Terminal& terminal) {
  if (panel.right_label.empty()) return TerminalPlot(panel, terminal).text();
  // Characters have no room for a second axis: its curves get a plot of their own.
  Panel left = panel, right = panel;
  std::erase_if(left.curves, [](const Curve& c) { return c.right; });
  std::erase_if(right.curves, [](const Curve& c) { return !c.right; });
  for (Curve& c : right.curves) c.right = false;
  right.y_label = panel.right_label, right.y_limits.reset(), right.horizontal_lines.clear();
  right.y_scale = Scale::linear;
  return TerminalPlot(left, terminal).text() + "\n" + TerminalPlot(right, terminal).text();
}

}  // namespace stiction
