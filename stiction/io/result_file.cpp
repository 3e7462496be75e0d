// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/result_file.hpp"

#include <algorithm>
#include <cctype>

#include "stiction/io/json_writer.hpp"
#include "stiction/io/mat_writer.hpp"

namespace stiction {
namespace {

using WriteResult = void (*)(OutputFile&, const Trajectory&, const Metadata&);

WriteResult writer_for(const std::filesystem::path& file) {
  struct Format {
    std::string_view extension;
    WriteResult write;
  };
  constexpr Format formats[] = {{".csv", write_csv}, {".json", write_json}, {".mat", write_mat}};
  if (file == "-") return write_csv;
  std::string extension = file.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
  std::vector<std::string_view> known;
  for (const Format& f : formats) {
    if (f.extension == extension) return f.write;
    known.push_back(f.extension);
  }
  throw InvalidInput(file.string(), {{"", unknown_name_text("extension", extension, known)}});
}

}  // namespace

void write_result(const std::filesystem::path& file, const Trajectory& trajectory, const Metadata& metadata) {
  const WriteResult write = writer_for(file);
  OutputFile output(file);
  write(output, trajectory, metadata);
  output.commit();
}

}  // namespace stiction
