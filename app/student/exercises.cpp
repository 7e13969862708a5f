#include "exercises.hpp"

#include "app/base/files.hpp"
#include "app/base/text.hpp"

namespace scope {

const std::vector<StudentExercise>& student_exercises() {
  static const std::vector<StudentExercise> list{
      {1, "Sort in the block first",
       "Extend the kernel of Fig. {figure:fig13-4} by using shared memory to improve memory "
       "coalescing."},
      {2, "Several bits a pass",
       "Extend the kernel of Fig. {figure:fig13-4} to work for a multibit radix."},
      {3, "Several keys a thread",
       "Extend the kernel of Fig. {figure:fig13-4} by applying thread coarsening to improve memory "
       "coalescing."},
      {4, "Merge sort",
       "Implement parallel merge sort using the parallel merge of chapter {chapter:merge}."}};
  return list;
}

radix::Result<std::string> exercise_text(uint32_t number) {
  const std::string name = say("assets/exercises/exercise_", number, ".cu");
  const std::string file = resource(name);
  if (file.empty())
    return radix::Error{say("The file '", name, "' is missing.", looked_for_words())};
  auto text = read_text(file);
  if (text) *text = radix::filled(*text);
  return text;
}

}  // namespace scope
