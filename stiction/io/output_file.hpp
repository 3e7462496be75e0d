// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

#include "stiction/io/file_error.hpp"

namespace stiction {

/// A file that could be opened but not be written to its end: a full disk, a broken pipe. Programs exit with 1.
class WriteError : public FileError {
 public:
  using FileError::FileError;
};

/// Something optional was not built in or is not installed; what() says what to install. Programs exit with 4.
class MissingFeature : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A file that appears complete or not at all: written beside the target without a name, or under a temporary one where
/// the system has no files without names; `commit` names it. So not even a kill leaves half a file.
///
/// Without `commit`, or after an error, the target is as it was before. "-" is standard output; devices and pipes are
/// written directly. A link is followed, and a file that is replaced keeps its permissions.
class OutputFile {
 public:
  explicit OutputFile(const std::filesystem::path& target);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Adds bytes; they are passed on in large pieces. Throws FileError when the disk is full.
  void write(std::string_view bytes);
  /// Passes on the rest and gives the file its name.
  void commit();

  /// Where the bytes go until `commit`, for other programs that write the file; throws for standard output.
  const std::filesystem::path& unfinished_path();
  /// The same for libraries, as this process alone can open it.
  std::filesystem::path own_path();
  const std::filesystem::path& target() const { return target_; }
  /// Waits until what others wrote to unfinished_path() is on the disk; throws WriteError when it is not.
  void sync();

 private:
  void open_beside_target();
  bool open_without_name();
  void take_temporary_name();
  bool copy_to(const std::filesystem::path& name);
  void flush();
  void close();
  [[noreturn]] void fail_to_write(int error_number) const;
  [[noreturn]] void fail(const std::string& what, int error_number) const;

  std::filesystem::path target_, unfinished_;
  std::string buffer_;
  int descriptor_ = -1;
  int slot_ = -1;        // in the list of files to remove on Ctrl-C
  bool direct_ = false;  // standard output, a device or a pipe: no renaming
  bool named_ = false;   // unfinished_ is there
};

/// Removes what unfinished files there are. Calls nothing that a signal handler may not call; a program's handler of
/// Ctrl-C calls this before it ends the process.
void remove_unfinished_files() noexcept;

/// Writes a whole file in one go.
void write_file(const std::filesystem::path& target, std::string_view content);

/// True while a file is being written that `commit` has not named yet; for signal handlers too.
bool has_unfinished_files() noexcept;

}  // namespace stiction
