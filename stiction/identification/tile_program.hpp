// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "stiction/identification/traced_number.hpp"

namespace stiction::detail {

/// One operation over a tile of samples. Numbers that are the same at every sample are stored once per lane, and their
/// pointers do not move on.
struct TileStep {
  Operation what;
  int to, a, b, c;  ///< places
};
struct TilePlace {
  double* numbers;
  std::size_t forward;  ///< 1: a number for each sample; 0: one for all
};
struct TileKernel {
  void (*run)(const TileStep* steps, std::size_t count, const TilePlace* places, std::size_t samples);
  /// x[j][i + 1] = decay[i] x[j][i] + gain[j][i], for j < chains.
  void (*carry)(const double* decay, const double* const* gain, double* const* x, std::size_t chains,
                std::size_t samples);
  /// Sum of a[i] b[i], and to[i] += factor a[i]; whole lanes.
  double (*product)(const double* a, const double* b, std::size_t samples);
  void (*add_multiple)(double factor, const double* a, double* to, std::size_t samples);
};

/// For the widest registers of this processor.
const TileKernel& best_tile_kernel();
inline constexpr std::size_t most_lanes = 16;  ///< that a kernel takes at a time

/// A trace that is run over tiles of samples: operation by operation, each over a whole tile, which stays in the first
/// cache. What does not vary from sample to sample is worked out once.
///
/// Results are wanted in stages, in between which the caller may make inputs of the later ones from results of the
/// earlier ones.
class TileProgram {
 public:
  TileProgram(const Trace& trace, std::vector<std::vector<Traced>> results);

  std::size_t tile() const { return tile_; }  ///< samples at once
  /// One number for all samples. Before `prepare`.
  void set(const Traced& input, double number);
  void prepare();

  /// A number for each sample, read up to the next whole number of lanes.
  void bind(const Traced& input, const double* numbers);
  /// Makes the results of a stage and leaves them where they are.
  void run(std::size_t stage, std::size_t samples);
  /// Result k of a stage that was left; `room` is used where it is the same at all samples.
  const double* result(std::size_t stage, std::size_t k, std::size_t samples, double* room) const;
  /// Makes the results of a stage and puts each where it is wanted.
  void run(std::size_t stage, std::size_t samples, double* const* to);

 private:
  struct Stage {
    std::vector<TileStep> steps;
    std::vector<int> results;
    std::vector<double*> own_room;  ///< of results that can be made where they are wanted; null: copied
  };
  int place_of(int node) const { return place_[static_cast<std::size_t>(node)]; }

  std::vector<int> place_;  ///< of each node; -1: not needed
  std::vector<TileStep> once_;
  std::vector<Stage> stages_;
  std::vector<TilePlace> places_;
  std::vector<double> store_;
  std::size_t tile_ = 0;
  const TileKernel& kernel_;
};

}  // namespace stiction::detail
