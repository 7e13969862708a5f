#include "calculator_page.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "app/core/model/tradeoff.hpp"
#include "app/core/scene/text_width.hpp"
#include "kernels/engine/model/problem.hpp"

namespace scope {
namespace {

constexpr float calculator_width = 1010, answer_pitch = 36;
constexpr float column_air = 26;
constexpr float name_size = 17, value_size = 21, how_size = 16, least_how = 14;

/// "1.05 MB"; below a thousand "96 bytes".
std::string size_words(uint64_t bytes) {
  constexpr std::pair<double, const char*> units[] = {
      {1e12, "TB"}, {1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}};
  for (const auto& [unit, name] : units)
    if (static_cast<double>(bytes) >= unit)
      return say(short_number(static_cast<double>(bytes) / unit), " ", name);
  return say(bytes, bytes == 1 ? " byte" : " bytes");
}

std::string share_words(double part) {
  const double share = 100 * part;
  return share > 0 && share < 0.01 ? "less than 0.01 %" : short_number(share) + " %";
}

/// Where the last digit is narrower its table is smaller.
std::string tables_words(const Calculated& found) {
  if (found.last_buckets == found.buckets)
    return say("S = p 2^r B = ", found.passes, " · ", found.table);
  return say("S = (p − 1) 2^r B + 2^", found.last_bits, " B = ", found.passes - 1, " · ",
             found.table, " + ", found.last_buckets, " · ", found.blocks);
}

/// The closed form of app/core/model/tradeoff.hpp for a warp, or for a block that is smaller.
std::string sectors_words(const Calculation& asked, const Calculated& found) {
  const auto lanes = std::min<uint64_t>(warp_lanes, asked.threads);
  if (std::min(found.block, asked.keys) <= 1) return "every thread writes by itself";
  return say("R + (", lanes, " − R) / 8, R = 1 + ", lanes - 1, " (D(2^r, ",
             found.block <= asked.keys ? "K" : "N", ") − 1) / (",
             found.block <= asked.keys ? "K" : "N", " − 1) = ", fixed_number(found.runs, 2),
             " pieces; uniform keys");
}

/// The widest table that is small enough, and the next one, which is not.
std::string widest_words(const Calculation& asked, const Calculated& found) {
  const std::string most = say(asked.share, " % of ", power_text(asked.keys));
  const uint64_t r = found.widest_radix;
  const auto size = [&](uint64_t bits) { return table_with(asked, bits); };
  if (r == 0) return say("even 2 B = ", size(1), " entries are more than ", most);
  const std::string fits = say("2^", r, " B = ", size(r), " ≤ ", most);
  return r == std::min(widest_asked, asked.key_bits)
             ? fits
             : say(fits, ", but 2^", r + 1, " B = ", size(r + 1));
}

}  // namespace

std::string power_text(uint64_t number) {
  return number >= 1024 && std::has_single_bit(number) ? say("2^", std::bit_width(number) - 1)
                                                       : std::to_string(number);
}

std::string asked_words(const Calculation& asked) {
  std::string words;
  for (const CalculationInput& input : calculation_inputs())
    if (std::string_view(input.letter).size() == 1)
      words += say(words.empty() ? "" : " · ", input.letter, " = ", power_text(asked.*input.value));
  return words;
}

std::vector<CalculatedLine> calculated_lines(const Calculation& asked) {
  const Calculated found = calculate(asked);
  const uint64_t r = std::min(asked.radix_bits, asked.key_bits);
  const std::string n = power_text(asked.keys);
  const std::string moved = say("4 (2 p N + 2 S) = 4 (2 · ", found.passes, " · ", n, " + 2 · ",
                                found.tables, ") = ", found.read);
  return {
      {"passes", say(found.passes), say("p = ⌈b / r⌉ = ⌈", asked.key_bits, " / ", r, "⌉")},
      {"launches", say(found.launches), say("3 p = 3 · ", found.passes)},
      {"keys of a block", say(found.block),
       say("K = C T = ", asked.keys_per_thread, " · ", asked.threads)},
      {"blocks", say(found.blocks), say("B = ⌈N / K⌉ = ⌈", n, " / ", found.block, "⌉")},
      {"keys of a bucket in a block", short_number(found.bucket),
       say("K / 2^r = ", found.block, " / ", found.buckets)},
      {"table entries", say(found.table),
       say("2^r B = ", found.buckets, " · ", found.blocks, ", ", share_words(found.table_per_key),
           " of the keys, ", size_words(found.table_bytes))},
      {"… of all passes", say(found.tables), tables_words(found)},
      {"bytes read", size_words(found.read), moved},
      {"bytes written", size_words(found.written), "as many: a pass writes what it reads"},
      {"sectors a store writes", fixed_number(found.sectors, 1), sectors_words(asked, found)},
      {say("C for ", asked.bucket, " keys per bucket"), say(found.wanted_keys_per_thread),
       say("C ≥ ", asked.bucket, " · 2^r / T = ", asked.bucket, " · ", found.buckets, " / ",
           asked.threads),
       true},
      {say("largest r, table ≤ ", asked.share, " %"),
       found.widest_radix > 0 ? say(found.widest_radix) : "none", widest_words(asked, found), true},
  };
}

std::string calculation_note(const Calculation& asked) {
  std::string note = "Not counted: the scan's chain of sums, 8 words for every T table entries.";
  note += " D(m, n): buckets out of m that n keys fill.";
  if (asked.radix_bits > asked.key_bits) note += " A digit has no more bits than a key.";
  if (asked.radix_bits > radix::max_radix_bits)
    note += say(" The kernels here sort by at most ", radix::max_radix_bits, " bits per pass.");
  if (calculate(asked).block > radix::max_keys_per_block)
    note += say(" A block here holds at most ", radix::max_keys_per_block, " keys.");
  return note;
}

/// What the letters of the page stand for: those that are asked, and those that follow.
static std::string letters_words() {
  std::string words;
  for (const CalculationInput& input : calculation_inputs())
    if (std::string_view(input.letter).size() == 1)
      words += say(words.empty() ? "" : " · ", input.letter, " ", input.about);
  return words + " · p passes · K keys per block · B blocks";
}

std::string calculation_text(const Calculation& asked) {
  std::string text = asked_words(asked) + "\n";
  std::size_t widest = 0;
  const auto lines = calculated_lines(asked);
  for (const CalculatedLine& line : lines) widest = std::max(widest, utf8_length(line.name));
  for (const CalculatedLine& line : lines) {
    const std::string gap(widest + 2 - utf8_length(line.name), ' '),
        value(line.value.size() < 12 ? 12 - line.value.size() : 0, ' ');
    text += line.name + gap + value + line.value + "  " + line.how + "\n";
  }
  return text + calculation_note(asked) + "\n";
}

Scene draw_calculator(const Moment& moment) {
  const Calculation& asked = moment.calculation;
  Scene scene{.width = calculator_width, .title = "Calculator"};
  scene.subtitle = asked_words(asked);
  const auto lines = calculated_lines(asked);
  float first = 0;  // of both columns before the closed forms
  for (const CalculatedLine& line : lines)
    first = std::max(first, text_width(line.name, name_size, Face::bold) + column_air +
                                text_width(line.value, value_size, Face::bold));
  const float value_right = margin + first, how_left = value_right + column_air;
  for (const CalculatedLine& line : lines)
    scene.width =
        std::max(scene.width, how_left + text_width(line.how, least_how, Face::ui) + margin);
  const std::string note = calculation_note(asked);
  scene.width = std::max(scene.width, 2 * margin + text_width(note, least_how, Face::ui) + 1);
  const std::string letters = letters_words();
  scene.width = std::max(scene.width, 2 * margin + text_width(letters, least_how, Face::ui) + 1);
  float y = answer_pitch / 2;
  bool turned = false;
  const auto add = [&](Vec at, const std::string& text, float size, Ink ink, Face face,
                       Anchor anchor = Anchor::left) {
    scene.texts.push_back(
        {.at = at, .text = text, .size = size, .ink = ink, .face = face, .anchor = anchor});
  };
  add({margin, y - 4}, letters, least_how, Ink::text, Face::ui);
  y += answer_pitch - 6;
  for (const CalculatedLine& line : lines) {
    if (line.asked && !turned) {
      scene.lines.push_back({{margin, y - answer_pitch / 2 + 4},
                             {scene.width - margin, y - answer_pitch / 2 + 4},
                             Ink::line,
                             1});
      y += 8, turned = true;
    }
    add({margin, y}, line.name, name_size, line.asked ? Ink::accent : Ink::dim, Face::bold);
    add({value_right, y}, line.value, value_size, Ink::text, Face::bold, Anchor::right);
    const float room = scene.width - margin - how_left;
    const float fits = std::floor(how_size * room / text_width(line.how, how_size, Face::ui));
    add({how_left, y}, line.how, std::clamp(fits, least_how, how_size), Ink::dim, Face::ui);
    y += answer_pitch;
  }
  const float fits =
      std::floor(how_size * (scene.width - 2 * margin) / text_width(note, how_size, Face::ui));
  add({margin, y}, note, std::clamp(fits, least_how, how_size), Ink::dim, Face::ui);
  end_page(scene, y + answer_pitch / 2);
  return scene;
}

}  // namespace scope
