// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/answers/figures_answer.hpp"

#include "stiction/answers/answer.hpp"
#include "stiction/answers/run_answer.hpp"
#include "stiction/schema/nearest_name.hpp"
#include "stiction/schema/violation.hpp"

namespace stiction {
namespace {

Json side_of_claim(const ClaimSide& side) {
  Json json;
  json["name"] = side.name, json["value"] = side.value;
  return json;
}

Json figure_json(const FigureResult& r) {
  Json one;
  one["name"] = r.name, one["title"] = r.title, one["source"] = r.source;
  one["measurements"] = Json::array(), one["claims"] = Json::array();
  for (const MeasuredNumber& m : r.measurements) {
    Json number;
    number["key"] = m.key, number["value"] = m.missing.empty() ? Json(m.value) : Json(), number["unit"] = m.unit;
    number["reference"] = m.reference ? Json(*m.reference) : Json();
    number["deviation"] = m.reference ? Json(m.deviation) : Json();
    number["holds"] = m.holds;
    one["measurements"].push_back(std::move(number));
  }
  for (const CheckedClaim& c : r.claims) {
    Json claim;
    claim["text"] = c.text, claim["holds"] = c.holds, claim["detail"] = c.comparison();
    claim["left"] = side_of_claim(c.left), claim["relation"] = c.relation, claim["right"] = side_of_claim(c.right);
    one["claims"].push_back(std::move(claim));
  }
  one["holds"] = r.holds(), one["problem"] = r.problem, one["seconds"] = r.seconds;
  return one;
}

}  // namespace

Json figures_answer(const std::vector<FigureResult>& results) {
  Json json = answer_begin();
  json["figures"] = Json::array();
  for (const FigureResult& r : results) json["figures"].push_back(figure_json(r));
  return json;
}

Json cases_answer(const FigureResult& result, const PaperFigure& figure, const std::vector<Trajectory>& runs) {
  Json json = figures_answer({result});
  Json& cases = json["cases"] = Json::object();
  for (std::size_t i = 0; i < runs.size(); ++i)
    cases[figure.cases[i].name] = run_answer(figure.cases[i].file.experiment, runs[i]);
  return json;
}

/// The figures meant by "all", by a paper or by a full name.
std::vector<PaperText> chosen_figures(const std::vector<std::string>& names) {
  std::vector<PaperText> texts;
  std::vector<std::string_view> known = {"all"};
  for (const PaperText& text : paper_texts()) known.push_back(text.name);
  for (const std::string& name : names) {
    const std::size_t before = texts.size();
    for (const PaperText& text : paper_texts())
      if (name == "all" || text.name == name || text.name.starts_with(name + "/")) texts.push_back(text);
    if (texts.size() == before) throw InvalidInput("reproduce", {{"", unknown_name_text("figure", name, known)}});
  }
  return texts;
}

}  // namespace stiction
