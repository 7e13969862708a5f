/// Density pictures in words.
#include <algorithm>

#include "density_facts.hpp"
#include "app/scene/heatmap.hpp"
#include "app/base/text.hpp"

namespace scope {
namespace {

constexpr std::size_t most_parts = 6;  // of a sentence that one can follow

struct Moment {
  Seen seen;
  uint32_t pass = 0;
  uint32_t sorted = 0;  ///< bits
};

std::vector<Moment> moments_of(const TimingRow& row) {
  std::vector<Moment> all;
  for (const radix::Density& density : row.densities) {
    const uint32_t sorted = sorted_bits(row, density);
    all.push_back({seen_in(field_of(density, row.input), row.input.bits, sorted), density.pass, sorted});
  }
  return all;
}

/// Looks like the one before, or is its next doubling or halving.
bool goes_on(const Seen& a, const Seen& b) {
  return a.sight == b.sight && (b.sight != Sight::teeth || a.down == b.down);
}

/// "the input", "pass 3", "passes 3 to 8".
std::string when(const Moment& first, const Moment& last, bool anchor) {
  if (anchor) return first.pass == 0 ? "the input" : "the sort";
  if (last.pass == 0) return "the input";
  if (first.pass == 0) return say("the input and up to pass ", last.pass);
  return first.pass == last.pass ? say("pass ", first.pass) : say("passes ", first.pass, " to ", last.pass);
}

std::string line_of(const Seen& seen) {
  if (seen.sight == Sight::falling) return seen.even ? "the falling diagonal" : "a falling line";
  if (seen.even) return "the diagonal";
  return seen.count <= few_rows ? say("a staircase of ", seen.count, " steps") : "a rising curve";
}

/// "128 stripes", "128 stripes, then 64, 32 … 2": how their number goes.
std::string counts_of(const char* noun, const Moment* first, const Moment* last) {
  const uint32_t a = first->seen.count, z = last->seen.count;
  std::string text = a == 1 ? say("1 ", noun) : say(a, " ", noun, "s");
  if (last - first == 1)
    text += say(", then ", z);
  else if (last - first > 1)
    text += say(", then ", (first + 1)->seen.count, last - first > 2 ? " … " : " and ", z);
  return text;
}

std::string spread_of(const Seen& seen) {
  const bool noise = seen.sight == Sight::noise;
  if (seen.count <= few_rows) return say(seen.count, noise ? " rows of noise " : " even rows ");
  if (seen.even) return noise ? "noise " : "an even spread ";
  return noise ? "noise, denser where more keys lie, " : "even rows, denser where more keys lie, ";
}

/// What one sees from the first to the last of these moments, which are of one kind.
std::string part_of(const Moment* first, const Moment* last, bool anchor) {
  const Seen& seen = first->seen;
  const bool input = first->pass == 0;
  const std::string place = (input ? "in " : "after ") + when(*first, *last, anchor);
  switch (seen.sight) {
    case Sight::one_row: return "one row " + place;
    case Sight::rising:
    case Sight::falling: return line_of(seen) + " " + place;
    case Sight::noise:
    case Sight::flat: return spread_of(seen) + place;
    case Sight::stripes: return counts_of("stripe", first, last) + " " + place;
    case Sight::teeth:
      return counts_of(seen.down ? "falling piece" : "rising piece", first, last) + " " + place;
    case Sight::mixed: break;
  }
  return (seen.count <= few_rows ? say(seen.count, " rows in pieces ") : "pieces of order ") + place;
}

/// Why it stays noise although the sort gets on; "" where it does not.
std::string reason(const TimingRow& row, const Moment* first, const Moment* last) {
  const uint32_t low = row.input.bits > 8 ? row.input.bits - 8 : 0;
  const bool worked =
      std::any_of(first, last + 1, [&](const Moment& m) { return m.pass > 0 && m.sorted <= low; });
  if ((first->seen.sight != Sight::noise && first->seen.sight != Sight::flat) || !worked) return "";
  return ", for the picture shows the top 8 bits and these are sorted last";
}

}  // namespace

std::string density_caption(const TimingRow& row, const radix::Density& density) {
  if (density.pass == 0) return "input";
  return row.rung ? say("after pass ", density.pass) : "after the sort";
}

std::string density_note(const TimingRow& row, const radix::Density& density, bool brief) {
  const uint32_t bits = sorted_bits(row, density);
  if (bits == 0) return "unsorted";
  return std::string(brief ? "sorted " : "sorted by ") + (bits == 1 ? "bit 0" : say("bits 0–", bits - 1));
}

std::string density_sentence(const TimingRow& row) {
  const std::vector<Moment> moments = moments_of(row);
  if (moments.empty()) return "";
  if (std::ranges::all_of(moments, [](const Moment& m) { return m.seen.sight == Sight::one_row; }))
    return "All keys have the same " + std::string(row.input.bits > 8 ? "top 8 bits" : "value") +
           ": one row, and no pass moves anything that can be seen.";
  std::vector<std::string> parts;
  for (const Moment *first = moments.data(), *end = first + moments.size(); first != end;) {
    const Moment* last = first;
    while (last + 1 != end && goes_on(last->seen, last[1].seen)) ++last;
    parts.push_back(part_of(first, last, !row.rung) + reason(row, first, last));
    first = last + 1;
  }
  std::string text = parts.front();
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const bool told = parts.size() <= most_parts || i < 2 || i + 2 >= parts.size();
    if (told)
      text += "; " + parts[i];
    else if (i == 2)
      text += "; then one and the other";
  }
  return capital(text) + ".";
}

}  // namespace scope
