#include "nccl.hpp"

#include <cstdlib>
#include <filesystem>
#include <type_traits>
#include <utility>
#include <vector>

#if !defined(_WIN32)
#include <dlfcn.h>
#endif

#include "text/cuda.hpp"

namespace radix {
namespace {

namespace fs = std::filesystem;
namespace said = scope::text::cuda;

constexpr const char* library_name = "libnccl.so.2";

/// Where packages of Python have it: nvidia-nccl comes with PyTorch, for one.
std::vector<std::string> python_files() {
  std::vector<std::string> files;
  std::vector<fs::path> tops = {"/usr/lib", "/usr/local/lib"};
  for (const char* name : {"VIRTUAL_ENV", "CONDA_PREFIX"})
    if (const char* place = std::getenv(name)) tops.push_back(fs::path(place) / "lib");
  if (const char* home = std::getenv("HOME")) tops.push_back(fs::path(home) / ".local/lib");
  std::error_code ignored;
  for (const fs::path& top : tops) {
    for (const fs::directory_entry& python : fs::directory_iterator(top, ignored)) {
      if (!python.path().filename().string().starts_with("python3")) continue;
      for (const char* packages : {"site-packages", "dist-packages"}) {
        const fs::path file = python.path() / packages / "nvidia/nccl/lib" / library_name;
        if (fs::exists(file, ignored)) files.push_back(file.string());
      }
    }
  }
  return files;
}

FoundNccl find_somewhere() {
  if (const char* chosen = std::getenv("RADIXSCOPE_NCCL"); chosen && *chosen)
    return load_nccl(chosen);
  FoundNccl found = load_nccl(library_name);
  for (const std::string& file : python_files()) {
    if (found.nccl) break;
    if (FoundNccl other = load_nccl(file); other.nccl) found = std::move(other);
  }
  return found;
}

}  // namespace

#if defined(_WIN32)

FoundNccl load_nccl(const std::string&) { return {{}, said::nccl_none}; }

#else

static std::string version_text(int version) {
  const int large = version >= 10000 ? 10000 : 1000;  // since 2.9 it is 10000 major
  return std::to_string(version / large) + "." + std::to_string(version % large / 100) + "." +
         std::to_string(version % 100);
}

FoundNccl load_nccl(const std::string& file) {
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* why = dlerror();
    return {{}, said::nccl_not_found({.why = why ? why : file})};
  }
  Nccl nccl{.version = "", .file = file};
  std::string lacking;
  const auto take = [&](auto& function, const char* name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)> >(dlsym(library, name));
    if (function == nullptr && lacking.empty()) lacking = name;
  };
  take(nccl.GetVersion, "ncclGetVersion");
  take(nccl.CommInitAll, "ncclCommInitAll");
  take(nccl.CommDestroy, "ncclCommDestroy");
  take(nccl.GroupStart, "ncclGroupStart");
  take(nccl.GroupEnd, "ncclGroupEnd");
  take(nccl.Send, "ncclSend");
  take(nccl.Recv, "ncclRecv");
  take(nccl.GetErrorString, "ncclGetErrorString");
  if (!lacking.empty()) return {{}, said::nccl_lacks({.file = file, .function = lacking})};
  int version = 0;
  if (const int result = nccl.GetVersion(&version); result != 0)
    return {{}, said::nccl_fails({.file = file, .why = nccl.GetErrorString(result)})};
  nccl.version = version_text(version);
  return {std::move(nccl), ""};
}

#endif

const FoundNccl& find_nccl() {
  static const FoundNccl found = find_somewhere();
  return found;
}

}  // namespace radix
