// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/Dense>
#include <cmath>

#include "stiction/identification/least_squares.hpp"

namespace stiction {
namespace {

using Columns = Eigen::Map<const Eigen::MatrixXd>;

Columns as_matrix(const std::vector<double>& columns, std::size_t rows, std::size_t count) {
  return {columns.data(), static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(count)};
}

}  // namespace

InformationAnalysis analyse_information(const std::vector<double>& jacobian, std::size_t residuals,
                                        std::size_t parameters, double threshold) {
  InformationAnalysis found;
  const auto n = static_cast<Eigen::Index>(parameters);
  Eigen::MatrixXd scaled = as_matrix(jacobian, residuals, parameters);
  for (Eigen::Index k = 0; k < n; ++k) {
    const double length = scaled.col(k).norm();
    found.column_length.push_back(length);
    if (length > 0) scaled.col(k) /= length;
  }
  // Of the triangle of a QR, which has the singular values of the tall matrix.
  const Eigen::MatrixXd triangle =
      Eigen::HouseholderQR<Eigen::MatrixXd>(scaled).matrixQR().topRows(n).triangularView<Eigen::Upper>();
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(triangle, Eigen::ComputeFullV);
  const double largest = n > 0 ? svd.singularValues()[0] : 0;
  Eigen::MatrixXd inverse = Eigen::MatrixXd::Zero(n, n);
  for (Eigen::Index k = 0; k < n; ++k) {
    const double s = svd.singularValues()[k];
    found.singular_values.push_back(s);
    const Eigen::VectorXd v = svd.matrixV().col(k);
    found.directions.emplace_back(v.data(), v.data() + n);
    if (!(s > threshold * largest)) continue;
    ++found.rank;
    inverse += v * v.transpose() / (s * s);
  }
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index k = 0; k < n; ++k) {
      const double scale =
          found.column_length[static_cast<std::size_t>(i)] * found.column_length[static_cast<std::size_t>(k)];
      found.inverse.push_back(scale > 0 ? inverse(i, k) / scale : 0);
    }
  return found;
}

std::vector<double> orthonormal_basis(const std::vector<double>& columns, std::size_t rows, std::size_t count,
                                      std::size_t& rank) {
  rank = 0;
  std::vector<double> basis;
  for (std::size_t k = 0; k < count; ++k) {
    Eigen::VectorXd v = as_matrix(columns, rows, count).col(static_cast<Eigen::Index>(k));
    const double length = v.norm();
    for (int pass = 0; pass < 2; ++pass)
      for (std::size_t j = 0; j < rank; ++j) {
        const auto q = as_matrix(basis, rows, rank).col(static_cast<Eigen::Index>(j));
        v -= q.dot(v) * q;
      }
    if (!(v.norm() > 1e-9 * length)) continue;
    v.normalize();
    basis.insert(basis.end(), v.data(), v.data() + v.size());
    ++rank;
  }
  return basis;
}

std::vector<double> linear_coefficients(const std::vector<double>& columns, std::size_t rows, std::size_t count,
                                        const std::vector<double>& target) {
  if (count == 0) return {};
  const Eigen::VectorXd x =
      as_matrix(columns, rows, count)
          .colPivHouseholderQr()
          .solve(Eigen::Map<const Eigen::VectorXd>(target.data(), static_cast<Eigen::Index>(rows)));
  return {x.data(), x.data() + x.size()};
}

}  // namespace stiction
