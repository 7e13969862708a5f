#include "key_layout.hpp"

#include <algorithm>
#include <cmath>

#include "app/core/scene/text_width.hpp"
#include "kernels/run/engine.hpp"
#include "rows.hpp"

namespace scope {
namespace {

constexpr float comfortable = 1250;  // a page that fits a canvas with its texts still readable
constexpr float widest_compact = 1500;
constexpr uint32_t few_keys = 16;  // whole where the page can be read at all
constexpr float widest_of_few = 1700;
constexpr float usual_page = 1000;  // width of the chapter's
constexpr float largest_words = 1.6f;
constexpr float all_bars = 960;      // of all bars together
constexpr uint32_t usual_bits = 10;  // characters of a binary; more where keys are few
constexpr uint32_t least_bits = 3;   // … of longer keys on a low page

constexpr float large_cell = 48;    // at least, of whole keys; the gaps are smaller for it
constexpr float compact_size = 18;  // of the keys' digits where they stand close together

/// The widest texts of any key.
struct Texts {
  float value = 0, compact = 0, note = 0;
};

Texts widest_texts(const radix::Problem& problem, bool large) {
  const std::vector<std::string> marks = duplicate_marks(problem);
  Texts texts;
  for (uint32_t id = 0; id < problem.size(); ++id) {
    const std::string text = problem.text_of(problem.keys()[id]);
    texts.value = std::max(texts.value, value_width(text, key_size(problem, large), marks[id]));
    texts.compact = std::max(texts.compact, value_width(text, compact_size, marks[id]));
    texts.note = std::max(texts.note, text_width(note_of(problem, id), 12, Face::mono));
  }
  return texts;
}

/// Bits of the widest digit.
uint32_t digit_bits(const radix::Problem& problem) {
  uint32_t bits = 0;
  for (uint32_t pass = 0; pass < problem.passes(); ++pass)
    bits = std::max(bits, problem.digit(pass).bits);
  return bits;
}

/// Width of a binary number of so many characters with one digit lit.
float bits_width(const radix::Problem& problem, uint32_t characters) {
  return binary_width(std::string(characters, '0'), std::min(digit_bits(problem), characters));
}

/// Characters of the binaries: all bits when the page stays comfortable with them.
uint32_t shown_bits(const Columns& columns, const radix::Problem& problem) {
  const uint32_t colon = problem.settings().second_bits > 0 ? 1 : 0;
  const uint32_t all = problem.key_bits() + colon;
  const bool few = columns.large && all > usual_bits;  // wide cells would make all of it smaller
  const uint32_t wanted = few ? least_bits : usual_bits;
  uint32_t shown = std::min(std::max(wanted, digit_bits(problem) + (few ? 0 : 2)) + colon, all);
  const float pitch = (comfortable - 250 - columns.left) / static_cast<float>(columns.count);
  const float room = few ? std::min(pitch, large_cell + columns.gap) : pitch;
  while (shown < all && bits_width(problem, shown + 1) + 8 + columns.gap < room) ++shown;
  return all - shown <= 1 ? all : shown;
}

void size_whole(Columns& columns, const radix::Problem& problem, Texts texts) {
  const float bits = bits_width(problem, shown_bits(columns, problem));
  columns.cell = std::max(
      {columns.cell, std::ceil(texts.value + 9), std::ceil(bits + 8), std::ceil(texts.note + 8)});
}

/// The key over the digit's own bits.
void size_compact(Columns& columns, const radix::Problem& problem, Texts texts) {
  columns.cell = std::max({least_readable + 2, std::ceil(texts.compact + 5),
                           std::ceil(bits_width(problem, digit_bits(problem)) + 4),
                           std::ceil(texts.note + 4)});
  columns.gap = 4, columns.block_gap = 13;
}

void size_bars(Columns& columns) {
  const float widest = columns.count <= few_keys ? 34 : 24;
  const float pitch = std::clamp(all_bars / static_cast<float>(columns.count), 1.f, widest);
  const uint32_t blocks = (columns.count + columns.per_block - 1) / columns.per_block;
  columns.cell = pitch * 0.8f;
  columns.gap = pitch * 0.2f;
  columns.block_gap = columns.gap + std::min(12.f, 160 / static_cast<float>(blocks));
}

/// Blocks of this pass's launches. The pass that reverses gives every thread one key.
void cut_into_blocks(Columns& columns, const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  const radix::Family* family = moment.trace->family;
  const bool by_digits = family == nullptr || family->by_digits;
  const std::size_t last =
      by_digits ? problem.passes() : radix::outline_of(*moment.trace).parts.size() - 1;
  const bool reverses =
      moment.pass() >= last && (by_digits ? problem.passes() > 0 : problem.reversed());
  columns.keys_per_thread = reverses ? 1 : problem.keys_per_thread();
  columns.per_block = problem.threads_per_block() * columns.keys_per_thread;
  // While the block sorts, a thread has neighbouring places, whichever keys it has read
  const radix::SortInfo* sort = radix::sort_named(moment.trace->sort);
  const bool sorts = sort && sort->coarse() && moment.step() && moment.trace->own.empty() &&
                     moment.step()->stage == sort->family->block_stage;
  columns.ownership = sorts ? radix::Ownership::blocked : problem.settings().ownership;
}

}  // namespace

namespace {

/// Whole keys, close ones or bars: whatever is the most that can still be read.
void size_cells(Columns& columns, const radix::Problem& problem) {
  if (columns.count == 0) return;
  if (columns.count <= readable_keys) {
    const Texts texts = widest_texts(problem, columns.large);
    Columns compact = columns;
    size_whole(columns, problem, texts);
    const bool few = columns.count <= few_keys;
    if (page_width(columns) <= (few ? widest_of_few : comfortable)) return;
    size_compact(compact, problem, texts);
    columns = compact;
    if (page_width(compact) <= (few ? widest_of_few : widest_compact)) return;
  }
  size_bars(columns);
}

}  // namespace

Columns columns_of(const Moment& moment) {
  Columns columns{
      .left = margin + label_width, .count = moment.problem().size(), .large = moment.large};
  if (moment.large) columns.cell = large_cell, columns.gap = 4, columns.block_gap = 20;
  cut_into_blocks(columns, moment);
  size_cells(columns, moment.problem());
  // A page wider than usual is shown smaller: its labels grow with it
  columns.words = std::clamp(page_width(columns) / usual_page, 1.f, largest_words);
  columns.left = margin + label_width * columns.words;
  return columns;
}

float page_width(const Columns& columns) { return std::max(640.f, columns.right() + margin); }

}  // namespace scope
