#include "destination_cards.hpp"

#include "app/core/base/text.hpp"
#include "app/core/moment/beside_right.hpp"
#include "app/core/scene/text_width.hpp"
#include "facts.hpp"
#include "text/radix.hpp"

#include <algorithm>

namespace scope {
namespace {

/// A run with a bug has no cards, not even before the bug shows: their room is the picture's.
bool has_a_bug(const Moment& moment) { return beside_right(*moment.trace).has_value(); }

using radix::Array;
namespace array = radix::array;

/// Heights in a card, from its top.
struct CardRows {
  float title = 22, boxes = 47, height = 112;
  float number = 17;  ///< size of the digits
  float words = 1;    ///< how much larger all of it is, heights included
};
constexpr CardRows usual_rows{}, low_rows{.title = 15, .boxes = 29, .height = 86, .number = 20};

/// A low page that is wide is shown smaller: its cards grow with it.
CardRows rows_in(const Columns& columns) {
  if (!columns.large) return usual_rows;
  const float words = columns.words;
  return {.title = low_rows.title * words,
          .boxes = low_rows.boxes * words,
          .height = low_rows.height * words,
          .number = low_rows.number * words,
          .words = words};
}

constexpr float card_pad = 20, card_gap = 16, widest_cards = 900;
constexpr float rows_gap = 10;  // of a low page, from the rows to the cards below them
constexpr float op_width = 34;  // an operator between two terms
constexpr float sign_size = 18, title_size = 15, heading_gap = 24;
constexpr float box_height = 32, number_width = 52;

/// One term of a formula: a box and its name.
struct Box {
  char sign;  ///< drawn before it
  std::string name;
  std::optional<uint32_t> value;  ///< empty = not known at this moment
  Tag tag;
};

std::optional<uint32_t> at(const Array* array, uint32_t index) {
  if (!array || index >= array->values.size()) return std::nullopt;
  return array->values[index];
}

/// The terms for the key at this position; its digit chooses the formula.
std::vector<Box> boxes_of(const Moment& moment, const Terms& terms, const Array& keys, uint32_t i,
                          uint32_t digit) {
  const radix::Problem& problem = moment.problem();
  const uint32_t block = i / problem.threads_per_block();
  const uint32_t first = terms.local ? problem.block_begin(block) : 0;
  const uint32_t size = terms.local ? problem.block_end(block) - first : problem.size();
  const uint32_t total_at = terms.local ? block : 0, id = keys.ids[i];
  const auto tag = [&](const Array* a, uint32_t index, uint32_t key) {
    return a ? Tag{a->id, 0, index, key} : Tag{.index = none, .key = key};
  };
  const Tag key_only{.index = none, .key = id};
  std::vector<Box> boxes;
  if (digit == 0) {
    boxes.push_back({' ', terms.local ? text::radix::term_thread : text::radix::term_index,
                     i - first, key_only});
    boxes.push_back({'-', text::radix::term_before, at(terms.before, i), tag(terms.before, i, id)});
  } else {
    boxes.push_back(
        {' ', terms.local ? text::radix::box_keys_in_block : text::radix::term_size, size, Tag{}});
    boxes.push_back({'-',
                     terms.local ? text::radix::box_ones_in_block : text::radix::term_ones_total,
                     at(terms.total, total_at), tag(terms.total, total_at, none)});
    boxes.push_back({ones_go_downwards(moment) ? '-' : '+', text::radix::term_before,
                     at(terms.before, i), tag(terms.before, i, id)});
  }
  boxes.push_back({'=', terms.local ? text::radix::box_slot : text::radix::box_destination,
                   at(terms.slots, i), tag(terms.slots, i, id)});
  return boxes;
}

// Widths of a card that is not larger

float box_width(const Box& box) { return std::max(48.f, text_width(box.name, 14, Face::ui)); }

float boxes_width(const std::vector<Box>& boxes) {
  float width = -op_width;
  for (const Box& box : boxes) width += box_width(box) + op_width;
  return width;
}

/// `digit` tints the result; none: no digit does.
void add_boxes(Scene& scene, float x, float y, const std::vector<Box>& boxes, uint32_t digit,
               uint32_t bits, const CardRows& rows) {
  const float words = rows.words, height = box_height * words, wide_number = number_width * words;
  float before = x;  // middle of the box before
  for (const Box& box : boxes) {
    const float wide = box_width(box) * words, middle = x + wide / 2;
    if (box.sign != ' ') {
      const std::string sign = box.sign == '-' ? "−" : std::string(1, box.sign);
      scene.texts.push_back({.at = {(before + middle) / 2, y + height / 2},
                             .text = sign,
                             .size = sign_size * words,
                             .ink = Ink::dim});
    }
    before = middle;
    const Rect place{middle - wide_number / 2, y, wide_number, height};
    Cell cell = box.value ? Cell{.at = place,
                                 .fill = Ink::raised,
                                 .text = std::to_string(*box.value),
                                 .size = rows.number,
                                 .tag = box.tag}
                          : empty_cell(place);
    if (box.sign == '=' && box.value && digit != none) {
      cell.fill = digit_fill(digit, bits), cell.edge = digit_ink(digit, bits);
      cell.edge_width = 1.5f, cell.hatched = digit % 2 == 1;
    }
    scene.cells.push_back(cell);
    add_words(scene, {middle, y + height + 14 * words}, box.name, 14 * words, Ink::dim);
    x += wide + op_width * words;
  }
}

/// The position whose numbers stand in a formula: the selected key if it has this digit, else the
/// first one with ones before it, so that the numbers say something.
uint32_t example(const Moment& moment, const Terms& terms, const Array& keys, uint32_t digit) {
  const auto bit = [&](uint32_t i) { return moment.digit_of(keys.values[i]); };
  const uint32_t chosen = position_of(keys, moment.selected());
  if (chosen != none && bit(chosen) == digit) return chosen;
  uint32_t first = none, ones = 0;
  for (uint32_t i = 0; i < keys.values.size(); ++i) {
    if (terms.local && i % moment.problem().threads_per_block() == 0) ones = 0;
    if (bit(i) == digit && ones > 0) return i;
    if (bit(i) == digit && first == none) first = i;
    ones += bit(i);
  }
  return first;
}

/// "key 6a, index 2", or "key 6a, block 0, thread 2".
std::string whose_numbers(const Moment& moment, const Terms& terms, const Array& keys, uint32_t i) {
  const uint32_t threads = moment.problem().threads_per_block();
  const std::string key = key_words(moment.problem(), keys.ids[i]);
  if (!terms.local) return text::radix::card_index({.index = i, .key = key});
  return text::radix::card_thread({.block = i / threads, .key = key, .thread = i % threads});
}

/// One of the two formulas.
struct KeyCard {
  uint32_t digit = 0, bits = 1;
  std::string title, whose;
  std::vector<Box> boxes;
  bool plain = false;  ///< no digit, no colour
  float width(const CardRows& rows) const {
    const float heading =
        text_width(title, title_size, Face::bold) + heading_gap + text_width(whose, 14, Face::ui);
    return (std::max(boxes_width(boxes), heading) + 2 * card_pad) * rows.words;
  }
};

KeyCard card_of(const Moment& moment, const Terms& terms, const Array& keys, uint32_t digit) {
  const uint32_t i = example(moment, terms, keys, digit);
  KeyCard card;
  card.digit = digit;
  card.title = text::radix::card_title({.local = terms.local, .one = digit == 1});
  card.boxes = boxes_of(moment, terms, keys, i == none ? 0 : i, digit);
  card.whose = i == none ? text::radix::card_nobody({.digit = digit})
                         : whose_numbers(moment, terms, keys, i);
  // Where the step has an example of its own, no other key is named
  const bool other =
      (moment.example_key != none || moment.blind) && i != none && keys.ids[i] != moment.selected();
  if (other) card.whose = text::radix::card_other({.digit = digit});
  // Nobody to take numbers from, or they would tell: the formula is shown with empty boxes
  if (i == none || other || moment.blind)
    for (Box& box : card.boxes) box.value.reset();
  return card;
}

void add_card(Scene& scene, const KeyCard& card, const CardRows& rows, float x, float y,
              float width) {
  const float words = rows.words, pad = card_pad * words;
  scene.frames.push_back({.at = {x, y, width, rows.height}, .edge = Ink::line, .fill = Ink::panel});
  scene.texts.push_back({.at = {x + pad, y + rows.title},
                         .text = card.title,
                         .size = title_size * words,
                         .ink = card.plain ? Ink::text : digit_ink(card.digit, card.bits),
                         .face = Face::bold,
                         .anchor = Anchor::left});
  scene.texts.push_back({.at = {x + width - pad, y + rows.title},
                         .text = card.whose,
                         .size = 14 * words,
                         .ink = Ink::dim,
                         .anchor = Anchor::right});
  add_boxes(scene, x + (width - boxes_width(card.boxes) * words) / 2, y + rows.boxes, card.boxes,
            card.plain ? none : card.digit, card.bits, rows);
}

}  // namespace

Terms terms_of(const Moment& moment) {
  const Array* bits = moment.find(array::bits);
  const Array* before = moment.find(array::ones_before);
  if (!sorts_in_block(moment))
    return {false, bits, before, moment.find(array::ones_total), moment.find(array::destination)};
  if (!before) before = moment.find(array::ones_before_in_block);
  return {true, bits, before, moment.find(array::block_ones),
          moment.find(array::local_destination)};
}

namespace {

constexpr float beside_gap = 36;         // from the rows to a card at their right
constexpr float widest_low_page = 1060;  // hardly wider than that of the chapter's keys

/// On a low page of few keys: where cards stand beside the rows, so that the page is no higher than
/// those; nothing where they have no room there. `y`: below the rows, where the cards would stand.
std::optional<Vec> place_beside(const Columns& columns, float wide, std::size_t cards, float y) {
  const float x = columns.right() + frame_pad(columns) + beside_gap;
  if (!columns.large || x + wide + margin > widest_low_page) return std::nullopt;
  const auto count = static_cast<float>(cards);
  const float high = count * rows_in(columns).height + (count - 1) * card_gap;
  return Vec{x, std::max(y - rows_gap - high, 0.f)};
}

}  // namespace

float add_cards(Scene& scene, const Moment& moment, const Terms& terms, const Columns& columns,
                const Array& keys, float y) {
  if (has_a_bug(moment)) return y - rows_gap;
  constexpr float gap = card_gap;
  const KeyCard zero = card_of(moment, terms, keys, 0), one = card_of(moment, terms, keys, 1);
  const CardRows rows = rows_in(columns);
  const float zero_width = zero.width(rows), one_width = one.width(rows),
              widest_card = std::max(zero_width, one_width);
  const auto beside = terms.local ? place_beside(columns, widest_card, 2, y) : std::nullopt;
  if (beside) {  // a sentence stands below
    add_card(scene, zero, rows, beside->x, beside->y, widest_card);
    add_card(scene, one, rows, beside->x, beside->y + rows.height + gap, widest_card);
    scene.width = std::max(scene.width, beside->x + widest_card + margin);
    return y - rows_gap;
  }
  float left = columns.left - frame_pad(columns);
  const float both = zero_width + gap + one_width;
  const float room = columns.right() + frame_pad(columns) - left;
  // Few keys stand over the middle of their cards
  if (columns.large && !terms.local && both > room) {
    left = margin;
    scene.to_right = to_middle(columns, margin + both / 2);
    shift(scene, {scene.to_right, 0});
    scene.width += scene.to_right;
  }
  if (both <= room || columns.large) {  // a low page is rather wider than higher
    scene.width = std::max(scene.width, left + both + margin);
    const float spare = (std::min(room, widest_cards * rows.words) - both) / 2;
    add_card(scene, zero, rows, left, y, zero_width + std::max(0.f, spare));
    add_card(scene, one, rows, left + zero_width + std::max(0.f, spare) + gap, y,
             one_width + std::max(0.f, spare));
    return y + rows.height;
  }
  add_card(scene, zero, rows, left, y, widest_card);
  add_card(scene, one, rows, left, y + rows.height + gap, widest_card);
  return y + 2 * rows.height + gap;
}

namespace {

/// The position whose numbers a card shows: the selected key's, else that of the words' example.
uint32_t shown_position(const Moment& moment, const Array& keys) {
  return position_of(keys, subject_of(moment)->id);
}

/// One card, as wide as its boxes need or as a pair of cards would be.
float add_one_card(Scene& scene, const Columns& columns, const KeyCard& card, float y) {
  const CardRows rows = rows_in(columns);
  const float least = card.width(rows);
  if (const auto at = place_beside(columns, least, 1, y)) {
    add_card(scene, card, rows, at->x, at->y, least);
    scene.width = std::max(scene.width, at->x + least + margin);
    return y - rows_gap;
  }
  const float left = columns.left - frame_pad(columns);
  const float room = columns.right() + frame_pad(columns) - left;
  const float width = std::max(least, std::min(room, 620.f * rows.words));
  scene.width = std::max(scene.width, left + width + margin);
  add_card(scene, card, rows, left, y, width);
  return y + rows.height;
}

}  // namespace

uint32_t entry_of(const Moment& moment, const Array& keys, uint32_t i) {
  return moment.digit_of(keys.values[i]) * moment.problem().blocks() + moment.problem().block_of(i);
}

float add_digit_card(Scene& scene, const Moment& moment, const Columns& columns, const Array& keys,
                     float y) {
  if (has_a_bug(moment)) return y - rows_gap;
  const uint32_t i = shown_position(moment, keys), id = keys.ids[i],
                 entry = entry_of(moment, keys, i);
  const uint32_t block = moment.problem().block_of(i),
                 place = i - moment.problem().block_begin(block);
  const Array* starts = moment.find(array::bucket_starts);
  const Array* local = moment.find(array::local_bucket_starts);
  const Array* slots = moment.find(array::destination);
  const auto tag = [&](const Array* a, uint32_t index) {
    return a ? Tag{a->id, 0, index, id} : Tag{.index = none, .key = id};
  };
  const uint32_t digit = moment.digit_of(keys.values[i]);
  const std::string bucket = binary(digit, moment.digit().bits);
  KeyCard card;
  card.digit = digit, card.bits = moment.digit().bits;
  card.title = text::radix::card_bucket({.bucket = bucket});
  card.whose = text::radix::card_block({.block = block, .key = key_words(moment.problem(), id)});
  card.boxes = {{' ', text::radix::box_start({.block = block, .bucket = bucket}), at(starts, entry),
                 tag(starts, entry)},
                {'+',
                 text::radix::box_place,
                 local ? std::optional(place) : std::nullopt,
                 {.index = none, .key = id}},
                {'-', text::radix::box_bucket_start, at(local, entry), tag(local, entry)},
                {'=', text::radix::box_destination, at(slots, i), tag(slots, i)}};
  for (Box& box : card.boxes)
    if (moment.blind) box.value.reset();
  return add_one_card(scene, columns, card, y);
}

float add_reversing_card(Scene& scene, const Moment& moment, const Columns& columns,
                         const Array& keys, float y) {
  if (has_a_bug(moment)) return y - rows_gap;
  const uint32_t i = shown_position(moment, keys), id = keys.ids[i];
  const Array* slots = moment.find(array::destination);
  const Tag own{.index = none, .key = id};
  KeyCard card;
  card.title = text::radix::card_reversed;
  card.whose = text::radix::card_index({.index = i, .key = key_words(moment.problem(), id)});
  card.boxes = {
      {' ', text::radix::term_size, moment.problem().size(), Tag{}},
      {'-', text::radix::box_one, 1, Tag{}},
      {'-', text::radix::term_index, i, own},
      {'=', text::radix::box_destination, at(slots, i), slots ? Tag{slots->id, 0, i, id} : own}};
  card.plain = true;
  return add_one_card(scene, columns, card, y);
}

}  // namespace scope
