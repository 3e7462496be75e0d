// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <string>

#include "apps/cli/commands.hpp"
#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/schema/number_text.hpp"

namespace stiction::cli {
namespace {

/// Printf with a string_view: "%.*s" asks for length and pointer.
#define TEXT(view) static_cast<int>((view).size()), (view).data()

void print_catalogue() {
  std::printf("%-32s %-7s %s\n", "name", "kind", "description");
  for (const ModelEntry& e : model_catalogue())
    std::printf("%-32.*s %-7.*s %.*s\n", TEXT(e.info.name), TEXT(e.kind), TEXT(e.info.description));
}

std::string numbers_text(const std::vector<double>& numbers) {
  std::string text;
  for (const double x : numbers) text += (text.empty() ? "" : " ") + number_text(x);
  return numbers.size() > 1 ? "[" + text + "]" : text;
}

void print_table(const char* heading, const std::vector<FieldInfo>& rows) {
  if (rows.empty()) return;
  std::printf("\n%s\n", heading);
  for (const FieldInfo& row : rows)
    std::printf("  %-28.*s %-16.*s %-20s [%.*s]  %.*s Must %s.\n", TEXT(row.name), TEXT(row.symbol),
                numbers_text(row.defaults).c_str(), TEXT(row.unit), TEXT(row.doc), requirement_text(row.range).c_str());
}

void print_phenomena(const Phenomena& p) {
  std::string shown;
  const auto add = [&](bool flag, const char* words) {
    if (flag) shown += (shown.empty() ? "" : ", ") + std::string(words);
  };
  add(p.stribeck, "Stribeck effect"), add(p.presliding_spring, "presliding spring"), add(p.hysteresis, "hysteresis");
  add(p.frictional_lag, "frictional lag"), add(p.varying_breakaway, "break-away that depends on the loading rate");
  add(p.non_drifting_presliding, "no drift in presliding"), add(p.reversal_point_memory, "reversal-point memory");
  add(p.rate_independent, "rate independence"), add(p.true_stick, "true stick");
  std::printf("\nshows      %s\n", shown.empty() ? "none of the listed phenomena" : shown.c_str());
}

void print_model(const ModelEntry& e) {
  std::printf("%.*s - %.*s\n\n", TEXT(e.info.name), TEXT(e.info.description));
  std::printf("kind       %.*s\nC++        stiction::%.*s\nsource     %.*s\n", TEXT(e.kind), TEXT(e.info.type),
              TEXT(e.info.source));
  print_table("parameters (name, symbol, default, unit)", e.parameters);
  print_table("states", e.states);
  print_table("modes", e.modes);
  if (!e.presets.empty()) std::printf("\npresets\n");
  for (const PresetInfo& p : e.presets) std::printf("  %-28.*s %.*s\n", TEXT(p.name), TEXT(p.source));
  print_phenomena(e.info.phenomena);
  if (!e.passivity_condition.empty()) std::printf("passive    %.*s\n", TEXT(e.passivity_condition));
}

}  // namespace

int models_command(std::span<const std::string_view> arguments) {
  if (arguments.size() > 1 || (arguments.size() == 1 && arguments[0].starts_with("-"))) {
    std::fputs("usage: stiction models [NAME]\n", stderr);
    return usage_error;
  }
  if (arguments.empty())
    print_catalogue();
  else
    print_model(find_model(arguments[0]));
  return ok;
}

}  // namespace stiction::cli
