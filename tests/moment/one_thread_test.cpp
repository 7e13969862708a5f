// One thread in picture, words, formula and code: every step of every sort and of every planted
// fault is walked, and what each of the four says is read back.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "app/core/base/text.hpp"
#include "app/core/words/fault_words.hpp"
#include "app/panels/code_values.hpp"
#include "app/sorts/families/families.hpp"
#include "kernels/engine/faults/faults.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "tests/support/looks.hpp"
#include "tests/support/moments.hpp"
#include "tests/support/said.hpp"
#include "tests/support/thorough.hpp"
#include "text/lists.hpp"
#include "text/merge.hpp"
#include "text/radix.hpp"

namespace scope {
namespace {

struct Walked {
  std::size_t steps = 0, looks = 0, with_worker = 0, pictured = 0, worded = 0, boxes = 0,
              stores = 0;
  std::set<std::string> sorts, settings;
  std::map<std::string, std::string> wrong;  ///< by sort, array and kind: the first look
};

/// The thread that a label names, "t3" or "thread 3" as it is said now; none: it names none.
uint32_t named_thread(const std::string& label) {
  const std::size_t digits = label.find_first_of("0123456789");
  if (digits == std::string::npos) return none;
  const auto thread = static_cast<uint32_t>(std::stoul(label.substr(digits)));
  return label == joined({"t", thread}) || label == text::merge::thread_short({.thread = thread}) ||
                 label == text::merge::thread_name({.thread = thread}) ||
                 label == text::lists::thread_row({.thread = thread}) ||
                 label == text::radix::thread_alone({.thread = thread}) ||
                 label == text::radix::thread_number({.number = thread})
             ? thread
             : none;
}

/// The threads that a picture lights: by ink, or as kin of the selected key.
std::vector<uint32_t> lit_threads(const Scene& scene, const Moment& moment) {
  std::vector<uint32_t> found;
  const auto add = [&](const std::string& text, Ink ink, const Tag& tag) {
    const uint32_t thread = named_thread(text);
    const bool kin = moment.selected() != none && tag.key == moment.selected();
    if (thread != none && (ink == Ink::select || kin)) found.push_back(thread);
  };
  for (const Text& text : scene.texts) add(text.text, text.ink, text.tag);
  for (const Cell& cell : scene.cells) add(cell.text, cell.ink, cell.tag);
  return found;
}

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

/// True of a message that counts a place as a thread, or begins a sentence of which another is
/// said.
bool is_of_a_place(const text::FilledMessage& said, const std::string& text) {
  if (said.name == "radix.ask_sum_place") return true;
  return said.name == "radix.thread_begins" &&
         text.find(text::radix::thread_begins(
             {.block = said.at("block"), .thread = said.at("thread")})) == text.npos;
}

/// "" or a message with a thread that is not the worker; with its block, where it has one. `text`:
/// what was made of the messages.
std::string wrong_mention(const Sentences& all, const Worker& worker, const std::string& text) {
  for (const text::FilledMessage& said : all) {
    if (!is_number(said.at("thread")) || is_of_a_place(said, text)) continue;
    const uint32_t thread = number_at(said, "thread");
    const bool of_neighbour = said.name == "radix.term_sum_of" && thread + 1 == worker.thread;
    const bool of_block = !is_number(said.at("block")) || number_at(said, "block") == worker.block;
    if ((thread != worker.thread && !of_neighbour) || !of_block)
      return joined({said.name, ": thread ", said.at("thread"), ", block ", said.at("block")});
  }
  return "";
}

/// "" or the term of a formula that stands for the thread and is another one.
std::string wrong_thread_term(const Moment& moment, const Formula& f, const Worker& worker) {
  for (const Term& term : f.terms) {
    if (term.name == text::radix::term_thread.c_str() && term.value != say(worker.thread))
      return term.value;
    if (term.name == text::radix::term_thread_keys.c_str() &&
        term.value != say(worker.thread * moment.problem().keys_per_thread()))
      return term.value;
  }
  return "";
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// "" or what is wrong with a value beside a line: it is no variable of its statement, or another
/// thread's.
std::string wrong_box(const Moment& moment, const CodeValue& value,
                      const std::vector<SourceRow>& rows, const Worker& worker) {
  const std::size_t equals = value.text.find(" = ");
  if (equals == std::string::npos) return "no value";
  const std::string name = value.text.substr(0, equals), number = value.text.substr(equals + 3);
  std::string statement;
  for (std::size_t r = statement_begin(rows, value.row); r < statement_end(rows, value.row); ++r)
    statement += std::string(rows[r].text) + "\n";
  const std::string root = name.substr(0, name.find_first_of("[."));
  bool there = false;
  for (std::size_t at = statement.find(root); at != statement.npos;
       at = statement.find(root, at + 1)) {
    const std::size_t after = at + root.size();
    there = there || ((at == 0 || !is_word(statement[at - 1])) &&
                      (after >= statement.size() || !is_word(statement[after])));
  }
  if (!there) return "no variable of its line";
  const uint32_t i = worker.block * moment.step()->threads + worker.thread;
  const auto is = [&](const char* variable, const char* code, uint32_t should) {
    return name != variable || statement.find(code) == std::string::npos || number == say(should);
  };
  if (!is("t", "threadIdx.x", worker.thread)) return "another thread";
  if (!is("block", "blockIdx.x", worker.block)) return "another block";
  if (!is("i", "threadIdx.x", i) || !is("i", "blockDim.x + t", i)) return "another index";
  return "";
}

/// "" or how the accesses of the launch contradict that the worker made at the lit lines what the
/// step shows. Nothing is said where those lines touch no memory.
std::string wrong_store(const Moment& moment, const std::vector<SourceRow>& rows,
                        const Worker& worker, Walked& walked) {
  const radix::Step& step = *moment.step();
  if (step.launch >= moment.trace->accesses.size() || worker.element == none) return "";
  const radix::AccessLog& log = *moment.trace->accesses[step.launch];
  std::size_t of_launch = 0;
  for (std::size_t s = 0; s + 1 < moment.cursor; ++s)
    of_launch += moment.trace->steps[s].launch == step.launch;
  const auto lit = filling_statements(rows, step.source.line - 1);
  bool any = false, by_worker = false;
  for (const radix::Access& access : log.accesses) {
    // A loop that shows one element at a time passes its moment with the first
    const bool in_step = access.moment == of_launch || step.kernel == "merge_pieces";
    if (!in_step || access.touch != radix::Touch::write) continue;
    const radix::SourceLine& site = log.sites[access.site];
    const bool here =
        site.file == step.source.file && std::ranges::any_of(lit, [&](const RowRange& range) {
          return site.line > range.begin && site.line <= range.end;
        });
    if (!here || log.arrays[access.array].name == "the chain") continue;
    any = true;
    if (access.block != worker.block || access.thread != worker.thread) continue;
    uint32_t wanted = none;
    if (step.made == radix::array::output)
      wanted = position_of(*step.find(step.made), moment.selected());
    else if (!log.arrays[access.array].shared)
      wanted = worker.element;
    else if (step.level > 0)
      wanted = worker.element % step.threads;
    else if (step.made == radix::array::local_bucket_starts)
      wanted = worker.element / moment.problem().blocks();
    if (wanted == none || access.index % 1000000 == wanted) by_worker = true;
  }
  walked.stores += any;
  return any && !by_worker ? "it stored nothing there" : "";
}

std::string text_of(const Moment& moment, const std::string& file) {
  const radix::PlantedFault* fault = radix::planted_fault_named(moment.trace->planted);
  if (fault && fault->file == file) return radix::patched_text(*fault);
  return std::string(embedded_text(file));
}

void check_look(Moment moment, Walked& walked) {
  moment.example_key = example_key_of(moment);
  ++walked.looks;
  const auto worker = worker_of(moment);
  if (!worker) return;
  ++walked.with_worker;
  const radix::Step& step = *moment.step();
  const auto note = [&](const std::string& kind, const std::string& what) {
    if (what.empty()) return;
    const std::string key = moment.trace->sort + ", " + radix::info(step.made).name + ", " + kind;
    walked.wrong.try_emplace(key, place(moment) + ", fault '" + moment.trace->planted +
                                      "', block " + say(worker->block) + ", thread " +
                                      say(worker->thread) + ", element " + say(worker->element) +
                                      ", " + step.source.file + ":" + say(step.source.line) + ": " +
                                      what);
  };
  if (worker->thread >= step.threads || worker->block >= step.blocks)
    note("launch", "the launch has no such thread");
  for (const bool large : {false, true}) {
    moment.large = large;
    const auto lit = lit_threads(draw(figure_for(moment), moment), moment);
    for (const uint32_t thread : lit)
      if (thread != worker->thread)
        note("picture", say(figure_for(moment).id, large ? ", large" : "", " lights t", thread));
    walked.pictured += !lit.empty();
  }
  moment.large = false;
  std::string words;
  Sentences said = said_by([&] { words = why(moment); });
  if (const auto& fault = moment.trace->fault; fault && words.starts_with(fault_words(*fault)))
    said.clear();  // it tells which threads broke the run off
  if (const auto wrong = wrong_mention(said, *worker, words); !wrong.empty())
    note("words", wrong + ": " + words);
  walked.worded += std::ranges::any_of(
      said, [](const text::FilledMessage& each) { return is_number(each.at("thread")); });
  Formula f;
  const Sentences of_formula = said_by([&] { f = formula(moment); });
  note("formula", wrong_mention(of_formula, *worker, f.title + f.words + f.hint));
  note("formula's term", wrong_thread_term(moment, f, *worker));
  if (step.source.line == 0) return;
  const std::string text = text_of(moment, step.source.file);
  const auto rows = source_rows(text);
  if (step.source.line > rows.size()) return;
  const std::string_view code = trimmed(rows[step.source.line - 1].text);
  if (code == "__syncthreads();" || code == "{" || code == "}" || code.empty())
    note("lit line", "no statement");
  for (const CodeValue& value : code_values(moment, step.source.file, rows)) {
    const std::string wrong = wrong_box(moment, value, rows, *worker);
    if (!wrong.empty()) note("box", say(wrong, ", line ", value.row + 1, ": ", value.text));
    ++walked.boxes;
  }
  if (moment.trace->planted.empty()) note("store", wrong_store(moment, rows, *worker, walked));
}

void walk(const Trace& trace, Walked& walked) {
  walked.sorts.insert(trace.sort);
  std::string settings;
  for (const radix::SettingInfo& setting : radix::settings())
    settings += radix::text_of(setting, trace.problem.settings()) + " ";
  walked.settings.insert(trace.sort + " " + settings);
  for (std::size_t cursor = 1; cursor <= trace.steps.size(); ++cursor) {
    ++walked.steps;
    Moment moment = look_at(trace, cursor);
    check_look(moment, walked);
    const uint32_t count = trace.problem.size();
    for (uint32_t id = 0; id < count; id += count / 3 + 1) {
      moment.pinned = id;
      check_look(moment, walked);
    }
    moment.pinned = none;
    const radix::Array* table = table_of(trace, trace.steps[cursor - 1]);
    if (!table) continue;
    moment.table_entry = static_cast<uint32_t>(cursor * 7 % table->values.size());
    check_look(moment, walked);
  }
}

void tell(const Walked& walked) {
  for (const auto& [kind, look] : walked.wrong) ADD_FAILURE() << kind << ": " << look;
  testing::Test::RecordProperty("steps", static_cast<int>(walked.steps));
  std::printf(
      "%zu steps, %zu looks (%zu with a thread, %zu pictures and %zu sentences that name it, %zu "
      "values beside the code, %zu lit lines with stores), %zu sorts, %zu settings\n",
      walked.steps, walked.looks, walked.with_worker, walked.pictured, walked.worded, walked.boxes,
      walked.stores, walked.sorts.size(), walked.settings.size());
}

Trace with_accesses(const Numbers& keys, const radix::Settings& settings, const std::string& sort) {
  radix::Recipe recipe;
  const auto problem =
      radix::Problem::make(keys, radix::settings_for(*radix::sort_named(sort), settings));
  EXPECT_TRUE(problem) << problem.error.sentence;
  recipe.problem = *problem;
  recipe.sort = sort;
  recipe.engine = radix::EngineChoice::cpu;
  recipe.accesses = true;
  return radix::run(recipe);
}

TEST(OneThread, AnotherOneIsFoundInEachOfTheFour) {
  const Trace trace =
      with_accesses(chapter_keys, {.key_bits = 4, .threads_per_block = 4}, "block_sort");
  const Moment moment = look_at(trace, after(trace, radix::array::destination), 11);
  const Worker right = *worker_of(moment), wrong{right.block, right.thread - 1, right.element - 1};
  const auto rows = source_rows(embedded_text(moment.step()->source.file));
  const auto lit = lit_threads(draw(figure_for(moment), moment), moment);
  EXPECT_TRUE(std::ranges::count(lit, right.thread) > 0 || lit.empty());
  EXPECT_EQ(std::ranges::count(lit, wrong.thread), 0);
  const std::string text = why(moment);
  const Sentences said = said_by([&] { why(moment); });
  EXPECT_EQ(wrong_mention(said, right, text), "");
  EXPECT_NE(wrong_mention(said, wrong, text), "") << text;
  EXPECT_EQ(wrong_thread_term(moment, formula(moment), right), "");
  EXPECT_NE(wrong_thread_term(moment, formula(moment), wrong), "");
  std::size_t found = 0;
  for (const CodeValue& value : code_values(moment, moment.step()->source.file, rows)) {
    EXPECT_EQ(wrong_box(moment, value, rows, right), "") << value.text;
    found += !wrong_box(moment, value, rows, wrong).empty();
  }
  EXPECT_GE(found, 2u) << "t and i";
  EXPECT_NE(wrong_box(moment, {0, "bucket starts in the block = 0"}, rows, right), "");
  Walked walked;
  const Moment written = look_at(trace, after(trace, radix::array::output), 11);
  EXPECT_EQ(wrong_store(written, rows, right, walked), "");
  EXPECT_NE(wrong_store(written, rows, wrong, walked), "");
}

TEST(OneThread, IsLitSaidCalculatedAndWrittenInEveryStepOfTheRadixSorts) {
  Walked walked;
  for (uint32_t seed = 0; seed < cases(60, 600); ++seed) {
    std::mt19937 next(seed);
    const radix::SortInfo& sort = radix::sorts_of("radix")[seed % radix::sorts_of("radix").size()];
    radix::Settings s;
    s.key_bits = pick({2u, 3u, 4u}, next);
    s.radix_bits = pick({1u, 2u, 3u}, next);
    s.keys_per_thread = pick({1u, 2u, 2u, 3u}, next);
    s.threads_per_block = pick({1u, 2u, 3u, 4u, 4u, 8u, 40u}, next);
    s.ownership = pick({radix::Ownership::interleaved, radix::Ownership::blocked}, next);
    s.scan = radix::block_scans[(seed / 5) % std::size(radix::block_scans)];
    s.order = pick({radix::SortOrder::ascending, radix::SortOrder::reversed}, next);
    walk(with_accesses(random_keys(pick({1u, 5u, 11u, 16u, 16u, 50u}, next), s.key_bits), s,
                       sort.name),
         walked);
  }
  for (const Trace& trace : chapter_runs()) walk(trace, walked);
  EXPECT_GT(walked.pictured, walked.with_worker / 4);
  EXPECT_GT(walked.worded, walked.with_worker / 8);
  EXPECT_GT(walked.stores, walked.with_worker / 8);
  tell(walked);
}

TEST(OneThread, IsLitAndSaidInEveryLanguage) {
  in_every_language([](const std::string& language) {
    Walked walked;
    for (const Trace& trace : chapter_runs()) walk(trace, walked);
    EXPECT_GT(walked.pictured, walked.with_worker / 4) << language;
    EXPECT_GT(walked.worded, walked.with_worker / 8) << language;
    tell(walked);
  });
}

TEST(OneThread, IsLitSaidCalculatedAndWrittenInEveryStepOfTheOtherSorts) {
  Walked walked;
  for (const radix::SortInfo& sort : radix::sorts()) {
    if (std::string_view(sort.family->name) == "radix") continue;
    for (const uint32_t count : {5u, 16u})
      for (const uint32_t threads : {2u, 4u}) {
        radix::Settings s{.key_bits = 4, .threads_per_block = threads};
        s.keys_per_thread = threads / 2;
        walk(with_accesses(random_keys(count, 4), s, sort.name), walked);
      }
  }
  tell(walked);
}

TEST(OneThread, IsLitSaidCalculatedAndWrittenInEveryStepOfEveryFault) {
  Walked walked;
  for (const radix::PlantedFault& fault : radix::planted_faults()) {
    radix::Recipe recipe;
    const auto problem = radix::parse_problem(
        fault.shows.keys,
        radix::settings_for(*radix::sort_named(fault.sort), fault.shows.settings));
    ASSERT_TRUE(problem) << fault.name;
    recipe.problem = *problem;
    recipe.sort = fault.sort;
    recipe.planted = fault.name;
    recipe.engine = radix::EngineChoice::cpu;
    walk(radix::run(recipe), walked);
  }
  tell(walked);
}

}  // namespace
}  // namespace scope
