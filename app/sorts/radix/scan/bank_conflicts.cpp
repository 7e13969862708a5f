/// One level of a block scan as shared memory sees it: the lanes of one warp above, the banks below
/// with the words they are asked for. Words of one bank stand below each other: they are reached
/// one after the other.
#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/core/figures/figure.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/scene/text_width.hpp"
#include "app/sorts/radix/memory/memory_view.hpp"
#include "kernels/engine/model/sources.hpp"
#include "scan_accesses.hpp"
#include "scan_view.hpp"
#include "text/radix.hpp"

namespace scope {
namespace {

using radix::ScanPhase;

constexpr uint32_t max_turns = 8;  // rows of words; of more only their number is told
constexpr float word_height = 28, word_gap = 6, ways_height = 96;
constexpr float level_width = 46, level_gap = 6;

/// One access of one level by one warp.
struct BankView {
  ScanView scan;
  std::vector<radix::ScanLevel> levels;
  std::vector<uint32_t> extra;  ///< turns of the levels, the worst warp of each
  uint32_t at = 0;              ///< the level shown
  bool done = false;            ///< the kernel has been through it
  uint32_t lanes = 1;           ///< of a warp, and banks
  uint32_t warp = 0;
  ScanAccess access;                           ///< of the level; none where it stays in registers
  std::vector<std::optional<uint32_t>> words;  ///< of the warp's lanes
  std::vector<std::vector<uint32_t>> banks;  ///< different words of each bank, in the lanes' order

  const radix::ScanLevel& level() const { return levels[at]; }
  uint32_t turns() const {
    std::size_t most = 1;
    for (const auto& bank : banks) most = std::max(most, bank.size());
    return static_cast<uint32_t>(most);
  }
};

/// The statement on a line of the kernels, without what stands around it.
std::string statement(const radix::SourceLine& source) {
  const radix::SourceFile* file = radix::source_named(source.file);
  if (!file) return source.file;
  std::string_view rest = file->text;
  for (uint32_t line = 1; line < source.line; ++line) rest.remove_prefix(rest.find('\n') + 1);
  rest = rest.substr(0, rest.find('\n'));
  rest = rest.substr(0, rest.find("//"));
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  return std::string(rest.substr(0, rest.find_last_not_of(' ') + 1));
}

/// What an access is, in the kernel's own words.
std::string access_words(const ScanAccess& access) {
  const std::string line = statement(access.source);
  return text::radix::bank_access({.line = line,
                                   .number = access.again + 1,
                                   .numbered = access.again > 0,
                                   .write = access.touch == radix::Touch::write});
}

text::radix::sweep sweep_of(ScanPhase phase) {
  using text::radix::sweep;
  switch (phase) {
    case ScanPhase::across: return sweep::across;
    case ScanPhase::up: return sweep::up;
    case ScanPhase::clear: return sweep::clear;
    case ScanPhase::fill: return sweep::fill;
    case ScanPhase::down: return sweep::down;
    case ScanPhase::lanes: return sweep::lanes;
    case ScanPhase::carry: break;
  }
  return sweep::other;
}

/// The words of one access of a warp, lane by lane.
std::vector<std::optional<uint32_t>> words_of_warp(const ScanAccess& access, uint32_t first,
                                                   uint32_t lanes) {
  const std::size_t end = std::min<std::size_t>(access.words.size(), first + lanes);
  return {access.words.begin() + first, access.words.begin() + static_cast<std::ptrdiff_t>(end)};
}

std::size_t active_of(const std::vector<std::optional<uint32_t>>& lanes) {
  return static_cast<std::size_t>(
      std::count_if(lanes.begin(), lanes.end(), [](const auto& word) { return word.has_value(); }));
}

/// The level of this step, else the last one done, else the first.
void choose_level(const Moment& moment, BankView& view) {
  const auto done = static_cast<uint32_t>(levels_of(moment, view.scan.arrays.partial).size());
  const auto last = static_cast<uint32_t>(view.levels.size()) - 1;
  view.done = done > 0;
  view.at = std::min(done == 0 ? 0 : done - 1, last);
  if (moment.step() && moment.step()->level > 0) view.at = std::min(moment.step()->level - 1, last);
}

/// The picked warp and its worst access, else the first of the level that costs as much as any.
void choose_access(const Moment& moment, const std::vector<ScanAccess>& accesses, BankView& view) {
  const uint32_t warps = (view.scan.threads + view.lanes - 1) / view.lanes;
  const bool picked = moment.store && moment.store->warp < warps;
  if (accesses.empty()) {  // registers only: the lanes are shown, and want nothing
    view.warp = picked ? moment.store->warp : 0;
    view.words.resize(std::min(view.lanes, view.scan.threads - view.warp * view.lanes));
  }
  std::pair<uint32_t, std::size_t> worst;  // extra turns; of equal ones most lanes at work
  for (uint32_t w = picked ? moment.store->warp : 0; w < (picked ? moment.store->warp + 1 : warps);
       ++w)
    for (const ScanAccess& access : accesses) {
      const uint32_t first = w * view.lanes;
      const auto words = words_of_warp(access, first, view.lanes);
      const std::pair cost{bank_conflicts(access, first, view.lanes, view.lanes), active_of(words)};
      if (!view.words.empty() && cost <= worst) continue;
      worst = cost, view.warp = w, view.access = access, view.words = words;
    }
}

BankView bank_view(const Moment& moment) {
  BankView view{.scan = scan_view(moment)};
  view.lanes = moment.memory.lanes;
  view.levels = radix::levels_of(view.scan.scan, view.scan.threads);
  if (view.levels.empty()) return view;
  const auto accesses = scan_accesses(view.scan.scan, view.scan.threads);
  view.extra = bank_conflicts(*accesses, view.lanes, view.lanes);
  choose_level(moment, view);
  choose_access(moment, (*accesses)[view.at], view);
  view.banks.resize(view.lanes);
  for (const auto& word : view.words) {
    if (!word) continue;
    auto& bank = view.banks[*word % view.lanes];
    if (std::find(bank.begin(), bank.end(), *word) == bank.end()) bank.push_back(*word);
  }
  return view;
}

/// The extra turns of every level, the shown one marked. Returns the y below.
float add_levels(Scene& scene, const BankView& view, const Columns& columns, float y) {
  for (uint32_t l = 0; l < view.levels.size(); ++l) {
    const Rect at{columns.left + 4 + static_cast<float>(l) * (level_width + level_gap), y + 18,
                  level_width, 28};
    const bool shown = l == view.at;
    scene.texts.push_back({.at = {at.centre().x, y + 8},
                           .text = std::to_string(l + 1),
                           .size = 12,
                           .ink = shown ? Ink::text : Ink::dim,
                           .face = Face::mono});
    Cell cell{.at = at,
              .text = "+" + std::to_string(view.extra[l]),
              .ink = shown ? Ink::text : Ink::dim,
              .size = 14};
    if (shown) cell.fill = Ink::raised, cell.edge = Ink::select, cell.edge_width = 2.5f;
    scene.cells.push_back(cell);
    scene.width = std::max(scene.width, at.right() + margin);
  }
  add_label(scene, columns, y + 18, 28, text::radix::row_levels);
  return y + 18 + 28 + 16;
}

void add_lanes(Scene& scene, const BankView& view, const Columns& lanes, float y) {
  for (uint32_t i = 0; i < view.words.size(); ++i) {
    scene.texts.push_back({.at = {lanes.centre(i), y + 9},
                           .text = "t" + std::to_string(view.warp * view.lanes + i),
                           .size = 12,
                           .ink = Ink::dim,
                           .face = Face::mono});
    Cell cell = empty_cell(slot(lanes, i, y + 20, value_height));
    if (view.words[i]) {
      cell = {
          .at = cell.at, .fill = Ink::raised, .text = std::to_string(*view.words[i]), .size = 14};
      scene.arrows.push_back(
          {.from = {lanes.centre(i), y + 20 + value_height + 1},
           .to = {lanes.centre(*view.words[i] % view.lanes),
                  y + 20 + value_height + ways_height - 2},
           .path = Path::straight,
           .ink = view.banks[*view.words[i] % view.lanes].size() > 1 ? Ink::warn : Ink::accent,
           .width = 1.5f});
    }
    scene.cells.push_back(cell);
  }
}

/// The banks with their words, turn by turn. Returns the y below.
float add_banks(Scene& scene, const BankView& view, const Columns& columns, const Columns& banks,
                float y) {
  const uint32_t rows = std::min(view.turns(), max_turns);
  const float height = static_cast<float>(rows) * (word_height + word_gap) + word_gap;
  for (uint32_t b = 0; b < view.lanes; ++b) {
    const auto& words = view.banks[b];
    const bool conflict = words.size() > 1;
    const Rect box{banks.x(b) - 2, y, banks.cell + 4, height};
    scene.frames.push_back({.at = box,
                            .edge = conflict        ? Ink::warn
                                    : words.empty() ? Ink::line
                                                    : Ink::accent,
                            .fill = words.empty() ? Ink::none : Ink::raised,
                            .width = conflict ? 2.5f : 1.5f,
                            .radius = 5});
    scene.texts.push_back({.at = {banks.centre(b), box.bottom() + 11},
                           .text = std::to_string(b),
                           .size = 12,
                           .ink = Ink::dim,
                           .face = Face::mono});
    for (uint32_t turn = 0; turn < std::min<std::size_t>(words.size(), rows); ++turn) {
      const bool more = turn + 1 == rows && words.size() > rows;
      const Rect at{banks.x(b) + 2,
                    y + word_gap + static_cast<float>(turn) * (word_height + word_gap),
                    banks.cell - 4, word_height};
      scene.cells.push_back(
          {.at = at,
           .fill = Ink::page,
           .edge = turn > 0 ? Ink::warn : Ink::accent,
           .text = more ? "+" + std::to_string(words.size() - turn) : std::to_string(words[turn]),
           .size = view.lanes >= 16 ? 11.f : 14.f});
    }
  }
  for (uint32_t turn = 0; turn < rows; ++turn)
    add_label(scene, columns, y + word_gap + static_cast<float>(turn) * (word_height + word_gap),
              word_height, text::radix::turn({.turn = turn + 1}),
              turn == 0 ? Ink::accent : Ink::warn);
  add_label(scene, columns, y + height + 2, 18, "bank", Ink::dim);
  return y + height + 30;
}

/// What the level does and what it costs.
std::vector<std::string> sentences(const BankView& view) {
  uint32_t extra = 0;
  const auto active = static_cast<uint32_t>(active_of(view.words));
  for (const uint32_t turns : view.extra) extra += turns;
  const radix::ScanLevel& level = view.level();
  const uint32_t turns = view.turns();
  std::vector<std::string> all;
  const std::string which = text::radix::bank_level({.begun = view.done,
                                                     .distance = level.distance,
                                                     .level = view.at + 1,
                                                     .levels = view.levels.size(),
                                                     .sweep = sweep_of(level.phase)});
  all.push_back(level.phase == ScanPhase::lanes
                    ? text::radix::bank_shuffle({.which = which})
                    : text::radix::bank_turns({.access = access_words(view.access),
                                               .extra = turns - 1,
                                               .lanes = active,
                                               .turns = turns,
                                               .warp = view.warp,
                                               .which = which}));
  if (view.scan.shuffles() && view.lanes != warp_lanes)
    all.push_back(text::radix::bank_own_warps({.lanes = warp_lanes}));
  all.push_back(text::radix::bank_model({.banks = view.lanes}));
  all.push_back(text::radix::bank_whole({.extra = extra}));
  return all;
}

Scene empty_page(const Moment& moment, const text::Label& why) {
  const Columns none = columns_of(moment);
  Scene scene = new_page(moment, none, text::radix::banks, text::radix::shows_banks);
  end_page(scene, add_sentence(scene, none, margin, why));
  return scene;
}

std::string subtitle(const BankView& view) {
  return text::radix::bank_page({.real = view.lanes == real_sectors.lanes,
                                 .threads = view.lanes,
                                 .what = scan_subject(view.scan)});
}

}  // namespace

Scene draw_banks(const Moment& moment) {
  if (moment.problem().size() == 0) return empty_page(moment, text::radix::nothing_to_scan);
  if (scans_nothing(moment)) return empty_page(moment, text::radix::nothing_to_scan_reversed);
  const BankView view = bank_view(moment);
  if (view.levels.empty()) return empty_page(moment, text::radix::nothing_to_add);

  const Columns columns{.left = margin + label_width + 24, .large = moment.large};
  const float cell =
      std::max(34.f, text_width(std::to_string(view.scan.width), 14, Face::mono) + 8);
  const float place = view.lanes >= 16 ? cell : 52;
  const Columns banks{.left = columns.left + 4,
                      .cell = place,
                      .gap = 6,
                      .block_gap = 6,
                      .count = view.lanes,
                      .per_block = view.lanes};
  Scene scene = new_page(moment, banks, text::radix::banks, subtitle(view).c_str());
  scene.width = std::max(moment.large ? 0.f : 820.f, banks.right() + margin);
  float y = add_levels(scene, view, columns, 6);
  add_lanes(scene, view, banks, y);
  add_label(scene, columns, y + 20, value_height, "lanes\nwant word");
  y = add_banks(scene, view, columns, banks, y + 20 + value_height + ways_height) + 6;
  const std::vector<std::string> words = sentences(view);
  if (moment.large) scene.answer = words.front();
  for (std::size_t k = 0; !moment.large && k < words.size(); ++k)
    y = add_sentence(scene, columns, y, words[k]);
  end_page(scene, y);
  return scene;
}

}  // namespace scope
