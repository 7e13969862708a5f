#include "changed_sort.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <utility>

#include "compile.hpp"
#include "confine.hpp"
#include "kernels/engine/model/json.hpp"
#include "kernels/engine/model/outside_text.hpp"
#include "kernels/engine/model/word_io.hpp"
#include "kernels/engine/probes/lexer.hpp"
#include "kernels/engine/probes/probes.hpp"
#include "text/student.hpp"

namespace radix {

namespace messages = scope::text::student;
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_file = 200'000, max_lines = 5'000;  // a file of the program has 250
constexpr double max_seconds = 20;
constexpr const char* words_name = "changed_words.h";

// Every template that a kernel uses would be compiled again with each change: three quarters of the
// time. Those of the machine are taken from what was compiled beforehand.
constexpr const char* known_templates[] = {"-fno-implicit-templates",
                                           "-fno-implicit-inline-templates"};

/// A file of the program by its path, changed or not.
struct Files {
  const ChangedFiles* changed = nullptr;

  std::string text(const std::string& path) const {
    const std::string name = path.substr(path.rfind('/') + 1);
    if (changed)
      if (const auto found = changed->find(name); found != changed->end()) return found->second;
    const SourceFile* file = source_named(name);
    if (!file) throw probes::Error(path + ":1: " + messages::changed_no_file.c_str());
    return std::string(file->text);
  }
};

/// "kernels/scan/sums.cuh" of `#include "../scan/sums.cuh"` in kernels/radix; "": another line.
std::string included_by(const std::string& path, const std::string& line) {
  static const std::regex include(R"re(#include "((?:\.\./)?[\w/]+\.cuh?)"\s*(//.*)?)re");
  std::smatch found;
  if (!std::regex_match(line, found, include)) return "";
  return (fs::path(path).parent_path() / found.str(1)).lexically_normal().generic_string();
}

/// The file and all that it includes, each once.
void add_with_included(const std::string& path, const Files& files, std::vector<std::string>& all) {
  if (std::ranges::find(all, path) != all.end()) return;
  all.push_back(path);
  std::istringstream lines(files.text(path));
  for (std::string line; std::getline(lines, line);)
    if (const std::string each = included_by(path, line); !each.empty())
      add_with_included(each, files, all);
}

std::string as_header(std::string path) { return path.replace(path.rfind('.'), 4, ".hpp"); }

/// The sort as C++.
struct Made {
  std::vector<std::pair<std::string, std::string>> files;  ///< by path; the last one is compiled
  bool templates = false;  ///< some see a change, and are not to be taken from elsewhere
};

/// It has a template that is not compiled into the kernels that call it, or hands a lambda to one:
/// what such a template does would be taken from what was compiled beforehand.
bool has_own_templates(const std::string& made) {
  static const std::regex parameter(R"([(,]\s*(const )?auto&? \w|\btemplate\b)");
  const std::string plain = lexer::blanked(made);
  if (plain.find("[&") != plain.npos || plain.find("[=") != plain.npos) return true;
  for (std::sregex_iterator at(plain.begin(), plain.end(), parameter), end; at != end; ++at) {
    const auto place = static_cast<std::size_t>(at->position(0));
    const std::size_t begin = plain.find_last_of(";}", place), behind = plain.find('{', place);
    const std::string head = plain.substr(begin + 1, behind - begin - 1);
    if (lexer::find_word(head, "__device__") == head.npos) return true;
  }
  return false;
}

/// The names that notes `name[i] = value` of the changed files give to rows that the sort does not
/// have, in the order of the files.
std::vector<std::string> own_names(const Recipe& recipe) {
  static const std::regex note(R"(//:(?:.*;)? *(\w+)\[[^\n]*\] = )");
  const Family& family = *sort_named(recipe.sort)->family;
  std::vector<std::string> names;
  for (const auto& [file, text] : *recipe.changed)
    for (std::sregex_iterator at(text.begin(), text.end(), note), end; at != end; ++at) {
      const std::string name = at->str(1);
      const bool known =
          std::ranges::any_of(family.arrays, [&](const auto& row) { return name == row.name; });
      const bool reads_well = name.size() <= 40 && std::ranges::find(names, name) == names.end();
      if (!known && reads_well && names.size() < 16) names.push_back(name);
    }
  return names;
}

/// Shows those rows beside the arrays.
void show_own_rows(std::string& made, const std::vector<std::string>& names) {
  for (std::size_t k = 0; k < names.size(); ++k) {
    const std::string call = "show(\"" + names[k] + "\", ";
    for (std::size_t at; (at = made.find(call)) != made.npos;)
      made.replace(at, call.size(), "show_own(show, " + std::to_string(k) + ", ");
  }
}

/// The file, or one that it includes, is changed.
bool sees_change(const std::string& path, const Files& files) {
  std::vector<std::string> all;
  if (files.changed) add_with_included(path, files, all);
  return std::ranges::any_of(all, [&](const std::string& each) {
    return files.changed->contains(each.substr(each.rfind('/') + 1));
  });
}

std::string words_of(const probes::Error& error) {
  if (error.english == nullptr) return error.what();
  return error.place +
         scope::text::filled(scope::text::translated(error.english), "en", {{"code", error.code}});
}

Made make_sort(const Recipe& recipe) {
  const SortInfo* sort = sort_named(recipe.sort);
  const std::string path = std::string("kernels/") + sort->family->name + "/" + sort->file;
  const Files files{recipe.changed.get()};
  std::vector<std::string> paths;
  add_with_included(path, files, paths);
  add_with_included("kernels/scan/reverse.cuh", files, paths);
  if (recipe.changed)
    for (const auto& [name, text] : *recipe.changed)
      if (std::ranges::none_of(paths, [&](const auto& p) { return p.ends_with("/" + name); }))
        throw probes::Error(name + ":1: " + messages::changed_not_used({.sort = sort->name}));
  Made made;
  std::string space, sorts;
  for (const std::string& each : paths) {
    std::string text = probes::make(each, probes::Form::recorded,
                                    [&](const std::string& p) { return files.text(p); });
    const std::string name = each.substr(each.rfind('/') + 1);
    if (recipe.changed && recipe.changed->contains(name)) show_own_rows(text, own_names(recipe));
    if (sees_change(each, files)) made.templates |= has_own_templates(text);
    if (each == path) {
      const std::size_t at = text.find("namespace "), end = text.find("::inline KERNELS", at);
      space = end == text.npos ? "radix" : text.substr(at + 10, end - at - 10);
    }
    made.files.push_back({as_header(each), text});
  }
  static const std::regex entry(R"(sort_into\((\w+),)");
  std::smatch found;
  const std::string text = files.text(path);
  if (!std::regex_search(text, found, entry))
    throw probes::Error(path + ":1: " + messages::changed_no_name.c_str());
  made.files.push_back(
      {"changed.cpp",
       "#include \"" + as_header(path) + "\"\n#include \"kernels/scan/reverse.hpp\"\n" +
           "extern \"C\" void radix_changed_sort(radix::Run& run) {\n"
           "  using namespace radix;\n  using namespace " +
           space +
           ";\n  own_row_keys = run.size();\n"
           "  own_row_keys_per_thread = run.keys_per_thread();\n  " +
           found.str(1) + "(run);\n  if (run.problem().reversed()) reverse(run);\n}\n"});
  return made;
}

bool is_clang(const std::string& compiler) {
  return fs::path(compiler).filename().string().find("clang") != std::string::npos;
}

std::vector<std::string> flags_of(const std::string& compiler) {
  std::vector<std::string> flags{"-std=c++20",
                                 "-O0",
                                 "-g1",
                                 "-gdwarf-4",
                                 "-fPIC",
                                 "-w",
                                 "-pipe",  // the assembler runs beside the compiler
                                 "-fno-diagnostics-color",
                                 "-fno-omit-frame-pointer"};
  if (is_clang(compiler))
    flags.insert(flags.end(), {"-fno-caret-diagnostics", "-fpch-instantiate-templates"});
  else
    flags.push_back("-fno-diagnostics-show-caret");
  return flags;
}

/// What is compiled beforehand stands in front of every file.
std::string words_text() {
  return "#define RADIX_CHANGED\n"
         // Unoptimized, clang before 17 crashes on consteval: it looks names up while a kernel runs
         "#if defined(__clang__) && __clang_major__ < 17\n#define RADIX_LOOKUP constexpr\n"
         "#else\n#define RADIX_LOOKUP consteval\n#endif\n"
         "#include \"kernels/engine/simt/run.hpp\"\n"
         // The chapter compares keys by < alone; a person may write the others
         "namespace radix {\n"
         "inline bool operator>(const Record& x, const Record& y) { return y < x; }\n"
         "inline bool operator<=(const Record& x, const Record& y) { return !(y < x); }\n"
         "inline bool operator>=(const Record& x, const Record& y) { return !(x < y); }\n"
         // Those that radixscope-run has (changed_machine.cpp)
         "extern template class Buffer<uint32_t>;\n"
         "extern template class Buffer<unsigned long long>;\n"
         "extern template class Buffer<Record>;\n"
         "extern template void Run::owns(const ArrayInfo&, Buffer<uint32_t>&, std::size_t);\n"
         "extern template void Run::owns(const ArrayInfo&, Buffer<Record>&, std::size_t);\n"
         "extern template void Run::disowns(Buffer<uint32_t>&);\n"
         "extern template void Run::disowns(Buffer<Record>&);\n"
         // Rows of a person's own have a place for each key, and for each that a thread could take
         "template void AnyShow::own<uint32_t>(uint32_t, uint32_t, const uint32_t&, uint32_t, "
         "const char*);\n"
         "inline uint32_t own_row_keys = 0, own_row_keys_per_thread = 1;\n"
         "inline void show_own(AnyShow& show, uint32_t number, uint32_t i, uint32_t value,\n"
         "                     uint32_t line = __builtin_LINE(),\n"
         "                     const char* file = __builtin_FILE()) {\n"
         "  const uint32_t row = std::max(own_row_keys, gridDim.x * blockDim.x * "
         "own_row_keys_per_thread);\n"
         "  if (i >= row) cpu::out_of_range(i, row, \"the note's row\", {file, line});\n"
         "  show.own<uint32_t>(number, i, value, line, file);\n"
         "}\n"
         "inline void show_own(AnyShow& show, uint32_t number, uint32_t i, const Record& value,\n"
         "                     uint32_t line = __builtin_LINE(),\n"
         "                     const char* file = __builtin_FILE()) {\n"
         "  show_own(show, number, i, value.key, line, file);\n"
         "}\n"
         "}\n";
}

uint64_t hash_of(const std::string& text) {
  uint64_t hash = 14695981039346656037u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return hash;
}

/// Of this compiler, these headers and these flags alone; "" where nothing is kept.
std::string folder_for(const ChangedSort& sort, const std::string& compiler) {
  if (sort.prepared.empty()) return "";
  std::error_code error;
  std::string facts = fs::canonical(compiler, error).string() +
                      std::to_string(fs::file_size(compiler, error)) + words_text();
  for (const std::string& each : flags_of(compiler)) facts += each;
  facts += "2";  // another number where other changes take what was compiled beforehand
  for (const SourceFile& each : embedded_headers()) facts += each.text;
  return sort.prepared + "/" + std::to_string(hash_of(facts));
}

void write(const std::string& file, std::string_view text) {
  std::error_code error;
  fs::create_directories(fs::path(file).parent_path(), error);
  std::ofstream(file, std::ios::binary) << text;
}

void write_headers(const std::string& folder) {
  for (const SourceFile& each : embedded_headers()) {
    std::string text(each.text);
    for (std::size_t at; (at = text.find(" consteval ")) != text.npos;)
      text.replace(at, 11, " RADIX_LOOKUP ");
    write(folder + "/" + std::string(each.name), text);
  }
  write(folder + "/" + words_name, words_text());
}

Sandbox compiler_sandbox(const ChangedSort& sort, const std::string& compiler,
                         const std::string& folder) {
  Sandbox sandbox{.work = Sandbox::Work::compiling,
                  .cpu_seconds = 20,
                  .wall_seconds = 60,
                  .memory_bytes = std::size_t{2} << 30,
                  .file_bytes = std::size_t{256} << 20,
                  .readable = folders_of_compiler(compiler),
                  .writable = {sort.scratch},
                  .unconfined = sort.unconfined,
                  .working_folder = sort.scratch};
  sandbox.readable.push_back(folder);
  return sandbox;
}

/// What stands in front of a file that is compiled without the machine's templates: what such a
/// template calls is in the object all the same, and what is itself one is in the kernels that call
/// it. Else the files as they were would be taken from what was compiled beforehand.
constexpr const char* no_templates_head =
    "#undef __global__\n#define __global__ __attribute__((used)) inline\n"
    "#undef __device__\n#define __device__ __attribute__((always_inline))\n";

/// "changed.o" of the sort in the scratch folder. `reused`: without the machine's templates.
Sandboxed compile(const ChangedSort& sort, const std::string& compiler, const std::string& folder,
                  bool reused) {
  std::vector<std::string> arguments = flags_of(compiler);
  if (reused)
    arguments.insert(arguments.end(), std::begin(known_templates), std::end(known_templates));
  write(sort.scratch + "/compiled.cpp",
        (reused ? no_templates_head : "") + std::string("#include \"changed.cpp\"\n"));
  const std::string words = folder + "/" + words_name;
  arguments.insert(arguments.end(),
                   {"-I", sort.scratch, "-I", folder, "-include", words, "-c",
                    sort.scratch + "/compiled.cpp", "-o", sort.scratch + "/changed.o"});
  return run_sandboxed(compiler, arguments, compiler_sandbox(sort, compiler, folder));
}

/// While it lives, no other program makes what this one makes: it waits, and then finds it there.
class Lock {
 public:
  explicit Lock(const std::string& file) : file_(open(file.c_str(), O_RDWR | O_CREAT, 0600)) {
    if (file_ >= 0) flock(file_, LOCK_EX);
  }
  ~Lock() {
    if (file_ >= 0) close(file_);
  }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  int file_;
};

/// What is made once: the headers, and in front of every file the compiled ones.
std::string prepare_words(const ChangedSort& sort, const std::string& compiler,
                          const std::string& folder) {
  std::error_code error;
  const char* const suffix = is_clang(compiler) ? ".pch" : ".gch";  // both look for it by this name
  const std::string made = folder + "/" + words_name + suffix, part = sort.scratch + "/words";
  if (fs::exists(made, error)) return "";
  fs::create_directories(folder, error);
  if (!fs::is_directory(folder, error)) return messages::changed_no_folder({.folder = folder});
  for (const auto& each : fs::directory_iterator(sort.prepared, error))
    if (each.path() != folder) fs::remove_all(each.path(), error);
  const Lock lock(folder + "/lock");
  if (fs::exists(made, error)) return "";
  write_headers(folder);
  std::vector<std::string> arguments = flags_of(compiler);
  arguments.insert(arguments.end(),
                   {"-I", folder, "-x", "c++-header", folder + "/" + words_name, "-o", part});
  const Sandboxed done =
      run_sandboxed(compiler, arguments, compiler_sandbox(sort, compiler, folder));
  if (done.code == 0)
    fs::copy_file(part, made + ".part", fs::copy_options::overwrite_existing, error);
  if (done.code == 0) fs::rename(made + ".part", made, error);
  return done.code == 0 ? "" : done.refusal;
}

void write_made(const ChangedSort& sort, const Made& made) {
  for (const auto& [path, text] : made.files) write(sort.scratch + "/" + path, text);
}

std::string base_of(const ChangedSort& sort, const std::string& folder) {
  return folder + "/" + sort_named(sort.recipe.sort)->name + ".o";
}

/// "kernels/radix/02_block_sort.cu:42: …" as "02_block_sort.cu:42: …"
std::string without_folder(std::string text) {
  const std::size_t end = text.find(':'), slash = text.rfind('/', end);
  return slash == text.npos || slash > end ? text : text.substr(slash + 1);
}

bool is_kernel_file(const std::string& file) {
  return file.starts_with("kernels/") && (file.ends_with(".cu") || file.ends_with(".cuh"));
}

std::string said_of(const Sandboxed& compiled) {
  if (!compiled.refusal.empty()) return compiled.refusal;
  if (ran_out(compiled)) return messages::changed_ran_out;
  const CompilerError error = first_error_in(compiled.words, is_kernel_file);
  const std::string where = without_folder(error.file + ":" + std::to_string(error.line) + ": ");
  // GCC 14 says of the name only that it is no constant
  if (error.message.find("this_family_has_no_array_of_this_name") != std::string::npos ||
      error.message.find("consteval function 'radix::NameIn<") != std::string::npos)
    return where + messages::changed_no_array.c_str();
  return error.file.empty() ? error.message : where + error.message;
}

/// Why a text is not compiled at all.
std::string text_refusal(const std::string& file, const std::string& text) {
  const auto at = [&](std::size_t place) {
    return file + ":" + std::to_string(lexer::line_at(text, place)) + ": ";
  };
  if (const std::size_t zero = text.find('\0'); zero != text.npos)
    return at(zero) + messages::changed_zero_byte.c_str();
  const auto odd = std::ranges::find_if(
      text, [](unsigned char c) { return c < 32 && c != '\n' && c != '\t' && c != '\r'; });
  if (odd != text.end())
    return at(static_cast<std::size_t>(odd - text.begin())) + messages::changed_control.c_str();
  for (std::size_t note = text.find("//:"); note != text.npos; note = text.find("//:", note + 1)) {
    const std::size_t end = text.find('\n', note), next = text.find("//:", note + 3);
    if (next < end) return at(note) + messages::changed_two_notes.c_str();
  }
  if (text.size() > longest_file || lexer::line_at(text, text.size()) > max_lines)
    return file + ":" + std::to_string(max_lines) + ": " + messages::changed_too_long.c_str();
  return "";
}

/// Which line of a kernel the child was in, of places from the innermost, with what is inlined
/// there; "" unknown.
std::string line_of_places(const ChangedSort& sort, const std::vector<uint32_t>& words) {
  std::vector<std::string> arguments{"-i", "-e", sort.scratch + "/changed.so"};
  for (std::size_t i = 2; i < words.size() && i < 40; ++i) {
    std::ostringstream hex;
    hex << std::hex << words[i];
    arguments.push_back(hex.str());
  }
  const std::string tool = program_named("addr2line");
  if (arguments.size() == 3 || tool.empty()) return "";
  const Sandboxed told = run_sandboxed(tool, arguments,
                                       {.cpu_seconds = 5,
                                        .wall_seconds = 10,
                                        .readable = {sort.scratch},
                                        .writable = {},
                                        .unconfined = sort.unconfined});
  std::istringstream answers(told.output);
  for (std::string answer; std::getline(answers, answer);) {
    const std::size_t kernels = answer.find("kernels/"), colon = answer.rfind(':');
    if (kernels == answer.npos || colon == answer.npos) continue;
    const std::string file = answer.substr(kernels, colon - kernels);
    if (!is_kernel_file(file)) continue;
    const uint32_t line =
        static_cast<uint32_t>(std::strtoul(answer.c_str() + colon + 1, nullptr, 10));
    if (line > 0) return without_folder(file + ":" + std::to_string(line) + ": ");
  }
  return "";
}

std::string what_stopped(const ChangedSort& sort, const std::vector<uint32_t>& words) {
  const std::string where = line_of_places(sort, words);
  switch (words.size() > 1 ? words[1] : 0) {
    case SIGXCPU:
      return where.empty() ? std::string(messages::changed_endless)
                           : where + messages::changed_still_here.c_str();
    case SIGFPE: return where + messages::changed_divides.c_str();
    case SIGABRT: return where + messages::changed_aborts.c_str();
    case SIGSEGV:
    case SIGBUS: return where + messages::changed_bad_address.c_str();
    default: return where + messages::changed_stopped.c_str();
  }
}

/// The last few changed sorts as they were linked, so that other keys, or a text that is typed
/// again, do not wait for the compiler.
class LinkedSorts {
 public:
  LinkedSorts(const ChangedSort& sort, const std::string& folder)
      : folder_(folder + "/linked"), made_(sort.scratch + "/changed.so") {
    if (sort.prepared.empty() || !folder.starts_with(sort.prepared) || sort.whole) return;
    std::string facts = sort.recipe.sort;
    for (const auto& [name, text] : *sort.recipe.changed)
      facts += "\n" + name + std::to_string(text.size()) + "\n" + text;
    kept_ = folder_ + "/" + std::to_string(hash_of(facts)) + ".so";
  }
  /// It is in the scratch folder now.
  bool take() const {
    std::error_code error;
    if (kept_.empty() || !fs::exists(kept_, error)) return false;
    fs::copy_file(kept_, made_, fs::copy_options::overwrite_existing, error);
    if (error) return false;
    fs::last_write_time(kept_, fs::file_time_type::clock::now(), error);
    return true;
  }
  void keep() const {
    std::error_code error;
    if (kept_.empty() || fs::exists(kept_, error)) return;
    fs::create_directories(folder_, error);
    std::vector<std::pair<fs::file_time_type, fs::path>> all;
    for (const auto& each : fs::directory_iterator(folder_, error))
      all.emplace_back(each.last_write_time(error), each.path());
    std::ranges::sort(all, std::greater());
    for (std::size_t i = most - 1; i < all.size(); ++i) fs::remove(all[i].second, error);
    // Two programs may keep the same one at once
    const std::string part = kept_ + "." + std::to_string(getpid()) + ".part";
    fs::copy_file(made_, part, fs::copy_options::overwrite_existing, error);
    if (!error) fs::rename(part, kept_, error);
  }

 private:
  static constexpr std::size_t most = 8;  // each of some MB
  std::string folder_, made_, kept_;
};

using Clock = std::chrono::steady_clock;
/// Seconds since `from`, which is then now.
double lap(Clock::time_point& from) {
  const auto now = Clock::now();
  return std::chrono::duration<double>(now - std::exchange(from, now)).count();
}

struct Session {
  std::string compiler, linker, folder, refusal;
};

/// What there must be; the folder with headers, prepared where that works.
Session begin(const ChangedSort& sort) {
  Session session{.compiler = find_student_compiler(sort.compiler), .linker = find_linker()};
  if (session.compiler.empty()) session.refusal = no_student_compiler();
  if (session.linker.empty()) session.refusal = messages::changed_no_linker;
  if (!session.refusal.empty()) return session;
  session.folder = folder_for(sort, session.compiler);
  if (!session.folder.empty())
    session.refusal = prepare_words(sort, session.compiler, session.folder);
  std::error_code error;
  if (session.folder.empty() || !fs::is_directory(session.folder, error)) {
    session.folder = sort.scratch + "/words";
    write_headers(session.folder);
  }
  return session;
}

}  // namespace

std::string prepare_changed_sort(const ChangedSort& sort) {
  const Session session = begin(sort);
  if (!session.refusal.empty()) return session.refusal;
  std::error_code error;
  const std::string base = base_of(sort, session.folder);
  if (is_clang(session.compiler) || fs::exists(base, error)) return "";
  ChangedSort plain = sort;
  plain.recipe.changed = nullptr;
  write_made(plain, make_sort(plain.recipe));
  const Sandboxed compiled = compile(plain, session.compiler, session.folder, false);
  if (compiled.code != 0) return said_of(compiled);
  fs::copy_file(plain.scratch + "/changed.o", base + ".part", fs::copy_options::overwrite_existing,
                error);
  fs::rename(base + ".part", base, error);
  return "";
}

ChangedRun run_changed_sort(const ChangedSort& sort) {
  ChangedRun run;
  auto now = Clock::now();
  const auto refuse = [&](std::string sentence) {
    run.refusal = std::move(sentence);
    return run;
  };
  for (const auto& [file, text] : *sort.recipe.changed)
    if (std::string refusal = text_refusal(file, text); !refusal.empty()) return refuse(refusal);
  const Session session = begin(sort);
  if (!session.refusal.empty()) return refuse(session.refusal);
  run.times.preparing = lap(now);
  run.rows = own_names(sort.recipe);
  const LinkedSorts linked_sorts(sort, session.folder);
  bool known = linked_sorts.take();
  Made made;
  try {
    if (!known) made = make_sort(sort.recipe);
  } catch (const probes::Error& error) {
    return refuse(without_folder(words_of(error)));
  }
  write_made(sort, made);
  write(sort.scratch + "/recipe.json", recipe_text(sort.recipe));
  run.times.notes = lap(now);
  std::error_code error;
  const std::string base = base_of(sort, session.folder);
  bool reused = !sort.whole && !made.templates && fs::exists(base, error);
  for (;; reused = false) {
    run.times.whole = !reused;
    if (!known) {
      const Sandboxed compiled = compile(sort, session.compiler, session.folder, reused);
      if (compiled.code != 0 && reused && !ran_out(compiled) &&
          compiled.words.find("inlin") != std::string::npos)
        continue;
      if (compiled.code != 0) return refuse(said_of(compiled));
      std::vector<std::string> arguments{"-shared",
                                         "--eh-frame-hdr",
                                         "--defsym=__dso_handle=0",
                                         "--allow-multiple-definition",
                                         "-o",
                                         sort.scratch + "/changed.so",
                                         sort.scratch + "/changed.o"};
      if (reused) arguments.push_back(base);
      Sandbox sandbox = compiler_sandbox(sort, session.compiler, session.folder);
      const Sandboxed linked = run_sandboxed(session.linker, arguments, sandbox);
      if (linked.code != 0 && reused) continue;
      if (linked.code != 0)
        return refuse(messages::linker_says(
            {.words = readable(printable(linked.words.substr(0, linked.words.find('\n'))), 400)}));
    }
    run.times.compiling += lap(now);
    const Sandboxed told =
        run_sandboxed(sort.program,
                      {"--changed-child", sort.scratch + "/changed.so",
                       sort.scratch + "/recipe.json", sort.unconfined ? "unconfined" : "confined"},
                      {.cpu_seconds = 2,
                       .wall_seconds = max_seconds,
                       .memory_bytes = std::size_t{1} << 30,
                       .file_bytes = 1,
                       .max_output = std::size_t{64} << 20,
                       .readable = {sort.program, sort.scratch},
                       .unconfined = sort.unconfined,
                       .working_folder = sort.scratch});
    run.times.running += lap(now);
    if (!told.refusal.empty()) return refuse(told.refusal);
    if (told.out_of_time || told.signal == SIGXCPU || told.signal == SIGKILL)
      return refuse(messages::changed_endless);
    if (told.too_much) return refuse(messages::changed_too_much);
    run.words = words_of(told.output);
    if (!run.words.empty() && run.words[0] == changed_child::unfit && reused) continue;
    if (!known) linked_sorts.keep();
    if (!run.words.empty() && run.words[0] == changed_child::stopped)
      return refuse(what_stopped(sort, run.words));
    if (run.words.empty() || run.words[0] == changed_child::unfit)
      return refuse(told.words.empty()
                        ? std::string(messages::changed_silent)
                        : messages::changed_words({.words = readable(printable(told.words), 200)}));
    return run;
  }
}

}  // namespace radix
