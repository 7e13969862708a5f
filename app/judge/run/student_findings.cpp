#include "student_findings.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <set>

#include "app/core/base/text.hpp"
#include "app/judge/exercises.hpp"
#include "text/judge.hpp"
#include "text/networks.hpp"

namespace scope {
namespace {

using radix::StudentFinding;
using radix::StudentRun;
using Kind = StudentFinding::Kind;
namespace words = text::judge;

constexpr uint32_t poisoned = 0xCDCDCDCD;
constexpr std::string_view out_of_memory = "bad_alloc";  // of a finding's text

/// A sentence and when it happened: of what happens in one launch, threads that wait apart come
/// first (they cause what follows), then what the watch saw, a word read too early behind the race
/// that tells why, then what differs.
struct Placed {
  uint32_t launch = 0, rank = 0;
  StudentSentence sentence;
};

const char* kind_name(Kind kind) {
  switch (kind) {
    case Kind::read_race:
    case Kind::write_race: return "race";
    case Kind::collision: return "collision";
    case Kind::unwritten: return "unwritten";
    case Kind::outside: return "outside";
    case Kind::host_touch: return "host";
    case Kind::divergence: return "divergence";
    case Kind::deadlock: return "deadlock";
    case Kind::misuse: return "misuse";
    case Kind::endless: return "endless";
    case Kind::crash: return "crash";
    case Kind::copy: return "copy";
    case Kind::unstable: return "unstable";
    case Kind::same_store: return "note";
  }
  return "";
}

/// "sorted[4]".
std::string element_words(const StudentRun& run, const StudentFinding& f) {
  return f.array == 0 ? std::string(words::unknown_place)
                      : joined({run.arrays[f.array - 1].name, "[", f.index, "]"});
}

std::string line_words(uint32_t line) {
  if (line >= radix::header_lines) return chapter_header_name;
  return line > 0 ? words::line({.line = line}) : std::string(words::another_line);
}

/// Where a launch stands in the student's file.
uint32_t line_of(const StudentRun& run, std::size_t launch) {
  return radix::own_line(run.launches[launch].line);
}

std::string race_words(const StudentRun& run, const StudentFinding& f, uint32_t line,
                       uint32_t other_line) {
  const bool one_block = f.block == f.other_block;
  const std::string element = element_words(run, f);
  if (line > 0 && line == other_line)
    return words::race_add({.block = f.block,
                            .element = element,
                            .one_block = one_block,
                            .other_block = f.other_block,
                            .other_thread = f.other_thread,
                            .thread = f.thread});
  const auto said = [&](auto message) {
    return message({.block = f.block,
                    .element = element,
                    .one_block = one_block,
                    .other_block = f.other_block,
                    .other_thread = f.other_thread,
                    .place = line_words(other_line),
                    .thread = f.thread});
  };
  return f.kind == Kind::read_race ? said(words::race_reads)
         : f.writes                ? said(words::race_both_write)
                                   : said(words::race_is_read);
}

std::string collision_words(const StudentRun& run, const StudentFinding& f) {
  const std::string element = element_words(run, f);
  return f.block == f.other_block ? words::collision({.block = f.block,
                                                      .element = element,
                                                      .first = std::min(f.thread, f.other_thread),
                                                      .second = std::max(f.thread, f.other_thread)})
                                  : words::collision_blocks({.block = f.block,
                                                             .element = element,
                                                             .other_block = f.other_block,
                                                             .other_thread = f.other_thread,
                                                             .thread = f.thread});
}

std::string outside_words(const StudentRun& run, const StudentFinding& f) {
  const bool writes = f.writes != 0;
  if (f.array == 0)
    return words::outside_everything({.block = f.block, .thread = f.thread, .writes = writes});
  const radix::StudentArray& array = run.arrays[f.array - 1];
  const std::string element = element_words(run, f);
  if (f.text == "freed")
    return words::outside_freed({.array = array.name,
                                 .block = f.block,
                                 .element = element,
                                 .thread = f.thread,
                                 .writes = writes});
  if (f.index < 0)
    return words::outside_before(
        {.array = array.name, .block = f.block, .thread = f.thread, .writes = writes});
  return words::outside_end({.array = array.name,
                             .block = f.block,
                             .element = element,
                             .elements = array.elements,
                             .shared = array.kind == radix::StudentArray::Kind::shared,
                             .thread = f.thread,
                             .writes = writes});
}

std::string divergence_words(const StudentFinding& f, uint32_t line, uint32_t other_line) {
  if (line == 0)
    return words::left_others(
        {.block = f.block, .place = line_words(other_line), .thread = f.thread});
  if (other_line == 0)
    return words::left({.block = f.block, .other_thread = f.other_thread, .thread = f.thread});
  return words::two_barriers({.block = f.block,
                              .header = chapter_header_name,
                              .other_thread = f.other_thread,
                              .own = line < radix::header_lines,
                              .place = line_words(other_line),
                              .thread = f.thread});
}

std::string deadlock_words(const StudentFinding& f, uint32_t other_line) {
  return words::deadlock({.block = f.block,
                          .other_thread = f.other_thread,
                          .place = line_words(other_line),
                          .several = other_line > 0,
                          .thread = f.thread});
}

std::string misuse_words(const StudentFinding& f) {
  constexpr std::pair<std::string_view, text::Label> known[] = {
      {"no blocks", words::misuse_no_blocks}, {"no threads", words::misuse_no_threads},
      {"threads", words::misuse_threads},     {"shared", words::misuse_shared},
      {"blocks", words::misuse_blocks},       {"nested", words::misuse_nested},
      {"grid", words::misuse_grid},           {"arrays", words::misuse_arrays}};
  if (f.text == "mask") return words::misuse_mask({.block = f.block, .thread = f.thread});
  for (const auto& [text, label] : known)
    if (f.text == text) return label;
  return words::misuse_unknown;
}

std::string crash_words(const StudentRun& run, const StudentFinding& f) {
  const std::string kernel = f.in_kernel ? run.launches[f.launch].kernel : std::string();
  const std::string where =
      f.in_kernel ? words::where_thread({.block = f.block, .kernel = kernel, .thread = f.thread})
                  : std::string(words::where_host);
  if (f.text == "division") return words::divides({.where = where});
  if (f.text == "abort") return words::aborts({.where = where});
  if (f.text == out_of_memory) return words::wants_memory({.where = where});
  if (f.text == "throw") return words::throws({.where = where});
  if (f.text == "exception") return words::uncaught({.where = where});
  if (f.text.starts_with("assert "))
    return words::assertion({.block = f.block,
                             .condition = std::string_view(f.text).substr(7),
                             .host = !f.in_kernel,
                             .kernel = kernel,
                             .thread = f.thread});
  return words::no_memory_there({.where = where});
}

std::string copy_words(const StudentRun& run, const StudentFinding& f) {
  if (f.text == "end" && f.array > 0)
    return words::copy_end(
        {.array = run.arrays[f.array - 1].name, .elements = run.arrays[f.array - 1].elements});
  if (f.text == "free") return words::copy_free;
  return words::copy_direction({.to = f.text == "to"});
}

/// "Thread 1 of block 0 reads output[1], which nobody has written": of an array that earlier
/// launches should have filled, that none did.
std::string unwritten_words(const StudentRun& run, const StudentFinding& f) {
  const std::string element = element_words(run, f);
  const uint32_t array = f.array - 1;
  const bool filled = f.array == 0 || !run.steps || f.launch == 0 ||
                      run.arrays[array].kind != radix::StudentArray::Kind::global ||
                      std::ranges::any_of(run.stores, [&](const radix::StudentStores& each) {
                        return each.array == array;
                      });
  if (f.text == "no barrier")
    return words::unwritten_no_barrier({.block = f.block, .element = element, .thread = f.thread});
  if (filled) return words::unwritten({.block = f.block, .element = element, .thread = f.thread});
  return words::unwritten_array({.array = run.arrays[array].name,
                                 .block = f.block,
                                 .element = element,
                                 .launch = f.launch + 1,
                                 .thread = f.thread});
}

std::string unstable_words(const StudentRun& run, const StudentFinding& f) {
  const std::string element = element_words(run, f);
  if (f.other_block == f.other_thread)
    return words::key_twice({.element = element, .index = f.other_thread});
  return words::equal_keys_cross(
      {.element = element, .index = f.other_thread, .other = f.other_block});
}

std::string words_of_finding(const StudentRun& run, const StudentFinding& f, uint32_t line,
                             uint32_t other_line) {
  switch (f.kind) {
    case Kind::read_race:
    case Kind::write_race: return race_words(run, f, line, other_line);
    case Kind::collision: return collision_words(run, f);
    case Kind::unwritten: return unwritten_words(run, f);
    case Kind::outside: return outside_words(run, f);
    case Kind::host_touch:
      return words::host_touch({.element = element_words(run, f), .writes = f.writes != 0});
    case Kind::divergence: return divergence_words(f, line, other_line);
    case Kind::deadlock: return deadlock_words(f, other_line);
    case Kind::misuse: return misuse_words(f);
    case Kind::endless:
      return words::no_end({.host = !f.in_kernel,
                            .kernel = f.in_kernel ? run.launches[f.launch].kernel : std::string()});
    case Kind::crash: return crash_words(run, f);
    case Kind::copy: return copy_words(run, f);
    case Kind::unstable: return unstable_words(run, f);
    case Kind::same_store:
      return text::networks::same_stores(
          {.threads = f.times,
           .value = static_cast<uint32_t>(std::strtoul(f.text.c_str(), nullptr, 10))});
  }
  return "";
}

/// A word that nobody has written yet: a race of the same launch names who writes it too late.
bool read_too_early(const StudentRun& run, const StudentFinding& f) {
  return f.kind == Kind::unwritten &&
         std::ranges::any_of(run.findings, [&](const StudentFinding& other) {
           return (other.kind == Kind::read_race || other.kind == Kind::write_race) &&
                  other.launch == f.launch && other.array == f.array &&
                  (other.site == f.site || other.other_site == f.site);
         });
}

StudentSentence sentence_of(const StudentRun& run, const StudentFinding& f, const SiteLines& line) {
  StudentSentence sentence{.kind = kind_name(f.kind),
                           .line = line.place(f.site),
                           .other_line = line.place(f.other_site)};
  if (f.kind == Kind::endless)
    for (const radix::StudentSite site : run.loop)
      if (const uint32_t here = line(site);
          here > 0 && (sentence.line == 0 || here < sentence.line))
        sentence.line = here;
  sentence.text = words_of_finding(run, f, sentence.line, sentence.other_line);
  sentence.wants_memory = f.kind == Kind::crash && f.text == out_of_memory;
  sentence.line = radix::own_line(sentence.line);
  sentence.other_line = radix::own_line(sentence.other_line);
  if (sentence.line == 0) sentence.line = sentence.other_line;
  if (sentence.line == 0 && f.in_kernel) sentence.line = line_of(run, f.launch);
  return sentence;
}

/// Where an element of a moment stands, in the student's words: of a shared array with its block.
std::string place_words(const StudentRun& run, const radix::StudentMoment& moment,
                        uint32_t element) {
  const radix::StudentArray& array = run.arrays[moment.array];
  if (array.kind != radix::StudentArray::Kind::shared || array.elements == 0)
    return joined({array.name, "[", element, "]"});
  return words::element_of_block(
      {.array = array.name, .block = element / array.elements, .index = element % array.elements});
}

StudentSentence difference_sentence(const StudentRun& run, const StudentRoles& roles,
                                    const SiteLines& line) {
  const FirstDifference& d = *roles.difference;
  const radix::StudentMoment& moment = run.moments[d.moment];
  const radix::StudentLaunch& launch = run.launches[moment.launch];
  StudentSentence sentence{.kind = "difference", .line = line(moment.site[d.element])};
  const uint32_t who = moment.who[d.element], value = moment.values[d.element];
  sentence.text = words::difference({.compared = d.compared,
                                     .element = place_words(run, moment, d.element),
                                     .expected = d.expected,
                                     .pass = d.pass + 1,
                                     .role = text::translated(d.role),
                                     .several = d.wrong > 1,
                                     .state = !moment.written[d.element] ? words::state::unwritten
                                              : value == poisoned        ? words::state::poisoned
                                                                         : words::state::other,
                                     .value = value,
                                     .wrong = d.wrong});
  if (moment.site[d.element] != 0)
    sentence.text = text::paragraph(
        sentence.text,
        words::written_by({.block = who / launch.threads, .thread = who % launch.threads}));
  sentence.text = text::paragraph(sentence.text, d.instead);
  if (d.each > 0)
    sentence.text = text::paragraph(
        sentence.text,
        words::launch_threads(
            {.each = d.each, .keys = d.compared, .threads = launch.blocks * launch.threads}));
  if (sentence.line == 0) sentence.line = radix::own_line(launch.line);
  return sentence;
}

/// The pass sorts the keys of the one before again: what it made was not handed on.
StudentSentence again_sentence(const StudentRun& run, const StudentRoles& roles) {
  const std::size_t pass = roles.plan.seen.size() + 1;
  return {.kind = "difference",
          .line = line_of(run, *roles.again),
          .text = words::same_pass({.before = pass - 1, .pass = pass})};
}

/// "bit 2", "bits 2 to 3".
std::string digit_words(uint32_t shift, uint32_t wide) {
  return words::bits({.high = shift + wide - 1, .low = shift, .one = wide == 1});
}

/// What should be a scan of the pass's bits and is none: what follows from it comes behind.
StudentSentence scan_sentence(const StudentRun& run, const StudentRoles& roles,
                              const SiteLines& line) {
  const WrongScan& scan = *roles.wrong_scan;
  const radix::StudentMoment& moment = run.moments[scan.moment];
  const auto pass = static_cast<uint32_t>(roles.plan.seen.size());
  StudentSentence sentence{.kind = "scan", .line = line(moment.site[scan.element])};
  if (sentence.line == 0) sentence.line = run.launches[moment.launch].line;
  sentence.text = words::scan_wrong({.element = place_words(run, moment, scan.element),
                                     .exclusive = scan.exclusive,
                                     .in_split = scan.split > 0,
                                     .inclusive = scan.inclusive,
                                     .own = scan.inclusive != scan.exclusive,
                                     .pass = pass + 1,
                                     .split = scan.split,
                                     .value = moment.values[scan.element]});
  return sentence;
}

/// A right scan, read as if it were an exclusive one.
StudentSentence inclusive_sentence(const StudentRun& run, const StudentRoles& roles,
                                   const SiteLines& line) {
  const radix::StudentStores& stores = run.stores[roles.inclusive_use->stores];
  const std::string& name = run.arrays[run.moments[roles.inclusive_use->moment].array].name;
  return {
      .kind = "scan", .line = line(stores.site), .text = words::scan_inclusive({.array = name})};
}

/// Where a scan is right in one half of its array, and the other was read.
std::string half_words(const StudentRun& run, const StudentRoles& roles) {
  const HalfRead& half = *roles.half_read;
  const std::string& name = run.arrays[run.moments[half.moment].array].name;
  return words::scan_other_half(
      {.array = name, .from = half.right, .to = half.right + half.length - 1});
}

/// Whose key goes to a slot that is not its own: the count that says so is in no array.
std::string misplaced_words(const StudentRun& run, const StudentRoles& roles) {
  const Misplaced& each = *roles.misplaced;
  const std::string& name = run.arrays[each.array].name;
  return words::misplaced({.array = name,
                           .belongs = each.belongs,
                           .block = each.block,
                           .ones = each.ones,
                           .slot = each.slot,
                           .thread = each.thread});
}

/// What is wrong with a scan in registers, by where it sends the keys.
StudentSentence hidden_sentence(const StudentRun& run, const StudentRoles& roles,
                                const SiteLines& line) {
  using Wrong = HiddenScan::Wrong;
  const HiddenScan& scan = *roles.hidden_scan;
  StudentSentence sentence{.kind = "scan", .line = line(run.stores[scan.stores].site)};
  const auto counts = [&](auto message) {
    return message(
        {.block = scan.block, .counts = scan.counts, .ones = scan.ones, .thread = scan.thread});
  };
  if (scan.wrong == Wrong::first_lane && roles.shuffle_line > 0) sentence.line = roles.shuffle_line;
  const std::string begin = words::scan_in_registers({.pass = roles.plan.seen.size() + 1});
  sentence.text = scan.wrong == Wrong::first_lane
                      ? text::paragraph(begin, counts(words::lane_left_out), words::lane_equal)
                  : scan.wrong == Wrong::own_bit
                      ? text::paragraph(begin, counts(words::own_bit_counted), words::own_bit_way)
                      : text::paragraph(begin, counts(words::warps_left_out));
  return sentence;
}

/// A scan tells what is before a thread's keys only where they are neighbours.
StudentSentence mixed_sentence(const StudentRun& run, uint32_t at, const SiteLines& line) {
  const radix::StudentMoment& moment = run.moments[at];
  const radix::StudentLaunch& launch = run.launches[moment.launch];
  const auto site = std::ranges::find_if(moment.site, [](auto each) { return each != 0; });
  return {.kind = "scan",
          .line = site == moment.site.end() ? launch.line : line(*site),
          .text = words::scan_mixed(
              {.array = run.arrays[moment.array].name, .threads = launch.threads})};
}

/// Threads of the launch race or wait apart: then no array says what they meant.
bool races_in(const StudentRun& run, uint32_t launch) {
  return std::ranges::any_of(run.findings, [&](const StudentFinding& each) {
    return each.launch == launch &&
           (each.kind == Kind::read_race || each.kind == Kind::write_race ||
            each.kind == Kind::divergence || each.kind == Kind::misuse);
  });
}

/// Where the scan of this launch is wrong, its sentence stands behind what makes it wrong, threads
/// that race for its array, and before what follows.
void place_scan(const StudentRun& run, const StudentRoles& roles, const SiteLines& line,
                std::vector<Placed>& all) {
  const radix::StudentMoment& moment =
      run.moments[roles.wrong_scan      ? roles.wrong_scan->moment
                  : roles.inclusive_use ? roles.inclusive_use->moment
                                        : *roles.mixed_scan];
  const auto in_it = [&](int32_t index) {  // one array may hold keys and scan, one behind the other
    if (!roles.wrong_scan || !is_shared(run, moment)) return !roles.inclusive_use;
    const auto begin = static_cast<int64_t>(roles.wrong_scan->begin);
    return index >= begin && index < begin + roles.wrong_scan->length;
  };
  const bool raced = std::ranges::any_of(run.findings, [&](const StudentFinding& each) {
    return each.launch == moment.launch && each.array == moment.array + 1 && in_it(each.index) &&
           (each.kind == Kind::read_race || each.kind == Kind::write_race ||
            each.kind == Kind::unwritten || each.kind == Kind::collision ||
            each.kind == Kind::outside);
  });
  if (raced) return;
  if (!roles.wrong_scan && roles.inclusive_use) {
    const uint32_t launch = run.stores[roles.inclusive_use->stores].launch;
    all.insert(all.begin(), {launch, 1, inclusive_sentence(run, roles, line)});
    return;
  }
  all.insert(all.begin(), {moment.launch, 1,
                           roles.wrong_scan ? scan_sentence(run, roles, line)
                                            : mixed_sentence(run, *roles.mixed_scan, line)});
}

/// The pass sorts by other bits than it should.
StudentSentence digit_sentence(const StudentRun& run, const StudentRoles& roles,
                               const SiteLines& line) {
  const auto pass = static_cast<uint32_t>(roles.plan.seen.size());
  const uint32_t wide = roles.plan.radix_bits;
  if (const OtherDigit& other = *roles.other_digit; other.moment) {
    const auto& sites = run.moments[*other.moment].site;
    const auto site = std::ranges::find_if(sites, [](auto each) { return each != 0; });
    const uint32_t made = site == sites.end() ? 0 : line(*site);
    return {.kind = "difference",
            .line = made > 0 ? made : line_of(run, other.launch),
            .text = words::digit_again({.before = other.shift / wide + 1,
                                        .bits = digit_words(pass * wide, wide),
                                        .pass = pass + 1,
                                        .shift = pass * wide,
                                        .wrong_bits = digit_words(other.shift, wide)})};
  }
  if (const uint32_t mask = roles.other_digit->mask; mask != 0) {
    std::vector<uint32_t> kept;
    for (uint32_t bit = 0; bit < wide; ++bit)
      if (mask >> bit & 1) kept.push_back(pass * wide + bit);
    return {.kind = "difference",
            .line = run.launches[roles.other_digit->launch].line,
            .text = words::digit_mask({.bits = digit_words(pass * wide, wide),
                                       .count = kept.size(),
                                       .kept = text::list(kept),
                                       .mask = (1u << wide) - 1,
                                       .pass = pass + 1,
                                       .wide = wide})};
  }
  return {.kind = "difference",
          .line = line_of(run, roles.other_digit->launch),
          .text = words::digit_other({.bits = digit_words(pass * wide, wide),
                                      .pass = pass + 1,
                                      .wrong_bits = digit_words(roles.other_digit->shift, wide)})};
}

/// Some of his kernels have stored nothing at all: what is still to be written. No text where every
/// kernel stores. `at`: the first launch of the first of them.
StudentSentence unfinished_sentence(const StudentRun& run, uint32_t& at) {
  StudentSentence sentence{.kind = "result", .unfinished = true};
  std::vector<std::string> idle, empty;
  std::set<std::string> storing, seen;
  std::vector<bool> stored(run.arrays.size()), filled(run.arrays.size());
  const auto of_header = [](uint32_t line) { return line >= radix::header_lines; };
  for (const radix::StudentStores& each : run.stores) {
    const radix::StudentLaunch& launch = run.launches[each.launch];
    if (!of_header(launch.line)) storing.insert(launch.kernel);
    stored[each.array] = true;
  }
  for (const radix::StudentCopy& each : run.copies)
    if (each.to_device) filled[each.array] = true;
  for (uint32_t launch = 0; launch < run.launches.size(); ++launch) {
    const auto& [kernel, line, blocks, threads, bytes] = run.launches[launch];
    if (of_header(line) || storing.contains(kernel) || !seen.insert(kernel).second) continue;
    if (idle.empty()) at = launch, sentence.line = line;
    idle.push_back(kernel);
  }
  if (idle.empty() || !run.steps) return sentence;
  if (storing.empty()) {
    sentence.text =
        text::paragraph(words::nothing_stored, words::start_with({.kernel = idle.front()}));
    return sentence;
  }
  // His own first, then those that he was handed
  for (const bool own : {true, false})
    for (uint32_t array = 0; array < run.arrays.size(); ++array) {
      const radix::StudentArray& each = run.arrays[array];
      const bool has_keys = (!own && each.name == "keys") || filled[array];
      if (each.kind == radix::StudentArray::Kind::global && (each.line > 0) == own &&
          !of_header(each.line) && !stored[array] && !has_keys)
        empty.push_back(each.name);
    }
  const std::string kernels = text::list(idle);
  sentence.text =
      empty.empty() ? words::idle({.count = idle.size(), .kernels = kernels})
                    : words::idle_and_empty(
                          {.arrays = text::list(empty), .count = idle.size(), .kernels = kernels});
  return sentence;
}

/// Says how many passes a run made that ends before its keys are sorted, if each was right; or "".
std::string too_few_passes(const StudentRun& run, const StudentRoles& roles) {
  const std::vector<std::size_t>& seen = roles.plan.seen;
  if (roles.whole || seen.empty()) return "";
  for (std::size_t i = seen.back() + 1; i < run.moments.size(); ++i)
    if (!is_shared(run, run.moments[i])) return "";
  return words::too_few_passes({.needed = roles.plan.outputs.size(), .passes = seen.size()});
}

/// The last moment of another array of the device that has all keys in order; or null.
const radix::StudentMoment* sorted_elsewhere(const StudentRun& run,
                                             const std::vector<uint32_t>& sorted) {
  if (run.copies.empty()) return nullptr;
  std::vector<bool> known(run.arrays.size());
  known[run.copies.back().array] = true;
  for (auto moment = run.moments.rbegin(); moment != run.moments.rend(); ++moment) {
    if (known[moment->array]) continue;
    known[moment->array] = true;
    if (run.arrays[moment->array].kind == radix::StudentArray::Kind::global &&
        moment->values == sorted && std::ranges::count(moment->written, 0u) == 0)
      return &*moment;
  }
  return nullptr;
}

/// A program that makes its own keys: it chooses their type, too.
bool brings_own(const StudentRun& run) {
  return std::ranges::none_of(run.arrays, [](const radix::StudentArray& each) {
    return each.name == "keys" && each.line == 0;
  });
}

/// The same words in the order of signed numbers, of floats or of 64 bits.
bool is_sorted_as_another_type(const std::vector<uint32_t>& sorted,
                               const std::vector<uint32_t>& result) {
  std::vector<uint32_t> words = result;
  std::ranges::sort(words);
  if (words != sorted) return false;
  const auto as_signed = [](uint32_t word) { return static_cast<int32_t>(word); };
  const auto as_float = [](uint32_t word) { return std::bit_cast<float>(word); };
  if (std::ranges::is_sorted(result, {}, as_signed) || std::ranges::is_sorted(result, {}, as_float))
    return true;
  std::vector<uint64_t> wide;
  for (std::size_t i = 0; i + 1 < result.size(); i += 2)
    wide.push_back(result[i] | uint64_t{result[i + 1]} << 32);
  return result.size() % 2 == 0 && std::ranges::is_sorted(wide);
}

/// What is wrong with the keys that came back; no text where they are right.
StudentSentence result_sentence(const StudentRun& run, const std::vector<uint32_t>& keys,
                                const std::vector<uint32_t>& result, const SiteLines& line) {
  StudentSentence sentence{.kind = "result"};
  if (result.empty()) {
    sentence.text = run.launches.empty() ? words::nothing_launched : words::no_keys_back;
    return sentence;
  }
  std::size_t wrong = 0;
  const auto written = std::ranges::find_if(result, [](uint32_t v) { return v == poisoned; });
  std::vector<uint32_t> sorted = keys.empty() ? result : keys;
  std::ranges::sort(sorted);
  if (sorted == result || (brings_own(run) && is_sorted_as_another_type(sorted, result)))
    return sentence;
  while (wrong < sorted.size() && wrong < result.size() && sorted[wrong] == result[wrong]) ++wrong;
  if (const radix::StudentMoment* there = sorted_elsewhere(run, sorted)) {
    sentence.line = line_of(run, there->launch);
    sentence.text = words::sorted_elsewhere({.array = run.arrays[there->array].name,
                                             .other = run.arrays[run.copies.back().array].name});
    return sentence;
  }
  if (run.launches.empty()) return sentence.text = words::nothing_launched, sentence;
  if (written != result.end() && static_cast<std::size_t>(written - result.begin()) <= wrong)
    sentence.text = words::result_unwritten({.index = wrong});
  else if (wrong < sorted.size() && wrong < result.size())
    sentence.text =
        words::result_unsorted({.belongs = sorted[wrong], .index = wrong, .value = result[wrong]});
  else
    sentence.text = words::result_count({.back = result.size(), .keys = keys.size()});
  // Who wrote it: the last store into the array that was copied back
  if (run.copies.empty()) return sentence;
  for (auto moment = run.moments.rbegin(); moment != run.moments.rend(); ++moment)
    if (moment->array == run.copies.back().array && wrong < moment->site.size()) {
      sentence.line = line(moment->site[wrong]);
      if (sentence.line == 0) sentence.line = line_of(run, moment->launch);
      break;
    }
  if (sentence.line == 0 && !run.launches.empty())
    sentence.line = radix::own_line(run.launches.back().line);
  return sentence;
}

}  // namespace

uint32_t SiteLines::place(radix::StudentSite site) const {
  if (site & radix::site_is_line) return site & ~radix::site_is_line;
  const auto found = std::ranges::lower_bound(sites_, site);
  return site == 0 || found == sites_.end() || *found != site
             ? 0
             : lines_[static_cast<std::size_t>(found - sites_.begin())];
}

std::vector<radix::StudentSite> sites_in(const StudentRun& run, const StudentRoles& roles,
                                         bool every_store) {
  std::vector<radix::StudentSite> sites = run.loop;
  for (const StudentFinding& each : run.findings)
    sites.push_back(each.site), sites.push_back(each.other_site);
  if (roles.difference)
    sites.push_back(run.moments[roles.difference->moment].site[roles.difference->element]);
  if (roles.wrong_scan)
    sites.push_back(run.moments[roles.wrong_scan->moment].site[roles.wrong_scan->element]);
  if (roles.inclusive_use) sites.push_back(run.stores[roles.inclusive_use->stores].site);
  if (roles.hidden_scan) sites.push_back(run.stores[roles.hidden_scan->stores].site);
  if (roles.other_digit && roles.other_digit->moment)
    for (const radix::StudentSite site : run.moments[*roles.other_digit->moment].site)
      sites.push_back(site);
  if (roles.mixed_scan)
    for (const radix::StudentSite site : run.moments[*roles.mixed_scan].site) sites.push_back(site);
  for (const radix::StudentStores& each : run.stores)
    if (every_store || (!run.copies.empty() && each.array == run.copies.back().array))
      sites.push_back(each.site);
  std::ranges::sort(sites);
  sites.erase(std::unique(sites.begin(), sites.end()), sites.end());
  return sites;
}

std::vector<StudentSentence> take_notes(StudentRun& run, const SitesToLines& lines, bool lost) {
  std::vector<StudentSentence> notes;
  std::vector<radix::StudentSite> of_keys;
  for (StudentFinding& each : run.findings) {
    if (each.kind != Kind::same_store || !lost) continue;
    // Where nothing else is known of the keys and some are lost, the same value is another key's
    const bool comes_back =
        brings_own(run) && !run.copies.empty() && each.array == run.copies.back().array + 1;
    if (each.writes == 0 && !comes_back) continue;
    const bool one_site = each.other_site == 0 || each.site == each.other_site;
    each.kind = one_site ? Kind::collision : Kind::write_race;
    of_keys.push_back(each.site);
  }
  for (const StudentFinding& each : run.findings) {
    if (each.kind != Kind::same_store || each.writes != 0) continue;
    if (std::ranges::find(of_keys, each.site) != of_keys.end()) continue;
    // Where its threads race, too, that is to be mended, and the note would call it harmless
    const bool races = std::ranges::any_of(run.findings, [&](const StudentFinding& other) {
      return (other.kind == Kind::read_race || other.kind == Kind::write_race) &&
             other.launch == each.launch && other.array == each.array && other.index == each.index;
    });
    if (races) continue;
    const SiteLines line({each.site}, lines({each.site}));
    notes.push_back(sentence_of(run, each, line));
  }
  std::erase_if(run.findings, [](const auto& each) { return each.kind == Kind::same_store; });
  return notes;
}

std::vector<StudentSentence> sentences_about(const StudentRun& run, const StudentRoles& roles,
                                             const SiteLines& line,
                                             const std::vector<uint32_t>& keys,
                                             const std::vector<uint32_t>& result) {
  std::vector<Placed> all;
  const bool damaged = !run.findings.empty() || run.end != StudentRun::End::returned;
  const auto launches = static_cast<uint32_t>(run.launches.size());
  const bool hidden = roles.hidden_scan && !roles.wrong_scan && !roles.inclusive_use &&
                      !roles.mixed_scan && !races_in(run, roles.hidden_scan->launch);
  for (const StudentFinding& each : run.findings) {
    const uint32_t rank = each.kind == Kind::divergence ? 0 : read_too_early(run, each) ? 2 : 1;
    // What the chapter's own scan finds unwritten is his to write: what he has not written comes
    // first
    const bool later = each.kind == Kind::unwritten && line.place(each.site) >= radix::header_lines;
    all.push_back({later ? launches : each.launch, rank, sentence_of(run, each, line)});
    const bool follows = each.kind == Kind::collision || each.kind == Kind::outside;
    if (&each == &run.findings.front() && follows && roles.half_read &&
        run.moments[roles.half_read->moment].launch == each.launch)
      all.back().sentence.text = text::paragraph(all.back().sentence.text, half_words(run, roles));
    const bool of_slot = follows || each.kind == Kind::unwritten;
    if (&each == &run.findings.front() && of_slot && !hidden && !roles.half_read &&
        !roles.inclusive_use && roles.misplaced && roles.misplaced->launch == each.launch &&
        roles.misplaced->array + 1 == each.array)
      all.back().sentence.text =
          text::paragraph(all.back().sentence.text, misplaced_words(run, roles));
  }
  const bool ended = run.end == StudentRun::End::returned;
  StudentSentence wrong = result_sentence(run, keys, result, line);
  const bool differs = (!wrong.text.empty() || !ended) && run.steps;
  if ((roles.wrong_scan || roles.inclusive_use || roles.mixed_scan) && run.steps &&
      (damaged || !wrong.text.empty()))
    place_scan(run, roles, line, all);
  if (hidden && run.steps && (damaged || !wrong.text.empty()))
    all.insert(all.begin(), {roles.hidden_scan->launch, 1, hidden_sentence(run, roles, line)});
  if (const std::string few = too_few_passes(run, roles); differs && ended && !few.empty())
    all.push_back(
        {launches,
         4,
         {.kind = "result", .line = radix::own_line(run.launches.back().line), .text = few}});
  uint32_t idle = 0;
  StudentSentence unfinished = unfinished_sentence(run, idle);
  if (differs && ended && !unfinished.text.empty()) all.push_back({idle, 3, unfinished});
  if (roles.other_digit && differs) {
    // What was stored by wrong digits may go wrong behind them
    const bool first = roles.other_digit->moment && !races_in(run, roles.other_digit->launch);
    all.insert(first ? all.begin() : all.end(),
               {roles.other_digit->launch, first ? 1u : 3u, digit_sentence(run, roles, line)});
  }
  if (roles.again && differs) all.push_back({*roles.again, 3, again_sentence(run, roles)});
  if (roles.difference && differs)
    all.push_back(
        {run.moments[roles.difference->moment].launch, 4, difference_sentence(run, roles, line)});
  const bool begun = !run.steps || !run.stores.empty() || run.launches.empty();
  if (!wrong.text.empty() && ended && begun) all.push_back({launches, 5, wrong});
  std::ranges::stable_sort(all, {},
                           [](const Placed& each) { return std::pair(each.launch, each.rank); });
  std::vector<StudentSentence> sentences;
  for (Placed& each : all) sentences.push_back(std::move(each.sentence));
  return sentences;
}

std::string agreement_words(const StudentRun& run, const StudentRoles& roles) {
  std::vector<std::string> parts;
  const auto passes = static_cast<uint32_t>(roles.plan.seen.size());
  if (passes > 0 && !roles.whole) parts.push_back(words::first_passes({.passes = passes}));
  const auto array_of = [&](const RightArray& right) -> const radix::StudentArray& {
    return run.arrays[run.moments[right.moment].array];
  };
  for (const RightArray& each : roles.right) {
    const auto leaves_the_block = [&](const RightArray& other) {
      return other.role == each.role && array_of(other).kind != radix::StudentArray::Kind::shared;
    };
    // What a block works on in shared memory is named only where nothing else has it
    if (array_of(each).kind == radix::StudentArray::Kind::shared &&
        std::ranges::any_of(roles.right, leaves_the_block))
      continue;
    parts.push_back(
        words::array_role({.array = array_of(each).name, .role = text::translated(each.role)}));
  }
  const std::string agrees =
      parts.empty() ? "" : words::as_in_chapter({.arrays = text::list(parts)});
  if (!roles.inclusive || roles.inclusive_use) return agrees;
  return text::paragraph(
      agrees,
      words::counts_inclusive({.array = run.arrays[run.moments[*roles.inclusive].array].name}));
}

std::string card_sentence(const radix::CardRun& run, StudentVerdict verdict) {
  if (!run.refusal.empty()) return run.refusal;
  if (run.endless) return words::card_endless({.device = run.device, .run = run.runs + 1});
  if (!run.error.empty())
    return words::card_error({.device = run.device, .error = run.error, .run = run.runs + 1});
  const std::string right =
      words::card_right({.device = run.device, .right = run.right, .runs = run.runs});
  if (run.right < run.runs)
    return text::paragraph(right, words::card_wrong({.belongs = run.belongs,
                                                     .index = run.place,
                                                     .run = run.first_wrong,
                                                     .value = run.value}));
  return verdict == StudentVerdict::right ? right : text::paragraph(right, words::card_hides);
}

}  // namespace scope
