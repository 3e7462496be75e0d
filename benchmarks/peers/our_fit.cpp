// SPDX-License-Identifier: BSD-3-Clause
// LuGre fitted to 10 000 samples: residual with its exact Jacobian, and the whole fit. fit_compare.py fits the same log
// with SciPy.
//
//     our_fit FOLDER     writes FOLDER/fit_log.csv and prints the times as JSON
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <random>

#include "stiction/identification/law_fit.hpp"
#include "stiction/identification/law_residuals.hpp"

namespace {

using namespace stiction;

double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

template <class Work>
double least_time(int repeats, Work work) {
  double least = 1e300;
  for (int i = 0; i < repeats; ++i) {
    const double start = cpu_seconds();
    work();
    least = std::min(least, cpu_seconds() - start);
  }
  return least;
}

}  // namespace

int main(int count, char** words) {
  if (count < 2) return std::fputs("usage: our_fit FOLDER\n", stderr), 2;
  FitParameters parameters("lugre");
  std::vector<double> truth = parameters.defaults();
  truth[parameters.find("stribeck_velocity")] = 0.01;
  Recording r;
  r.name = "fit_log.csv", r.sample_time = 1e-3;
  for (int i = 0; i < 10000; ++i) {
    const double t = 1e-3 * i;
    r.time.push_back(t);
    r.velocity.push_back(0.05 * std::sin(2 * M_PI * 0.5 * t) + 0.01 * std::sin(2 * M_PI * 3.1 * t + 0.7));
    r.acceleration.push_back(0);
  }
  r.pieces = {0, r.size()};
  r.force.resize(r.size());
  find_law_prediction("lugre").force(truth, r, r.force.data());
  std::mt19937_64 chance(1);
  std::normal_distribution<double> noise(0, 0.005);
  for (double& f : r.force) f += noise(chance);
  std::ofstream csv(std::string(words[1]) + "/fit_log.csv");
  csv.precision(17);
  csv << "time,velocity,force\n";
  for (std::size_t i = 0; i < r.size(); ++i) csv << r.time[i] << ',' << r.velocity[i] << ',' << r.force[i] << '\n';
  ForceDataOptions options;
  options.inertia = options.offset = false, options.held_out = -1;
  const ForceData data({r}, options);
  ParameterWishes start;
  for (std::size_t j = 0; j < truth.size(); ++j)
    if (parameters.numbers()[j].fitted) start.start[parameters.numbers()[j].name] = truth[j] * (j % 2 == 0 ? 1.3 : 0.8);
  start.start["static_force"] = 1.8 * truth[parameters.find("coulomb_force")];
  std::vector<double> residual(data.train_rows()), jacobian(data.train_rows() * parameters.count());
  const std::vector<double> x = parameters.coordinates_of(truth);
  const double both =
      least_time(50, [&] { projected_residuals(data, parameters, x, residual.data(), jacobian.data()); });
  LawFit fit;
  const double whole = least_time(50, [&] { fit = fit_law(data, "lugre", start, {.starts = 1, .threads = 1}); });
  std::printf("{\"residual_and_jacobian_seconds\": %.9g, \"fit_seconds\": %.9g, \"noise\": %.9g, \"numbers\": {", both,
              whole, fit.noise);
  for (std::size_t j = 0; j < fit.p.size(); ++j)
    std::printf("%s\"%s\": %.12g", j > 0 ? ", " : "", parameters.numbers()[j].name.c_str(), fit.p[j]);
  std::printf("}, \"start\": {");
  const char* comma = "";
  for (const auto& [name, value] : start.start)
    std::printf("%s\"%s\": %.12g", comma, name.c_str(), value), comma = ", ";
  std::printf("}}\n");
  return 0;
}
