/// Turns a plain CUDA file into what the engines of this program run. The file itself is ordinary
/// CUDA C++ that nvcc compiles alone; a comment that starts with `//:` says what to show of the
/// line that it follows (kernels/README.md lists the notation). Every line keeps its number, and
/// #line names the plain file, so errors, accesses and steps speak of what a student reads.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace radix::probes {

/// What is made of a plain file.
enum class Form {
  recorded,  ///< pointers are checked views, `//:` comments are calls of `show`
  counted,   ///< the same without `show`: what the CPU times
  timed      ///< kernels word for word; only the host's launches change: what a GPU times
};

/// A file that cannot be made: "path:line: sentence".
struct Error : std::runtime_error {
  explicit Error(const std::string& said) : std::runtime_error(said) {}
  /// The catalogue has `sentence` as it stands here; its {code} is what the file says.
  Error(const std::string& place_of, const char* sentence, const std::string& code_there);
  std::string place;              ///< "path:line: "
  const char* english = nullptr;  ///< null: what() is all that is known
  std::string code;
};

/// The text of a file, by its path. Throws Error when there is none.
using ReadFile = std::function<std::string(const std::string& path)>;

/// `path`: of the plain file, "kernels/radix/02_block_sort.cu"; its folder names the family. What
/// it includes is read, too. Throws Error.
std::string make(const std::string& path, Form form, const ReadFile& read);

/// One file that compiles alone: everything it includes is folded in, notes are left out. Throws
/// Error.
std::string standalone(const std::string& path, const ReadFile& read);

/// The header of exercises: everything that these files include, folded into one. Throws Error.
std::string shared_header(const std::vector<std::string>& paths, const ReadFile& read);

/// The starting file of an exercise: the plain file without its notes, with an #include of `header`
/// in place of its own. Of each of these functions, which the student writes, there is what it
/// declares before its first step, and the title of each step after a TODO. Throws Error.
std::string unfinished(const std::string& path, const std::vector<std::string>& functions,
                       const std::string& header, const ReadFile& read);

/// The same text without its `//:` comments and the lines that hold nothing else.
std::string without_notes(const std::string& text);

}  // namespace radix::probes
