// SPDX-License-Identifier: BSD-3-Clause
// What a study has computed survives whatever ends it.
#include "stiction/io/sweep_store.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#include <numeric>
#include <optional>
#include <random>

#include "stiction/io/read_file.hpp"

namespace stiction::sweep_store_test {
namespace {

namespace fs = std::filesystem;

class Folder {
 public:
  Folder() : path(fs::temp_directory_path() / ("stiction_store_" + std::to_string(::getpid()))) {
    fs::remove_all(path);
    fs::create_directories(path);
  }
  ~Folder() { fs::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const fs::path path;
};

constexpr SweepShape shape{.cases = 1003, .columns = 3};

/// Numbers that tell where they belong.
std::vector<double> rows_of(std::uint64_t chunk) {
  std::vector<double> rows(shape.rows_of(chunk) * shape.columns);
  std::iota(rows.begin(), rows.end(), static_cast<double>(shape.first_case(chunk) * shape.columns));
  return rows;
}
/// All numbers of a store in the order of the cases, checked against the above.
std::uint64_t right_cases(const SweepStore& store) {
  std::uint64_t right = 0;
  store.for_each_chunk([&](std::uint64_t first, std::span<const double> rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(rows[i], static_cast<double>(first * shape.columns + i));
    right += rows.size() / shape.columns;
  });
  return right;
}

TEST(SweepShape, ChunksCoverEveryCaseOnce) {
  for (const std::uint64_t cases : {1U, 2U, 199U, 200U, 201U, 1003U, 100000U, 999999U}) {
    const SweepShape s{.cases = cases, .columns = 1};
    std::uint64_t all = 0;
    for (std::uint64_t chunk = 0; chunk < s.chunks(); ++chunk) {
      EXPECT_EQ(s.first_case(chunk), all);
      all += s.rows_of(chunk);
    }
    EXPECT_EQ(all, cases);
  }
}

TEST(SweepStore, GivesBackWhatSeveralProcessesWrote) {
  const Folder folder;
  const fs::path output = folder.path / "study.csv";
  for (std::uint64_t part : {1U, 0U, 2U}) {
    SweepStore store(output, "study", shape);
    for (std::uint64_t chunk = part; chunk < shape.chunks(); chunk += 3) {
      EXPECT_FALSE(store.has(chunk));
      store.add(chunk, rows_of(chunk));
    }
  }
  SweepStore store(output, "study", shape);
  EXPECT_EQ(store.done_cases(), shape.cases);
  EXPECT_EQ(right_cases(store), shape.cases);
  EXPECT_TRUE(store.take_over());
  store.remove();
  EXPECT_FALSE(fs::exists(SweepStore::folder_of(output)));
}

// A journal cut at any byte, or with any byte changed, loses chunks from there on and nothing before; and never gives
// a wrong number.
TEST(SweepStore, NoticesHalfAndDamagedChunks) {
  const Folder folder;
  const fs::path output = folder.path / "study.csv";
  {
    SweepStore store(output, "study", shape);
    for (std::uint64_t chunk = 0; chunk < 20; ++chunk) store.add(chunk, rows_of(chunk));
  }
  fs::path journal;
  for (const auto& entry : fs::directory_iterator(SweepStore::folder_of(output)))
    if (entry.path().extension() == ".journal") journal = entry.path();
  const std::string whole = read_file(journal);
  std::mt19937 random(1);
  for (int k = 0; k < 200; ++k) {
    const std::size_t at = random() % whole.size();
    std::string damaged = whole;
    if (k % 2 == 0)
      damaged.resize(at);
    else
      damaged[at] = static_cast<char>(damaged[at] ^ (1 << (random() % 8)));
    std::ofstream(journal, std::ios::binary) << damaged;
    try {
      const SweepStore store(output, "study", shape);
      const std::uint64_t kept = right_cases(store);
      EXPECT_LT(kept, 20 * shape.chunk_rows());
      const std::size_t bytes = 24 + shape.chunk_rows() * shape.columns * 8;
      if (at >= 32) {
        EXPECT_GE(kept, (at - 32) / bytes * shape.chunk_rows()) << at;
      }
    } catch (const FileError&) {
      EXPECT_LT(at, 32U) << "only a damaged head makes it another study";
    }
  }
}

// A changed byte in the rows is found by whoever finishes, who forgets the chunk for those who come after.
TEST(SweepStore, ForgetsDamagedChunksForGood) {
  const Folder folder;
  const fs::path output = folder.path / "study.csv";
  {
    SweepStore store(output, "study", shape);
    for (std::uint64_t chunk = 0; chunk < shape.chunks(); ++chunk) store.add(chunk, rows_of(chunk));
  }
  for (const auto& entry : fs::directory_iterator(SweepStore::folder_of(output)))
    if (entry.path().extension() == ".journal") {
      std::fstream file(entry.path(), std::ios::in | std::ios::out | std::ios::binary);
      file.seekp(static_cast<std::streamoff>(fs::file_size(entry.path()) - 100)).put('x');
    }
  {
    SweepStore store(output, "study", shape);
    EXPECT_LT(right_cases(store), shape.cases);
    EXPECT_TRUE(store.take_over());
    EXPECT_EQ(store.drop_damaged(), 1U);
  }
  SweepStore store(output, "study", shape);
  EXPECT_LT(store.done_cases(), shape.cases);
  for (std::uint64_t chunk = 0; chunk < shape.chunks(); ++chunk)
    if (!store.has(chunk)) store.add(chunk, rows_of(chunk));
  EXPECT_EQ(right_cases(store), shape.cases);
  EXPECT_EQ(store.drop_damaged(), 0U);
}

TEST(SweepStore, RefusesTheFolderOfAnotherStudy) {
  const Folder folder;
  const fs::path output = folder.path / "study.csv";
  { SweepStore(output, "one", shape).add(0, rows_of(0)); }
  EXPECT_THROW(SweepStore(output, "two", shape), FileError);
  EXPECT_EQ(SweepStore(output, "one", shape).done_cases(), shape.chunk_rows());
}

// Of two that see all cases one finishes, and need not wait for the other. The other finds the folder gone.
TEST(SweepStore, IsFinishedByOneAlone) {
  const Folder folder;
  const fs::path output = folder.path / "study.csv";
  SweepStore one(output, "study", shape), other(output, "study", shape);
  other.add(0, rows_of(0));
  EXPECT_TRUE(one.take_over());
  EXPECT_EQ(one.done_cases(), shape.chunk_rows()) << "it has what the other wrote meanwhile";
  EXPECT_FALSE(other.take_over());
  bool asked = false;
  EXPECT_FALSE(other.take_over(true, [&] { return asked = true; })) << "Ctrl-C ends the wait";
  EXPECT_TRUE(asked);
  one.remove();
  EXPECT_THROW(other.look(), StudyRemoved);
  EXPECT_TRUE(fs::is_empty(folder.path));
}
// The lock of a finisher that died is free; that of one that is done belongs to a folder that is no longer there.
TEST(SweepStore, IsNotFinishedTwice) {
  const Folder folder;
  const fs::path output = folder.path / "study.csv";
  std::optional<SweepStore> one(std::in_place, output, "study", shape);
  SweepStore other(output, "study", shape), late(output, "study", shape);
  EXPECT_TRUE(one->take_over());
  EXPECT_FALSE(late.take_over());
  one.reset();
  EXPECT_TRUE(other.take_over(true)) << "the first one died";
  other.remove();
  const SweepStore again(output, "study", shape);
  EXPECT_FALSE(late.take_over(true)) << "this folder is another one";
}

// A journal for each of a hundred processes, and a process that may open forty files.
TEST(SweepStore, ReadsMoreJournalsThanFilesMayBeOpen) {
  const Folder folder;
  for (std::uint64_t chunk = 0; chunk < 100; ++chunk) {
    SweepStore one(folder.path / "out.csv", "study", shape);
    one.add(chunk, rows_of(chunk));
  }
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit few{.rlim_cur = 40, .rlim_max = before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
  {
    SweepStore all(folder.path / "out.csv", "study", shape);
    all.look();
    EXPECT_EQ(right_cases(all), 100 * shape.chunk_rows());
  }
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
}

}  // namespace
}  // namespace stiction::sweep_store_test
