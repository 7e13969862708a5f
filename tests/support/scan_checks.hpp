/// What every scan tree and every scan chain must satisfy. Each check returns "" or the first thing
/// that is wrong, so that a planted fault can be seen to be caught.
#pragma once

#include <cmath>
#include <numeric>

#include "app/core/base/text.hpp"
#include "app/sorts/radix/scan/scan_accesses.hpp"
#include "app/sorts/radix/scan/scan_view.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "looks.hpp"
#include "scene_checks.hpp"

namespace scope::checks {

using radix::ScanPhase;

std::string fault(const char* what, Vec v) { return what + at(v); }
bool near(float a, float b) { return std::abs(a - b) < 0.6f; }

// ----------------------------------------------------------------------------- what is drawn where

/// The number drawn with its middle here; nothing when there is none.
inline std::optional<uint32_t> number_at(const Scene& scene, Vec v) {
  for (const Cell& cell : scene.cells)
    if (near(cell.at.centre().x, v.x) && near(cell.at.centre().y, v.y) && !cell.text.empty())
      return static_cast<uint32_t>(std::stoul(cell.text));
  for (const Text& text : scene.texts)
    if (near(text.at.x, v.x) && near(text.at.y, v.y) && text.face == Face::mono)
      return static_cast<uint32_t>(std::stoul(text.text));
  return std::nullopt;
}

/// The tops of the rows of the block scan, by level; those computed only.
inline std::map<uint32_t, float> row_tops(const Scene& scene, const ScanView& view) {
  std::map<uint32_t, float> tops;
  for (const Cell& cell : scene.cells) {
    if (cell.tag.index == none) continue;
    if (cell.tag.array == view.arrays.input) tops[0] = cell.at.y;
    if (cell.tag.array == view.arrays.partial) tops[cell.tag.row] = cell.at.y;
  }
  return tops;
}

/// "" or the first sum of a level that is not the trace's, or is missing.
inline std::string levels_true(const Scene& scene, const Moment& moment, const ScanView& view) {
  const std::vector<FinishedLevel> levels = levels_of(moment, view.arrays.partial);
  std::map<std::pair<uint32_t, uint32_t>, std::string> drawn;
  for (const Cell& cell : scene.cells)
    if (cell.tag.array == view.arrays.partial && cell.tag.index != none)
      drawn[{cell.tag.row, cell.tag.index}] = cell.text;
  for (const FinishedLevel& level : levels)
    for (uint32_t b = view.first_block; b <= view.last_block; ++b)
      for (uint32_t e = view.begin; e < view.end_of(b); ++e)
        if (const auto i = view.index(b, e))
          if (drawn[{level.level, *i}] != std::to_string(level.sums->values[*i]))
            return say("level ", level.level, ", sum ", *i, " shows '", drawn[{level.level, *i}],
                       "' instead of ", level.sums->values[*i]);
  std::size_t expected = 0;
  for (uint32_t b = view.first_block; b <= view.last_block; ++b)
    for (uint32_t e = view.begin; e < view.end_of(b); ++e) expected += view.index(b, e).has_value();
  return drawn.size() == expected * levels.size() ? "" : "sums of levels not done yet are drawn";
}

/// "" or the first value that is not the sum of those its arrows come from. Counts the additions.
inline std::string arrows_true(const Scene& scene, const Moment& moment, const ScanView& view,
                               uint32_t& additions) {
  const std::map<uint32_t, float> tops = row_tops(scene, view);
  const auto levels = radix::levels_of(view.scan, view.threads);
  additions = 0;
  for (const auto& [number, top] : tops) {
    if (number == 0 || levels[number - 1].phase == ScanPhase::carry) continue;  // carry_true's
    if (!tops.contains(number - 1)) continue;  // a low page shows no more
    const float above = tops.at(number - 1);
    std::map<int, std::pair<uint32_t, int>> sums;  // by x: the sum of what arrives, and how many
    std::set<int> outside;
    for (const Arrow& arrow : scene.arrows) {
      if (!near(arrow.to.y, top - 2) || arrow.path != Path::straight) continue;
      const int x = static_cast<int>(std::lround(arrow.to.x * 4));
      if (!near(arrow.from.y, above + value_height + 1)) {
        outside.insert(x);
        continue;
      }
      const auto from = number_at(scene, {arrow.from.x, above + value_height / 2});
      if (!from) return fault("an arrow comes from nothing", arrow.from);
      sums[x].first += *from, sums[x].second += 1;
    }
    for (uint32_t b = view.first_block; b <= view.last_block; ++b)
      for (uint32_t e = view.begin; e < view.end_of(b); ++e) {
        const Vec middle{view.centre(b, e), top + value_height / 2};
        const int x = static_cast<int>(std::lround(middle.x * 4));
        const auto value = number_at(scene, middle);
        if (!value) return fault("no number", middle);
        additions += sums[x].second == 2;
        if (outside.count(x) != 0) continue;
        if (*value != sums[x].first)
          return say("level ", number, ": ", *value, " is not what arrives: ", sums[x].first,
                     at(middle));
        const bool changes = levels[number - 1].changes(e, view.width);
        if (!changes && sums[x].second != 1)
          return fault("an idle element is given something", middle);
      }
    if (levels[number - 1].phase == ScanPhase::clear && view.saves_total())
      for (uint32_t b = view.first_block; b <= view.last_block; ++b) {
        const Vec saved = view.total_place(b, top).centre();
        const auto input = block_values(moment, view, b);
        if (number_at(scene, saved) != std::accumulate(input.begin(), input.end(), 0u))
          return fault("the saved total is wrong", saved);
      }
  }
  return "";
}

/// "" or what is wrong where the sums of the warps are added: the sums drawn in shared memory, what
/// every lane gets of them, and the arrows that bring it.
inline std::string carry_true(const Scene& scene, const Moment& moment, const ScanView& view) {
  const std::vector<FinishedLevel> done = levels_of(moment, view.arrays.partial);
  if (done.empty() || done.back().phase != ScanPhase::carry) return "";
  const std::map<uint32_t, float> tops = row_tops(scene, view);
  const float top = tops.at(done.back().level), above = tops.at(done.back().level - 1);
  const uint32_t block = view.first_block, warp = view.begin / 32;
  std::vector<uint32_t> warps((view.threads + 31) / 32, 0);
  const auto input = block_values(moment, view, block);
  for (uint32_t t = 0; t < view.threads; ++t) warps[t / 32] += input[t];
  uint32_t drawn = 0;
  for (const Text& head : scene.texts) {
    if (head.face != Face::mono || head.text[0] != 'w') continue;
    const auto sum = number_at(scene, {head.at.x, head.at.y + 9 + value_height / 2});
    const auto w = static_cast<uint32_t>(std::stoul(head.text.substr(1)));
    if (sum != warps.at(w)) return say("the sum of warp ", w, " is not ", warps[w]);
    ++drawn;
  }
  if (drawn < std::min<std::size_t>(warps.size(), 5)) return "a warp's sum is missing";
  const uint32_t before = std::accumulate(warps.begin(), warps.begin() + warp, 0u);
  if (!says(scene, warp == 0 ? "no warp comes before warp 0" : say(before, " before warp ", warp)))
    return "what stands before the warp is not told";
  for (uint32_t e = view.begin; e < view.end_of(block); ++e) {
    const float x = view.centre(block, e);
    const auto old = number_at(scene, {x, above + value_height / 2});
    const auto now = number_at(scene, {x, top + value_height / 2});
    if (!old || !now || *now != *old + before)
      return say("lane ", e, " does not get the ", before, " before it");
    const auto brings = [&](const Arrow& a) {
      return near(a.to.x, x) && near(a.from.x, x) && near(a.to.y, top - 2) && a.from.y > above + 60;
    };
    if (std::count_if(scene.arrows.begin(), scene.arrows.end(), brings) != (warp > 0 ? 1 : 0))
      return say("not one arrow brings the sums of the warps to lane ", e);
  }
  return "";
}

/// "" or the first level whose side note is not what the model says.
inline std::string side_notes_true(const Scene& scene, const ScanView& view) {
  const ScanCost cost = scan_cost(view.scan, view.threads);
  const auto conflicts = bank_conflicts(*scan_accesses(view.scan, view.threads));
  std::vector<const Text*> actives, additions;
  for (const Text& text : scene.texts) {
    if (text.text.find("threads active") != std::string::npos) actives.push_back(&text);
    for (const char* words : {"(32 banks, model)", "in registers only"})
      if (text.text.find(words) != std::string::npos) additions.push_back(&text);
  }
  if (actives.size() != cost.levels.size() || additions.size() != cost.levels.size())
    return "a level has no side note";
  for (std::size_t l = 0; l < cost.levels.size(); ++l) {
    const LevelCost& level = cost.levels[l];
    const std::string active =
        say(view.blocks * level.active, " of ", view.blocks * view.threads, " threads active");
    const std::string added =
        say(counted(view.blocks * level.additions, "addition"), ", ",
            level.phase == ScanPhase::lanes
                ? "in registers only"
                : say(counted(conflicts[l], "bank conflict"), " (32 banks, model)"));
    if (actives[l]->text.find(active) != 0) return actives[l]->text + " instead of " + active;
    if (additions[l]->text != added) return additions[l]->text + " instead of " + added;
  }
  const bool levels =
      cost.levels.empty() ||
      says(scene, say(counted(static_cast<uint32_t>(cost.levels.size()), "level"), ", ",
                      counted(view.blocks * cost.additions, "addition"), " in all"));
  return levels ? "" : "the totals are missing";
}

/// "" or the first thread or key whose number does not follow from the bits drawn above it.
inline std::string threads_true(const Scene& scene, const Moment& moment, const ScanView& view) {
  if (!view.thread_sums()) return "";
  std::map<std::pair<std::string, uint32_t>, uint32_t> drawn;  // by name and index
  const auto name_of = [](ArrayId id) { return std::string(radix::info(id).name); };
  for (const Cell& cell : scene.cells)
    if (cell.tag.index != none && (cell.tag.array != view.arrays.partial))
      drawn[{name_of(cell.tag.array), cell.tag.index}] =
          static_cast<uint32_t>(std::stoul(cell.text));
  const bool keys_known = known(moment, view, array::ones_before) != nullptr;
  for (const auto& [name, value] : drawn) {
    if (name.first != name_of(array::thread_ones)) continue;
    const uint32_t block = name.second / view.threads, thread = name.second % view.threads;
    const uint32_t begin = moment.problem().block_begin(block) + thread * view.keys_each;
    const uint32_t end = std::min(begin + view.keys_each, moment.problem().block_end(block));
    uint32_t sum = 0;
    for (uint32_t i = begin; i < end; ++i) {
      const uint32_t before =
          latest(moment, array::ones_before_thread) && keys_known
              ? known(moment, view, array::ones_before_thread)->values[name.second]
              : 0;
      if (keys_known && drawn[{name_of(array::ones_before), i}] != before + sum)
        return say("key ", i, " does not follow from its thread");
      if (drawn.count({name_of(array::bits), i}) == 0) return say("no bit of key ", i);
      sum += drawn[{name_of(array::bits), i}];
    }
    if (sum != value) return say("thread sum ", name.second, " is ", value, " instead of ", sum);
  }
  return "";
}

/// Everything that every scene of these figures must satisfy.
inline std::string page_true(const Scene& scene, const Moment& moment) {
  Scene plain = scene;  // the common check knows two arrays of partial sums, and this is a third
  std::erase_if(plain.cells,
                [](const Cell& c) { return c.tag.array == array::partial_thread_ones; });
  for (const std::string& wrong :
       {inside_page(scene), texts_apart(scene), texts_beside_cells(scene), readable(scene),
        numbers_true(plain, moment, Rows::levels)})
    if (!wrong.empty()) return wrong;
  return scene.subtitle.find(place_words(moment)) == std::string::npos ? scene.subtitle : "";
}

inline std::string tree_true(const Scene& scene, const Moment& moment) {
  const ScanView view = scan_view(moment);
  uint32_t additions = 0;
  if (moment.large) {  // a part of the rows, and no notes beside them
    const std::string wrong = page_true(scene, moment);
    return wrong.empty() ? arrows_true(scene, moment, view, additions) : wrong;
  }
  for (const std::string& wrong :
       {page_true(scene, moment), levels_true(scene, moment, view),
        arrows_true(scene, moment, view, additions), carry_true(scene, moment, view),
        side_notes_true(scene, view), threads_true(scene, moment, view)})
    if (!wrong.empty()) return wrong;
  const ScanCost cost = scan_cost(view.scan, view.threads);
  uint32_t expected = 0;
  const std::size_t done = levels_of(moment, view.arrays.partial).size();
  for (std::size_t l = 0; l < done; ++l) expected += view.blocks * cost.levels[l].additions;
  const bool all = view.whole() && view.last_end == view.end;
  if (all && additions != expected) return say(additions, " additions drawn, not ", expected);
  return "";
}

/// "" or the first running sum that is not the one before it and its block's own sum.
inline std::string chain_true(const Scene& scene, const Moment& moment) {
  if (const std::string wrong = page_true(scene, moment); !wrong.empty()) return wrong;
  const ScanView view = scan_view(moment, sorts_in_block(moment));
  uint32_t own_drawn = 0, handed = 0;
  for (const Cell& cell : scene.cells) own_drawn += cell.tag.array == view.arrays.block_sum;
  for (const Arrow& arrow : scene.arrows) {
    if (arrow.path != Path::curve || arrow.to.x <= arrow.from.x || arrow.dashed) continue;
    const Cell *from = nullptr, *to = nullptr, *before = nullptr;
    for (const Cell& cell : scene.cells) {
      if (near(cell.at.bottom() + 2, arrow.from.y) && near(cell.at.centre().x, arrow.from.x))
        from = &cell;
      if (near(cell.at.y - 3, arrow.to.y) && near(cell.at.centre().x - 10, arrow.to.x)) to = &cell;
    }
    if (!from || !to) return fault("an arrow leads nowhere", arrow.from);
    for (const Cell& cell : scene.cells)
      if (near(cell.at.y, to->at.y) && near(cell.at.x, from->at.x)) before = &cell;
    if (!before || std::stoul(from->text) + std::stoul(before->text) != std::stoul(to->text))
      return fault("a running sum does not follow", to->at.centre());
    ++handed;
  }
  const bool fallen = known(moment, view, view.arrays.before_block) != nullptr;
  if (own_drawn == 0) return "no block is drawn";
  if (view.blocks <= 8 && own_drawn != view.blocks && known(moment, view, view.arrays.block_sum))
    return "a block is missing";
  if (view.blocks <= 8 && handed != (fallen ? view.blocks : 0)) return "a sum is not handed on";
  if (fallen != says(scene, "has fallen")) return "the dominoes' state is wrong";
  return "";
}

}  // namespace scope::checks
