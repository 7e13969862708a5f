#include "user_radix_roles.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <tuple>

#include "kernels/radix/radix_arrays.hpp"
#include "kernels/run/engine.hpp"
#include "text/judge.hpp"

namespace scope {
namespace {

using radix::StudentArray;
using radix::StudentMoment;
using radix::StudentRun;

// ------------------------------------------------------------------------------------------ plans

std::vector<uint32_t> sorted_by(std::vector<uint32_t> keys, uint32_t shift, uint32_t wide) {
  std::ranges::stable_sort(keys, {},
                           [&](uint32_t key) { return key >> shift & ((1u << wide) - 1); });
  return keys;
}

std::vector<std::vector<uint32_t>> radix_outputs(std::vector<uint32_t> keys, uint32_t bits,
                                                 uint32_t wide) {
  std::vector<std::vector<uint32_t>> outputs;
  for (uint32_t shift = 0; shift < bits; shift += wide)
    outputs.push_back(keys = sorted_by(std::move(keys), shift, wide));
  return outputs;
}

/// Moments of the run that are arrays of the chapter's first pass, when it sorts like that.
std::size_t arrays_of_first_pass(const PlanRecipe& from, const StudentPlan& plan) {
  const auto chapter = user_radix::arrays(plan, from.keys, from.bits, 0);
  std::set<std::string> found;
  for (const StudentMoment& moment : from.run.moments)
    for (const ChapterArray& each : chapter)
      if (each.values.size() >= 4 && holds(from.run, moment, each.values)) found.insert(each.name);
  return found.size();
}

uint32_t shift_of(const JudgedPass& pass) { return pass.number * pass.plan.radix_bits; }

/// The lowest of the bits by which the pass sorts its keys, where it is not its own: evidence is
/// the whole output of such a pass, which is no array of the chapter's.
std::optional<uint32_t> other_shift(const JudgedPass& pass) {
  const StudentRun& run = pass.run;
  const std::vector<uint32_t>& keys = pass.keys();
  for (uint32_t other = 0; other < pass.bits; ++other) {
    const std::vector<uint32_t> output = sorted_by(keys, other, pass.plan.radix_bits);
    const bool known = output == keys || std::ranges::any_of(pass.chapter, [&](const auto& each) {
                         return each.values == output;
                       });
    if (other == shift_of(pass) || known) continue;
    for (std::size_t i = pass.begin; i < pass.end; ++i)
      if (!is_shared(run, run.moments[i]) && holds(run, run.moments[i], output)) return other;
  }
  return std::nullopt;
}

/// What the pass keeps of its digit, where that is not all of it: evidence is the whole output.
std::optional<uint32_t> other_mask(const JudgedPass& pass) {
  const uint32_t wide = pass.plan.radix_bits, shift = shift_of(pass);
  if (wide < 2 || wide > 4) return std::nullopt;
  const auto by = [&](uint32_t mask) {
    std::vector<uint32_t> keys = pass.keys();
    std::ranges::stable_sort(keys, {}, [&](uint32_t key) { return key >> shift & mask; });
    return keys;
  };
  const uint32_t all = (1u << wide) - 1;
  for (uint32_t mask = 1; mask < all; ++mask) {
    const std::vector<uint32_t> output = by(mask);
    if (output == pass.keys() || output == by(all)) continue;
    for (std::size_t i = pass.begin; i < pass.end; ++i)
      if (!is_shared(pass.run, pass.run.moments[i]) && holds(pass.run, pass.run.moments[i], output))
        return mask;
  }
  return std::nullopt;
}

/// How often the first kernel was launched: once per pass, where launches are passes at all.
std::size_t launches_of_first_kernel(const StudentRun& run) {
  return static_cast<std::size_t>(std::ranges::count_if(run.launches, [&](const auto& launch) {
    return launch.kernel == run.launches.front().kernel;
  }));
}

// -------------------------------------------------------------------------------- the chapter's
// run

void add_run(std::vector<ChapterArray>& arrays, const std::string& sort,
             const std::vector<uint32_t>& keys, uint32_t bits, uint32_t threads, uint32_t each,
             uint32_t wide, uint32_t pass) {
  radix::Recipe recipe{.sort = sort, .engine = radix::EngineChoice::cpu};
  std::string text;
  for (const uint32_t key : keys) text += std::to_string(key) + " ";
  radix::Settings settings{};
  settings.key_bits = bits, settings.threads_per_block = threads;
  settings.radix_bits = wide, settings.keys_per_thread = each;
  const auto problem = radix::Problem::make(keys, settings);
  if (!problem) return;
  recipe.problem = *problem;
  const radix::Trace trace = radix::run(recipe);
  std::map<std::string, std::size_t> last;
  for (const radix::Step& step : trace.steps) {
    if (step.pass != pass || step.level > 0 || step.made == radix::array::keys) continue;
    const radix::Array* made = step.find(step.made);
    if (!made) continue;
    ChapterArray array{.name = radix::info(step.made).name,
                       .label = radix::info(step.made).label,
                       .values = made->values};
    const auto [place, fresh] = last.try_emplace(array.name, arrays.size());
    if (fresh)
      arrays.push_back(std::move(array));
    else
      arrays[place->second] = std::move(array);
  }
}

/// The same of more keys than the chapter's sorts are recorded with: what a pass has of tiles.
void add_tiles(std::vector<ChapterArray>& arrays, const std::vector<uint32_t>& keys,
               const StudentCut& cut, uint32_t wide, uint32_t pass) {
  const std::size_t tile = std::size_t{cut.threads} * cut.each, buckets = std::size_t{1} << wide,
                    blocks = (keys.size() + tile - 1) / tile;
  const auto add = [&](radix::ArrayId id, std::vector<uint32_t> values) {
    arrays.push_back({.name = radix::info(id).name,
                      .label = radix::info(id).label,
                      .values = std::move(values)});
  };
  std::vector<uint32_t> local, counts(buckets * blocks), starts(counts.size());
  for (std::size_t block = 0; block < blocks; ++block) {
    const auto begin = keys.begin() + static_cast<std::ptrdiff_t>(block * tile);
    const auto rest = static_cast<std::size_t>(keys.end() - begin);
    const std::vector<uint32_t> own(begin,
                                    begin + static_cast<std::ptrdiff_t>(std::min(tile, rest)));
    for (const uint32_t key : sorted_by(own, pass * wide, wide)) {
      local.push_back(key);
      ++counts[(key >> (pass * wide) & (buckets - 1)) * blocks + block];
    }
  }
  for (std::size_t i = 1; i < starts.size(); ++i) starts[i] = starts[i - 1] + counts[i - 1];
  add(radix::array::local_keys, std::move(local));
  add(radix::array::bucket_counts, std::move(counts));
  add(radix::array::bucket_starts, std::move(starts));
}

/// A radix sort of the list that cuts the keys like that, and no way of launching it.
bool can_be_like(const radix::SortInfo& sort, uint32_t each, uint32_t wide) {
  return &radix::family_of(sort.name) == &radix::family_of(radix::first_sort) &&
         !sort.has(radix::Use::one_launch) && (each > 1) == sort.has(radix::Use::coarsening) &&
         (wide == 1 || sort.has(radix::Use::wide_digits));
}

const ChapterArray* chapter_array(const std::vector<ChapterArray>& arrays, std::string_view name,
                                  std::size_t length) {
  for (const ChapterArray& each : arrays)
    if (each.name == name && each.values.size() == length) return &each;
  return nullptr;
}

/// How many keys with the bit there are up to each, itself among them: of its tile of `tile` keys.
std::vector<uint32_t> ones_up_to(const std::vector<uint32_t>& keys, uint32_t bit,
                                 std::size_t tile) {
  std::vector<uint32_t> counts;
  uint32_t ones = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i % tile == 0) ones = 0;
    counts.push_back(ones += keys[i] >> bit & 1);
  }
  return counts;
}

/// The last array of the pass that is an inclusive scan of the bit, of every tile or of all keys.
std::optional<uint32_t> inclusive_in(const JudgedPass& pass) {
  const std::vector<uint32_t>& keys = pass.keys();
  std::vector<std::vector<uint32_t>> scans{ones_up_to(keys, shift_of(pass), keys.size())};
  for (const auto& [threads, each] : pass.plan.cuts)
    scans.push_back(ones_up_to(keys, shift_of(pass), std::size_t{threads} * each));
  for (std::size_t i = pass.end; i-- > pass.begin;)
    for (const std::vector<uint32_t>& scan : scans)
      if (*std::ranges::max_element(scan) > 1 && holds(pass.run, pass.run.moments[i], scan))
        return static_cast<uint32_t>(i);
  return std::nullopt;
}

/// The elements of an array that may hold a tile several times, one after the other, as two halves
/// of a double buffer: those of every copy.
std::vector<std::vector<uint32_t>> copies_in(const StudentRun& run, const StudentMoment& moment,
                                             std::size_t length) {
  std::vector<std::vector<uint32_t>> all{elements_as_whole(run, moment, length)};
  if (all.front().empty()) return {};
  if (!is_shared(run, moment)) return all;
  const radix::StudentLaunch& launch = run.launches[moment.launch];
  const std::size_t tile = (length + launch.blocks - 1) / launch.blocks,
                    own = run.arrays[moment.array].elements;
  for (std::size_t from = launch.threads; from + tile <= own && all.size() < 4;
       from += launch.threads) {
    all.push_back(all.front());
    for (uint32_t& place : all.back()) place += static_cast<uint32_t>(from);
    if (all.back().back() >= moment.values.size()) all.pop_back();
  }
  return all;
}

/// How many keys of each tile have each digit, as the chapter's table has them.
std::vector<uint32_t> counts_of(const std::vector<uint32_t>& keys, std::size_t tile, uint32_t shift,
                                uint32_t wide) {
  const std::size_t blocks = (keys.size() + tile - 1) / tile;
  std::vector<uint32_t> counts(blocks << wide);
  for (std::size_t i = 0; i < keys.size(); ++i)
    ++counts[(keys[i] >> shift & ((1u << wide) - 1)) * blocks + i / tile];
  return counts;
}

/// The keys' digits by the bits of a pass before, or the lowest bit of them, or how many keys have
/// each: in an array of the pass that has its own in none.
std::optional<OtherDigit> other_bits(const JudgedPass& pass) {
  const StudentRun& run = pass.run;
  const std::vector<uint32_t>& keys = pass.keys();
  const uint32_t wide = pass.plan.radix_bits, own = shift_of(pass), all = (1u << wide) - 1;
  if (pass.number == 0 || keys.size() < 8) return {};
  const auto digits_of = [&](uint32_t shift, uint32_t mask) {
    std::vector<uint32_t> digits;
    for (const uint32_t key : keys) digits.push_back(key >> shift & mask);
    return digits;
  };
  const auto in_an_array = [&](const std::vector<uint32_t>& values) -> std::optional<uint32_t> {
    for (std::size_t i = pass.begin; i < pass.end; ++i)
      for (const auto& places : copies_in(run, run.moments[i], values.size())) {
        const StudentMoment& moment = run.moments[i];
        std::size_t k = 0;
        while (k < places.size() && moment.written[places[k]] &&
               moment.values[places[k]] == values[k])
          ++k;
        if (k == places.size()) return static_cast<uint32_t>(i);
      }
    return std::nullopt;
  };
  const auto varies = [](const std::vector<uint32_t>& digits) {
    return std::ranges::adjacent_find(digits, std::ranges::not_equal_to()) != digits.end();
  };
  std::vector<std::function<std::vector<uint32_t>(uint32_t)>> kinds;  // two of digits, then counts
  for (const uint32_t mask : {1u, all})
    kinds.push_back([&digits_of, mask](uint32_t shift) { return digits_of(shift, mask); });
  for (const auto& [threads, each] : pass.plan.cuts)
    kinds.push_back([&keys, wide, tile = std::size_t{threads} * each](uint32_t shift) {
      return counts_of(keys, tile, shift, wide);
    });
  for (const auto& kind : kinds) {
    const std::vector<uint32_t> right = kind(own);
    if (in_an_array(right)) return {};
    for (uint32_t before = 0; before < pass.number; ++before) {
      const std::vector<uint32_t> values = kind(before * wide);
      const bool counts = &kind - kinds.data() > 1;
      const bool varied =
          counts ? varies(values) || varies(right) : varies(values) && varies(right);
      const auto moment = varied && values != right ? in_an_array(values) : std::nullopt;
      if (moment)
        return OtherDigit{
            .launch = run.moments[*moment].launch, .shift = before * wide, .moment = moment};
    }
  }
  return {};
}

/// What a scan of the pass may begin with: the bits of a tile of keys, or the sums of threads.
struct ScanInput {
  std::vector<uint32_t> values;
  std::size_t tile = 0;
  bool mixed = false;  ///< of threads whose keys are no neighbours

  /// Up to each, itself among them.
  std::vector<uint32_t> sums() const {
    std::vector<uint32_t> all;
    for (std::size_t i = 0; i < values.size(); ++i)
      all.push_back(values[i] + (i % tile == 0 ? 0 : all.back()));
    return all;
  }
};

/// Of the split by bit `split` of the digit, which takes a tile's keys as the splits before left
/// them.
std::vector<ScanInput> scan_inputs(const JudgedPass& pass, uint32_t split) {
  const auto bits_of = [&](std::size_t tile) {
    std::vector<uint32_t> bits;
    for (std::size_t begin = 0; begin < pass.keys().size(); begin += tile) {
      const std::size_t end = std::min(begin + tile, pass.keys().size());
      const std::vector<uint32_t> keys(pass.keys().begin() + static_cast<std::ptrdiff_t>(begin),
                                       pass.keys().begin() + static_cast<std::ptrdiff_t>(end));
      for (const uint32_t key : sorted_by(keys, shift_of(pass), split))
        bits.push_back(key >> (shift_of(pass) + split) & 1);
    }
    return bits;
  };
  std::vector<ScanInput> all;
  for (const auto& [threads, each] : pass.plan.cuts) {
    const std::size_t tile = std::size_t{threads} * each;
    const std::vector<uint32_t> bits = bits_of(tile);
    all.push_back({bits, tile});
    if (each == 1) continue;
    std::vector<uint32_t> sums((bits.size() + tile - 1) / tile * threads), mixed = sums;
    for (std::size_t i = 0; i < bits.size(); ++i) {
      sums[i / each] += bits[i];
      mixed[i / tile * threads + i % tile % threads] += bits[i];
    }
    if (mixed != sums) all.push_back({std::move(mixed), threads, true});
    all.push_back({std::move(sums), threads});
  }
  if (split == 0) all.push_back({bits_of(pass.keys().size()), pass.keys().size()});
  return all;
}

/// Where every key was put by what a wrong half of the scan says, of threads with a key each: in a
/// launch's stores to another array of the block.
bool was_put_by(const JudgedPass& pass, const StudentMoment& scan,
                const std::vector<uint32_t>& half, std::size_t tile) {
  const std::vector<uint32_t>& keys = pass.keys();
  if (tile != pass.run.launches[scan.launch].threads) return false;
  for (const radix::StudentStores& stores : pass.run.stores) {
    const StudentArray& array = pass.run.arrays[stores.array];
    if (stores.launch != scan.launch || stores.array == scan.array || stores.who.size() < 4 ||
        array.kind != StudentArray::Kind::shared || array.elements == 0)
      continue;
    std::size_t as_said = 0;
    for (std::size_t k = 0; k < stores.who.size(); ++k) {
      const std::size_t i = stores.who[k], begin = i / tile * tile;
      if (i >= half.size() || i >= keys.size()) break;
      uint32_t zeros = 0;
      for (std::size_t at = begin; at < std::min(begin + tile, keys.size()); ++at)
        zeros += ~keys[at] >> shift_of(pass) & 1;
      const uint32_t bit = keys[i] >> shift_of(pass) & 1, before = scan.values[half[i]] - bit;
      const uint32_t slot = bit ? zeros + before : static_cast<uint32_t>(i - begin) - before;
      as_said += stores.slot[k] % array.elements == slot;
    }
    if (as_said == stores.who.size()) return true;
  }
  return false;
}

/// The stores, of threads with a key each, that put every key of the first split where the sums up
/// to each say, its own bit among them; nothing where they do not.
std::optional<uint32_t> put_with_own(const JudgedPass& pass, const StudentMoment& scan,
                                     const ScanInput& input) {
  const StudentRun& run = pass.run;
  const std::vector<uint32_t> up_to = input.sums();
  for (uint32_t s = 0; s < run.stores.size(); ++s) {
    const radix::StudentStores& stores = run.stores[s];
    const StudentArray& array = run.arrays[stores.array];
    if (stores.launch < scan.launch || array.elements == 0) continue;
    // How far from what the sums say threads store, and the bits of their keys: of all, and without
    // the last of each tile's ones, which may have gone out of the array: then its first store is a
    // later split's
    struct Stored {
      std::set<uint32_t> offsets, bits;
      bool as_said() const { return offsets.size() == 1 && bits.size() == 2; }
    };
    std::set<uint32_t> seen;
    Stored all, most;
    for (std::size_t k = 0; k < stores.who.size(); ++k) {
      const std::size_t i = stores.who[k], begin = i / input.tile * input.tile;
      if (!seen.insert(stores.who[k]).second || i >= up_to.size()) continue;
      const std::size_t end = std::min(begin + input.tile, up_to.size());
      const uint32_t bit = input.values[i],
                     zeros = static_cast<uint32_t>(end - begin) - up_to[end - 1];
      const uint32_t said = bit ? zeros + up_to[i] : static_cast<uint32_t>(i - begin) - up_to[i];
      const bool shared = array.kind == StudentArray::Kind::shared;
      const uint32_t offset = (shared ? stores.slot[k] % array.elements : stores.slot[k]) - said;
      const bool last = bit == 1 && up_to[i] == up_to[end - 1];
      for (Stored* each : {&all, &most}) {
        if (last && each == &most) continue;
        each->offsets.insert(offset), each->bits.insert(bit);
      }
    }
    if (seen.size() >= 4 && (all.as_said() || most.as_said())) return s;
  }
  return std::nullopt;
}

/// What else is seen of the scan of a split: that it is none, or that it is one in a half alone.
void look_at_scan(const JudgedPass& pass, uint32_t split, StudentRoles& roles) {
  const StudentRun& run = pass.run;
  std::optional<WrongScan> wrong;
  for (const ScanInput& input : scan_inputs(pass, split)) {
    const std::vector<uint32_t> up_to = input.sums();
    std::map<std::tuple<uint32_t, uint32_t, uint32_t>, bool> begun;  // what has had the input
    for (std::size_t i = pass.begin; i < pass.end; ++i) {
      const StudentMoment& moment = run.moments[i];
      if (wrong && run.moments[wrong->moment].launch != moment.launch) break;
      const auto halves = copies_in(run, moment, input.values.size());
      for (const std::vector<uint32_t>& places : halves) {
        // The other half of a double buffer may have it; more than two are arrays of their own
        const uint32_t from = halves.size() == 2 ? 0 : places.front();
        bool& has_begun = begun[{moment.launch, moment.array, from}];
        // A run that ended in the middle has made some tiles only
        std::size_t there = 0;
        while (there < places.size() && moment.written[places[there]]) ++there;
        if (there < places.size()) there -= there % input.tile;
        if (there < std::min<std::size_t>(4, places.size())) continue;
        const auto is = [&](auto value_of) {
          for (std::size_t k = 0; k < there; ++k)
            if (moment.values[places[k]] != value_of(k)) return false;
          return there > 0;
        };
        const auto with_own = [&](std::size_t k) { return up_to[k]; };
        const auto without = [&](std::size_t k) { return up_to[k] - input.values[k]; };
        if (is([&](std::size_t k) { return input.values[k]; })) {
          if (input.mixed) return void(roles.mixed_scan = static_cast<uint32_t>(i));
          has_begun = true;
          continue;
        }
        if (input.mixed) continue;
        if (is(with_own) || is(without)) {
          roles.wrong_scan = std::nullopt;
          if (split == 0 && !is(without))
            if (const auto stores = put_with_own(pass, moment, input))
              roles.inclusive_use =
                  InclusiveUse{.moment = static_cast<uint32_t>(i), .stores = *stores};
          if (split == 0 && halves.size() == 2 &&
              was_put_by(pass, moment, halves[places == halves[0] ? 1 : 0], input.tile))
            roles.half_read = HalfRead{.moment = static_cast<uint32_t>(i),
                                       .right = places.front(),
                                       .length = run.launches[moment.launch].threads};
          return;
        }
        if (!has_begun) continue;
        // Meant as one: its tiles begin as one, and no sum is larger than the last
        std::size_t first = there;
        bool sums = true;
        for (std::size_t k = there; k-- > 0;) {
          const uint32_t value = moment.values[places[k]];
          const std::size_t end = std::min(k / input.tile * input.tile + input.tile, up_to.size());
          const bool fits = value == with_own(k) || value == without(k);
          sums &= value <= up_to[end - 1];
          sums &= fits || k % input.tile != 0;
          if (!fits) first = k;
        }
        if (sums && first < there)
          wrong = {.moment = static_cast<uint32_t>(i),
                   .element = places[first],
                   .inclusive = up_to[first],
                   .exclusive = up_to[first] - input.values[first],
                   .begin = places.front(),
                   .length = static_cast<uint32_t>(input.tile),
                   .split = pass.plan.radix_bits == 1 ? 0 : split + 1};
      }
    }
    if (wrong && !roles.wrong_scan) roles.wrong_scan = wrong;
  }
}

/// Threads of a block with a key each, if these are stores of a block's keys to shared memory; else
/// 0.
std::size_t tile_stored(const JudgedPass& pass, const radix::StudentStores& stores) {
  const StudentArray& array = pass.run.arrays[stores.array];
  const uint32_t threads = pass.run.launches[stores.launch].threads;
  const bool is = stores.launch >= pass.first_launch && array.kind == StudentArray::Kind::shared &&
                  array.elements >= threads &&
                  std::ranges::count(pass.plan.cuts, StudentCut{.threads = threads, .each = 1}) > 0;
  return is ? threads : 0;
}

/// The first of the threads with a key each that stores it where it does not belong, while most
/// others are right: a count that no array holds is wrong then.
std::optional<Misplaced> misplaced_in(const JudgedPass& pass) {
  const StudentRun& run = pass.run;
  const std::vector<uint32_t>& keys = pass.keys();
  for (const radix::StudentStores& stores : run.stores) {
    const StudentArray& array = run.arrays[stores.array];
    const std::size_t tile = tile_stored(pass, stores);
    if (tile == 0) continue;
    std::optional<Misplaced> first;
    std::set<uint32_t> seen;
    std::size_t right = 0, of_it = 0;
    bool own = true, moved = false;
    for (std::size_t k = 0; k < stores.who.size() && own; ++k) {
      const std::size_t i = stores.who[k], begin = i / tile * tile, end = begin + tile;
      if (!seen.insert(stores.who[k]).second) continue;
      own = i < keys.size() && stores.value[k] == keys[i];
      if (!own) break;
      const auto bit = [&](std::size_t at) { return keys[at] >> shift_of(pass) & 1; };
      uint32_t ones = 0, zeros = 0;
      for (std::size_t at = begin; at < std::min(end, keys.size()); ++at)
        zeros += 1 - bit(at), ones += at < i ? bit(at) : 0;
      const auto place = static_cast<uint32_t>(i - begin);
      const uint32_t belongs = bit(i) ? zeros + ones : place - ones,
                     slot = stores.slot[k] % array.elements;
      ++of_it, right += slot == belongs, moved |= slot != place;
      if (slot != belongs && !first)
        first = Misplaced{.launch = stores.launch,
                          .array = stores.array,
                          .block = static_cast<uint32_t>(i / tile),
                          .thread = place,
                          .slot = slot,
                          .belongs = belongs,
                          .ones = ones};
    }
    if (own && moved && first && 2 * right >= of_it) return first;
  }
  return std::nullopt;
}

/// Ones that the threads of a tile count before them, each with a key, where their scan is wrong.
struct WrongCounts {
  std::vector<uint32_t> before;
  uint32_t ones = 0;  ///< in the tile, as the wrong scan has it
};

WrongCounts counted_wrong(const std::vector<uint32_t>& bits, HiddenScan::Wrong wrong) {
  constexpr std::size_t warp = 32;
  WrongCounts counts;
  uint32_t warps_before = 0, up_to = 0;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    if (i % warp == 0) warps_before += up_to, up_to = 0;
    const bool first = i % warp == 0;
    up_to += bits[i];
    const bool left_out = wrong == HiddenScan::Wrong::first_lane && !first;
    const uint32_t in_warp = up_to - (left_out ? bits[i - i % warp] : 0);
    const uint32_t others = wrong == HiddenScan::Wrong::warps_before ? 0 : warps_before;
    const uint32_t own = wrong == HiddenScan::Wrong::own_bit ? 0 : bits[i];
    counts.before.push_back(others + in_warp - own);
    const bool last = i + 1 == bits.size() || (i + 1) % warp == 0;
    if (last) up_to = in_warp;  // what the warp hands on
  }
  counts.ones = warps_before + up_to;
  return counts;
}

/// Stores of keys to shared memory that are all where one wrong scan in registers puts them.
std::optional<HiddenScan> hidden_scan_in(const JudgedPass& pass) {
  using Wrong = HiddenScan::Wrong;
  const StudentRun& run = pass.run;
  const std::vector<uint32_t>& keys = pass.keys();
  for (uint32_t s = 0; s < run.stores.size(); ++s) {
    const radix::StudentStores& stores = run.stores[s];
    const StudentArray& array = run.arrays[stores.array];
    const std::size_t tile = tile_stored(pass, stores);
    if (tile == 0) continue;
    for (const Wrong wrong : {Wrong::first_lane, Wrong::own_bit, Wrong::warps_before}) {
      for (const bool own_total : {true, false}) {
        std::optional<HiddenScan> first;
        std::set<uint32_t> seen;
        bool as_said = true, moved = false;
        for (std::size_t k = 0; k < stores.who.size() && as_said; ++k) {
          const std::size_t i = stores.who[k], begin = i / tile * tile;
          if (!seen.insert(stores.who[k]).second) continue;
          as_said = i < keys.size() && stores.value[k] == keys[i];
          if (!as_said) break;
          std::vector<uint32_t> bits;
          for (std::size_t at = begin; at < std::min(begin + tile, keys.size()); ++at)
            bits.push_back(keys[at] >> shift_of(pass) & 1);
          const auto place = static_cast<uint32_t>(i - begin);
          const WrongCounts counts = counted_wrong(bits, wrong);
          uint32_t ones = 0, all = 0;
          for (std::size_t at = 0; at < bits.size(); ++at)
            all += bits[at], ones += at < place ? bits[at] : 0;
          const auto slot = [&](uint32_t before, uint32_t total) {
            return bits[place] ? static_cast<uint32_t>(bits.size()) - total + before
                               : place - before;
          };
          const uint32_t said = slot(counts.before[place], own_total ? counts.ones : all);
          as_said = stores.slot[k] % array.elements == said;
          moved |= said != slot(ones, all);
          if (!first && counts.before[place] != ones)
            first = HiddenScan{.wrong = wrong,
                               .launch = stores.launch,
                               .stores = s,
                               .block = static_cast<uint32_t>(i / tile),
                               .thread = place,
                               .counts = counts.before[place],
                               .ones = ones};
        }
        if (as_said && moved && first && seen.size() >= 4) return first;
      }
    }
  }
  return std::nullopt;
}

/// True where the pass sorts what the one before did, not what that made of it.
bool sorts_again(const JudgedPass& pass) {
  if (pass.number == 0) return false;
  const auto& before = pass.number > 1 ? pass.plan.outputs[pass.number - 2] : pass.input;
  const auto same = sorted_by(before, shift_of(pass), pass.plan.radix_bits);
  for (std::size_t i = pass.begin; i < pass.end; ++i)
    if (!is_shared(pass.run, pass.run.moments[i]) && holds(pass.run, pass.run.moments[i], same))
      return true;
  return false;
}

/// True where every tile of keys is sorted by the pass's digit, in whatever order of equal ones.
bool by_digit_alone(const JudgedPass& pass, const StudentMoment& moment,
                    const std::vector<uint32_t>& places, std::size_t tile) {
  const auto digit = [&](uint32_t key) {
    return key >> shift_of(pass) & ((1u << pass.plan.radix_bits) - 1);
  };
  for (std::size_t begin = 0; begin < places.size(); begin += tile) {
    const std::size_t end = std::min(begin + tile, places.size());
    std::vector<uint32_t> there, keys(pass.keys().begin() + static_cast<std::ptrdiff_t>(begin),
                                      pass.keys().begin() + static_cast<std::ptrdiff_t>(end));
    for (std::size_t i = begin; i < end; ++i) {
      if (!moment.written[places[i]]) return false;
      there.push_back(moment.values[places[i]]);
    }
    if (!std::ranges::is_sorted(there, {}, digit)) return false;
    std::ranges::sort(there);
    std::ranges::sort(keys);
    if (there != keys) return false;
  }
  return true;
}

}  // namespace

std::vector<std::string> sorts_like(const StudentCut& cut, uint32_t radix_bits) {
  std::vector<std::string> names;
  for (const radix::SortInfo& sort : radix::sorts())
    if (can_be_like(sort, cut.each, radix_bits)) names.push_back(sort.name);
  return names;
}

namespace user_radix {

StudentPlan plan(const PlanRecipe& from) {
  std::vector<StudentPlan> plans;
  for (const uint32_t wide : {1u, 2u, 4u, 3u, 8u})
    if (wide == 1 || wide <= from.bits)
      plans.push_back({.radix_bits = wide, .outputs = radix_outputs(from.keys, from.bits, wide)});
  const StudentPlan* best = &likeliest(plans, from);
  if (!best->seen.empty()) return *best;
  // In exercise 2 a pass has several bits; as many passes as there were say how many
  if (from.exercise == 2)
    for (const StudentPlan& plan : plans)
      if (plan.radix_bits > 1 && plan.outputs.size() == launches_of_first_kernel(from.run) &&
          other_mask({.run = from.run,
                      .plan = plan,
                      .input = from.keys,
                      .bits = from.bits,
                      .end = from.run.moments.size()}))
        return plan;
  // Its first pass may sort by other bits than the lowest
  for (const StudentPlan& plan : plans)
    if (other_shift({.run = from.run,
                     .plan = plan,
                     .input = from.keys,
                     .bits = from.bits,
                     .end = from.run.moments.size()}))
      return plan;
  // No pass is right: a width of as many passes as there were, whose first has most of his arrays
  if (from.run.end == StudentRun::End::returned) {
    const std::size_t passes = launches_of_first_kernel(from.run);
    const auto fits = [&](const StudentPlan& plan) { return plan.outputs.size() == passes; };
    if (std::ranges::any_of(plans, fits))
      std::erase_if(plans, [&](const StudentPlan& plan) { return !fits(plan); });
    best = &plans.front();
  }
  std::size_t most = 0;
  for (const StudentPlan& plan : plans) {
    const std::size_t right = arrays_of_first_pass(from, plan);
    const bool wide = from.exercise == 2 && most == right && best->radix_bits == 1;
    if (right > most || (wide && plan.radix_bits == 2)) best = &plan;
    most = std::max(most, right);
  }
  return *best;
}

std::vector<ChapterArray> arrays(const StudentPlan& plan, const std::vector<uint32_t>& keys,
                                 uint32_t bits, uint32_t pass) {
  std::vector<ChapterArray> all;
  const uint32_t wide = plan.radix_bits;
  for (const auto& [threads, each] : plan.cuts) {
    const std::size_t before = all.size();
    for (const std::string& sort : sorts_like({threads, each}, wide))
      add_run(all, sort, keys, bits, threads, each, wide, pass);
    if (all.size() == before && keys.size() > radix::max_recorded_keys &&
        pass < plan.outputs.size())
      add_tiles(all, pass > 0 ? plan.outputs[pass - 1] : keys, {threads, each}, wide, pass);
  }
  if (!chapter_array(all, "output", keys.size()) && pass < plan.outputs.size())
    all.push_back({.name = "output", .label = "output", .values = plan.outputs[pass]});
  return all;
}

const ChapterArray* meant(const JudgedPass& pass, const StudentMoment& moment,
                          const std::vector<RightArray>& right) {
  const StudentRun& run = pass.run;
  const std::vector<ChapterArray>& chapter = pass.chapter;
  const std::vector<uint32_t>& keys = pass.keys();
  const auto places = elements_as_whole(run, moment, keys.size());
  if (!places.empty()) {
    const std::size_t found = keys_among(moment, places, keys);
    std::size_t written = 0;
    bool bits = true;
    for (const uint32_t place : places)
      if (moment.written[place]) ++written, bits &= moment.values[place] <= 1;
    const bool varied = std::set<uint32_t>(keys.begin(), keys.end()).size() > 2;
    const bool shared = is_shared(run, moment);
    // A bucket table as long as the keys has numbers like theirs: then nearly all must be keys
    const bool table = !shared && chapter_array(chapter, "bucket_counts", keys.size());
    if (varied && (table ? 10 * found >= 9 * keys.size() : 2 * found >= keys.size())) {
      const ChapterArray* local = chapter_array(chapter, "local_keys", keys.size());
      if (local && (shared || (moment.launch == pass.first_launch && pass.more_launches)))
        return local;
      return shared ? nullptr : chapter_array(chapter, "output", keys.size());
    }
    if (!shared && bits && written == keys.size() && keys.size() > 2)
      return chapter_array(chapter, "bits", keys.size());
    if (!table && !shared) return nullptr;
  }
  if (is_shared(run, moment)) return nullptr;
  // One thread alone makes no counts of all blocks, but scans them
  const radix::StudentLaunch& launch = run.launches[moment.launch];
  const bool counted = uint64_t{launch.blocks} * launch.threads == 1 ||
                       std::ranges::any_of(right, [](const RightArray& each) {
                         return each.name == "bucket_counts";
                       });
  const std::size_t length = moment.values.size();
  return chapter_array(chapter, counted ? "bucket_starts" : "bucket_counts", length);
}

std::string instead(const JudgedPass& pass, const StudentMoment& moment,
                    const std::vector<uint32_t>& places, const ChapterArray& role) {
  const std::size_t buckets = std::size_t{1} << pass.plan.radix_bits;
  const std::size_t entries = role.values.size(), blocks = entries / buckets;
  const auto is = [&](auto value_of) {
    for (std::size_t i = 0; i < entries; ++i)
      if (!moment.written[places[i]] || moment.values[places[i]] != value_of(i)) return false;
    return true;
  };
  if (role.name == "bucket_counts" && blocks * buckets == entries &&
      is([&](std::size_t i) { return role.values[i % buckets * blocks + i / buckets]; }))
    return text::judge::counts_by_block;
  if (role.name == "local_keys")
    for (const auto& [threads, each] : pass.plan.cuts) {
      std::vector<uint32_t> mixed;
      const std::vector<uint32_t>& keys = pass.keys();
      const std::size_t tile = std::size_t{threads} * each;
      for (std::size_t begin = 0; each > 1 && begin < entries; begin += tile) {
        std::vector<uint32_t> own;
        for (uint32_t t = 0; t < threads; ++t)
          for (std::size_t at = begin + t; at < std::min(begin + tile, entries); at += threads)
            own.push_back(keys[at]);
        own = sorted_by(std::move(own), shift_of(pass), pass.plan.radix_bits);
        mixed.insert(mixed.end(), own.begin(), own.end());
      }
      if (each > 1 && is([&](std::size_t i) { return mixed[i]; }))
        return text::judge::ranks_every({.threads = threads});
      if (by_digit_alone(pass, moment, places, tile)) return text::judge::digit_order_lost;
    }
  const ChapterArray* counts = chapter_array(pass.chapter, "bucket_counts", entries);
  if (role.name == "bucket_starts" && counts &&
      is([&](std::size_t i) { return role.values[i] + counts->values[i]; }))
    return text::judge::starts_inclusive;
  return "";
}

std::optional<OtherDigit> other_digit(const JudgedPass& pass) {
  if (const auto other = other_bits(pass)) return other;
  if (const auto other = other_shift(pass))
    return OtherDigit{.launch = pass.first_launch, .shift = *other};
  if (const auto mask = other_mask(pass))
    return OtherDigit{.launch = pass.first_launch, .shift = shift_of(pass), .mask = *mask};
  return std::nullopt;
}

void look_closer(const JudgedPass& pass, StudentRoles& roles) {
  if (sorts_again(pass)) roles.again = pass.first_launch;
  // Several bits are split one after the other; a pass that is wrong need not say how many
  const uint32_t splits = pass.plan.radix_bits == 1 ? 1 : pass.bits - shift_of(pass);
  for (uint32_t split = 0; split < splits && !roles.wrong_scan; ++split)
    look_at_scan(pass, split, roles);
  if (pass.plan.radix_bits == 1 && !roles.wrong_scan && !roles.other_digit)
    roles.hidden_scan = hidden_scan_in(pass), roles.misplaced = misplaced_in(pass);
  // Where keys went right all the same, their own was taken off again
  if (!roles.other_digit && pass.plan.radix_bits == 1 &&
      std::ranges::count(roles.right, "local_keys", &RightArray::name) == 0)
    roles.inclusive = inclusive_in(pass);
  if (roles.inclusive && roles.difference && roles.difference->moment == *roles.inclusive)
    roles.difference.reset();
}

}  // namespace user_radix
}  // namespace scope
