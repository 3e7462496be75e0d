// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstdio>

#include "apps/cli/commands.hpp"
#include "stiction/catalogue/controller_catalogue.hpp"
#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/catalogue/plant_catalogue.hpp"
#include "stiction/io/experiment_file.hpp"
#include "stiction/papers/paper_texts.hpp"
#include "stiction/schema/nearest_name.hpp"
#include "stiction/schema/violation.hpp"

namespace stiction::cli {
namespace {

std::string option_words(const CommandRow& command) {
  std::string words;
  for (const auto rows : {std::span<const OptionRow>(command.options), common_options(command)})
    for (const OptionRow& row : rows) words.append(words.empty() ? "" : " ").append(row.name);
  return words;
}

/// Which words a positional or an option takes, beside files: asked by the scripts while the user types.
constexpr std::string_view kinds[] = {"models", "presets", "figures", "paths", "signals"};

std::string kind_of_option(std::string_view option) {
  if (option == "--set" || option == "--over" || option == "--slopes" || option == "--fit") return "paths";
  if (option == "--preset") return "presets";
  if (option == "--measure") return "signals";
  return "";
}
std::string kind_of_positional(const CommandRow& command) {
  if (command.positionals.empty()) return "";
  if (command.name == "reproduce") return "figures";
  return command.name == "models" || command.name == "characterise" ? "models" : "";
}

std::string bash_script() {
  std::string names, cases, options;
  for (const CommandRow& command : commands()) {
    names.append(names.empty() ? "" : " ").append(command.name);
    cases.append("    ").append(command.name).append(") words=\"").append(option_words(command)).append("\"");
    if (const std::string kind = kind_of_positional(command); !kind.empty()) cases.append(" kind=").append(kind);
    cases.append(" ;;\n");
  }
  for (const char* option : {"--set", "--over", "--slopes", "--fit", "--preset", "--measure"})
    options.append("    ").append(option).append(") kind=").append(kind_of_option(option)).append(" after=1 ;;\n");
  return "# bash completion: eval \"$(stiction completion bash)\"\n"
         "_stiction() {\n"
         "  local current=\"${COMP_WORDS[COMP_CWORD]}\" words=\"\" kind=\"\" after=\"\" given=\"\" word\n"
         "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
         "    COMPREPLY=($(compgen -W \"" +
         names +
         " --help --version\" -- \"$current\"))\n"
         "    return\n"
         "  fi\n"
         "  case \"${COMP_WORDS[1]}\" in\n" +
         cases +
         "  esac\n"
         "  case \"${COMP_WORDS[COMP_CWORD-1]}\" in\n" +
         options +
         "  esac\n"
         "  # What an option asks about is the file or the law given before it.\n"
         "  for word in \"${COMP_WORDS[@]:2:COMP_CWORD-2}\"; do\n"
         "    case \"$word\" in -*) ;; *) [ -n \"$given\" ] || given=\"$word\" ;; esac\n"
         "  done\n"
         "  case \"$current\" in\n"
         "    -*) COMPREPLY=($(compgen -W \"$words\" -- \"$current\")); return ;;\n"
         "  esac\n"
         "  if [ -n \"$kind\" ]; then\n"
         "    [ \"$kind$after\" != paths1 ] || compopt -o nospace 2> /dev/null\n"
         "    COMPREPLY=($(compgen -W \"$(\"${COMP_WORDS[0]}\" completion \"$kind\" $given 2> /dev/null)\" -- "
         "\"$current\"))\n"
         "  fi\n"
         "  [ -n \"$after\" ] || COMPREPLY+=($(compgen -f -- \"$current\"))\n"
         "}\n"
         "complete -o filenames -F _stiction stiction\n";
}

std::string zsh_script() {
  return "# zsh completion: eval \"$(stiction completion zsh)\"\nautoload -U +X bashcompinit && bashcompinit\n" +
         bash_script();
}

std::string fish_script() {
  std::string text =
      "# fish completion: stiction completion fish | source\n"
      "function __stiction_given\n"
      "  for word in (commandline -opc)[3..-1]\n"
      "    string match -q -- '-*' $word; or begin; echo $word; return; end\n"
      "  end\n"
      "end\n";
  for (const CommandRow& command : commands()) {
    const std::string name(command.name);
    text += "complete -c stiction -n __fish_use_subcommand -a " + name + " -d '" + std::string(command.purpose) + "'\n";
    const std::string seen = "complete -c stiction -n '__fish_seen_subcommand_from " + name + "'";
    if (const std::string kind = kind_of_positional(command); !kind.empty())
      text.append(seen).append(" -a '(stiction completion ").append(kind).append(")'\n");
    for (const auto rows : {std::span<const OptionRow>(command.options), common_options(command)})
      for (const OptionRow& row : rows) {
        text.append(seen).append(" -l ").append(row.name.substr(2)).append(row.value.empty() ? "" : " -r");
        if (const std::string kind = kind_of_option(row.name); !kind.empty())
          text.append(" -a '(stiction completion ").append(kind).append(" (__stiction_given))'");
        text += "\n";
      }
  }
  return text;
}

/// The words of a kind; paths and signals are those of an experiment file, presets those of a law.
std::vector<std::string> words_of(std::string_view kind, const std::vector<std::string>& given) {
  std::vector<std::string> words;
  if (kind == "models") {
    for (const ModelEntry& e : model_catalogue()) words.emplace_back(e.info.name);
    for (const PlantEntry& e : plant_catalogue()) words.emplace_back(e.info.name);
    for (const ControllerEntry& e : controller_catalogue()) words.emplace_back(e.info.name);
  } else if (kind == "figures") {
    words.emplace_back("all");
    for (const PaperText& text : paper_texts()) words.emplace_back(text.name);
  } else if (kind == "presets") {
    for (const ModelEntry& e : model_catalogue())
      for (const PresetInfo& preset : e.presets)
        if (given.empty() || given.front() == e.info.name) words.emplace_back(preset.name);
  } else {
    if (given.empty()) throw WrongCall(std::string(kind) + " are those of an experiment: give its FILE");
    // A law by its name stands alone in its experiment, as `characterise` puts it there.
    NamedExperiment e;
    const auto laws = model_catalogue();
    const bool law =
        std::any_of(laws.begin(), laws.end(), [&](const ModelEntry& m) { return m.info.name == given[0]; });
    if (law)
      e.plant = {.model = "prescribed_velocity"}, e.friction = {{.model = given[0]}};
    else
      e = read_experiment(given[0]).experiment;
    if (kind == "paths") return value_paths(resolved(e));
    const LoopRun run = assemble(e, true);
    for (const LoopRow& row : run.loop().signals()) words.push_back(row.name);
  }
  return words;
}

int run_completion(const Arguments& arguments) {
  const std::string& what = arguments.positionals().front();
  const std::vector<std::string> given(arguments.positionals().begin() + 1, arguments.positionals().end());
  std::vector<std::string_view> known = {"bash", "zsh", "fish"};
  const bool shell = std::find(known.begin(), known.end(), what) != known.end();
  known.insert(known.end(), std::begin(kinds), std::end(kinds));
  if (std::find(known.begin(), known.end(), what) == known.end())
    throw WrongCall(unknown_name_text("shell or kind of words", what, known));
  if (shell) {
    if (!given.empty()) throw WrongCall("\"" + given.front() + "\" is one word too many");
    std::fputs((what == "bash" ? bash_script() : what == "zsh" ? zsh_script() : fish_script()).c_str(), stdout);
    return ok;
  }
  for (const std::string& word : words_of(what, given)) std::printf("%s\n", word.c_str());
  return ok;
}

}  // namespace

CommandRow completion_command() {
  return {.name = "completion",
          .purpose = "a script that completes commands, options, models, figures and paths in your shell",
          .positionals = {{"SHELL", "bash, zsh or fish; or words: models, presets, figures, paths, signals"},
                          {"FILE", "whose paths or signals; the law whose presets", false}},
          .options = {},
          .examples = {"eval \"$(stiction completion bash)\"", "stiction completion fish | source"},
          .notes = "Words are what the scripts ask for while you type: stiction completion paths servo.toml\n",
          .run = &run_completion,
          .has_json = false};
}

}  // namespace stiction::cli
