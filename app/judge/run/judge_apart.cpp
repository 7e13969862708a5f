// The processes between a lecturer and what was handed in: see judge.hpp.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <new>
#include <stdexcept>

#include "app/core/base/files.hpp"
#include "app/core/base/languages.hpp"
#include "app/judge/exercises.hpp"
#include "judge.hpp"
#include "kernels/engine/model/json.hpp"
#include "kernels/engine/model/outside_text.hpp"
#include "kernels/engine/model/word_io.hpp"
#include "kernels/engine/student/compile.hpp"
#include "kernels/engine/student/confine.hpp"
#include "kernels/engine/student/on_card.hpp"
#include "kernels/engine/student/rewrite.hpp"
#include "kernels/engine/student/student_text.hpp"
#include "scratch_folder.hpp"
#include "student_findings.hpp"
#include "text/judge.hpp"

namespace scope {
namespace {

namespace words = text::judge;

constexpr double max_seconds = 55, max_card_seconds = 300;   // of a verdict
constexpr unsigned max_cpu_seconds = 40;                     // of judging alone
constexpr std::size_t student_bytes = std::size_t{1} << 30;  // of memory
constexpr std::size_t judge_bytes = 3 * student_bytes;       // … of the process that judges
constexpr std::size_t max_report = std::size_t{120} << 20;   // bytes of what it says

/// What the process that judges says where it has none.
constexpr const char* no_more_memory = "no more memory";

/// What the process that judges is handed over: a recipe, and what it cannot find out in its
/// sandbox.
struct Order {
  JudgeRecipe recipe;
  std::string program, words_folder, prepared, scratch, nvcc;
  std::string language, translation = {};  ///< of its sentences, and the file that has them

  std::string text() const {
    return radix::Json({{"shown_name", recipe.shown_name},
                        {"exercise", recipe.exercise},
                        {"entry", recipe.entry},
                        {"compiler", recipe.compiler},
                        {"keys", recipe.keys},
                        {"rows", recipe.rows},
                        {"card_runs", recipe.card_runs},
                        {"unconfined", recipe.unconfined},
                        {"seed", recipe.seed},
                        {"program", program},
                        {"words_folder", words_folder},
                        {"prepared", prepared},
                        {"scratch", scratch},
                        {"nvcc", nvcc},
                        {"language", language},
                        {"translation", translation}})
        .dump();
  }

  static Order from(const char* text) {
    const radix::ParsedJson read = radix::parse_json(text);
    const radix::Json& json = read.value;
    const auto word = [&](const char* name) { return json.at(name).text(); };
    Order order{.recipe = {.shown_name = word("shown_name"),
                           .exercise = static_cast<uint32_t>(json.at("exercise").whole()),
                           .entry = word("entry"),
                           .compiler = word("compiler"),
                           .rows = json.at("rows").truth(),
                           .card_runs = static_cast<uint32_t>(json.at("card_runs").whole()),
                           .unconfined = json.at("unconfined").truth(),
                           .seed = static_cast<uint32_t>(json.at("seed").whole())},
                .program = word("program"),
                .words_folder = word("words_folder"),
                .prepared = word("prepared"),
                .scratch = word("scratch"),
                .nvcc = word("nvcc"),
                .language = word("language"),
                .translation = word("translation")};
    for (const radix::Json& key : json.at("keys").list())
      order.recipe.keys.push_back(static_cast<uint32_t>(key.whole()));
    return order;
  }
};

// ----------------------------------------------------------------------------- before the sandbox

StudentReport refused_report(const std::string& file, const std::string& sentence) {
  return {.file = file,
          .verdict = StudentVerdict::refused,
          .head = {.kind = "refused", .text = sentence}};
}

radix::Sandbox sandbox_of(const Order& order) {
  const bool card = order.recipe.card_runs > 0;
  radix::Sandbox sandbox{.work = radix::Sandbox::Work::judging,
                         .cpu_seconds = max_cpu_seconds,
                         .wall_seconds = max_seconds,
                         .memory_bytes = judge_bytes,
                         .max_output = max_report,
                         .readable = {order.program, order.words_folder},
                         .writable = {order.scratch},
                         .unconfined = order.recipe.unconfined};
  const std::string compiler = radix::find_student_compiler(order.recipe.compiler);
  if (!compiler.empty())
    for (const std::string& each : radix::folders_of_compiler(compiler))
      sandbox.readable.push_back(each);
  for (const std::string& each : {order.prepared, order.translation})
    if (!each.empty()) sandbox.readable.push_back(each);
  if (card) {  // what it starts may need more than it does itself
    sandbox.wall_seconds = max_card_seconds, sandbox.cpu_seconds = 150;
    sandbox.memory_bytes = ~std::size_t{0}, sandbox.file_bytes = std::size_t{256} << 20;
    sandbox.gpu = true;
    sandbox.writable.push_back("/proc");
    radix::allow_card(sandbox, order.nvcc);
  }
  return sandbox;
}

/// The report in what the process said; else what became of that.
StudentReport report_in(const radix::Sandboxed& said, const std::string& file) {
  const std::string line = said.output.substr(0, said.output.find('\n'));
  if (said.code == 0 && !said.out_of_time && !said.too_much)
    if (auto report = student_report_from(line)) {
      report.value->file = file;
      return std::move(*report.value);
    }
  if (!said.refusal.empty()) return refused_report(file, said.refusal);
  if (said.out_of_time)
    return {.file = file,
            .verdict = StudentVerdict::out_of_time,
            .head = {.kind = "endless", .text = words::took_time}};
  if (said.words.starts_with(no_more_memory))
    return {.file = file,
            .verdict = StudentVerdict::out_of_time,
            .head = {.kind = "endless", .text = words::took_memory}};
  return refused_report(
      file, said.signal != 0
                ? words::judge_signal({.name = strsignal(said.signal), .signal = said.signal})
            : said.too_much ? std::string(words::judge_too_much)
                            : words::judge_code({.code = said.code}));
}

// ----------------------------------------------------------------------------- inside the sandbox

radix::StudentPassword new_password() {
  radix::StudentPassword password;
  if (getentropy(password.words, sizeof password.words) != 0)
    throw std::runtime_error("no random numbers");
  return password;
}

/// "12,3,6"
std::string as_list(const std::vector<uint32_t>& keys) {
  std::string list;
  for (const uint32_t key : keys) list += (list.empty() ? "" : ",") + std::to_string(key);
  return list;
}

WatchedRun watch(const Order& order, const std::string& object, const RunKeys& with) {
  const radix::StudentPassword password = new_password();
  const radix::Sandbox sandbox{
      .cpu_seconds = 3,
      .wall_seconds = 20,
      .memory_bytes = student_bytes,
      .file_bytes = 1,
      .max_output = (radix::student_limits::words + 64) * sizeof(uint32_t),
      .readable = {order.program, order.scratch},
      .input = {reinterpret_cast<const char*>(password.words), sizeof password.words},
      .unconfined = order.recipe.unconfined,
      .working_folder = order.scratch};
  std::vector<std::string> words{"--child",
                                 object,
                                 with.order,
                                 std::to_string(with.bits),
                                 with.keys ? as_list(*with.keys) : "",
                                 order.recipe.unconfined ? "unconfined" : "confined"};
  if (with.before) words.push_back(as_list(*with.before));
  const radix::Sandboxed sandboxed = radix::run_sandboxed(order.program, words, sandbox);
  WatchedRun watched{.out_of_time = sandboxed.out_of_time,
                     .too_much = sandboxed.too_much,
                     .signal = sandboxed.signal,
                     .refusal = sandboxed.refusal};
  if (auto run = radix::student_run_from(radix::words_of(sandboxed.output), password))
    watched.run = std::move(*run);
  return watched;
}

/// Compiles, runs and weighs; `sets`: what it is run with on a GPU, too.
StudentReport judge_watched(const Order& order, const std::string& text,
                            std::vector<radix::CardKeys>& sets) {
  const JudgeRecipe& recipe = order.recipe;
  const radix::GivenHeader header{chapter_header_name, chapter_header()};
  const radix::CompileRecipe how{.text = text,
                                 .header = header,
                                 .entry = recipe.entry,
                                 .compiler = recipe.compiler,
                                 .words_folder = order.words_folder,
                                 .scratch = order.scratch,
                                 .prepared = order.prepared,
                                 .unconfined = recipe.unconfined};
  const radix::CompiledStudent compiled = radix::compile_student(how);
  StudentReport report = refused_report(recipe.shown_name, compiled.refusal);
  report.exercise = recipe.exercise;
  if (!compiled.refusal.empty()) return report;
  if (compiled.object.empty()) {
    report.verdict =
        compiled.out_of_time ? StudentVerdict::out_of_time : StudentVerdict::does_not_compile;
    report.head = {.kind = "compile",
                   .line = compiled.line,
                   .column = compiled.column,
                   .text = compiled.message};
    report.compiler = compiled.compiler;
    return report;
  }
  report = judge_runs(recipe, text,
                      {.run =
                           [&](const RunKeys& with) {
                             if (with.keys && sets.size() < 3)
                               sets.push_back({*with.keys, with.bits});
                             return watch(order, compiled.object, with);
                           },
                       .lines =
                           [&](const std::vector<radix::StudentSite>& sites) {
                             return radix::lines_of_sites(compiled, how, sites);
                           }});
  report.compiler = compiled.compiler;
  return report;
}

/// A main with more keys than can be watched is judged with fewer, and it is said with how many.
StudentReport judge_fewer(const Order& order, const radix::KeyCount& keys,
                          StudentReport&& with_all) {
  std::vector<radix::CardKeys> none;
  StudentReport report = judge_watched(order, keys.text, none);
  if (report.verdict == StudentVerdict::right || report.verdict == StudentVerdict::mistake)
    report.tried = text::paragraph(
        report.tried,
        words::fewer(
            {.count = keys.count, .less = keys.less, .line = keys.line, .name = keys.name}));
  else
    return std::move(with_all);
  if (report.head.kind != "outside" && report.head.kind != "copy") return report;
  with_all.head.text = words::fewer_not_fit(
      {.count = keys.count, .less = keys.less, .line = keys.line, .name = keys.name});
  with_all.head.line = keys.line;
  return std::move(with_all);
}

StudentReport judge_text(const Order& order, const std::string& text) {
  const JudgeRecipe& recipe = order.recipe;
  std::vector<radix::CardKeys> sets;
  StudentReport report = judge_watched(order, text, sets);
  if (report.verdict == StudentVerdict::out_of_time && report.head.kind != "compile" &&
      radix::entry_of(text, recipe.entry).kind == radix::EntryOfFile::Kind::main)
    if (const radix::KeyCount keys = radix::fewer_keys_in(text); !keys.name.empty())
      report = judge_fewer(order, keys, std::move(report));
  if (recipe.card_runs == 0 || report.verdict == StudentVerdict::refused ||
      report.compiler.empty() || report.head.kind == "compile")
    return report;
  const radix::GivenHeader header{chapter_header_name, chapter_header()};
  report.card = card_sentence(radix::run_on_card({.text = text,
                                                  .header = header,
                                                  .entry = recipe.entry,
                                                  .words_folder = order.words_folder,
                                                  .nvcc = order.nvcc,
                                                  .scratch = order.scratch,
                                                  .unconfined = recipe.unconfined,
                                                  .runs = recipe.card_runs,
                                                  .sets = sets}),
                              report.verdict);
  return report;
}

}  // namespace

std::string prepared_for(const std::string& what) {
  const std::string cache = environment("XDG_CACHE_HOME"), home = environment("HOME");
  if (cache.empty() && home.empty()) return "";
  return (cache.empty() ? home + "/.cache" : cache) + "/radixscope/" + what;
}

void prepare_judging(const std::string& compiler, bool unconfined) {
  radix::prepare_compiler({.compiler = compiler,
                           .words_folder = resource("kernels/engine/student/include"),
                           .prepared = prepared_for("judge"),
                           .unconfined = unconfined});
}

std::string judging_words(const std::string& compiler) {
  const std::string found = radix::find_student_compiler(compiler);
  if (found.empty()) return radix::no_student_compiler();
  return text::paragraph(words::compiled_by({.compiler = found}), radix::confinement_words());
}

std::string about_judging(const std::string& compiler) {
  const bool ready =
      !radix::find_student_compiler(compiler).empty() && radix::confinement_missing().empty();
  return radix::Json({{"ready", ready}, {"words", judging_words(compiler)}}).dump();
}

JudgedFile judge_file(const JudgeRecipe& recipe, const radix::HandedIn& file) {
  const std::string shown = radix::readable(radix::printable(recipe.shown_name), 400);
  JudgedFile judged;
  const auto refuse = [&](const std::string& sentence) {
    judged.report = refused_report(shown, sentence);
    judged.report.exercise = recipe.exercise;
    judged.line = to_json(judged.report, recipe.rows).dump();
    return judged;
  };
  if (!file.refusal.empty()) return refuse(file.refusal);
  const ScratchFolder scratch;
  if (scratch.path().empty()) return refuse(scratch.refusal());
  Order order{.recipe = recipe,
              .program = program_path(),
              .words_folder = resource("kernels/engine/student/include"),
              .prepared = prepared_for("judge"),
              .scratch = scratch.path(),
              .language = std::string(text::language())};
  order.translation = file_of_language(order.language);
  order.recipe.shown_name = shown;
  if (order.recipe.seed == 0) order.recipe.seed = new_password().words[0] % 999'999 + 1;
  if (order.words_folder.empty())
    return refuse(text::paragraph(words::no_include.c_str(), looked_for_words()));
  std::string no_card;
  if (recipe.card_runs > 0) no_card = radix::card_missing(), order.nvcc = radix::find_nvcc();
  if (!no_card.empty()) order.recipe.card_runs = 0;
  const std::string copy = scratch.path() + "/" + radix::student_file_name;
  if (const std::string wrong = write_file(copy, file.text); !wrong.empty()) return refuse(wrong);
  const radix::Sandboxed said =
      radix::run_sandboxed(order.program, {"--inside", order.text()}, sandbox_of(order));
  judged.report = report_in(said, shown);
  if (!no_card.empty()) judged.report.card = no_card;
  if (recipe.unconfined && judged.report.verdict != StudentVerdict::refused &&
      !radix::confinement_missing().empty())
    judged.report.head.text = text::paragraph(judged.report.head.text, words::unconfined);
  // With rows its second line is the whole; it is believed no more than the first
  const std::size_t first = said.output.find('\n');
  const bool whole =
      recipe.rows && said.code == 0 && first != std::string::npos &&
      said.output.size() > first + 2 && said.output.back() == '\n' &&
      radix::first_unshown(
          std::string_view(said.output).substr(first + 1, said.output.size() - first - 2)) ==
          std::string::npos;
  judged.line = whole ? said.output.substr(first + 1, said.output.size() - first - 2)
                      : to_json(judged.report, recipe.rows).dump();
  return judged;
}

int judge_inside(const char* recipe) {
  try {
    if (!radix::end_with_what_is_sandboxed()) return 1;
    const Order order = Order::from(recipe);
    if (!order.translation.empty()) use_language_file(order.language, order.translation);
    std::ifstream in(order.scratch + "/" + radix::student_file_name, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const StudentReport report = judge_text(order, text);
    std::string said = to_json(report, false).dump() + "\n";
    if (order.recipe.rows) said += to_json(report, true).dump() + "\n";
    return std::fwrite(said.data(), 1, said.size(), stdout) == said.size() &&
                   std::fflush(stdout) == 0
               ? 0
               : 1;
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "%s\n", no_more_memory);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
  }
  return 1;
}

}  // namespace scope
