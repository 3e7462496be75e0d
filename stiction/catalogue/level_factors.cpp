// SPDX-License-Identifier: BSD-3-Clause
// A law whose levels are multiplied: the part that is made for it. What may be given: level_factor_rows.cpp.
#include "stiction/catalogue/level_factors.hpp"

#include <numbers>
#include <tuple>

#include "stiction/catalogue/level_factor_rows.hpp"
#include "stiction/catalogue/position_table.hpp"

namespace stiction {
namespace {

/// A law and what multiplies its levels: the context of the functions below.
struct Factors {
  const ContactPart* law = nullptr;
  std::size_t asked = 0;  ///< kinds of factors, a bit for each
  LevelFactorLengths lengths;
  std::size_t law_numbers = 0;
  std::size_t side = 0, piece = 0;  ///< places in the branch: of the normal force, and of a table along the path
  std::size_t table = 0;            ///< place of the table among the numbers
  std::vector<char> is_level;       ///< of each number of the law
  std::vector<TableRow> rows;       ///< of the numbers behind those of the law
  ContactPart part;

  bool has(LevelFactor kind) const { return (asked >> kind & 1) != 0; }
  template <class N>
  PositionTable<N> path(const N* p) const {
    return {p + table, lengths.points, has(path_period)};
  }
};
const Factors& factors(std::size_t context) { return made<Factors>(context); }

template <class N>
N factor(const Factors& f, const N* p, double direction, const double* b, const Contact<N>& c) {
  const N* w = p + f.law_numbers;
  N all(1);
  if (f.has(gear_loss)) {  // at rest the contact is about to move in the direction of the pull
    const N onward = direction == 0 ? N(sign(c.applied_force)) : N(direction), opposing = c.transmitted_force * onward;
    const N loss = select(opposing < N(0), N(-w[1] * opposing), N(w[0] * opposing));
    all = N(1) + loss / f.law->tables.in<N>().coulomb_level(p);
    w += 2;
  }
  if (f.has(normal_load)) {
    all = all * select(c.normal_force <= N(0), N(1), N(c.normal_force / w[0]));
    w += 1;
  }
  if (f.has(path_harmonics)) {
    const N angle = N(2 * std::numbers::pi) * c.position / w[0], cosine = cos(angle), sine = sin(angle);
    N sum(1), ck(1), sk(0);
    for (std::size_t k = 1; k <= f.lengths.harmonics; ++k) {
      const N next = ck * cosine - sk * sine;
      sk = sk * cosine + ck * sine, ck = next;
      sum = sum + w[k] * ck + w[f.lengths.harmonics + k] * sk;
    }
    all = all * sum;
    w += 1 + 2 * f.lengths.harmonics;
  }
  if (f.has(path_table)) {
    all = all * f.path(p).value(b[f.piece], c.position);
    w += 2 * f.lengths.points + (f.has(path_period) ? 1 : 0);
  }
  if (f.has(warmth)) all = all * (N(1) + w[0] * w[1]);
  return maximum(all, N(1e-9));
}

/// The law's numbers at an instant. The memory is kept: nothing is allocated after the first steps of a thread.
template <class N>
const N* scaled(const Factors& f, const N* p, double direction, const double* b, const Contact<N>& c) {
  static thread_local std::vector<N> memory;
  if (memory.size() < f.law_numbers) memory.resize(f.law_numbers);
  const N s = factor(f, p, direction, b, c);
  for (std::size_t i = 0; i < f.law_numbers; ++i) memory[i] = f.is_level[i] != 0 ? N(p[i] * s) : p[i];
  return memory.data();
}

template <class N>
void evaluate(const N* p, const double* b, const N& t, const N* z, const Contact<N>& c, N* dz, N& force,
              std::size_t context) {
  const Factors& f = factors(context);
  const ContactTable<N>& law = f.law->tables.in<N>();
  const N* q = scaled(f, p, b[0], b, c);
  if (!law.slipped.function) {
    law.evaluate(q, b, t, z, c, dz, force);
  } else {
    N bent = z[0];
    law.slipped(q, &bent);
    law.evaluate(q, b, t, &bent, c, dz, force);
  }
  if (!f.has(normal_load)) return;
  const auto parted = c.normal_force <= N(0);
  force = select(parted, N(0), force);
  if (!law.slipped.function) return;
  // Parted bristles lose their deflection along the path, over the length they bend at the nominal load.
  N longest(1e300);
  law.slipped(p, &longest);
  dz[0] = select(parted, N(-z[0] * N(b[0]) * c.velocity / longest), dz[0]);
}
template <class N>
void guards(const N* p, const double* b, const N* z, const Contact<N>& c, N* all, std::size_t context) {
  const Factors& f = factors(context);
  f.law->tables.in<N>().guards(scaled(f, p, b[0], b, c), b, z, c, all);
  N* more = all + f.law->guard_count;
  if (f.has(normal_load)) *more++ = N(b[f.side]) * c.normal_force;
  if (f.has(path_table)) {
    more[0] = f.path(p).behind_first(b[f.piece], c.position);
    more[1] = f.path(p).before_last(b[f.piece], c.position);
  }
}
template <class N>
N output_velocity(const double* b, const Contact<N>& c, std::size_t context) {
  return factors(context).law->tables.in<N>().output_velocity(b, c);
}
template <class N>
void change_mode(const N* p, double* b, const char* fired, N* z, Contact<N>& c, std::size_t context) {
  const Factors& f = factors(context);
  f.law->tables.in<N>().change_mode(scaled(f, p, b[0], b, c), b, fired, z, c);
}
template <class N>
N no_storage(const N*, const N*, std::size_t) {
  return N(0);
}
template <class N>
N coulomb_level_in(const N* p, std::size_t context) {
  return factors(context).law->tables.in<N>().coulomb_level(p);
}
template <class N>
ContactTable<N> table(const Factors& f) {
  const std::size_t n = context_of(&f);
  const ContactTable<N>& law = f.law->tables.in<N>();
  ContactTable<N> t{};
  if (law.evaluate.function) t.evaluate = {&evaluate<N>, n};
  if (law.output_velocity.function) t.output_velocity = {&output_velocity<N>, n};
  if (law.guards.function) t.guards = {&guards<N>, n};
  if (law.change_mode.function) t.change_mode = {&change_mode<N>, n};
  if (law.coulomb_level.function) t.coulomb_level = {&coulomb_level_in<N>, n};
  t.storage = {&no_storage<N>, n};
  return t;
}

void find_piece(const Factors& f, const double* p, double* b, const Contact<double>& c) {
  if (f.has(path_table)) b[f.piece] = PositionTable<double>::piece_at(f.path(p), c.position);
}
void start(double* b, const double* initial, double t, std::size_t context) {
  const Factors& f = factors(context);
  f.law->start(b, initial, t);
  if (f.has(normal_load)) b[f.side] = 1;
  if (f.has(path_table)) b[f.piece] = 0;
}
// An event decides where the contact goes from rest.
void settle(const double* p, double* b, const double* z, const Contact<double>& c, std::size_t context) {
  const Factors& f = factors(context);
  find_piece(f, p, b, c);
  f.law->settle(scaled(f, p, 0, b, c), b, z, c);
}
void reverse(const double* p, double* b, const double* z, const Contact<double>& c, std::size_t context) {
  const Factors& f = factors(context);
  f.law->reverse(scaled(f, p, 0, b, c), b, z, c);
}
void pass_kink(double* b, std::size_t k, std::size_t context) {
  const Factors& f = factors(context);
  const std::size_t own = f.law->guard_count - 1 - f.law->law_guard_count;
  const std::size_t first_of_table = own + (f.has(normal_load) ? 1 : 0);
  if (k < own)
    f.law->pass_kink(b, k);
  else if (k < first_of_table)
    b[f.side] = -b[f.side];
  else
    b[f.piece] += k == first_of_table ? -1 : 1;
}
void find_sides(const double* p, double* b, const double* z, const Contact<double>& c, std::size_t context) {
  const Factors& f = factors(context);
  find_piece(f, p, b, c);
  f.law->find_sides(scaled(f, p, b[0], b, c), b, z, c);
  if (f.has(normal_load)) b[f.side] = c.normal_force < 0 ? -1 : 1;
}
void accept(const double* p, double* b, double t, const double* z, const Contact<double>& c, std::size_t context) {
  const Factors& f = factors(context);
  f.law->accept(scaled(f, p, b[0], b, c), b, t, z, c);
}
void state_scale(const double* p, double* sizes, std::size_t context) { factors(context).law->state_scale(p, sizes); }
double coulomb_level(const double* p, std::size_t context) { return factors(context).law->coulomb_level(p); }
double smallest_speed(const double* p, std::size_t context) { return factors(context).law->smallest_speed(p); }

std::vector<Violation> violations_of(const double* p, std::size_t context) {
  const Factors& f = factors(context);
  std::vector<Violation> all = f.law->violations(p);
  const std::size_t more = number_total(f.part.parameters) - f.law_numbers;
  for (Violation& v : broken_level_factors(f.rows, {p + f.law_numbers, more})) all.push_back(std::move(v));
  return all;
}

std::unique_ptr<const Factors> make(const ContactPart& law, const NamedValues& values) {
  auto made = std::make_unique<Factors>();
  Factors& f = *made;
  f.law = &law, f.asked = level_factors().asked(values), f.lengths = lengths_in(values);
  f.law_numbers = number_total(law.parameters);
  for (const FieldInfo& row : law.parameters)
    f.is_level.insert(f.is_level.end(), row.defaults.size(), row.role == Role::force_level ? 1 : 0);
  const AddedKind added = level_factor_rows_for(values);
  f.rows = added.rows;
  f.table = f.law_numbers;
  for (const TableRow& row : f.rows) {
    if (row.name == "table_positions") break;
    f.table += row.count;
  }
  f.part = law;
  ContactPart& part = f.part;
  part.parameter_rows.insert(part.parameter_rows.end(), added.rows.begin(), added.rows.end());
  part.parameters.insert(part.parameters.end(), added.info.begin(), added.info.end());
  // Where surfaces part or meet the drag jumps; at the points of a table the levels have corners.
  f.side = part.branch_numbers;
  if (f.has(normal_load)) ++part.branch_numbers, ++part.guard_count;
  f.piece = part.branch_numbers;
  if (f.has(path_table)) ++part.branch_numbers, part.guard_count += 2;
  const std::size_t n = context_of(&f);
  part.has_storage = false;
  part.tables = {table<double>(f), table<Slopes>(f), table<Lanes>(f)};
  part.start = {&start, n}, part.settle = {&settle, n}, part.reverse = {&reverse, n};
  part.pass_kink = {&pass_kink, n}, part.find_sides = {&find_sides, n}, part.accept = {&accept, n};
  part.state_scale = {&state_scale, n}, part.coulomb_level = {&coulomb_level, n};
  part.smallest_speed = {&smallest_speed, n}, part.violations = {&violations_of, n};
  return made;
}

}  // namespace

const ContactPart& with_level_factors(const ContactPart& law, const NamedValues& values) {
  const std::size_t asked = level_factors().asked(values);
  if (asked == 0) return law;
  const auto [harmonics, points] = lengths_in(values);
  static MadeParts<std::tuple<const ContactPart*, std::size_t, std::size_t, std::size_t>, Factors> all;
  return all.get({&law, asked, harmonics, points}, [&] { return make(law, values); }).part;
}

}  // namespace stiction
