// SPDX-License-Identifier: BSD-3-Clause
// Any bytes as an experiment file: they are refused in words, or read, written out and read again as the same.
#include "stiction/io/experiment_file.hpp"
#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  using namespace stiction;
  try {
    const ExperimentFile file = parse_experiment(fuzz::text(bytes, size), "fuzz.toml", "/nonexistent");
    const std::string text = experiment_text(file.experiment);
    const std::string again = experiment_text(parse_experiment(text, "again.toml").experiment);
    fuzz::require(text == again, "what was written reads as another experiment");
  } catch (const InvalidFile& error) {
    fuzz::require_readable(error.what());
  }
  return 0;
}
