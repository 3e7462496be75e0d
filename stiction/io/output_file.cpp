// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <system_error>

namespace stiction {
namespace {

/// Names of unfinished files in memory that a signal handler can read: no allocation, no lock.
struct Slot {
  enum State : int { empty, changing, active };
  std::atomic<int> state{empty};
  std::array<char, 4096> path{};
};
std::array<Slot, 32> slots;
static_assert(std::atomic<int>::is_always_lock_free);

int remember(const std::string& path) {
  for (std::size_t i = 0; i < slots.size(); ++i) {
    int expected = Slot::empty;
    if (path.size() + 1 > slots[i].path.size() || !slots[i].state.compare_exchange_strong(expected, Slot::changing))
      continue;
    std::memcpy(slots[i].path.data(), path.c_str(), path.size() + 1);
    slots[i].state = Slot::active;
    return static_cast<int>(i);
  }
  return -1;  // more files at once than slots: they are removed by the destructor only
}
void forget(int slot) {
  if (slot >= 0) slots[static_cast<std::size_t>(slot)].state = Slot::empty;
}

std::string reason_text(int error_number) { return std::generic_category().message(error_number); }

}  // namespace

void remove_unfinished_files() noexcept {
  for (Slot& slot : slots)
    if (slot.state == Slot::active) ::unlink(slot.path.data());
}

bool has_unfinished_files() noexcept {
  for (const Slot& slot : slots)
    if (slot.state == Slot::active) return true;
  return false;
}

OutputFile::OutputFile(const std::filesystem::path& target) : target_(target) {
  if (target_.empty()) throw FileError("cannot write a file without a name");
  if (target_ == "-") {
    descriptor_ = STDOUT_FILENO;
    direct_ = true;
    return;
  }
  std::error_code ignored;
  if (std::filesystem::is_symlink(target_, ignored)) {
    const std::filesystem::path behind = std::filesystem::weakly_canonical(target_, ignored);
    if (!ignored && !behind.empty()) target_ = behind;
  }
  const std::filesystem::file_status status = std::filesystem::status(target_, ignored);
  if (std::filesystem::is_directory(status)) throw FileError("cannot write " + target.string() + ": it is a directory");
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    direct_ = true;
    descriptor_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail("cannot open", errno);
    return;
  }
  // rename() would replace a file that may not be written to, if only its folder may be.
  if (std::filesystem::exists(status) && ::access(target_.c_str(), W_OK) != 0) fail("cannot write", errno);
  open_beside_target();
}

void OutputFile::open_beside_target() {
  for (int attempt = 0; descriptor_ < 0; ++attempt) {
    unfinished_ = target_;
    unfinished_ += ".unfinished-" + std::to_string(::getpid()) + "-" + std::to_string(attempt);
    // Remembered first: a file that a signal finds must be in the list already.
    slot_ = remember(std::filesystem::absolute(unfinished_).string());
    descriptor_ = ::open(unfinished_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ >= 0) break;
    const int error_number = errno;
    forget(slot_);
    slot_ = -1;
    if (error_number == ENOENT)
      throw FileError("cannot write " + target_.string() + ": the folder " + target_.parent_path().string() +
                      " does not exist");
    if (error_number != EEXIST || attempt > 100) fail("cannot write", error_number);
  }
  struct stat before {};
  if (::stat(target_.c_str(), &before) == 0 && ::fchmod(descriptor_, before.st_mode & 07777U) != 0)
    fail("cannot keep the permissions of", errno);
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0 && descriptor_ != STDOUT_FILENO) ::close(descriptor_);
  if (slot_ >= 0 || (!direct_ && !unfinished_.empty())) ::unlink(unfinished_.c_str());
  forget(slot_);
}

void OutputFile::write(std::string_view bytes) {
  constexpr std::size_t piece = std::size_t{1} << 20U;
  buffer_ += bytes;
  if (buffer_.size() >= piece) flush();
}

void OutputFile::flush() {
  for (std::string_view rest = buffer_; !rest.empty();) {
    const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail_to_write(errno);
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
}

void OutputFile::close() {
  if (descriptor_ < 0 || descriptor_ == STDOUT_FILENO) return;
  const int closed = ::close(descriptor_);  // a network disk reports here that it is full
  descriptor_ = -1;
  if (closed != 0) fail_to_write(errno);
}

void OutputFile::sync() {
  if (descriptor_ >= 0 && ::fsync(descriptor_) != 0 && errno != EINVAL) fail_to_write(errno);
}

void OutputFile::commit() {
  flush();
  close();
  if (direct_) return;
  if (::rename(unfinished_.c_str(), target_.c_str()) != 0) fail_to_write(errno);
  forget(slot_);
  slot_ = -1;
  unfinished_.clear();
}

const std::filesystem::path& OutputFile::unfinished_path() const {
  if (direct_)
    throw FileError("this format needs a file of its own; it cannot be written to " +
                    (target_ == "-" ? std::string("standard output") : target_.string()));
  return unfinished_;
}

void OutputFile::fail(const std::string& what, int error_number) const {
  throw FileError(what + " " + (target_ == "-" ? "to standard output" : target_.string()) + ": " +
                  reason_text(error_number));
}

void OutputFile::fail_to_write(int error_number) const {
  throw WriteError("cannot write " + (target_ == "-" ? "to standard output" : target_.string()) + ": " +
                   reason_text(error_number));
}

void write_file(const std::filesystem::path& target, std::string_view content) {
  OutputFile file(target);
  file.write(content);
  file.commit();
}

}  // namespace stiction
