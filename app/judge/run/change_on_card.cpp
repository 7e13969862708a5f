#include "change_on_card.hpp"

#include "app/core/base/files.hpp"
#include "app/core/base/text.hpp"
#include "app/core/scene/heatmap.hpp"
#include "kernels/engine/model/outside_text.hpp"
#include "kernels/engine/student/confine.hpp"
#include "scratch_folder.hpp"
#include "student_findings.hpp"
#include "text/edit.hpp"

namespace scope {
namespace {

namespace words = text::edit;

constexpr uint32_t card_runs = 1000, runs_of_chapter = 10;

std::string skipped(const std::string& why) { return words::card_skipped({.why = why}); }

std::string times(const radix::CardRun& mine, const radix::CardRun& right) {
  const std::string keys = grouped(radix::many_keys);
  if (mine.slow || right.slow) return words::card_slow({.keys = keys});
  if (mine.milliseconds <= 0 || right.milliseconds <= 0) return words::card_no_time({.keys = keys});
  if (!mine.timed_right) return words::card_time_wrong({.keys = keys});
  return words::card_times({.keys = keys,
                            .mine = fixed_number(mine.milliseconds, 2),
                            .ratio = fixed_number(mine.milliseconds / right.milliseconds, 2),
                            .right = fixed_number(right.milliseconds, 2)});
}

}  // namespace

std::string change_on_card_words(const radix::CardRun& mine, const radix::CardRun& right) {
  if (mine.device.empty() && !mine.error.empty()) return skipped(mine.refusal);
  const std::string runs = card_sentence(mine, StudentVerdict::right);
  if (!mine.refusal.empty() || mine.endless || !mine.error.empty()) return runs;
  return text::paragraph(runs, times(mine, right));
}

std::string change_on_card(const radix::Json& request) {
  if (const std::string missing = radix::card_missing(); !missing.empty()) return skipped(missing);
  const std::string folder = resource("kernels/engine/student/include");
  const auto run = [&](const std::string& text, uint32_t runs) {
    radix::CardRun refused;
    const ScratchFolder scratch;
    if (scratch.path().empty()) return refused.refusal = scratch.refusal(), refused;
    radix::CardRecipe recipe{.text = text,
                             .words_folder = folder,
                             .nvcc = radix::find_nvcc(),
                             .scratch = scratch.path(),
                             .runs = runs,
                             .timed_entry = radix::call_for_many(text)};
    for (const radix::Json& set : request.at("sets").list()) {
      radix::CardKeys keys{.keys = {}, .bits = static_cast<uint32_t>(set.at("bits").whole())};
      for (const radix::Json& key : set.at("keys").list())
        keys.keys.push_back(static_cast<uint32_t>(key.whole()));
      recipe.sets.push_back(std::move(keys));
    }
    return radix::run_on_card(recipe);
  };
  const radix::CardRun mine = run(request.at("mine").text(), card_runs);
  return change_on_card_words(mine, run(request.at("right").text(), runs_of_chapter));
}

}  // namespace scope
