#include "devices_words.hpp"

#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "exchanged.hpp"

namespace scope {
namespace {

using radix::none;
namespace shown = radix::devices::array;

constexpr std::size_t most_listed = 16;  ///< keys of a list in a sentence

/// "0 3 5", or of many the first and the last.
std::string keys_listed(const Moment& moment, const std::vector<uint32_t>& keys) {
  const bool all = keys.size() <= most_listed;
  std::string text;
  for (std::size_t k = 0; k < (all ? keys.size() : most_listed - 1); ++k)
    text += (k == 0 ? "" : " ") + moment.problem().text_of(keys[k]);
  return all ? text : text + " … " + moment.problem().text_of(keys.back());
}

std::vector<uint32_t> sizes_of(const DeviceBounds& bounds) {
  std::vector<uint32_t> sizes;
  for (std::size_t d = 0; d + 1 < bounds.size(); ++d) sizes.push_back(bounds[d + 1] - bounds[d]);
  return sizes;
}

/// "Devices 0 and 2 have no keys. ", "Device 0 has no keys and takes none. ", or nothing.
std::string empty_words(const std::vector<uint32_t>& empty, bool takes = false) {
  if (empty.empty()) return "";
  if (empty.size() == 1)
    return say("Device ", empty[0], " has no keys", takes ? " and takes none. " : ". ");
  return say("Devices ", listed(empty), " have no keys", takes ? " and take none. " : ". ");
}

std::string why_devices_begin(const Moment& moment) {
  const uint32_t n = moment.problem().size(), p = devices_in(*moment.trace);
  if (n == 0) return "There are no keys, so there is nothing to sort.";
  if (p == 1)
    return say(counted(n, "key"), n == 1 ? " is" : " are",
               " on one device, which sorts by itself: nothing is exchanged.");
  return say(counted(n, "key"), " on ", p,
             " devices: ", listed(sizes_of(parts_of_input(moment.problem()))),
             ". Each sorts its own part. From samples all find the same ",
             counted(p - 1, "splitter"), p == 2 ? ", which says" : ", which say",
             " who keeps which keys; those are exchanged, and each device merges what it has "
             "received.");
}

std::string why_local(const Moment& moment, const DeviceKey& key) {
  const DeviceBounds parts = parts_of_input(moment.problem());
  const bool written = moment.step()->made == radix::array::output;
  const uint32_t place =
      position_of(*moment.find(written ? radix::array::output : shown::local_keys), key.id);
  const std::string moves = place == key.place
                                ? say(" stays at place ", place, ".")
                                : say(" goes from place ", key.place, " to ", place, ".");
  if (written)
    return say("The sorted parts are written. No key has left its device yet: ",
               named_key(moment, key.id), " of device ", key.device, moves);
  return say(devices_in(*moment.trace) == 1
                 ? std::string("The device sorts its keys, block by block as on any GPU; here by "
                               "merging. ")
                 : say("Every device sorts its own part, and waits for nobody. ",
                       empty_words(empty_devices(parts))),
             capital(named_key(moment, key.id)), " of device ", key.device, moves);
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
  return say("Every device takes ", counted(each, "key"),
             each == 1 ? " of its sorted part. " : " of its sorted part, at equal distances. ",
             empty_words(empty_devices(parts), true), "Device ", key.device, " takes ",
             keys_listed(moment, own), ". That makes ",
             counted(static_cast<uint32_t>(sample.values.size()), "sample"), " in all.");
}

std::string why_splitters(const Moment& moment, const DeviceKey& key) {
  const radix::Array& sorted = *moment.find(shown::sample_sorted);
  const auto count = static_cast<uint32_t>(sorted.values.size());
  const radix::Array* splitters = moment.find(shown::splitters);
  if (!splitters)
    return say("Every device receives all the samples, and sorts them: ",
               keys_listed(moment, sorted.values),
               ". All do the same work, so that none has to wait for an answer.");
  const uint32_t p = devices_in(*moment.trace);
  std::vector<uint32_t> places;
  for (uint32_t q = 1; q < p; ++q) places.push_back(q * count / p);
  const uint32_t home = *home_of(moment, key.id);
  const auto splitter = [&](uint32_t q) { return moment.problem().text_of(splitters->values[q]); };
  const std::string range =
      home == 0       ? say("before ", splitter(0))
      : home == p - 1 ? say("not before ", splitter(home - 1))
                      : say("not before ", splitter(home - 1), " but before ", splitter(home));
  return say(p == 2 ? "The sample at place " : "The samples at places ", listed(places), " of ",
             count, p == 2 ? " is the splitter: " : " are the splitters: ",
             keys_listed(moment, splitters->values), ". Device ", home,
             " keeps the keys that belong ", range, "; ", named_key(moment, key.id),
             " is one of them.");
}

std::string why_counts(const Moment& moment, DevicePair pair) {
  const uint32_t n = moment.problem().size(), stay = keys_that_stay(moment);
  const uint32_t p = devices_in(*moment.trace);
  if (p == 1) return "One device has nobody to send to: all its keys stay where they are.";
  const std::vector<uint32_t>& counts = moment.find(shown::send_counts)->values;
  const auto row = counts.begin() + static_cast<std::ptrdiff_t>(pair.sender * p);
  return say(
      "Every device searches its sorted part for the splitters, and so counts its keys for "
      "each: device ",
      pair.sender, " has ", listed(std::vector<uint32_t>(row, row + p)), ". Of ", counted(n, "key"),
      ", ", stay, stay == 1 ? " stays" : " stay", " and ", n - stay,
      n - stay == 1 ? " crosses." : " cross.");
}

std::string why_send_offsets(const Moment& moment, DevicePair pair) {
  const uint32_t offset = at_pair(moment, shown::send_offsets, pair);
  return say(
      "All devices know all counts. Sums along its row tell a sender where its keys for "
      "each begin: in device ",
      pair.sender, "'s part those for device ", pair.receiver, " begin at ", offset, ".");
}

std::string why_receive_offsets(const Moment& moment, DevicePair pair) {
  const uint32_t offset = at_pair(moment, shown::receive_offsets, pair),
                 count = at_pair(moment, shown::send_counts, pair);
  return say(
      "The sums down its column tell a receiver where each sender's part begins: in what device ",
      pair.receiver, " receives, device ", pair.sender, "'s part begins at ", offset,
      count == 0 ? ", and is empty." : say(", with ", counted(count, "key"), "."));
}

std::string why_bounds(const Moment& moment) {
  const std::vector<uint32_t> sizes = received_sizes(moment);
  const uint32_t most = std::ranges::max(sizes);
  if (sizes.size() == 1) return "One device keeps all keys.";
  return say("The columns' sums are what the devices hold in the end: ", listed(sizes),
             ". The largest has ", counted(most, "key"), ", ", fixed_number(expansion_of(sizes), 2),
             " times an even share; memory must have room "
             "for that.");
}

/// Where a key arrives, in words.
std::string why_exchange(const Moment& moment, const DeviceKey& key) {
  const radix::Array& at = *moment.find(shown::received_at);
  const uint32_t home = *home_of(moment, key.id), to = at.values[key.place];
  const uint32_t first = (*bounds_behind(moment))[home];
  const std::string goes =
      say(capital(named_key(moment, key.id)),
          home == key.device ? say(" stays on device ", home)
                             : say(" goes from device ", key.device, " to device ", home),
          ", where it gets place ", to - first, ", which is place ", to, " overall.");
  if (moment.step()->made == shown::received_at)
    return say("Every piece is one stretch of a sorted part, and stays one where it arrives. ",
               goes);
  if (devices_in(*moment.trace) == 1) return "Nothing was sent. " + goes;
  return say(
      "All pieces travel at once, each key once. Now no key of a device belongs to another; "
      "every device has one sorted run of each sender. ",
      goes);
}

std::string senders_words(uint32_t begin, uint32_t end) {
  return end - begin == 1 ? say("device ", begin) : say("devices ", begin, "–", end - 1);
}

std::string why_received_merge(const Moment& moment, const DeviceKey& key) {
  const uint32_t p = devices_in(*moment.trace), senders = devices_part(moment).senders;
  const radix::Array* output = moment.find(radix::array::output);
  const radix::Array& source = *moment.find(shown::source);
  const auto found = std::ranges::find(source.values, key.place);
  const auto to = static_cast<uint32_t>(found - source.values.begin());
  const uint32_t begin =
      device_at(parts_of_input(moment.problem()), key.id) / (2 * senders) * 2 * senders;
  const uint32_t middle = std::min(begin + senders, p), end = std::min(begin + 2 * senders, p);
  const std::string pair = middle == end
                               ? say("what ", senders_words(begin, end),
                                     end - begin == 1 ? " has" : " have", " sent is left as it is")
                               : say("what ", senders_words(begin, middle), " and ",
                                     senders_words(middle, end), " have sent becomes one run");
  const std::string goes = to == key.place ? say(" stays at place ", to, ".")
                                           : say(" comes from place ", key.place, " to ", to, ".");
  const std::string what =
      say("Every device merges what it has received, in pairs of neighbours: ", pair, ". ");
  if (!output) return say(what, capital(named_key(moment, key.id)), goes);
  return say(2 * senders >= p
                 ? "One run is left on every device: everything is sorted, one device after "
                   "the other. "
                 : say("Runs of ", 2 * senders, " senders are left. "),
             capital(named_key(moment, key.id)), " of device ", key.device, goes);
}

/// The terms' names as a sum.
Formula sum_card(std::string title, const char* left, std::vector<Term> terms,
                 const std::string& hint) {
  Formula card{.title = std::move(title),
               .words = say(left, " = "),
               .terms = {},
               .result = "",
               .hint = hint};
  if (terms.empty()) terms.push_back(term(0, "nothing before"));
  int64_t sum = 0;
  for (const Term& each : terms) {
    const bool first = &each == terms.data();
    card.words += first ? each.name : say(each.sign == '-' ? " − " : " + ", each.name);
    sum += (each.sign == '-' ? -1 : 1) * std::stoll(each.value);
  }
  card.result = say(sum);
  card.terms = std::move(terms);
  return card;
}

/// What a row, or a column, has before an entry.
Formula offset_card(const Moment& moment, DevicePair pair, bool of_row, const std::string& hint) {
  std::vector<Term> terms;
  const uint32_t own = of_row ? pair.receiver : pair.sender;
  for (uint32_t k = 0; k < own; ++k)
    terms.push_back(
        term(at_pair(moment, shown::send_counts,
                     of_row ? DevicePair{pair.sender, k} : DevicePair{k, pair.receiver}),
             say(of_row ? "for device " : "from device ", k)));
  return sum_card(
      of_row ? say("Where do device ", pair.sender, "'s keys for device ", pair.receiver, " start?")
             : say("Where in device ", pair.receiver, " do device ", pair.sender, "'s keys start?"),
      "offset", std::move(terms), hint);
}

Formula arrival_card(const Moment& moment, const DeviceKey& key, const std::string& hint) {
  const uint32_t home = *home_of(moment, key.id);
  const DevicePair pair{key.device, home};
  const uint32_t in_piece = key.place - parts_of_input(moment.problem())[key.device] -
                            at_pair(moment, shown::send_offsets, pair);
  return sum_card(say("Where does ", named_key(moment, key.id), " go?"), "place",
                  {term((*bounds_behind(moment))[home], say("keys of devices before ", home)),
                   term(at_pair(moment, shown::receive_offsets, pair),
                        say("received before device ", key.device, "'s")),
                   term(in_piece, "before it in its piece")},
                  hint);
}

Formula count_card(const Moment& moment, DevicePair pair, const std::string& hint) {
  uint32_t before = 0;
  for (uint32_t q = 0; q < pair.receiver; ++q)
    before += at_pair(moment, shown::send_counts, {pair.sender, q});
  const bool last = pair.receiver + 1 == devices_in(*moment.trace);
  const uint32_t behind = before + at_pair(moment, shown::send_counts, pair);
  return sum_card(
      say("How many keys does device ", pair.sender, " have for device ", pair.receiver, "?"),
      "keys",
      {term(behind, last ? "all its keys" : say("below splitter ", pair.receiver)),
       term(before,
            pair.receiver == 0 ? std::string("none below")
                               : say("below splitter ", pair.receiver - 1),
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
        terms.push_back(term(moment.problem().settings().oversampling, say("of device ", d)));
    return sum_card("How many samples are there?", "samples", std::move(terms), hint);
  }
  if (made == shown::splitters)
    return sum_card(say("Which device keeps ", named_key(moment, key.id), "?"), "device",
                    {term(*home_of(moment, key.id), "splitters that are not above it")}, hint);
  const std::optional<DevicePair> pair = spoken_pair(moment);
  const std::string entry_hint =
      moment.table_entry || key.chosen ? "" : "pick an entry of the matrix, or a key";
  if (made == shown::send_counts) return count_card(moment, *pair, entry_hint);
  if (made == shown::send_offsets) return offset_card(moment, *pair, true, entry_hint);
  if (made == shown::receive_offsets) return offset_card(moment, *pair, false, entry_hint);
  if (made == shown::device_bounds) {
    const std::vector<uint32_t> sizes = received_sizes(moment);
    std::vector<Term> terms;
    for (uint32_t q = 0; q < pair->receiver; ++q)
      terms.push_back(term(sizes[q], say("keys of device ", q)));
    return sum_card(say("Where does device ", pair->receiver, " begin among all?"), "place",
                    std::move(terms), entry_hint);
  }
  return arrival_card(moment, key, hint);
}

/// Where the key stands in the array that the step made: behind its device's first place.
Formula rank_card(const Moment& moment, const DeviceKey& key, uint32_t place,
                  const std::string& hint) {
  const uint32_t begin = bounds_before(moment)[key.device];
  return sum_card(say("Where does ", named_key(moment, key.id), " go?"), "place",
                  {term(begin, say("keys of devices before ", key.device)),
                   term(place - begin, "before it on its device")},
                  hint);
}

}  // namespace

std::string pair_words(const Moment& moment, uint32_t entry) {
  const DevicePair pair = pair_of(*moment.trace, entry);
  return say("device ", pair.sender, " to ",
             pair.sender == pair.receiver ? std::string("itself") : say("device ", pair.receiver));
}

std::string why_of_devices(const Moment& moment) {
  const auto key = device_key(moment);
  if (!moment.step() || !key) return why_devices_begin(moment);
  const radix::ArrayId made = moment.step()->made;
  switch (devices_part(moment).kind) {
    case DevicesPart::local_sort: return why_local(moment, *key);
    case DevicesPart::merge: return why_received_merge(moment, *key);
    case DevicesPart::backwards: return why_backwards(moment, "The devices");
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
  if (!key) return {.title = "No keys", .words = "", .terms = {}, .result = "", .hint = ""};
  if (!moment.step()) {
    const DeviceBounds parts = parts_of_input(moment.problem());
    return sum_card(say("How many keys has device ", key->device, "?"), "keys",
                    {term(parts[key->device + 1], "where the next part begins"),
                     term(parts[key->device], "where its own begins", '-')},
                    "");
  }
  const std::string hint = key->chosen ? "" : "point at a key to see its numbers";
  const radix::ArrayId made = moment.step()->made;
  const DevicesPart::Kind kind = devices_part(moment).kind;
  if (kind == DevicesPart::exchange) return exchange_card(moment, *key, hint);
  if (kind == DevicesPart::backwards)
    return sum_card(
        say("Where does ", named_key(moment, key->id), " go?"), "slot",
        {term(moment.problem().size() - 1, "last place"), term(key->place, "place", '-')}, hint);
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

/// The first key that stands on a device to which it does not belong, or nobody.
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
  if (part.kind == DevicesPart::backwards) return written ? "largest first" : "in order";
  if (!moment.step() || (part.kind == DevicesPart::local_sort && !written)) return "not yet";
  if (p == 1) return "in order";
  if (part.kind == DevicesPart::local_sort || (part.kind == DevicesPart::exchange && !written))
    return "every device's part";
  const uint32_t senders = part.kind == DevicesPart::exchange ? 1
                           : written                          ? 2 * part.senders
                                                              : part.senders;
  return senders >= p ? "in order"
                      : say("devices one after the other, in runs of ", counted(senders, "sender"));
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
        kept.equals = say(key_words(problem, first), " before ", key_words(problem, second));
      kept.stable = false;
      ++changed;
    }
  }
  if (changed > 1) kept.equals += say(", and ", counted(changed - 1, "pair"), " more");
  const uint32_t stray = stray_key(moment, keys);
  if (stray != none) kept.ordered = false;
  if (!kept.ordered)
    kept.order = stray == none
                     ? std::string("not in order")
                     : say(named_key(moment, stray), " is on a device that is not its own");
  return kept;
}

std::vector<std::string> holders_of_key(const Moment& moment, uint32_t id) {
  const bool written = moment.step() && moment.step()->made == radix::array::output;
  const auto behind = written ? bounds_behind(moment) : std::nullopt;
  const radix::Array keys = keys_standing(moment);
  const uint32_t device = behind
                              ? device_at(*behind, position_of(keys, id))
                              : device_at(bounds_before(moment), position_of(input_of(moment), id));
  return {say("device ", device, ", here block ", device)};
}

}  // namespace scope
