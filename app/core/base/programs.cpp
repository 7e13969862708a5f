#include "programs.hpp"

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "child_process.hpp"
#include "files.hpp"

namespace scope {

std::string program_found(std::initializer_list<const char*> names) {
  const char* path = starts_other_programs() ? std::getenv("PATH") : nullptr;
  for (const char* name : names) {
    std::istringstream folders(path ? path : "");
    for (std::string folder; std::getline(folders, folder, ':');)
      if (std::error_code wrong; std::filesystem::exists(to_path(folder) / name, wrong))
        return to_text(to_path(folder) / name);
  }
  return "";
}

}  // namespace scope
