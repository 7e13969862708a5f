#include "changed_run.hpp"

#include <cstdio>
#include <stdexcept>

#include "app/core/base/files.hpp"
#include "app/core/base/languages.hpp"
#include "change_on_card.hpp"
#include "judge.hpp"
#include "kernels/engine/model/json.hpp"
#include "kernels/engine/student/changed_sort.hpp"
#include "kernels/engine/student/confine.hpp"
#include "scratch_folder.hpp"
#include "text/judge.hpp"

namespace scope {
namespace {

constexpr std::size_t max_request = std::size_t{8} << 20;

std::string hexadecimal(const std::vector<uint32_t>& words) {
  constexpr const char* digits = "0123456789abcdef";
  std::string text;
  text.reserve(words.size() * 8);
  for (const uint32_t word : words)
    for (int shift = 28; shift >= 0; shift -= 4) text += digits[word >> shift & 15];
  return text;
}

int print(const radix::Json& line) {
  const std::string text = line.dump() + "\n";
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0
             ? 0
             : 1;
}

int refuse_changed(const std::string& sentence) { return print({{"refusal", sentence}}); }

}  // namespace

int record_changed(const char* request) {
  if (!radix::end_with_what_is_sandboxed()) return 1;
  end_with_parent();
  const auto text = read_text(request, max_request);
  if (!text) return refuse_changed(text.error.sentence);
  try {
    const radix::ParsedJson read = radix::parse_json(*text);
    const radix::Json& json = read.value;
    use_language(json.at("language").text());
    if (json.contains("on_card")) return print({{"sentence", change_on_card(json)}});
    auto files = std::make_shared<radix::ChangedFiles>();
    for (const auto& each : json.at("files").list())
      (*files)[each.at("name").text()] = each.at("text").text();
    const ScratchFolder scratch;
    if (scratch.path().empty()) return refuse_changed(scratch.refusal());
    radix::ChangedSort sort{.recipe = radix::recipe_from(json.at("recipe").text()),
                            .compiler = json.at("compiler").text(),
                            .program = program_path(),
                            .prepared = prepared_for("changed"),
                            .scratch = scratch.path(),
                            .unconfined = json.at("unconfined").truth(),
                            .whole = json.at("whole").truth()};
    if (json.at("prepare").truth()) {
      const std::string refusal = radix::prepare_changed_sort(sort);
      return refusal.empty() ? print(radix::Json::object()) : refuse_changed(refusal);
    }
    sort.recipe.changed = std::move(files);
    const radix::ChangedRun run = radix::run_changed_sort(sort);
    const radix::Json seconds({{"preparing", run.times.preparing},
                               {"notes", run.times.notes},
                               {"compiling", run.times.compiling},
                               {"running", run.times.running},
                               {"whole", run.times.whole}});
    if (!run.refusal.empty()) return print({{"refusal", run.refusal}, {"seconds", seconds}});
    return print(
        {{"words", hexadecimal(run.words)}, {"rows", radix::Json(run.rows)}, {"seconds", seconds}});
  } catch (const std::exception& error) {
    return refuse_changed(text::judge::not_recorded({.why = error.what()}));
  }
}

}  // namespace scope
