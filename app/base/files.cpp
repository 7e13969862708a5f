#include "files.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <system_error>

#if defined(_WIN32)
#include <io.h>
#include <windows.h>
#else
#include <fcntl.h>
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

radix::Result<std::string> checked(std::string text, const std::string& name) {
  if (text.starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());
  const auto odd = std::find_if_not(text.begin(), text.end(), belongs_in_text);
  if (odd == text.end()) return text;
  return radix::Error{.sentence = name + " is not text (see byte " +
                                  std::to_string(odd - text.begin() + 1) +
                                  "); give it keys as numbers, or a trace as JSON in UTF-8."};
}

std::string named_path(std::string_view path) { return "'" + std::string(path) + "'"; }

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
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  return out ? "" : "the folder does not exist, is read-only or is full";
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

FileText read_file(std::string_view path, std::size_t limit) {
  std::error_code error;
  const fs::path file = to_path(path);
  if (!fs::exists(file, error)) return {"", "There is no file " + named_path(path) + "."};
  if (fs::is_directory(file, error)) return {"", named_path(path) + " is a folder, not a file."};
  if (const auto size = fs::file_size(file, error); !error && size > limit) {
    return {"", named_path(path) + " has " + std::to_string(size) +
                    " bytes, the most this program reads is " + std::to_string(limit) + "."};
  }

  // Not every file knows its size (pipes), so the limit holds while reading too
  std::ifstream in(file, std::ios::binary);
  std::string text;
  char piece[65536];
  while (in.read(piece, sizeof piece) || in.gcount() > 0) {
    text.append(piece, static_cast<std::size_t>(in.gcount()));
    if (text.size() > limit) {
      return {"", named_path(path) + " is longer than " + std::to_string(limit) +
                      " bytes, the most this program reads."};
    }
  }
  if (!in.eof()) return {"", named_path(path) + " cannot be read; you may lack the permission."};
  return {std::move(text), ""};
}

std::string write_file(std::string_view path, std::string_view bytes) {
  std::error_code error;
  fs::path file = to_path(path);
  if (file.has_parent_path()) fs::create_directories(file.parent_path(), error);
  if (fs::is_symlink(file, error)) file = fs::weakly_canonical(file, error);  // the link stays

  // A device or a pipe (/dev/stdout) is written to, never replaced
  if (fs::exists(file, error) && !fs::is_regular_file(file, error)) {
    const std::string why = put(file, bytes);
    return why.empty() ? "" : named_path(path) + " cannot be written: " + why + ".";
  }

  if (write_protected(file))
    return named_path(path) + " is write-protected; choose another name, or allow writing to it.";
  fs::path beside = file;
  beside += "." + std::to_string(std::random_device{}()) + ".part";
  std::string why = put_like(file, beside, bytes);
  if (why.empty()) {
    fs::rename(beside, file, error);
    if (error) why = error.message();
  }
  if (why.empty()) return "";
  fs::remove(beside, error);
  return named_path(path) + " cannot be written: " + why + ".";
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
  std::string list;
  const std::vector<std::string> folders = data_folders();
  for (std::size_t i = 0; i < folders.size(); ++i)
    list += (i == 0 ? "" : i + 1 == folders.size() ? " and " : ", ") + ("'" + folders[i] + "'");
  return " It was looked for in " + list +
         "; keep the program beside its folders 'assets' and 'shaders', or name their place in "
         "RADIXSCOPE_DATA.";
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
  std::error_code error;
  const auto file = to_path(path);
  // Reading a pipe or a device could last for ever
  if (std::filesystem::exists(file, error) && !std::filesystem::is_regular_file(file, error) &&
      !std::filesystem::is_directory(file, error))
    return radix::Error{.sentence = "'" + path + "' is a pipe or a device, not a file."};
  FileText read = read_file(path, limit);
  if (!read.ok()) return radix::Error{.sentence = read.error};
  return checked(std::move(read.text), "'" + path + "'");
}

radix::Result<std::string> read_text(std::istream& in, const std::string& name) {
  std::string text;
  char piece[1 << 16];
  while (in.read(piece, sizeof piece) || in.gcount() > 0) {
    text.append(piece, static_cast<std::size_t>(in.gcount()));
    if (text.size() > max_text_bytes)
      return radix::Error{.sentence = name + " is longer than 64 MB, the most that is read."};
  }
  if (in.bad()) return radix::Error{.sentence = name + " could not be read to its end."};
  return checked(std::move(text), name);
}

}  // namespace scope
