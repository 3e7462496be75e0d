// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/mat_writer.hpp"

#ifdef STICTION_WITH_MATIO

#include <matio.h>

#include <cstring>
#include <fstream>
#include <memory>

#include "stiction/io/json_writer.hpp"
#include "stiction/io/mat_names.hpp"

namespace stiction {
namespace {

struct FreeVariable {
  void operator()(matvar_t* variable) const { Mat_VarFree(variable); }
};
using Variable = std::unique_ptr<matvar_t, FreeVariable>;

/// A column of numbers; not copied, so the vector must outlive it.
Variable column(const char* name, const std::vector<double>& values) {
  std::size_t size[] = {values.size(), 1};
  // matio takes the data as void*, but only reads it.
  return Variable(Mat_VarCreate(name, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, size, const_cast<double*>(values.data()),
                                MAT_F_DONT_COPY_DATA));
}
Variable one_number(double value) {
  std::size_t size[] = {1, 1};
  return Variable(Mat_VarCreate(nullptr, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, size, &value, 0));
}
Variable words(std::string_view text) {
  std::u16string characters = utf16(text);
  std::size_t size[] = {characters.empty() ? 0U : 1U, characters.size()};
  return Variable(Mat_VarCreate(nullptr, MAT_C_CHAR, MAT_T_UTF16, 2, size, characters.data(), 0));
}

/// A 1 x 1 struct; fields that MATLAB would refuse get another name.
class Struct {
 public:
  explicit Struct(const char* name) {
    std::size_t size[] = {1, 1};
    variable_.reset(Mat_VarCreateStruct(name, 2, size, nullptr, 0));
  }
  void add(std::string_view field, Variable value) {
    const std::string valid = names_.unique(field);
    Mat_VarAddStructField(variable_.get(), valid.c_str());
    Mat_VarSetStructFieldByName(variable_.get(), valid.c_str(), 0, value.release());  // owns it now
  }
  matvar_t* get() const { return variable_.get(); }

 private:
  Variable variable_;
  MatNames names_;
};

Variable cells(const std::vector<TrajectoryEvent>& events, std::string TrajectoryEvent::*part) {
  std::vector<matvar_t*> all;
  all.reserve(events.size());
  for (const TrajectoryEvent& e : events) all.push_back(words(e.*part).release());
  std::size_t size[] = {all.size(), 1};
  return Variable(Mat_VarCreate(nullptr, MAT_C_CELL, MAT_T_CELL, 2, size, all.data(), 0));  // owns the words now
}

[[noreturn]] void fail_to_write(const std::string& name) {
  throw WriteError("cannot write " + name + ": libmatio reports an error; is the disk full?");
}

/// libmatio 1.5 writes without looking whether it could. So the file is read again: its parts must reach to its end,
/// and its columns must hold the numbers they were given.
class WrittenFile {
 public:
  explicit WrittenFile(OutputFile& file)
      : name_(file.target().string()), file_(Mat_Open(file.own_path().c_str(), MAT_ACC_RDONLY), Mat_Close) {
    if (file_ == nullptr) fail_to_write(name_);
    if (Mat_GetVersion(file_.get()) == MAT_FT_MAT5) check_length(file.own_path());
  }
  void check_column(const char* variable, const std::vector<double>& values) const {
    const Variable read(Mat_VarRead(file_.get(), variable));
    const std::size_t bytes = values.size() * sizeof(double);
    if (read == nullptr || read->nbytes != bytes || (bytes > 0 && read->data == nullptr)) fail_to_write(name_);
    if (bytes > 0 && std::memcmp(read->data, values.data(), bytes) != 0) fail_to_write(name_);
  }
  void check_struct(matvar_t* written) const {
    const Variable read(Mat_VarRead(file_.get(), written->name));
    if (read == nullptr || read->class_type != MAT_C_STRUCT ||
        Mat_VarGetNumberOfFields(read.get()) != Mat_VarGetNumberOfFields(written))
      fail_to_write(name_);
  }

 private:
  /// Version 5: a header of 128 bytes, then parts that begin with their kind and their length.
  void check_length(const std::filesystem::path& path) const {
    std::ifstream stream(path, std::ios::binary);
    std::uintmax_t at = 128;
    const std::uintmax_t size = std::filesystem::file_size(path);
    while (at < size) {
      std::uint32_t tag[2] = {};
      stream.seekg(static_cast<std::streamoff>(at));
      if (!stream.read(reinterpret_cast<char*>(tag), sizeof tag)) break;
      at += sizeof tag + tag[1];
    }
    if (at != size) fail_to_write(name_);
  }

  std::string name_;
  std::unique_ptr<mat_t, int (*)(mat_t*)> file_;
};

class MatFile {
 public:
  explicit MatFile(OutputFile& file, bool large)
      : name_(file.target().string()),
        file_(Mat_CreateVer(file.own_path().c_str(), nullptr, large ? MAT_FT_MAT73 : MAT_FT_MAT5)) {
    if (file_ == nullptr) fail();
  }
  ~MatFile() {
    if (file_ != nullptr) Mat_Close(file_);
  }
  MatFile(const MatFile&) = delete;
  MatFile& operator=(const MatFile&) = delete;

  void write(matvar_t* variable) {
    if (variable == nullptr || Mat_VarWrite(file_, variable, MAT_COMPRESSION_NONE) != 0) fail();
  }
  void close() {
    mat_t* const closing = file_;
    file_ = nullptr;
    if (Mat_Close(closing) != 0) fail();
  }

 private:
  [[noreturn]] void fail() const { fail_to_write(name_); }

  std::string name_;
  mat_t* file_;
};

}  // namespace

bool can_write_mat() { return true; }

void write_mat(OutputFile& file, const Trajectory& trajectory, const Metadata& metadata) {
  MatFile mat(file, trajectory.time.size() >= (std::size_t{1} << 28U));  // 2^31 bytes is all that version 5 can count
  MatNames names;
  for (const char* ours : {"time", "units", "signal_names", "metadata", "result", "events"}) names.unique(ours);
  Struct units("units"), signal_names("signal_names"), about("metadata"), result("result"), events("events");
  mat.write(column("time", trajectory.time).get());
  units.add("time", words("s"));
  signal_names.add("time", words("time"));
  std::vector<std::string> valid_names;
  for (const TrajectorySignal& signal : trajectory.signals) {
    const std::string& name = valid_names.emplace_back(names.unique(signal.name));
    mat.write(column(name.c_str(), signal.values).get());
    units.add(name, words(signal.unit));
    signal_names.add(name, words(signal.name));
  }
  for (const auto& [key, value] : metadata) about.add(key, words(value));
  result.add("finished", one_number(trajectory.result.finished() ? 1 : 0));
  result.add("status", words(status_name(trajectory.result.status)));
  result.add("reason", words(trajectory.result.reason));
  result.add("time", one_number(trajectory.result.time));
  std::vector<double> times;
  for (const TrajectoryEvent& e : trajectory.events) times.push_back(e.time);
  events.add("time", column(nullptr, times));
  events.add("contact", cells(trajectory.events, &TrajectoryEvent::contact));
  events.add("what", cells(trajectory.events, &TrajectoryEvent::what));
  for (const Struct* part : {&units, &signal_names, &about, &result, &events}) mat.write(part->get());
  mat.close();
  file.sync();
  const WrittenFile written(file);
  written.check_column("time", trajectory.time);
  for (std::size_t i = 0; i < valid_names.size(); ++i)
    written.check_column(valid_names[i].c_str(), trajectory.signals[i].values);
  for (const Struct* part : {&units, &signal_names, &about, &result, &events}) written.check_struct(part->get());
}

}  // namespace stiction

#else

namespace stiction {

bool can_write_mat() { return false; }

void write_mat(OutputFile&, const Trajectory&, const Metadata&) {
  throw MissingFeature(
      "this build writes no MAT-files: install libmatio (Debian: libmatio-dev) and build again, or write .csv or "
      ".json");
}

}  // namespace stiction

#endif
