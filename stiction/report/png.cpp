// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/png.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
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

/// Runs a program, without a shell that could misread a file name; true when it ended with 0. What it says is dropped.
bool run(std::vector<std::string> words) {
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    ::posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0);
  pid_t child = 0;
  const int started = ::posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (started != 0) return false;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return false;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// An SVG file for the converter to read, removed afterwards.
class TemporarySvg {
 public:
  explicit TemporarySvg(std::string_view content) {
    std::string name = (std::filesystem::temp_directory_path() / "stiction-figure-XXXXXX").string();
    const int descriptor = ::mkstemp(name.data());
    if (descriptor < 0) throw FileError("cannot write " + name + ": " + std::generic_category().message(errno));
    ::close(descriptor);
    path_ = name;
    write_file(path_, content);
  }
  ~TemporarySvg() { ::unlink(path_.c_str()); }
  TemporarySvg(const TemporarySvg&) = delete;
  TemporarySvg& operator=(const TemporarySvg&) = delete;
  std::string name() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

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
  const TemporarySvg svg(to_svg(themed));
  OutputFile output(file);
  const std::string target = output.unfinished_path().string(), scale = pixel_text(zoom), dpi = pixel_text(96 * zoom);
  const bool drawn =
      converter.filename() == "inkscape"
          ? run({converter.string(), "--export-type=png", "--export-dpi=" + dpi, "--export-filename=" + target,
                 svg.name()})
          : run({converter.string(), "--format=png", "--zoom=" + scale, "--output=" + target, svg.name()});
  if (!drawn || std::filesystem::file_size(output.unfinished_path()) == 0)
    throw FileError("cannot write " + file.string() + ": " + converter.string() + " failed; is the disk full?");
  output.commit();
}

}  // namespace stiction
