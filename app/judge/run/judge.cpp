#include "judge.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <random>

#include "app/judge/exercises.hpp"
#include "app/judge/run/user_merge_sort.hpp"
#include "app/judge/run/user_radix_sort.hpp"
#include "app/judge/run/user_roles.hpp"
#include "app/judge/run/user_trace.hpp"
#include "kernels/engine/student/student_text.hpp"
#include "student_findings.hpp"
#include "text/judge.hpp"

namespace scope {
namespace {

using radix::StudentRun;
namespace words = text::judge;

const std::vector<uint32_t> chapter_keys{12, 3, 6, 9, 15, 8, 5, 10, 9, 6, 11, 13, 4, 10, 7, 0};
constexpr uint32_t chapter_bits = 4, many_keys = 70, many_bits = 6, max_partial = 600;
constexpr uint32_t secret_bits = 5, secret_keys = 37, wide_tile = 512;
constexpr uint32_t past_a_byte = 259;  // keys, of which a counter of 8 bits cannot count all

struct KeySet {
  std::vector<uint32_t> keys;
  uint32_t bits = chapter_bits;
  bool own = false;  ///< the program brings its own
};

uint32_t bits_of(const std::vector<uint32_t>& keys) {
  uint32_t bits = 1;
  for (const uint32_t key : keys)
    while (bits < 32 && key >> bits != 0) ++bits;
  return bits;
}

/// Always the same of the same beginning, and no key twice in a row.
std::vector<uint32_t> mixed_keys(uint32_t count, uint32_t bits, uint32_t state = 12345) {
  std::vector<uint32_t> keys;
  for (uint32_t i = 0; i < count; ++i) {
    state = state * 1664525u + 1013904223u;
    keys.push_back(state >> (32 - bits));
  }
  return keys;
}

/// The number of the exercise that the file names in its first line, "// Exercise 2"; else 0.
uint32_t exercise_named_in(const std::string& text) {
  constexpr std::string_view begin = "// Exercise ";
  if (text.size() <= begin.size() || !text.starts_with(begin)) return 0;
  const auto number = static_cast<uint32_t>(text[begin.size()] - '0');
  return number >= 1 && number <= 4 ? number : 0;
}

using Watched = WatchedRun;

std::vector<uint32_t> in_order(std::vector<uint32_t> keys) {
  std::ranges::sort(keys);
  return keys;
}

/// The keys that a program brings along and what it makes of them: the last that came back and went
/// up before, in whatever order; else the first that went up, and nothing.
struct InAndOut {
  std::vector<uint32_t> in, out;
};
InAndOut own_keys_of(const StudentRun& run) {
  constexpr std::size_t max_looked_at = 32;  // copies, of each direction
  std::vector<const std::vector<uint32_t>*> up, back;
  for (const radix::StudentCopy& each : run.copies)
    if (each.values.size() > 1 && each.to_device && up.size() < max_looked_at)
      up.push_back(&each.values);
  for (auto each = run.copies.rbegin(); each != run.copies.rend(); ++each)
    if (each->values.size() > 1 && !each->to_device && back.size() < max_looked_at)
      back.push_back(&each->values);
  // Managed memory comes back whole: what is in order before the rest
  std::ranges::stable_partition(back,
                                [](const auto* each) { return std::ranges::is_sorted(*each); });
  for (const auto* out : back)
    for (const auto* in : up)
      if (in->size() == out->size() && in_order(*in) == in_order(*out)) return {*in, *out};
  return {up.empty() ? std::vector<uint32_t>() : *up.front(), {}};
}

/// A program with a main of its own says so by the keys it uploads itself.
bool brings_own_keys(const StudentRun& run) {
  return std::ranges::none_of(
      run.arrays, [](const auto& array) { return array.name == "keys" && array.line == 0; });
}

/// The keys that went in, and those that came back last, of a run.
std::vector<uint32_t> keys_in(const KeySet& set, const StudentRun& run) {
  return set.own ? own_keys_of(run).in : set.keys;
}
std::vector<uint32_t> keys_out(const StudentRun& run, const KeySet& set, std::size_t expected) {
  if (set.own)
    if (InAndOut own = own_keys_of(run); !own.out.empty()) return own.out;
  for (auto copy = run.copies.rbegin(); copy != run.copies.rend(); ++copy)
    if (!copy->to_device && (expected == 0 || copy->values.size() == expected)) return copy->values;
  return {};
}

/// As many keys came back as went in, and they are others.
bool loses_keys(KeySet set, const StudentRun& run) {
  set.own |= brings_own_keys(run);
  std::vector<uint32_t> in = keys_in(set, run), out = keys_out(run, set, in.size());
  std::ranges::sort(in), std::ranges::sort(out);
  return in.size() == out.size() && in != out;
}

/// Why the child could not load it: a word of its own, or the system's words.
std::string not_loaded(const std::string& why) {
  if (why == radix::student_refusal::ifunc) return words::not_loaded_ifunc;
  if (why == radix::student_refusal::memory) return words::not_loaded_memory;
  if (why == radix::student_refusal::seccomp) return words::not_loaded_seccomp;
  return words::not_loaded({.why = why});
}

StudentSentence lost_sentence(const Watched& watched, uint32_t exercise) {
  if (!watched.refusal.empty()) return {.kind = "refused", .text = watched.refusal};
  if (watched.run.end == StudentRun::End::no_entry)
    return {.kind = "refused",
            .text = watched.run.refusal.empty()
                        ? text::paragraph(words::no_entry,
                                          words::prints_file({.exercise = std::max(exercise, 1u)}))
                        : not_loaded(watched.run.refusal)};
  if (watched.run.end == StudentRun::End::left) return {.kind = "crash", .text = words::calls_exit};
  if (watched.too_much) return {.kind = "crash", .text = words::tells_too_much};
  if (watched.out_of_time) return {.kind = "endless", .text = words::out_of_time};
  return {.kind = "crash",
          .text = watched.signal == 0 ? std::string(words::no_word)
                                      : words::by_signal({.name = strsignal(watched.signal),
                                                          .signal = watched.signal})};
}

/// The same keys, each with its index in the bits above those that are sorted: so it is seen who is
/// who. Nothing where there is no room.
std::optional<KeySet> with_indices(const KeySet& set) {
  if (set.own || set.keys.empty() ||
      set.bits + bits_of({static_cast<uint32_t>(set.keys.size())}) > 31)
    return std::nullopt;
  KeySet wide = set;
  for (uint32_t i = 0; i < wide.keys.size(); ++i) wide.keys[i] |= i << set.bits;
  return wide;
}

/// Everything about one file, while it is judged.
struct Case {
  const JudgeRecipe& recipe;
  const JudgeRuns& runs;
  StudentReport report;
  std::vector<StudentSentence> found;
  std::vector<StudentSentence> notes;  ///< that are no mistakes
  std::vector<StudentCut> cuts;        ///< of the first keys, where their passes are right
  std::string plan;                    ///< in words, of the first keys
  bool one_bit = false;                ///< a pass sorts by one bit
  bool shares = false;                 ///< shared memory was written
  bool coarse = false, fine = false;   ///< threads of several blocks had several keys each, or one
  bool stopped = false;                ///< no further key set says more
  bool libraries = false;              ///< cub or thrust may sort, without a launch of its own
  std::vector<uint32_t> right_with;    ///< how many keys the sets had with which all was right
  std::vector<uint32_t> drawn;         ///< the same for the sets that are drawn anew each time
  std::string limit = {};              ///< what it cannot do with many keys, a sentence; or ""
  radix::NamedPlace library = {}, host_sort = {}, atomic = {}, shuffle = {};  ///< calls in its text
  uint32_t radix_bits = 0;  ///< of a pass of the first keys, where it is a radix sort

  SiteLines lines_for(const StudentRun& run, const StudentRoles& roles, bool every_store) {
    auto sites = sites_in(run, roles, every_store);
    auto lines = runs.lines(sites);
    return SiteLines(std::move(sites), std::move(lines));
  }

  Watched watch(const KeySet& set, const char* order, const KeySet* before = nullptr) {
    Watched watched = runs.run({.keys = set.own ? nullptr : &set.keys,
                                .bits = set.bits,
                                .order = order,
                                .before = before ? &before->keys : nullptr});
    std::erase_if(watched.run.findings, [&](const radix::StudentFinding& each) {
      using Kind = radix::StudentFinding::Kind;
      // Only where it is asked for; and without keys there is nothing to launch
      if (each.kind == Kind::unstable) return recipe.exercise != 4;
      return each.kind == Kind::misuse && !set.own && set.keys.empty() &&
             each.text.starts_with("no ");
    });
    for (StudentSentence& note : take_notes(watched.run, runs.lines, loses_keys(set, watched.run)))
      if (std::ranges::find(notes, note.line, &StudentSentence::line) == notes.end())
        notes.push_back(std::move(note));
    return watched;
  }

  /// The same thing is said once, wherever it was seen.
  void add(const StudentSentence& sentence) {
    const bool known = std::ranges::any_of(found, [&](const StudentSentence& each) {
      return each.kind == sentence.kind && each.line == sentence.line &&
             each.other_line == sentence.other_line;
    });
    if (!known) found.push_back(sentence);
  }
};

/// Exercise 4 and kernels that are called merge sort by merging.
const UserSort& sort_of(const StudentRun& run, uint32_t exercise) {
  const bool merges =
      exercise == 4 || (exercise == 0 && std::ranges::any_of(run.launches, [](const auto& launch) {
                          return launch.kernel.find("erge") != std::string::npos;
                        }));
  return merges ? user_merge_sort : user_radix_sort;
}

/// A sort of no exercise, of which no array is the chapter's.
bool is_of_any_kind(const Case& each, const StudentRoles& roles) {
  return each.recipe.exercise == 0 && roles.plan.seen.empty() && roles.right.empty();
}

StudentRoles roles_in(const StudentRun& run, const Case& each, const std::vector<uint32_t>& keys,
                      uint32_t bits, const std::vector<StudentCut>& known = {}) {
  const uint32_t exercise = each.recipe.exercise;
  StudentRoles roles = find_roles(sort_of(run, exercise), run, keys, bits, exercise, known);
  if (is_of_any_kind(each, roles)) roles.difference.reset();
  roles.shuffle_line = each.shuffle.line;
  return roles;
}

/// The rows of the picture: every moment of the run, compared where its array's role is known.
void keep_rows(Case& each, const StudentRun& run, const StudentRoles& roles,
               const std::vector<uint32_t>& keys, uint32_t bits) {
  const SiteLines line = each.lines_for(run, roles, true);
  each.report.keys = keys, each.report.bits = bits;
  uint32_t pass = 0;
  std::vector<ChapterArray> chapter = roles.plan.sort->arrays(roles.plan, keys, bits, 0);
  for (std::size_t i = 0; i < run.moments.size(); ++i) {
    const radix::StudentMoment& moment = run.moments[i];
    const radix::StudentLaunch& launch = run.launches[moment.launch];
    const radix::StudentArray& array = run.arrays[moment.array];
    StudentRow row{.launch = moment.launch,
                   .kernel = launch.kernel,
                   .array = array.name,
                   .shared = array.kind == radix::StudentArray::Kind::shared,
                   .block = array.elements,
                   .line = radix::own_line(moment.barrier_line),
                   .threads = launch.threads,
                   .blocks = launch.blocks,
                   .values = moment.values,
                   .written = {moment.written.begin(), moment.written.end()},
                   .writers = moment.who};
    for (const radix::StudentSite site : moment.site) row.lines.push_back(line(site));
    const ChapterArray* role = nullptr;
    for (const ChapterArray& one : chapter) {
      const bool differs =
          roles.difference && roles.difference->moment == i && one.label == roles.difference->role;
      if (!role && (differs || holds(run, moment, one.values))) role = &one;
    }
    if (role) {
      row.role = role->label;
      row.expected.assign(row.values.begin(), row.values.end());
      const auto places = elements_as_whole(run, moment, role->values.size());
      for (std::size_t k = 0; k < places.size(); ++k) row.expected[places[k]] = role->values[k];
    }
    each.report.rows.push_back(std::move(row));
    if (pass < roles.plan.seen.size() && roles.plan.seen[pass] == i)
      chapter = roles.plan.sort->arrays(roles.plan, keys, bits, ++pass);
  }
}

/// The run as the chapter's figures draw it. `said`: what is wrong with it.
void keep_drawn(Case& each, const StudentRun& run, const StudentRoles& roles, const KeySet& set,
                const std::vector<StudentSentence>& said) {
  Watched told;
  const auto wide = with_indices(set);
  const bool tells = wide && roles.plan.sort->carries_indices;
  if (tells) told = each.watch(*wide, "forward");
  const SiteLines line = each.lines_for(run, roles, true);
  const auto difference = std::ranges::find(said, "difference", &StudentSentence::kind);
  const auto wrong = difference == said.end() ? said.begin() : difference;
  std::string sentence = wrong == said.end() ? "" : wrong->text;
  if (wrong != said.end() && wrong->line > 0)
    sentence = words::line_says({.line = wrong->line, .sentence = sentence});
  StudentTrace drawn =
      user_trace({.run = run,
                  .roles = roles,
                  .keys = each.report.keys,
                  .bits = each.report.bits,
                  .told = tells ? &told.run : nullptr,
                  .file = std::filesystem::path(each.report.file).filename().string(),
                  .wrong = sentence,
                  .line = line});
  each.report.drawn_about = drawn.about;
  each.report.drawn = drawn.trace.steps.empty()
                          ? nullptr
                          : std::make_shared<const radix::Trace>(std::move(drawn.trace));
}

/// What of the exercises' demands a run of `keys` keys shows: in launches that store keys, or
/// something else for every key, and not in the scan of a table.
void note_means(Case& each, const StudentRun& run, std::size_t keys) {
  each.shares |= !run.steps;  // too much happened to tell
  std::vector<bool> of_keys(run.launches.size(), !run.steps), shares(run.launches.size());
  for (const radix::StudentStores& stores : run.stores) {
    const radix::StudentArray& array = run.arrays[stores.array];
    if (array.kind == radix::StudentArray::Kind::shared)
      shares[stores.launch] = true;
    else if (array.elements == keys)
      of_keys[stores.launch] = true;
  }
  for (std::size_t i = 0; i < run.launches.size(); ++i) {
    if (!of_keys[i]) continue;
    each.shares |= shares[i];
    const radix::StudentLaunch& launch = run.launches[i];
    if (launch.threads > 1 && launch.blocks > 1)
      (uint64_t{launch.blocks} * launch.threads < keys ? each.coarse : each.fine) = true;
  }
}

/// What a right sort does not do although its exercise asks for it, or "".
std::string undone_words(const Case& each) {
  const uint32_t exercise = each.recipe.exercise;
  if (!each.library.name.empty() && exercise > 0)
    return words::library_exercise({.line = each.library.line, .name = each.library.name});
  if (!each.library.name.empty())
    return words::library({.line = each.library.line, .name = each.library.name});
  if (exercise == 1 && !each.shares) return words::undone_shared;
  if (exercise == 2 && each.one_bit) return words::undone_bits;
  if (exercise == 3 && each.fine && !each.coarse) return words::undone_keys;
  return "";
}

/// What keeps a run in which nothing is wrong from being right: it has to have come to its end, and
/// kernels have to have sorted.
std::vector<StudentSentence> doubts_about(const Case& each, const Watched& watched,
                                          const std::vector<uint32_t>& keys,
                                          const std::vector<uint32_t>& result) {
  const StudentRun& run = watched.run;
  if (run.end != StudentRun::End::returned) return {lost_sentence(watched, each.recipe.exercise)};
  if (run.launches.empty() && !each.libraries && !each.host_sort.name.empty())
    return {{.kind = "host",
             .line = each.host_sort.line,
             .text = words::host_sorts({.name = each.host_sort.name})}};
  if (run.launches.empty() && !each.libraries)
    return {{.kind = "result", .text = words::nothing_launched}};
  if (keys.empty()) return {{.kind = "result", .text = words::no_keys_up}};
  const auto sorted = [&](const radix::StudentCopy& copy) {
    return copy.to_device && copy.line > 0 && copy.values == result;
  };
  const auto copy = std::ranges::find_if(run.copies, sorted);
  if (copy == run.copies.end() || std::ranges::is_sorted(keys)) return {};
  if (!each.host_sort.name.empty())
    return {{.kind = "host",
             .line = each.host_sort.line,
             .text = words::host_sorts({.name = each.host_sort.name})}};
  return {{.kind = "host", .line = radix::own_line(copy->line), .text = words::sorted_before}};
}

/// A word of shared memory that nobody has written when it is read may be one that a later thread
/// writes, and the run ends before that: from the last thread to the first it is seen, and what is
/// missing is a barrier. No text where it is not so.
StudentSentence race_behind(Case& each, const StudentRun& run, const KeySet& set) {
  using Kind = radix::StudentFinding::Kind;
  if (run.findings.empty() || run.findings.front().kind != Kind::unwritten) return {};
  const radix::StudentFinding& first = run.findings.front();
  if (run.arrays[first.array - 1].kind != radix::StudentArray::Kind::shared) return {};
  if (std::ranges::any_of(run.findings, [&](const auto& other) {
        return other.array == first.array &&
               (other.kind == Kind::read_race || other.kind == Kind::write_race);
      }))
    return {};
  Watched reverse = each.watch(set, "reverse");
  std::erase_if(reverse.run.findings, [&](const auto& other) {
    const auto& arrays = reverse.run.arrays;
    return (other.kind != Kind::read_race && other.kind != Kind::write_race) ||
           other.launch != first.launch || other.array == 0 ||
           arrays[other.array - 1].name != run.arrays[first.array - 1].name ||
           (other.site != first.site && other.other_site != first.site);
  });
  if (reverse.run.findings.empty()) return {};
  const StudentRoles roles;
  const SiteLines line = each.lines_for(reverse.run, roles, false);
  return sentences_about(reverse.run, roles, line, {}, {}).front();
}

/// A sentence, with which keys that was, and with which there was nothing.
std::string with_keys(const std::string& sentence, std::size_t keys, const Case& each) {
  return text::paragraph(sentence, words::with_keys({.keys = keys,
                                                     .others = text::list(each.right_with),
                                                     .right_before = !each.right_with.empty()}));
}

/// One set of keys, both orders.
void judge_set(Case& each, const KeySet& set, bool shown, Watched forward) {
  StudentRun& run = forward.run;
  const bool told = run.end == StudentRun::End::returned || run.end == StudentRun::End::stopped;
  if (!told) {
    StudentSentence lost = lost_sentence(forward, each.recipe.exercise);
    if (lost.kind == "refused") each.report.verdict = StudentVerdict::refused;
    each.add(lost);
    each.stopped = true;
    return;
  }
  const std::vector<uint32_t> keys = keys_in(set, run);
  const uint32_t bits = set.own ? bits_of(keys) : set.bits;
  const std::vector<uint32_t> result = keys_out(run, set, keys.size());
  const StudentRoles roles = roles_in(run, each, keys, bits, each.cuts);
  const SiteLines line = each.lines_for(run, roles, false);
  // Of other keys than the first it is said which, and whether all was right before
  const auto named = [&](std::vector<StudentSentence> all) {
    for (StudentSentence& sentence : all)
      if (!shown) sentence.text = with_keys(sentence.text, keys.size(), each);
    return all;
  };
  std::vector<StudentSentence> about = sentences_about(run, roles, line, keys, result);
  if (auto race = race_behind(each, run, set); !race.text.empty())
    about.insert(about.begin(), std::move(race));
  if (about.empty()) about = doubts_about(each, forward, keys, result);
  const auto sentences = named(std::move(about));
  const bool first_alarm = each.found.empty();
  for (const StudentSentence& sentence : sentences) each.add(sentence);
  if (first_alarm && !sentences.empty()) each.report.agrees = agreement_words(run, roles);
  note_means(each, run, keys.size());
  if (shown && roles.whole) {
    each.cuts = roles.plan.cuts;
    each.plan = roles.plan.sort->words(roles.plan);
    if (roles.plan.sort == &user_radix_sort) each.radix_bits = roles.plan.radix_bits;
    each.one_bit = roles.plan.sort == &user_radix_sort && roles.plan.radix_bits == 1 &&
                   roles.plan.outputs.size() > 1;
  }
  // The picture is of the first keys, or of the first that show something
  const bool shows = shown || (first_alarm && !sentences.empty());
  if (each.recipe.rows && shows && run.steps) {
    each.report.rows.clear();
    keep_rows(each, run, roles, keys, bits);
    keep_drawn(each, run, roles, set, sentences);
  }
  if (run.end == StudentRun::End::stopped) each.stopped |= !sentences.empty();
  if (each.stopped) return;
  Watched reverse = each.watch(set, "reverse");
  const std::vector<uint32_t> other = keys_out(reverse.run, set, keys.size());
  const std::vector<uint32_t> other_keys = keys_in(set, reverse.run);  // a main may draw others
  const bool same_keys = other_keys == keys;
  const StudentRoles other_roles = roles_in(reverse.run, each, other_keys, bits);
  const SiteLines other_line = each.lines_for(reverse.run, other_roles, false);
  std::vector<StudentSentence> about_other =
      sentences_about(reverse.run, other_roles, other_line, other_keys, other);
  if (about_other.empty() && reverse.run.end != StudentRun::End::returned)
    about_other = {lost_sentence(reverse, each.recipe.exercise)};
  const auto others = named(std::move(about_other));
  if (sentences.empty() && reverse.run.findings.empty() && other != result && !other.empty() &&
      same_keys) {
    std::size_t wrong = 0;
    while (wrong < other.size() && wrong < result.size() && other[wrong] == result[wrong]) ++wrong;
    StudentSentence sentence{.kind = "order"};
    if (!others.empty()) sentence.line = others.front().line;
    if (!each.atomic.name.empty()) sentence.line = each.atomic.line;
    const bool both = wrong < other.size() && wrong < result.size();
    sentence.text =
        both ? words::order_value({.index = wrong, .other = result[wrong], .value = other[wrong]})
             : words::order_count({.other = result.size(), .value = other.size()});
    if (!each.atomic.name.empty())
      sentence.text =
          text::paragraph(sentence.text, words::order_atomic({.name = each.atomic.name}));
    each.add(named({sentence}).front());
  } else if (sentences.empty()) {
    for (const StudentSentence& sentence : others) each.add(sentence);
  }
  if (each.found.empty()) each.right_with.push_back(static_cast<uint32_t>(keys.size()));
}

/// Equal keys keep their order: the index rides in the bits above those that are sorted.
void judge_stability(Case& each, const KeySet& set) {
  const auto wide = with_indices(set);
  if (each.recipe.exercise == 4 || !wide) return;
  const Watched watched = each.watch(*wide, "forward");
  const std::vector<uint32_t> result = keys_out(watched.run, set, wide->keys.size());
  const auto low = [&](uint32_t key) { return key & ((1u << set.bits) - 1); };
  std::vector<uint32_t> want = wide->keys;
  std::ranges::stable_sort(want, {}, low);
  if (result.size() != want.size() || result == want || !std::ranges::is_sorted(result, {}, low))
    return;
  std::size_t wrong = 0;
  while (result[wrong] == want[wrong]) ++wrong;
  const StudentRoles roles = roles_in(watched.run, each, wide->keys, set.bits);
  // Nobody has asked a sort of another kind to be stable
  if (is_of_any_kind(each, roles)) return;
  StudentSentence sentence{.kind = "unstable"};
  if (roles.difference) {
    const radix::StudentMoment& moment = watched.run.moments[roles.difference->moment];
    const SiteLines line = each.lines_for(watched.run, roles, false);
    sentence.line = line(moment.site[roles.difference->element]);
  }
  sentence.text = words::unstable({.from = result[wrong] >> set.bits,
                                   .index = wrong,
                                   .other = want[wrong] >> set.bits,
                                   .value = low(result[wrong])});
  each.add(sentence);
}

bool is_right(const Watched& watched, const KeySet& set) {
  return watched.run.end == StudentRun::End::returned && watched.run.findings.empty() &&
         keys_out(watched.run, set, set.keys.size()) == in_order(set.keys);
}

/// What was seen of a run that is not compared with the chapter's.
std::vector<StudentSentence> sentences_of(Case& each, const Watched& watched, const KeySet& set) {
  if (watched.run.end != StudentRun::End::returned && watched.run.end != StudentRun::End::stopped)
    return {lost_sentence(watched, each.recipe.exercise)};
  StudentRoles roles;
  roles.plan.sort = &sort_of(watched.run, each.recipe.exercise);
  const SiteLines line = each.lines_for(watched.run, roles, false);
  std::vector<StudentSentence> all = sentences_about(watched.run, roles, line, set.keys,
                                                     keys_out(watched.run, set, set.keys.size()));
  if (set.keys.empty()) std::erase_if(all, [](const auto& one) { return one.kind == "result"; });
  return all;
}

/// What a GPU cannot do, if the run broke off at a launch that is too large for one; else "".
std::string limit_of(const Watched& watched, const KeySet& set) {
  using Kind = radix::StudentFinding::Kind;
  const auto& findings = watched.run.findings;
  if (findings.empty() || findings.front().kind != Kind::misuse) return "";
  const std::string& what = findings.front().text;
  if (what == "threads") return words::limit_threads({.keys = set.keys.size()});
  if (what == "shared") return words::limit_shared({.keys = set.keys.size()});
  return "";
}

/// Keys that nobody knew before, of the seed of this verdict. A sort that knows the other sets by
/// heart is seen by these.
void judge_secret(Case& each, const KeySet& set) {
  constexpr std::size_t much = 600;  // keys, of which a slow sort takes longer than is watched
  if (!each.found.empty()) return;
  const auto count = static_cast<uint32_t>(set.keys.size());
  const Watched watched = each.watch(set, "forward");
  const bool nothing_done =  // an exit() at a launch of no blocks is one, too
      count == 0 &&
      (watched.run.end == StudentRun::End::left || sentences_of(each, watched, set).empty());
  if (nothing_done || is_right(watched, set)) {
    each.drawn.push_back(count);
    return;
  }
  if (each.limit = limit_of(watched, set); !each.limit.empty()) return;
  if (count > much &&
      (watched.out_of_time || std::ranges::any_of(watched.run.findings, [](const auto& one) {
         using Kind = radix::StudentFinding::Kind;  // blocks that wait need room for all of them
         return one.kind == Kind::endless || one.kind == Kind::deadlock;
       })))
    return;
  if (count > 0) judge_set(each, set, false, watched);
  for (StudentSentence& sentence : sentences_of(each, watched, set)) {
    if (!each.found.empty()) break;
    sentence.text = with_keys(sentence.text, count, each);
    each.add(sentence);
  }
}

/// A second call in the same program, with other keys: what the first leaves behind.
void judge_again(Case& each, const KeySet& before, const KeySet& set) {
  if (!each.found.empty()) return;
  const Watched watched = each.watch(set, "forward", &before);
  if (is_right(watched, set)) return;
  for (StudentSentence& sentence : sentences_of(each, watched, set)) {
    sentence.text = text::paragraph(
        sentence.text, words::second_call({.before = before.keys.size(), .keys = set.keys.size()}));
    each.add(sentence);
  }
}

/// As many keys as give a table for which the threads of a block go round more than twice; 0 where
/// that is too many to be watched, or there is no such table.
uint32_t past_two_rounds(const Case& each) {
  constexpr uint64_t max_watched = 4500;
  if (each.cuts.empty() || each.radix_bits == 0) return 0;
  const StudentCut& cut = each.cuts.front();
  const uint64_t blocks = (2 * uint64_t{cut.threads} >> each.radix_bits) + 1,
                 keys = blocks * cut.threads * cut.each;
  return keys <= max_watched ? static_cast<uint32_t>(keys) : 0;
}

/// What no sort may rest on: that there are many keys or any, that their number is even, that they
/// differ, that a block has them all, that 8 bits count them, that it is the first of its program.
void judge_secrets(Case& each, uint32_t tile) {
  std::minstd_rand random(each.recipe.seed + 1);
  const auto drawn = [&](uint32_t least, uint32_t bits) {
    const auto count = (least | 1) + 2 * static_cast<uint32_t>((random() >> 8) % 16);
    return KeySet{.keys = mixed_keys(count, bits, static_cast<uint32_t>(random())), .bits = bits};
  };
  const KeySet odd = drawn(secret_keys, secret_bits), equal = drawn(secret_keys, 2);
  const KeySet one{.keys = {odd.keys[0]}, .bits = secret_bits};
  judge_secret(each, odd);
  judge_secret(each, one);
  judge_secret(each, {.keys = {}, .bits = secret_bits});
  judge_secret(each, equal);
  if (each.found.empty()) judge_stability(each, equal);
  const uint32_t tiles = tile < wide_tile ? 2 * tile + 1 : tile + 1;
  KeySet many = drawn(std::max(past_a_byte, tiles), secret_bits);
  // All but some are equal, so that whoever counts them counts past 8 bits
  for (std::size_t i = 0; i < many.keys.size(); ++i)
    if (i % 16 != 7) many.keys[i] = many.keys[0];
  judge_secret(each, many);
  if (const uint32_t count = past_two_rounds(each); count > many.keys.size())
    judge_secret(each, drawn(count, 2));
  const KeySet few{.keys = {odd.keys.begin(), odd.keys.begin() + 5}, .bits = secret_bits};
  if (each.limit.empty()) judge_again(each, few, many);
}

/// The block that most launches have.
uint32_t block_of(const StudentRun& run) {
  std::map<uint32_t, std::size_t> counts;
  for (const radix::StudentLaunch& one : run.launches) ++counts[one.threads];
  uint32_t block = 4;
  std::size_t most = 0;
  for (const radix::StudentLaunch& one : run.launches)  // of several the first
    if (one.threads > 1 && counts[one.threads] > most)
      most = counts[one.threads], block = one.threads;
  return block;
}

void conclude(Case& each, const std::vector<KeySet>& sets) {
  StudentReport& report = each.report;
  std::vector<std::string> counts;
  for (const KeySet& set : sets)
    counts.push_back(set.own ? std::string(words::own_keys)
                             : words::keys({.keys = set.keys.size()}));
  const std::string tried = text::list(counts);
  report.tried =
      each.drawn.empty()
          ? words::tried({.sets = tried})
          : words::tried_anew(
                {.drawn = text::list(each.drawn), .seed = each.recipe.seed, .sets = tried});
  if (each.found.empty()) {
    report.verdict = StudentVerdict::right;
    const std::string right =
        each.plan.empty() ? std::string(words::right) : words::right_as({.plan = each.plan});
    report.head = {.kind = "right", .text = text::paragraph(right, undone_words(each), each.limit)};
    report.more = each.notes;
    return;
  }
  report.head = each.found.front();
  report.more.assign(each.found.begin() + 1, each.found.end());
  report.more.insert(report.more.end(), each.notes.begin(), each.notes.end());
  if (report.head.kind == "refused") return report.tried.clear();
  const bool time = std::ranges::any_of(
      each.found, [](const StudentSentence& sentence) { return sentence.kind == "endless"; });
  report.verdict =
      time && report.head.kind == "endless" ? StudentVerdict::out_of_time : StudentVerdict::mistake;
  if (report.head.wants_memory) report.verdict = StudentVerdict::out_of_time;
}

/// Of kernels that are still to be written: where to go on, and how much is left.
void point_at_todo(const std::string& text, StudentReport& report) {
  const std::vector<uint32_t> open = open_todos(text);
  if (!report.head.unfinished || open.empty()) return;
  report.head.line = open.front();
  const auto count = static_cast<uint32_t>(open.size());
  report.agrees = text::paragraph(report.agrees, words::todo_left({.count = count}));
}

}  // namespace

StudentReport judge_runs(const JudgeRecipe& asked, const std::string& text, const JudgeRuns& runs) {
  JudgeRecipe recipe = asked;
  if (recipe.exercise == 0) recipe.exercise = exercise_named_in(text);
  Case each{.recipe = recipe, .runs = runs};
  each.report.file = recipe.shown_name, each.report.exercise = recipe.exercise;
  each.library = radix::library_sort_in(text), each.host_sort = radix::host_sort_in(text);
  each.atomic = radix::used_atomic_in(text);
  each.shuffle = radix::shuffle_up_in(text);
  each.libraries = text.find("cub::") != text.npos || text.find("thrust::") != text.npos;
  KeySet first{.keys = recipe.keys.empty() ? chapter_keys : recipe.keys};
  if (!recipe.keys.empty()) first.bits = bits_of(recipe.keys);
  Watched look = each.watch(first, "forward");
  const bool own_keys = brings_own_keys(look.run);
  std::vector<KeySet> sets{own_keys ? KeySet{.own = true} : first};
  if (!own_keys) {
    const uint32_t partial = std::min(3 * block_of(look.run) + block_of(look.run) / 2, max_partial);
    sets.push_back({.keys = mixed_keys(partial, chapter_bits)});
    sets.push_back({.keys = mixed_keys(many_keys, many_bits), .bits = many_bits});
  }
  for (std::size_t i = 0; i < sets.size() && !each.stopped; ++i)
    judge_set(each, sets[i], i == 0, i == 0 ? look : each.watch(sets[i], "forward"));
  if (each.found.empty()) judge_stability(each, sets.front());
  if (each.found.empty() && !own_keys) {
    uint32_t tile = block_of(look.run);
    for (const StudentCut& cut : each.cuts) tile = std::max(tile, cut.threads * cut.each);
    judge_secrets(each, tile);
  }
  conclude(each, sets);
  point_at_todo(text, each.report);
  return each.report;
}

}  // namespace scope
