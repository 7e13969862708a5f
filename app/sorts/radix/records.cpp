/// A few keys as large records with their values: the input, the current order, and the path of
/// each record from one to the other. The paths of equal keys are lit: where they cross, the sort
/// is not stable.
#include <algorithm>
#include <map>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/scene/text_width.hpp"
#include "facts.hpp"
#include "text/all.hpp"
#include "text/radix.hpp"

namespace scope {
namespace {

namespace array = radix::array;

constexpr uint32_t max_records = 8, equal_ink = 2;  // of records with equal keys
constexpr float record_size = 34, carried_size = 20, record_height = 108, record_gap = 36;
constexpr float names = 130, ways = 170;  // left of the rows, between them

/// The key as far as records are called equal by it: without a second key.
uint32_t first_key(const radix::Problem& problem, uint32_t id) {
  return problem.keys()[id] >> problem.settings().second_bits;
}

/// By identity: another record has the same first key.
std::vector<bool> shared(const radix::Problem& problem) {
  std::map<uint32_t, uint32_t> count;
  for (uint32_t id = 0; id < problem.size(); ++id) ++count[first_key(problem, id)];
  std::vector<bool> equal;
  for (uint32_t id = 0; id < problem.size(); ++id)
    equal.push_back(count[first_key(problem, id)] > 1);
  return equal;
}

struct Records {
  const Moment& moment;
  Columns columns;
  std::vector<bool> equal;
};

Columns record_columns(const radix::Problem& problem) {
  Columns columns{.left = margin + names, .gap = record_gap, .block_gap = record_gap};
  columns.count = columns.per_block = std::max(problem.size(), 1u);
  columns.cell = 120;
  for (uint32_t id = 0; id < problem.size(); ++id)
    columns.cell = std::max(
        {columns.cell,
         value_width(problem.text_of(problem.keys()[id]), record_size, mark_of(problem, id)) + 36,
         text_width(note_of(problem, id), carried_size, Face::ui) + 24});
  return columns;
}

void add_records(Scene& scene, const Records& records, float y, const radix::Array& keys) {
  const radix::Problem& problem = records.moment.problem();
  for (uint32_t i = 0; i < keys.values.size(); ++i) {
    const uint32_t id = keys.ids[i];
    if (id >= problem.size()) {  // nobody stands here, or a broken run says so
      scene.cells.push_back(empty_cell(slot(records.columns, i, y, record_height)));
      continue;
    }
    const std::string carried = note_of(problem, id);
    Cell cell{.at = slot(records.columns, i, y, record_height),
              .fill = Ink::raised,
              .text = problem.text_of(keys.values[i]),
              .size = record_size,
              .mark = mark_of(problem, id),
              .tag = {.array = keys.id, .row = 0, .index = i, .key = id}};
    if (records.equal[id])
      cell.fill = digit_fill(equal_ink), cell.edge = digit_ink(equal_ink), cell.edge_width = 2;
    scene.cells.push_back(cell);
    if (carried.empty()) continue;
    scene.texts.push_back({.at = {cell.at.centre().x, y + record_height - 16},
                           .text = carried,
                           .size = carried_size,
                           .ink = Ink::dim});
  }
}

void add_name(Scene& scene, float y, const std::string& name) {
  scene.texts.push_back({.at = {margin + names - 18, y + record_height / 2},
                         .text = name,
                         .size = carried_size,
                         .anchor = Anchor::right});
}

Scene no_records(const Moment& moment) {
  const Columns columns = columns_of(moment);
  Scene scene = new_page(moment, columns, text::radix::records, text::radix::shows_records);
  end_page(scene,
           add_sentence(scene, columns, margin, text::radix::records_drawn({.most = max_records})));
  return scene;
}

}  // namespace

bool few_records(const Moment& moment) {
  const uint32_t count = moment.problem().size();
  return count > 0 && count <= max_records;
}

Scene draw_records(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  if (!few_records(moment)) return no_records(moment);
  const Records records{moment, record_columns(problem), shared(problem)};
  Scene scene = new_page(moment, records.columns, text::radix::records, text::radix::shows_records);
  radix::Array input{array::keys, problem.keys(), {}};
  for (uint32_t id = 0; id < problem.size(); ++id) input.ids.push_back(id);
  const radix::Array* written = moment.find(array::output);
  const radix::Array now = written ? *written : input_of(moment);

  const float above = margin, below = above + record_height + ways;
  add_name(scene, above, text::all::input_row);
  const std::size_t first = scene.cells.size();
  add_records(scene, records, above, input);
  // The row of the keys is the one below, at every step: here they only came from
  for (std::size_t c = first; c < scene.cells.size(); ++c) scene.cells[c].tag.index = none;
  add_name(scene, below, text::radix::row_now);
  add_records(scene, records, below, now);
  for (const bool lit : {false, true})
    for (uint32_t i = 0; i < now.ids.size(); ++i)
      if (const uint32_t id = now.ids[i]; id < problem.size() && records.equal[id] == lit)
        scene.arrows.push_back({.from = {records.columns.centre(id), above + record_height + 2},
                                .to = {records.columns.centre(i), below - 3},
                                .ink = lit ? digit_ink(equal_ink) : Ink::dim,
                                .width = lit ? 3.f : 1.5f,
                                .tag = {.index = none, .key = lit ? none : id}});
  end_page(scene, below + record_height);
  return scene;
}

}  // namespace scope
