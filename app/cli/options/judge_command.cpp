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
            .about = "What to call: \"mySort(keys, n)\"; arguments: keys, output, host, n, bits",
            .type = "CALL"},
           {.name = "--keys",
            .into = &typed.keys,
            .about = "The first set of keys; default: the chapter's",
            .type = "KEYS"},
           {.name = "--seed",
            .into = &typed.seed,
            .about = "Seed of the keys that no program can know beforehand, as an earlier verdict "
                     "names it; default: a new one",
            .type = "NUMBER"},
           {.name = "--compiler",
            .into = &typed.compiler,
            .about = "g++ or clang++, or a path; default: the first one found",
            .type = "COMPILER"},
           {.name = "--all",
            .into = &typed.all,
            .about = "Every .cu file in this folder and its subfolders; links are not followed",
            .type = "FOLDER"},
           {.name = "--csv",
            .into = &typed.csv,
            .about = "With --all or several files: write one line per file to this file, which is "
                     "new or already such a list",
            .type = "FILE"},
           {.name = "--gpu-runs",
            .into = &typed.gpu_runs,
            .about = "Also run it this many times on the NVIDIA GPU, compiled by nvcc: there, only "
                     "its results are checked",
            .type = "COUNT"},
           {.name = "--json", .into = &typed.json, .about = "JSON, one line per file"},
           {.name = "--junit", .into = &typed.junit, .about = "JUnit's XML, for test servers"},
           {.name = "--about",
            .into = &typed.about,
            .about = "Say which compiler was found, and what a student's program cannot do"},
           {.name = "--prepare",
            .into = &typed.prepare,
            .about = "Precompile the header that is put before every file: once, about 80 MB"},
           {.name = "--unconfined",
            .into = &typed.unconfined,
            .about = "Judge even if this system cannot keep a student's program from your "
                     "files (no Landlock or seccomp): only for files that you trust"},
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
                       "File to write, which must not exist yet; next to it goes chapter.h, which "
                       "it includes",
                   .type = "FILE"}},
      .run = std::move(run)};
}

}  // namespace scope
