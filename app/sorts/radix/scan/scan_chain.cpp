/// The scan between blocks, as dominoes: each block waits for the running sum of the one before it,
/// adds its own and lets the next one fall. With one launch per pass all blocks then wait for
/// the last.
#include <algorithm>
#include <cmath>

#include "app/core/base/text.hpp"
#include "app/core/figures/figure.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/scene/text_width.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "kernels/run/engine.hpp"
#include "scan_view.hpp"
#include "text/all.hpp"
#include "text/radix.hpp"

namespace scope {
namespace {

using radix::ArrayId;
namespace array = radix::array;

constexpr uint32_t max_blocks = 8;
constexpr uint32_t max_low_blocks = 5;    // of more, on a low page of a table's long names
constexpr float card = 68, between = 56;  // width of a number, and to the next one
constexpr float chain_number = 44, number_size = 24;
constexpr float thick = 14, lean = 0.95f;  // of a domino: width, fallen by (radians)

/// Where things stand on the usual page, and on a low one.
struct Heights {
  float names = 14;
  float domino = 64;  ///< of one that stands
  float base = 104, state = 122, own = 146;
  float before = own + chain_number + 74;
  float total = before + chain_number + 84;
};
constexpr Heights usual{};
constexpr Heights low{.domino = 42,
                      .base = 76,
                      .state = 93,
                      .own = 110,
                      .before = 110 + chain_number + 54,
                      .total = 110 + 2 * chain_number + 54 + 54};

/// On a low page the dominoes stand on the keys of their blocks, where there is room.
constexpr float own_on_keys = low_keys_y + key_height + 12, row_pitch = chain_number + 54;
constexpr Heights on_keys{.names = 9,
                          .domino = 30,
                          .base = 50,
                          .state = 60,
                          .own = own_on_keys,
                          .before = own_on_keys + row_pitch,
                          .total = own_on_keys + 2 * row_pitch};
constexpr float card_inset = 10, least_between = 40;  // of a card in its block, and to the next one

/// What is drawn: columns of blocks with a gap for those left out, and the total after them.
struct Chain {
  ScanView view;
  Heights at;
  Columns columns;
  std::vector<std::optional<uint32_t>> blocks;  ///< nothing: a gap
  bool waits_for_total = false;  ///< one launch: every block needs the last one's sum
  bool started = false, own_known = false, before_known = false, total_known = false;
  uint32_t handed = 0;         ///< so many blocks have their running sum; all, unless a run stopped
  ArrayId made = array::keys;  ///< by the step just taken

  bool with_keys = false;  ///< the cards stand under the keys of their blocks

  uint32_t total_column() const { return static_cast<uint32_t>(blocks.size()); }
  /// The block has handed its running sum on.
  bool has_fallen(uint32_t block) const {
    return handed > block + 1 || (handed > 0 && handed == view.blocks);
  }
  Rect place(uint32_t column, float y) const {
    Rect at = slot(columns, column, y, chain_number);
    if (with_keys && column == total_column())  // in the last block's corner, as far as it can
      at.x = std::max(columns.x(column - 1) + card + between, keys_right - card);
    return at;
  }
  float keys_right = 0;
};

/// All blocks when they are few, else those around the watched one, and always the last.
std::vector<std::optional<uint32_t>> shown_blocks(const ScanView& view) {
  std::vector<std::optional<uint32_t>> shown;
  const bool all = view.blocks <= max_blocks;
  const uint32_t most = view.columns.large && view.table ? max_low_blocks : max_blocks;
  const uint32_t together = all ? view.blocks : most - 1;
  const uint32_t watched = view.watched / view.threads;
  const uint32_t first = all ? 0 : std::min(watched / together * together, view.blocks - together);
  for (uint32_t b = first; b < first + together; ++b) shown.push_back(b);
  if (first + together + 1 < view.blocks) shown.push_back(std::nullopt);
  if (first + together < view.blocks) shown.push_back(view.blocks - 1);
  return shown;
}

/// Gives the cards their places under the keys of their blocks, where all of them have room there.
void put_under_keys(const Moment& moment, Chain& chain) {
  const Columns keys = columns_of(moment);
  const float pitch =
      static_cast<float>(keys.per_block) * (keys.cell + keys.gap) - keys.gap + keys.block_gap;
  const bool all = chain.total_column() == chain.view.blocks;
  if (!moment.large || chain.view.table || !all || as_bars(keys) || pitch < card + least_between)
    return;
  chain.with_keys = true, chain.keys_right = keys.right(), chain.at = on_keys;
  chain.columns.left = keys.left + card_inset, chain.columns.gap = pitch - card;
}

Chain chain_of(const Moment& moment) {
  Chain chain;
  chain.view = scan_view(moment, sorts_in_block(moment));
  chain.at = moment.large ? low : usual;
  const ScanArrays& arrays = chain.view.arrays;
  const radix::SortInfo* sort = radix::sort_named(moment.trace->sort);
  chain.waits_for_total = sort != nullptr && sort->one_launch();
  chain.blocks = shown_blocks(chain.view);
  chain.columns = Columns{.left = margin + label_width + 50,
                          .cell = card,
                          .gap = between,
                          .count = chain.total_column() + 1,
                          .per_block = chain.total_column() + 1,
                          .large = moment.large};
  put_under_keys(moment, chain);
  chain.started = known(moment, chain.view, arrays.input) != nullptr;
  chain.own_known = known(moment, chain.view, arrays.block_sum) != nullptr;
  chain.before_known = known(moment, chain.view, arrays.before_block) != nullptr;
  for (const radix::Array* before = known(moment, chain.view, arrays.before_block);
       before && chain.handed < before->values.size() && before->values[chain.handed] != none;)
    ++chain.handed;
  chain.total_known = !chain.view.table && known(moment, chain.view, array::ones_total) != nullptr;
  if (moment.step()) chain.made = moment.step()->made;
  return chain;
}

Cell number_cell(const Moment& moment, Rect at, std::optional<uint32_t> value, Tag tag,
                 bool current) {
  Cell cell = value ? value_cell(moment, at, *value, none) : empty_cell(at);
  if (!value) tag.index = none;
  cell.tag = tag;
  if (text_width(cell.text, number_size, Face::mono) + 6 <= at.w) cell.size = number_size;
  if (current) cell.edge = Ink::accent, cell.edge_width = 2.5f;
  return cell;
}

/// A number of a block, from the trace.
void add_number(Scene& scene, const Moment& moment, const Chain& chain, uint32_t column, float y,
                ArrayId array) {
  const uint32_t block = *chain.blocks[column];
  scene.cells.push_back(
      number_cell(moment, chain.place(column, y), known_value(moment, chain.view, array, block),
                  {.array = array, .row = 0, .index = block, .key = none}, chain.made == array));
}

// ------------------------------------------------------------------------------ dominoes

/// What a block is doing.
std::string state_of(const Chain& chain, uint32_t block) {
  if (!chain.started) return text::radix::chain_not_started;
  if (!chain.own_known) return text::radix::chain_adds;
  if (chain.has_fallen(block)) return text::radix::chain_fallen;
  return block == 0 ? text::radix::chain_first : text::radix::chain_waits;
}

void add_domino(Scene& scene, const Chain& chain, uint32_t column) {
  const uint32_t block = *chain.blocks[column];
  const float x = chain.columns.centre(column);
  const bool current = chain.made == chain.view.arrays.before_block;
  const auto [domino, base] = std::pair{chain.at.domino, chain.at.base};
  Line body{.from = {x, base}, .to = {x, base - domino}, .ink = Ink::dim, .width = thick};
  if (chain.has_fallen(block)) {
    body.from.y = base - thick / 2;
    body.to = {x + domino * std::sin(lean), body.from.y - domino * std::cos(lean)};
    body.ink = current ? Ink::accent : Ink::good;
  }
  scene.lines.push_back(body);
  std::string name = block_name(chain.view, block);
  if (text_width(name, 17, Face::bold) > card + between - 8)
    name = text::all::block_name({.block = block});
  scene.texts.push_back({.at = {x, chain.at.names}, .text = name, .size = 17, .face = Face::bold});
  scene.texts.push_back({.at = {x, chain.at.state},
                         .text = state_of(chain, block),
                         .size = 15,
                         .ink = chain.has_fallen(block) ? Ink::good : Ink::text});
}

/// Every standing block waits for the one before it.
void add_waiting(Scene& scene, const Chain& chain, uint32_t column) {
  if (!chain.own_known || *chain.blocks[column] < std::max(chain.handed, 1u)) return;
  const float to = column == 0 ? chain.columns.x(0) - 34 : chain.columns.centre(column - 1) + 12;
  const float from = chain.columns.centre(column) - 12, y = chain.at.base - chain.at.domino / 2;
  scene.arrows.push_back({.from = {from, y},
                          .to = {to, y},
                          .path = Path::straight,
                          .ink = Ink::warn,
                          .width = 1.75f,
                          .dashed = true});
  if (column > 0)
    scene.texts.push_back(
        {.at = {(from + to) / 2, y - 13}, .text = text::radix::chain_waits_for, .ink = Ink::warn});
}

// ------------------------------------------------------------------------------ running sum

/// The flag of a running sum: up when the sum may be read.
void add_flag(Scene& scene, const Chain& chain, const Rect& at, bool up) {
  const float x = at.right() - 12, top = at.y - 34;
  const Rect cloth{x, up ? top : at.y - 19, 22, 16};
  scene.lines.push_back({.from = {x, at.y - 2}, .to = {x, top}, .ink = Ink::dim, .width = 2});
  scene.frames.push_back({.at = cloth,
                          .edge = up ? Ink::good : Ink::dim,
                          .width = up ? 2.f : 1.f,
                          .radius = 2,
                          .dashed = !up});
  scene.texts.push_back({.at = cloth.centre(),
                         .text = up ? "1" : "0",
                         .size = either(chain.columns, 13, 14),
                         .ink = up ? Ink::good : Ink::dim,
                         .face = Face::mono});
}

/// From a block's own sum and its running sum to the next running sum.
void add_handing_on(Scene& scene, const Chain& chain, uint32_t column) {
  const bool current = chain.made == chain.view.arrays.before_block;
  const Ink ink = current ? Ink::accent : Ink::dim;
  const float width = current ? 2.25f : 1.5f;
  const Rect next = chain.place(column + 1, chain.at.before);
  const bool gap = column + 1 < chain.total_column() && !chain.blocks[column + 1];
  const float x = gap ? next.x + 12 : next.x - 3;
  const Rect own = chain.place(column, chain.at.own), before = chain.place(column, chain.at.before);
  scene.arrows.push_back({.from = {before.right() + 2, before.centre().y},
                          .to = {x, next.centre().y},
                          .path = Path::straight,
                          .ink = ink,
                          .width = width,
                          .dashed = gap});
  if (gap) return;
  scene.arrows.push_back({.from = {own.centre().x, own.bottom() + 2},
                          .to = {next.centre().x - 10, next.y - 3},
                          .path = Path::curve,
                          .ink = ink,
                          .width = width});
  scene.texts.push_back({.at = {(before.right() + next.x) / 2, before.centre().y - 15},
                         .text = "+",
                         .size = 20,
                         .ink = ink});
}

/// An arrow from blocks that are not shown.
void add_from_outside(Scene& scene, const Chain& chain, uint32_t column) {
  const Rect at = chain.place(column, chain.at.before);
  scene.arrows.push_back({.from = {at.x - (column == 0 ? 15 : 36), at.centre().y},
                          .to = {at.x - 3, at.centre().y},
                          .path = Path::straight,
                          .ink = Ink::dim,
                          .width = 1.5f,
                          .dashed = true});
}

/// What the last block hands on: the sum of everything.
std::optional<uint32_t> grand_total(const Moment& moment, const Chain& chain) {
  const ScanView& view = chain.view;
  if (chain.total_known) return known_value(moment, view, array::ones_total, 0);
  const auto own = known_value(moment, view, view.arrays.block_sum, view.blocks - 1);
  const auto before = known_value(moment, view, view.arrays.before_block, view.blocks - 1);
  return own && before && *before != none ? std::optional(*own + *before) : std::nullopt;
}

void add_total(Scene& scene, const Moment& moment, const Chain& chain) {
  const Rect at = chain.place(chain.total_column(), chain.at.before);
  const Tag tag{
      .array = array::ones_total, .row = 0, .index = chain.total_known ? 0 : none, .key = none};
  scene.cells.push_back(
      number_cell(moment, at, grand_total(moment, chain), tag, chain.made == array::ones_total));
  scene.texts.push_back({.at = {at.centre().x, chain.with_keys ? at.y - 48 : chain.at.names},
                         .text = text::radix::total,
                         .size = 17,
                         .face = Face::bold});
  add_flag(scene, chain, at, chain.has_fallen(chain.view.blocks - 1));
}

void add_sums(Scene& scene, const Moment& moment, const Chain& chain) {
  const ScanArrays& arrays = chain.view.arrays;
  for (uint32_t c = 0; c < chain.total_column(); ++c) {
    if (!chain.blocks[c]) {
      for (float y : {chain.at.base - chain.at.domino / 2, chain.at.before + chain_number / 2})
        scene.texts.push_back({.at = {chain.columns.centre(c), y}, .text = "…", .size = 24});
      if (chain.before_known) add_from_outside(scene, chain, c + 1);
      continue;
    }
    add_domino(scene, chain, c);
    add_waiting(scene, chain, c);
    add_number(scene, moment, chain, c, chain.at.own, arrays.block_sum);
    add_number(scene, moment, chain, c, chain.at.before, arrays.before_block);
    if (*chain.blocks[c] > 0)
      add_flag(scene, chain, chain.place(c, chain.at.before), *chain.blocks[c] < chain.handed);
    if (chain.has_fallen(*chain.blocks[c])) add_handing_on(scene, chain, c);
    if (chain.before_known && c == 0 && *chain.blocks[c] > 0) add_from_outside(scene, chain, c);
  }
  add_total(scene, moment, chain);
  add_label(scene, chain.columns, chain.at.own, chain_number,
            text::radix::row_own_sum({.table = chain.view.table}));
  add_label(scene, chain.columns, chain.at.before, chain_number,
            chain.with_keys ? "running sum\nbefore the block"
                            : text::radix::row_running_of({.table = chain.view.table}));
}

// ------------------------------------------------------------------------------ the last act

/// One launch: every block waits for the total, then has it.
void add_last_act(Scene& scene, const Moment& moment, const Chain& chain) {
  const Rect total = chain.place(chain.total_column(), chain.at.before);
  const bool current = chain.made == array::ones_total;
  for (uint32_t c = 0; c < chain.total_column(); ++c) {
    if (!chain.blocks[c]) continue;
    const Rect at = chain.place(c, chain.at.total);
    const auto value =
        chain.total_known ? known_value(moment, chain.view, array::ones_total, 0) : std::nullopt;
    const Tag tag{.array = array::ones_total, .row = 1, .index = 0, .key = none};
    scene.cells.push_back(number_cell(moment, at, value, tag, current));
    if (!chain.has_fallen(*chain.blocks[c])) continue;
    const Vec block{at.centre().x, at.y - 3}, last{total.centre().x, total.bottom() + 3};
    scene.arrows.push_back({.from = chain.total_known ? last : block,
                            .to = chain.total_known ? block : last,
                            .path = Path::curve,
                            .ink = current             ? Ink::accent
                                   : chain.total_known ? Ink::dim
                                                       : Ink::warn,
                            .width = current ? 2.f : 1.5f,
                            .dashed = !chain.total_known});
  }
  add_label(scene, chain.columns, chain.at.total, chain_number,
            text::radix::row_total({.known = chain.total_known}));
  if (chain.has_fallen(chain.view.blocks - 1) && !chain.total_known)
    scene.texts.push_back({.at = {total.centre().x, chain.at.total + chain_number / 2},
                           .text = text::radix::chain_all_wait,
                           .size = 15,
                           .ink = Ink::warn});
}

// ------------------------------------------------------------------------------ words

std::string story(const Chain& chain) {
  if (!chain.started)
    return chain.view.table ? text::radix::chain_table_later : text::radix::chain_later;
  return chain.view.blocks == 1 ? text::radix::chain_one_block : text::radix::chain_story;
}

std::string why_it_ends(const Chain& chain) {
  if (chain.waits_for_total) return text::radix::chain_deadlock({.blocks = chain.view.blocks});
  return text::radix::chain_no_deadlock;
}

std::string left_out(const Chain& chain) {
  uint32_t shown = 0;
  for (const auto& block : chain.blocks) shown += block.has_value();
  if (shown == chain.view.blocks) return "";
  const uint32_t first = *chain.blocks.front();
  return text::radix::chain_shown({.final = chain.view.blocks - 1,
                                   .first = first,
                                   .last = first + max_blocks - 2,
                                   .left = chain.view.blocks - shown});
}

Scene no_chain(const Moment& moment) {
  const Columns none = columns_of(moment);
  Scene scene = new_page(moment, none, text::radix::scan_chain, text::radix::shows_scan_chain);
  end_page(scene,
           add_sentence(scene, none, margin,
                        moment.problem().size() == 0 ? text::radix::nothing_to_scan
                                                     : text::radix::nothing_to_scan_reversed));
  return scene;
}

}  // namespace

Scene draw_scan_chain(const Moment& moment) {
  if (scans_nothing(moment)) return no_chain(moment);
  const Chain chain = chain_of(moment);
  Scene scene =
      new_page(moment, chain.columns, text::radix::scan_chain,
               chain.view.table ? text::radix::shows_table_chain : text::radix::shows_scan_chain);
  if (chain.with_keys) {
    const Columns keys = columns_of(moment);
    const float edge = chain.place(chain.total_column(), 0).right();
    scene.width = std::max(page_width(keys), edge + margin);
    add_keys(scene, moment, keys, low_keys_y, input_of(moment), lit_digit(moment));
    add_label(scene, keys, low_keys_y, key_height, "keys");
  }
  add_sums(scene, moment, chain);
  if (chain.waits_for_total) add_last_act(scene, moment, chain);
  float y = (chain.waits_for_total ? chain.at.total : chain.at.before) + chain_number + 20;
  for (const std::string& words : {story(chain), why_it_ends(chain), left_out(chain)})
    if (!words.empty() && !moment.large) y = add_sentence(scene, chain.columns, y, words);
  end_page(scene, y + either(chain.columns, 8, -20));
  return scene;
}

}  // namespace scope
