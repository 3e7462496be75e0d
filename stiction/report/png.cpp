// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/png.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <system_error>

#include "stiction/io/output_file.hpp"
#include "stiction/report/markup_text.hpp"

namespace stiction {
namespace {

std::filesystem::path found_on_path(const char* program) {
  const char* path = std::getenv("PATH");
  std::string_view folders = path == nullptr ? "" : path;
  while (!folders.empty()) {
    const std::size_t end = std::min(folders.find(':'), folders.size());
    std::filesystem::path candidate = std::filesystem::path(folders.substr(0, end)) / program;
    if (end > 0 && ::access(candidate.c_str(), X_OK) == 0 && !std::filesystem::is_directory(candidate))
      return candidate;
    folders.remove_prefix(std::min(end + 1, folders.size()));
  }
  return {};
}

/// A file without a name, gone with this program however it ends: a converter that outlives it leaves nothing behind.
class UnnamedFile {
 public:
  UnnamedFile() : file_(std::tmpfile()) {
    if (file_ == nullptr)
      throw FileError(std::string("cannot open a temporary file: ") + std::generic_category().message(errno));
    ::fcntl(descriptor(), F_SETFD, FD_CLOEXEC);
  }
  ~UnnamedFile() { std::fclose(file_); }
  UnnamedFile(const UnnamedFile&) = delete;
  UnnamedFile& operator=(const UnnamedFile&) = delete;

  int descriptor() const { return ::fileno(file_); }
  bool hold(std::string_view content) {
    const bool written = std::fwrite(content.data(), 1, content.size(), file_) == content.size();
    const bool flushed = std::fflush(file_) == 0;
    std::rewind(file_);
    return written && flushed;
  }
  std::string content() {
    std::rewind(file_);
    std::string all;
    char piece[65536];
    for (std::size_t n = 0; (n = std::fread(piece, 1, sizeof piece, file_)) > 0;) all.append(piece, n);
    return all;
  }

 private:
  std::FILE* file_;
};

/// Runs a program from one file to another, without a shell; true when it ended with 0. Its messages are dropped.
bool run(std::vector<std::string> words, const UnnamedFile& input, const UnnamedFile& output) {
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, input.descriptor(), STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, output.descriptor(), STDOUT_FILENO);
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_RDWR, 0);
  pid_t child = 0;
  const int started = ::posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (started != 0) return false;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return false;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

std::filesystem::path png_converter() {
  for (const char* program : {"rsvg-convert", "inkscape"})
    if (std::filesystem::path path = found_on_path(program); !path.empty()) return path;
  return {};
}

void write_png(const std::filesystem::path& file, const Figure& figure, double zoom) {
  const std::filesystem::path converter = png_converter();
  if (converter.empty())
    throw MissingFeature(
        "cannot write " + file.string() +
        ": PNG needs rsvg-convert (Debian: librsvg2-bin) or inkscape; or write .svg, which every browser shows");
  Figure themed = figure;
  if (themed.theme == Theme::automatic) themed.theme = Theme::light;
  UnnamedFile svg, png;
  const std::string scale = pixel_text(zoom), dpi = pixel_text(96 * zoom);
  const bool drawn =
      svg.hold(to_svg(themed)) &&
      (converter.filename() == "inkscape"
           ? run({converter.string(), "--pipe", "--export-type=png", "--export-dpi=" + dpi, "--export-filename=-"}, svg,
                 png)
           : run({converter.string(), "--format=png", "--zoom=" + scale}, svg, png));
  const std::string image = drawn ? png.content() : "";
  if (image.empty())
    throw FileError("cannot write " + file.string() + ": " + converter.string() + " failed; is the disk full?");
  write_file(file, image);
}

}  // namespace stiction
