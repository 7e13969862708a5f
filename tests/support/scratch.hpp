/// A folder of one test's own, gone when the test ends.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>

namespace scratch {

class Folder {
 public:
  Folder() {
    path_ = std::filesystem::path(testing::TempDir()) /
            ("radixscope-" + std::to_string(std::random_device{}()));
    std::filesystem::create_directories(path_);
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string path() const { return path_.generic_string(); }
  std::string operator/(const std::string& name) const { return (path_ / name).generic_string(); }

  /// Writes a file and returns its path.
  std::string file(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return *this / name;
  }

 private:
  std::filesystem::path path_;
};

/// The bytes of a file; "" when there is none.
inline std::string bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace scratch
