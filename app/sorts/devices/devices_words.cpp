#include "devices_words.hpp"

#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "exchanged.hpp"
#include "text/all.hpp"
#include "text/devices.hpp"
#include "text/radix.hpp"

namespace scope {
namespace {

using radix::none;
namespace shown = radix::devices::array;
namespace words = text::devices;

constexpr std::size_t max_listed = 16;  ///< keys of a list in a sentence

/// "0 3 5", or of many the first and the last.
std::string keys_listed(const Moment& moment, const std::vector<uint32_t>& keys) {
  const bool all = keys.size() <= max_listed;
  std::string text;
  for (std::size_t k = 0; k < (all ? keys.size() : max_listed - 1); ++k)
    text += (k == 0 ? "" : " ") + moment.problem().text_of(keys[k]);
  return all ? text : text + " … " + moment.problem().text_of(keys.back());
}

std::vector<uint32_t> sizes_of(const DeviceBounds& bounds) {
  std::vector<uint32_t> sizes;
  for (std::size_t d = 0; d + 1 < bounds.size(); ++d) sizes.push_back(bounds[d + 1] - bounds[d]);
  return sizes;
}

/// Which devices have no keys; or nothing.
std::string empty_words(const std::vector<uint32_t>& empty, bool takes = false) {
  if (empty.empty()) return "";
  return words::empty({.count = empty.size(), .devices = text::list(empty), .takes = takes});
}

std::string why_devices_begin(const Moment& moment) {
  const uint32_t n = moment.problem().size(), p = devices_in(*moment.trace);
  if (n == 0) return text::all::no_keys_to_sort;
  if (p == 1) return words::why_begin_one({.keys = n});
  return words::why_begin({.devices = p,
                           .keys = n,
                           .sizes = text::list(sizes_of(parts_of_input(moment.problem()))),
                           .splitters = p - 1});
}

std::string why_local(const Moment& moment, const DeviceKey& key) {
  const DeviceBounds parts = parts_of_input(moment.problem());
  const bool written = moment.step()->made == radix::array::output;
  const uint32_t place =
      position_of(*moment.find(written ? radix::array::output : shown::local_keys), key.id);
  const std::string name = key_words(moment.problem(), key.id);
  const bool stays = place == key.place;
  if (written)
    return words::why_local_written(
        {.device = key.device, .from = key.place, .key = name, .place = place, .stays = stays});
  const std::string moves = words::local_moves(
      {.device = key.device, .from = key.place, .key = name, .place = place, .stays = stays});
  return devices_in(*moment.trace) == 1
             ? text::paragraph(words::why_local_one, moves)
             : text::paragraph(words::why_local, empty_words(empty_devices(parts)), moves);
}

std::string why_sample(const Moment& moment, const DeviceKey& key) {
  const radix::Array& sample = *moment.find(shown::sample);
  const uint32_t each = moment.problem().settings().oversampling;
  const DeviceBounds parts = parts_of_input(moment.problem());
  const auto begin = std::ranges::find_if(sample.ids, [&](uint32_t id) {
    return device_at(parts, id) == key.device;  // a key stands on its first device still
  });
  const std::vector<uint32_t> own(sample.values.begin() + (begin - sample.ids.begin()),
                                  sample.values.begin() + (begin - sample.ids.begin()) + each);
  return text::paragraph(words::why_samples({.each = each}),
                         empty_words(empty_devices(parts), true),
                         words::why_own_samples({.device = key.device,
                                                 .keys = keys_listed(moment, own),
                                                 .samples = sample.values.size()}));
}

std::string why_splitters(const Moment& moment, const DeviceKey& key) {
  using words::between;
  const radix::Array& sorted = *moment.find(shown::sample_sorted);
  const auto count = static_cast<uint32_t>(sorted.values.size());
  const radix::Array* splitters = moment.find(shown::splitters);
  if (!splitters) return words::why_sorted_samples({.keys = keys_listed(moment, sorted.values)});
  const uint32_t p = devices_in(*moment.trace);
  std::vector<uint32_t> places;
  for (uint32_t q = 1; q < p; ++q) places.push_back(q * count / p);
  const uint32_t home = *home_of(moment, key.id);
  const auto splitter = [&](uint32_t q) { return moment.problem().text_of(splitters->values[q]); };
  return words::why_splitters({.between = home == 0       ? between::first
                                          : home == p - 1 ? between::last
                                                          : between::other,
                               .count = places.size(),
                               .device = home,
                               .from = home > 0 ? splitter(home - 1) : "",
                               .key = key_words(moment.problem(), key.id),
                               .places = text::list(places),
                               .samples = count,
                               .splitters = keys_listed(moment, splitters->values),
                               .to = home + 1 < p ? splitter(home) : ""});
}

std::string why_counts(const Moment& moment, DevicePair pair) {
  const uint32_t n = moment.problem().size(), stay = keys_that_stay(moment);
  const uint32_t p = devices_in(*moment.trace);
  if (p == 1) return words::why_counts_one;
  const std::vector<uint32_t>& counts = moment.find(shown::send_counts)->values;
  const auto row = counts.begin() + static_cast<std::ptrdiff_t>(pair.sender * p);
  return words::why_counts({.counts = text::list(std::vector<uint32_t>(row, row + p)),
                            .cross = n - stay,
                            .device = pair.sender,
                            .keys = n,
                            .stay = stay});
}

std::string why_send_offsets(const Moment& moment, DevicePair pair) {
  return words::why_send_offsets({.offset = at_pair(moment, shown::send_offsets, pair),
                                  .receiver = pair.receiver,
                                  .sender = pair.sender});
}

std::string why_receive_offsets(const Moment& moment, DevicePair pair) {
  return words::why_receive_offsets({.count = at_pair(moment, shown::send_counts, pair),
                                     .offset = at_pair(moment, shown::receive_offsets, pair),
                                     .receiver = pair.receiver,
                                     .sender = pair.sender});
}

std::string why_bounds(const Moment& moment) {
  const std::vector<uint32_t> sizes = received_sizes(moment);
  if (sizes.size() == 1) return words::why_bounds_one;
  return words::why_bounds({.factor = fixed_number(expansion_of(sizes), 2),
                            .most = std::ranges::max(sizes),
                            .sizes = text::list(sizes)});
}

/// Where a key arrives, in words.
std::string why_exchange(const Moment& moment, const DeviceKey& key) {
  const radix::Array& at = *moment.find(shown::received_at);
  const uint32_t home = *home_of(moment, key.id), to = at.values[key.place];
  const uint32_t first = (*bounds_behind(moment))[home];
  return text::paragraph(moment.step()->made == shown::received_at ? words::why_pieces
                         : devices_in(*moment.trace) == 1          ? words::why_nothing_sent
                                                                   : words::why_sent,
                         words::key_arrives({.device = key.device,
                                             .home = home,
                                             .key = key_words(moment.problem(), key.id),
                                             .local = to - first,
                                             .place = to,
                                             .stays = home == key.device}));
}

std::string senders_words(uint32_t begin, uint32_t end) {
  return words::senders({.count = end - begin, .first = begin, .last = end - 1});
}

std::string why_received_merge(const Moment& moment, const DeviceKey& key) {
  const uint32_t p = devices_in(*moment.trace), senders = devices_part(moment).senders;
  const bool written = moment.find(radix::array::output) != nullptr;
  const radix::Array& source = *moment.find(shown::source);
  const auto found = std::ranges::find(source.values, key.place);
  const auto to = static_cast<uint32_t>(found - source.values.begin());
  const std::string moves = words::merge_moves({.device = key.device,
                                                .from = key.place,
                                                .key = key_words(moment.problem(), key.id),
                                                .named = written,
                                                .place = to,
                                                .stays = to == key.place});
  if (written)
    return text::paragraph(2 * senders >= p ? std::string(words::why_merged_all)
                                            : words::why_merged({.senders = 2 * senders}),
                           moves);
  const uint32_t begin =
      device_at(parts_of_input(moment.problem()), key.id) / (2 * senders) * 2 * senders;
  const uint32_t middle = std::min(begin + senders, p), end = std::min(begin + 2 * senders, p);
  return text::paragraph(
      middle == end
          ? words::why_merge_alone({.count = end - begin, .first = begin, .last = end - 1})
          : words::why_merge(
                {.left = senders_words(begin, middle), .right = senders_words(middle, end)}),
      moves);
}

/// A sum of these terms.
Formula sum_card(std::string title, const text::Label& left, std::vector<Term> terms,
                 const std::string& hint) {
  if (terms.empty()) terms.push_back(term(0, text::radix::term_nothing_before));
  int64_t sum = 0;
  for (const Term& each : terms) sum += (each.sign == '-' ? -1 : 1) * std::stoll(each.value);
  return {.title = std::move(title),
          .words = rule_of(left, terms),
          .terms = std::move(terms),
          .result = std::to_string(sum),
          .hint = hint};
}

/// What a row, or a column, has before an entry.
Formula offset_card(const Moment& moment, DevicePair pair, bool of_row, const std::string& hint) {
  std::vector<Term> terms;
  const uint32_t own = of_row ? pair.receiver : pair.sender;
  for (uint32_t k = 0; k < own; ++k)
    terms.push_back(
        term(at_pair(moment, shown::send_counts,
                     of_row ? DevicePair{pair.sender, k} : DevicePair{k, pair.receiver}),
             of_row ? words::term_for({.device = k}) : words::term_from({.device = k})));
  return sum_card(of_row
                      ? words::ask_sent_from({.receiver = pair.receiver, .sender = pair.sender})
                      : words::ask_received_at({.receiver = pair.receiver, .sender = pair.sender}),
                  words::offset, std::move(terms), hint);
}

std::string where_goes(const Moment& moment, const DeviceKey& key) {
  return text::all::where_does_key_go({.key = key_words(moment.problem(), key.id)});
}

Formula arrival_card(const Moment& moment, const DeviceKey& key, const std::string& hint) {
  const uint32_t home = *home_of(moment, key.id);
  const DevicePair pair{key.device, home};
  const uint32_t in_piece = key.place - parts_of_input(moment.problem())[key.device] -
                            at_pair(moment, shown::send_offsets, pair);
  return sum_card(
      where_goes(moment, key), text::all::place,
      {term((*bounds_behind(moment))[home], words::term_devices_before({.device = home})),
       term(at_pair(moment, shown::receive_offsets, pair),
            words::term_received_before({.device = key.device})),
       term(in_piece, words::term_in_piece)},
      hint);
}

Formula count_card(const Moment& moment, DevicePair pair, const std::string& hint) {
  uint32_t before = 0;
  for (uint32_t q = 0; q < pair.receiver; ++q)
    before += at_pair(moment, shown::send_counts, {pair.sender, q});
  const bool last = pair.receiver + 1 == devices_in(*moment.trace);
  const uint32_t behind = before + at_pair(moment, shown::send_counts, pair);
  return sum_card(words::ask_count({.receiver = pair.receiver, .sender = pair.sender}),
                  text::all::keys_row,
                  {term(behind, last ? std::string(words::term_all)
                                     : words::term_below({.splitter = pair.receiver})),
                   term(before,
                        pair.receiver == 0 ? std::string(words::term_none_below)
                                           : words::term_below({.splitter = pair.receiver - 1}),
                        '-')},
                  hint);
}

Formula exchange_card(const Moment& moment, const DeviceKey& key, const std::string& hint) {
  const radix::ArrayId made = moment.step()->made;
  if (made == shown::sample || made == shown::sample_sorted) {
    const DeviceBounds parts = parts_of_input(moment.problem());
    std::vector<Term> terms;
    for (uint32_t d = 0; d + 1 < parts.size(); ++d)
      if (parts[d] < parts[d + 1])
        terms.push_back(
            term(moment.problem().settings().oversampling, words::term_of({.device = d})));
    return sum_card(words::ask_samples, words::samples, std::move(terms), hint);
  }
  if (made == shown::splitters)
    return sum_card(words::ask_home({.key = key_words(moment.problem(), key.id)}), words::device,
                    {term(*home_of(moment, key.id), words::term_splitters)}, hint);
  const std::optional<DevicePair> pair = spoken_pair(moment);
  const std::string entry_hint = moment.table_entry || key.chosen ? "" : words::hint_entry;
  if (made == shown::send_counts) return count_card(moment, *pair, entry_hint);
  if (made == shown::send_offsets) return offset_card(moment, *pair, true, entry_hint);
  if (made == shown::receive_offsets) return offset_card(moment, *pair, false, entry_hint);
  if (made == shown::device_bounds) {
    const std::vector<uint32_t> sizes = received_sizes(moment);
    std::vector<Term> terms;
    for (uint32_t q = 0; q < pair->receiver; ++q)
      terms.push_back(term(sizes[q], words::term_of_device({.device = q})));
    return sum_card(words::ask_bounds({.device = pair->receiver}), text::all::place,
                    std::move(terms), entry_hint);
  }
  return arrival_card(moment, key, hint);
}

/// Where the key stands in the array that the step made: after its device's first place.
Formula rank_card(const Moment& moment, const DeviceKey& key, uint32_t place,
                  const std::string& hint) {
  const uint32_t begin = bounds_before(moment)[key.device];
  return sum_card(where_goes(moment, key), text::all::place,
                  {term(begin, words::term_devices_before({.device = key.device})),
                   term(place - begin, words::term_on_device)},
                  hint);
}

}  // namespace

std::string pair_words(const Moment& moment, uint32_t entry) {
  const DevicePair pair = pair_of(*moment.trace, entry);
  return words::pair(
      {.receiver = pair.receiver, .self = pair.sender == pair.receiver, .sender = pair.sender});
}

std::string why_of_devices(const Moment& moment) {
  const auto key = device_key(moment);
  if (!moment.step() || !key) return why_devices_begin(moment);
  const radix::ArrayId made = moment.step()->made;
  switch (devices_part(moment).kind) {
    case DevicesPart::local_sort: return why_local(moment, *key);
    case DevicesPart::merge: return why_received_merge(moment, *key);
    case DevicesPart::backwards: return why_backwards(moment);
    case DevicesPart::exchange: break;
  }
  if (made == shown::sample) return why_sample(moment, *key);
  if (made == shown::sample_sorted || made == shown::splitters) return why_splitters(moment, *key);
  if (made == shown::device_bounds) return why_bounds(moment);
  const std::optional<DevicePair> pair = spoken_pair(moment);
  if (made == shown::send_counts) return why_counts(moment, *pair);
  if (made == shown::send_offsets) return why_send_offsets(moment, *pair);
  if (made == shown::receive_offsets) return why_receive_offsets(moment, *pair);
  return why_exchange(moment, *key);
}

Formula formula_of_devices(const Moment& moment) {
  const auto key = device_key(moment);
  if (!key) return {};
  if (!moment.step()) {
    const DeviceBounds parts = parts_of_input(moment.problem());
    return sum_card(words::ask_keys({.device = key->device}), text::all::keys_row,
                    {term(parts[key->device + 1], words::term_next_part),
                     term(parts[key->device], words::term_own_part, '-')},
                    "");
  }
  const std::string hint = key->chosen ? "" : text::all::point_at_a_key;
  const radix::ArrayId made = moment.step()->made;
  const DevicesPart::Kind kind = devices_part(moment).kind;
  if (kind == DevicesPart::exchange) return exchange_card(moment, *key, hint);
  if (kind == DevicesPart::backwards)
    return sum_card(where_goes(moment, *key), text::all::slot,
                    {term(moment.problem().size() - 1, text::all::last_place),
                     term(key->place, text::all::place, '-')},
                    hint);
  if (made == shown::source) {
    const std::vector<uint32_t>& from = moment.find(shown::source)->values;
    const auto place = std::ranges::find(from, key->place) - from.begin();
    return rank_card(moment, *key, static_cast<uint32_t>(place), hint);
  }
  return rank_card(moment, *key, position_of(*moment.find(made), key->id), hint);
}

namespace {

/// Stretches of the keys as they stand that must be in order by now.
DeviceBounds runs_in_order(const Moment& moment) {
  const DevicesPart part = devices_part(moment);
  const uint32_t n = moment.problem().size(), p = devices_in(*moment.trace);
  const bool written = moment.find(radix::array::output) != nullptr;
  if (part.kind == DevicesPart::backwards) return {0, n};
  if (part.kind == DevicesPart::local_sort)
    return written ? parts_of_input(moment.problem()) : DeviceBounds{};
  if (part.kind == DevicesPart::exchange && !written) return parts_of_input(moment.problem());
  const uint32_t senders = part.kind == DevicesPart::exchange ? 1
                           : written                          ? 2 * part.senders
                                                              : part.senders;
  if (senders >= p) return {0, n};
  const std::vector<uint32_t>& begins = moment.find(shown::device_bounds)->values;
  DeviceBounds runs;
  for (uint32_t d = 0; d < p; ++d)
    for (uint32_t s = 0; s < p; s += senders)
      runs.push_back(begins[d] + at_pair(moment, shown::receive_offsets, {s, d}));
  runs.push_back(n);
  return runs;
}

/// The first key that stands on a device to which it does not belong, or none.
uint32_t stray_key(const Moment& moment, const radix::Array& keys) {
  const auto behind = moment.find(radix::array::output) ? bounds_behind(moment) : std::nullopt;
  if (!behind || devices_part(moment).kind == DevicesPart::local_sort) return none;
  for (uint32_t place = 0; place < keys.ids.size(); ++place)
    if (*home_of(moment, keys.ids[place]) != device_at(*behind, place)) return keys.ids[place];
  return none;
}

std::string order_of_devices(const Moment& moment) {
  const DevicesPart part = devices_part(moment);
  const uint32_t p = devices_in(*moment.trace);
  const bool written = moment.find(radix::array::output) != nullptr;
  if (part.kind == DevicesPart::backwards)
    return written ? text::all::largest_first : text::all::in_order;
  if (!moment.step() || (part.kind == DevicesPart::local_sort && !written))
    return text::all::not_yet;
  if (p == 1) return text::all::in_order;
  if (part.kind == DevicesPart::local_sort || (part.kind == DevicesPart::exchange && !written))
    return words::order_parts;
  const uint32_t senders = part.kind == DevicesPart::exchange ? 1
                           : written                          ? 2 * part.senders
                                                              : part.senders;
  return senders >= p ? std::string(text::all::in_order) : words::order_runs({.senders = senders});
}

}  // namespace

Invariants kept_by_devices(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  const radix::Array keys = keys_standing(moment);
  Invariants kept = all_there(moment, keys);
  kept.order = order_of_devices(moment);
  if (problem.size() == 0) return kept;
  const bool backwards = devices_part(moment).kind == DevicesPart::backwards &&
                         moment.find(radix::array::output) != nullptr;
  const DeviceBounds runs = runs_in_order(moment);
  uint32_t changed = 0;  // neighbours that are equal and stand the other way round
  for (std::size_t r = 0; r + 1 < runs.size(); ++r) {
    for (uint32_t i = runs[r]; i + 1 < runs[r + 1]; ++i) {
      const uint32_t left = backwards ? keys.ids[i + 1] : keys.ids[i],
                     right = backwards ? keys.ids[i] : keys.ids[i + 1];
      const uint32_t a = problem.keys()[left], b = problem.keys()[right];
      if (problem.before(b, a)) kept.ordered = false;
      if (problem.before(a, b) || problem.before(b, a)) continue;
      const uint32_t first = keys.ids[i], second = keys.ids[i + 1];
      if (first < second) continue;
      if (kept.stable)
        kept.equals = text::all::equal_keys_turned(
            {.first = key_words(problem, first), .second = key_words(problem, second)});
      kept.stable = false;
      ++changed;
    }
  }
  if (changed > 1) kept.equals = words::turned_more({.count = changed - 1, .pair = kept.equals});
  const uint32_t stray = stray_key(moment, keys);
  if (stray != none) kept.ordered = false;
  if (!kept.ordered)
    kept.order = stray == none ? std::string(text::all::not_in_order)
                               : words::order_stray({.key = key_words(problem, stray)});
  return kept;
}

std::vector<std::string> holders_of_key(const Moment& moment, uint32_t id) {
  const bool written = moment.step() && moment.step()->made == radix::array::output;
  const auto behind = written ? bounds_behind(moment) : std::nullopt;
  const radix::Array keys = keys_standing(moment);
  const uint32_t device = behind
                              ? device_at(*behind, position_of(keys, id))
                              : device_at(bounds_before(moment), position_of(input_of(moment), id));
  return {words::holder({.device = device})};
}

}  // namespace scope
