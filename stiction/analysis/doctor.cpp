// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/doctor.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/analysis/contact_loss.hpp"
#include "stiction/analysis/doctor_beliefs.hpp"
#include "stiction/analysis/doctor_sampling.hpp"
#include "stiction/analysis/named_observer.hpp"
#include "stiction/analysis/sampled_linear.hpp"
#include "stiction/catalogue/controller_catalogue.hpp"
#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/catalogue/plant_catalogue.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

class Doctor {
 public:
  Doctor(const NamedExperiment& experiment, double seconds)
      : given_(experiment), e_(resolved(experiment)), seconds_(seconds), turns_(assemble(e_).loop().turns()) {}

  std::vector<Finding> findings() {
    run_once();
    for (std::size_t i = 0; i < e_.friction.size(); ++i) examine_law(i);
    examine_observer();
    examine_integral_action();
    examine_gains();
    examine_sampling();
    for (const auto& findings : {examine_beliefs(given_), examine_sampled_oscillations(e_)})
      all_.insert(all_.end(), findings.begin(), findings.end());
    std::stable_sort(all_.begin(), all_.end(),
                     [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
    return std::move(all_);
  }

 private:
  void add(Severity severity, std::string topic, std::string what, std::string why, std::string advice = "") {
    // Contacts with the same law share what is to be said of it.
    const bool said = std::any_of(all_.begin(), all_.end(), [&](const Finding& f) { return f.what == what; });
    if (!said) all_.push_back({severity, std::move(topic), std::move(what), std::move(why), std::move(advice)});
  }
  std::string unit(std::string_view of_sliding) const {
    return turns_ ? rotational(of_sliding) : std::string(of_sliding);
  }
  /// "15 um", "1.4 mrad", "2.68 s": with the prefix that leaves one to three digits before the point.
  static std::string with_prefix(double x, const std::string& unit) {
    constexpr std::pair<const char*, double> prefixes[] = {{"", 1}, {"m", 1e-3}, {"u", 1e-6}, {"n", 1e-9}};
    const auto fits = [&](const auto& prefix) { return x >= 0.9995 * prefix.second; };
    const auto* const found = std::find_if(std::begin(prefixes), std::end(prefixes) - 1, fits);
    return rounded_text(x / found->second, 3) + " " + found->first + unit;
  }
  std::string length(double x) const { return with_prefix(x, unit("m")); }
  std::string speed(double x) const { return with_prefix(x, unit("m/s")); }

  /// The fastest rate at which any state changes by itself, and how its contacts move, along the run.
  class FastestRate final : public LoopObserver {
   public:
    bool step(const LoopStep& step) override {
      double speed = 0;
      for (const Contact<double>& c : step.run.contacts_at(step.end(), step.to.data()))
        speed = std::max(speed, std::abs(c.velocity));
      speeds_.emplace_back(speed, step.length), fastest_speed_ = std::max(fastest_speed_, speed);
      std::vector<double> f(step.to.size());
      const std::vector<double> jacobian = step.run.jacobian(step.end(), step.to.data(), f.data());
      for (std::size_t n = 0; n < f.size(); ++n) rate = std::max(rate, std::abs(jacobian[n * (f.size() + 1)]));
      return true;
    }
    double rate = 0;  ///< [1/s]
    /// Fraction of the time in which no contact moves faster than a thousandth of the highest speed.
    double rest_fraction() const {
      double rest = 0, all = 0;
      for (const auto& [speed, length] : speeds_) all += length, rest += speed <= 1e-3 * fastest_speed_ ? length : 0;
      return all > 0 ? rest / all : 0;
    }

   private:
    std::vector<std::pair<double, double>> speeds_;  ///< at the end of each step, and its length [s]
    double fastest_speed_ = 0;
  };

  void run_once() {
    RunOptions options = e_.run;
    options.solver.seconds_limit = std::min(options.solver.seconds_limit, seconds_);
    options.record = {.interval = options.duration};
    ContactLoss loss;
    LoopObserver* observers[] = {&fastest_, &loss};
    const Trajectory run = run_loop(assemble(e_), options, observers);
    for (const TrajectoryEvent& event : run.events)
      turns_back_ += event.what == "reversal" || event.what == "stick" ? 1 : 0;
    if (!run.result.finished())
      add(Severity::warning, "run", "the run did not finish: " + run.result.reason,
          "what follows looks at the part that was computed", "shorten run.duration, or look at the sentence above");
    if (loss.lost())
      add(Severity::problem, "contact", loss.sentence(), "a plant holds its body on the surface and knows no flight",
          e_.inputs.contains("normal_force") ? "a normal_force in [input] that stays positive"
                                             : "a smaller acceleration_normal, or more gravity");
  }

  void examine_law(std::size_t i) {
    const NamedPart& part = e_.friction[i];
    const ModelEntry& law = find_model(part.model);
    if (&law == &find_model("none")) return;  // chosen to be without all this
    const std::string name = part.model;
    examine_numbers(part, law);
    // Passivity matters to a loop that is closed around the law.
    if (law.passivity_margin && e_.controller) {
      const double margin = law.passivity_margin(part.values);
      const std::string condition(law.passivity_condition);
      if (margin >= 0)
        add(Severity::good, "passivity", name + " is passive with these parameters: " + condition,
            "no motion draws energy from it");
      else
        add(Severity::note, "passivity",
            name + " is not shown to be passive: " + condition + " fails by " + rounded_text(-margin),
            "some motions draw energy from the model, and proofs that rest on passivity do not apply",
            "raise viscous_damping, let the bristle damping fade with speed (lugre_fading_damping), or see `stiction "
            "analyse` for the motion and the joules");
    }
    const Phenomena& p = law.info.phenomena;
    const bool rests = fastest_.rest_fraction() > 0.05;
    if (rests && !p.true_stick && !p.non_drifting_presliding)
      add(Severity::note, "rest", name + " has no true rest: it creeps under any load and drifts under vibration",
          "a position held for hours, or a load on a vibrating machine, moves in the simulation but not in reality",
          "elasto_plastic holds inside its elastic range; laws with true_stick hold exactly");
    if (turns_back_ >= 3 && !p.reversal_point_memory && p.hysteresis)
      add(Severity::note, "hysteresis",
          name + " keeps no memory of the points where motion turned: inner loops do not close",
          "fine positioning with many small reversals is modelled with an error of the size of those loops",
          "maxwell_slip, generalized_maxwell_slip or preisach keep that memory");
    const bool can_stick_and_slip = e_.plant.values.contains("spring_stiffness") || has_integral();
    if (can_stick_and_slip && !p.stribeck)
      add(Severity::note, "Stribeck effect", name + " has no falling part in its steady curve with these parameters",
          "stick-slip that comes from friction falling with speed cannot appear");
    if ((rests || turns_back_ > 0) && !p.presliding_spring)
      add(Severity::note, "presliding", name + " has no spring before sliding",
          "the stiffness that a stuck axis shows, and its micro-oscillation, are missing");
  }

  void examine_numbers(const NamedPart& part, const ModelEntry&) {
    const auto fs = value_in(part.values, "static_force"), fc = value_in(part.values, "coulomb_force");
    const auto stiffness = value_in(part.values, "bristle_stiffness");
    if (fs && fc && *fs == *fc)
      add(Severity::note, "static friction", "static_force equals coulomb_force",
          "break-away and sliding take the same force: no stick-slip from the Stribeck effect");
    if (fs && fc && *fs > 5 * *fc)
      add(Severity::warning, "static friction",
          "static_force is " + rounded_text(*fs / *fc) +
              " times coulomb_force; dry and lubricated contacts show 1 to 2",
          "stick-slip is exaggerated", "check the units of both, and how break-away was measured");
    if (stiffness && fs && !turns_) {
      const double bend = *fs / *stiffness;
      if (bend < 1e-8 || bend > 1e-3)
        add(Severity::warning, "presliding", "the bristles bend by " + rounded_text(bend) + " m before sliding",
            "machine contacts deflect by 0.1 to 100 micrometres; this is far outside",
            "check the units of bristle_stiffness [N/m] and static_force [N]");
      else
        add(Severity::good, "presliding", "the bristles bend by " + length(bend) + " before sliding",
            "that is what machine contacts do");
    }
    if (const auto vs = value_in(part.values, "stribeck_velocity"); vs && !turns_ && (*vs < 1e-5 || *vs > 1))
      add(Severity::warning, "Stribeck effect", "stribeck_velocity is " + rounded_text(*vs) + " m/s",
          "lubricated contacts change regime between 0.01 mm/s and 1 m/s", "check its unit");
  }

  void examine_observer() {
    const auto certificate = certify_observer(e_);
    if (!certificate) return;
    const ObserverCertificate& c = *certificate;
    const bool good = c.report.strictly_positive_real;
    add(good ? Severity::good : Severity::warning, "observer", c.sentence,
        good ? "theorem of the 1995 paper: the errors of the observer vanish"
             : "the proof of convergence does not apply; at a set-point such a loop can oscillate",
        good                       ? ""
        : c.smallest_velocity_gain ? "velocity_gain above " + rounded_text(*c.smallest_velocity_gain) + " " +
                                         unit("N.s/m") + " and no integral_gain certify it"
                                   : "change the gains until it is certified");
    if (good && e_.sampled) {
      const double h = value_in(*e_.sampled, "sample_time").value_or(1e-3);
      const PositiveRealReport sampled = certify_sampled_observer(c, h);
      add(sampled.strictly_positive_real ? Severity::good : Severity::warning, "observer, sampled",
          "at " + rounded_text(h * 1e3) + " ms: " + sampled.sentence,
          "sampling adds a lag that the continuous proof does not know",
          sampled.strictly_positive_real ? "" : "sample faster, or lower velocity_gain");
    }
  }

  bool has_integral() const {
    return e_.controller && value_in(e_.controller->values, "integral_gain").value_or(0) > 0;
  }

  static constexpr double mass_of_default_gains = 1;  ///< [kg] or [kg.m2]

  /// Default gains suit a mass of 1 kg; another one needs its own.
  void examine_gains() {
    if (!given_.controller) return;
    std::string gains;
    for (const FieldInfo& row : find_controller(given_.controller->model).parameters) {
      if (!row.name.ends_with("_gain")) continue;
      // Switching one off, as the integral, does not adapt the others.
      if (value_in(given_.controller->values, row.name).value_or(0) != 0) return;
      gains += (gains.empty() ? "controller." : ", controller.") + std::string(row.name);
    }
    if (gains.empty()) return;
    for (const FieldInfo& row : find_plant(e_.plant.model).parameters) {
      const bool inertia = row.name.ends_with("mass") || row.name.ends_with("inertia");
      const auto value = value_in(e_.plant.values, row.name);
      if (!inertia || !value || row.defaults.size() != 1) continue;
      const double ratio = *value / mass_of_default_gains;
      if (!(ratio > 3 || ratio < 1.0 / 3)) continue;
      add(Severity::warning, "gains",
          "all gains of " + given_.controller->model + " are left at their defaults, made for " +
              std::string(row.name) + " = " + rounded_text(mass_of_default_gains) + " " + std::string(row.unit) +
              "; here it is " + rounded_text(*value) + " " + std::string(row.unit),
          "a loop with the gains of another plant is sluggish, or unstable",
          "set " + gains + "; `stiction compare` tunes controllers on this plant");
      return;
    }
  }

  void examine_integral_action() {
    if (!e_.controller) return;
    // Of the position, or of the velocity behind a position loop: both wind up at rest.
    const bool winds_up = std::any_of(
        e_.controller->values.begin(), e_.controller->values.end(),
        [](const auto& value) { return value.first.ends_with("integral_gain") && value.second.numbers.front() > 0; });
    const bool sticks = std::any_of(e_.friction.begin(), e_.friction.end(), [](const NamedPart& part) {
      const auto fs = value_in(part.values, "static_force"), fc = value_in(part.values, "coulomb_force");
      return fs && fc && *fs > *fc;
    });
    if (winds_up && sticks)
      add(Severity::warning, "hunting", "integral action meets static friction above sliding friction",
          "the integral winds up while the load sticks and throws it past the target, to and fro",
          "`stiction analyse` finds its period and amplitude, `stiction compare` what cures it");
  }

  void examine_sampling() {
    const double rate = fastest_.rate;
    const bool explicit_steps = e_.sampled || e_.run.solver.method == SolveMethod::dormand_prince;
    if (rate > 0 && explicit_steps)
      add(Severity::note, "explicit step",
          "the fastest rate along this run is " + rounded_text(rate, 3) + " 1/s: explicit Euler is stable below " +
              with_prefix(2 / rate, "s") + ", classical Runge-Kutta below " + with_prefix(2.785 / rate, "s"),
          "a longer step does not blow up but gives plausible wrong answers",
          "our solvers and the real-time update have no such limit");
    if (!e_.sampled) return;
    const double h = value_in(*e_.sampled, "sample_time").value_or(1e-3);
    if (rate > 0 && h * rate > 2)
      add(Severity::warning, "sample time",
          "the sample time of " + with_prefix(h, "s") + " is " + rounded_text(h * rate / 2, 3) +
              " times the limit of an explicit observer",
          "a hand-written Euler observer would be wrong or unstable at this rate",
          "use the linearly implicit sampled form, which is stable at any rate");
    examine_sampled_loop();
    const double q = value_in(*e_.sampled, "encoder_resolution").value_or(0);
    if (!(q > 0)) return;
    const ContactScale scale = assemble(e_).contact_scale(0);
    if (scale.deflection > 0)
      add(scale.deflection < 5 * q ? Severity::warning : Severity::good, "encoder",
          "presliding of " + length(scale.deflection) + " is seen in " + rounded_text(scale.deflection / q, 2) +
              " steps of the encoder",
          "below five steps the presliding spring cannot be told from quantisation",
          scale.deflection < 5 * q ? "a finer encoder, or a law without presliding" : "");
    const double filter = value_in(*e_.sampled, "velocity_filter").value_or(0);
    if (filter > 0 && scale.speed > 0) {
      const double step = q / (h + filter);
      add(step > 0.3 * scale.speed ? Severity::warning : Severity::good, "velocity signal",
          "one encoder step makes the velocity signal jump by " + speed(step) + "; the Stribeck velocity is " +
              speed(scale.speed),
          "compensation by the Stribeck curve needs a velocity that resolves it",
          step > 0.3 * scale.speed ? "a longer velocity_filter, a finer encoder, or compensation on the reference"
                                   : "");
    }
  }

  void examine_sampled_loop() {
    const SampledStudy s = study_sampled_loop(assemble(e_));
    if (!s.found) return;
    const double h = value_in(*e_.sampled, "sample_time").value_or(1e-3);
    const bool unstable = s.loop.radius >= 1, tight = s.delay_margin && *s.delay_margin < 2 * h;
    const bool costs = !unstable && s.continuous_growth < 0 && s.loop.growth_rate > 0.7 * s.continuous_growth;
    add(unstable         ? (s.continuous_growth < 0 ? Severity::problem : Severity::warning)
        : tight || costs ? Severity::warning
                         : Severity::good,
        "sampled loop", s.sentence,
        unstable ? "small motions grow from sample to sample until the drive saturates or friction stops them"
        : tight  ? "a driver or a bus that comes two samples late makes it unstable"
                 : "sampling and delay take damping from the loop",
        unstable || tight || costs ? "sample faster, shorten controller.sampled.delay, or lower the gains" : "");
  }

  const NamedExperiment& given_;
  NamedExperiment e_;  ///< resolved
  double seconds_;
  bool turns_;          ///< the plant rotates
  int turns_back_ = 0;  ///< how often a contact reversed or came to rest in the run
  FastestRate fastest_;
  std::vector<Finding> all_;
};

}  // namespace

std::string_view severity_name(Severity severity) {
  constexpr std::string_view names[] = {"good", "note", "warning", "problem"};
  return names[static_cast<std::size_t>(severity)];
}

std::vector<Finding> examine(const NamedExperiment& experiment, double seconds) {
  return Doctor(experiment, seconds).findings();
}

}  // namespace stiction
