// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/mat_log.hpp"

#include "stiction/io/output_file.hpp"
#include "stiction/io/read_file.hpp"
#include "stiction/schema/violation.hpp"

#ifdef STICTION_WITH_MATIO

#include <matio.h>

#include <algorithm>
#include <memory>

namespace stiction {
namespace {

struct FreeReadVariable {
  void operator()(matvar_t* variable) const { Mat_VarFree(variable); }
};

template <class Number>
std::vector<double> numbers_in(const matvar_t& v, std::size_t count) {
  const auto* const data = static_cast<const Number*>(v.data);
  std::vector<double> made(count);
  for (std::size_t i = 0; i < count; ++i) made[i] = static_cast<double>(data[i]);
  return made;
}

/// The numbers of a real vector or a single number; empty for anything else.
std::vector<double> numbers_of_variable(const matvar_t& v) {
  if (v.data == nullptr || v.isComplex != 0 || v.rank != 2 || std::min(v.dims[0], v.dims[1]) != 1) return {};
  const std::size_t count = v.dims[0] * v.dims[1];
  switch (v.class_type) {
    case MAT_C_DOUBLE:
      return numbers_in<double>(v, count);
    case MAT_C_SINGLE:
      return numbers_in<float>(v, count);
    case MAT_C_INT8:
      return numbers_in<std::int8_t>(v, count);
    case MAT_C_UINT8:
      return numbers_in<std::uint8_t>(v, count);
    case MAT_C_INT16:
      return numbers_in<std::int16_t>(v, count);
    case MAT_C_UINT16:
      return numbers_in<std::uint16_t>(v, count);
    case MAT_C_INT32:
      return numbers_in<std::int32_t>(v, count);
    case MAT_C_UINT32:
      return numbers_in<std::uint32_t>(v, count);
    default:
      return {};
  }
}

}  // namespace

Log read_mat_log(const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) throw FileError("cannot read " + file.string() + ": no such file");
  const std::unique_ptr<mat_t, int (*)(mat_t*)> mat(Mat_Open(file.c_str(), MAT_ACC_RDONLY), Mat_Close);
  if (mat == nullptr) throw InvalidInput(file.string(), {{"", "is no MAT file that libmatio can read"}});
  Log log{file.string(), {}, {}};
  std::size_t longest = 0;
  while (true) {
    const std::unique_ptr<matvar_t, FreeReadVariable> v(Mat_VarReadNext(mat.get()));
    if (v == nullptr) break;
    std::vector<double> numbers = numbers_of_variable(*v);
    if (v->name == nullptr || numbers.empty()) continue;
    if (numbers.size() == 1) {
      log.constants.emplace(v->name, numbers.front());
    } else {
      longest = std::max(longest, numbers.size());
      log.columns.push_back({v->name, "", std::move(numbers)});
    }
  }
  std::erase_if(log.columns, [&](const LogColumn& c) { return c.values.size() != longest; });
  if (log.columns.empty()) throw InvalidInput(file.string(), {{"", "holds no vectors of numbers"}});
  return log;
}

}  // namespace stiction

#else

namespace stiction {

Log read_mat_log(const std::filesystem::path&) {
  throw MissingFeature(
      "this build reads no MAT files: install libmatio (Debian: libmatio-dev) and build again, or give the log as .csv "
      "or .json");
}

}  // namespace stiction

#endif
