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

namespace {

/// Columns that those before them do not explain, made orthonormal. What rounding leaves of the others would be solved
/// by numbers of any size.
struct ColumnBasis {
  std::vector<Eigen::Index> kept;
  Eigen::MatrixXd q;
};
ColumnBasis basis_of(const Columns& columns) {
  ColumnBasis made{{}, Eigen::MatrixXd(columns.rows(), columns.cols())};
  for (Eigen::Index k = 0; k < columns.cols(); ++k) {
    const auto rank = static_cast<Eigen::Index>(made.kept.size());
    Eigen::VectorXd rest = columns.col(k);
    for (int pass = 0; pass < 2; ++pass)
      for (Eigen::Index j = 0; j < rank; ++j) rest -= made.q.col(j).dot(rest) * made.q.col(j);
    if (!(rest.norm() > 1e-9 * columns.col(k).norm())) continue;
    made.q.col(rank) = rest.normalized(), made.kept.push_back(k);
  }
  made.q.conservativeResize(Eigen::NoChange, static_cast<Eigen::Index>(made.kept.size()));
  return made;
}

}  // namespace

std::vector<double> orthonormal_basis(const std::vector<double>& columns, std::size_t rows, std::size_t count,
                                      std::size_t& rank) {
  const ColumnBasis basis = basis_of(as_matrix(columns, rows, count));
  rank = basis.kept.size();
  return {basis.q.data(), basis.q.data() + basis.q.size()};
}

std::vector<double> linear_coefficients(const std::vector<double>& columns, std::size_t rows, std::size_t count,
                                        const std::vector<double>& target) {
  std::vector<double> found(count, 0.0);
  const Columns all = as_matrix(columns, rows, count);
  const ColumnBasis basis = basis_of(all);
  if (basis.kept.empty()) return found;
  const Eigen::Map<const Eigen::VectorXd> wanted(target.data(), static_cast<Eigen::Index>(rows));
  const Eigen::MatrixXd triangle = basis.q.transpose() * all(Eigen::all, basis.kept);
  const Eigen::VectorXd x = triangle.triangularView<Eigen::Upper>().solve(basis.q.transpose() * wanted);
  for (std::size_t k = 0; k < basis.kept.size(); ++k)
    found[static_cast<std::size_t>(basis.kept[k])] = x[static_cast<Eigen::Index>(k)];
  return found;
}

}  // namespace stiction
