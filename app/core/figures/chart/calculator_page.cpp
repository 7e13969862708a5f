#include "calculator_page.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "app/core/model/tradeoff.hpp"
#include "app/core/scene/text_width.hpp"
#include "kernels/engine/model/problem.hpp"
#include "text/calculator.hpp"
#include "text/families.hpp"

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
      return short_number(static_cast<double>(bytes) / unit) + " " + name;
  return text::calculator::bytes({.bytes = bytes});
}

std::string share_words(double part) {
  const double share = 100 * part;
  return share > 0 && share < 0.01 ? std::string(text::calculator::tiny_share)
                                   : short_number(share) + " %";
}

/// Where the last digit is narrower its table is smaller.
std::string tables_words(const Calculated& found) {
  if (found.last_buckets == found.buckets)
    return joined({"S = p 2^r B = ", found.passes, " · ", found.table});
  return joined({"S = (p − 1) 2^r B + 2^", found.last_bits, " B = ", found.passes - 1, " · ",
                 found.table, " + ", found.last_buckets, " · ", found.blocks});
}

/// The closed form of app/core/model/tradeoff.hpp for a warp, or for a block that is smaller.
std::string sectors_words(const Calculation& asked, const Calculated& found) {
  const auto lanes = std::min<uint64_t>(warp_lanes, asked.threads);
  if (std::min(found.block, asked.keys) <= 1) return text::calculator::alone;
  return text::calculator::sectors_how({.block = found.block <= asked.keys ? "K" : "N",
                                        .lanes = lanes,
                                        .others = lanes - 1,
                                        .pieces = fixed_number(found.runs, 2)});
}

/// The widest table that is small enough, and the next one, which is not.
std::string widest_words(const Calculation& asked, const Calculated& found) {
  const uint64_t r = found.widest_radix;
  const std::string keys = power_text(asked.keys);
  const auto size = [&](uint64_t bits) { return table_with(asked, bits); };
  if (r == 0)
    return text::calculator::even_one_bit({.entries = size(1), .keys = keys, .share = asked.share});
  if (r == std::min(widest_asked, asked.key_bits))
    return text::calculator::fits(
        {.entries = size(r), .keys = keys, .radix = r, .share = asked.share});
  return text::calculator::fits_but({.entries = size(r),
                                     .keys = keys,
                                     .next = r + 1,
                                     .radix = r,
                                     .share = asked.share,
                                     .too_many = size(r + 1)});
}

}  // namespace

std::string power_text(uint64_t number) {
  return number >= 1024 && std::has_single_bit(number)
             ? "2^" + std::to_string(std::bit_width(number) - 1)
             : std::to_string(number);
}

std::string asked_words(const Calculation& asked) {
  std::string words;
  for (const CalculationInput& input : calculation_inputs())
    if (std::string_view(input.letter).size() == 1)
      words += (words.empty() ? "" : " · ") + std::string(input.letter) + " = " +
               power_text(asked.*input.value);
  return words;
}

std::vector<CalculatedLine> calculated_lines(const Calculation& asked) {
  const Calculated found = calculate(asked);
  const uint64_t r = std::min(asked.radix_bits, asked.key_bits);
  const std::string n = power_text(asked.keys);
  const std::string moved = joined({"4 (2 p N + 2 S) = 4 (2 · ", found.passes, " · ", n, " + 2 · ",
                                    found.tables, ") = ", found.read});
  const auto number = [](uint64_t value) { return std::to_string(value); };
  return {
      {text::calculator::passes, number(found.passes),
       joined({"p = ⌈b / r⌉ = ⌈", asked.key_bits, " / ", r, "⌉"})},
      {text::calculator::launches, number(found.launches), joined({"3 p = 3 · ", found.passes})},
      {text::calculator::keys_of_block, number(found.block),
       joined({"K = C T = ", asked.keys_per_thread, " · ", asked.threads})},
      {text::calculator::blocks, number(found.blocks),
       joined({"B = ⌈N / K⌉ = ⌈", n, " / ", found.block, "⌉"})},
      {text::calculator::keys_of_bucket, short_number(found.bucket),
       joined({"K / 2^r = ", found.block, " / ", found.buckets})},
      {text::calculator::entries, number(found.table),
       text::calculator::table_how({.blocks = found.blocks,
                                    .buckets = found.buckets,
                                    .share = share_words(found.table_per_key),
                                    .size = size_words(found.table_bytes)})},
      {text::calculator::all_entries, number(found.tables), tables_words(found)},
      {text::calculator::bytes_read, size_words(found.read), moved},
      {text::calculator::bytes_written, size_words(found.written), text::calculator::as_many},
      {text::calculator::sectors, fixed_number(found.sectors, 1), sectors_words(asked, found)},
      {text::calculator::wanted_keys({.bucket = asked.bucket}),
       number(found.wanted_keys_per_thread),
       joined({"C ≥ ", asked.bucket, " · 2^r / T = ", asked.bucket, " · ", found.buckets, " / ",
               asked.threads}),
       true},
      {text::calculator::widest({.share = asked.share}),
       found.widest_radix > 0 ? number(found.widest_radix)
                              : std::string(text::calculator::no_width),
       widest_words(asked, found), true},
  };
}

std::string calculation_note(const Calculation& asked) {
  std::string note = text::paragraph(text::calculator::note, text::calculator::note_filled);
  if (asked.radix_bits > asked.key_bits) note = text::paragraph(note, text::calculator::note_digit);
  if (asked.radix_bits > radix::max_radix_bits)
    note = text::paragraph(note, text::calculator::note_radix({.bits = radix::max_radix_bits}));
  if (calculate(asked).block > radix::max_keys_per_block)
    note = text::paragraph(note, text::calculator::note_block({.keys = radix::max_keys_per_block}));
  return note;
}

/// What the letters of the page stand for: those that are asked, and those that follow.
static std::string letters_words() {
  std::string asked;
  for (const CalculationInput& input : calculation_inputs())
    if (std::string_view(input.letter).size() == 1)
      asked +=
          joined({asked.empty() ? "" : " · ", input.letter, " ", text::translated(input.about)});
  return text::calculator::letters({.asked = asked});
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
  Scene scene{.width = calculator_width, .title = text::families::calculator};
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
