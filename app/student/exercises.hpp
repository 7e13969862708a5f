/// The chapter's exercises, which a student's kernel may answer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/model/problem.hpp"

namespace scope {

struct StudentExercise {
  uint32_t number;
  const char* title;
  const char* task;  ///< to be filled (edition.hpp)
};
const std::vector<StudentExercise>& student_exercises();

/// The starting file of an exercise; an error where the program's own files are missing.
radix::Result<std::string> exercise_text(uint32_t number);

}  // namespace scope
