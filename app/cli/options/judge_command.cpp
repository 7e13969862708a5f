#include "judge_command.hpp"

namespace scope {

Subcommand judge_command(JudgeTyped& typed, std::function<int()> run) {
  return {
      .name = "judge",
      .about = "Say what is wrong with a student's CUDA kernel, and in which line",
      .options =
          {{.name = "files",
            .into = &typed.files,
            .about = "CUDA files: a main, a function sort(keys, output, n, bits), or a call "
                     "named in a comment `// radixscope: mySort(keys, n)`",
            .type = "FILE"},
           {.name = "--exercise",
            .into = &typed.exercise,
            .about = "Which of the chapter's exercises it answers, 1 to 4",
            .type = "NUMBER"},
           {.name = "--entry",
            .into = &typed.entry,
            .about = "What to call: \"mySort(keys, n)\", of keys, output, host, n, bits",
            .type = "CALL"},
           {.name = "--keys",
            .into = &typed.keys,
            .about = "The first set of keys; else the chapter's",
            .type = "KEYS"},
           {.name = "--seed",
            .into = &typed.seed,
            .about =
                "Draw the keys that no program can know before as an earlier verdict did; else "
                "anew",
            .type = "NUMBER"},
           {.name = "--compiler",
            .into = &typed.compiler,
            .about = "g++ or clang++, or a path; else the first that there is",
            .type = "COMPILER"},
           {.name = "--all",
            .into = &typed.all,
            .about = "Every .cu file in this folder and those below it; links are not followed",
            .type = "FOLDER"},
           {.name = "--csv",
            .into = &typed.csv,
            .about = "With --all or several files: a line for each, into this file, which is "
                     "new or such a list already",
            .type = "FILE"},
           {.name = "--gpu-runs",
            .into = &typed.gpu_runs,
            .about = "Run it so often on the NVIDIA GPU, too, compiled by nvcc: unwatched, only "
                     "its results are looked at",
            .type = "COUNT"},
           {.name = "--json", .into = &typed.json, .about = "JSON, a line for each file"},
           {.name = "--junit", .into = &typed.junit, .about = "JUnit's XML, for test servers"},
           {.name = "--about",
            .into = &typed.about,
            .about = "Say which compiler there is, and what a student's program cannot do"},
           {.name = "--prepare",
            .into = &typed.prepare,
            .about = "Compile beforehand what stands in front of every file: once, some 80 MB"},
           {.name = "--unconfined",
            .into = &typed.unconfined,
            .about = "Judge also where this system cannot keep a student's program from your "
                     "files (no Landlock or seccomp): of files that you trust"},
           {.name = "--rows", .into = &typed.rows, .about = "", .hidden = true},
           {.name = "--end-with-parent",
            .into = &typed.end_with_parent,
            .about = "",
            .hidden = true}},
      .run = std::move(run)};
}

Subcommand exercise_command(JudgeTyped& typed, std::function<int()> run) {
  return {
      .name = "exercise",
      .about =
          "Print the starting file of one of the chapter's exercises: its sort, without the "
          "kernels",
      .options = {{.name = "number", .into = &typed.exercise, .about = "1 to 4", .type = "NUMBER"},
                  {.name = "--out",
                   .into = &typed.out,
                   .about =
                       "File to write, which must not be there yet; beside it chapter.h, which "
                       "it includes",
                   .type = "FILE"}},
      .run = std::move(run)};
}

}  // namespace scope
