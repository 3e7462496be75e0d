// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cctype>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "stiction/report/polyline.hpp"

/// A small strict reader of XML, enough to judge what the figures and pages hold. Throws on anything malformed.
namespace stiction::testing {

struct Element {
  std::string name, text;  // the text directly inside, entities resolved
  std::map<std::string, std::string> attributes;
  std::vector<Element> children;

  std::string attribute(const std::string& key) const { return attributes.contains(key) ? attributes.at(key) : ""; }
  double number(const std::string& key) const { return std::stod(attribute(key)); }
  bool has_class(const std::string& wanted) const {
    return (" " + attribute("class") + " ").find(" " + wanted + " ") != std::string::npos;
  }
  template <class Visitor>
  void visit(Visitor visitor) const {
    visitor(*this);
    for (const Element& child : children) child.visit(visitor);
  }
  std::vector<Element> all(const std::string& wanted, const std::string& style = "") const {
    std::vector<Element> found;
    visit([&](const Element& e) {
      if (e.name == wanted && (style.empty() || e.has_class(style))) found.push_back(e);
    });
    return found;
  }
};

class MarkupReader {
 public:
  explicit MarkupReader(std::string_view text) : text_(text) {}

  Element document() {
    if (text_.starts_with("<!DOCTYPE html>\n")) at_ = 16;
    Element root = element();
    while (at_ < text_.size())
      if (!std::isspace(static_cast<unsigned char>(text_[at_++]))) fail("text behind the end");
    return root;
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw std::runtime_error(why + " near: " + std::string(text_.substr(at_ > 40 ? at_ - 40 : 0, 120)));
  }
  bool takes(std::string_view wanted) {
    if (text_.substr(at_, wanted.size()) != wanted) return false;
    at_ += wanted.size();
    return true;
  }
  void expect(std::string_view wanted) {
    if (!takes(wanted)) fail("expected " + std::string(wanted));
  }
  std::string name() {
    const std::size_t from = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '-' ||
                                  text_[at_] == ':' || text_[at_] == '_'))
      ++at_;
    if (at_ == from) fail("a name is missing");
    return std::string(text_.substr(from, at_ - from));
  }
  std::string words_until(char end) {
    std::string words;
    while (at_ < text_.size() && text_[at_] != end) {
      if (takes("&amp;"))
        words += '&';
      else if (takes("&lt;"))
        words += '<';
      else if (takes("&gt;"))
        words += '>';
      else if (takes("&quot;"))
        words += '"';
      else if (text_[at_] == '&' || text_[at_] == '<' || text_[at_] == '>')
        fail("a bare sign of markup");
      else
        words += text_[at_++];
    }
    return words;
  }
  Element element() {
    Element e;
    expect("<");
    e.name = name();
    while (takes(" ")) {
      const std::string key = name();
      expect("=\"");
      if (!e.attributes.emplace(key, words_until('"')).second) fail("attribute twice: " + key);
      expect("\"");
    }
    if (takes("/>")) return e;
    expect(">");
    while (!takes("</")) {
      if (at_ >= text_.size()) fail("no end of " + e.name);
      if (text_[at_] == '<')
        e.children.push_back(element());
      else
        e.text += words_until('<');
    }
    if (name() != e.name) fail("wrong end of " + e.name);
    expect(">");
    return e;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

inline Element read_markup(std::string_view text) { return MarkupReader(text).document(); }

/// The corners of a path, piece by piece; only absolute M and L, as curves are written.
inline std::vector<Polyline> path_points(const std::string& commands) {
  std::vector<Polyline> pieces;
  const char* at = commands.c_str();
  while (*at == 'M' || *at == 'L') {
    if (*at == 'M') pieces.emplace_back();
    char* next = nullptr;
    const double x = std::strtod(at + 1, &next), y = std::strtod(next, &next);
    pieces.back().push_back({x, y});
    at = next;
    if (*at == 'h') return pieces;  // the dot of a lone point
  }
  if (*at != '\0') throw std::runtime_error("unexpected command in a path: " + commands.substr(0, 80));
  return pieces;
}

}  // namespace stiction::testing
