#include "mend.hpp"

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include "app/core/base/background.hpp"
#include "app/core/base/text.hpp"
#include "app/core/words/fault_words.hpp"
#include "app/judge/changed_kernel.hpp"
#include "kernel_edit.hpp"
#include "record.hpp"
#include "text/document.hpp"
#include "text/edit.hpp"

namespace scope {
namespace {

constexpr uint32_t max_random_keys = 40;

/// Of few values every other time, so that equal keys are among them.
std::vector<uint32_t> random_keys(uint32_t seed, uint32_t bits) {
  std::mt19937 random(seed);
  std::vector<uint32_t> keys(1 + random() % max_random_keys);
  const uint32_t kept = seed % 2 == 0 ? bits : std::min(bits, 2u);
  for (uint32_t& key : keys) key = static_cast<uint32_t>(random()) >> (32 - kept);
  return keys;
}

std::string words_of_keys(const radix::Problem& problem) {
  std::string words;
  for (const uint32_t key : problem.keys())
    words += (words.empty() ? "" : " ") + std::to_string(key);
  return words;
}

/// What is wrong with the run of this problem; "" where nothing is, or where the chapter's kernel
/// does not take it either.
std::string wrong_with(radix::Recipe recipe, bool every_array, bool& tried) {
  radix::Recipe right = recipe;
  right.changed = nullptr;
  tried = radix::run(right).error.empty();
  if (!tried) return "";
  const radix::Trace trace = radix::run(recipe);
  if (!trace.error.empty()) return error_words(trace);
  return every_array && trace.differs ? fault_words(*trace.differs) : "";
}

}  // namespace

const radix::PlantedFault* mended_bug(const Document& document) {
  return radix::planted_fault_named(document.mending);
}

std::vector<radix::Problem> mend_problems(const Setup& setup, const radix::PlantedFault* bug,
                                          uint32_t inputs) {
  const radix::SortInfo& sort = *radix::sort_named(setup.sort);
  const radix::Settings settings =
      radix::settings_for(sort, bug ? bug->shows.settings : setup.settings);
  std::vector<radix::Problem> problems;
  if (bug)
    if (auto shows = radix::parse_problem(bug->shows.keys, settings)) problems.push_back(*shows);
  if (auto own = problem_of(setup)) problems.push_back(*own);
  for (uint32_t seed = 1; problems.size() < inputs; ++seed) {
    auto problem = radix::Problem::make(random_keys(seed, settings.key_bits), settings);
    if (problem) problems.push_back(*problem);
    if (seed > 4 * inputs) break;  // a sort that takes no such keys
  }
  return problems;
}

MendVerdict judge_mend(const Setup& setup, const radix::PlantedFault* bug, uint32_t inputs,
                       const std::atomic<bool>* cancel) {
  MendVerdict verdict;
  const std::vector<radix::Problem> problems = mend_problems(setup, bug, inputs);
  constexpr radix::Schedule orders[] = {radix::Schedule::forward, radix::Schedule::reverse,
                                        radix::Schedule::shuffled};
  const bool every_array = bug && bug->found_by == radix::Fault::Kind::comparison;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    if (cancel && *cancel) return verdict;
    const radix::Schedule order = orders[i % std::size(orders)];
    bool tried = false;
    verdict.sentence = wrong_with({.problem = problems[i],
                                   .sort = setup.sort,
                                   .changed = setup.changed,
                                   .engine = radix::EngineChoice::cpu,
                                   .thread_order = order,
                                   .block_order = order,
                                   .seed = static_cast<uint32_t>(i) + 1,
                                   .cancel = cancel},
                                  every_array, tried);
    if (cancel && *cancel) return verdict;
    verdict.inputs += tried ? 1 : 0;
    if (verdict.sentence.empty()) continue;
    verdict.keys = words_of_keys(problems[i]);
    break;
  }
  verdict.ended = true;
  return verdict;
}

void start_mend(Document& document) {
  const Setup setup = changed_lane(document).setup;
  const radix::PlantedFault* bug = mended_bug(document);
  document.judged_setup = setup;
  if (!document.interactive) {
    document.judged = std::make_shared<const MendVerdict>(judge_mend(setup, bug, mend_inputs));
    return;
  }
  document.judged = std::make_shared<const MendVerdict>();
  document.mend_job =
      std::make_shared<Background<MendVerdict>>(MendVerdict{}, [setup, bug](auto& job) {
        job.publish(judge_mend(setup, bug, mend_inputs, &job.cancelled()));
      });
}

bool poll_mend(Document& document) {
  const Lane& lane = changed_lane(document);
  if (document.judged && !(document.judged_setup == lane.setup)) {
    document.judged = nullptr, document.mend_job = nullptr;
    return true;
  }
  const ChangeState state = change_state(document);
  const bool recorded = lane.trace && lane.setup == lane.recorded;
  const bool may_be_right =
      state == ChangeState::none || state == ChangeState::same || state == ChangeState::differs;
  if (document.interactive && !document.mending.empty() && !document.judged && recorded &&
      may_be_right) {
    start_mend(document);
    return true;
  }
  if (!document.mend_job || !document.mend_job->newest()->ended) return false;
  document.judged = document.mend_job->newest();
  document.mend_job = nullptr;
  return true;
}

std::string mend_words(const Document& document) {
  if (!document.judged || !(document.judged_setup == changed_lane(document).setup)) return "";
  const MendVerdict& judged = *document.judged;
  const bool bug = mended_bug(document) != nullptr;
  if (!judged.ended) return std::string(text::edit::judging);
  if (judged.right()) {
    const uint32_t inputs = judged.inputs;
    return bug ? text::edit::mended({.inputs = inputs})
               : text::edit::judged_right({.inputs = inputs});
  }
  const SaidOfLine said = said_of_line(judged.sentence);
  const std::string sentence =
      said.line > 0
          ? text::document::line_of_file({.file = said.file, .line = said.line, .text = said.text})
          : as_sentence(judged.sentence);
  return bug ? text::edit::not_mended({.keys = judged.keys, .sentence = sentence})
             : text::edit::judged_wrong({.keys = judged.keys, .sentence = sentence});
}

}  // namespace scope
