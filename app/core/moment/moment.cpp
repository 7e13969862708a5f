#include "moment.hpp"

#include "beside_right.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <numeric>

#include "text/all.hpp"

namespace scope {
namespace {

using radix::none;

radix::Array untouched(const radix::Problem& problem) {
  radix::Array keys{radix::array::keys, problem.keys(), {}, radix::MemorySpace::global};
  for (uint32_t i = 0; i < problem.size(); ++i) keys.ids.push_back(i);
  return keys;
}

}  // namespace

bool is_doubtful(const Moment& moment) {
  const auto& fault = beside_right(*moment.trace);
  if (!fault || moment.cursor == 0) return false;
  return fault->step == none || moment.cursor > fault->step;
}

radix::Array input_of(const Moment& moment) {
  const radix::Array* keys = moment.find(radix::array::keys);
  return keys ? *keys : untouched(moment.problem());
}

bool is_whole(const radix::Array& keys) { return std::ranges::count(keys.ids, none) == 0; }

radix::Array keys_standing(const Moment& moment) {
  const radix::Array* output = moment.find(radix::array::output);
  return output && is_whole(*output) ? *output : input_of(moment);
}

Invariants all_there(const Moment& moment, const radix::Array& keys) {
  const uint32_t n = moment.problem().size();
  std::vector<bool> seen(n, false);
  for (uint32_t id : keys.ids)
    if (id < n) seen[id] = true;
  Invariants kept{.equals = text::all::equals_in_order};
  kept.complete = keys.ids.size() == n && std::ranges::all_of(seen, std::identity{});
  kept.keys = !kept.complete ? std::string(text::all::keys_missing)
              : n == 1       ? std::string(text::all::keys_only_one)
                             : text::all::keys_all({.keys = n});
  return kept;
}

uint32_t position_of(const radix::Array& keys, uint32_t id) {
  for (uint32_t i = 0; i < keys.ids.size(); ++i)
    if (keys.ids[i] == id) return i;
  return none;
}

std::string nth_mark(const std::string& key, uint32_t nth) {
  if (std::isalpha(static_cast<unsigned char>(key.back())) != 0)
    return "#" + std::to_string(nth + 1);
  std::string mark;
  for (uint32_t left = nth + 1; left > 0; left = (left - 1) / 26)
    mark.insert(mark.begin(), static_cast<char>('a' + (left - 1) % 26));
  return mark;
}

static std::vector<std::string> marks_of(const radix::Problem& problem) {
  const std::vector<uint32_t>& keys = problem.keys();
  std::vector<uint32_t> order(keys.size());  // equal keys side by side, in input order
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, {}, [&](uint32_t id) { return keys[id]; });
  std::vector<std::string> marks(keys.size());
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && keys[order[end]] == keys[order[begin]]) ++end;
    for (std::size_t k = begin; k < end && end - begin > 1; ++k)
      marks[order[k]] = nth_mark(problem.text_of(keys[order[k]]), static_cast<uint32_t>(k - begin));
  }
  return marks;
}

/// A picture and its words ask for them a hundred times, of one problem.
std::vector<std::string> duplicate_marks(const radix::Problem& problem) {
  thread_local radix::Problem last;
  thread_local std::vector<std::string> marks;
  if (!(problem == last)) marks = marks_of(problem), last = problem;
  return marks;
}

std::string number_text(uint32_t value) { return value == none ? "–" : std::to_string(value); }

std::string binary(uint32_t key, uint32_t key_bits) {
  std::string text;
  for (uint32_t bit = key_bits; bit-- > 0;) text += (key >> bit) & 1u ? '1' : '0';
  return text;
}

uint32_t least_comparisons(uint32_t n) {
  double bits = 0;
  for (uint32_t k = 2; k <= n; ++k) bits += std::log2(k);
  return static_cast<uint32_t>(std::ceil(bits - 1e-9));
}

std::string place_words(const Moment& moment) {
  if (moment.problem().size() == 0) return text::all::place_no_keys;
  const radix::Outline outline = radix::outline_of(*moment.trace);
  const std::string_view noun = text::translated(outline.noun);
  const radix::Step* step = moment.step();
  if (!step) return text::all::place_input({.noun = noun, .parts = outline.parts.size()});
  std::string text =
      text::all::place_part({.noun = noun, .part = step->pass + 1, .parts = outline.parts.size()});
  const std::string name = outline.parts[step->pass].shown();
  if (!name.empty()) text += " · " + name;
  text.append(" · ").append(text::translated(radix::info(step->stage).label));
  if (step->splits > 1)
    text += " · " + text::all::place_split({.split = step->split + 1, .splits = step->splits});
  return text;
}

}  // namespace scope
