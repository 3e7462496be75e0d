// SPDX-License-Identifier: BSD-3-Clause
// The log of our_fit.cpp fitted by GSL: Levenberg and Marquardt with its finite differences, the equations written by
// hand. Parameters as logarithms, bristles advanced by the exact step, as ours.
//
//     gsl_fit LOG.csv START...     six numbers; prints the time and the answer as JSON
#include <gsl/gsl_blas.h>
#include <gsl/gsl_multifit_nlinear.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

namespace {

constexpr std::size_t unknowns = 6;
using Numbers = std::array<double, unknowns>;  // s0, s1, s2, F_C, F_S, v_s

struct Log {
  double dt = 0;
  std::vector<double> velocity, force;
};

Log read(const char* path) {
  Log log;
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  double t = 0, v = 0, f = 0, before = 0;
  for (char comma = 0; file >> t >> comma >> v >> comma >> f; before = t) {
    log.dt = t - before;
    log.velocity.push_back(v), log.force.push_back(f);
  }
  return log;
}

struct Friction {
  double stiffness, damping, drag, coulomb, holding, speed;

  double level(double v) const {
    const double q = v / speed;
    return coulomb + (holding - coulomb) * std::exp(-q * q);
  }
  double advanced(double z, double v, double dt) const {
    const double g = level(v), fade = std::exp(-stiffness * std::abs(v) * dt / g);
    return fade * z + std::copysign(g / stiffness, v) * (1 - fade);
  }
  double force(double z, double v) const {
    return stiffness * z + damping * (v - stiffness * std::abs(v) / level(v) * z) + drag * v;
  }
};

int residuals(const gsl_vector* x, void* of, gsl_vector* r) {
  const Log& log = *static_cast<const Log*>(of);
  Numbers n;
  for (std::size_t i = 0; i < unknowns; ++i) n[i] = std::exp(gsl_vector_get(x, i));
  const Friction law{n[0], n[1], n[2], n[3], n[4], n[5]};
  double before = log.velocity[0], z = std::copysign(law.level(before) / law.stiffness, before);
  for (std::size_t i = 0; i < log.velocity.size(); ++i) {
    const double v = log.velocity[i];
    if (i > 0 && before * v < 0) {  // two steps where the velocity reverses
      const double cut = log.dt * before / (before - v);
      z = law.advanced(law.advanced(z, 0.5 * before, cut), 0.5 * v, log.dt - cut);
    } else if (i > 0) {
      z = law.advanced(z, 0.5 * (before + v), log.dt);
    }
    gsl_vector_set(r, i, law.force(z, v) - log.force[i]);
    before = v;
  }
  return GSL_SUCCESS;
}

double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

}  // namespace

int main(int count, char** words) {
  if (count != 2 + static_cast<int>(unknowns)) return std::fputs("usage: gsl_fit LOG.csv START...\n", stderr), 2;
  Log log = read(words[1]);
  if (log.velocity.size() <= unknowns) return std::fprintf(stderr, "gsl_fit: %s holds no log\n", words[1]), 3;
  gsl_vector* start = gsl_vector_alloc(unknowns);
  for (std::size_t i = 0; i < unknowns; ++i) gsl_vector_set(start, i, std::log(std::atof(words[2 + i])));
  gsl_multifit_nlinear_fdf problem{};
  problem.f = residuals, problem.n = log.velocity.size(), problem.p = unknowns, problem.params = &log;
  const gsl_multifit_nlinear_parameters options = gsl_multifit_nlinear_default_parameters();
  double least = 1e300, noise = 0;
  Numbers found{};
  for (int round = 0; round < 5; ++round) {
    const double begin = cpu_seconds();
    auto* fit = gsl_multifit_nlinear_alloc(gsl_multifit_nlinear_trust, &options, problem.n, unknowns);
    gsl_multifit_nlinear_init(start, &problem, fit);
    int why = 0;
    if (gsl_multifit_nlinear_driver(200, 1e-10, 1e-10, 1e-10, nullptr, nullptr, &why, fit) != GSL_SUCCESS)
      return std::fputs("gsl_fit: no convergence\n", stderr), 1;
    least = std::min(least, cpu_seconds() - begin);
    for (std::size_t i = 0; i < unknowns; ++i) found[i] = std::exp(gsl_vector_get(fit->x, i));
    noise = gsl_blas_dnrm2(fit->f) / std::sqrt(static_cast<double>(problem.n - unknowns));
    gsl_multifit_nlinear_free(fit);
  }
  gsl_vector_free(start);
  std::printf("{\"fit_seconds\": %.9g, \"noise\": %.9g, \"numbers\": [", least, noise);
  for (std::size_t i = 0; i < unknowns; ++i) std::printf("%s%.12g", i > 0 ? ", " : "", found[i]);
  std::printf("]}\n");
  return 0;
}
