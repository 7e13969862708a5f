#include "compile.hpp"

#include <elf.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "confine.hpp"
#include "kernels/engine/model/outside_text.hpp"
#include "rewrite.hpp"
#include "text/student.hpp"

namespace radix {

namespace messages = scope::text::student;
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_message = 400;  // characters
constexpr std::size_t max_sites = 4096;       // whose lines are asked for at once

bool can_run(const std::string& path) { return access(path.c_str(), X_OK) == 0; }

bool is_clang(const std::string& compiler) {
  return fs::path(compiler).filename().string().find("clang") != std::string::npos;
}

/// Every load, store and piece of code tells; nothing is optimised away; lines are known.
std::vector<std::string> compile_flags(const std::string& compiler) {
  std::vector<std::string> flags{"-std=c++20",
                                 "-O0",
                                 "-g1",
                                 "-gdwarf-4",
                                 "-fPIC",
                                 "-w",
                                 "-fno-diagnostics-color",
                                 "-fsanitize=thread",
                                 "-fsanitize-coverage=trace-pc"};
  if (is_clang(compiler))
    for (const char* each :
         {"-fno-caret-diagnostics", "-fsanitize-coverage=no-prune", "-mllvm",
          "-tsan-instrument-read-before-write=1", "-mllvm", "-tsan-distinguish-volatile=1"})
      flags.push_back(each);
  else
    for (const char* each :
         {"-fno-diagnostics-show-caret", "--param", "tsan-distinguish-volatile=1"})
      flags.push_back(each);
  return flags;
}

/// In front of a file for g++: of `a[i] = f()` it tells that a[i] is stored only where f is
/// inlined, when f gives a struct.
constexpr const char* device_inlined =
    "#undef __device__\n#define __device__ __attribute__((always_inline))\n";

/// What stands in front of a file: CUDA's words, and the standard library where the file reads it.
constexpr const char* words_headers[] = {"cuda_words.h", "cuda_words_std.h"};

const char* words_header_for(const CompileRecipe& recipe) {
  const std::string& text = recipe.text;
  if (recipe.header.is_in(text)) return words_headers[1];
  for (const char* each :
       {"<algorithm>", "<chrono>", "<iomanip>", "<iostream>", "<numeric>", "<string>", "<vector>"})
    if (text.find(each) != std::string::npos) return words_headers[1];
  return words_headers[0];
}

/// Its folder among what is prepared, of this compiler and these words alone; "" where nothing can
/// be prepared.
std::string prepared_folder(const CompileRecipe& recipe, const std::string& compiler) {
  if (recipe.prepared.empty() || is_clang(compiler)) return "";
  std::error_code error;
  const std::string words = fs::canonical(recipe.words_folder, error).string();
  std::string facts = words;
  std::vector<std::string> files{fs::canonical(compiler, error).string()};
  for (const char* each : words_headers) files.push_back(words + "/" + each);
  for (const std::string& each : files)
    facts += "|" + each + "|" + std::to_string(fs::file_size(each, error)) + "|" +
             std::to_string(fs::last_write_time(each, error).time_since_epoch().count());
  for (const std::string& each : compile_flags(compiler)) facts += each;
  uint64_t hash = 14695981039346656037u;
  for (const char c : facts) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return recipe.prepared + "/" + std::to_string(hash);
}

struct Message {
  std::string file, text;
  uint32_t line = 0, column = 0;
  bool is_error = false;
};

/// "file:line:column: error: text", or nothing.
std::optional<Message> message_in(const std::string& line) {
  Message message;
  const std::size_t colon = line.find(':');
  if (colon == std::string::npos) return std::nullopt;
  message.file = line.substr(0, colon);
  const char *at = line.data() + colon + 1, *end = line.data() + line.size();
  auto number = std::from_chars(at, end, message.line);
  if (number.ec != std::errc{} || number.ptr == end || *number.ptr != ':') return std::nullopt;
  at = number.ptr + 1;
  number = std::from_chars(at, end, message.column);
  if (number.ec == std::errc{} && number.ptr != end && *number.ptr == ':') at = number.ptr + 1;
  const std::string rest(at, end);
  const std::size_t error = rest.find("error: ");
  message.is_error = error != std::string::npos;
  message.text = message.is_error ? rest.substr(error + 7) : rest;
  return message;
}

std::string as_one_sentence(std::string text) {
  for (const char* mark : {"\xE2\x80\x98", "\xE2\x80\x99"})  // ‘ ’
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark))
      text.replace(at, 3, "'");
  const std::size_t flag = text.rfind(" [-");
  if (flag != std::string::npos && text.ends_with("]")) text.resize(flag);
  // A name of the words that are put before the file is none that its author meant
  const std::size_t hint = text.find("; did you mean 'rs_");
  if (hint != std::string::npos) text.resize(hint);
  text = readable(printable(text), longest_message);
  const bool ended = text.ends_with(".") || text.ends_with("?");
  const std::string said = messages::compiler_says({.words = ended ? text : text + "."});
  return text.ends_with(": No such file or directory")
             ? scope::text::paragraph(said, messages::only_this_file)
             : said;
}

/// The first error, at the student's own line that led to it.
void take_first_error(const std::string& words, CompiledStudent& made) {
  const CompilerError error =
      first_error_in(words, [](const std::string& file) { return file == student_file_name; });
  made.message = error.message, made.line = error.line, made.column = error.column;
}

/// True where a compiler has put down what somebody wrote in assembler, by whatever macro: between
/// #APP and #NO_APP.
bool has_assembler(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    const std::size_t begin = line.find_first_not_of(" \t");
    const std::string_view text =
        begin == line.npos ? std::string_view{} : std::string_view(line).substr(begin);
    if (text.starts_with("#APP") || text.starts_with("#NO_APP"))
      inside = text.starts_with("#APP");
    else if (inside && !text.empty() && !text.starts_with('#'))
      return true;
  }
  return false;
}

/// Takes out of a shared object that its initializers run while it is loaded: student_child.cpp
/// calls them itself, when files can no longer be opened. False where it is no such object.
bool defer_initializers(const std::string& file) {
  std::fstream object(file, std::ios::binary | std::ios::in | std::ios::out);
  const auto get = [&](auto& into, uint64_t place) {
    object.seekg(static_cast<std::streamoff>(place));
    return static_cast<bool>(object.read(reinterpret_cast<char*>(&into), sizeof into));
  };
  Elf64_Ehdr header{};
  if (!get(header, 0) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_phentsize != sizeof(Elf64_Phdr))
    return false;
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr part{};
    if (!get(part, header.e_phoff + i * sizeof part)) return false;
    if (part.p_type != PT_DYNAMIC) continue;
    Elf64_Dyn entry{};
    for (uint64_t at = part.p_offset; at < part.p_offset + part.p_filesz; at += sizeof entry) {
      if (!get(entry, at)) return false;
      if (entry.d_tag != DT_INIT && entry.d_tag != DT_INIT_ARRAY && entry.d_tag != DT_INIT_ARRAYSZ)
        continue;
      entry.d_tag = DT_DEBUG, entry.d_un.d_val = 0;  // nobody reads it
      object.seekp(static_cast<std::streamoff>(at));
      object.write(reinterpret_cast<const char*>(&entry), sizeof entry);
    }
  }
  object.flush();
  return object.good();
}

}  // namespace

std::string program_named(const std::string& name) {
  std::error_code error;
  if (name.find('/') != std::string::npos)
    return can_run(name) ? fs::absolute(name, error).string() : "";
  for (const char* folder : {"/usr/bin/", "/usr/local/bin/", "/bin/"})
    if (can_run(folder + name)) return folder + name;
  return "";
}

std::string find_linker() {
  std::string linker;
  for (const char* each : {"ld.gold", "ld.lld", "ld"})
    if (linker.empty()) linker = program_named(each);
  return linker;
}

CompilerError first_error_in(const std::string& words,
                             const std::function<bool(const std::string&)>& is_own) {
  CompilerError made;
  std::istringstream lines(words);
  std::optional<Message> error, own;
  for (std::string line; std::getline(lines, line) && !(error && own);) {
    const auto message = message_in(line);
    if (!message) continue;
    if (message->is_error && error) break;
    if (message->is_error) error = message;
    if (is_own(message->file)) own = message;
  }
  if (error) made.message = as_one_sentence(error->text);
  if (own) made.file = own->file, made.line = own->line, made.column = own->column;
  // Of no line: the assembler's, or what the compiler could not do
  if (const std::size_t at = words.find("rror: "); made.message.empty() && at != words.npos)
    made.message = as_one_sentence(words.substr(at + 6, words.find('\n', at) - at - 6));
  if (made.message.empty()) made.message = messages::compiler_silent;
  return made;
}

bool ran_out(const Sandboxed& compiled) {
  return compiled.out_of_time || compiled.too_much ||
         compiled.words.find("Killed") != std::string::npos ||
         compiled.words.find("CPU time limit") != std::string::npos ||
         compiled.words.find("out of memory") != std::string::npos ||
         compiled.words.find("virtual memory exhausted") != std::string::npos;
}

bool GivenHeader::is_in(const std::string& file) const {
  return !name.empty() && file.find("#include \"" + name + "\"") != std::string::npos;
}

std::string find_student_compiler(const std::string& named) {
  if (!named.empty()) return program_named(named);
  for (const char* each : {"g++", "clang++", "c++"})
    if (std::string found = program_named(each); !found.empty()) return found;
  return "";
}

std::string no_student_compiler() { return messages::no_compiler; }

void prepare_compiler(const CompileRecipe& recipe) {
  const std::string compiler = find_student_compiler(recipe.compiler);
  const std::string folder = compiler.empty() ? "" : prepared_folder(recipe, compiler);
  std::error_code error;
  if (folder.empty()) return;
  fs::create_directories(folder, error);
  if (!fs::is_directory(folder, error)) return;
  for (const auto& each : fs::directory_iterator(recipe.prepared, error))
    if (each.path() != folder) fs::remove_all(each.path(), error);
  for (const char* name : words_headers) {
    const std::string header = folder + "/" + name, made = header + ".gch", part = made + ".part";
    if (fs::exists(made, error)) continue;
    std::ofstream(header) << "#include \"" << recipe.words_folder << "/" << name << "\"\n";
    std::vector<std::string> arguments = compile_flags(compiler);
    arguments.insert(arguments.end(),
                     {"-I", recipe.words_folder, "-x", "c++-header", header, "-o", part});
    const Sandboxed done = run_sandboxed(compiler, arguments,
                                         {.work = Sandbox::Work::compiling,
                                          .cpu_seconds = 30,
                                          .wall_seconds = 120,
                                          .file_bytes = std::size_t{256} << 20,
                                          .readable = {recipe.words_folder},
                                          .writable = {folder},
                                          .unconfined = recipe.unconfined});
    if (done.code == 0) fs::rename(part, made, error);
  }
}

std::vector<std::string> folders_of_compiler(const std::string& compiler) {
  std::vector<std::string> folders;
  std::error_code error;
  for (const fs::path& each : {fs::path(compiler), fs::canonical(compiler, error)}) {
    const fs::path prefix = each.parent_path().parent_path();
    if (prefix.empty() || prefix == "/") continue;  // /bin, which every sandbox has
    for (const char* part :
         {"bin", "lib", "lib32", "lib64", "libexec", "include", "share", "nvvm", "targets"})
      folders.push_back((prefix / part).string());
    for (const auto& other : fs::directory_iterator(prefix, error))  // x86_64-linux-gnu
      if (other.path().filename().string().find("-linux") != std::string::npos)
        folders.push_back(other.path().string());
  }
  return folders;
}

CompiledStudent compile_student(const CompileRecipe& recipe) {
  CompiledStudent made;
  const std::string& text = recipe.text;
  const std::string compiler = find_student_compiler(recipe.compiler);
  if (compiler.empty()) {
    made.refusal = recipe.compiler.empty() ? no_student_compiler()
                                           : messages::no_such_compiler({.name = recipe.compiler});
    return made;
  }
  made.compiler = fs::path(compiler).filename().string();
  const Rewritten plain = rewrite_cuda(text, student_file_name, recipe.entry);
  if (!plain.refusal.empty()) {
    made.message = plain.refusal, made.line = plain.line;
    return made;
  }
  const std::string source = recipe.scratch + "/student.cpp",
                    assembly = recipe.scratch + "/student.s",
                    object = recipe.scratch + "/student.o", shared = recipe.scratch + "/student.so";
  const auto write_source = [&](bool inlined) {
    std::ofstream(source, std::ios::binary) << (inlined ? device_inlined : "") << plain.text;
  };
  const bool inlines = !is_clang(compiler);
  write_source(inlines);
  if (recipe.header.is_in(text))
    std::ofstream(recipe.scratch + "/" + recipe.header.name, std::ios::binary)
        << rewrite_header(recipe.header.text, recipe.header.name);
  Sandbox sandbox{.work = Sandbox::Work::compiling,
                  .cpu_seconds = 10,
                  .wall_seconds = 25,
                  .readable = folders_of_compiler(compiler),
                  .writable = {recipe.scratch},
                  .unconfined = recipe.unconfined,
                  .working_folder = recipe.scratch};
  sandbox.readable.push_back(recipe.words_folder);
  const std::string plain_words = recipe.words_folder + "/" + words_header_for(recipe);
  std::string ready;
  if (const std::string folder = prepared_folder(recipe, compiler); !folder.empty()) {
    ready = folder + "/" + words_header_for(recipe);
    std::error_code error;
    if (fs::exists(ready + ".gch", error))
      sandbox.readable.push_back(folder);
    else
      ready.clear();
  }
  const auto compile_behind = [&](const std::string& words) {
    std::vector<std::string> arguments = compile_flags(compiler);
    arguments.insert(arguments.end(),
                     {"-I", recipe.words_folder, "-include", words, "-S", source, "-o", assembly});
    return run_sandboxed(compiler, arguments, sandbox);
  };
  Sandboxed compiled = compile_behind(ready.empty() ? plain_words : ready);
  // What was prepared may have gone meanwhile: another version of this program prepares its own
  std::error_code error;
  if (compiled.code != 0 && !ready.empty() && !fs::exists(ready + ".gch", error))
    compiled = compile_behind(plain_words);
  if (compiled.code != 0 && inlines && !compiled.out_of_time &&
      compiled.words.find("inlin") != std::string::npos) {  // it calls itself, say
    write_source(false);
    compiled = compile_behind(ready.empty() ? plain_words : ready);
  }
  if (compiled.code == 0 && has_assembler(assembly)) {
    made.message = messages::no_assembler;
    return made;
  }
  if (compiled.code == 0)
    compiled = run_sandboxed(compiler, {"-c", assembly, "-o", object}, sandbox);
  made.refusal = compiled.refusal;
  if (!made.refusal.empty()) return made;
  if (compiled.code != 0) {
    made.out_of_time = ran_out(compiled);
    take_first_error(compiled.words, made);
    if (made.out_of_time) made.message = messages::compiler_ran_out;
    return made;
  }
  // No start files and no libraries: everything is there in radixscope-run
  const std::string linker = find_linker();
  if (linker.empty()) {
    made.refusal = messages::no_linker;
    return made;
  }
  // g++ leaves what copies memory to a library of its own, which is not there
  const Sandboxed linked = run_sandboxed(
      linker,
      {"-shared", "--eh-frame-hdr", "--defsym=__dso_handle=0", "--wrap=memcpy", "--wrap=memmove",
       "--wrap=memset", "--wrap=__cxa_allocate_exception", "-o", shared, object},
      sandbox);
  if (linked.code != 0) {
    made.refusal = linked.refusal;
    made.out_of_time = linked.out_of_time;
    made.message = messages::linker_says(
        {.words = readable(printable(linked.words.substr(0, linked.words.find('\n'))),
                           longest_message)});
    return made;
  }
  if (!defer_initializers(shared)) {
    made.refusal = messages::linker_unreadable;
    return made;
  }
  made.object = shared;
  return made;
}

std::vector<uint32_t> lines_of_sites(const CompiledStudent& compiled, const CompileRecipe& recipe,
                                     const std::vector<StudentSite>& sites) {
  std::vector<uint32_t> lines;
  std::vector<std::string> arguments{"-e", compiled.object};
  const auto is_asked = [&](StudentSite site, std::size_t place) {
    return site != 0 && !(site & site_is_line) && place < max_sites;
  };
  for (const StudentSite site : sites) {
    lines.push_back(site & site_is_line ? site & ~site_is_line : 0);
    if (!is_asked(site, lines.size() - 1)) continue;
    char text[16];
    const auto end = std::to_chars(text, text + sizeof text, site - 1, 16).ptr;
    arguments.emplace_back(text, end);
  }
  const std::string tool = program_named("addr2line");
  if (arguments.size() == 2 || tool.empty()) return lines;
  const Sandboxed told = run_sandboxed(tool, arguments,
                                       {.cpu_seconds = 5,
                                        .wall_seconds = 10,
                                        .readable = {recipe.scratch},
                                        .writable = {},
                                        .unconfined = recipe.unconfined});
  std::istringstream answers(told.output);
  for (std::size_t i = 0; i < sites.size(); ++i) {
    if (!is_asked(sites[i], i)) continue;
    std::string answer;
    std::getline(answers, answer);
    const std::size_t colon = answer.rfind(':');
    if (colon == std::string::npos) continue;
    const std::string file = fs::path(answer.substr(0, colon)).filename().string();
    if (file == recipe.header.name) lines[i] = header_lines;
    if (file != student_file_name) continue;
    std::from_chars(answer.data() + colon + 1, answer.data() + answer.size(), lines[i]);
  }
  return lines;
}

}  // namespace radix
