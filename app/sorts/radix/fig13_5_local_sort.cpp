/// Figures 13.5, 13.8 and 13.10: every block sorts its keys in shared memory, split by split, then
/// writes them to the output.
#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/core/figures/figure.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/scene/text_width.hpp"
#include "facts.hpp"
#include "kernels/run/engine.hpp"
#include "local_rows.hpp"
#include "local_stages.hpp"
#include "local_threads.hpp"
#include "text/radix.hpp"

namespace scope {
namespace {

namespace array = radix::array;

constexpr float straight_room = 170;  // arrows that cross the blocks
constexpr float write_room = 92;      // arrows from shared to global memory
constexpr float starts_room = 26;     // where buckets start, under the sorted keys

uint32_t figure_for(const radix::Settings& settings) {
  if (settings.keys_per_thread > 1) return 10;
  return settings.radix_bits > 1 ? 8 : 5;
}

const char* title_for(const Moment& moment) {
  if (reverses(moment)) return "read the keys backwards";
  const bool shared = moment.trace->own.empty();
  if (moment.problem().keys_per_thread() > 1)
    return shared ? "sort several keys per thread in shared memory, then write"
                  : "sort several keys per thread in the block, then write";
  if (moment.problem().settings().radix_bits > 1)
    return shared ? "sort in shared memory bit by bit, then write"
                  : "sort in the block bit by bit, then write";
  return shared ? "sort in shared memory, then write" : "sort in the block, then write";
}

/// Size of the places where buckets start.
float start_size(const Columns& columns) { return either(columns, 12, 15); }

/// A line under the keys of one bucket of one block, with the place in the block where it starts;
/// `number`: its ink, or none.
void add_bucket_start(Scene& scene, const Columns& columns, float y, Interval keys, uint32_t start,
                      const Tag& tag, Ink ink, float width, Ink number) {
  const float x0 = columns.x(keys.begin), x1 = columns.x(keys.end - 1) + columns.cell;
  scene.lines.push_back({{x0, y + 3}, {x1, y + 3}, ink, width});
  scene.lines.push_back({{x0, y}, {x0, y + 10}, ink, width});
  if (number == Ink::none) return;
  const std::string text = std::to_string(start);
  const float size = start_size(columns);
  scene.texts.push_back({.at = {x0 + 5, y + 14},
                         .text = text,
                         .size = size,
                         .ink = number,
                         .face = Face::mono,
                         .anchor = Anchor::left,
                         .tag = tag});
}

/// Under the sorted keys: where each bucket begins that holds keys.
void add_bucket_starts(Scene& scene, const Moment& moment, const Columns& columns, float y) {
  const radix::Array* starts = moment.find(array::local_bucket_starts);
  if (!starts) return;
  const bool now = moment.step()->made == array::local_bucket_starts;
  add_label(scene, columns, y, starts_room - 6, "starts in block", now ? Ink::accent : Ink::dim);
  const auto local = keys_after(moment, moment.digit().bits);
  // All numbers or none, but for the lit key's bucket
  const std::vector<BlockFacts> blocks = block_facts(moment);
  bool all = true;
  for (const BlockFacts& facts : blocks)
    for (uint32_t bucket = 0; bucket < facts.buckets.size(); ++bucket) {
      const uint32_t start = starts->values[bucket * moment.problem().blocks() + facts.block];
      const float room = static_cast<float>(facts.buckets[bucket]) * (columns.cell + columns.gap);
      all = all &&
            (facts.buckets[bucket] == 0 ||
             text_width(std::to_string(start), start_size(columns), Face::mono) + 6 + columns.gap <=
                 room);
    }
  const auto lit = local && moment.selected() != none
                       ? static_cast<uint32_t>(std::ranges::find(local->ids, moment.selected()) -
                                               local->ids.begin())
                       : none;
  for (const BlockFacts& facts : blocks) {
    if (!local || !stand_by_digit(moment, *local, facts.begin, facts.end)) continue;
    uint32_t begin = facts.begin;
    for (uint32_t bucket = 0; bucket < facts.buckets.size(); ++bucket) {
      const Interval keys{begin, begin + facts.buckets[bucket]};
      begin = keys.end;
      const uint32_t entry = bucket * moment.problem().blocks() + facts.block;
      if (keys.size() > 0)
        add_bucket_start(scene, columns, y, keys, starts->values[entry],
                         {array::local_bucket_starts, 0, entry, none},
                         digit_ink(bucket, moment.digit().bits), now ? 3.f : 2.f,
                         all ? digit_ink(bucket, moment.digit().bits)
                         : lit >= keys.begin && lit < keys.end ? Ink::select
                                                               : Ink::none);
    }
  }
}

/// From the sorted keys to the output. Returns the y below.
float add_writes(Scene& scene, const Moment& moment, const Columns& columns, float local_y,
                 float from) {
  const auto local =
      local_splits(moment).sorted() ? keys_after(moment, moment.digit().bits) : std::nullopt;
  const float y = from + write_room;
  const bool writing = moment.step() && moment.step()->made == array::output;
  add_doing(scene, columns, from + write_room / 2, text::radix::write, writing);
  if (const radix::Array* slots = moment.find(array::destination); slots && local)
    add_moves(scene, columns, from, y, moves_by(*local, *slots, lit_digit(moment)),
              !moment.find(array::output));
  return add_output(scene, moment, columns, y, local ? *local : input_of(moment), local_y);
}

/// The blocks' own sort and what becomes of it, below the threads. Returns the y below.
float add_sorted_writes(Scene& scene, const Moment& moment, const Columns& columns, float input_y) {
  const SplitRows rows = plan_splits(moment, input_y);
  const float local_y = rows.rows.back().y;
  add_block_lines(scene, columns, input_y - 6, local_y + key_height);
  add_split_stages(scene, moment, columns, rows);

  float below = local_y + key_height;
  const bool coarse = moment.problem().keys_per_thread() > 1;
  const radix::SortInfo* sort = radix::sort_named(moment.trace->sort);
  const bool finds_starts = sort && sort->wide_digits();
  if (finds_starts || coarse) below += shared_pad + 4;
  if (finds_starts) {
    add_bucket_starts(scene, moment, columns, below);
    below += starts_room;
  }
  if (coarse) {
    const auto local = keys_after(moment, moment.digit().bits);
    if (local) add_owner_strips(scene, moment, columns, below, local->ids);
    below += owner_strips_height;
  }
  return add_writes(scene, moment, columns, local_y, below);
}

// ------------------------------------------------------------------------------ a low page

constexpr float low_pad = 5;  // of a shared memory frame around its keys

/// Under the sorted keys the places where their buckets begin, in sorts that look for them.
float add_low_starts(Scene& scene, const Moment& moment, const Columns& columns, float y) {
  const radix::SortInfo* sort = radix::sort_named(moment.trace->sort);
  if (!sort || !sort->wide_digits()) return y;
  add_bucket_starts(scene, moment, columns, y + low_pad + 3);
  return y + low_pad + 3 + starts_room;
}

/// The split at work: the keys before it, what their threads work out, the keys after it.
float add_split_at_work(Scene& scene, const Moment& moment, const Columns& columns) {
  const uint32_t split = local_splits(moment).at_work();
  add_low_head(scene, moment, columns, keys_shown_after(moment, split).ids);
  const SplitRows rows = plan_splits(moment, low_keys_y);
  const float local_y = rows.rows.back().y;
  add_block_lines(scene, columns, low_keys_y - 6, local_y + key_height);
  if (split == 0) add_label(scene, columns, low_keys_y, key_height, "keys");
  add_split_stages(scene, moment, columns, rows);
  return add_low_starts(scene, moment, columns, local_y + key_height) + low_pad + 3;
}

/// The write: the sorted keys above, the output below.
float add_write_at_work(Scene& scene, const Moment& moment, const Columns& columns) {
  const radix::Array local = keys_shown_after(moment, moment.digit().bits);
  add_low_head(scene, moment, columns, local.ids);
  add_shared_frames(scene, columns, low_keys_y, low_pad);
  add_keys(scene, moment, columns, low_keys_y, local, lit_digit(moment));
  add_label(scene, columns, low_keys_y, key_height, "local keys");
  const float bottom = low_keys_y + key_height;
  const float below = add_low_starts(scene, moment, columns, bottom);
  return add_writes(scene, moment, columns, low_keys_y, std::max(below, bottom + low_pad));
}

/// Sorts without a row in shared memory, and the pass that reverses.
float add_without_local_row(Scene& scene, const Moment& moment, const Columns& columns,
                            float input_y) {
  const float values_y = input_y + key_height + 8;
  const float below = add_working_values(scene, moment, columns, values_y, input_of(moment));
  const float from = below == values_y ? input_y + key_height : below - 3;
  const std::string why = reverses(moment)
                              ? reversing_words(moment)
                              : text::radix::not_in_block({.section = first_sorting_section()});
  return add_straight_writes(scene, moment, columns, input_y, from,
                             input_y + key_height + straight_room, why);
}

}  // namespace

Scene draw_local_sort(const Moment& moment) {
  const Columns columns = columns_of(moment);
  Scene scene = new_page(moment, columns, book_figure(figure_for(moment.problem().settings())),
                         title_for(moment));
  if (columns.count == 0) {
    end_page(scene, add_sentence(scene, columns, margin, text::radix::nothing_to_sort));
    return scene;
  }
  const bool local = sorts_in_block(moment) && !reverses(moment);
  if (local && moment.large) {
    const bool writes = local_splits(moment).sorted() && moment.find(array::destination);
    end_page(scene, writes ? add_write_at_work(scene, moment, columns)
                           : add_split_at_work(scene, moment, columns));
    return scene;
  }
  const bool coarse = local && moment.problem().keys_per_thread() > 1;
  const float input_y = coarse
                            ? add_coarse_threads(scene, moment, columns, margin / 2)
                            : add_key_threads(scene, moment, columns,
                                              either(columns, margin / 2, 0), input_of(moment).ids);
  if (!local) add_keys(scene, moment, columns, input_y, input_of(moment), lit_digit(moment));
  add_label(scene, columns, input_y, key_height, "keys");
  end_page(scene, local ? add_sorted_writes(scene, moment, columns, input_y)
                        : add_without_local_row(scene, moment, columns, input_y));
  return scene;
}

}  // namespace scope
