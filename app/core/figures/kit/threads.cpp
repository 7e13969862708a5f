#include "threads.hpp"

#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/core/scene/text_width.hpp"
#include "marks.hpp"
#include "text/all.hpp"

namespace scope {
namespace {

constexpr float widest_ghosts = 1150;  // of few keys; else only a number is shown
constexpr uint32_t max_ghosts = 8;     // where more places are empty, only a number is shown

/// Heights of a block's threads, from the y of its name.
struct ThreadRows {
  float frame = 22, height = 62, below = 12;  ///< of the frame: its top, its height, what follows
  float name = 12, wave = 21, end = 4;        ///< in the frame: a thread's name, its wave
  constexpr float bottom() const { return frame + height; }
  constexpr float all() const { return bottom() + below; }
};
constexpr ThreadRows usual_threads{};
constexpr ThreadRows low_threads{
    .frame = 18, .height = 44, .below = 8, .name = 11, .wave = 19, .end = 3};
static_assert(low_threads.all() == low_keys_y);
const ThreadRows& threads_on(const Columns& columns) {
  return columns.large ? low_threads : usual_threads;
}

/// First places of the last block's threads that find no key: they run all the same.
std::vector<uint32_t> idle_places(const Columns& columns) {
  std::vector<uint32_t> places;
  for (uint32_t i = columns.count; i % columns.per_block != 0; ++i)
    if (columns.round_of(i) == 0) places.push_back(i);
  return places;
}

/// A thread that nothing stands under.
void add_ghost(Scene& scene, const Columns& columns, float y, uint32_t i) {
  const ThreadRows& rows = threads_on(columns);
  const float x = columns.centre(i), top = y + rows.frame;
  scene.texts.push_back({.at = {x, top + rows.name},
                         .text = "t" + std::to_string(columns.thread_of(i)),
                         .size = small_size(columns),
                         .ink = Ink::dim,
                         .face = Face::mono});
  scene.arrows.push_back({.from = {x, top + rows.wave},
                          .to = {x, top + rows.height - rows.end},
                          .path = Path::wave,
                          .ink = Ink::faint,
                          .head = false,
                          .dashed = true});
}

/// Ghosts of idle threads, or their number, from the last block's right edge on. Returns the new
/// edge.
float add_idle_threads(Scene& scene, const Columns& columns, float y, float edge) {
  const ThreadRows& rows = threads_on(columns);
  const std::vector<uint32_t> idle = idle_places(columns);
  if (idle.empty() || columns.count == 0) return edge;
  const bool apart =
      columns.keys_per_thread > 1 && columns.x(idle.back()) + columns.cell > widest_ghosts;
  if (as_bars(columns) || apart || idle.back() - columns.count >= max_ghosts) {
    const std::string text = text::all::threads_without_key({.threads = idle.size()});
    scene.texts.push_back({.at = {edge + 8, y + rows.frame + rows.height / 2},
                           .text = text,
                           .ink = Ink::dim,
                           .anchor = Anchor::left});
    edge += 8 + text_width(text, 14, Face::ui) + 8;
  } else {
    for (uint32_t i : idle) add_ghost(scene, columns, y, i);
    const float x0 = columns.x(idle.front()), x1 = columns.x(idle.back()) + columns.cell;
    for (const std::string& text :
         {std::string(text::all::without_key), std::string(text::all::no_key)}) {
      if (text_width(text, 14, Face::ui) > x1 - x0) continue;
      scene.texts.push_back(
          {.at = {(x0 + x1) / 2, y + rows.all() + key_height / 2}, .text = text, .ink = Ink::dim});
      break;
    }
    edge = x1 + frame_pad(columns);
  }
  scene.width = std::max(scene.width, edge + margin);
  return edge;
}

/// One frame for blocks that are too narrow to be told apart.
void add_block_crowd(Scene& scene, const Columns& columns, float y) {
  const ThreadRows& rows = threads_on(columns);
  const float pad = frame_pad(columns);
  const float x0 = columns.x(0) - pad, x1 = columns.right() + pad;
  const uint32_t blocks = (columns.count + columns.per_block - 1) / columns.per_block;
  scene.frames.push_back({.at = {x0, y + rows.frame, x1 - x0, rows.height}, .edge = Ink::faint});
  scene.texts.push_back(
      {.at = {(x0 + x1) / 2, y + rows.frame + rows.height / 2},
       .text = text::all::blocks_of({.blocks = blocks, .threads = columns.threads()}),
       .ink = Ink::dim});
}

/// Size of what is said about a block: of bars larger where the page is shown smaller.
float block_words(const Columns& columns) {
  return Text{}.size * (as_bars(columns) ? columns.words : small_words(columns));
}

/// "4 threads" in every block, or "4" and what it counts at the left; false: not even that has
/// room.
struct ThreadCounts {
  float narrowest = 0;  ///< width of a block
  bool words = false, numbers = false;
};
ThreadCounts thread_counts(const Columns& columns) {
  ThreadCounts counts;
  const uint32_t keys = std::min(columns.per_block, columns.count);
  counts.narrowest = columns.x(keys - 1) + columns.cell - columns.x(0) + 2 * frame_pad(columns);
  const std::string number = std::to_string(std::min(keys, columns.threads()));
  const std::string words = text::all::thread_count({.threads = std::min(keys, columns.threads())});
  counts.words = text_width(words, block_words(columns), Face::ui) + 8 < counts.narrowest;
  counts.numbers = text_width(number, block_words(columns), Face::ui) + 4 < counts.narrowest;
  return counts;
}

/// The thread over the key at position i: a wave over its first one, a thin line over the others.
/// `named`: the key whose thread it is; `over`: the key that it stands over.
void add_thread(Scene& scene, const Columns& columns, float y, uint32_t i, uint32_t named,
                uint32_t over, bool stands_out) {
  const Tag tag{.index = none, .key = named};
  const ThreadRows& rows = threads_on(columns);
  const float x = columns.centre(i), top = y + rows.frame;
  const bool first = columns.round_of(i) == 0;
  scene.texts.push_back({.at = {x, top + rows.name},
                         .text = "t" + std::to_string(columns.thread_of(i)),
                         .size = either(columns, first ? 12 : 11, 14) * small_words(columns),
                         .ink = stands_out ? Ink::select : Ink::dim,
                         .face = Face::mono,
                         .tag = tag});
  scene.arrows.push_back({.from = {x, top + rows.wave},
                          .to = {x, top + rows.height - rows.end},
                          .path = first ? Path::wave : Path::straight,
                          .ink = stands_out ? Ink::select
                                 : first    ? Ink::dim
                                            : Ink::faint,
                          .width = stands_out ? 2.f
                                   : first    ? 1.25f
                                              : 1.f,
                          .head = first,
                          .dashed = !first,
                          .tag = {.index = none, .key = over}});
}

}  // namespace

void add_block_name_row(Scene& scene, const Columns& columns, float y) {
  const uint32_t blocks = (columns.count + columns.per_block - 1) / columns.per_block;
  const float size = block_words(columns), pad = frame_pad(columns);
  const auto room_of = [&](uint32_t block) {
    const uint32_t begin = block * columns.per_block,
                   end = std::min(columns.count, begin + columns.per_block);
    return columns.x(end - 1) + columns.cell - columns.x(begin) + 2 * pad;
  };
  // The last block may have few keys: what it has no room for stands out to the right
  const uint32_t narrowest = blocks > 1 ? blocks - 2 : 0;
  const auto name = [&](int form, uint32_t block) {
    return form == 0   ? text::all::block_of_keys({.block = block, .keys = columns.keys_per_thread})
           : form == 1 ? text::all::block_name({.block = block})
           : form == 2 ? text::all::block_short({.block = block})
                       : std::to_string(block);
  };
  const float last = columns.x((blocks - 1) * columns.per_block) - pad + 2;
  const auto fits = [&](int form) {
    const float wide = text_width(name(form, blocks - 1), size, Face::ui);
    return wide <= room_of(narrowest) && last + wide <= columns.right() + margin - 2;
  };
  int taken = columns.keys_per_thread > 1 ? 0 : 1;
  while (taken < 3 && !fits(taken)) ++taken;
  uint32_t every = 1;
  const float pitch = room_of(narrowest) + columns.block_gap - 2 * pad;
  while (text_width(name(taken, blocks), size, Face::ui) + 6 > static_cast<float>(every) * pitch &&
         every < blocks)
    every *= 2;
  for (uint32_t b = 0; b < blocks; b += every)
    scene.texts.push_back({.at = {columns.x(b * columns.per_block) - pad + 2, y + 9},
                           .text = name(taken, b),
                           .size = size,
                           .ink = Ink::dim,
                           .anchor = Anchor::left});
}

std::vector<uint32_t> keys_of_threads(const Columns& columns, std::vector<uint32_t> ids,
                                      uint32_t selected, const std::optional<Worker>& worker) {
  const auto place = static_cast<uint32_t>(std::ranges::find(ids, selected) - ids.begin());
  if (selected == none || place >= ids.size()) return ids;
  if (!worker) {
    ids[place] = none;  // no thread is lit
    return ids;
  }
  const radix::Shares shares = columns.shares();
  uint32_t there = shares.position(worker->block, shares.round_of(place), worker->thread);
  if (there >= ids.size()) there = shares.position(worker->block, 0, worker->thread);
  if (there < ids.size())
    std::swap(ids[place], ids[there]);
  else
    ids[place] = none;  // it has no key, and is not drawn
  return ids;
}

float add_blocks_without_threads(Scene& scene, const Columns& columns, float y) {
  add_block_name_row(scene, columns, y + threads_on(columns).height);
  return y + threads_on(columns).all();
}

float add_threads(Scene& scene, const Columns& columns, float y, std::vector<uint32_t> ids,
                  uint32_t selected, const std::optional<Worker>& worker) {
  const ThreadRows& rows = threads_on(columns);
  const float pad = frame_pad(columns), below = y + rows.all();
  const ThreadCounts counts = thread_counts(columns);
  if (as_bars(columns) && !counts.numbers) {
    add_block_crowd(scene, columns, y);
    return below;
  }
  add_block_name_row(scene, columns, y);
  if (as_bars(columns) && !counts.words)
    add_label(scene, columns, y + rows.frame, rows.height, text::all::threads, Ink::dim);
  const std::vector<uint32_t> own = ids;
  ids = keys_of_threads(columns, std::move(ids), selected, worker);
  const auto works = [&](uint32_t i) {
    return worker && i / columns.per_block == worker->block &&
           columns.thread_of(i) == worker->thread;
  };
  for (uint32_t begin = 0; begin < columns.count; begin += columns.per_block) {
    const uint32_t end = std::min(columns.count, begin + columns.per_block);
    const float x0 = columns.x(begin) - pad, x1 = columns.x(end - 1) + columns.cell + pad;
    const float edge = end == columns.count ? add_idle_threads(scene, columns, y, x1) : x1;
    scene.frames.push_back(
        {.at = {x0, y + rows.frame, edge - x0, rows.height}, .edge = Ink::faint});
    if (as_bars(columns)) {  // no room for waves: how many there are
      const uint32_t busy = std::min(end - begin, columns.threads());
      const std::string number = std::to_string(busy),
                        threads = text::all::thread_count({.threads = busy});
      const float size = block_words(columns);
      const bool fits = text_width(threads, size, Face::ui) + 4 < x1 - x0;
      if (!fits && text_width(number, size, Face::ui) + 2 > x1 - x0) continue;
      scene.texts.push_back({.at = {(x0 + x1) / 2, y + rows.frame + rows.height / 2},
                             .text = counts.words && fits ? threads : number,
                             .size = size,
                             .ink = Ink::dim});
      continue;
    }
    for (uint32_t i = begin; i < end; ++i)
      add_thread(scene, columns, y, i, ids[i], own[i] == ids[i] || works(i) ? own[i] : none,
                 works(i));
  }
  return below;
}

}  // namespace scope
