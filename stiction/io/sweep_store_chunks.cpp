// SPDX-License-Identifier: BSD-3-Clause
// What a store holds is read again: chunk by chunk in the order of the cases, each by its checksum.
#include <sys/resource.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "stiction/io/sweep_journal.hpp"
#include "stiction/io/sweep_store.hpp"

namespace stiction {
namespace {

/// One journal per process that took part: of thousands, more than a process may open unless it asks.
void allow_open_files(std::size_t count) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= count + 64) return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, count + 64);
  ::setrlimit(RLIMIT_NOFILE, &limit);  // where that is too few, opening says so
}

}  // namespace

void SweepStore::for_each_chunk(const std::function<void(std::uint64_t, std::span<const double>)>& visit) const {
  for_each_place([&](std::uint64_t chunk, const Place&, std::span<const double> rows, bool whole) {
    if (whole) visit(shape_.first_case(chunk), rows);
  });
}

std::uint64_t SweepStore::drop_damaged() {
  std::vector<std::uint64_t> bad;
  std::map<std::size_t, std::uint64_t> cut;  // journals, and where they are right no longer
  for_each_place([&](std::uint64_t chunk, const Place& place, std::span<const double>, bool whole) {
    if (whole) return;
    const std::uint64_t begin = place.offset - sizeof(detail::ChunkHead);
    const auto [at, first] = cut.try_emplace(place.journal, begin);
    if (!first) at->second = std::min(at->second, begin);
    bad.push_back(chunk);
  });
  for (const auto& [journal, begin] : cut) {
    // What follows cannot be trusted either.
    const std::size_t of = journal;
    const std::uint64_t from = begin;
    std::filesystem::resize_file(journals_[of].file, from);
    std::erase_if(places_, [&](const auto& one) { return one.second.journal == of && one.second.offset > from; });
  }
  return bad.size();
}

void SweepStore::for_each_place(
    const std::function<void(std::uint64_t, const Place&, std::span<const double>, bool)>& visit) const {
  std::vector<std::ifstream> files;
  files.reserve(journals_.size());
  allow_open_files(journals_.size());
  for (const Journal& journal : journals_) {
    files.emplace_back(journal.file, std::ios::binary);
    if (!files.back()) throw FileError("cannot open " + journal.file.string() + ": " + std::strerror(errno));
  }
  std::vector<double> rows;
  for (const auto& [chunk, place] : places_) {
    rows.resize(shape_.rows_of(chunk) * shape_.columns);
    std::ifstream& file = files[place.journal];
    file.clear();
    file.seekg(static_cast<std::streamoff>(place.offset));
    if (!file.read(reinterpret_cast<char*>(rows.data()), static_cast<std::streamsize>(rows.size() * sizeof(double))))
      throw FileError("cannot read " + journals_[place.journal].file.string() + " again");
    visit(chunk, place, rows, detail::checksum(chunk, rows) == place.sum);
  }
}

}  // namespace stiction
