#include "on_card.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "compile.hpp"
#include "confine.hpp"
#include "kernels/engine/model/outside_text.hpp"
#include "rewrite.hpp"
#include "text/student.hpp"

namespace radix {

namespace messages = scope::text::student;
namespace {

namespace fs = std::filesystem;

constexpr double max_milliseconds = 1e6, timing_seconds = 60;
constexpr int max_cards = 64;  // whose device files are looked for

/// What the driver opens. Each is asked for by its name: who judges in a sandbox cannot list /dev.
std::vector<std::string> device_files() {
  std::vector<std::string> names{"nvidiactl",      "nvidia-uvm",  "nvidia-uvm-tools",
                                 "nvidia-modeset", "nvidia-caps", "dxg"};
  for (int card = 0; card < max_cards; ++card) names.push_back("nvidia" + std::to_string(card));
  std::vector<std::string> files;
  std::error_code error;
  for (const std::string& name : names)
    if (fs::exists("/dev/" + name, error)) files.push_back("/dev/" + name);
  return files;
}

/// What CUDA's runtime and the driver read, of no other process.
std::vector<std::string> system_files() {
  return {"/sys",          "/proc/driver",  "/proc/devices",
          "/proc/modules", "/proc/cpuinfo", "/proc/meminfo",
          "/proc/version", "/proc/stat",    "/proc/filesystems",
          "/proc/sys/vm",  "/etc/nvidia",   "/usr/local/nvidia"};
}

/// The rest of a line that the student's program may have printed.
std::string line_in(std::istringstream& words) {
  std::string line;
  std::getline(words, line);
  return readable(printable(line), longest_name);
}

}  // namespace

std::string find_nvcc() {
  std::string folders = "/usr/local/cuda/bin:/opt/cuda/bin";
  for (const char* each : {"CUDACXX", "CUDA_HOME", "CUDA_PATH"})
    if (const char* value = std::getenv(each))
      folders =
          value + std::string(std::string_view(each) == "CUDACXX" ? "/..:" : "/bin:") + folders;
  if (const char* path = std::getenv("PATH")) folders = path + (":" + folders);
  std::istringstream each(folders);
  for (std::string folder; std::getline(each, folder, ':');) {
    const std::string nvcc = folder + "/nvcc";
    if (!folder.empty() && access(nvcc.c_str(), X_OK) == 0) {
      std::error_code error;
      return fs::canonical(nvcc, error).string();
    }
  }
  return "";
}

void allow_card(Sandbox& sandbox, const std::string& nvcc) {
  for (const auto& list : {system_files(), folders_of_compiler(nvcc)})
    sandbox.readable.insert(sandbox.readable.end(), list.begin(), list.end());
  for (const std::string& each : device_files()) sandbox.writable.push_back(each);
}

std::string card_missing() {
  if (find_nvcc().empty()) return messages::no_nvcc;
  if (device_files().empty()) return messages::no_gpu;
  return "";
}

std::string call_for_many(const std::string& text) {
  std::string call = entry_of(text, "").call;
  call.erase(0, call.find_first_not_of(' '));
  call.erase(call.find_last_not_of(" \r") + 1);
  if (!call.starts_with("sort_into(") || !call.ends_with(')')) return "";
  call.pop_back();
  if (!call.ends_with('}')) return call + (call.ends_with("bits") ? ", {256})" : ")");
  // {4, 2, 2} are threads per block, bits per digit, keys per thread, as in sort_and_check
  std::istringstream numbers(call.substr(call.rfind('{') + 1));
  unsigned threads = 0, radix_bits = 1, keys_per_thread = 1;
  char comma = 0;
  numbers >> threads >> comma >> radix_bits >> comma >> keys_per_thread;
  return call.substr(0, call.rfind('{')) + "{256, " + (radix_bits > 1 ? "4" : "1") + ", " +
         (keys_per_thread > 1 ? "8" : "1") + "})";
}

std::string card_source(const std::string& text, const CardRecipe& recipe) {
  const EntryOfFile entry = entry_of(text, recipe.entry);
  std::string source;
  if (entry.kind == EntryOfFile::Kind::main) source += "#define RS_CARD_MAIN\n";
  if (entry.kind == EntryOfFile::Kind::chapter && !entry.own_scan)
    source += "#define RS_CARD_SCAN\n";
  source += "#include \"" + recipe.words_folder + "/card_head.h\"\n" +
            // The chapter's files have a main beside the call
            (entry.kind == EntryOfFile::Kind::main ? "" : "#define main rs_card_other_main\n") +
            "#line 1 \"" + std::string(student_file_name) + "\"\n" + text + "\n";
  constexpr const char* head =
      "void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {";
  if (entry.kind == EntryOfFile::Kind::call)
    source += std::string(head) +
              " std::vector<unsigned> rs_host(n); unsigned* host = rs_host.data(); "
              "cudaMemcpy(host, keys, n * 4, cudaMemcpyDeviceToHost); " +
              entry.call + "; if (output != " + entry.result + ") cudaMemcpy(output, " +
              entry.result + ", n * 4, cudaMemcpyDefault); }\n";
  if (entry.kind == EntryOfFile::Kind::chapter)
    source += std::string(head) +
              " unsigned *in = keys, *out = output, *bit_row; cudaMalloc(&bit_row, (n + 1) * 4);"
              " for (unsigned iter = 0; iter < bits; ++iter) {"
              " void* rs_list[] = {&in, &out, &bit_row, &n, &iter};"
              " cudaLaunchCooperativeKernel((void*)radix_sort_iter, (n + 3) / 4, 4, rs_list);"
              " unsigned* last = in; in = out; out = last; }"
              " if (in != output) cudaMemcpy(output, in, n * 4, cudaMemcpyDeviceToDevice);"
              " cudaFree(bit_row); }\n";
  if (!recipe.timed_entry.empty())
    source += "#define RS_CARD_TIMED " + std::to_string(recipe.timed_keys) +
              "\nvoid rs_card_sort_many(unsigned* keys, unsigned* output, unsigned n, "
              "unsigned bits) { " +
              recipe.timed_entry + "; }\n";
  return source + "#undef main\n#include \"" + recipe.words_folder + "/card_tail.h\"\n";
}

CardRun card_run_from(std::string_view printed) {
  CardRun run;
  std::istringstream lines{std::string(printed)};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string what;
    words >> what >> std::ws;
    if (what == "device") run.device = line_in(words);
    if (what == "error") run.error = line_in(words);
    if (what == "runs") words >> run.runs >> run.right;
    if (what == "slow") run.slow = true;
    if (what == "time") {
      words >> run.milliseconds >> run.timed_right;
      if (!words || !std::isfinite(run.milliseconds) || run.milliseconds <= 0 ||
          run.milliseconds > max_milliseconds)
        run.milliseconds = 0, run.timed_right = false;
    }
    if (what == "wrong") words >> run.first_wrong >> run.place >> run.value >> run.belongs;
  }
  run.right = std::min(run.right, run.runs);
  return run;
}

CardRun run_on_card(const CardRecipe& recipe) {
  CardRun run;
  const std::string &nvcc = recipe.nvcc, source = recipe.scratch + "/card.cu",
                    program = recipe.scratch + "/card";
  std::ofstream(source, std::ios::binary) << card_source(recipe.text, recipe);
  if (recipe.header.is_in(recipe.text))
    std::ofstream(recipe.scratch + "/" + recipe.header.name, std::ios::binary)
        << recipe.header.text;
  Sandbox sandbox{.work = Sandbox::Work::compiling,
                  .cpu_seconds = 60,
                  .wall_seconds = 120,
                  .memory_bytes = std::size_t{8} << 30,
                  .file_bytes = std::size_t{256} << 20,
                  .readable = {recipe.words_folder},
                  .writable = {recipe.scratch},
                  .gpu = true,
                  .unconfined = recipe.unconfined,
                  .working_folder = recipe.scratch};
  allow_card(sandbox, nvcc);  // -arch=native asks the driver which GPU there is
  const std::vector<std::string> arguments{"-std=c++20", "-O2", "-w",   "-arch=native",
                                           source,       "-o",  program};
  const Sandboxed compiled = run_sandboxed(nvcc, arguments, sandbox);
  if (compiled.code != 0) {
    const std::string& words = compiled.words.empty() ? compiled.output : compiled.words;
    run.refusal = !compiled.refusal.empty() ? compiled.refusal
                  : compiled.out_of_time
                      ? std::string(messages::nvcc_ran_out)
                      : messages::nvcc_says(
                            {.words = readable(printable(words.substr(0, words.find('\n'))), 400)});
    return run;
  }
  std::vector<std::string> typed{std::to_string(recipe.runs), std::to_string(recipe.seconds)};
  for (const CardKeys& set : recipe.sets) {
    std::string keys = std::to_string(set.bits);
    for (std::size_t i = 0; i < set.keys.size(); ++i)
      keys += (i == 0 ? ":" : ",") + std::to_string(set.keys[i]);
    typed.push_back(keys);
  }
  if (recipe.sets.empty()) typed.push_back("1:0");
  Sandbox around{
      .work = Sandbox::Work::running,
      .cpu_seconds = 120,
      .wall_seconds = recipe.seconds + 20 + (recipe.timed_entry.empty() ? 0 : timing_seconds),
      .memory_bytes = ~std::size_t{0},  // the driver reserves addresses without end
      .file_bytes = std::size_t{1} << 20,
      .readable = {recipe.scratch},
      .writable = device_files(),
      .gpu = true,
      .unconfined = recipe.unconfined,
      .working_folder = recipe.scratch};
  const std::vector<std::string> system = system_files();
  around.readable.insert(around.readable.end(), system.begin(), system.end());
  const Sandboxed done = run_sandboxed(program, typed, around);
  run = card_run_from(done.output);
  if (!done.refusal.empty()) return run.refusal = done.refusal, run;
  run.endless = done.out_of_time && run.runs == 0;  // else it was the timing that took too long
  if (run.runs > recipe.runs) run.runs = run.right = 0;  // it says what nobody asked for
  if (run.device.empty())
    run.refusal = run.error.empty() ? std::string(messages::not_run_on_gpu)
                                    : messages::gpu_unusable({.why = run.error});
  else if (!run.endless && run.error.empty() && run.runs == 0)
    run.error = done.signal != 0 ? messages::error_signal({.signal = done.signal})
                                 : std::string(messages::error_silent);
  return run;
}

}  // namespace radix
