/// The rounds of a transposition sort, one below the other: which neighbours are compared, which
/// change places, and the path of every key.
#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/core/figures/figure.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "rounds.hpp"
#include "text/all.hpp"
#include "text/networks.hpp"

namespace scope {
namespace {

namespace networks = radix::networks;

constexpr uint32_t max_rounds = 6,
                   low_rounds = 2;  ///< drawn at once, of a usual and of a low page
constexpr float bell_y = 12, bell_side = 7, moves_y = 22, moves_height = 40;
constexpr float flag_room = 150, flag_side = 34, flag_air = 26, flag_wire = 1.5f;

/// Rounds [first, end) that are drawn: the one at work is among them.
struct RoundWindow {
  uint32_t first = 0, end = 0;
};

RoundWindow rounds_shown(const Moment& moment, uint32_t parts) {
  const uint32_t most = moment.large ? low_rounds : max_rounds;
  if (parts <= most) return {0, parts};
  const uint32_t first = std::min(moment.pass() - std::min(moment.pass(), most / 2), parts - most);
  return {first, first + most};
}

/// The last step of every part that was begun before the cursor; null: not begun.
std::vector<const radix::Step*> steps_of_rounds(const Moment& moment, uint32_t parts) {
  std::vector<const radix::Step*> last(parts, nullptr);
  for (std::size_t s = 0; s < moment.cursor; ++s)
    last[moment.trace->steps[s].pass] = &moment.trace->steps[s];
  return last;
}

float add_left_out(Scene& scene, const Moment& moment, const Columns& columns, float y,
                   uint32_t first, uint32_t end) {
  if (first == end) return y;
  return add_sentence(scene, columns, y,
                      text::networks::parts_left_out({.count = end - first,
                                                      .first = first + 1,
                                                      .last = end,
                                                      .rounds = goes_by_rounds(moment)})) +
         6;
}

/// A dumb-bell between two neighbours: bright where they change places, dashed where that is not
/// known yet.
void add_bell(Scene& scene, const Columns& columns, float y, uint32_t left,
              const radix::Array* exchanged) {
  const bool changes = exchanged && exchanged->values[left] == 1;
  const Ink ink = changes ? Ink::accent : Ink::line;
  const float from = columns.centre(left), to = columns.centre(left + 1);
  scene.lines.push_back({{from, y}, {to, y}, ink, changes ? 3.f : 1.5f, exchanged == nullptr});
  const float side = as_bars(columns) ? std::min(bell_side, columns.cell) : bell_side;
  for (float x : {from, to})
    scene.frames.push_back({.at = {x - side / 2, y - side / 2, side, side},
                            .edge = ink,
                            .fill = ink,
                            .radius = side / 2});
}

/// The flag at the right of a round: 0 before it; 1 once the pairs that changed places have stored
/// that, each along its wire. With an atomic they come one after the other.
void add_flag(Scene& scene, const Moment& moment, const Columns& columns, float y,
              const radix::Step* step) {
  const bool stored = step && step->find(radix::array::output);
  const uint32_t writers = stored ? exchanges_in(*step) : 0;
  const Rect box{columns.right() + flag_air, y + bell_y * columns.words - flag_side / 2, flag_side,
                 flag_side};
  const Ink ink = writers > 0 ? Ink::accent : step ? Ink::line : Ink::faint;
  scene.frames.push_back(
      {.at = box, .edge = ink, .fill = Ink::raised, .radius = 5, .dashed = step == nullptr});
  const float size = small_size(columns);
  if (step)
    add_words(scene, {box.x + box.w / 2, box.y + box.h / 2}, writers > 0 ? "1" : "0", 18,
              writers > 0 ? Ink::accent : Ink::dim, Anchor::middle, Face::bold);
  const bool plain = moment.problem().settings().flag == radix::Flag::plain;
  const float beside = box.x + box.w + 8, middle = box.y + box.h / 2;
  add_words(scene, {beside, stored ? middle - size * 0.65f : middle}, text::networks::flag_row,
            size, Ink::dim, Anchor::left);
  if (stored)
    add_words(
        scene, {beside, middle + size * 0.65f},
        text::networks::flag_writers({.atomic = !plain, .count = writers, .writers = writers}),
        size, Ink::dim, Anchor::left);
  if (writers == 0) return;
  const float wire = y + bell_y * columns.words - bell_side;
  const auto& exchanged = step->find(networks::array::exchanged)->values;
  uint32_t first = none;
  for (uint32_t left = step->pass % 2; left + 1 < exchanged.size(); left += 2) {
    if (exchanged[left] != 1) continue;
    first = std::min(first, left);
    const float x = (columns.centre(left) + columns.centre(left + 1)) / 2;
    scene.lines.push_back({{x, wire}, {x, wire + bell_side}, Ink::accent, flag_wire, !plain});
  }
  const float begin = (columns.centre(first) + columns.centre(first + 1)) / 2;
  scene.lines.push_back({{begin, wire}, {box.x, wire}, Ink::accent, flag_wire, !plain});
}

/// The comparisons of a round, and the ways to the row below once the keys are written.
void add_round(Scene& scene, const Moment& moment, const Columns& columns, float y,
               const radix::Outline& outline, uint32_t round, const radix::Step* step) {
  const uint32_t n = moment.problem().size();
  const radix::Array* exchanged = step ? step->find(networks::array::exchanged) : nullptr;
  const bool pairs = step == nullptr || step->stage == networks::stage::compare_exchange;
  for (uint32_t left = round % 2; pairs && goes_by_rounds(moment) && round < n && left + 1 < n;
       left += 2)
    add_bell(scene, columns, y + bell_y * columns.words, left, exchanged);
  if (pairs && goes_by_rounds(moment) && has_flag(moment.problem()))
    add_flag(scene, moment, columns, y, step);
  const radix::Array* output = step ? step->find(radix::array::output) : nullptr;
  const float from = y + moves_y * columns.words, to = from + moves_height * columns.words;
  if (output)
    add_moves(scene, columns, from, to,
              moves_between(*step->find(radix::array::keys), *output, Lit{}));
  const Ink ink = step == nullptr ? Ink::dim : step == moment.step() ? Ink::accent : Ink::text;
  const std::string& part = outline.parts[round].name;
  const std::string name =
      part == "reversed"
          ? std::string(text::all::reversed)
          : text::networks::part_name({.part = round + 1, .rounds = goes_by_rounds(moment)});
  add_label(scene, columns, y, (moves_y + moves_height) * columns.words, name, ink);
}

}  // namespace

Scene draw_rounds(const Moment& moment) {
  const Columns columns = columns_of(moment);
  const bool rounds = goes_by_rounds(moment);
  Scene scene = new_page(moment, columns, rounds ? text::networks::rounds : text::networks::layers,
                         rounds ? text::networks::rounds_page : text::networks::layers_page);
  if (columns.count == 0) return page_of_words(std::move(scene), text::all::no_keys_page);
  if (rounds && has_flag(moment.problem()))
    scene.width = std::max(scene.width, columns.right() + flag_room);
  const radix::Outline outline = radix::outline_of(*moment.trace);
  const auto parts = static_cast<uint32_t>(outline.parts.size());
  const std::vector<const radix::Step*> last = steps_of_rounds(moment, parts);
  const RoundWindow window = rounds_shown(moment, parts);

  float y = add_left_out(scene, moment, columns, 12, 0, window.first);
  const radix::Step* top = last[window.first];
  radix::Array keys = top ? *top->find(radix::array::keys) : input_of(moment);
  add_keys(scene, moment, columns, y, keys, Lit{}, window.first);
  add_label(scene, columns, y, key_height,
            window.first == 0 ? text::all::input_row : text::all::keys_row);
  for (uint32_t round = window.first; round < window.end; ++round) {
    const float keys_y = y, below = y + key_height;
    add_round(scene, moment, columns, below, outline, round, last[round]);
    y = below + (moves_y + moves_height) * columns.words;
    const radix::Array* output = last[round] ? last[round]->find(radix::array::output) : nullptr;
    if (output && last[round] == moment.step())
      add_moved_keys(scene, moment, columns, y, *output, Lit{}, round + 1,
                     *last[round]->find(radix::array::keys), keys_y);
    else if (output)
      add_keys(scene, moment, columns, y, *output, Lit{}, round + 1);
    else
      add_slots(scene, columns, y, key_height, false);
  }
  end_page(scene, add_left_out(scene, moment, columns, y + key_height + 8, window.end, parts));
  return scene;
}

}  // namespace scope
