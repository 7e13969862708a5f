#include "handed_in.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>

#include "kernels/engine/model/outside_text.hpp"
#include "text/student.hpp"

namespace radix {

namespace messages = scope::text::student;
namespace {

constexpr std::size_t max_bytes = std::size_t{4} << 20;
constexpr std::size_t max_names = 100'000, deepest = 32;

/// A descriptor that closes itself.
struct Opened {
  int file = -1;
  explicit Opened(int descriptor) : file(descriptor) {}
  ~Opened() {
    if (file >= 0) close(file);
  }
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;
};

std::string named(const std::string& file) { return in_quotes(file, longest_name); }

/// The last part of a path that is opened step by step, no step through a link; -1 with errno.
int open_below(int folder, const std::string& path, int flags) {
  int at = dup(folder);
  for (std::size_t begin = 0; at >= 0 && begin < path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string part = path.substr(begin, end - begin);
    begin = end + 1;
    if (part.empty()) continue;
    if (part == "..") return close(at), errno = ELOOP, -1;
    const bool last = begin >= path.size();
    const int next =
        openat(at, part.c_str(), (last ? flags : O_RDONLY | O_DIRECTORY) | O_NOFOLLOW | O_CLOEXEC);
    const int why = errno;
    close(at);
    errno = why, at = next;
  }
  return at;
}

std::string why_not_opened(const std::string& file, int why) {
  const std::string name = named(file);
  if (why == ENOENT || why == ENOTDIR) return messages::no_file({.file = name});
  if (why == ELOOP) return messages::is_link({.file = name});
  if (why == ENXIO || why == ENODEV) return messages::not_a_file({.file = name});
  return messages::file_unreadable({.file = name, .why = std::strerror(why)});
}

/// Bytes as text; what a Windows editor adds is taken away.
HandedIn as_text(std::string bytes, const std::string& file) {
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF"))
    return {"", messages::utf16({.file = named(file)})};
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.erase(0, 3);
  if (const std::size_t zero = bytes.find('\0'); zero != std::string::npos)
    return {"", messages::not_text({.byte = zero + 1, .file = named(file)})};
  std::string text;
  text.reserve(bytes.size());
  for (std::size_t i = 0; i < bytes.size(); ++i)
    if (bytes[i] != '\r' || i + 1 == bytes.size() || bytes[i + 1] != '\n') text += bytes[i];
  return {std::move(text), ""};
}

/// Everything below one folder.
void look_through(int folder, const std::string& path, std::size_t depth,
                  std::vector<HandedInName>& found) {
  const auto refuse = [&](const std::string& why) {
    close(folder);
    found.push_back({path, scope::text::paragraph(why, messages::nothing_judged)});
  };
  if (depth > deepest) return refuse(messages::too_deep({.folder = named(path)}));
  DIR* entries = fdopendir(folder);
  if (!entries) return refuse(messages::folder_unreadable({.folder = named(path)}));
  std::vector<std::string> names;
  while (const dirent* entry = readdir(entries))
    if (std::strcmp(entry->d_name, ".") != 0 && std::strcmp(entry->d_name, "..") != 0)
      names.emplace_back(entry->d_name);
  std::ranges::sort(names);
  for (const std::string& name : names) {
    const std::string inside = path.empty() ? name : path + "/" + name;
    struct stat about {};
    if (fstatat(dirfd(entries), name.c_str(), &about, AT_SYMLINK_NOFOLLOW) != 0) continue;
    if (S_ISDIR(about.st_mode)) {
      const int below =
          openat(dirfd(entries), name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
      if (below >= 0)
        look_through(below, inside, depth + 1, found);
      else
        found.push_back({inside, scope::text::paragraph(
                                     messages::folder_unreadable_why(
                                         {.folder = named(inside), .why = std::strerror(errno)}),
                                     messages::nothing_judged)});
    } else if (is_name_of_cuda(name) && found.size() < max_names) {
      found.push_back({inside, ""});
    }
  }
  closedir(entries);
}

}  // namespace

bool is_name_of_cuda(std::string name) {
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return name.size() > 3 && name.ends_with(".cu");
}

HandedIn read_handed_in(const std::string& folder, const std::string& file) {
  constexpr int flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | O_NOFOLLOW;
  const std::string shown = folder.empty() ? file : folder + "/" + file;
  const Opened place(folder.empty() ? -1
                                    : open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.empty() && place.file < 0) return {"", why_not_opened(folder, errno)};
  const Opened in(folder.empty() ? open(file.c_str(), flags) : open_below(place.file, file, flags));
  if (in.file < 0) return {"", why_not_opened(shown, errno)};
  struct stat about {};
  if (fstat(in.file, &about) != 0 || !S_ISREG(about.st_mode))
    return {"", messages::not_a_file({.file = named(shown)})};
  std::string bytes;
  for (char piece[65536];;) {  // not every file knows its size: /proc
    const ssize_t count = read(in.file, piece, sizeof piece);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return {"", why_not_opened(shown, errno)};
    if (count == 0) return as_text(std::move(bytes), shown);
    bytes.append(piece, static_cast<std::size_t>(count));
    if (bytes.size() > max_bytes) return {"", messages::file_too_long({.file = named(shown)})};
  }
}

std::vector<HandedInName> handed_in_below(const std::string& folder, std::string& refusal) {
  std::vector<HandedInName> found;
  const int place = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (place < 0) {
    refusal = errno == ENOENT || errno == ENOTDIR
                  ? messages::no_folder({.folder = named(folder)})
                  : messages::folder_unreadable_why(
                        {.folder = named(folder), .why = std::strerror(errno)});
    return found;
  }
  look_through(place, "", 0, found);
  std::ranges::sort(found, {}, &HandedInName::path);
  if (found.empty()) refusal = messages::no_cuda_file({.folder = named(folder)});
  return found;
}

}  // namespace radix
