#include "scratch_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string_view>

#include "app/core/base/files.hpp"
#include "text/judge.hpp"

namespace scope {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view first_of_name = "radixscope-judge-";
constexpr std::size_t random_signs = 6;  // mkdtemp's
constexpr const char* mark_name = ".radixscope-judge";
constexpr std::string_view mark_text = "A folder of radixscope judge; it goes by itself.\n";

/// The folder for temporary files, absolute; or "" and why.
std::string temporary_folder(std::string& refusal) {
  std::error_code error;
  const fs::path folder = fs::temp_directory_path(error);
  if (!error) return fs::absolute(folder, error).lexically_normal().string();
  refusal = text::judge::no_tmpdir({.folder = environment("TMPDIR")});
  return "";
}

bool is_name_of_ours(std::string_view name) {
  if (!name.starts_with(first_of_name)) return false;
  name.remove_prefix(first_of_name.size());
  return name.size() == random_signs &&
         std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) != 0; });
}

/// True of a mark as this program writes it, and now locked by this process.
bool take_mark(int mark) {
  std::string text(mark_text.size() + 1, '\0');
  const ssize_t count = pread(mark, text.data(), text.size(), 0);
  return count == static_cast<ssize_t>(mark_text.size()) && text.starts_with(mark_text) &&
         flock(mark, LOCK_EX | LOCK_NB) == 0;
}

/// A folder of ours that nobody uses any more.
bool is_left(const fs::path& folder) {
  const int place = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  struct stat about {};
  const bool mine = place >= 0 && fstat(place, &about) == 0 && about.st_uid == geteuid();
  const int mark =
      mine ? openat(place, mark_name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) : -1;
  const bool left = mark >= 0 && take_mark(mark);
  if (mark >= 0) close(mark);
  if (place >= 0) close(place);
  return left;
}

}  // namespace

ScratchFolder::ScratchFolder() {
  const std::string folder = temporary_folder(refusal_);
  if (folder.empty()) return;
  std::string pattern = (fs::path(folder) / std::string(first_of_name)).string() + "XXXXXX";
  if (mkdtemp(pattern.data())) {
    path_ = pattern;
    const std::string mark = path_ + "/" + mark_name;
    lock_ = open(mark.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (lock_ >= 0 && flock(lock_, LOCK_EX | LOCK_NB) == 0 &&
        write(lock_, mark_text.data(), mark_text.size()) == static_cast<ssize_t>(mark_text.size()))
      return;
    std::error_code error;
    fs::remove_all(path_, error);
    path_.clear();
  }
  refusal_ =
      text::paragraph(text::judge::no_scratch({.folder = folder}), text::judge::tmpdir_names);
}

ScratchFolder::~ScratchFolder() {
  std::error_code error;
  if (!path_.empty()) fs::remove_all(path_, error);
  if (lock_ >= 0) close(lock_);
}

void remove_left_scratch() {
  std::string ignored;
  const std::string folder = temporary_folder(ignored);
  std::error_code error;
  if (folder.empty()) return;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    if (is_name_of_ours(at->path().filename().string()) && is_left(at->path())) {
      std::error_code gone;
      fs::remove_all(at->path(), gone);
    }
}

}  // namespace scope
