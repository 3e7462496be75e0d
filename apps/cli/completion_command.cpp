// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>

#include "apps/cli/commands.hpp"
#include "stiction/schema/nearest_name.hpp"
#include "stiction/schema/violation.hpp"

namespace stiction::cli {
namespace {

std::string option_words(const CommandRow& command) {
  std::string words;
  for (const auto rows : {std::span<const OptionRow>(command.options), common_options()})
    for (const OptionRow& row : rows) words += (words.empty() ? "" : " ") + std::string(row.name);
  return words;
}

std::string bash_script() {
  std::string names, cases;
  for (const CommandRow& command : commands()) {
    names += (names.empty() ? "" : " ") + std::string(command.name);
    cases += "    " + std::string(command.name) + ") words=\"" + option_words(command) + "\" ;;\n";
  }
  return "# bash completion: eval \"$(stiction completion bash)\"\n"
         "_stiction() {\n"
         "  local current=\"${COMP_WORDS[COMP_CWORD]}\" words=\"\"\n"
         "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
         "    COMPREPLY=($(compgen -W \"" +
         names +
         " --help --version\" -- \"$current\"))\n"
         "    return\n"
         "  fi\n"
         "  case \"${COMP_WORDS[1]}\" in\n" +
         cases +
         "  esac\n"
         "  case \"$current\" in\n"
         "    -*) COMPREPLY=($(compgen -W \"$words\" -- \"$current\")) ;;\n"
         "    *) COMPREPLY=($(compgen -f -- \"$current\")) ;;\n"
         "  esac\n"
         "}\n"
         "complete -o filenames -F _stiction stiction\n";
}

std::string zsh_script() {
  return "# zsh completion: eval \"$(stiction completion zsh)\"\nautoload -U +X bashcompinit && bashcompinit\n" +
         bash_script();
}

std::string fish_script() {
  std::string text = "# fish completion: stiction completion fish | source\n";
  for (const CommandRow& command : commands()) {
    text += "complete -c stiction -n __fish_use_subcommand -a " + std::string(command.name) + " -d '" +
            std::string(command.purpose) + "'\n";
    for (const auto rows : {std::span<const OptionRow>(command.options), common_options()})
      for (const OptionRow& row : rows)
        text += "complete -c stiction -n '__fish_seen_subcommand_from " + std::string(command.name) + "' -l " +
                std::string(row.name.substr(2)) + (row.value.empty() ? "" : " -r") + "\n";
  }
  return text;
}

int run_completion(const Arguments& arguments) {
  const std::string& shell = arguments.positionals().front();
  constexpr std::string_view known[] = {"bash", "zsh", "fish"};
  const std::string text = shell == "bash"   ? bash_script()
                           : shell == "zsh"  ? zsh_script()
                           : shell == "fish" ? fish_script()
                                             : "";
  if (text.empty()) throw InvalidInput("completion", {{"", unknown_name_text("shell", shell, known)}});
  std::fputs(text.c_str(), stdout);
  return ok;
}

}  // namespace

CommandRow completion_command() {
  return {.name = "completion",
          .purpose = "a script that completes commands and options in your shell",
          .positionals = {{"SHELL", "bash, zsh or fish"}},
          .options = {},
          .examples = {"eval \"$(stiction completion bash)\"", "stiction completion fish | source"},
          .notes = "",
          .run = &run_completion};
}

}  // namespace stiction::cli
