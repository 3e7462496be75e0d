// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <cstdlib>

#include "apps/cli/commands.hpp"
#include "apps/cli/console.hpp"
#include "apps/cli/experiment_arguments.hpp"
#include "apps/cli/progress.hpp"
#include "apps/cli/sweep_words.hpp"
#include "stiction/answers/sweep_answer.hpp"
#include "stiction/io/csv_numbers.hpp"
#include "stiction/io/sweep_run.hpp"
#include "stiction/report/sweep_figure.hpp"

namespace stiction::cli {
namespace {

/// "3/16": number 3 of 16, counted from 0.
void read_shard(const std::string& text, SweepRunOptions& options) {
  const std::size_t slash = text.find('/');
  const auto whole = [&](const std::string& word) { return read_number(word).value_or(-1); };
  const double shard = slash == std::string::npos ? -1 : whole(text.substr(0, slash));
  const double shards = slash == std::string::npos ? -1 : whole(text.substr(slash + 1));
  if (!(shard >= 0 && shards >= 1 && shard < shards && shards <= 1e6) ||
      shard != static_cast<double>(static_cast<std::uint64_t>(shard)) ||
      shards != static_cast<double>(static_cast<std::uint64_t>(shards)))
    throw InvalidInput("--shard", {{text, "\"" + text + "\" is not of the form I/N with I from 0 to N - 1"}});
  options.shard = static_cast<std::uint64_t>(shard), options.shards = static_cast<std::uint64_t>(shards);
}

/// Under mpirun (OpenMPI) and srun: every rank is a shard, and takes over what others leave. False when started alone.
bool take_rank(SweepRunOptions& options) {
  for (const auto& [rank, size] :
       {std::pair{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"}, {"SLURM_PROCID", "SLURM_NTASKS"}}) {
    const char* const number = std::getenv(rank);
    const char* const of = std::getenv(size);
    const double i = number ? read_number(number).value_or(-1) : -1, n = of ? read_number(of).value_or(-1) : -1;
    if (!(n > 1 && i >= 0 && i < n)) continue;
    options.shard = static_cast<std::uint64_t>(i), options.shards = static_cast<std::uint64_t>(n), options.steal = true;
    return true;
  }
  return false;
}

/// A word as a shell takes it.
std::string shell_word(const std::string& word) {
  constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=./:,%@";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

/// "study.toml --set run.duration=5": what a call says of the file and of these options.
std::string repeated(const Arguments& arguments, std::initializer_list<const char*> options) {
  std::string text = shell_word(arguments.positionals().front());
  for (const char* option : options)
    if (arguments.has(option))
      for (const std::string& value : arguments.all(option))
        text += std::string(" ") + option + " " + shell_word(value);
  return text;
}

int show_case(const Arguments& arguments, const SweepFile& file, const Sweep& sweep) {
  const std::uint64_t index = arguments.whole("--case", 0, 0, static_cast<double>(sweep.cases() - 1));
  std::vector<double> row(sweep.columns().size());
  if (!sweep.compute(index, 1, row.data(), [] { return was_interrupted(); })) return interrupted;
  if (arguments.has("--json")) {
    std::puts(sweep_case_answer(file, sweep, index, row).text().c_str());
    return case_finished(row.back()) ? ok : failed;
  }
  for (std::size_t k = 0; k + 1 < row.size(); ++k)
    std::printf("%-36s %.12g %s\n", sweep.columns()[k].name.c_str(), row[k], sweep.columns()[k].unit.c_str());
  std::printf("%-36s %s\n", "status", std::string(case_status_word(row.back())).c_str());
  if (const std::string why = sweep.reason(index); !why.empty()) std::printf("  %s\n", why.c_str());
  std::printf("\nstiction run %s %s\n", repeated(arguments, {"--set"}).c_str(), case_settings(sweep, index).c_str());
  return case_finished(row.back()) ? ok : failed;
}

/// A study as it was called for.
struct Call {
  SweepFile file;
  std::filesystem::path output;
  Metadata metadata{};
  SweepRunOptions options{};
  bool quiet = false;
  bool in_company = false;  ///< a shard or a rank: others work on the same study
};

/// Another process has written the table, or is about to.
int finished_elsewhere(const Call& call) {
  if (was_interrupted()) return interrupted;
  if (!call.quiet) say("stiction: another process writes " + call.output.string());
  return ok;
}

/// The table, the figure and the summary of a study whose cases are all there.
int finish(const Arguments& arguments, const Call& call, const Sweep& sweep, SweepStore& store) {
  const SweepRows rows = [&](const auto& visit) { store.for_each_chunk(visit); };
  const SweepSummary summary = summarised(sweep.columns(), rows);
  const SweepSpread spread = spread_of(call.file.file.experiment, sweep, rows, [] { return was_interrupted(); });
  if (was_interrupted()) {
    say("stiction: all cases are there, but not their table; --resume writes it");
    return interrupted;
  }
  write_sweep_table(call.output, sweep.columns(), store, call.metadata);
  if (!call.quiet) say_written(call.output.string());
  if (arguments.has("--plot"))
    write_figure(arguments, sweep_figure(sweep, rows, summary),
                 stem_of(arguments.positionals().front()) + "_sweep.svg");
  if (arguments.has("--json"))
    std::puts(sweep_answer(call.file, sweep, summary, spread).text().c_str());
  else if (!call.quiet)
    print_sweep_summary("stiction sweep " + repeated(arguments, {"--set", "--count", "--seed"}), sweep, summary),
        print_sweep_spread(sweep, summary, spread);
  store.remove();
  return summary.finished > 0 ? ok : failed;
}

/// Computes what is missing; whoever sees all cases finishes the study.
int work(const Arguments& arguments, Call& call, const Sweep& sweep, SweepStore& store) {
  if (!call.quiet && !sweep.note().empty()) say("stiction: " + sweep.note());
  const auto start = std::chrono::steady_clock::now();
  Progress progress("sweep", call.quiet);
  call.options.interrupt = [] { return was_interrupted(); };
  call.options.progress = [&](std::uint64_t done, std::uint64_t all) {
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    char rate[64];
    std::snprintf(rate, sizeof rate, "%.3g cases/s", static_cast<double>(done) / seconds);
    progress.report(static_cast<double>(done) / static_cast<double>(all), rate);
    return false;
  };
  const bool complete = run_sweep(sweep, store, call.options);
  store.look();
  const auto so_far = [&] {
    return std::to_string(store.done_cases()) + " of " + std::to_string(sweep.cases()) + " cases";
  };
  if (was_interrupted() || !complete) {
    say("stiction: stopped after " + so_far() + "; --resume goes on from there, --partial writes them as a table");
    return interrupted;
  }
  const auto wait_for_others = [&] {
    if (!call.quiet)
      say("stiction: this shard is done; " + so_far() + " are there, and whoever finishes last writes " +
          call.output.string());
    return ok;
  };
  if (store.done_cases() < sweep.cases()) return wait_for_others();
  // The first of several does not end before the table is there, so that a job that has ended has written it.
  if (!store.take_over(call.options.shard == 0, [] { return was_interrupted(); })) return finished_elsewhere(call);
  if (store.drop_damaged() > 0) {
    say("stiction: " + std::to_string(sweep.cases() - store.done_cases()) +
        " cases were damaged on the disk; --resume computes them again");
    return failed;
  }
  if (store.done_cases() < sweep.cases()) return wait_for_others();
  return finish(arguments, call, sweep, store);
}

int run_study(const Arguments& arguments) {
  require_ending(arguments, "--plot", {".svg", ".png"});
  Call call{.file = read_sweep(arguments.positionals().front(), arguments.all("--set")),
            .output = arguments.text("--output", stem_of(arguments.positionals().front()) + "_sweep.csv"),
            .quiet = arguments.has("--quiet")};
  SweepPlan& plan = call.file.plan;
  if (arguments.has("--count")) {
    if (plan.method == SweepMethod::grid || plan.method == SweepMethod::list)
      throw InvalidInput("--count", {{"--count", "this study has the cases that its axes give"}});
    plan.count = arguments.whole("--count", 0, 1, 1e15);
  }
  if (arguments.has("--seed")) plan.seed = arguments.whole("--seed", 0, 0, 1e15);
  const NamedExperiment& experiment = call.file.file.experiment;
  const Sweep sweep(experiment, plan, experiment.run.record.measures);
  if (arguments.has("--case")) return show_case(arguments, call.file, sweep);

  require_sweep_format(call.output);
  call.file.file.output = {.file = call.output.string()};  // what the file says of its run is not written here
  require_other_files(arguments, call.file.file, call.file.cases_file);
  call.options.threads = arguments.whole("--threads", 0, 0, 1024);
  call.in_company = arguments.has("--shard") || take_rank(call.options);
  if (arguments.has("--shard")) read_shard(arguments.text("--shard"), call.options);
  const bool partial = arguments.has("--partial"), resume = arguments.has("--resume") || call.in_company;
  const std::filesystem::path parts = SweepStore::folder_of(call.output);
  const bool begun = std::filesystem::exists(parts);
  if (begun && !resume && !partial)
    throw FileError(parts.string() +
                    " holds cases of a study that was not finished: --resume goes on with them; remove "
                    "the folder to begin anew");
  if (partial && !begun) throw FileError(parts.string() + " is not there: nothing of this study is waiting to be read");
  const std::string study = sweep_text(experiment, plan);
  call.metadata = {{"version", STICTION_VERSION}, {"study", study}};
  const auto is_written = [&] { return is_sweep_table(call.output, call.metadata, sweep.cases()); };
  if (call.in_company && !begun && is_written()) {
    if (!call.quiet) say("stiction: " + call.output.string() + " holds this study already");
    return ok;
  }
  try {
    SweepStore store(call.output, study, {sweep.cases(), sweep.columns().size()});
    if (partial) {
      write_sweep_table(call.output, sweep.columns(), store, call.metadata);
      if (!call.quiet)
        say_written(call.output.string() + ", " + std::to_string(store.done_cases()) + " of " +
                    std::to_string(sweep.cases()) + " cases");
      return ok;
    }
    // The study may have been finished, and its folder removed, just before this process made it again.
    if (call.in_company && store.done_cases() == 0 && is_written()) {
      store.remove();
      return finished_elsewhere(call);
    }
    return work(arguments, call, sweep, store);
  } catch (const StudyRemoved&) {
    if (!is_written()) throw;
    return finished_elsewhere(call);
  }
}

}  // namespace

CommandRow sweep_command() {
  return {
      .name = "sweep",
      .purpose = "thousands of variants of an experiment: grids, random numbers, tolerances; resumable",
      .positionals = {{"FILE", "experiment in TOML with a section [sweep]"}},
      .options =
          {{"--output", "-o", "FILE",
            "the table of all cases: .csv, or .mat (version 7.3, which is HDF5); default: FILE's name with _sweep.csv"},
           plot_option,
           set_option,
           {"--count", "", "N", "another number of cases; default: as in the file"},
           {"--seed", "", "N", "another seed of random numbers; default: as in the file"},
           {"--threads", "", "N", "cases computed at a time; default: one per core"},
           {"--resume", "", "", "go on with a study that was stopped"},
           {"--shard", "", "I/N", "compute part I of N, from 0 to N - 1: for several machines that share the folder"},
           {"--partial", "", "", "write the table of what is there so far, and compute nothing"},
           {"--case", "", "I", "compute one case, and say how to run it by itself"}},
      .examples = {"stiction sweep examples/15_tolerances.toml -o tolerances.csv",
                   "stiction sweep examples/15_tolerances.toml --count 100000 --threads 2 -o many.mat"},
      .notes =
          "Cases are written as they are computed, to FILE.parts beside the output; a kill loses the chunk in flight. "
          "Results do not depend on threads, shards or interruptions.",
      .run = &run_study};
}

}  // namespace stiction::cli
