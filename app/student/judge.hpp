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
  uint32_t exercise = 0;       ///< 1…4, or 0: whatever it is
  std::string entry;           ///< a call as "gpuSort(keys, n)", or ""
  std::string compiler;        ///< name or path, or "": see find_student_compiler
  std::vector<uint32_t> keys;  ///< of the first set; empty: the chapter's
  bool own_folder = true;      ///< headers beside the file may be read
  bool rows = false;           ///< keep the run that is shown
};

StudentReport judge(const JudgeRecipe& recipe);

/// The chapter's exercises.
struct StudentExercise {
  uint32_t number;
  const char* title;
  const char* task;
};
const std::vector<StudentExercise>& student_exercises();

/// The starting file of an exercise; an error where the program's own files are missing.
radix::Result<std::string> exercise_text(uint32_t number);

}  // namespace scope
