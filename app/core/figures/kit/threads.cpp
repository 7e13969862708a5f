#include "threads.hpp"

#include <algorithm>

#include "app/core/scene/text_width.hpp"
#include "text/all.hpp"

namespace scope {
namespace {

constexpr float widest_ghosts = 1150;  // of few keys; else only a number is shown
constexpr uint32_t most_ghosts = 8;    // where more places are empty, only a number is shown

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
  if (as_bars(columns) || apart || idle.back() - columns.count >= most_ghosts) {
    const std::string text = text::all::threads_without_key({.threads = idle.size()});
    scene.texts.push_back({.at = {edge + 8, y + rows.frame + rows.height / 2},
                           .text = text,
                           .ink = Ink::dim,
                           .anchor = Anchor::left});
    edge += 8 + text_width(text, 14, Face::ui) + 8;
  } else {
    for (uint32_t i : idle) add_ghost(scene, columns, y, i);
    const float x0 = columns.x(idle.front()), x1 = columns.x(idle.back()) + columns.cell;
    for (const std::string text :
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

/// "block 2", with its keys a thread where there is room for it.
void add_block_name(Scene& scene, const Columns& columns, float x0, float x1, float y,
                    uint32_t block) {
  const std::string name = text::all::block_name({.block = block});
  const bool coarse = columns.keys_per_thread > 1;
  for (const std::string& label :
       {coarse ? text::all::block_of_keys({.block = block, .keys = columns.keys_per_thread}) : name,
        name, std::to_string(block)}) {
    const float size = Text{}.size * small_words(columns);
    if (text_width(label, size, Face::ui) > x1 - x0) continue;
    scene.texts.push_back({.at = {x0 + 2, y + 9},
                           .text = label,
                           .size = size,
                           .ink = Ink::dim,
                           .anchor = Anchor::left});
    return;
  }
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
  for (uint32_t begin = 0; begin < columns.count; begin += columns.per_block) {
    const uint32_t end = std::min(columns.count, begin + columns.per_block);
    add_block_name(scene, columns, columns.x(begin), columns.x(end - 1) + columns.cell,
                   y + threads_on(columns).height, begin / columns.per_block);
  }
  return y + threads_on(columns).all();
}

float add_threads(Scene& scene, const Columns& columns, float y, std::vector<uint32_t> ids,
                  uint32_t selected, const std::optional<Worker>& worker) {
  const ThreadRows& rows = threads_on(columns);
  const float pad = frame_pad(columns), below = y + rows.all();
  const float block_width = static_cast<float>(columns.per_block) * (columns.cell + columns.gap);
  if (as_bars(columns) && block_width < 14 && columns.count > columns.per_block) {
    add_block_crowd(scene, columns, y);
    return below;
  }
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
    add_block_name(scene, columns, x0, x1, y, begin / columns.per_block);
    if (as_bars(columns)) {  // no room for waves: how many there are
      const uint32_t busy = std::min(end - begin, columns.threads());
      const std::string threads = std::to_string(busy) + (busy == 1 ? " thread" : " threads");
      if (text_width(threads, 14, Face::ui) + 8 < x1 - x0)
        scene.texts.push_back({.at = {(x0 + x1) / 2, y + rows.frame + rows.height / 2},
                               .text = threads,
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
