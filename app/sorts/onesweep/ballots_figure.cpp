/// One row of a warp's lanes: how they vote on every bit of their digit, which of them agree, and
/// the ranks that follow.
#include <algorithm>
#include <bit>

#include "app/core/base/text.hpp"
#include "app/core/figures/figure.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "swept.hpp"
#include "text/all.hpp"
#include "text/onesweep.hpp"

namespace scope {
namespace {

namespace sweep = radix::onesweep;

constexpr float lane_pitch = 8, vote_height = 34, row_pitch = 12, mask_width = 190;

/// The lanes of one row, and where they stand on the page.
struct LanesPlan {
  const Moment& moment;
  radix::Array keys;
  SweptKey key;
  float left, cell, words;

  uint32_t lanes() const {
    return std::min(key.at.lanes, static_cast<uint32_t>(keys.ids.size()) - key.at.first);
  }
  uint32_t place(uint32_t lane) const { return key.at.first + lane; }
  uint32_t digit(uint32_t lane) const { return sweep_digit(moment).of(keys.values[place(lane)]); }
  Rect at(uint32_t lane, float y, float height) const {
    return {left + static_cast<float>(lane) * (cell + lane_pitch), y, cell, height};
  }
  float right() const { return at(lanes() - 1, 0, 0).right(); }
};

/// The peers of every key after this ballot of the pass, from 1; null: not held yet.
const radix::Array* peers_after(const Moment& moment, uint32_t ballot) {
  for (std::size_t k = moment.cursor; k > 0; --k) {
    const radix::Step& step = moment.trace->steps[k - 1];
    if (step.pass != moment.pass()) break;
    if (step.made == sweep::array::peers && step.level == ballot) return step.find(step.made);
  }
  return nullptr;
}

/// A mask as its lanes read it: lane 0 at the left.
std::string lanes_text(uint32_t mask, uint32_t lanes) {
  std::string text;
  for (uint32_t lane = 0; lane < lanes; ++lane) text += (mask >> lane & 1) == 1 ? '1' : '0';
  return text;
}

void add_row_name(Scene& scene, const LanesPlan& plan, float y, float height,
                  const std::string& text, Ink ink) {
  scene.texts.push_back({.at = {plan.left - 16, y + height / 2},
                         .text = text,
                         .size = 15 * plan.words,
                         .ink = ink,
                         .anchor = Anchor::right});
}

void add_mask(Scene& scene, const LanesPlan& plan, float y, float height, const std::string& what,
              uint32_t mask) {
  const float x = plan.right() + 20 * plan.words;
  scene.texts.push_back({.at = {x, y + height / 2},
                         .text = what,
                         .size = 14 * plan.words,
                         .ink = Ink::dim,
                         .anchor = Anchor::left});
  scene.texts.push_back({.at = {x + 50 * plan.words, y + height / 2},
                         .text = lanes_text(mask, plan.lanes()),
                         .size = 15 * plan.words,
                         .face = Face::mono,
                         .anchor = Anchor::left});
}

/// A cell for every lane: a bit, or a number.
void add_lane_cells(Scene& scene, const LanesPlan& plan, float y, const auto& value_of,
                    const auto& lit) {
  for (uint32_t lane = 0; lane < plan.lanes(); ++lane) {
    const bool is_lit = lit(lane);
    Cell cell{
        .at = plan.at(lane, y, vote_height * plan.words),
        .fill = is_lit ? digit_fill(plan.digit(lane), sweep_digit(plan.moment).bits) : Ink::raised,
        .edge = is_lit ? digit_ink(plan.digit(lane), sweep_digit(plan.moment).bits) : Ink::line,
        .edge_width = is_lit ? 2.f : 1.f,
        .text = std::to_string(value_of(lane)),
        .size = 17 * plan.words};
    cell.tag.key = plan.keys.ids[plan.place(lane)];
    scene.cells.push_back(cell);
  }
}

/// One ballot: the votes, and of the lane that the sentence is about those that agree since then.
float add_ballot(Scene& scene, const LanesPlan& plan, float y, uint32_t ballot) {
  const radix::Array* peers = peers_after(plan.moment, ballot);
  const float height = vote_height * plan.words;
  const bool now = peers && plan.moment.step()->made == sweep::array::peers &&
                   plan.moment.step()->level == ballot;
  add_row_name(scene, plan, y, height, text::onesweep::row_vote({.bit = ballot - 1}),
               now     ? Ink::accent
               : peers ? Ink::text
                       : Ink::dim);
  if (!peers) {
    for (uint32_t lane = 0; lane < plan.lanes(); ++lane)
      scene.cells.push_back(empty_cell(plan.at(lane, y, height)));
    return y + height + row_pitch;
  }
  const auto bit = [&](uint32_t lane) { return plan.digit(lane) >> (ballot - 1) & 1; };
  const uint32_t mask = peers->values[plan.key.place];
  uint32_t votes = 0;
  for (uint32_t lane = 0; lane < plan.lanes(); ++lane) votes |= bit(lane) << lane;
  add_lane_cells(scene, plan, y, bit, [&](uint32_t lane) { return (mask >> lane & 1) == 1; });
  add_mask(scene, plan, y - 8 * plan.words, height, text::onesweep::row_votes, votes);
  add_mask(scene, plan, y + 10 * plan.words, height, text::onesweep::row_agree, mask);
  return y + height + row_pitch;
}

}  // namespace

Scene draw_ballots(const Moment& moment) {
  const Columns columns = columns_of(moment);
  Scene scene = new_page(moment, columns, text::onesweep::ballots, text::onesweep::ballots_about);
  const auto key = swept_key(moment);
  if (!key || sweep_reads_backwards(moment)) {
    return page_of_words(std::move(scene),
                         key ? text::onesweep::no_votes : text::all::no_keys_page);
  }
  const float words = std::max(columns.words, either(columns, 1, 1.2f));
  const LanesPlan plan{moment,
                       input_of(moment),
                       *key,
                       margin + 130 * words,
                       std::max(columns.cell, least_readable + 14),
                       words};
  const uint32_t bits = sweep_digit(moment).bits;
  const float height = vote_height * words;
  scene.texts.push_back(
      {.at = {plan.left, 14},
       .text = text::onesweep::warp_name({.coarse = moment.problem().keys_per_thread() > 1,
                                          .row = key->at.row,
                                          .tile = key->at.tile,
                                          .warp = key->at.warp}),
       .size = 14 * words,
       .ink = Ink::dim,
       .anchor = Anchor::left});
  float y = 14 + 16 * words;
  for (uint32_t lane = 0; lane < plan.lanes(); ++lane) {
    const uint32_t place = plan.place(lane);
    const Rect at = plan.at(lane, y, key_height);
    scene.cells.push_back(
        key_cell(moment, at, plan.keys.values[place], plan.keys.ids[place], sweep_digit(moment)));
    scene.cells.back().tag = {radix::array::keys, 0, place, plan.keys.ids[place]};
    scene.texts.push_back({.at = {at.centre().x, at.bottom() + 12 * words},
                           .text = text::onesweep::lane_name({.lane = lane}),
                           .size = 14 * std::min(words, 1.f),
                           .ink = place == key->place ? Ink::accent : Ink::dim});
  }
  add_row_name(scene, plan, y, key_height, text::all::keys_row, Ink::text);
  y += key_height + 28 * words;
  for (uint32_t ballot = 1; ballot <= bits; ++ballot) y = add_ballot(scene, plan, y, ballot);

  y += 6;
  const radix::Array* peers = peers_after(moment, bits);
  const radix::Array* rank = moment.find(sweep::array::rank);
  const auto below = [&](uint32_t lane) {
    const uint32_t mask = peers->values[plan.place(lane)] & ((1u << lane) - 1);
    return static_cast<uint32_t>(std::popcount(mask));
  };
  const auto spoken = [&](uint32_t lane) { return plan.place(lane) == key->place; };
  add_row_name(scene, plan, y, height, text::onesweep::row_peers, peers ? Ink::text : Ink::dim);
  if (peers) add_lane_cells(scene, plan, y, below, spoken);
  for (uint32_t lane = 0; !peers && lane < plan.lanes(); ++lane)
    scene.cells.push_back(empty_cell(plan.at(lane, y, height)));
  y += height + row_pitch;
  add_row_name(scene, plan, y, height, text::onesweep::row_rank, rank ? Ink::text : Ink::dim);
  if (rank)
    add_lane_cells(
        scene, plan, y, [&](uint32_t lane) { return rank->values[plan.place(lane)]; }, spoken);
  for (uint32_t lane = 0; !rank && lane < plan.lanes(); ++lane)
    scene.cells.push_back(empty_cell(plan.at(lane, y, height)));
  scene.width = std::max(least_page, plan.right() + mask_width * words + margin);
  end_page(scene, y + height + 8);
  return scene;
}

}  // namespace scope
