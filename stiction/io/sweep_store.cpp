// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/sweep_store.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <thread>
#include <utility>

#include "stiction/io/read_file.hpp"
#include "stiction/io/sweep_journal.hpp"

namespace stiction {
namespace {

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& what, int error) {
  throw FileError("cannot " + what + " " + file.string() + ": " + std::strerror(error));
}

}  // namespace

std::uint64_t SweepShape::chunk_rows() const {
  // Few cases are one by one, so that every core has some; of many, enough to fill SIMD lanes. There are never more
  // than 50000 chunks or so: whoever takes part looks at the head of each.
  return cases < 64 ? 1 : std::clamp<std::uint64_t>(cases / 200, 8, std::max<std::uint64_t>(500, cases / 50000));
}
std::uint64_t SweepShape::rows_of(std::uint64_t chunk) const {
  return std::min(chunk_rows(), cases - first_case(chunk));
}

std::filesystem::path SweepStore::folder_of(const std::filesystem::path& output) {
  return std::filesystem::path(output).concat(".parts");
}

SweepStore::SweepStore(const std::filesystem::path& output, std::string study, const SweepShape& shape)
    : folder_(folder_of(output)), shape_(shape), study_(detail::checksum(study.data(), study.size())) {
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error) fail(folder_, "make the folder", error.value());
  const std::filesystem::path text = folder_ / "study.toml";
  std::string found;
  try {
    if (!std::filesystem::exists(text)) write_file(text, study);
    found = read_file(text);
  } catch (const FileError&) {
    if (!std::filesystem::exists(text, error)) fail_in_folder(text, "write", ENOENT);
    throw;
  }
  if (found != study)
    throw FileError(folder_.string() +
                    " holds a part of another study (or of one with other numbers): finish that one, "
                    "remove the folder, or give -o another name");
  look();
}

void SweepStore::fail_in_folder(const std::filesystem::path& file, const std::string& what, int error) const {
  if (error == ENOENT)
    throw StudyRemoved(folder_.string() + " was removed while the study was running: start it again");
  fail(file, what, error);
}

SweepStore::~SweepStore() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (lock_ >= 0) ::close(lock_);
}

void SweepStore::look() {
  std::vector<std::filesystem::path> found;
  std::error_code error;
  for (std::filesystem::directory_iterator at(folder_, error), end; !error && at != end; at.increment(error))
    if (at->path().extension() == ".journal") found.push_back(at->path());
  if (error) fail_in_folder(folder_, "read", error.value());
  std::sort(found.begin(), found.end());
  for (const auto& file : found)
    if (std::none_of(journals_.begin(), journals_.end(), [&](const Journal& j) { return j.file == file; }))
      journals_.push_back({file});
  for (std::size_t i = 0; i < journals_.size(); ++i)
    if (descriptor_ < 0 || i != own_) scan(i);
}

void SweepStore::scan(std::size_t journal) {
  Journal& own = journals_[journal];
  std::ifstream file(own.file, std::ios::binary);
  file.seekg(static_cast<std::streamoff>(own.read));
  if (own.read == 0) {
    detail::JournalHead head{};
    if (!file.read(reinterpret_cast<char*>(&head), sizeof head)) return;  // killed, or not further yet
    if (head.mark != detail::journal_mark || head.study != study_ || head.cases != shape_.cases ||
        head.columns != shape_.columns)
      throw FileError(own.file.string() + " belongs to another study or version: remove it");
    own.read = sizeof head;
  }
  std::error_code gone;
  const std::uint64_t size = std::filesystem::file_size(own.file, gone);
  if (gone) return;
  for (detail::ChunkHead chunk{}; file.read(reinterpret_cast<char*>(&chunk), sizeof chunk);) {
    if (chunk.chunk >= shape_.chunks() || chunk.rows != shape_.rows_of(chunk.chunk)) return;
    const std::uint64_t end = own.read + sizeof chunk + chunk.rows * shape_.columns * sizeof(double);
    if (end > size) return;  // it is being written, or whoever wrote it was killed
    places_.try_emplace(chunk.chunk, Place{journal, own.read + sizeof chunk, chunk.sum});
    own.read = end;
    file.seekg(static_cast<std::streamoff>(end));
  }
}

std::uint64_t SweepStore::done_cases() const {
  std::uint64_t cases = 0;
  for (const auto& [chunk, place] : places_) cases += shape_.rows_of(chunk);
  return cases;
}

void SweepStore::open_journal() {
  for (int n = 0; descriptor_ < 0; ++n) {
    const std::filesystem::path name = folder_ / (std::to_string(::getpid()) + "-" + std::to_string(n) + ".journal");
    descriptor_ = ::open(name.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_APPEND | O_CLOEXEC, 0666);
    if (descriptor_ < 0 && errno != EEXIST) fail_in_folder(name, "write", errno);
    if (descriptor_ >= 0) own_ = journals_.size(), journals_.push_back({name});
  }
  const detail::JournalHead head{detail::journal_mark, study_, shape_.cases, shape_.columns};
  write({reinterpret_cast<const char*>(&head), sizeof head});
}

void SweepStore::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(descriptor_, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0)
      throw WriteError("cannot write " + folder_.string() + ": " + std::strerror(errno) +
                       "; what was computed before is kept, and --resume goes on from there");
    journals_[own_].read += static_cast<std::uint64_t>(n);
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
}

void SweepStore::add(std::uint64_t chunk, std::span<const double> rows) {
  if (descriptor_ < 0) open_journal();
  const detail::ChunkHead head{chunk, shape_.rows_of(chunk), detail::checksum(chunk, rows)};
  std::string bytes(sizeof head + rows.size_bytes(), '\0');
  std::memcpy(bytes.data(), &head, sizeof head);
  std::memcpy(bytes.data() + sizeof head, rows.data(), rows.size_bytes());
  const Place place{own_, journals_[own_].read + sizeof head, head.sum};
  write(bytes);
  places_.try_emplace(chunk, place);
}

bool SweepStore::take_over(bool wait, const std::function<bool()>& interrupt) {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
  const std::filesystem::path name = folder_ / "lock";
  if (lock_ < 0) lock_ = ::open(name.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666);
  if (lock_ < 0 && errno == ENOENT) return false;
  if (lock_ < 0) fail(name, "open", errno);
  while (::flock(lock_, LOCK_EX | LOCK_NB) != 0) {
    if (!wait || (interrupt && interrupt())) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  // Whoever held it may have removed the folder; another one of that name may be there already.
  struct stat held {};
  struct stat named {};
  if (::fstat(lock_, &held) != 0 || ::stat(name.c_str(), &named) != 0 || held.st_ino != named.st_ino) return false;
  // Whoever held it may also have shortened journals that were damaged.
  journals_.clear(), places_.clear();
  look();
  return true;
}

void SweepStore::remove() {
  std::error_code ignored;
  const std::filesystem::path finished = std::filesystem::path(folder_).concat(".finished");
  std::filesystem::remove_all(finished, ignored);
  std::filesystem::rename(folder_, finished, ignored);
  std::filesystem::remove_all(finished, ignored);
  if (lock_ >= 0) ::close(std::exchange(lock_, -1));  // those who wait for it see that the folder is gone
}

}  // namespace stiction
