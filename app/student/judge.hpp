/// Judges a student's kernel: compiles it, runs it confined and watched with three sets of keys and
/// two orders of threads, and says what is wrong first. The same file always gets the same words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "student_report.hpp"

namespace scope {

struct JudgeRecipe {
  std::string file;            ///< path
  std::string shown_name;      ///< what sentences call it; "": `file`
  uint32_t exercise = 0;       ///< 1…4, or 0: what its first line says, "// Exercise 2"
  std::string entry;           ///< a call as "gpuSort(keys, n)", or ""
  std::string compiler;        ///< name or path, or "": see find_student_compiler
  std::vector<uint32_t> keys;  ///< of the first set; empty: the chapter's
  bool own_folder = true;      ///< headers beside the file may be read
  bool rows = false;           ///< keep the run that is shown
  uint32_t card_runs = 0;      ///< on the GPU, too, where it compiles
};

/// Does beforehand what every compile would do again; a second or two, once a compiler.
void prepare_judging(const std::string& compiler);

/// What compiles and confines a kernel here; or, without a compiler, how to get one.
std::string judging_words(const std::string& compiler);

StudentReport judge(const JudgeRecipe& recipe);

}  // namespace scope
