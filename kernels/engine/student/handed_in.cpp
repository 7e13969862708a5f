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

namespace radix {
namespace {

constexpr std::size_t most_bytes = std::size_t{4} << 20;
constexpr std::size_t most_names = 100'000, deepest = 32;

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

constexpr const char* is_a_link =
    " is a link, and links are not followed; name the file that is meant.";

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
  if (why == ENOENT || why == ENOTDIR) return "There is no file " + named(file) + ".";
  if (why == ELOOP) return named(file) + is_a_link;
  if (why == ENXIO || why == ENODEV) return named(file) + " is no file.";
  return named(file) + " cannot be read: " + std::strerror(why) + ".";
}

/// Bytes as text; what a Windows editor adds is taken away.
HandedIn as_text(std::string bytes, const std::string& file) {
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF"))
    return {"", named(file) + " is UTF-16; save it as UTF-8."};
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.erase(0, 3);
  if (const std::size_t zero = bytes.find('\0'); zero != std::string::npos)
    return {"", named(file) + " is no text: its byte " + std::to_string(zero + 1) +
                    " is 0. Is it UTF-16, or a program? Save it as UTF-8."};
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
    found.push_back({path, "The folder " + named(path) + why + " Nothing in it was judged."});
  };
  if (depth > deepest) return refuse(" lies more than 32 folders deep.");
  DIR* entries = fdopendir(folder);
  if (!entries) return refuse(" cannot be read.");
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
        found.push_back({inside, "The folder " + named(inside) + " cannot be read: " +
                                     std::strerror(errno) + ". Nothing in it was judged."});
    } else if (is_name_of_cuda(name) && found.size() < most_names) {
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
    return {"", named(shown) + " is no file."};
  std::string bytes;
  for (char piece[65536];;) {  // not every file knows its size: /proc
    const ssize_t count = read(in.file, piece, sizeof piece);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return {"", why_not_opened(shown, errno)};
    if (count == 0) return as_text(std::move(bytes), shown);
    bytes.append(piece, static_cast<std::size_t>(count));
    if (bytes.size() > most_bytes) return {"", named(shown) + " is longer than 4 MB."};
  }
}

std::vector<HandedInName> handed_in_below(const std::string& folder, std::string& refusal) {
  std::vector<HandedInName> found;
  const int place = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (place < 0) {
    refusal =
        errno == ENOENT || errno == ENOTDIR
            ? "There is no folder " + named(folder) + "."
            : "The folder " + named(folder) + " cannot be read: " + std::strerror(errno) + ".";
    return found;
  }
  look_through(place, "", 0, found);
  std::ranges::sort(found, {}, &HandedInName::path);
  if (found.empty()) refusal = "There is no .cu file in " + named(folder) + ".";
  return found;
}

}  // namespace radix
