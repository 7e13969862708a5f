/// Where a run broke off: which blocks wait and which cannot start, which threads did not meet, and
/// which word two threads touched.
#include "fault_figure.hpp"

#include <algorithm>
#include <tuple>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/scene/text_width.hpp"
#include "app/core/words/fault_words.hpp"
#include "app/core/words/kernel_words.hpp"
#include "kernels/engine/faults/faults.hpp"
#include "text/all.hpp"
#include "text/broken.hpp"

namespace scope {
namespace {

using radix::Fault;
using radix::ThreadAt;

constexpr float page_across = 900, two_across = 740, race_across = 1080, block_width = 108,
                block_height = 84, block_apart = 22, drawn_high = 210;
constexpr uint32_t max_blocks = 6;

void add_box(Scene& scene, Rect at, const std::string& text, Ink edge, bool dashed = false) {
  scene.cells.push_back({.at = at,
                         .fill = dashed ? Ink::empty_fill : Ink::raised,
                         .edge = edge,
                         .edge_width = 2,
                         .dashed = dashed,
                         .text = text,
                         .size = 18,
                         .face = Face::ui});
}

/// Blocks from x on, `most` of them; returns the x after them.
float add_blocks(Scene& scene, float x, float y, uint32_t begin, uint32_t end, uint32_t most,
                 const std::string& state, bool runs) {
  const uint32_t shown = std::min(end - begin, most);
  for (uint32_t b = 0; b < shown; ++b, x += block_width + block_apart) {
    add_box(scene, {x, y, block_width, block_height}, text::all::block_name({.block = begin + b}),
            runs ? Ink::warn : Ink::dim, !runs);
    add_words(scene, {x + block_width / 2, y + block_height - 16}, state, 14,
              runs ? Ink::warn : Ink::dim);
  }
  if (shown == end - begin) return x;
  add_words(scene, {x, y + block_height / 2},
            text::broken::more_blocks({.blocks = end - begin - shown}), 14, Ink::dim, Anchor::left);
  return x + 80;
}

/// Those that run wait, those that are waited for have no room.
void add_deadlock(Scene& scene, const Moment& moment, float y) {
  const uint32_t blocks = moment.problem().blocks();
  const uint32_t limit = moment.problem().settings().resident_blocks;
  const uint32_t running = limit == 0 ? blocks : std::min(limit, blocks);
  const uint32_t most = running == blocks || blocks <= max_blocks ? max_blocks : max_blocks / 2;
  const float x = margin + 20;
  const std::string all_wait = text::broken::at_once({.blocks = running});
  const float right =
      add_blocks(scene, x, y + 40, 0, running, most, text::broken::waits, true) - block_apart;
  const float end = std::max(right, x + text_width(all_wait, 16, Face::ui)) + 20;
  scene.frames.push_back({.at = {margin, y, end - margin, block_height + 60}, .edge = Ink::dim});
  add_words(scene, {x, y + 20}, all_wait, 16, Ink::text, Anchor::left);
  scene.width = end + margin;
  if (running == blocks) return;
  const float outside = end + 90;
  const std::string why_outside = text::broken::outside;
  scene.width = margin + std::max(add_blocks(scene, outside, y + 40, running, blocks, most,
                                             text::broken::not_begun, false),
                                  outside + text_width(why_outside, 16, Face::ui));
  add_words(scene, {outside, y + 20}, why_outside, 16, Ink::dim, Anchor::left);
  scene.arrows.push_back({.from = {outside - 8, y + 40 + block_height / 2},
                          .to = {end + 6, y + 40 + block_height / 2},
                          .path = Path::straight,
                          .ink = Ink::warn,
                          .width = 2,
                          .dashed = true});
}

/// The word that two threads touch: its name, and where its array was made.
struct Word {
  std::string name, made;
};

Word word_of(const Fault& fault) {
  const radix::SourceLine& made = fault.made;
  if (made.line > 0)
    return {text::broken::shared_entry({.index = fault.index}),
            text::broken::made_on({.file = made.file, .line = made.line})};
  const std::string& array = fault.array;
  if (array.empty() && fault.index == none) return {};
  if (array.empty())  // in shared memory, and where it is declared is to be found
    return {text::broken::shared_entry({.index = fault.index}), ""};
  if (fault.index == none) return {array, ""};
  if (array.find(' ') == array.npos) return {joined({array, "[", fault.index, "]"}), ""};
  return {text::broken::entry({.array = array_words(array), .index = fault.index}), ""};
}

/// One thread or two, and what each of them reached.
void add_two_threads(Scene& scene, const Fault& fault, float y, const Word& word) {
  const float middle = scene.width / 2;
  const float half = std::max(text_width(word.name, 18, Face::ui) + 30, 240.f) / 2;
  const ThreadAt* threads[] = {&fault.first, &fault.second};
  const bool alone = fault.second.thread == none, one_word = !word.name.empty();
  const bool placed = fault.first.source.line > 0;  // else the line is to be found
  const bool one_left = !one_word && !alone && placed && fault.second.source.line == 0;
  if (one_left)
    scene.lines.push_back({{middle - 340, y + 154}, {middle + 340, y + 154}, Ink::text, 4});
  for (const int side : {0, 1}) {
    const ThreadAt& at = *threads[side];
    if (at.thread == none) continue;
    const float way = alone ? 0.f : side == 0 ? -1.f : 1.f, x = middle + way * 220;
    const float wide = std::max(text_width(thread_name(at), 18, Face::ui) + 20, 220.f);
    add_box(scene, {x - wide / 2, y, wide, 46}, thread_name(at), Ink::warn);
    const bool left = one_left && side == 1;
    const std::string where = left ? std::string(text::broken::has_left) : line_words(at.source);
    add_words(scene, {x, y + 64}, where, 15, Ink::dim);
    if (left) {  // its place at the barrier stays empty
      scene.frames.push_back(
          {.at = {x - wide / 2, y + 92, wide, 46}, .edge = Ink::dim, .dashed = true});
      continue;
    }
    const Vec to{one_word ? middle + way * 40 : x, y + 150};
    scene.arrows.push_back(
        {.from = {x, y + (where.empty() ? 50.f : 80.f)}, .to = to, .ink = Ink::warn, .width = 2});
    if (!one_word && !one_left)
      scene.lines.push_back({{x - 90, y + 154}, {x + 90, y + 154}, Ink::text, 4});
  }
  const bool both = fault.first.source.line > 0 && fault.second.source.line > 0;
  if (!one_word)
    return add_words(scene, {middle, y + 178},
                     both ? text::broken::two_places : text::broken::never_meets, 16);
  add_box(scene, {middle - half, y + 154, 2 * half, 44}, word.name, Ink::warn,
          fault.kind == Fault::Kind::outside);
  add_words(scene, {middle, y + 216}, word.made, 14, Ink::dim);
}

/// A line of the kernels, and what is said about it.
struct ListedLine {
  std::string file;
  uint32_t line;
  std::string text, words;
  bool missing;  ///< it is not there
};

/// The text of a line without its note and what indents it; "" where there is none.
std::string line_text(const radix::SourceLine& source) {
  const radix::SourceFile* file = radix::source_named(source.file);
  if (!file) return "";
  std::size_t at = 0;
  for (uint32_t k = 1; k < source.line && at != file->text.npos; ++k)
    at = file->text.find('\n', at) + 1;
  const std::string_view line = file->text.substr(at, file->text.find('\n', at) - at);
  return std::string(trimmed(radix::without_note(line)));
}

/// The two lines of a race and every barrier that the fault takes out, file by file, in the order
/// of the file.
std::vector<ListedLine> lines_of_race(const Fault& fault, const radix::PlantedFault& gone) {
  std::vector<ListedLine> lines;
  for (const ThreadAt* at : {&fault.first, &fault.second})
    if (at->source.line > 0 && (lines.empty() || at->source != fault.first.source))
      lines.push_back(
          {at->source.file, at->source.line, line_text(at->source), thread_name(*at), false});
  if (lines.size() == 1 && fault.second.source == fault.first.source)
    lines[0].words = text::broken::both_threads;
  for (const radix::Change& change : gone.changes)
    if (radix::misses_a_barrier(change))
      lines.push_back({gone.file, change.line, change.right, text::broken::barrier_missing, true});
  std::ranges::sort(lines, [](const ListedLine& a, const ListedLine& b) {
    return std::tie(a.file, a.line) < std::tie(b.file, b.line);
  });
  return lines;
}

/// A race: its lines below each other, under the name of their file where they are of two, at the
/// end of each the thread that stands there, and all those point at one word. Returns the foot.
float add_listing(Scene& scene, float y, const std::vector<ListedLine>& lines, const Word& word) {
  constexpr float row = 34, number = 34, letters = 15, apart = 60;
  const float word_wide = std::max(
      {270.f, text_width(word.name, 18, Face::ui) + 20, text_width(word.made, 14, Face::ui)});
  float who = 180;  // of the threads' names
  for (const ListedLine& each : lines)
    who = std::max(who, text_width(each.words, 18, Face::ui) + 20);
  const float x = margin + number, end = scene.width - margin - word_wide - apart, top = y;
  const auto longest = static_cast<std::size_t>(
      std::clamp((end - who - x - 20) / text_width("0", letters, Face::mono), 12.f, 52.f));
  const bool of_two = !lines.empty() && lines.front().file != lines.back().file;
  const std::string* file = nullptr;
  std::vector<float> touching;
  for (const ListedLine& each : lines) {
    if (of_two && (file == nullptr || *file != each.file)) {
      add_words(scene, {x, y + 12}, each.file, 14, Ink::dim, Anchor::left);
      y += 24;
    }
    file = &each.file;
    std::string text = each.text;
    if (text.size() > longest) text = text.substr(0, longest - 1) + "…";
    const Ink ink = each.missing ? Ink::good : Ink::warn;
    scene.frames.push_back({.at = {x, y, end - x, row - 6},
                            .edge = ink,
                            .width = each.missing ? 2.f : 1.f,
                            .radius = 4,
                            .dashed = each.missing});
    const float middle = y + (row - 6) / 2;
    add_words(scene, {x - 8, middle}, std::to_string(each.line), 14, Ink::dim, Anchor::right);
    scene.texts.push_back({.at = {x + 10, middle},
                           .text = text,
                           .size = letters,
                           .ink = each.missing ? ink : Ink::text,
                           .face = Face::mono,
                           .anchor = Anchor::left});
    if (each.missing) {
      add_words(scene, {end - 10, middle}, each.words, 15, ink, Anchor::right);
    } else {
      add_box(scene, {end - who, y, who, row - 6}, each.words, ink);
      touching.push_back(middle);
    }
    y += row;
  }
  const float middle = (top + y) / 2 - 3, left = end + apart;
  add_box(scene, {left, middle - 24, word_wide, 48}, word.name, Ink::warn);
  add_words(scene, {left + word_wide / 2, middle + 40}, word.made, 14, Ink::dim);
  for (const float from : touching)
    scene.arrows.push_back({.from = {end + 4, from},
                            .to = {left - 4, middle + (from - middle) / 6},
                            .path = Path::straight,
                            .ink = Ink::warn,
                            .width = 2});
  return std::max(y, middle + 50);
}

/// "12,761".
std::string with_commas(uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t k = text.size(); k > 3; k -= 3) text.insert(k - 3, ",");
  return text;
}

/// A row of a table: its name at the left, its numbers in columns of this width to the right edge.
struct TableRow {
  std::string name;
  std::vector<std::string> numbers;
  Ink ink = Ink::text;
};
float add_table(Scene& scene, Rect at, const std::string& title, const std::vector<TableRow>& rows,
                float column) {
  constexpr float high = 26;
  float y = at.y;
  add_words(scene, {at.x, y + high / 2}, title, 16, Ink::text, Anchor::left);
  y += high + 2;
  for (const TableRow& row : rows) {
    const float middle = y + high / 2;
    const float columns = row.numbers.empty()
                              ? 0
                              : column * static_cast<float>(row.numbers.size() - 1) +
                                    text_width(row.numbers.front(), 15, Face::ui) + 10;
    const float fits = (at.w - columns) / std::max(text_width(row.name, 15, Face::ui), 1.f);
    add_words(scene, {at.x, middle}, row.name, 15 * std::clamp(fits, 0.7f, 1.f), row.ink,
              Anchor::left);
    for (std::size_t k = 0; k < row.numbers.size(); ++k)
      add_words(scene,
                {at.right() - column * static_cast<float>(row.numbers.size() - 1 - k), middle},
                row.numbers[k], 15, row.ink, Anchor::right);
    y += high;
    if (&row == &rows.front())
      scene.lines.push_back({{at.x, y - 2}, {at.right(), y - 2}, Ink::line, 1});
  }
  return y;
}

/// How often the result of a run with the fault is right, by the order of threads, as counted here.
float add_orders(Scene& scene, Rect at, const radix::OrderCounts& counts) {
  std::vector<TableRow> rows = {{text::broken::threads_run, {text::broken::right}, Ink::dim},
                                {text::broken::forward, {}},
                                {text::broken::reverse, {}},
                                {text::broken::shuffled, {}},
                                {text::broken::check_names_it, {}, Ink::warn}};
  const auto of_runs = [&](uint32_t count) {
    return text::broken::count_of_runs({.count = count, .runs = counts.runs});
  };
  for (std::size_t k = 0; k < std::size(counts.right); ++k)
    rows[k + 1].numbers = {of_runs(counts.right[k])};
  rows.back().numbers = {of_runs(counts.found)};
  return add_table(scene, at, text::broken::orders({.threads = counts.threads}), rows, 0);
}

/// What a card made of this barrier and others that are missing; on a wall of this one alone.
float add_card(Scene& scene, Rect at, const std::string& this_one, bool alone) {
  const radix::CardCounts& card = radix::card_counts();
  std::vector<TableRow> rows = {{text::broken::threads_of_a_block, {}, Ink::dim}};
  for (const uint64_t threads : card.threads) rows[0].numbers.push_back(with_commas(threads));
  for (const radix::CardCounts::Row& row : card.rows) {
    const bool is_this = row.removed == this_one;
    if (row.removed == "none" || (alone && !is_this)) continue;
    rows.push_back(
        {std::string(text::translated(row.removed)), {}, is_this ? Ink::warn : Ink::text});
    for (const uint64_t wrong : row.wrong) rows.back().numbers.push_back(with_commas(wrong));
  }
  return add_table(
      scene, at,
      text::broken::on_a_card({.blocks = with_commas(card.blocks), .device = card.device}), rows,
      64);
}

/// A race that was planted and is not to be found: what two threads do to a word, how often it is
/// right all the same, and what a card makes of it.
void add_race(Scene& scene, const Moment& moment, const Fault& fault, const Word& word) {
  const radix::PlantedFault& gone = *radix::planted_fault_named(moment.trace->planted);
  constexpr float apart = 16, between = 56, orders_wide = 270;
  scene.width = race_across;
  const float y = add_listing(scene, margin, lines_of_race(fault, gone), word) + apart;
  const bool barrier = std::ranges::any_of(gone.changes, radix::misses_a_barrier) &&
                       (!moment.large || !gone.on_a_card.empty());
  const float right = scene.width - margin;
  float end = y - apart;
  if (moment.orders != nullptr)
    end = add_orders(scene, {right - orders_wide, y, orders_wide, 0}, *moment.orders);
  if (barrier)
    end = std::max(end, add_card(scene, {margin, y, right - orders_wide - between - margin, 0},
                                 gone.on_a_card, moment.large));
  end_page(scene, end);
}

}  // namespace

bool stopped(const radix::Trace& trace) {
  const std::optional<Fault>& fault = trace.fault;
  const bool in_a_kernel = fault && (fault->kind != Fault::Kind::other || !fault->kernel.empty());
  const bool came_to_its_end =
      fault && (fault->kind == Fault::Kind::promise || fault->kind == Fault::Kind::comparison);
  return in_a_kernel && !came_to_its_end;
}

bool stands_at_fault(const Moment& moment) {
  return stopped(*moment.trace) && moment.cursor == moment.trace->steps.size();
}

Scene draw_fault(const Moment& moment) {
  const Fault no_fault{.sentence = text::broken::not_broken};
  const Fault& fault = moment.trace->fault ? *moment.trace->fault : no_fault;
  Scene scene{.width = page_across, .title = text::broken::title};
  scene.subtitle = fault.kernel.empty() ? std::string(text::broken::about)
                                        : text::broken::about_kernel({.kernel = fault.kernel});
  const float y = margin;
  const Word word = word_of(fault);
  const bool shown = radix::planted_fault_named(moment.trace->planted) != nullptr &&
                     fault.first.source.line > 0;  // else it is to be found
  if (fault.kind == Fault::Kind::deadlock)
    add_deadlock(scene, moment, y), end_page(scene, y + block_height + 60);
  else if (fault.kind == Fault::Kind::race && shown)
    add_race(scene, moment, fault, word);
  else if (fault.first.thread != none)
    scene.width = two_across, add_two_threads(scene, fault, y, word),
    end_page(scene, y + drawn_high + (word.made.empty() ? 0 : 26));
  else
    end_page(scene, add_sentence(scene, Columns{.left = margin}, y, fault_words(fault)));
  return scene;
}

}  // namespace scope
