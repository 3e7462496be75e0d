// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "stiction/io/output_file.hpp"

namespace stiction {

/// How the cases of a study are cut into chunks: what is computed, written and found again as one.
struct SweepShape {
  std::uint64_t cases = 0;
  std::size_t columns = 0;

  /// Few enough that a kill loses little, many enough that files and locks cost nothing. A function of the study alone.
  std::uint64_t chunk_rows() const;
  std::uint64_t chunks() const { return (cases + chunk_rows() - 1) / chunk_rows(); }
  std::uint64_t first_case(std::uint64_t chunk) const { return chunk * chunk_rows(); }
  std::uint64_t rows_of(std::uint64_t chunk) const;
};

/// The folder of a study is gone: another process has finished the study, or somebody removed the folder.
class StudyRemoved : public FileError {
 public:
  using FileError::FileError;
};

/// What a study has computed so far, in a folder beside its output: "study.csv.parts".
///
/// Every process that takes part writes a journal of its own, chunk after chunk with a checksum, and never changes what
/// it has written: whatever kills it, everything but the last chunk is there, and half a chunk is noticed. Whoever
/// comes later reads all journals, so shards, ranks and repeated starts need no coordinator.
///
/// The process that sees all chunks finishes the study, alone by a lock: it writes the table and then removes the
/// folder. It waits for nobody: others may still be computing chunks that are there already, may be stopped, or may
/// only be starting. Those find the folder gone (StudyRemoved) and the table in its place.
class SweepStore {
 public:
  /// Opens the folder, or makes it. `study` is the text of the study: a folder of another one is refused (FileError).
  SweepStore(const std::filesystem::path& output, std::string study, const SweepShape& shape);
  ~SweepStore();
  SweepStore(const SweepStore&) = delete;
  SweepStore& operator=(const SweepStore&) = delete;

  static std::filesystem::path folder_of(const std::filesystem::path& output);
  const SweepShape& shape() const { return shape_; }
  /// Notes which chunks the journals, those of others too, have gained since it looked last; their rows are not read.
  void look();
  bool has(std::uint64_t chunk) const { return places_.contains(chunk); }
  std::uint64_t done_cases() const;

  /// Adds a chunk to the journal of this process. Throws WriteError when the disk is full; then nothing is lost but it.
  void add(std::uint64_t chunk, std::span<const double> rows);
  /// Calls visit(first case, rows) for every chunk that is there and whole, in the order of the cases.
  void for_each_chunk(const std::function<void(std::uint64_t, std::span<const double>)>& visit) const;

  /// True for the one process that may finish the study. It cannot add chunks any more. False when another finishes it
  /// or has done so; with `wait`, only when that other has ended, and it is true if the other ended too early.
  bool take_over(bool wait = false, const std::function<bool()>& interrupt = {});
  /// Reads every chunk, and forgets those whose checksum is wrong, in their journals too: they are to be computed
  /// again. How many there were. For who has taken over.
  std::uint64_t drop_damaged();
  /// Removes the folder, at one instant for those who look.
  void remove();

 private:
  struct Journal {
    std::filesystem::path file;
    std::uint64_t read = 0;  ///< bytes that are known to be right
  };
  struct Place {
    std::size_t journal;
    std::uint64_t offset;
    std::uint64_t sum;
  };
  void for_each_place(
      const std::function<void(std::uint64_t, const Place&, std::span<const double>, bool whole)>& visit) const;
  void scan(std::size_t journal);
  [[noreturn]] void fail_in_folder(const std::filesystem::path& file, const std::string& what, int error) const;
  void open_journal();
  void write(std::string_view bytes);

  std::filesystem::path folder_;
  SweepShape shape_;
  std::uint64_t study_;  ///< its checksum
  int lock_ = -1, descriptor_ = -1;
  std::size_t own_ = 0;  ///< the journal of this process, once it is open
  std::vector<Journal> journals_;
  std::map<std::uint64_t, Place> places_;
};

}  // namespace stiction
