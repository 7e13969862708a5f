#include "student_findings.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <set>

#include "app/core/base/text.hpp"
#include "app/judge/exercises.hpp"

namespace scope {
namespace {

using radix::StudentFinding;
using radix::StudentRun;
using Kind = StudentFinding::Kind;

constexpr uint32_t poisoned = 0xCDCDCDCD;
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

std::string thread_words(uint32_t thread, uint32_t block) {
  return say("thread ", thread, " of block ", block);
}

/// "thread 0", or with its block where that is another one.
std::string other_words(const StudentFinding& f) {
  return f.block == f.other_block ? say("thread ", f.other_thread)
                                  : thread_words(f.other_thread, f.other_block);
}

/// "sorted[4]".
std::string element_words(const StudentRun& run, const StudentFinding& f) {
  return f.array == 0 ? "an unknown place" : say(run.arrays[f.array - 1].name, "[", f.index, "]");
}

std::string elements(uint32_t count) {
  return count == 0 ? "no elements" : counted(count, "element");
}

std::string line_words(uint32_t line) {
  if (line >= radix::header_lines) return chapter_header_name;
  return line > 0 ? say("line ", line) : "another line";
}

/// Where a launch stands in the student's file.
uint32_t line_of(const StudentRun& run, std::size_t launch) {
  return radix::own_line(run.launches[launch].line);
}

std::string race_words(const StudentRun& run, const StudentFinding& f, uint32_t line,
                       uint32_t other_line) {
  const bool between_blocks = f.block != f.other_block;
  const std::string between =
      between_blocks ? "and no barrier orders two blocks" : "with no barrier between";
  if (line > 0 && line == other_line)
    return capital(say(thread_words(f.thread, f.block), " and ", other_words(f), " both change ",
                       element_words(run, f),
                       " in this line, and what one of them adds is lost: it takes an atomicAdd."));
  const char* mine = f.kind == Kind::read_race ? "reads" : "writes";
  const char* theirs = f.kind == Kind::read_race || f.writes ? "writes" : "reads";
  return capital(say(thread_words(f.thread, f.block), " ", mine, " ", element_words(run, f),
                     ", which ", other_words(f), " ", theirs, " in ", line_words(other_line), ", ",
                     between, "."));
}

std::string collision_words(const StudentRun& run, const StudentFinding& f) {
  const std::string both = f.block == f.other_block
                               ? say("Threads ", std::min(f.thread, f.other_thread), " and ",
                                     std::max(f.thread, f.other_thread), " of block ", f.block)
                               : capital(say(thread_words(f.other_thread, f.other_block), " and ",
                                             thread_words(f.thread, f.block)));
  return say(both, " both write ", element_words(run, f), ".");
}

std::string outside_words(const StudentRun& run, const StudentFinding& f) {
  const std::string who = capital(thread_words(f.thread, f.block));
  const char* does = f.writes ? "writes" : "reads";
  if (f.array == 0)
    return say(who, " ", does,
               " an address that belongs to no array of the device: a pointer of the host, or an "
               "index far beyond its array, such as an unsigned one that went below 0.");
  const radix::StudentArray& array = run.arrays[f.array - 1];
  if (f.text == "freed")
    return say(who, " ", does, " ", element_words(run, f), ", but ", array.name,
               " has been freed.");
  if (f.index < 0) return say(who, " ", does, " in front of ", array.name, "[0].");
  return say(who, " ", does, " ", element_words(run, f), ", but ", array.name, " has ",
             elements(array.elements),
             array.kind == radix::StudentArray::Kind::shared ? " in a block." : ".");
}

std::string divergence_words(const StudentFinding& f, uint32_t line, uint32_t other_line) {
  const std::string who = capital(thread_words(f.thread, f.block));
  if (line == 0)
    return say(who, " has left the kernel while others wait at the barrier in ",
               line_words(other_line), ": every thread of a block must come to it.");
  if (other_line == 0)
    return say(who, " waits at this barrier, but thread ", f.other_thread,
               " has left the kernel: every thread of a block must come to it.");
  return say(
      who, " waits at ",
      line >= radix::header_lines ? say("a barrier in ", chapter_header_name) : "this barrier",
      " while thread ", f.other_thread, " waits at the one in ", line_words(other_line),
      ": all threads of a block must come to the same one.");
}

std::string deadlock_words(const StudentFinding& f, uint32_t other_line) {
  const std::string who = capital(thread_words(f.thread, f.block));
  const std::string others =
      other_line > 0 ? say(", and thread ", f.other_thread, " in ", line_words(other_line)) : "";
  return say(who, " waits here for ever", others, ": nobody does what it waits for.");
}

std::string misuse_words(const StudentFinding& f) {
  if (f.text == "mask")
    return say(capital(thread_words(f.thread, f.block)),
               " is not named by the mask of its own warp operation.");
  if (f.text == "no blocks" || f.text == "no threads")
    return say("This launch has ", f.text, ", so nothing runs.");
  if (f.text == "threads") return "This launch asks for more than 1024 threads in a block.";
  if (f.text == "shared") return "This launch asks for more shared memory than a block can have.";
  if (f.text == "blocks") return "This launch asks for more than 2^20 blocks.";
  if (f.text == "nested") return "A kernel launches another one here, which is not followed.";
  if (f.text == "grid") return "A barrier of the whole grid is run here with up to 4096 threads.";
  if (f.text == "arrays")
    return "More than 1024 arrays are there by this cudaMalloc; free them, or use them again.";
  return "This is no launch or warp operation that a GPU knows.";
}

std::string crash_words(const StudentRun& run, const StudentFinding& f) {
  const std::string where =
      f.in_kernel ? say(thread_words(f.thread, f.block), " of ", run.launches[f.launch].kernel)
                  : std::string("the host's code");
  if (f.text == "division") return capital(where) + " divides by zero.";
  if (f.text == "abort") return capital(where) + " calls abort().";
  if (f.text == "bad_alloc") return capital(where) + " asked for more memory than it may have.";
  if (f.text == "throw")
    return capital(where) + " throws an exception, which no code of a GPU can do.";
  if (f.text == "exception") return capital(where) + " ends with an exception that nobody caught.";
  if (f.text.starts_with("assert "))
    return say("In ", where, " this does not hold: ", f.text.substr(7), ".");
  return capital(where) + " touches an address where there is no memory.";
}

std::string copy_words(const StudentRun& run, const StudentFinding& f) {
  if (f.text == "end" && f.array > 0)
    return say("This copies past the end of ", run.arrays[f.array - 1].name, ", which has ",
               elements(run.arrays[f.array - 1].elements), ".");
  if (f.text == "free") return "This frees what is no beginning of an array, or was freed before.";
  return say("This copies ", f.text, f.text == "to" ? " " : " ",
             "the device, but that address is none of the device: is the direction right?");
}

/// "Thread 1 of block 0 reads output[1], which nobody has written": of an array that earlier
/// launches should have filled, that none did.
std::string unwritten_words(const StudentRun& run, const StudentFinding& f) {
  const std::string who = capital(thread_words(f.thread, f.block));
  const uint32_t array = f.array - 1;
  const bool filled = f.array == 0 || !run.steps || f.launch == 0 ||
                      run.arrays[array].kind != radix::StudentArray::Kind::global ||
                      std::ranges::any_of(run.stores, [&](const radix::StudentStores& each) {
                        return each.array == array;
                      });
  if (f.text == "no barrier")
    return say(who, " reads ", element_words(run, f),
               ", which nobody has written yet: up to there no barrier makes it wait for the other "
               "threads.");
  if (filled) return say(who, " reads ", element_words(run, f), ", which nobody has written.");
  return say(who, " reads ", element_words(run, f), " in launch ", f.launch + 1,
             ", but no kernel has stored anything in ", run.arrays[array].name, ".");
}

std::string unstable_words(const StudentRun& run, const StudentFinding& f) {
  if (f.other_block == f.other_thread)
    return say("The key of index ", f.other_thread, " comes back twice, in ", element_words(run, f),
               " and in front of it, and one that is equal to it not at all: what ranks keys and "
               "what merges them must agree on which of two equal keys goes first.");
  return say("Equal keys change places: ", element_words(run, f), " is the one of index ",
             f.other_thread, ", behind that of index ", f.other_block,
             "; of equal keys, the left one goes first.");
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
      return say("The host ", f.writes ? "writes " : "reads ", element_words(run, f),
                 ", which lies on the device: copy it with cudaMemcpy.");
    case Kind::divergence: return divergence_words(f, line, other_line);
    case Kind::deadlock: return deadlock_words(f, other_line);
    case Kind::misuse: return misuse_words(f);
    case Kind::endless:
      return say(f.in_kernel ? run.launches[f.launch].kernel : std::string("The host's code"),
                 " comes to no end: here it goes round for ever.");
    case Kind::crash: return crash_words(run, f);
    case Kind::copy: return copy_words(run, f);
    case Kind::unstable: return unstable_words(run, f);
    case Kind::same_store:
      return radix::same_stores_words(
          f.times, static_cast<uint32_t>(std::strtoul(f.text.c_str(), nullptr, 10)));
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
  sentence.line = radix::own_line(sentence.line);
  sentence.other_line = radix::own_line(sentence.other_line);
  if (sentence.line == 0) sentence.line = sentence.other_line;
  if (sentence.line == 0 && f.in_kernel) sentence.line = line_of(run, f.launch);
  return sentence;
}

std::string value_words(const radix::StudentMoment& moment, uint32_t element) {
  if (!moment.written[element]) return "has never been written";
  if (moment.values[element] == poisoned) return "was taken from what nobody has written";
  return say("is ", moment.values[element]);
}

/// Where an element of a moment stands, in the student's words: of a shared array with its block.
std::string place_words(const StudentRun& run, const radix::StudentMoment& moment,
                        uint32_t element) {
  const radix::StudentArray& array = run.arrays[moment.array];
  if (array.kind != radix::StudentArray::Kind::shared || array.elements == 0)
    return say(array.name, "[", element, "]");
  return say(array.name, "[", element % array.elements, "] of block ", element / array.elements);
}

StudentSentence difference_sentence(const StudentRun& run, const StudentRoles& roles,
                                    const SiteLines& line) {
  const FirstDifference& d = *roles.difference;
  const radix::StudentMoment& moment = run.moments[d.moment];
  const radix::StudentLaunch& launch = run.launches[moment.launch];
  StudentSentence sentence{.kind = "difference", .line = line(moment.site[d.element])};
  const std::string others = d.wrong > 1 ? say("; ", d.wrong, " of ", d.compared, " differ") : "";
  const uint32_t who = moment.who[d.element];
  const std::string by =
      moment.site[d.element] != 0
          ? say(" Written by ", thread_words(who % launch.threads, who / launch.threads), ".")
          : std::string();
  sentence.text =
      say("In pass ", d.pass + 1, " ", place_words(run, moment, d.element), " ",
          value_words(moment, d.element), "; the chapter's run has ", d.expected, " there (",
          d.role, others, ").", by, d.instead.empty() ? "" : " " + d.instead);
  if (d.each > 0)
    sentence.text += say(" The launch has ", counted(launch.blocks * launch.threads, "thread"),
                         d.each > 1 ? say(" of ", counted(d.each, "key"), " each") : std::string(),
                         " for ", counted(d.compared, "key"), ".");
  if (sentence.line == 0) sentence.line = radix::own_line(launch.line);
  return sentence;
}

/// The pass sorts the keys of the one before again: what it made was not handed on.
StudentSentence again_sentence(const StudentRun& run, const StudentRoles& roles) {
  const std::size_t pass = roles.plan.seen.size() + 1;
  return {.kind = "difference",
          .line = line_of(run, *roles.again),
          .text = say("Pass ", pass, " sorts the same keys as pass ", pass - 1,
                      " did, not what pass ", pass - 1, " made of them.")};
}

/// "bit 2", "bits 2 to 3".
std::string digit_words(uint32_t shift, uint32_t wide) {
  return wide == 1 ? say("bit ", shift) : say("bits ", shift, " to ", shift + wide - 1);
}

/// What should be a scan of the pass's bits and is none: what follows from it comes behind.
StudentSentence scan_sentence(const StudentRun& run, const StudentRoles& roles,
                              const SiteLines& line) {
  const WrongScan& scan = *roles.wrong_scan;
  const radix::StudentMoment& moment = run.moments[scan.moment];
  const auto pass = static_cast<uint32_t>(roles.plan.seen.size());
  StudentSentence sentence{.kind = "scan", .line = line(moment.site[scan.element])};
  if (sentence.line == 0) sentence.line = run.launches[moment.launch].line;
  sentence.text =
      say("The scan of pass ", pass + 1, scan.split > 0 ? say(", split ", scan.split, ",") : "",
          " is wrong: ", place_words(run, moment, scan.element), " comes to ",
          moment.values[scan.element], ", and up to there ",
          scan.inclusive == 1 ? "is 1 one" : say("are ", scan.inclusive, " ones"));
  sentence.text +=
      scan.inclusive == scan.exclusive ? "." : say(", ", scan.exclusive, " without its own.");
  return sentence;
}

/// A right scan, read as if it were an exclusive one.
StudentSentence inclusive_sentence(const StudentRun& run, const StudentRoles& roles,
                                   const SiteLines& line) {
  const radix::StudentStores& stores = run.stores[roles.inclusive_use->stores];
  const std::string& name = run.arrays[run.moments[roles.inclusive_use->moment].array].name;
  return {.kind = "scan",
          .line = line(stores.site),
          .text = say("Keys are stored here as if ", name,
                      " counted the ones before each key, but it counts the key's own bit, too: "
                      "subtract it, or make the scan exclusive.")};
}

/// Where a scan is right in one half of its array, and the other was read.
std::string half_words(const StudentRun& run, const StudentRoles& roles) {
  const HalfRead& half = *roles.half_read;
  const std::string& name = run.arrays[run.moments[half.moment].array].name;
  return say(" The scan is in ", name, "[", half.right, "] to ", name, "[",
             half.right + half.length - 1, "], and what is read here is the other half of ", name,
             ", a step before.");
}

/// Whose key goes to a slot that is not its own: the count that says so is in no array.
std::string misplaced_words(const StudentRun& run, const StudentRoles& roles) {
  const Misplaced& each = *roles.misplaced;
  const std::string& name = run.arrays[each.array].name;
  return say(" Thread ", each.thread, " of block ", each.block, " puts its key in ", name, "[",
             each.slot, "], and it belongs in ", name, "[", each.belongs, "]: ",
             each.ones == 0   ? std::string("no ones come")
             : each.ones == 1 ? std::string("1 one comes")
                              : say(each.ones, " ones come"),
             " before it in the block.");
}

/// What is wrong with a scan in registers, by where it sends the keys.
StudentSentence hidden_sentence(const StudentRun& run, const StudentRoles& roles,
                                const SiteLines& line) {
  using Wrong = HiddenScan::Wrong;
  const HiddenScan& scan = *roles.hidden_scan;
  StudentSentence sentence{.kind = "scan", .line = line(run.stores[scan.stores].site)};
  const std::string counts =
      say(capital(thread_words(scan.thread, scan.block)), " counts ", counted(scan.counts, "one"),
          " before it, and there ", scan.ones == 1 ? "is 1" : say("are ", scan.ones));
  const std::string pass = say("The scan of pass ", roles.plan.seen.size() + 1, " is wrong. ");
  if (scan.wrong == Wrong::first_lane && roles.shuffle_line > 0) sentence.line = roles.shuffle_line;
  sentence.text =
      pass + counts +
      (scan.wrong == Wrong::first_lane
           ? ": what lane 0 of the warp has reaches no other lane. A lane whose number equals the "
             "distance must add, too: lane >= d."
       : scan.wrong == Wrong::own_bit
           ? ": it counts its own bit, too. Subtract it, or make the scan exclusive."
           : ": those in the warps before its own are missing.");
  return sentence;
}

/// A scan tells what is before a thread's keys only where they are neighbours.
StudentSentence mixed_sentence(const StudentRun& run, uint32_t at, const SiteLines& line) {
  const radix::StudentMoment& moment = run.moments[at];
  const radix::StudentLaunch& launch = run.launches[moment.launch];
  const auto site = std::ranges::find_if(moment.site, [](auto each) { return each != 0; });
  return {.kind = "scan",
          .line = site == moment.site.end() ? launch.line : line(*site),
          .text = say("In ", run.arrays[moment.array].name, " each thread has the ones of every ",
                      launch.threads,
                      "th key; a scan over threads counts what is before a key only where the keys "
                      "of a thread are neighbours.")};
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
            .text = say("Pass ", pass + 1, " takes ", digit_words(other.shift, wide),
                        " of the keys again, as pass ", other.shift / wide + 1,
                        " did, and its digit is ", digit_words(pass * wide, wide),
                        ": shift the keys to the right by ", pass * wide, ".")};
  }
  if (const uint32_t mask = roles.other_digit->mask; mask != 0) {
    std::vector<std::string> kept;
    for (uint32_t bit = 0; bit < wide; ++bit)
      if (mask >> bit & 1) kept.push_back(say(pass * wide + bit));
    return {.kind = "difference",
            .line = run.launches[roles.other_digit->launch].line,
            .text = say("Pass ", pass + 1, " sorts by ", kept.size() == 1 ? "bit " : "bits ",
                        listed(kept), " alone, and its digit is ", digit_words(pass * wide, wide),
                        ": the mask of ", wide, " bits is ", (1u << wide) - 1, ".")};
  }
  return {.kind = "difference",
          .line = line_of(run, roles.other_digit->launch),
          .text = say("Pass ", pass + 1, " sorts by ", digit_words(roles.other_digit->shift, wide),
                      ", and the chapter's pass ", pass + 1, " by ", digit_words(pass * wide, wide),
                      ": passes go from the lowest bit to the highest.")};
}

/// Some of his kernels have stored nothing at all: what is still to be written. No text where every
/// kernel stores. `at`: the first launch of the first of them.
StudentSentence unfinished_sentence(const StudentRun& run, uint32_t& at) {
  StudentSentence sentence{.kind = "result"};
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
    sentence.text = say("No kernel has stored anything in an array yet. Begin with ", idle.front(),
                        ", which is launched first.");
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
  const std::string stores =
      say(listed(idle), idle.size() == 1 ? " stores" : " store", " nothing at all.");
  sentence.text = empty.empty()
                      ? stores
                      : say("No kernel has stored anything in ", listed(empty), " yet: ", stores);
  return sentence;
}

/// Says how many passes a run made that ends before its keys are sorted, if each was right; or "".
std::string too_few_passes(const StudentRun& run, const StudentRoles& roles) {
  const std::vector<std::size_t>& seen = roles.plan.seen;
  if (roles.whole || seen.empty()) return "";
  for (std::size_t i = seen.back() + 1; i < run.moments.size(); ++i)
    if (!is_shared(run, run.moments[i])) return "";
  const bool one = seen.size() == 1;
  return say("The run ends after ", one ? "1 pass" : say(seen.size(), " passes"),
             ", right so far, and these keys need ", roles.plan.outputs.size(), ".");
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

/// A program that has its keys from nobody: their type is its own, too.
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
    sentence.text =
        run.launches.empty() ? nothing_launched : "No keys came back from the device to the host.";
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
    sentence.text =
        say("The keys are sorted in ", run.arrays[there->array].name, " after this launch, but ",
            run.arrays[run.copies.back().array].name, " is what comes back.");
    return sentence;
  }
  if (run.launches.empty()) return sentence.text = nothing_launched, sentence;
  if (written != result.end() && static_cast<std::size_t>(written - result.begin()) <= wrong)
    sentence.text = say("The result's element ", wrong, " has never been written.");
  else if (wrong < sorted.size() && wrong < result.size())
    sentence.text = say("The keys do not come back sorted: index ", wrong, " holds ", result[wrong],
                        " and should hold ", sorted[wrong], ".");
  else
    sentence.text = say("Of ", counted(static_cast<uint32_t>(keys.size()), "key"), " ",
                        static_cast<uint32_t>(result.size()), " came back.");
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
      all.back().sentence.text += half_words(run, roles);
    const bool of_slot = follows || each.kind == Kind::unwritten;
    if (&each == &run.findings.front() && of_slot && !hidden && !roles.half_read &&
        !roles.inclusive_use && roles.misplaced && roles.misplaced->launch == each.launch &&
        roles.misplaced->array + 1 == each.array)
      all.back().sentence.text += misplaced_words(run, roles);
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
  if (passes > 0 && !roles.whole)
    parts.push_back(passes == 1 ? std::string("the first pass")
                                : say("the first ", passes, " passes"));
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
    parts.push_back(say(array_of(each).name, " (", each.role, ")"));
  }
  const std::string agrees =
      parts.empty() ? "" : say("As in the chapter so far: ", listed(parts), ".");
  if (!roles.inclusive || roles.inclusive_use) return agrees;
  return say(agrees, agrees.empty() ? "" : " ",
             run.arrays[run.moments[*roles.inclusive].array].name,
             " counts the ones up to each key with its own; the chapter counts those before it.");
}

std::string card_sentence(const radix::CardRun& run, StudentVerdict verdict) {
  if (!run.refusal.empty()) return run.refusal;
  const std::string where = "On the " + run.device;
  if (run.endless)
    return say(where, " run ", run.runs + 1, " does not come to an end in the time allowed.");
  if (!run.error.empty())
    return say(where, " run ", run.runs + 1, " ends with an error: ", run.error, ".");
  if (run.right < run.runs)
    return say(where, ": right in ", run.right, " of ", counted(run.runs, "run"),
               ". The first wrong one is run ", run.first_wrong, ": index ", run.place, " holds ",
               run.value, " and should hold ", run.belongs, ".");
  return say(
      where, ": right in ", run.right, " of ", counted(run.runs, "run"),
      verdict == StudentVerdict::right
          ? "."
          : ". What is named above is wrong all the same: a GPU may hide it for a long time.");
}

}  // namespace scope
