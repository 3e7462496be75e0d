// SPDX-License-Identifier: BSD-3-Clause
#include "python/bindings/bind.hpp"
#include "python/bindings/experiment.hpp"

namespace stiction::python {
namespace {

/// The equations of an experiment, y' = f(t, y, u), for other people's solvers: evaluated on the branch of the
/// velocity.
class Equations {
 public:
  Equations(const Experiment& e, const std::vector<std::string>& inputs) : run_(assemble(e.named())) {
    if (run_.loop().has_memory)
      throw InvalidInput("equations", {{"", "a law with memory is no equation of its states"}});
    if (run_.loop().parts().sampled)
      throw InvalidInput("equations", {{"", "a sampled controller is no equation; leave [controller.sampled] out"}});
    for (const std::string& path : inputs) inputs_.push_back(run_.loop().find_parameter(path));
  }

  std::vector<std::string> states() const { return first_signals(run_.loop().state_count); }
  std::vector<std::string> signals() const { return first_signals(run_.loop().signals().size()); }
  std::vector<double> initial() const { return run_.initial_state(); }
  std::vector<double> inputs() const {
    std::vector<double> values;
    for (const std::size_t place : inputs_) values.push_back(run_.parameters()[place]);
    return values;
  }

  std::vector<double> rates(double t, const std::vector<double>& y, const std::vector<double>& u) {
    prepare(t, y, u);
    std::vector<double> dy(y.size());
    run_.rates(t, y.data(), dy.data());
    return dy;
  }
  std::vector<double> values(double t, const std::vector<double>& y, const std::vector<double>& u) {
    prepare(t, y, u);
    std::vector<double> all(run_.loop().signals().size());
    run_.signals(t, y.data(), all.data());
    return all;
  }
  /// df/dy row by row.
  std::vector<double> jacobian(double t, const std::vector<double>& y, const std::vector<double>& u) {
    prepare(t, y, u);
    std::vector<double> dy(y.size());
    return run_.jacobian(t, y.data(), dy.data());
  }

 private:
  std::vector<std::string> first_signals(std::size_t count) const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count; ++i) names.push_back(run_.loop().signals()[i].name);
    return names;
  }
  void prepare(double t, const std::vector<double>& y, const std::vector<double>& u) {
    if (y.size() != run_.loop().state_count || u.size() != inputs_.size())
      throw InvalidInput("equations", {{"", "needs " + std::to_string(run_.loop().state_count) + " states and " +
                                                std::to_string(inputs_.size()) + " inputs"}});
    for (std::size_t i = 0; i < u.size(); ++i)
      if (run_.parameters()[inputs_[i]] != u[i]) run_.set_parameter(inputs_[i], u[i]);
    run_.start(t, y.data());
  }

  LoopRun run_;
  std::vector<std::size_t> inputs_;  ///< places among the parameters
};

}  // namespace

void bind_equations(nb::module_& m) {
  nb::class_<Equations>(m, "Equations", "The equations of an experiment, for other solvers.")
      .def(nb::init<const Experiment&, const std::vector<std::string>&>(), "experiment"_a, "inputs"_a)
      .def_prop_ro("states", &Equations::states)
      .def_prop_ro("signals", &Equations::signals)
      .def_prop_ro("initial", &Equations::initial)
      .def_prop_ro("inputs", &Equations::inputs)
      .def("rates", &Equations::rates, "t"_a, "y"_a, "u"_a)
      .def("values", &Equations::values, "t"_a, "y"_a, "u"_a)
      .def("jacobian", &Equations::jacobian, "t"_a, "y"_a, "u"_a);
}

}  // namespace stiction::python
