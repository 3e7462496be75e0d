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
#include <utility>

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

/// A file without a name, as the system shows it to this process.
std::string name_in_proc(int descriptor) { return "/proc/self/fd/" + std::to_string(descriptor); }

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
  if (!open_without_name()) take_temporary_name();
  struct stat before {};
  if (::stat(target_.c_str(), &before) == 0 && ::fchmod(descriptor_, before.st_mode & 07777U) != 0)
    fail("cannot keep the permissions of", errno);
}

bool OutputFile::open_without_name() {
#ifdef O_TMPFILE
  const std::filesystem::path folder = target_.has_parent_path() ? target_.parent_path() : std::filesystem::path(".");
  slot_ = remember("");  // nothing to remove, but a file is being written
  descriptor_ = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
  // Without /proc it could not be given a name.
  if (descriptor_ >= 0 && ::access(name_in_proc(descriptor_).c_str(), F_OK) == 0) return true;
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
  forget(slot_);
  slot_ = -1;
#endif
  return false;
}

/// Opens a file under a temporary name, or gives such a name to the one that has none.
void OutputFile::take_temporary_name() {
  for (int attempt = 0; !named_; ++attempt) {
    unfinished_ = target_;
    unfinished_ += ".unfinished-" + std::to_string(::getpid()) + "-" + std::to_string(attempt);
    // Remembered first: a file that a signal finds must be in the list already.
    const int unnamed_slot = std::exchange(slot_, remember(std::filesystem::absolute(unfinished_).string()));
    forget(unnamed_slot);
    if (descriptor_ < 0) {
      descriptor_ = ::open(unfinished_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      named_ = descriptor_ >= 0;
    } else {
      named_ = ::linkat(AT_FDCWD, name_in_proc(descriptor_).c_str(), AT_FDCWD, unfinished_.c_str(),
                        AT_SYMLINK_FOLLOW) == 0 ||
               (errno != EEXIST && copy_to(unfinished_));
    }
    if (named_) return;
    const int error_number = errno;
    forget(std::exchange(slot_, -1));
    if (error_number == ENOENT && descriptor_ < 0)
      throw FileError("cannot write " + target_.string() + ": the folder " + target_.parent_path().string() +
                      " does not exist");
    if (error_number != EEXIST || attempt > 100) fail("cannot write", error_number);
  }
}

/// For a file system that has files without names but cannot name them.
bool OutputFile::copy_to(const std::filesystem::path& name) {
  const int unnamed = descriptor_, copy = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (copy < 0) return false;
  descriptor_ = copy, named_ = true;
  std::string piece(std::size_t{1} << 20U, '\0');
  ssize_t count = 0;
  for (off_t at = 0; (count = ::pread(unnamed, piece.data(), piece.size(), at)) > 0; at += count) {
    buffer_.assign(piece, 0, static_cast<std::size_t>(count));
    flush();
  }
  struct stat mode {};
  const bool done = count == 0 && ::fstat(unnamed, &mode) == 0 && ::fchmod(copy, mode.st_mode & 07777U) == 0;
  ::close(unnamed);
  if (!done) fail_to_write(errno);
  return true;
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0 && descriptor_ != STDOUT_FILENO) ::close(descriptor_);
  if (named_) ::unlink(unfinished_.c_str());
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
  if (!direct_ && !named_) take_temporary_name();
  close();
  if (direct_) return;
  if (::rename(unfinished_.c_str(), target_.c_str()) != 0) fail_to_write(errno);
  named_ = false;
  forget(std::exchange(slot_, -1));
}

const std::filesystem::path& OutputFile::unfinished_path() {
  if (direct_)
    throw FileError("this format needs a file of its own; it cannot be written to " +
                    (target_ == "-" ? std::string("standard output") : target_.string()));
  if (!named_) take_temporary_name();
  return unfinished_;
}

std::filesystem::path OutputFile::own_path() {
  return direct_ || named_ ? unfinished_path() : std::filesystem::path(name_in_proc(descriptor_));
}

void OutputFile::fail(const std::string& what, int error_number) const {
  throw FileError(what + " " + (target_ == "-" ? "to standard output" : target_.string()) + ": " +
                  system_reason(error_number));
}

void OutputFile::fail_to_write(int error_number) const {
  throw WriteError("cannot write " + (target_ == "-" ? "to standard output" : target_.string()) + ": " +
                   system_reason(error_number));
}

void write_file(const std::filesystem::path& target, std::string_view content) {
  OutputFile file(target);
  file.write(content);
  file.commit();
}

}  // namespace stiction
