#include "changed_kernel.hpp"

#include <atomic>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <random>

#include "app/core/base/child_process.hpp"
#include "app/core/base/files.hpp"
#include "app/core/base/text.hpp"
#include "kernels/engine/model/json.hpp"
#include "kernels/engine/model/trace_words.hpp"
#include "kernels/engine/simt/common.hpp"
#include "kernels/run/engine_machines.hpp"
#include "student_session.hpp"
#include "text/judge.hpp"
#include "text/programs.hpp"

namespace scope {
namespace {

constexpr double max_silence = 150;  // seconds: preparing may take a minute on a busy machine

/// A file for one question, gone with it.
class RequestFile {
 public:
  explicit RequestFile(const std::string& text) {
    std::error_code error;
    const auto folder = std::filesystem::temp_directory_path(error);
    static std::atomic<uint32_t> number = std::random_device{}();
    path_ = to_text(folder / to_path(joined({"radixscope-changed-", number++, ".json"})));
    refusal_ = error ? std::string(text::judge::no_temporary) : write_file(path_, text);
  }
  ~RequestFile() {
    std::error_code error;
    std::filesystem::remove(to_path(path_), error);
  }
  RequestFile(const RequestFile&) = delete;
  RequestFile& operator=(const RequestFile&) = delete;
  const std::string& path() const { return path_; }
  const std::string& refusal() const { return refusal_; }

 private:
  std::string path_, refusal_;
};

std::string request(const radix::Recipe& recipe, bool prepare) {
  radix::Json::List files;
  if (recipe.changed)
    for (const auto& [name, text] : *recipe.changed)
      files.push_back(radix::Json({{"name", name}, {"text", text}}));
  radix::Recipe recorded = recipe;
  recorded.accesses = true;  // what it costs is counted of them
  return radix::Json({{"files", radix::Json(files)},
                      {"recipe", radix::recipe_text(recorded)},
                      {"compiler", environment("RADIXSCOPE_COMPILER")},
                      {"unconfined", false},
                      {"language", std::string(text::language())},
                      {"whole", !environment("RADIXSCOPE_COMPILE_ALL").empty()},
                      {"prepare", prepare}})
      .dump();
}

std::vector<uint32_t> words_in(const std::string& text) {
  std::vector<uint32_t> words(text.size() / 8);
  for (std::size_t i = 0; i < words.size(); ++i)
    std::from_chars(text.data() + i * 8, text.data() + i * 8 + 8, words[i], 16);
  return words;
}

/// Numbers that no run of so few keys has: figures would take them for sizes.
bool is_sound(const radix::Trace& trace) {
  constexpr uint32_t many = 1 << 16;
  for (const radix::Step& step : trace.steps)
    if (step.blocks > many || step.threads > radix::max_threads_per_block || step.launch > many ||
        step.pass > many || step.level > 64 || step.split > 64 || step.splits > 64 ||
        step.distance > many)
      return false;
  return trace.steps.size() <= many;
}

/// What the other program said about the recipe; throws what is to be shown instead.
void take(const std::string& line, radix::Trace& trace) {
  const radix::ParsedJson read = radix::parse_json(line);
  if (!read.ok()) throw std::runtime_error(text::judge::compiling_unread.c_str());
  if (read.value.contains("refusal")) {
    trace.error = read.value.at("refusal").text();
    return;
  }
  radix::Trace made{.problem = trace.problem, .sort = trace.sort, .family = trace.family};
  if (!radix::take_words(words_in(read.value.at("words").text()), made) || !is_sound(made))
    throw std::runtime_error(text::judge::run_not_whole.c_str());
  trace.steps = std::move(made.steps), trace.sorted = std::move(made.sorted);
  trace.launches = made.launches;
  trace.error = std::move(made.error), trace.fault = std::move(made.fault);
  trace.accesses = std::move(made.accesses);
  trace.own_rows = std::move(made.own_rows);
  const radix::Json::List& names = read.value.at("rows").list();
  std::erase_if(trace.own_rows, [&](const radix::OwnRow& row) {
    return row.number >= names.size() || row.array->values.size() > trace.problem.size();
  });
  for (radix::OwnRow& row : trace.own_rows) {
    row.name = names[row.number].text();
    row.array = radix::own_array(row.name, row.array->values);
  }
}

void run_beside(const radix::Recipe& recipe, radix::Trace& trace) {
  if (const std::string missing = changing_program_missing(); !missing.empty())
    throw std::runtime_error(missing);
  const RequestFile file(request(recipe, false));
  if (!file.refusal().empty()) throw std::runtime_error(file.refusal());
  ChildProcess child(program_beside("radixscope-run"), {"--changed", file.path()});
  std::string line;
  while (!child.take(line) && !child.ended()) {
    if (recipe.cancel && *recipe.cancel) return;
    if (child.silent_seconds() > max_silence)
      throw std::runtime_error(text::judge::compiling_no_answer.c_str());
    child.wait(0.02);
  }
  if (line.empty()) child.take(line);
  if (line.empty()) throw std::runtime_error(child.failure());
  take(line, trace);
}

}  // namespace

std::string changing_program_missing() {
  if (!starts_other_programs()) return text::programs::browser_change;
  return judging_program_missing();
}

void use_changed_kernels() { radix::use_changed_machine(run_beside); }

static std::shared_ptr<ChildProcess> ask_beside(const std::string& request) {
  if (!changing_program_missing().empty()) return nullptr;
  struct Asks {
    RequestFile file;
    ChildProcess child;
    explicit Asks(const std::string& text)
        : file(text), child(program_beside("radixscope-run"), {"--changed", file.path()}) {}
  };
  auto both = std::make_shared<Asks>(request);
  return {both, &both->child};
}

std::shared_ptr<ChildProcess> prepare_changed_kernels(const radix::Recipe& recipe) {
  return ask_beside(request(recipe, true));
}

std::shared_ptr<ChildProcess> run_change_on_card(const ChangeOnCard& files) {
  radix::Json::List sets;
  for (const radix::Problem& problem : files.problems)
    sets.push_back(radix::Json(
        {{"bits", problem.settings().key_bits}, {"keys", radix::Json(problem.keys())}}));
  return ask_beside(radix::Json({{"on_card", true},
                                 {"mine", files.mine},
                                 {"right", files.right},
                                 {"sets", radix::Json(sets)},
                                 {"language", std::string(text::language())}})
                        .dump());
}

std::string said_of_card(const std::string& line) {
  const radix::ParsedJson read = radix::parse_json(line);
  if (!read.ok() || !read.value.contains("sentence")) return std::string(text::judge::judge_silent);
  return read.value.at("sentence").text();
}

SaidOfLine said_of_line(const std::string& sentence) {
  SaidOfLine said{.text = sentence};
  const std::size_t colon = sentence.find(':');
  if (colon == std::string::npos || sentence.find(' ') < colon) return said;
  const char *at = sentence.data() + colon + 1, *end = sentence.data() + sentence.size();
  uint32_t line = 0;
  const auto number = std::from_chars(at, end, line);
  if (number.ec != std::errc{} || end - number.ptr < 2 || number.ptr[0] != ':') return said;
  return {
      .file = sentence.substr(0, colon), .text = std::string(number.ptr + 2, end), .line = line};
}

}  // namespace scope
