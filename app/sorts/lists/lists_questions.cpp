#include "lists_questions.hpp"

#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "lists_parts.hpp"
#include "text/lists.hpp"

namespace scope {
namespace {

namespace lists = radix::lists;
using radix::none;

bool deals_out(const Moment& after) { return lists_part(after).kind == ListsPart::bit; }

uint32_t every_slot(const Moment& after) { return deals_out(after) ? after.problem().size() : 0; }

/// A key before its bit's two lists, and what its thread counts.
struct DealtAt {
  uint32_t list = 0, lists = 0, place = 0;
  bool one = false;
  int64_t zeros_before = 0, ones_before = 0, zeros = 0, ones = 0;  ///< of its thread's keys
  int64_t alike_before = 0;  ///< keys of all threads with the same bit
  uint32_t at(int64_t number) const { return list + lists * static_cast<uint32_t>(number); }
};
DealtAt dealt_at(const Moment& after, const radix::Array& keys, uint32_t place) {
  DealtAt key{.lists = lists_in(*after.trace), .place = place};
  key.list = place % key.lists;
  const auto is_one = [&](uint32_t k) {
    return (after.problem().ordered(keys.values[k]) >> lists_part(after).number & 1) == 1;
  };
  key.one = is_one(place);
  for (uint32_t k = key.list; k < keys.values.size(); k += key.lists) {
    const bool before = k < place;
    (is_one(k) ? key.ones : key.zeros) += 1;
    (is_one(k) ? key.ones_before : key.zeros_before) += before ? 1 : 0;
  }
  for (uint32_t k = 0; k < place; ++k) key.alike_before += is_one(k) == key.one ? 1 : 0;
  return key;
}

/// "Key 9a stands at place 6, in list 2, and its bit is 1."
std::string dealt_words(const Moment& after, const radix::Array& keys, const DealtAt& key) {
  return text::lists::ask_dealt({.alone = key.lists == 1,
                                 .bit = lists_part(after).number,
                                 .key = key_words(after.problem(), keys.ids[key.place]),
                                 .list = key.list,
                                 .place = key.place,
                                 .value = key.one ? 1 : 0});
}

std::string own_keys_words(const DealtAt& key) {
  if (key.lists == 1) return "";
  return text::lists::ask_places({.first = key.list,
                                  .second = key.list + key.lists,
                                  .third = key.list + 2 * key.lists,
                                  .thread = key.list});
}

/// The key that comes to a slot of an array of the part; null: none does.
std::optional<DealtAt> dealt_to(const Moment& after, const radix::Array& keys, radix::ArrayId to,
                                uint32_t slot) {
  const uint32_t place = position_of(keys, after.find(to)->ids[slot]);
  if (place == none) return std::nullopt;
  return dealt_at(after, keys, place);
}

std::optional<Asked> ask_place_in_list(const Moment& after, uint32_t slot, radix::ArrayId to) {
  const radix::Array keys = input_of(after);
  const auto key = dealt_to(after, keys, to, slot);
  if (!key) return std::nullopt;
  const int64_t before = key->one ? key->ones_before : key->zeros_before,
                others = key->one ? key->zeros_before : key->ones_before;
  return Asked{
      .question = text::paragraph(
          dealt_words(after, keys, *key), own_keys_words(*key),
          key->lists == 1 ? std::string_view() : std::string_view(text::lists::ask_in_turn),
          text::lists::ask_place_in_list({.ones = key->one})),
      .answer = slot,
      .guesses = {{"stays", key->place},
                  {"inclusive", key->at(before + 1)},
                  {"zeros_for_ones", key->one ? int64_t{key->at(others)} : -1},
                  {"of_all_threads", key->lists == 1 ? -1 : key->alike_before},
                  {"side_by_side", key->lists == 1 ? -1 : before}},
      .key = keys.ids[key->place]};
}
std::optional<Asked> ask_zero_list(const Moment& after, uint32_t slot) {
  return ask_place_in_list(after, slot, lists::array::zero_list);
}
std::optional<Asked> ask_one_list(const Moment& after, uint32_t slot) {
  return ask_place_in_list(after, slot, lists::array::one_list);
}

std::optional<Asked> ask_place_behind(const Moment& after, uint32_t slot) {
  const radix::Array keys = input_of(after);
  const auto key = dealt_to(after, keys, radix::array::output, slot);
  if (!key || !key->one) return std::nullopt;
  return Asked{.question = text::paragraph(dealt_words(after, keys, *key), own_keys_words(*key),
                                           text::lists::ask_place_behind),
               .answer = slot,
               .guesses = {{"no_bucket_start", key->at(key->ones_before)},
                           {"starts_at_count", key->at(key->ones + key->ones_before)},
                           {"inclusive", key->at(key->zeros + key->ones_before + 1)},
                           {"reversed", key->at(key->zeros + key->ones - 1 - key->ones_before)},
                           {"side_by_side", key->lists == 1 ? -1 : key->zeros + key->ones_before},
                           {"stays", key->place}},
               .key = keys.ids[key->place]};
}

uint32_t one_winner(const Moment& after) {
  return lists_part(after).kind == ListsPart::round && after.find(lists::array::heads) ? 1 : 0;
}

std::optional<Asked> ask_winner(const Moment& after, uint32_t) {
  const radix::Problem& problem = after.problem();
  const radix::Array& heads = *after.find(lists::array::heads);
  const auto all = static_cast<uint32_t>(heads.ids.size());
  const uint32_t winner = after.find(lists::array::winner)->values[0];
  if (winner >= all || heads.ids[winner] == none) return std::nullopt;
  const auto there = [&](uint32_t list) { return heads.ids[list] != none; };
  std::vector<uint32_t> taken = taken_of_lists(after);
  const auto left = [&](uint32_t list) {
    return length_of_list(list, all, problem.size()) - taken[list];
  };
  std::string shown;
  uint32_t first = none, largest = none, fullest = none, equal = none;
  for (uint32_t list = 0; list < all; ++list) {
    shown +=
        joined({list == 0 ? "" : " ", there(list) ? problem.text_of(heads.values[list]) : "–"});
    if (!there(list)) continue;
    if (first == none) first = list;
    if (largest == none || problem.before(heads.values[largest], heads.values[list]))
      largest = list;
    if (fullest == none || left(list) > left(fullest)) fullest = list;
    if (list != winner && heads.values[list] == heads.values[winner]) equal = list;
  }
  const uint32_t number = lists_part(after).number;
  return Asked{.question = text::lists::ask_winner(
                   {.heads = shown, .round = number + 1, .tie = tie_of(merge_of(*after.trace))}),
               .answer = winner,
               .guesses = {{"largest_head", largest},
                           {"equal_head", equal == none ? -1 : int64_t{equal}},
                           {"first_list", first},
                           {"fullest_list", fullest}}};
}

constexpr Misconception wrong_of_lists[] = {
    {"side_by_side", text::of_number<text::lists::wrong_side_by_side>},
    {"of_all_threads", text::of_number<text::lists::wrong_of_all_threads>},
    {"largest_head", text::of_number<text::lists::wrong_largest_head>},
    {"first_list", text::of_number<text::lists::wrong_first_list>},
    {"fullest_list", text::of_number<text::lists::wrong_fullest_list>},
    {"equal_head", text::of_number<text::lists::wrong_equal_head>},
};

constexpr QuestionKind kinds_of_lists[] = {
    {"place_in_zero_list", text::lists::about_zero_list, lists::array::zero_list, false,
     AnswerBy::place, every_slot, ask_zero_list},
    {"place_in_one_list", text::lists::about_one_list, lists::array::one_list, false,
     AnswerBy::place, every_slot, ask_one_list},
    {"place_behind_lists", text::lists::about_behind, radix::array::output, false, AnswerBy::place,
     every_slot, ask_place_behind},
    {"winner", text::lists::about_winner, lists::array::winner, true, AnswerBy::number, one_winner,
     ask_winner},
};

}  // namespace

std::span<const QuestionKind> list_questions() { return kinds_of_lists; }
std::span<const Misconception> list_misconceptions() { return wrong_of_lists; }

}  // namespace scope
