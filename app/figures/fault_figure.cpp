/// Where a run broke off: who waits and who cannot start, which threads did not meet, whose word
/// two threads touched.
#include "fault_figure.hpp"

#include <algorithm>

#include "app/base/text.hpp"
#include "app/figures/kit/marks.hpp"
#include "app/scene/text_width.hpp"
#include "kernels/faults/faults.hpp"

namespace scope {
namespace {

using radix::Fault;
using radix::ThreadAt;

constexpr float page_across = 900, two_across = 740, block_width = 108, block_height = 84,
                block_apart = 22, drawn_high = 210;
constexpr uint32_t most_blocks = 6;

std::string line_words(const radix::SourceLine& source) {
  return source.line == 0 ? "" : say("line ", source.line, " of ", source.file);
}

std::string thread_name(const ThreadAt& at) {
  return at.block == nobody ? say("thread ", at.thread)
                            : say("thread ", at.thread, " of block ", at.block);
}

void add_words(Scene& scene, Vec at, const std::string& text, Ink ink = Ink::text, float size = 16,
               Anchor anchor = Anchor::middle) {
  if (!text.empty())
    scene.texts.push_back({.at = at, .text = text, .size = size, .ink = ink, .anchor = anchor});
}

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

/// Blocks from x on, as many as there is room for; returns the x behind them.
float add_blocks(Scene& scene, float x, float y, uint32_t begin, uint32_t end,
                 const std::string& state, bool runs) {
  const uint32_t shown = std::min(end - begin, most_blocks / 2);
  for (uint32_t b = 0; b < shown; ++b, x += block_width + block_apart) {
    add_box(scene, {x, y, block_width, block_height}, say("block ", begin + b),
            runs ? Ink::warn : Ink::dim, !runs);
    add_words(scene, {x + block_width / 2, y + block_height - 16}, state,
              runs ? Ink::warn : Ink::dim, 14);
  }
  if (shown == end - begin) return x;
  add_words(scene, {x, y + block_height / 2}, say("… ", end - begin - shown, " more"), Ink::dim, 14,
            Anchor::left);
  return x + 80;
}

/// Those that run wait, those that are waited for have no room.
void add_deadlock(Scene& scene, const Moment& moment, float y) {
  const uint32_t blocks = moment.problem().blocks();
  const uint32_t limit = moment.problem().settings().resident_blocks;
  const uint32_t running = limit == 0 ? blocks : std::min(limit, blocks);
  const float x = margin + 20;
  const std::string all_wait = say("at once: ", counted(running, "block"), ", and all wait");
  const float right = add_blocks(scene, x, y + 40, 0, running, "waits", true) - block_apart;
  const float end = std::max(right, x + text_width(all_wait, 16, Face::ui)) + 20;
  scene.frames.push_back({.at = {margin, y, end - margin, block_height + 60}, .edge = Ink::dim});
  add_words(scene, {x, y + 20}, all_wait, Ink::text, 16, Anchor::left);
  scene.width = end + margin;
  if (running == blocks) return;
  const float outside = end + 90;
  const std::string why_outside = "outside: no room before one ends";
  scene.width =
      margin + std::max(add_blocks(scene, outside, y + 40, running, blocks, "not begun", false),
                        outside + text_width(why_outside, 16, Face::ui));
  add_words(scene, {outside, y + 20}, why_outside, Ink::dim, 16, Anchor::left);
  scene.arrows.push_back({.from = {outside - 8, y + 40 + block_height / 2},
                          .to = {end + 6, y + 40 + block_height / 2},
                          .path = Path::straight,
                          .ink = Ink::warn,
                          .width = 2,
                          .dashed = true});
}

/// Two threads and what each of them reached.
void add_two_threads(Scene& scene, const Fault& fault, float y, const std::string& word) {
  const float middle = scene.width / 2;
  const float half = std::max(text_width(word, 18, Face::ui) + 30, 240.f) / 2;
  const ThreadAt* threads[] = {&fault.first, &fault.second};
  for (const int side : {0, 1}) {
    const ThreadAt& at = *threads[side];
    if (at.thread == nobody) continue;
    const float x = middle + (side == 0 ? -220.f : 220.f);
    add_box(scene, {x - 110, y, 220, 46}, thread_name(at), Ink::warn);
    add_words(scene, {x, y + 64}, line_words(at.source), Ink::dim, 15);
    const bool one_word = !word.empty();
    const Vec to = one_word ? Vec{middle + (side == 0 ? -40.f : 40.f), y + 150} : Vec{x, y + 150};
    scene.arrows.push_back({.from = {x, y + 80}, .to = to, .ink = Ink::warn, .width = 2});
    if (!one_word) scene.lines.push_back({{x - 90, y + 154}, {x + 90, y + 154}, Ink::text, 4});
  }
  if (word.empty())
    add_words(scene, {middle, y + 178}, "two places to wait at: the block never meets");
  else
    add_box(scene, {middle - half, y + 154, 2 * half, 44}, word, Ink::warn,
            fault.kind == Fault::Kind::outside);
}

/// A line of the kernels, and what is said of it.
struct Said {
  uint32_t line;
  std::string text, words;
  bool missing;  ///< it is not there
};

/// The text of a line without what indents it; "" where there is none.
std::string line_text(const radix::SourceLine& source) {
  for (const radix::SourceFile& file : radix::embedded_sources()) {
    if (file.name != source.file) continue;
    std::size_t at = 0;
    for (uint32_t k = 1; k < source.line && at != file.text.npos; ++k)
      at = file.text.find('\n', at) + 1;
    return std::string(trimmed(file.text.substr(at, file.text.find('\n', at) - at)));
  }
  return "";
}

/// The two lines of a race and, where a barrier was taken out of their file, the barrier, in the
/// order of the file.
std::vector<Said> lines_of_race(const Fault& fault, const std::string& planted) {
  std::vector<Said> lines;
  for (const ThreadAt* at : {&fault.first, &fault.second})
    if (at->source.line > 0 && (lines.empty() || lines[0].line != at->source.line))
      lines.push_back({at->source.line, line_text(at->source), thread_name(*at), false});
  const radix::PlantedFault* gone = radix::planted_fault_named(planted);
  if (gone && gone->file == fault.first.source.file)
    for (const radix::Change& change : gone->changes)
      if (change.wrong.empty() && change.right.starts_with("__syncthreads"))
        lines.push_back({change.line, change.right, "the barrier that is missing", true});
  std::ranges::sort(lines, {}, &Said::line);
  return lines;
}

/// They below each other; returns the foot.
float add_listing(Scene& scene, float y, const std::vector<Said>& lines) {
  constexpr float row = 30, number = 40, letters = 13;
  constexpr std::size_t longest = 56;
  const float x = margin + number;
  for (const Said& each : lines) {
    std::string text = each.text;
    if (text.size() > longest) text = text.substr(0, longest - 1) + "…";
    const Ink ink = each.missing ? Ink::good : Ink::warn;
    scene.frames.push_back({.at = {x, y, scene.width - margin - x, row - 4},
                            .edge = ink,
                            .width = each.missing ? 2.f : 1.f,
                            .radius = 4,
                            .dashed = each.missing});
    const float middle = y + (row - 4) / 2;
    add_words(scene, {x - 10, middle}, std::to_string(each.line), Ink::dim, 14, Anchor::right);
    scene.texts.push_back({.at = {x + 10, middle},
                           .text = text,
                           .size = letters,
                           .ink = each.missing ? ink : Ink::text,
                           .face = Face::mono,
                           .anchor = Anchor::left});
    add_words(scene, {scene.width - margin - 10, middle}, each.words, ink, 14, Anchor::right);
    y += row;
  }
  return y;
}

}  // namespace

bool stands_at_fault(const Moment& moment) {
  const std::optional<Fault>& fault = moment.trace->fault;
  const bool in_a_kernel = fault && (fault->kind != Fault::Kind::other || !fault->kernel.empty());
  const bool came_to_its_end =
      fault && (fault->kind == Fault::Kind::promise || fault->kind == Fault::Kind::comparison);
  return in_a_kernel && !came_to_its_end && moment.cursor == moment.trace->steps.size();
}

Scene draw_fault(const Moment& moment) {
  const Fault none{.sentence = "This run was not broken off."};
  const Fault& fault = moment.trace->fault ? *moment.trace->fault : none;
  Scene scene{.width = page_across, .title = "Broken off", .subtitle = "where the run stopped"};
  if (!fault.kernel.empty()) scene.subtitle += " · kernel " + fault.kernel;
  const float y = margin;
  const std::string word = fault.array.empty()     ? ""
                           : fault.index == nobody ? fault.array
                                                   : say(fault.array, "[", fault.index, "]");
  if (fault.kind == Fault::Kind::deadlock)
    add_deadlock(scene, moment, y), end_page(scene, y + block_height + 60);
  else if (fault.first.thread != nobody)
    scene.width = two_across, add_two_threads(scene, fault, y, word),
    end_page(scene, fault.kind == Fault::Kind::race && !moment.trace->planted.empty()
                        ? add_listing(scene, y + drawn_high + 6,
                                      lines_of_race(fault, moment.trace->planted))
                        : y + drawn_high);
  else
    end_page(scene, add_sentence(scene, Columns{.left = margin}, y, as_sentence(fault.sentence)));
  return scene;
}

}  // namespace scope
