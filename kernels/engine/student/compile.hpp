/// Compiles a student's file, in a sandbox, to an object that radixscope-run loads and watches.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "confine.hpp"
#include "student_run.hpp"

namespace radix {

/// What a student's file is called while it is compiled, whatever its name.
inline constexpr const char* student_file_name = "student.cu";

/// The one header that a student's file may include: the program's own text of it.
struct GivenHeader {
  std::string name, text;
  /// Whether `file` includes it.
  bool is_in(const std::string& file) const;
};

struct CompileRecipe {
  std::string text;          ///< of the student's file; the only one of his that is read
  GivenHeader header;        ///< or none
  std::string entry;         ///< a call, or "": see rewrite_cuda
  std::string compiler;      ///< a name or path; "": the first of g++, clang++, c++ that there is
  std::string words_folder;  ///< with cuda_words.h
  std::string scratch;       ///< an empty folder of this compile's own
  std::string prepared;      ///< a folder for what is compiled beforehand, or "": see below
  bool unconfined = false;   ///< also where a sandbox does not hold
};

struct CompiledStudent {
  std::string object;             ///< path; "" when it did not work
  std::string compiler;           ///< its name
  std::string refusal;            ///< no compiler, no such file: one sentence
  std::string message;            ///< what the compiler said first: one sentence
  uint32_t line = 0, column = 0;  ///< where in the student's file it said so; 0: unknown
  bool out_of_time = false;       ///< the compiler did not come to an end
};

CompiledStudent compile_student(const CompileRecipe& recipe);

/// Compiles what stands in front of every student's file beforehand, into `recipe.prepared`, unless
/// it is there already: from then on a compile takes a third of the time, with g++. Some 80 MB;
/// what is of another compiler goes. Without it everything works, as before.
void prepare_compiler(const CompileRecipe& recipe);

/// What a compiler said first: one sentence, and where among the files that are not the system's.
struct CompilerError {
  std::string message, file;
  uint32_t line = 0, column = 0;  ///< 0 unknown
};
CompilerError first_error_in(const std::string& words,
                             const std::function<bool(const std::string& file)>& is_own);
/// True of a compiler that time or memory did not suffice.
bool ran_out(const Sandboxed& compiled);

/// A program by its path or by its name on the path of the system; "".
std::string program_named(const std::string& name);
std::string find_linker();

/// The path of the compiler that would be used, or "".
std::string find_student_compiler(const std::string& named);
/// One sentence: how to get one.
std::string no_student_compiler();

/// The folders of an installed compiler that it reads, nvcc's too, and no others of those beside
/// them: of `/home/anna/bin/g++` not what lies in `/home/anna`.
std::vector<std::string> folders_of_compiler(const std::string& compiler);

/// Lines of addresses in the object, in their order; header_lines of any in the header, 0 where
/// none is known or it is of another file.
std::vector<uint32_t> lines_of_sites(const CompiledStudent& compiled, const CompileRecipe& recipe,
                                     const std::vector<StudentSite>& sites);

}  // namespace radix
