// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/identification_output_page.hpp"

#include "stiction/report/identification_sections.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

constexpr std::size_t most_points_of_record = 1500;
constexpr std::size_t most_records = 6;

HtmlTable records_table(const ScoredOutputFit& d) {
  HtmlTable table{.caption = "Recordings",
                  .columns = {{"file"},
                              {"samples compared", "", true},
                              {"time between them", "s", true},
                              {"of them fitted", "", true},
                              {"root mean square error", d.score.unit, true},
                              {"mean absolute error", d.score.unit, true}}};
  for (std::size_t k = 0; k < d.records.size(); ++k) {
    const OutputRecord& r = d.records[k];
    const OutputMisses misses = output_misses({d.residual[k]});
    table.rows.push_back({r.name, std::to_string(r.time.size()), HtmlCell::rounded(r.time[1] - r.time[0], 4),
                          std::to_string(d.fitted[k]), HtmlCell::rounded(misses.root_mean_square, 4),
                          HtmlCell::rounded(misses.mean_absolute, 4)});
  }
  return table;
}

}  // namespace

Figure output_error_figure(const ScoredOutputFit& d) {
  Figure figure{.title = "Simulated without correction", .columns = 2, .panel_width = 520, .panel_height = 300};
  for (std::size_t k = 0; k < std::min(d.records.size(), most_records); ++k) {
    const OutputRecord& r = d.records[k];
    Panel over_time{.title = r.name, .x_label = "time [s]", .y_label = d.score.signal + " [" + d.score.unit + "]"};
    Panel left_over{.title = "What is left over",
                    .x_label = "time [s]",
                    .y_label = "measured less simulated [" + d.score.unit + "]"};
    Curve measured{.label = "measured"}, simulated{.label = "simulated"}, residual{.label = "residual"};
    const std::size_t step = r.time.size() / most_points_of_record + 1;
    for (std::size_t i = 0; i < r.time.size(); i += step) {
      measured.x.push_back(r.time[i]), measured.y.push_back(r.measured[i]);
      simulated.x.push_back(r.time[i]), simulated.y.push_back(r.measured[i] - d.residual[k][i]);
      residual.x.push_back(r.time[i]), residual.y.push_back(d.residual[k][i]);
    }
    over_time.curves = {measured, simulated}, left_over.curves = {residual};
    if (d.fitted[k] < r.time.size())
      for (Panel* const panel : {&over_time, &left_over})
        panel->shadings.push_back({.label = "held out", .spans = {{r.time[d.fitted[k]], r.time.back()}}});
    left_over.horizontal_lines.push_back({.value = 0, .label = ""});
    figure.panels.push_back(std::move(over_time)), figure.panels.push_back(std::move(left_over));
  }
  return figure;
}

HtmlPage output_error_page(const ScoredOutputFit& d, const std::string& experiment_file,
                           const std::vector<Finding>& findings) {
  const std::vector<EstimatedNumber> numbers = estimated_numbers(d.fit);
  std::size_t open = 0, weak = 0;
  for (const EstimatedNumber& n : numbers)
    open += n.verdict == Identified::no ? 1 : 0, weak += n.verdict == Identified::weak ? 1 : 0;
  const auto in_unit = [&](double x) { return rounded_text(x, 4) + " " + d.score.unit; };
  std::string sentence = "Simulated from its measured inputs, " + d.score.signal + " misses by " +
                         in_unit(d.score.fitted.root_mean_square) + " where it was fitted";
  if (d.score.held_out) sentence += " and by " + in_unit(d.score.held_out->root_mean_square) + " held out";
  HtmlPage page("What the simulation says about friction", sentence + " (root mean square).");
  page.section("What was measured").table(records_table(d));
  HtmlContent& fitted = page.section("What was fitted");
  fitted.text(sentence +
              ". Mean absolute error, averaged over the recordings: " + in_unit(d.score.fitted.mean_absolute) +
              " fitted" + (d.score.held_out ? ", " + in_unit(d.score.held_out->mean_absolute) + " held out." : "."));
  const std::string begun_at(search_start_name(d.fit.begun_at));
  fitted.text(std::to_string(d.fit.agreeing) + " of " + std::to_string(d.fit.starts) +
              " searches ended in the same minimum. The answer is that of the search that began at " + begun_at +
              (d.fit.converged ? "." : ", which did not converge."));
  if (d.fit.least_error > 0)
    fitted.text("Another search went down to " + in_unit(d.fit.least_error) +
                ". The recordings cannot tell that minimum from this one, which " + begun_at + " lead to.");
  if (!d.fit.no_inverse_start.empty())
    fitted.text("No search began at the inverse model: " + d.fit.no_inverse_start + ".");
  if (!d.fit.why_differences.empty()) fitted.text("Slopes are differences of runs: " + d.fit.why_differences + ".");
  HtmlContent& certain = page.section("What is certain");
  certain
      .text(open + weak == 0
                ? "Every number that was fitted is supported by the data."
                : "Of " + std::to_string(numbers.size()) + " numbers that were fitted, " + std::to_string(open) +
                      " cannot be found from these recordings and " + std::to_string(weak) + " only roughly.")
      .table(numbers_table(numbers));
  for (const NullDirection& n : d.fit.null_directions) certain.note("Not identifiable", n.sentence + ".");
  certain.details("Correlations", HtmlContent().table(correlation_table(d.fit.names, d.fit.correlation)));
  page.section("How well it fits").figure(output_error_figure(d), "Measured and simulated, and what is left over");
  add_advice(page, numbers);
  HtmlContent& law = page.section("The law");
  law.text("The experiment with the numbers found, which every other command loads:").code(experiment_file);
  for (const NamedPart& part : d.fit.experiment.friction) law.text("In C++:").code(law_as_cpp(part.model, part.values));
  HtmlContent& compensator = page.section("As a compensator");
  const std::optional<CompensatedFriction> left = compensated_friction(d.fit, d.records);
  if (left && left->friction > 0)
    compensator.text("Added to the drive along the simulated motion, the law's force would leave " +
                     rounded_text(left->left, 3) + " of " + rounded_text(left->friction, 3) +
                     (resolve(d.fit.experiment).loop->turns() ? " N.m" : " N") +
                     " of friction (root mean square), as far as the uncertainty of its "
                     "numbers goes: " +
                     rounded_text(100 * (1 - left->left / left->friction), 3) +
                     " % less. What the law does not know stays; stiction compare tries controllers in a loop.");
  else
    compensator.text(
        d.fit.why_differences.empty()
            ? "No number of the law was fitted, so nothing is said about what its compensation would leave."
            : "Nothing is said about what its compensation would leave: " + d.fit.why_differences + ".");
  if (d.fit.experiment.friction.size() == 1)
    compensator.text("Once per sample of the controller, with the velocity that is wanted or measured:")
        .code(compensator_as_cpp(d.fit.experiment.friction.front().model, 1e-3));
  add_findings(page, findings);
  return page;
}

}  // namespace stiction
