// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <boost/numeric/ublas/storage.hpp>
#include <memory>

/// Boost.odeint and the uBLAS it needs, for C++20.
///
/// uBLAS up to Boost 1.75 calls `construct` and `destroy` of std::allocator, which C++20 no longer has. This gives them
/// back to its arrays, before the rest of uBLAS uses them.
namespace stiction::peers {

template <class T>
struct ConstructingAllocator : std::allocator<T> {
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  template <class... Arguments>
  void construct(T* place, Arguments&&... arguments) {
    std::construct_at(place, std::forward<Arguments>(arguments)...);
  }
  void destroy(T* place) { std::destroy_at(place); }
};

}  // namespace stiction::peers

namespace boost::numeric::ublas {

template <class T>
class unbounded_array<T, std::allocator<T>> : public unbounded_array<T, stiction::peers::ConstructingAllocator<T>> {
  using unbounded_array<T, stiction::peers::ConstructingAllocator<T>>::unbounded_array;
};

}  // namespace boost::numeric::ublas

#include <boost/numeric/odeint.hpp>
#include <boost/numeric/ublas/matrix.hpp>
#include <boost/numeric/ublas/vector.hpp>
