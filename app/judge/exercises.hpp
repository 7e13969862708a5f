/// The chapter's exercises, which a student's kernel may answer. Each starts from the chapter's own
/// file, of which the kernels are left to write.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/run/engine.hpp"

namespace scope {

struct StudentExercise {
  uint32_t number;
  const char* title;                   ///< in English, as task is: see text::translated
  const char* task;                    ///< a pattern: see task_of
  const char* file;                    ///< of the sort that it starts from, and that answers it
  std::vector<std::string> functions;  ///< of that file, for the student to write
};
const std::vector<StudentExercise>& student_exercises();

/// What is to be written, in the language of now.
std::string task_of(const StudentExercise& exercise);

/// The sort that answers it.
const radix::SortInfo& sort_of(const StudentExercise& exercise);

/// The starting file of an exercise, 1 to 4. It includes chapter.h.
std::string exercise_text(uint32_t number);

/// The lines, from 1, of the steps marked TODO under which nothing is written yet.
std::vector<uint32_t> open_todos(std::string_view text);

/// What the chapter's files include, as one header that lies beside an exercise. The judge has its
/// own.
inline constexpr const char* chapter_header_name = "chapter.h";
const std::string& chapter_header();

/// Writes both; a header of an older version is replaced. Returns "" or one sentence.
std::string begin_exercise(uint32_t number, const std::string& file);

}  // namespace scope
