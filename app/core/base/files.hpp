/// Files and folders. files.cpp is the only file of the app that may ask which operating system it
/// is on. Paths are UTF-8 text with '/' or the system's own separator, on every system.
#pragma once

#include <cstddef>
#include <filesystem>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/engine/model/problem.hpp"

namespace scope {

/// UTF-8 text to a path and back; std::filesystem::path{text} would take it for ANSI on Windows.
std::filesystem::path to_path(std::string_view utf8);
std::string to_text(const std::filesystem::path& path);

/// A file's bytes, or one sentence that names the file and what is wrong with it.
struct FileText {
  std::string text;   ///< empty when there is an error
  std::string error;  ///< empty when all went well
  bool ok() const { return error.empty(); }
};

/// Reads a whole regular file. A folder, a pipe or a device is an error and is never waited for.
/// A file longer than `limit` bytes is refused before it is read.
FileText read_file(std::string_view path, std::size_t limit = 16u << 20);

/// Its first bytes, at most this many; "" where it cannot be read.
std::string beginning_of(std::string_view path, std::size_t bytes);

/// The longest text that a person may hand to the program, as a file or as standard input.
inline constexpr std::size_t max_text_bytes = std::size_t{64} << 20;
/// A recorded run, longer than any that can be recorded. Reading one takes its text, one step as
/// JSON and what recording it takes.
inline constexpr std::size_t max_trace_bytes = std::size_t{512} << 20;

/// The whole text of a regular file; `path` is UTF-8. Refused: missing, a folder, a pipe or device,
/// not readable, more than `limit` bytes (found before reading), or not text. A byte order mark is
/// dropped.
radix::Result<std::string> read_text(const std::string& path, std::size_t limit = max_text_bytes);

/// The same from a stream; `name` is what the sentences call it.
radix::Result<std::string> read_text(std::istream& in, const std::string& name);

/// Replaces or makes a file: it is written beside its place and then moved there, so that a crash
/// leaves the old file or the new one. Folders on the way are made, the old file's permissions
/// kept; a write-protected file is refused, and so is a pipe that nobody reads. Returns "" or one
/// sentence.
std::string write_file(std::string_view path, std::string_view bytes);

/// "" or one sentence: why a file whose text starts like this must not take the place of what lies
/// there, which starts otherwise. A pipe, a device and an empty file are no reason.
std::string other_file_refusal(const std::string& path, std::string_view begin);

/// A file that is written piece by piece from its start. A pipe that nobody reads is refused
/// instead of waited for.
class OutputFile {
 public:
  OutputFile() = default;
  ~OutputFile() { close(); }
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Empties or makes the file. "" or why not, as the end of a sentence: "it is a pipe that nobody
  /// reads".
  std::string open(std::string_view path);
  bool is_open() const { return file_ >= 0; }
  /// All of it; false when that did not work.
  bool write(std::string_view bytes);
  /// False when what was written did not all arrive.
  bool close();

 private:
  int file_ = -1;
  bool waits_ = false;    ///< a pipe or a device: its other end may be slow
  bool patient_ = false;  ///< a slow end is waited for: it is standard output
};

/// From now on a signal that ends the program first removes what write_file has not finished.
void leave_no_parts();

/// Removes the files that saves of `path` left beside it when they were killed, older than this
/// many seconds: a save that goes on takes far less. The same for all saves into a folder.
void remove_parts_of(std::string_view path, double older_than_seconds = 10);
void remove_parts_in(std::string_view folder, double older_than_seconds = 10);

/// The running program's real path, links resolved; "" where the system does not tell.
std::string program_path();

/// A program of this name beside the running one, there or not.
std::string program_beside(const std::string& name);

/// True when the file is there, whole, and a program.
bool can_be_run(const std::string& file);

/// True when standard error is shown to a person, who may be told about progress.
bool error_is_terminal();

/// Writes to standard error without a buffer; a signal handler may.
void say_at_once(const char* text, std::size_t length);

/// While it lives, what libraries print to standard error goes nowhere: they tell a person of
/// attempts that were made on the way to what this program says in a sentence of its own. (On
/// Windows nothing.)
class QuietErrors {
 public:
  QuietErrors();
  ~QuietErrors();
  QuietErrors(const QuietErrors&) = delete;
  QuietErrors& operator=(const QuietErrors&) = delete;

 private:
  int kept_ = -1;  ///< standard error as it was
};

/// From now on this program ends when the one that started it does, however that one ends. (Linux;
/// elsewhere nothing.)
void end_with_parent();

/// Writing to a pipe that nobody reads any more fails from now on, instead of ending the program.
void ignore_closed_pipes();

/// Folders that may hold what comes with the program (shaders, assets), in the order they are
/// looked through: only RADIXSCOPE_DATA where that is set; else beside the program,
/// ../share/radixscope (installed), the source tree.
std::vector<std::string> data_folders();

/// Where something that comes with the program lies: "shaders" or "assets/presets" (a folder or a
/// file) in the first of data_folders() that has it; "" when none does.
std::string resource(std::string_view relative);

/// " It was looked for in '…' and '…'; keep the program beside its folders 'assets' and 'shaders',
/// or name their place in RADIXSCOPE_DATA."
std::string looked_for_words();

/// True when a file can be made in this folder, which is made where it is missing.
bool can_write_into(std::string_view folder);

/// An environment variable, or "".
std::string environment(const char* name);

/// The folder for this person's settings, not yet made; "" when there is no home.
std::string settings_folder();

/// Folders that may hold fonts: only RADIXSCOPE_FONTS where that is set; else the person's own
/// first, then the system's. Some may not exist.
std::vector<std::string> font_folders();

}  // namespace scope
