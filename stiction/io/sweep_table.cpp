// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/sweep_table.hpp"

#include <algorithm>
#include <fstream>

#include "stiction/io/csv_numbers.hpp"
#include "stiction/io/json_writer.hpp"
#include "stiction/io/mat_names.hpp"
#include "stiction/schema/violation.hpp"

#ifdef STICTION_WITH_MATIO
#include <matio.h>

#include <cstring>
#include <memory>
#endif

namespace stiction {
namespace {

void write_csv(const std::filesystem::path& target, const std::vector<SweepColumn>& columns, const SweepStore& store,
               const Metadata& metadata) {
  OutputFile file(target);
  file.write(csv_metadata(metadata));
  std::string lines = "case";
  for (const SweepColumn& c : columns) lines += "," + csv_cell(c.unit == "1" ? c.name : c.name + " [" + c.unit + "]");
  lines += "\n";
  const std::size_t width = columns.size();
  store.for_each_chunk([&](std::uint64_t first, std::span<const double> rows) {
    for (std::size_t i = 0; i * width < rows.size(); ++i) {
      lines += std::to_string(first + i);
      for (std::size_t k = 0; k + 1 < width; ++k) lines += ',', append_number(lines, rows[i * width + k]);
      lines += ',';
      lines += case_status_word(rows[i * width + width - 1]);
      lines += '\n';
    }
    if (lines.size() > 60000) file.write(lines), lines.clear();
  });
  file.write(lines);
  file.commit();
}

#ifdef STICTION_WITH_MATIO

class MatTable {
 public:
  explicit MatTable(OutputFile& file)
      : name_(file.target().string()),
        file_(Mat_CreateVer(file.unfinished_path().c_str(), nullptr, MAT_FT_MAT73), Mat_Close) {
    if (!file_) fail();
  }
  void add_text(const char* name, const std::string& text) {
    std::u16string characters = utf16(text);
    std::size_t size[] = {characters.empty() ? 0U : 1U, characters.size()};
    write(Mat_VarCreate(name, MAT_C_CHAR, MAT_T_UTF16, 2, size, characters.data(), 0), false);
  }
  /// Numbers behind those that the column has already.
  void add_to(const std::string& column, std::vector<double>& numbers) {
    std::size_t size[] = {numbers.size(), 1};
    write(Mat_VarCreate(column.c_str(), MAT_C_DOUBLE, MAT_T_DOUBLE, 2, size, numbers.data(), MAT_F_DONT_COPY_DATA),
          true);
  }
  void close() {
    if (Mat_Close(file_.release()) != 0) fail();
  }

 private:
  void write(matvar_t* variable, bool append) {
    const std::unique_ptr<matvar_t, decltype(&Mat_VarFree)> owned(variable, Mat_VarFree);
    const int error = !variable ? 1
                      : append  ? Mat_VarWriteAppend(file_.get(), variable, MAT_COMPRESSION_NONE, 1)
                                : Mat_VarWrite(file_.get(), variable, MAT_COMPRESSION_NONE);
    if (error != 0) fail();
  }
  [[noreturn]] void fail() const {
    throw WriteError("cannot write " + name_ + ": libmatio reports an error; is the disk full?");
  }
  std::string name_;
  std::unique_ptr<mat_t, decltype(&Mat_Close)> file_;
};

bool mat_holds(const std::filesystem::path& file, const Metadata& metadata, std::uint64_t cases) {
  const std::unique_ptr<mat_t, decltype(&Mat_Close)> table(Mat_Open(file.c_str(), MAT_ACC_RDONLY), Mat_Close);
  if (!table) return false;
  using Variable = std::unique_ptr<matvar_t, decltype(&Mat_VarFree)>;
  for (const auto& [key, value] : metadata) {
    const Variable own(Mat_VarRead(table.get(), key.c_str()), Mat_VarFree);
    const std::u16string wanted = utf16(value);
    if (!own || own->data_size != 2 || own->nbytes != 2 * wanted.size() ||
        std::memcmp(own->data, wanted.data(), own->nbytes) != 0)
      return false;
  }
  const Variable numbers(Mat_VarReadInfo(table.get(), "case_number"), Mat_VarFree);
  return numbers && numbers->dims[0] * numbers->dims[1] == cases;
}

void write_mat(const std::filesystem::path& target, const std::vector<SweepColumn>& columns, const SweepStore& store,
               const Metadata& metadata) {
  OutputFile file(target);
  MatTable table(file);
  MatNames names;
  for (const auto& [key, value] : metadata) table.add_text(names.unique(key).c_str(), value);
  const std::string case_name = names.unique("case_number");
  std::vector<std::string> column_names;
  std::string units;
  for (const SweepColumn& c : columns) {
    column_names.push_back(names.unique(c.name));
    units += column_names.back() + " [" + c.unit + "]\n";
  }
  table.add_text(names.unique("units").c_str(), units);
  const std::size_t width = columns.size();
  std::vector<double> cases, numbers;
  // Some thousand rows at a time: every addition extends each dataset.
  std::vector<double> rows;
  const auto flush = [&] {
    if (cases.empty()) return;
    table.add_to(case_name, cases);
    for (std::size_t k = 0; k < width; ++k) {
      numbers.clear();
      for (std::size_t i = 0; i < cases.size(); ++i) numbers.push_back(rows[i * width + k]);
      table.add_to(column_names[k], numbers);
    }
    cases.clear(), rows.clear();
  };
  store.for_each_chunk([&](std::uint64_t first, std::span<const double> more) {
    for (std::size_t i = 0; i * width < more.size(); ++i) cases.push_back(static_cast<double>(first + i));
    rows.insert(rows.end(), more.begin(), more.end());
    if (cases.size() >= 16384) flush();
  });
  flush();
  table.close();
  file.sync();
  file.commit();
}

#endif

}  // namespace

std::string_view case_status_word(double status) {
  return status == case_not_allowed ? "not_allowed" : status_name(static_cast<SolveStatus>(status));
}

void require_sweep_format(const std::filesystem::path& file) {
  if (file.extension() == ".csv") return;
  if (file.extension() != ".mat")
    throw InvalidInput("--output",
                       {{file.string(), "\"" + file.string() + "\": the table of a study is written as .csv or .mat"}});
#ifndef STICTION_WITH_MATIO
  throw MissingFeature("this build cannot write MAT files: libmatio was missing (Debian: libmatio-dev); write .csv");
#endif
}

bool is_sweep_table(const std::filesystem::path& file, const Metadata& metadata, std::uint64_t cases) {
  std::error_code absent;
  if (!std::filesystem::is_regular_file(file, absent)) return false;
#ifdef STICTION_WITH_MATIO
  if (file.extension() == ".mat") return mat_holds(file, metadata, cases);
#endif
  std::ifstream text(file, std::ios::binary);
  const std::string expected = csv_metadata(metadata);
  std::string begin(expected.size(), '\0');
  if (!text.read(begin.data(), static_cast<std::streamsize>(begin.size())) || begin != expected) return false;
  // The last line is that of the last case.
  text.seekg(-static_cast<std::streamoff>(std::min<std::uintmax_t>(std::filesystem::file_size(file), 4096)),
             std::ios::end);
  std::string end(std::istreambuf_iterator<char>(text), {});
  if (end.empty() || end.back() != '\n') return false;
  end.pop_back();
  return end.substr(end.rfind('\n') + 1).starts_with(std::to_string(cases - 1) + ",");
}

void write_sweep_table(const std::filesystem::path& file, const std::vector<SweepColumn>& columns,
                       const SweepStore& store, const Metadata& metadata) {
  require_sweep_format(file);
#ifdef STICTION_WITH_MATIO
  if (file.extension() == ".mat") return write_mat(file, columns, store, metadata);
#endif
  write_csv(file, columns, store, metadata);
}

}  // namespace stiction
