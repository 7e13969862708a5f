#include "doctor.hpp"

#include <algorithm>
#include <filesystem>

#include "app/core/base/child_process.hpp"
#include "app/core/base/files.hpp"
#include "app/core/base/text.hpp"
#include "app/judge/student_session.hpp"
#include "app/state/lesson_check.hpp"
#include "app/state/presets.hpp"
#include "kernels/run/engine.hpp"
#include "kernels/timing/facts/nccl.hpp"
#include "kernels/timing/timing.hpp"

namespace scope {
namespace {

Finding program() {
  return {.what = "program", .found = say("Radixscope ", RADIXSCOPE_VERSION, ", ", program_path())};
}

/// A folder that comes with the program.
Finding own_folder(const char* folder, const std::string& loss) {
  const std::string place = resource(folder);
  if (!place.empty()) return {.what = folder, .found = place};
  return {.what = folder,
          .found = "missing",
          .to_do = say("The program's folder '", folder, "' is missing: ", loss, ".",
                       looked_for_words()),
          .hinders = true};
}

/// How many there are, and a finding for each that is no good.
void add_shelf(std::vector<Finding>& findings, const char* what, const std::string& found,
               const std::vector<std::string>& faults) {
  findings.push_back({.what = what, .found = found});
  for (const std::string& fault : faults)
    if (!fault.empty())
      findings.push_back(
          {.what = what, .found = "one is unusable", .to_do = fault, .hinders = true});
}

/// Bad files are worth a word; without the folder everything has been said.
std::vector<std::string> faults_of_files(const std::string& error) {
  return resource("assets").empty() ? std::vector<std::string>{} : std::vector{error};
}

void add_presets(std::vector<Finding>& findings) {
  const Presets& shelf = presets();
  std::vector<std::string> faults = faults_of_files(shelf.error);
  for (const Preset& preset : shelf.list) faults.push_back(fault_of(preset));
  add_shelf(findings, "presets", counted(static_cast<uint32_t>(shelf.list.size()), "preset"),
            faults);
}

void add_lessons(std::vector<Finding>& findings) {
  std::vector<std::string> faults = faults_of_files(lesson_shelf().error);
  uint32_t slides = 0;
  for (const Lesson& lesson : lessons()) {
    uint32_t number = 0;
    for (const SlideCheck& slide : check(lesson))
      if (++number, !slide.error.empty())
        faults.push_back(
            say("Slide ", number, " of the lesson '", lesson.name, "': ", slide.error));
    slides += number;
  }
  const std::string found = counted(static_cast<uint32_t>(lessons().size()), "lesson");
  add_shelf(findings, "lessons", say(found, ", ", counted(slides, "slide")), faults);
}

/// Where preferences and the last session are kept. Without it the program works, and forgets.
Finding settings() {
  const std::string folder = settings_folder();
  if (folder.empty())
    return {.what = "settings",
            .found = "no folder: neither HOME nor XDG_CONFIG_HOME is set",
            .to_do = "Set HOME so that preferences and the last session are remembered."};
  if (can_write_into(folder)) return {.what = "settings", .found = folder};
  return {.what = "settings",
          .found = folder + " (cannot be written)",
          .to_do = "Make '" + folder +
                   "' writable so that preferences and the last session are remembered."};
}

/// "NVIDIA H200 · sm_90; driver 580.159, CUDA 13.0; 139.8 GiB, 132 multiprocessors".
std::string device_words(const radix::EngineInfo& engine) {
  const radix::TimingFacts facts = radix::machine_facts(engine.id);
  const bool gpu = engine.id == radix::EngineId::cuda;
  std::string text = gpu ? engine.device : say(engine.device, ", ", facts.device);
  if (!facts.driver.empty()) text += say("; driver ", facts.driver);
  if (!facts.runtime.empty()) text += say("; ", facts.runtime);
  if (gpu)
    text +=
        say("; ", fixed_number(static_cast<double>(facts.memory_bytes) / (1u << 30), 1), " GiB");
  if (facts.processors > 0)
    text += say("; ", counted(facts.processors, gpu ? "multiprocessor" : "thread"));
  return text;
}

Finding engine_finding(const radix::EngineInfo& engine) {
  const char* what = engine.id == radix::EngineId::cuda ? "CUDA" : "CPU";
  if (engine.available) return {.what = what, .found = device_words(engine)};
  return {.what = what, .found = "not available. " + engine.reason};
}

/// What "auto" means here.
Finding chosen_engine() {
  const auto all = radix::engines();
  const bool cuda = std::ranges::any_of(all, [](const radix::EngineInfo& engine) {
    return engine.id == radix::EngineId::cuda && engine.available;
  });
  return {.what = "engine",
          .found = cuda ? "CUDA sorts; the CPU engine checks every array"
                        : "the CPU engine runs the same kernels; every figure and lesson works"};
}

/// What judges a kernel of the person's own, and what keeps it in.
Finding own_kernels() {
  const char* what = "your kernels";
  if (const std::string missing = judging_program_missing(); !missing.empty())
    return {.what = what, .found = "cannot be judged yet", .to_do = missing};
  ChildProcess asked(program_beside("radixscope-run"), {"judge", "--about"});
  std::string line;
  for (int waits = 0; waits < 100 && !asked.ended() && line.empty(); ++waits)
    asked.wait(0.1), asked.take(line);
  const bool keeps_in = line.find("--unconfined") == std::string::npos;
  if (line.starts_with("Compiled by") && keeps_in) return {.what = what, .found = line};
  return {.what = what,
          .found = "cannot be judged",
          .to_do = line.empty() ? as_sentence(asked.failure()) : line};
}

/// What keys travel through from GPU to GPU; nothing is amiss without it.
Finding between_gpus() {
  const radix::FoundNccl& found = radix::find_nccl();
  return {.what = "NCCL",
          .found = found.nccl ? say(found.nccl->version, ", ", found.nccl->file) : found.missing};
}

}  // namespace

std::vector<Finding> examine_machine() {
  std::vector<Finding> findings = {program(), own_folder("shaders", "the window draws plain boxes"),
                                   own_folder("assets", "there are no presets and no lessons")};
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
  std::size_t width = 0;
  for (const Finding& each : findings) width = std::max(width, each.what.size() + 3);
  std::string text, to_do;
  for (const Finding& each : findings) {
    text += each.what + std::string(width - each.what.size(), ' ') + each.found + "\n";
    if (!each.to_do.empty()) to_do += "  - " + each.to_do + "\n";
  }
  return text + (to_do.empty() ? "\nNothing is missing.\n" : "\nWhat to do:\n" + to_do);
}

}  // namespace scope
