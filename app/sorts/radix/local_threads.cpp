#include "local_threads.hpp"

#include <algorithm>
#include <functional>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/figures/kit/threads.hpp"
#include "app/core/scene/text_width.hpp"
#include "facts.hpp"
#include "local_rows.hpp"
#include "radix_worker.hpp"
#include "text/all.hpp"
#include "text/radix.hpp"

namespace scope {
namespace {

constexpr float head = 22, height = 62;  // of a block's frame: its name above, its threads in it
constexpr float fan = 34;                // lines from the threads to their keys
constexpr uint32_t max_fanned = 8;       // columns that a line from a thread to its key may cross

/// The first text that fits; "" when none does.
std::string fitting_text(std::initializer_list<std::string> texts, float size, Face face,
                         float room) {
  for (const std::string& text : texts)
    if (text_width(text, size, face) <= room) return text;
  return "";
}

/// Boxes under each other's numbers: neighbours of one block with the same number share one.
void add_strip(Scene& scene, const Columns& columns, float y, const std::vector<uint32_t>& ids,
               text::Label label, std::string (*name)(uint32_t), const std::string& letter,
               const std::function<uint32_t(uint32_t)>& number_of, bool shaded,
               const std::optional<Worker>& lit = std::nullopt) {
  const float size = either(columns, 12, 17);
  for (uint32_t begin = 0, end = 0; begin < columns.count; begin = end) {
    const uint32_t number = number_of(begin),
                   stop = (begin / columns.per_block + 1) * columns.per_block;
    for (end = begin + 1; end < std::min(stop, columns.count) && number_of(end) == number;) ++end;
    const float x = columns.x(begin), w = columns.x(end - 1) + columns.cell - x;
    const std::string digits = std::to_string(number);
    Cell box{.at = {x, y, w, strip_height},
             .fill = shaded && number % 2 == 1 ? Ink::line : Ink::raised,
             .edge = Ink::faint,
             .text = fitting_text({name(number), letter + digits, digits}, size, Face::mono, w - 4),
             .size = size};
    box.tag = {.index = none, .key = end - begin == 1 ? ids[begin] : none};
    if (lit && lit->thread == number && lit->block == begin / columns.per_block)
      box.edge = box.ink = Ink::select, box.edge_width = 2;
    scene.cells.push_back(box);
  }
  add_label(scene, columns, y, strip_height, label, Ink::dim);
}

/// Where a thread of a block stands; nothing when it finds no key.
std::optional<float> thread_x(const Columns& columns, uint32_t begin, uint32_t thread) {
  const uint32_t end = std::min(columns.count, begin + columns.per_block);
  const uint32_t each = columns.keys_per_thread;
  const bool blocked = columns.ownership == radix::Ownership::blocked;
  const uint32_t first = begin + (blocked ? thread * each : thread);
  if (first >= end) return std::nullopt;
  const uint32_t last = blocked ? std::min(end, first + each) - 1 : first;
  return (columns.centre(first) + columns.centre(last)) / 2;
}

/// True when lines can join every thread to its keys and be told apart; else the strips must do.
bool fans_out(const Columns& columns) {
  const bool blocked = columns.ownership == radix::Ownership::blocked;
  const uint32_t farthest =
      blocked ? columns.keys_per_thread / 2 : (columns.keys_per_thread - 1) * columns.threads();
  return !as_bars(columns) && farthest <= max_fanned;
}

/// A thread over its keys; with a head when no lines lead on from it.
void add_thread(Scene& scene, float x, float y, uint32_t thread, bool head_on, bool lit) {
  scene.texts.push_back({.at = {x, y + head + 12},
                         .text = "t" + std::to_string(thread),
                         .size = 12,
                         .ink = lit ? Ink::select : Ink::dim,
                         .face = Face::mono});
  scene.arrows.push_back({.from = {x, y + head + 21},
                          .to = {x, y + head + height - 4},
                          .path = Path::wave,
                          .ink = lit ? Ink::select : Ink::dim,
                          .head = head_on});
}

/// Words in a frame where there is no room for waves: as many threads as it has, or fewer words.
void add_thread_words(Scene& scene, const Moment& moment, float x0, float x1, float y,
                      uint32_t threads) {
  const std::string text = fitting_text(
      {text::radix::threads_up_to({.keys = moment.problem().keys_per_thread(), .threads = threads}),
       text::radix::threads_only({.threads = threads})},
      14, Face::ui, x1 - x0 - 8);
  if (!text.empty())
    scene.texts.push_back(
        {.at = {(x0 + x1) / 2, y + head + height / 2}, .text = text, .ink = Ink::dim});
}

/// One block's frame with its threads. The frame goes over the threads, the name over the frame.
void add_block(Scene& scene, const Moment& moment, const Columns& columns, uint32_t begin,
               float y) {
  const uint32_t threads = moment.problem().threads_per_block();
  std::vector<float> at;
  for (uint32_t t = 0; t < threads; ++t)
    if (const auto x = thread_x(columns, begin, t)) at.push_back(*x);
  const float pad = columns.cell / 2 + frame_pad(columns);
  const float x0 = at.front() - pad, x1 = at.back() + pad;
  scene.frames.push_back({.at = {x0, y + head, x1 - x0, height}, .edge = Ink::faint});
  const uint32_t block = begin / columns.per_block;
  const std::string name = fitting_text(
      {text::all::block_name({.block = block}), std::to_string(block)}, 14, Face::ui, x1 - x0);
  scene.texts.push_back(
      {.at = {x0 + 2, y + 9}, .text = name, .ink = Ink::dim, .anchor = Anchor::left});
  if (as_bars(columns))
    add_thread_words(scene, moment, x0, x1, y, static_cast<uint32_t>(at.size()));
  const auto worker = radix_worker(moment);
  for (uint32_t t = 0; t < at.size() && !as_bars(columns); ++t)
    add_thread(scene, at[t], y, t, !fans_out(columns),
               worker && worker->block == block && worker->thread == t);
  if (at.size() == threads) return;
  const std::string idle = text::radix::without_key({.threads = threads - at.size()});
  scene.texts.push_back({.at = {x1 + 8, y + head + height / 2},
                         .text = idle,
                         .ink = Ink::dim,
                         .anchor = Anchor::left});
  scene.width = std::max(scene.width, x1 + 8 + text_width(idle, 14, Face::ui) + margin);
}

/// From every thread to each of its keys.
void add_fan(Scene& scene, const Columns& columns, float y, const std::vector<uint32_t>& ids) {
  if (!fans_out(columns)) return;
  for (uint32_t i = 0; i < columns.count; ++i) {
    const uint32_t begin = i / columns.per_block * columns.per_block;
    const float x = *thread_x(columns, begin, columns.thread_of(i));
    scene.arrows.push_back({.from = {x, y},
                            .to = {columns.centre(i), y + fan - 3},
                            .path = Path::straight,
                            .ink = Ink::dim,
                            .width = 1,
                            .tag = {.index = none, .key = ids[i]}});
  }
}

/// The thread that made the step; before the first one, and in a program of somebody's own, that of
/// the selected key's place.
std::optional<Worker> worker_or_owner(const Moment& moment, const Columns& columns,
                                      const std::vector<uint32_t>& ids) {
  if (moment.step() && moment.trace->own.empty()) return radix_worker(moment);
  const auto at = static_cast<uint32_t>(std::ranges::find(ids, moment.selected()) - ids.begin());
  if (at >= ids.size() || moment.selected() == none) return std::nullopt;
  return Worker{at / columns.per_block, columns.thread_of(at), at};
}

}  // namespace

float add_key_threads(Scene& scene, const Moment& moment, const Columns& columns, float y,
                      const std::vector<uint32_t>& ids) {
  if (scans_table(moment)) return add_blocks_without_threads(scene, columns, y);
  return add_threads(scene, columns, y, ids, moment.selected(),
                     worker_or_owner(moment, columns, ids));
}

float add_owner_strips(Scene& scene, const Moment& moment, const Columns& columns, float y,
                       const std::vector<uint32_t>& ids) {
  if (scans_table(moment)) return y + owner_strips_height;
  const auto worker = worker_or_owner(moment, columns, ids);
  const std::vector<uint32_t> held = keys_of_threads(columns, ids, moment.selected(), worker);
  add_strip(
      scene, columns, y, held, text::radix::term_thread,
      text::of_number<text::radix::thread_number>, "t",
      [&](uint32_t i) { return columns.thread_of(i); }, false, worker);
  add_strip(
      scene, columns, y + strip_pitch, held, text::radix::term_round,
      text::of_number<text::radix::round_number>, "",
      [&](uint32_t i) { return columns.round_of(i); }, true);
  return y + owner_strips_height;
}

float add_coarse_threads(Scene& scene, const Moment& moment, const Columns& columns, float y) {
  const float below = y + head + height + fan + owner_strips_height + 4;
  if (scans_table(moment)) {
    add_block_names(scene, columns, below - 14);
    return below;
  }
  const std::vector<uint32_t> ids = input_of(moment).ids;
  for (uint32_t begin = 0; begin < columns.count; begin += columns.per_block)
    add_block(scene, moment, columns, begin, y);
  add_fan(scene, columns, y + head + height, ids);
  add_owner_strips(scene, moment, columns, y + head + height + fan, ids);
  return below;
}

void add_low_head(Scene& scene, const Moment& moment, const Columns& columns,
                  const std::vector<uint32_t>& ids) {
  if (!threads_are_known(moment) || scans_table(moment))
    return add_block_names(scene, columns, scans_table(moment) ? low_keys_y - 16 : 10);
  if (columns.keys_per_thread == 1) {
    add_key_threads(scene, moment, columns, 0, ids);
    return;
  }
  add_block_names(scene, columns, small_words(columns) > 1 ? 8.8f : 10);
  add_owner_strips(scene, moment, columns, low_keys_y - owner_strips_height - 4, ids);
}

}  // namespace scope
