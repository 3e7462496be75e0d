// SPDX-License-Identifier: BSD-3-Clause
// Reversal-point memory of Maxwell slip, of generalised Maxwell slip in presliding and of Preisach, over random
// parameters and paths: an excursion that comes back inside the last loop is wiped out, now and for all that follows;
// and two loops between the same turning points have the same shape, whatever came before (congruency).
#include <gtest/gtest.h>

#include "stiction/models/dahl.hpp"
#include "stiction/models/generalized_maxwell_slip.hpp"
#include "stiction/models/maxwell_slip.hpp"
#include "stiction/models/preisach.hpp"
#include "tests/support/drive_model.hpp"
#include "tests/support/random_cases.hpp"

namespace stiction::property_memory_test {
namespace {

constexpr int cases = 4000;

/// A law on a path that is given by turning points, at a speed far below anything its curve could notice.
template <class M>
class Path {
 public:
  explicit Path(const ParametersOf<M>& p) : law_(p), speed_(1e-9) {}
  void go(double to) {
    law_.move(std::copysign(speed_, to - x_), std::abs(to - x_) / speed_);
    x_ = to;
  }
  double force() const { return law_.force(0.0); }

 private:
  testing::Driven<M> law_;
  double speed_, x_ = 0;
};

/// How often a wiped-out excursion leaves a trace, and how often congruent loops differ.
template <class M>
std::pair<int, int> traces_and_differences() {
  testing::RandomCases random(111);
  int traces = 0, differences = 0;
  for (int i = 0; i < cases; ++i) {
    const auto p = random.parameters<M>(1.0);
    const double length = testing::presliding_length<M>(p, 1e-14);
    const auto at = [&](double share) { return share * length; };
    const double bottom = random.uniform(-0.8, 0.5), top = random.uniform(bottom + 0.1, 0.9);
    const double inner = random.uniform(bottom, top), tolerance = 1e-9 * M::template coulomb_level<double>(p);

    Path<M> path(p), direct(p);
    for (const double turn : {at(top), at(bottom)}) path.go(turn), direct.go(turn);
    for (const double turn : {at(inner), at(0.5 * (bottom + inner)), at(inner), at(bottom)}) path.go(turn);
    const bool same_now = std::abs(path.force() - direct.force()) < tolerance;
    for (const double turn : {at(bottom - 0.05), at(top)}) path.go(turn), direct.go(turn);
    if (!same_now || std::abs(path.force() - direct.force()) > tolerance) ++traces;
    path.go(at(bottom));

    Path<M> other(p);
    for (const double turn : {at(0.95), at(-0.95), at(top), at(bottom)}) other.go(turn);
    const double shift = path.force() - other.force();
    path.go(at(inner)), other.go(at(inner));
    if (std::abs(path.force() - other.force() - shift) > tolerance) ++differences;
  }
  return {traces, differences};
}

template <class Model>
struct LawsWithMemory : ::testing::Test {};
using Laws = ::testing::Types<MaxwellSlip, GeneralizedMaxwellSlip, Preisach>;
TYPED_TEST_SUITE(LawsWithMemory, Laws);

TYPED_TEST(LawsWithMemory, WipeOutInnerLoopsAndHaveCongruentOnes) {
  static_assert(TypeParam::info.phenomena.reversal_point_memory);
  const auto [traces, differences] = traces_and_differences<TypeParam>();
  EXPECT_EQ(traces, 0);
  EXPECT_EQ(differences, 0);
}

TEST(MemorySuite, SeesThatDahlKeepsATrace) { EXPECT_GT(traces_and_differences<Dahl>().first, cases / 2); }

}  // namespace
}  // namespace stiction::property_memory_test
