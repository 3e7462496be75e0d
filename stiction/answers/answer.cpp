// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/answers/answer.hpp"

#include "stiction/io/experiment_file.hpp"

namespace stiction {

std::string_view version() { return STICTION_VERSION; }

Json answer_begin() {
  Json answer;
  answer["stiction"] = version();
  answer["format"] = 1;
  return answer;
}

Json answer_about(const NamedExperiment& experiment) {
  Json answer = answer_begin();
  answer["experiment"] = experiment_text(experiment);
  return answer;
}

}  // namespace stiction
