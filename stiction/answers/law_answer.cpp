// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/answers/law_answer.hpp"

#include "stiction/answers/answer.hpp"
#include "stiction/answers/run_answer.hpp"
#include "stiction/schema/number_text.hpp"

namespace stiction {
namespace {

Json numbers_json(const std::vector<double>& numbers) {
  Json list = Json::array();
  for (const double x : numbers) list.push_back(Json(x));
  return list;
}

Json part_json(const LawStudyPart& part) {
  Json json;
  json["name"] = part.name, json["title"] = part.title;
  json["x"] = part.x, json["x_unit"] = part.x_unit, json["y"] = part.y, json["y_unit"] = part.y_unit;
  json["problem"] = part.problem;
  json["numbers"] = measured_json(part.numbers);
  json["curves"] = Json::array();
  for (const LawCurve& curve : part.curves) {
    Json one;
    one["label"] = curve.label, one["x"] = numbers_json(curve.x), one["y"] = numbers_json(curve.y);
    json["curves"].push_back(std::move(one));
  }
  return json;
}

}  // namespace

Json law_answer(const LawStudy& s) {
  Json json = answer_begin();
  json["model"] = s.law.model;
  Json& values = json["values"] = Json::object();
  for (const auto& [name, value] : s.law.values)
    values[name] = value.numbers.size() == 1 ? Json(value.numbers.front()) : numbers_json(value.numbers);
  json["rotates"] = s.turns, json["mass"] = s.mass;
  json["force"] = s.force, json["deflection"] = s.deflection, json["speed"] = s.speed;
  json["parts"] = Json::array();
  for (const LawStudyPart& part : s.parts) json["parts"].push_back(part_json(part));
  return json;
}

std::string law_csv(const LawStudy& s) {
  std::string text = "part,curve,x,x_unit,y,y_unit\n";
  for (const LawStudyPart& part : s.parts)
    for (const LawCurve& curve : part.curves)
      for (std::size_t k = 0; k < curve.x.size(); ++k)
        text.append(part.name)
            .append(",")
            .append(curve.label)
            .append(",")
            .append(number_text(curve.x[k]))
            .append(",")
            .append(part.x_unit)
            .append(",")
            .append(number_text(curve.y[k]))
            .append(",")
            .append(part.y_unit)
            .append("\n");
  return text;
}

}  // namespace stiction
