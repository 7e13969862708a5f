/// Between two rows of the scan tree: who adds what, and the barriers.
#include "app/core/base/text.hpp"
#include "app/sorts/radix/radix_worker.hpp"
#include "scan_rows.hpp"
#include "text/radix.hpp"

namespace scope {
namespace {

using radix::ScanPhase;

constexpr float ready = 13;         // from a row to the barrier after it
constexpr float two_barriers = 66;  // from row to row where a level has two
constexpr float low_barriers = 58;  // on a low page
constexpr float under_keys = 41;    // on one with the keys
constexpr float one_barrier = 44;
constexpr float no_barrier = 38;
constexpr float stub = 30;  // of an arrow that comes from outside the window

/// The arrows into one element.
struct Target {
  uint32_t block = 0, element = 0;
  float y0 = 0, y1 = 0;
  bool current = false;
  bool ghost = false;  ///< no key, or no thread
  bool works = false;  ///< it is what the thread that made the step changed
  Tag tag;
};

/// Its own sum from above, carried on.
void add_own(Scene& scene, const ScanView& view, const Target& target, bool adds) {
  const float x = view.centre(target.block, target.element);
  scene.arrows.push_back({.from = {x, target.y0},
                          .to = {x, target.y1},
                          .path = Path::straight,
                          .ink = adds ? Ink::dim : Ink::line,
                          .width = either(view.columns, 1, 1.5f),
                          .head = false,
                          .tag = target.tag});
}

/// The sum it takes from another element. Dashed where that stands outside the window, or where no
/// key is involved.
void add_other(Scene& scene, const ScanView& view, const Target& target, uint32_t other) {
  const float x = view.centre(target.block, target.element);
  const bool seen = other >= view.begin && other < view.end_of(target.block);
  const bool from_left = other < target.element;
  const Vec outside{from_left ? std::max(x - stub, 0.f) : x + stub, (target.y0 + target.y1) / 2};
  scene.arrows.push_back({.from = seen ? Vec{view.centre(target.block, other), target.y0} : outside,
                          .to = {x, target.y1},
                          .path = Path::straight,
                          .ink = target.current ? from_left ? Ink::accent : Ink::good : Ink::dim,
                          .width = target.current && !target.ghost ? either(view.columns, 2, 2.75f)
                                                                   : either(view.columns, 1, 1.5f),
                          .dashed = !seen || target.ghost,
                          .tag = target.tag});
}

/// Which thread does it, where that is not the element's own.
void add_tree_thread(Scene& scene, const ScanView& view, const Target& target, uint32_t thread) {
  scene.texts.push_back({.at = {view.centre(target.block, target.element) + 4, target.y1 - 7},
                         .text = "t" + std::to_string(thread),
                         .size = 11,
                         .ink = target.works ? Ink::select : Ink::dim,
                         .face = Face::mono,
                         .anchor = Anchor::left});
}

/// The total is copied to the word after the elements.
void add_saving(Scene& scene, const ScanView& view, const Target& target) {
  if (!view.saves_total()) return;
  scene.arrows.push_back({.from = {view.centre(target.block, target.element), target.y0},
                          .to = {view.total_place(target.block, 0).centre().x, target.y1},
                          .path = Path::straight,
                          .ink = target.current ? Ink::good : Ink::dim,
                          .width = target.current ? 2.f : 1.f});
}

void add_element(Scene& scene, const ScanView& view, const SumRow& row, const Target& target) {
  const radix::ScanLevel& level = row.level;
  const Operands operands = operands_of(level, target.element, view.width);
  if (operands.own) add_own(scene, view, target, operands.other || operands.warps > 0);
  if (operands.other) add_other(scene, view, target, *operands.other);
  if (!level.changes(target.element, view.width)) return;
  if (level.phase == ScanPhase::clear) add_saving(scene, view, target);
  const bool own_element = level.phase == ScanPhase::across || view.shuffles();
  const bool names_thread = !own_element && operands.own;
  if (names_thread || level.phase == ScanPhase::clear)
    add_tree_thread(scene, view, target, *worker_of(level, target.element, view.width));
}

std::string gap_words(const radix::ScanLevel& level) {
  switch (level.phase) {
    case ScanPhase::across:
    case ScanPhase::lanes:
    case ScanPhase::up:
    case ScanPhase::fill: return text::radix::gap_left({.distance = level.distance});
    case ScanPhase::clear: return text::radix::gap_clear;
    case ScanPhase::down: return text::radix::gap_down;
    case ScanPhase::carry: return text::radix::gap_carry;
  }
  return "";
}

}  // namespace

float level_room(const ScanView& view, const radix::ScanLevel& level) {
  if (level.phase == ScanPhase::carry) return carry_room();
  if (level.phase == ScanPhase::lanes) return no_barrier;
  const float larger = view.with_keys ? label_size(view.columns) - Text{}.size : 0;
  if (!view.two_barriers()) return one_barrier + 2 * larger;  // for two lines of words
  return view.with_keys ? under_keys : either(view.columns, two_barriers, low_barriers);
}

void add_level_arrows(Scene& scene, const Moment& moment, const ScanView& view, const SumRow& above,
                      const SumRow& row) {
  const auto worker = radix_worker(moment);
  for (uint32_t b = view.first_block; b <= view.last_block; ++b)
    for (uint32_t e = view.begin; e < view.end_of(b); ++e) {
      const auto i = view.index(b, e);
      add_element(scene, view, row,
                  {.block = b,
                   .element = e,
                   .y0 = above.y + value_height + 1,
                   .y1 = row.y - 2,
                   .current = row.current,
                   .ghost = !i,
                   .works = row.current && worker && i == worker->element,
                   .tag = {.index = none, .key = i ? owner_of(moment, view, *i) : none}});
    }
}

static void add_barrier_line(Scene& scene, const ScanView& view, float y) {
  const float pad = frame_pad(view.columns);
  for (uint32_t b = view.first_block; b <= view.last_block; ++b)
    scene.lines.push_back({.from = {view.left(b) - pad, y},
                           .to = {view.outer_right(b) + pad, y},
                           .ink = Ink::warn,
                           .width = 1.25f,
                           .dashed = true});
}

void add_barrier(Scene& scene, const ScanView& view, float y, const std::string& meaning) {
  add_barrier_line(scene, view, y);
  const float left = view.columns.left - 18, right = view.edge() + side_gap;
  const float size = view.with_keys ? label_size(view.columns) : Text{}.size;
  const float down = (size - Text{}.size) * 0.4f;  // from the second line of the row's name
  scene.texts.push_back({.at = {view.with_keys ? left : right, y + down},
                         .text = view.columns.large ? std::string(text::radix::barrier) : meaning,
                         .size = size,
                         .ink = Ink::warn,
                         .anchor = view.with_keys ? Anchor::right : Anchor::left});
}

void add_level_barriers(Scene& scene, const ScanView& view, const SumRow& above,
                        const SumRow& row) {
  const float bottom = above.y + value_height, wrote = bottom + ready;
  const float read = wrote + (row.y - wrote) * 0.56f;
  const Vec words{view.columns.left - 18,
                  (view.two_barriers() ? wrote + read : bottom + row.y) / 2};
  const float size = view.with_keys ? label_size(view.columns) : Text{}.size;
  const auto say = [&](float y, const std::string& text, Ink ink) {
    add_words(scene, {words.x, y}, text, size, ink, Anchor::right);
  };
  if (view.with_keys && row.level.phase != ScanPhase::lanes) {  // no room for words at the right
    add_barrier_line(scene, view, wrote);
    if (view.two_barriers()) add_barrier_line(scene, view, read);
    const float apart = size * 0.55f;  // of the two lines from their middle
    say(words.y - apart, gap_words(row.level), Ink::dim);
    return say(words.y + apart,
               view.two_barriers() ? text::radix::barriers_two : text::radix::barrier, Ink::warn);
  }
  if (row.level.phase == ScanPhase::carry)
    add_carry(scene, view, above, row);
  else if (row.level.phase != ScanPhase::lanes)
    add_barrier(scene, view, wrote, text::radix::barrier_written);
  if (view.two_barriers()) add_barrier(scene, view, read, text::radix::barrier_read);
  say(words.y, gap_words(row.level), Ink::dim);
}

}  // namespace scope
