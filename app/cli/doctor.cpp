#include "doctor.hpp"

#include <algorithm>
#include <filesystem>

#include "app/core/base/child_process.hpp"
#include "app/core/base/files.hpp"
#include "app/core/base/table.hpp"
#include "app/core/base/text.hpp"
#include "app/judge/student_session.hpp"
#include "app/state/lesson_check.hpp"
#include "app/state/presets.hpp"
#include "kernels/engine/model/json.hpp"
#include "kernels/run/engine.hpp"
#include "kernels/text/retold.hpp"
#include "kernels/timing/facts/nccl.hpp"
#include "kernels/timing/timing.hpp"
#include "text/all.hpp"
#include "text/cli.hpp"
#include "text/doctor.hpp"

namespace scope {
namespace {

Finding program() {
  return {.what = text::doctor::row_program,
          .found = text::doctor::program({.path = program_path(), .version = RADIXSCOPE_VERSION})};
}

/// A folder that comes with the program.
Finding own_folder(const char* folder, text::Label loss) {
  const std::string place = resource(folder);
  if (!place.empty()) return {.what = folder, .found = place};
  return {.what = folder,
          .found = text::doctor::missing,
          .to_do = text::paragraph(loss.c_str(), looked_for_words()),
          .hinders = true};
}

/// How many there are, and a finding for each that cannot be used.
void add_folder(std::vector<Finding>& findings, const std::string& what, const std::string& found,
                const std::vector<std::string>& faults) {
  findings.push_back({.what = what, .found = found});
  for (const std::string& fault : faults)
    if (!fault.empty())
      findings.push_back(
          {.what = what, .found = text::doctor::one_unusable, .to_do = fault, .hinders = true});
}

/// Bad files are worth a word; without the folder everything has been said.
std::vector<std::string> faults_of_files(const std::string& error) {
  return resource("assets").empty() ? std::vector<std::string>{} : std::vector{error};
}

void add_presets(std::vector<Finding>& findings) {
  const Presets& loaded = presets();
  std::vector<std::string> faults = faults_of_files(loaded.error);
  for (const Preset& preset : loaded.list) faults.push_back(fault_of(preset));
  add_folder(findings, text::doctor::row_presets,
             text::doctor::presets({.count = loaded.list.size()}), faults);
}

void add_lessons(std::vector<Finding>& findings) {
  std::vector<std::string> faults = faults_of_files(lesson_folder().error);
  uint32_t slides = 0;
  for (const Lesson& lesson : lessons()) {
    uint32_t number = 0;
    for (const SlideCheck& slide : check(lesson))
      if (++number, !slide.error.empty())
        faults.push_back(text::doctor::slide_fails(
            {.lesson = lesson.name, .slide = number, .why = slide.error}));
    slides += number;
  }
  add_folder(findings, text::doctor::row_lessons,
             text::doctor::lessons({.lessons = lessons().size(), .slides = slides}), faults);
}

/// Where preferences and the last session are kept. Without it the program works, and forgets.
Finding settings() {
  const std::string folder = settings_folder();
  if (folder.empty())
    return {.what = text::doctor::row_settings,
            .found = text::doctor::no_settings_folder,
            .to_do = text::doctor::set_home};
  if (can_write_into(folder)) return {.what = text::doctor::row_settings, .found = folder};
  return {.what = text::doctor::row_settings,
          .found = text::doctor::not_writable({.folder = folder}),
          .to_do = text::doctor::make_writable({.folder = folder})};
}

/// "NVIDIA H200 · sm_90; driver 580.159, CUDA 13.0; 139.8 GiB, 132 multiprocessors".
std::string device_words(const radix::EngineInfo& engine) {
  const radix::TimingFacts facts = radix::machine_facts(engine.id);
  const bool gpu = engine.id == radix::EngineId::cuda;
  const std::string_view name = text::translated(engine.device);
  std::string words =
      gpu ? engine.device : text::doctor::engine_on({.engine = name, .processor = facts.device});
  const auto add = [&](const std::string& fact) {
    words = text::doctor::facts({.first = words, .next = fact});
  };
  if (!facts.driver.empty()) add(text::doctor::driver({.version = facts.driver}));
  if (!facts.runtime.empty()) add(facts.runtime);
  if (gpu) add(fixed_number(static_cast<double>(facts.memory_bytes) / (1u << 30), 1) + " GiB");
  if (facts.processors > 0)
    add(gpu ? text::doctor::multiprocessors({.count = facts.processors})
            : text::all::thread_count({.threads = facts.processors}));
  return words;
}

Finding engine_finding(const radix::EngineInfo& engine) {
  const char* what = engine.id == radix::EngineId::cuda ? "CUDA" : "CPU";
  if (engine.available) return {.what = what, .found = device_words(engine)};
  return {.what = what, .found = text::cli::not_available({.why = text::retold(engine.reason)})};
}

/// What "auto" means here.
Finding chosen_engine() {
  const auto all = radix::engines();
  const bool cuda = std::ranges::any_of(all, [](const radix::EngineInfo& engine) {
    return engine.id == radix::EngineId::cuda && engine.available;
  });
  return {.what = text::doctor::row_engine,
          .found = cuda ? text::doctor::cuda_sorts : text::doctor::cpu_sorts};
}

/// What judges a kernel of the person's own, and what keeps it in.
Finding own_kernels() {
  const std::string what = text::doctor::row_kernels;
  if (const std::string missing = judging_program_missing(); !missing.empty())
    return {.what = what, .found = text::doctor::not_judged_yet, .to_do = missing};
  ChildProcess asked(program_beside("radixscope-run"), {"judge", "--about", "--json"});
  std::string line;
  for (int waits = 0; waits < 100 && !asked.ended() && line.empty(); ++waits)
    asked.wait(0.1), asked.take(line);
  if (line.empty())
    return {.what = what, .found = text::doctor::not_judged, .to_do = as_sentence(asked.failure())};
  const radix::ParsedJson answer = radix::parse_json(line);
  const radix::Json& about = answer.value;
  const std::string words = answer.ok() ? about.at("words").text() : line;
  if (answer.ok() && about.at("ready").truth()) return {.what = what, .found = words};
  return {.what = what, .found = text::doctor::not_judged, .to_do = words};
}

/// What keys travel through from GPU to GPU; nothing is amiss without it.
Finding between_gpus() {
  const radix::FoundNccl& found = radix::find_nccl();
  return {
      .what = "NCCL",
      .found = found.nccl ? joined({found.nccl->version, ", ", found.nccl->file}) : found.missing};
}

}  // namespace

std::vector<Finding> examine_machine() {
  std::vector<Finding> findings = {program(), own_folder("shaders", text::doctor::no_shaders),
                                   own_folder("assets", text::doctor::no_assets)};
  add_presets(findings);
  add_lessons(findings);
  findings.push_back(settings());
  for (const radix::EngineInfo& engine : radix::engines())
    findings.push_back(engine_finding(engine));
  findings.push_back(chosen_engine());
  findings.push_back(between_gpus());
  findings.push_back(own_kernels());
  return findings;
}

std::string report_of(const std::vector<Finding>& findings) {
  Cells cells;
  std::string to_do;
  for (const Finding& each : findings) {
    cells.push_back({each.what + " ", each.found});
    if (!each.to_do.empty()) to_do += "  - " + each.to_do + "\n";
  }
  return joined({aligned(cells, {true, true}), "\n",
                 to_do.empty() ? text::doctor::nothing_missing : text::doctor::to_do, "\n", to_do});
}

}  // namespace scope
