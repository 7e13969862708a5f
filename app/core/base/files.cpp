#include "files.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <random>
#include <system_error>
#include <utility>

#include "kernels/engine/model/outside_text.hpp"
#include "text/files.hpp"

#if defined(_WIN32)
#include <fcntl.h>
#include <io.h>
#include <sys/stat.h>
#include <windows.h>
#else
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif
#if defined(__APPLE__)
#include <mach-o/dyld.h>
#endif
#endif

namespace fs = std::filesystem;

namespace scope {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// False for control characters, which no text has.
bool belongs_in_text(char c) {
  return static_cast<unsigned char>(c) >= 0x20 || (c >= '\t' && c <= '\r');
}

radix::Result<std::string> checked(std::string read, const std::string& name) {
  if (read.starts_with(byte_order_mark)) read.erase(0, byte_order_mark.size());
  const auto odd = std::find_if_not(read.begin(), read.end(), belongs_in_text);
  if (odd == read.end()) return read;
  return radix::Error{.sentence =
                          text::files::not_text({.byte = odd - read.begin() + 1, .file = name})};
}

std::string named_path(std::string_view path) { return radix::in_quotes(path, 400); }

fs::path unresolved_program_path() {
#if defined(_WIN32)
  std::wstring buffer(32768, L'\0');
  const DWORD length =
      GetModuleFileNameW(nullptr, buffer.data(), static_cast<DWORD>(buffer.size()));
  return fs::path(buffer.substr(0, length));
#elif defined(__APPLE__)
  std::string buffer(4096, '\0');
  auto size = static_cast<uint32_t>(buffer.size());
  if (_NSGetExecutablePath(buffer.data(), &size) != 0) return {};
  return fs::path(buffer.c_str());
#else
  return fs::path("/proc/self/exe");
#endif
}

/// "" or why these bytes could not be put into the file.
std::string put(const fs::path& file, std::string_view bytes) {
  OutputFile out;
  if (std::string why = out.open(to_text(file)); !why.empty()) return why;
  const bool written = out.write(bytes);
  return out.close() && written ? "" : std::string(text::files::no_room);
}

// ------------------------------------------------------------------------------- unfinished files

/// Names of the files that are being written beside their places, for a signal that ends the
/// program: it may neither allocate nor wait, so they lie in fixed places.
struct Part {
  std::atomic<bool> taken = false;
  char name[4096] = {};
};
constinit std::array<Part, 16> parts{};

class PartName {
 public:
  explicit PartName(const fs::path& file) {
    const std::string name = to_text(file);
    if (name.size() >= sizeof(Part::name)) return;
    for (Part& part : parts)
      if (!part.taken.exchange(true)) {
        std::memcpy(part.name, name.c_str(), name.size() + 1);
        mine_ = &part;
        return;
      }
  }
  ~PartName() {
    if (mine_ == nullptr) return;
    mine_->name[0] = 0;
    mine_->taken = false;
  }
  PartName(const PartName&) = delete;
  PartName& operator=(const PartName&) = delete;

 private:
  Part* mine_ = nullptr;
};

#if !defined(_WIN32)
void remove_parts_and_end(int signal) {
  for (const Part& part : parts)
    if (part.taken && part.name[0] != 0) unlink(part.name);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}
#endif

constexpr std::string_view part_ending = ".part";

/// "name.1234.part", as write_file calls what it has not finished; of any name where it is "".
bool is_part_of(std::string_view file, std::string_view name) {
  if (!file.ends_with(part_ending)) return false;
  file.remove_suffix(part_ending.size());
  const std::size_t dot = file.rfind('.');
  if (dot == file.npos || dot == 0 || dot + 1 == file.size()) return false;
  return (name.empty() || file.substr(0, dot) == name) &&
         std::ranges::all_of(file.substr(dot + 1), [](char c) { return c >= '0' && c <= '9'; });
}

void remove_parts(const fs::path& folder, std::string_view name, double older_than_seconds) {
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (!is_part_of(to_text(it->path().filename()), name)) continue;
    std::error_code ignored;
    const auto age = fs::file_time_type::clock::now() - fs::last_write_time(it->path(), ignored);
    if (!ignored && std::chrono::duration<double>(age).count() >= older_than_seconds)
      fs::remove(it->path(), ignored);
  }
}

/// True for a file that this person may not write, though the folder would let them put another in
/// its place.
bool write_protected(const fs::path& file) {
  constexpr fs::perms any =
      fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (error || !fs::is_regular_file(status)) return false;
  bool mine = true;
#if !defined(_WIN32)
  mine = access(file.c_str(), W_OK) == 0;
#endif
  return !mine ||
         (status.permissions() & any) == fs::perms::none;  // root may, but somebody has locked it
}

/// Writes a new file with the permissions of the old one, if there is one; at no moment may others
/// read more.
std::string put_like(const fs::path& old, const fs::path& file, std::string_view bytes) {
  std::error_code error;
  const fs::file_status status = fs::status(old, error);
  if (!fs::is_regular_file(status)) return put(file, bytes);
  std::string why = put(file, "");
  if (why.empty()) fs::permissions(file, status.permissions() | fs::perms::owner_write, error);
  if (why.empty()) why = put(file, bytes);
  if (why.empty())
    fs::permissions(file, status.permissions(),
                    error);  // a disk without permissions has none to keep
  return why;
}

}  // namespace

fs::path to_path(std::string_view utf8) {
  return fs::path(std::u8string(utf8.begin(), utf8.end()));
}

std::string to_text(const fs::path& path) {
  const std::u8string text = path.u8string();
  return std::string(text.begin(), text.end());
}

namespace {

/// A regular file that is read; opening and reading it wait for nobody.
struct ReadableFile {
  bool is_special = false;  ///< a pipe, a device: not opened, or closed again
  explicit ReadableFile(const fs::path& path) {
#if defined(_WIN32)
    file = _wopen(path.c_str(), _O_RDONLY | _O_BINARY | _O_NOINHERIT);
#else
    struct stat about {};
    if (stat(path.c_str(), &about) == 0 && !S_ISREG(about.st_mode)) is_special = true;
    if (is_special) return;
    file = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    is_special = file >= 0 && (fstat(file, &about) != 0 || !S_ISREG(about.st_mode));
#endif
  }
  ~ReadableFile() {
    if (file >= 0) close(file);
  }
  ReadableFile(const ReadableFile&) = delete;
  ReadableFile& operator=(const ReadableFile&) = delete;

  /// Bytes that were read into `piece`; 0 at the end, below 0 where it does not work.
  long read(std::string& piece) const {
    if (file < 0) return -1;
    for (;;) {
      const auto count = ::read(file, piece.data(), static_cast<unsigned>(piece.size()));
      if (count >= 0 || errno != EINTR) return static_cast<long>(count);
    }
  }

  int file = -1;
};

}  // namespace

FileText read_file(std::string_view path, std::size_t limit) {
  std::error_code error;
  const fs::path file = to_path(path);
  if (!fs::exists(file, error)) return {"", text::files::not_there({.file = named_path(path)})};
  if (fs::is_directory(file, error))
    return {"", text::files::folder_not_file({.file = named_path(path)})};
  if (const auto size = fs::file_size(file, error); !error && size > limit)
    return {"", text::files::too_large({.bytes = size, .file = named_path(path), .most = limit})};

  // Not every file knows its size (/proc), so the limit holds while reading too
  const ReadableFile in(file);
  if (in.is_special) return {"", text::files::is_special({.file = named_path(path)})};
  std::string read;
  std::string piece(65536, 0);
  for (;;) {
    const long count = in.read(piece);
    if (count < 0) return {"", text::files::cannot_read({.file = named_path(path)})};
    if (count == 0) return {std::move(read), ""};
    read.append(piece, 0, static_cast<std::size_t>(count));
    if (read.size() > limit)
      return {"", text::files::longer_than({.file = named_path(path), .most = limit})};
  }
}

std::string beginning_of(std::string_view path, std::size_t bytes) {
  std::string piece(bytes, 0);
  const long count = ReadableFile(to_path(path)).read(piece);
  piece.resize(static_cast<std::size_t>(std::max(count, 0L)));
  return piece;
}

std::string other_file_refusal(const std::string& path, std::string_view begin) {
  const std::string old = beginning_of(path, begin.size());
  if (old.empty() || old == begin) return "";
  return text::files::other_content({.file = named_path(path)});
}

#if defined(_WIN32)
std::string OutputFile::open(std::string_view path) {
  close();
  file_ = _wopen(to_path(path).c_str(), _O_WRONLY | _O_CREAT | _O_TRUNC | _O_BINARY | _O_NOINHERIT,
                 _S_IREAD | _S_IWRITE);
  return file_ >= 0 ? "" : std::string(text::files::no_room);
}
bool OutputFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto count = static_cast<unsigned>(std::min<std::size_t>(bytes.size(), 1u << 30));
    const int written = _write(file_, bytes.data(), count);
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}
bool OutputFile::close() { return file_ < 0 || _close(std::exchange(file_, -1)) == 0; }

void leave_no_parts() {}
#else
std::string OutputFile::open(std::string_view path) {
  close();
  const fs::path file = to_path(path);
  const int flags = O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  file_ = ::open(file.c_str(), flags, 0666);
  if (file_ < 0 && errno == ENXIO) return text::files::nobody_reads;
  if (file_ < 0) return text::files::no_room;
  struct stat about {};
  waits_ = fstat(file_, &about) != 0 || !S_ISREG(about.st_mode);
  struct stat standard {};  // who reads that at their leisure has asked for it
  patient_ = fstat(STDOUT_FILENO, &standard) == 0 && standard.st_dev == about.st_dev &&
             standard.st_ino == about.st_ino;
  return "";
}

bool OutputFile::write(std::string_view bytes) {
  constexpr int patience_ms = 30'000;  // of a reader that takes nothing
  while (!bytes.empty()) {
    const auto written = ::write(file_, bytes.data(), bytes.size());
    if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
    if (written >= 0 || errno == EINTR) continue;
    pollfd room{.fd = file_, .events = POLLOUT, .revents = 0};
    if (!waits_ || errno != EAGAIN || poll(&room, 1, patient_ ? -1 : patience_ms) <= 0)
      return false;
  }
  return true;
}

bool OutputFile::close() { return file_ < 0 || ::close(std::exchange(file_, -1)) == 0; }

void leave_no_parts() {
  for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM}) {
    struct sigaction now {};
    if (sigaction(signal, nullptr, &now) != 0 || now.sa_handler != SIG_DFL) continue;  // nohup
    struct sigaction ours {};
    ours.sa_handler = remove_parts_and_end;
    sigaction(signal, &ours, nullptr);
  }
}
#endif

void remove_parts_of(std::string_view path, double older_than_seconds) {
  const fs::path file = to_path(path);
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  remove_parts(folder, to_text(file.filename()), older_than_seconds);
}

void remove_parts_in(std::string_view folder, double older_than_seconds) {
  remove_parts(to_path(folder), "", older_than_seconds);
}

std::string write_file(std::string_view path, std::string_view bytes) {
  std::error_code error;
  fs::path file = to_path(path);
  if (file.has_parent_path()) fs::create_directories(file.parent_path(), error);
  if (fs::is_symlink(file, error)) file = fs::weakly_canonical(file, error);  // the link stays

  // A device or a pipe (/dev/stdout) is written to, never replaced
  if (fs::exists(file, error) && !fs::is_regular_file(file, error)) {
    const std::string why = put(file, bytes);
    return why.empty() ? "" : text::files::cannot_write({.file = named_path(path), .why = why});
  }

  if (write_protected(file)) return text::files::write_protected({.file = named_path(path)});
  fs::path beside = file;
  beside += "." + std::to_string(std::random_device{}()) + std::string(part_ending);
  const PartName unfinished(beside);
  std::string why = put_like(file, beside, bytes);
  if (why.empty()) {
    fs::rename(beside, file, error);
    if (error) why = error.message();
  }
  if (why.empty()) return "";
  fs::remove(beside, error);
  return text::files::cannot_write({.file = named_path(path), .why = why});
}

bool error_is_terminal() {
#if defined(_WIN32)
  return _isatty(2) != 0;
#else
  return isatty(STDERR_FILENO) != 0;
#endif
}

void say_at_once(const char* text, std::size_t length) {
#if defined(_WIN32)
  _write(2, text, static_cast<unsigned>(length));
#else
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text, length);
#endif
}

#if defined(_WIN32)
QuietErrors::QuietErrors() = default;
QuietErrors::~QuietErrors() = default;
#else
QuietErrors::QuietErrors() : kept_(fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)) {
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  if (kept_ >= 0) dup2(nowhere, STDERR_FILENO);
  close(nowhere);
}
QuietErrors::~QuietErrors() {
  if (kept_ < 0) return;
  std::fflush(stderr);
  dup2(kept_, STDERR_FILENO);
  close(kept_);
}
#endif

void end_with_parent() {
#if defined(__linux__)
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

void ignore_closed_pipes() {
#if !defined(_WIN32)  // there, writing just fails
  std::signal(SIGPIPE, SIG_IGN);
#endif
}

std::string program_path() {
  std::error_code error;
  const fs::path real = fs::canonical(unresolved_program_path(), error);
  return error ? "" : to_text(real);
}

std::string program_beside(const std::string& name) {
  const fs::path here = to_path(program_path());
  return to_text(here.parent_path() / (name + to_text(here.extension())));
}

bool can_be_run(const std::string& file) {
  std::error_code error;
  const fs::file_status status = fs::status(to_path(file), error);
  return fs::is_regular_file(status) &&
         (status.permissions() & fs::perms::owner_exec) != fs::perms::none;
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

std::vector<std::string> data_folders() {
  if (const std::string only = environment("RADIXSCOPE_DATA"); !only.empty()) return {only};
  std::vector<std::string> folders;
  if (const std::string program = program_path(); !program.empty()) {
    const fs::path folder = to_path(program).parent_path();
    folders.push_back(to_text(folder));
    folders.push_back(to_text(folder.parent_path() / "share" / "radixscope"));
  }
  folders.push_back(RADIX_SOURCE_DIR);
  return folders;
}

std::string resource(std::string_view relative) {
  for (const std::string& folder : data_folders()) {
    std::error_code error;
    const fs::path place = to_path(folder) / to_path(relative);
    if (fs::exists(place, error)) return to_text(place);
  }
  return "";
}

std::string looked_for_words() {
  std::vector<std::string> folders = data_folders();
  for (std::string& each : folders) each = "'" + each + "'";
  return text::files::looked_for({.folders = text::list(folders)});
}

bool can_write_into(std::string_view folder) {
  std::error_code error;
  fs::create_directories(to_path(folder), error);
  const fs::path trial = to_path(folder) / ("." + std::to_string(std::random_device{}()) + ".part");
  const bool written = put(trial, "?").empty();
  fs::remove(trial, error);
  return written;
}

std::string settings_folder() {
#if defined(_WIN32)
  const std::string base = environment("APPDATA");
#else
  const std::string home = environment("HOME");
  std::string base = environment("XDG_CONFIG_HOME");
#if defined(__APPLE__)
  if (base.empty() && !home.empty()) base = home + "/Library/Application Support";
#endif
  if (base.empty() && !home.empty()) base = home + "/.config";
#endif
  return base.empty() ? "" : base + "/radixscope";
}

std::vector<std::string> font_folders() {
  if (const std::string only = environment("RADIXSCOPE_FONTS"); !only.empty()) return {only};
  std::vector<std::string> folders;
  const auto below = [&](const std::string& base, const char* rest) {
    if (!base.empty()) folders.push_back(base + rest);
  };
#if defined(_WIN32)
  below(environment("LOCALAPPDATA"), "/Microsoft/Windows/Fonts");
  below(environment("WINDIR"), "/Fonts");
#elif defined(__APPLE__)
  below(environment("HOME"), "/Library/Fonts");
  below("/Library", "/Fonts");
  below("/System", "/Library/Fonts");
#else
  below(environment("XDG_DATA_HOME"), "/fonts");
  below(environment("HOME"), "/.local/share/fonts");
  below(environment("HOME"), "/.fonts");
  below("/usr", "/local/share/fonts");
  below("/usr", "/share/fonts");
#endif
  return folders;
}

radix::Result<std::string> read_text(const std::string& path, std::size_t limit) {
  FileText read = read_file(path, limit);
  if (!read.ok()) return radix::Error{.sentence = read.error};
  return checked(std::move(read.text), named_path(path));
}

radix::Result<std::string> read_text(std::istream& in, const std::string& name) {
  std::string read;
  char piece[1 << 16];
  while (in.read(piece, sizeof piece) || in.gcount() > 0) {
    read.append(piece, static_cast<std::size_t>(in.gcount()));
    if (read.size() > max_text_bytes)
      return radix::Error{.sentence = text::files::input_too_long({.file = name})};
  }
  // A closed one, or a folder, looks like an empty one to a stream
  if (in.bad() || (in.rdbuf() == std::cin.rdbuf() && std::ferror(stdin) != 0))
    return radix::Error{.sentence = text::files::not_to_end({.file = name})};
  return checked(std::move(read), name);
}

}  // namespace scope
