// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>

#include "apps/cli/commands.hpp"
#include "stiction/io/experiment_schema.hpp"

namespace stiction::cli {

CommandRow schema_command() {
  return {.name = "schema",
          .purpose = "the grammar of experiment files, with every default, unit and range",
          .positionals = {},
          .options = {},
          .examples = {"stiction schema | less", "stiction schema --json > stiction.schema.json"},
          .notes = "With --json: a JSON Schema that editors check files against.\n",
          .run = [](const Arguments& arguments) {
            const std::string text = arguments.has("--json") ? experiment_schema().text() + "\n" : experiment_grammar();
            std::fputs(text.c_str(), stdout);
            return ok;
          }};
}

}  // namespace stiction::cli
