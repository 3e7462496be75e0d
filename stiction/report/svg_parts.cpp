// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/svg_parts.hpp"

#include "stiction/report/markup_text.hpp"
#include "stiction/report/palette.hpp"

namespace stiction {
namespace {

std::string attribute(const char* name, std::string_view value) {
  return value.empty() ? "" : " " + std::string(name) + "=\"" + std::string(value) + "\"";
}
std::string attribute(const char* name, double length) { return attribute(name, pixel_text(length)); }

std::string text_element(const std::string& attributes, std::string_view words, double room) {
  if (words.empty()) return "";
  const std::string shown = shortened(words, room);
  const std::string whole = shown == words ? "" : "<title>" + markup_text(words) + "</title>";
  return "<text" + attributes + ">" + whole + markup_text(shown) + "</text>\n";
}

}  // namespace

std::string svg_line(Point from, Point to, std::string_view style) {
  return "<line" + attribute("class", style) + attribute("x1", from.x) + attribute("y1", from.y) +
         attribute("x2", to.x) + attribute("y2", to.y) + "/>\n";
}

std::string svg_box(const Box& box, std::string_view style) {
  return "<rect" + attribute("class", style) + attribute("x", box.left) + attribute("y", box.top) +
         attribute("width", box.right - box.left) + attribute("height", box.bottom - box.top) + "/>\n";
}

std::string svg_text(Point at, Anchor anchor, std::string_view words, std::string_view style, double room) {
  constexpr std::string_view names[] = {"", "middle", "end"};
  return text_element(attribute("class", style) + attribute("x", at.x) + attribute("y", at.y) +
                          attribute("text-anchor", names[static_cast<std::size_t>(anchor)]),
                      words, room);
}

std::string svg_upright_text(Point at, std::string_view words, double room) {
  const std::string turn = "translate(" + pixel_text(at.x) + " " + pixel_text(at.y) + ") rotate(-90)";
  return text_element(attribute("transform", turn) + attribute("text-anchor", "middle"), words, room);
}

std::string path_commands(const Polyline& line) {
  std::string commands;
  for (std::size_t i = 0; i < line.size(); ++i)
    commands += (i == 0 ? "M" : "L") + pixel_text(line[i].x) + " " + pixel_text(line[i].y);
  if (line.size() == 1) commands += "h.01";  // a lone point is seen too, as a dot
  return commands;
}

std::string path_commands(Marker marker, Point at) {
  const auto from = [&](double dx, double dy) { return "M" + pixel_text(at.x + dx) + " " + pixel_text(at.y + dy); };
  switch (marker) {
    case Marker::circle:
      return from(-3, 0) + "a3 3 0 1 0 6 0a3 3 0 1 0-6 0z";
    case Marker::square:
      return from(-2.7, -2.7) + "h5.4v5.4h-5.4z";
    case Marker::triangle:
      return from(0, -3.6) + "l3.4 6h-6.8z";
    case Marker::cross:
      return from(-3.2, -3.2) + "l6.4 6.4m0-6.4l-6.4 6.4";
    case Marker::none:
      break;
  }
  return "";
}

std::string svg_path(std::string_view commands, std::string_view style) {
  if (commands.empty()) return "";
  return "<path" + attribute("class", style) + attribute("d", commands) + "/>\n";
}

std::string colour_style(const Curve& curve, std::size_t place) {
  return "c" + std::to_string(curve.colour.value_or(place) % colour_count);
}

std::string curve_style(const Curve& curve, std::size_t place) {
  // The eighth curve looks like the first one, so it is dashed.
  const std::size_t round = curve.colour.value_or(place) / colour_count;
  const bool again = curve.stroke == Stroke::solid && round > 0;
  const bool dotted = curve.stroke == Stroke::dotted || (again && round % 2 == 0);
  const bool dashed = curve.stroke == Stroke::dashed || (again && !dotted);
  return "curve " + colour_style(curve, place) + (dashed ? " dashed" : dotted ? " dotted" : "");
}

}  // namespace stiction
