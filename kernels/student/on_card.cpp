#include "on_card.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "compile.hpp"
#include "confine.hpp"
#include "rewrite.hpp"

namespace radix {
namespace {

namespace fs = std::filesystem;

/// nvcc's path, or "".
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

/// What the driver opens.
std::vector<std::string> device_files() {
  std::vector<std::string> files;
  std::error_code error;
  for (const auto& each : fs::directory_iterator("/dev", error)) {
    const std::string name = each.path().filename().string();
    if (name.starts_with("nvidia") || name == "dxg") files.push_back(each.path().string());
  }
  return files;
}

}  // namespace

std::string card_missing() {
  if (find_nvcc().empty())
    return "Running your kernel on a GPU needs nvcc, of NVIDIA's CUDA toolkit, and it is not on "
           "the path.";
  if (device_files().empty()) return "Running your kernel on a GPU needs an NVIDIA GPU.";
  return "";
}

std::string card_source(const std::string& text, const CardRecipe& recipe) {
  const EntryOfFile entry = entry_of(text, recipe.entry);
  std::string source;
  if (entry.kind == EntryOfFile::Kind::main) source += "#define RS_CARD_MAIN\n";
  if (entry.kind == EntryOfFile::Kind::chapter && !entry.own_scan)
    source += "#define RS_CARD_SCAN\n";
  source += "#include \"" + recipe.words_folder + "/card_head.h\"\n#line 1 \"" +
            quoted_for_c(recipe.shown_name) + "\"\n" + text + "\n";
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
  return source + "#include \"" + recipe.words_folder + "/card_tail.h\"\n";
}

CardRun card_run_from(std::string_view printed) {
  CardRun run;
  std::istringstream lines{std::string(printed)};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string what;
    words >> what >> std::ws;
    if (what == "device") std::getline(words, run.device);
    if (what == "error") std::getline(words, run.error);
    if (what == "runs") words >> run.runs >> run.right;
    if (what == "wrong") words >> run.first_wrong >> run.place >> run.value >> run.belongs;
  }
  return run;
}

CardRun run_on_card(const CardRecipe& recipe) {
  CardRun run;
  run.refusal = card_missing();
  if (!run.refusal.empty()) return run;
  const std::string nvcc = find_nvcc(), source = recipe.scratch + "/card.cu",
                    program = recipe.scratch + "/card";
  std::ifstream in(recipe.file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  std::ofstream(source, std::ios::binary) << card_source(text, recipe);
  std::error_code error;
  const std::string own = fs::absolute(recipe.file, error).parent_path().string();
  Cage cage{.cpu_seconds = 60,
            .wall_seconds = 120,
            .memory_bytes = std::size_t{8} << 30,
            .file_bytes = std::size_t{256} << 20,
            .readable = {recipe.words_folder, fs::path(nvcc).parent_path().parent_path().string()},
            .writable = {recipe.scratch},
            .working_folder = recipe.scratch};
  std::vector<std::string> arguments{"-std=c++20", "-O2", "-w",   "-arch=native",
                                     source,       "-o",  program};
  if (recipe.own_folder) {
    cage.readable.push_back(own);
    arguments.insert(arguments.end(), {"-I", own});
  }
  const Caged compiled = run_caged(nvcc, arguments, cage);
  if (compiled.code != 0) {
    const std::string& words = compiled.words.empty() ? compiled.output : compiled.words;
    run.refusal = compiled.out_of_time
                      ? "nvcc ran out of time with this file."
                      : "nvcc does not compile this file: " + words.substr(0, words.find('\n'));
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
  Cage around{.cpu_seconds = 120,
              .wall_seconds = recipe.seconds + 20,
              .memory_bytes = ~std::size_t{0},  // the driver reserves addresses without end
              .file_bytes = std::size_t{1} << 20,
              .readable = {recipe.scratch, "/proc", "/sys", "/etc", "/usr/local/nvidia"},
              .writable = device_files(),
              .own_proc = true,
              .working_folder = recipe.scratch};
  const Caged done = run_caged(program, typed, around);
  run = card_run_from(done.output);
  run.endless = done.out_of_time;
  if (run.device.empty())
    run.refusal = run.error.empty() ? "The program that nvcc made could not be run on the GPU."
                                    : "The GPU cannot be used: " + run.error + ".";
  else if (!run.endless && run.error.empty() && run.runs == 0)
    run.error = done.signal != 0 ? "the program was ended by signal " + std::to_string(done.signal)
                                 : "the program ended without a word";
  return run;
}

}  // namespace radix
