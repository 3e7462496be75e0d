// SPDX-License-Identifier: BSD-3-Clause
#include "python/bindings/bind.hpp"
#include "stiction/io/experiment_file.hpp"
#include "stiction/io/output_file.hpp"

namespace stiction::python {

/// Wrong input becomes ValueError (InvalidInput already is one), files that cannot be read or written OSError, features
/// that were not built in NotImplementedError.
void bind_errors(nb::module_& /*m*/) {
  nb::register_exception_translator([](const std::exception_ptr& error, void*) {
    try {
      std::rethrow_exception(error);
    } catch (const InvalidFile& e) {
      PyErr_SetString(PyExc_ValueError, e.what());
    } catch (const FileError& e) {
      PyErr_SetString(PyExc_OSError, e.what());
    } catch (const MissingFeature& e) {
      PyErr_SetString(PyExc_NotImplementedError, e.what());
    }
  });
}

}  // namespace stiction::python
