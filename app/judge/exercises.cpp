#include "exercises.hpp"

#include <algorithm>

#include "app/core/base/files.hpp"
#include "app/core/base/text.hpp"
#include "kernels/run/exercise_files.hpp"

namespace scope {

const std::vector<StudentExercise>& student_exercises() {
  static const std::vector<StudentExercise> list{
      {1,
       "Sort in the block first",
       "Extend the kernel of Fig. {figure} by using shared memory to improve memory "
       "coalescing.",
       "02_block_sort.cu",
       {"sort_in_block", "write_buckets"}},
      {2,
       "Several bits per pass",
       "Extend the kernel of Fig. {figure} to work for a multibit radix.",
       "03_digits.cu",
       {"sort_in_block_by_digit", "write_digit_buckets"}},
      {3,
       "Several keys per thread",
       "Extend the kernel of Fig. {figure} by applying thread coarsening to improve memory "
       "coalescing.",
       "04_coarse.cu",
       {"sort_tile_by_digit", "write_tile_buckets"}},
      {4,
       "Merge sort",
       "Implement parallel merge sort using the parallel merge of chapter {chapter}.",
       "merge_co_rank.cu",
       {"merge_pieces"}}};
  return list;
}

const radix::SortInfo& sort_of(const StudentExercise& exercise) {
  const auto sorts = radix::sorts();
  return *std::ranges::find(sorts, std::string_view(exercise.file), &radix::SortInfo::file);
}

namespace {

std::string task_in(std::string_view task, std::string_view language) {
  const std::string figure = radix::filled("{figure:fig13-4}"),
                    chapter = radix::filled("{chapter:merge}");
  return text::filled(task, language, {{"figure", Words(figure)}, {"chapter", Words(chapter)}});
}

}  // namespace

std::string task_of(const StudentExercise& exercise) {
  return task_in(text::translated(exercise.task), text::language());
}

std::string exercise_text(uint32_t number) {
  const StudentExercise& exercise = student_exercises()[number - 1];
  const std::string name = std::to_string(number), file = "exercise_" + name + ".cu";
  const std::string task = task_in(exercise.task, "en");  // a file is in English
  return joined(
      {"// Exercise ", number, ": ", exercise.title, ".\n// ", task,
       "\n//\n// Write what is marked TODO; the rest is the chapter's. chapter.h, next to this "
       "file, has what its\n// sorts share.\n//     radixscope judge ",
       file, "                    names the first mistake and its line\n",
       "//     nvcc -std=c++17 ", file, " -o sort && ./sort   sorts on a GPU\n//\n",
       radix::unfinished_file(sort_of(exercise), exercise.functions, chapter_header_name)});
}

std::vector<uint32_t> open_todos(std::string_view text) {
  std::vector<uint32_t> open;
  bool waits = false;  // the last one, for code
  uint32_t line = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view words = trimmed(text.substr(at, end - at));
    at = end + 1, ++line;
    if (words.starts_with("// TODO:")) {
      open.push_back(line), waits = true;
    } else if (waits && !words.empty() && !words.starts_with("//")) {
      if (words != "}") open.pop_back();
      waits = false;
    }
  }
  return open;
}

constexpr const char* header_begin =
    "/// What the chapter's sorts share, in one file: made by `radixscope exercise`.\n";

const std::string& chapter_header() {
  static const std::string text = [] {
    std::vector<const radix::SortInfo*> sorts;
    for (const StudentExercise& each : student_exercises()) sorts.push_back(&sort_of(each));
    return header_begin + radix::header_of_files(sorts);
  }();
  return text;
}

std::string begin_exercise(uint32_t number, const std::string& file) {
  const std::string header = to_text(to_path(file).parent_path() / to_path(chapter_header_name));
  std::string refusal = other_file_refusal(header, header_begin);
  if (refusal.empty()) refusal = write_file(header, chapter_header());
  return refusal.empty() ? write_file(file, exercise_text(number)) : refusal;
}

}  // namespace scope
