#include "rewrite.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "kernels/engine/probes/lexer.hpp"
#include "student_run.hpp"
#include "text/student.hpp"

namespace radix {

namespace messages = scope::text::student;
namespace {

using namespace lexer;

/// The number of the line in which a place of the text stands, asked for in any order.
class Lines {
 public:
  explicit Lines(const std::string& text) {
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1))
      ends_.push_back(at);
  }
  uint32_t at(std::size_t place) const {
    return 1 + static_cast<uint32_t>(std::ranges::lower_bound(ends_, place) - ends_.begin());
  }

 private:
  std::vector<std::size_t> ends_;
};

/// Where every ( closes, found in one go: files have brackets without end.
class Brackets {
 public:
  explicit Brackets(const std::string& plain) : closes_(plain.size(), std::string::npos) {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < plain.size(); ++i) {
      if (plain[i] == '(') open.push_back(i);
      if (plain[i] != ')' || open.empty()) continue;
      closes_[open.back()] = i;
      open.pop_back();
    }
  }
  /// Of the ( that stands there; npos where it never closes.
  std::size_t closing(std::size_t open) const { return closes_[open]; }

 private:
  std::vector<std::size_t> closes_;
};

/// kernel<<<shape>>>(arguments): places in the text; `shape` begins behind the <<<, `tail` behind
/// the >>>.
struct Launch {
  std::size_t head = 0, at = 0, shape = 0, end = 0, tail = 0, open = 0, last = 0;
};

/// Behind three of these signs; `at` where there are none. Visual Studio's formatter spreads a
/// launch: `kernel << <blocks, threads >> > (keys)`.
std::size_t behind_three(const std::string& plain, std::size_t at, char sign) {
  std::size_t end = at;
  for (int i = 0; i < 3; ++i) {
    if (i > 0) end = skip_blanks(plain, end);
    if (end >= plain.size() || plain[end] != sign) return at;
    ++end;
  }
  return end;
}

/// All of them, in the order in which they begin; a refusal where one is none.
std::vector<Launch> launches_in(const std::string& plain, const Brackets& brackets,
                                const Lines& lines, Rewritten& made) {
  constexpr std::size_t most = 2000;
  std::vector<Launch> launches;
  std::vector<std::size_t> open;  // of them, whose >>> has not come yet
  for (std::size_t at = 0; (at = plain.find_first_of("<>", at)) != std::string::npos;) {
    if (const std::size_t shape = behind_three(plain, at, '<'); shape > at) {
      open.push_back(launches.size());
      launches.push_back({.at = at, .shape = shape});
      if (launches.size() > most) {
        made.line = lines.at(at);
        made.refusal = messages::many_launches;
        return {};
      }
      at = shape;
    } else if (const std::size_t tail = behind_three(plain, at, '>'); tail > at && !open.empty()) {
      launches[open.back()].end = at, launches[open.back()].tail = tail;
      open.pop_back();
      at = tail;
    } else {
      ++at;
    }
  }
  for (Launch& each : launches) {
    made.line = lines.at(each.at);
    if (each.end == 0) return made.refusal = messages::launch_open, launches;
    each.head = callee_before(plain, each.at);
    each.open = skip_blanks(plain, each.tail);
    each.last = each.open < plain.size() && plain[each.open] == '(' ? brackets.closing(each.open)
                                                                    : std::string::npos;
    if (each.last == std::string::npos)
      return made.refusal = messages::launch_no_arguments, launches;
  }
  return launches;
}

/// The text with its launches as calls, piece by piece: a launch may stand in the arguments of
/// another one. `own`: its lines are the student's.
class LaunchWriter {
 public:
  LaunchWriter(const std::string& text, const std::string& plain, const Lines& lines,
               const std::vector<Launch>& launches, bool own)
      : text_(text), plain_(plain), lines_(lines), launches_(launches), own_(own) {}

  std::string all() { return piece(0, text_.size(), 0); }
  bool too_deep = false;

 private:
  std::string piece(std::size_t begin, std::size_t end, std::size_t depth) {
    constexpr std::size_t deepest = 8;
    if (depth > deepest) return too_deep = true, "";
    std::string made;
    while (next_ < launches_.size() && launches_[next_].head < end) {
      const Launch& launch = launches_[next_];
      if (launch.head >= begin && launch.last >= end) break;
      ++next_;
      if (launch.head < begin) continue;  // inside another one, and none that can be told apart
      made.append(text_, begin, launch.head - begin);
      made += call(launch, depth);
      begin = launch.last + 1;
    }
    return made.append(text_, begin, end - begin);
  }

  std::string call(const Launch& launch, std::size_t depth) {
    std::string callee = text_.substr(launch.head, launch.at - launch.head);
    while (!callee.empty() && is_blank(callee.back())) callee.pop_back();
    std::string name = callee;
    std::erase_if(name, is_blank);
    const auto from = plain_.begin() + static_cast<std::ptrdiff_t>(launch.open) + 1;
    const auto to = plain_.begin() + static_cast<std::ptrdiff_t>(launch.last);
    const bool none = std::all_of(from, to, is_blank);
    const std::string shape = piece(launch.shape, launch.end, depth + 1);
    const std::string gap = text_.substr(launch.tail, launch.open - launch.tail);
    return "rs_launch(\"" + quoted_for_c(name) + "\", " +
           std::to_string(own_ ? lines_.at(launch.head) : header_lines) + ", {" + shape +
           "}, [=](auto... rs_each) RS_HIDDEN { " + callee + "(rs_each...); }" + gap +
           (none ? "" : ", ") + piece(launch.open + 1, launch.last, depth + 1) + ")";
  }

  const std::string &text_, &plain_;
  const Lines& lines_;
  const std::vector<Launch>& launches_;
  const bool own_;
  std::size_t next_ = 0;
};

/// `extern __shared__ T name[];` becomes a pointer to the launch's dynamic shared memory.
void rewrite_dynamic_shared(std::string& text) {
  constexpr std::size_t longest = 1000;  // characters of such a declaration
  const std::string plain = blanked(text);
  std::string all;
  std::size_t told = 0;  // of the text, in `all`
  for (std::size_t at = find_word(plain, "extern"); at != std::string::npos;
       at = find_word(plain, "extern", at + 6)) {
    const std::string piece = plain.substr(at, longest);
    const std::size_t end = piece.find(';'), shared = find_word(piece, "__shared__");
    if (end == std::string::npos || shared == std::string::npos || shared > end) continue;
    const std::size_t square = piece.find('[', shared);
    if (square == std::string::npos || square > end) continue;
    std::size_t stop = square;
    while (stop > shared && is_blank(piece[stop - 1])) --stop;
    std::size_t begin = stop;
    while (begin > shared && in_word(piece[begin - 1])) --begin;
    if (begin < shared + 10) continue;
    std::string type = text.substr(at + shared + 10, begin - shared - 10);
    const std::size_t align = type.find("__align__");
    if (align != std::string::npos) {
      const std::size_t close = type.find(')', align);
      if (close != std::string::npos) type.erase(align, close + 1 - align);
    }
    const std::string name = text.substr(at + begin, stop - begin);
    all.append(text, told, at - told);
    all += type + "* " + name + " = (" + type + "*)rs_dynamic_shared(\"" + name + "\");";
    told = at + end + 1;
  }
  if (told > 0) text = all.append(text, told);
}

/// What `DeviceArray<T> name(n);` has allocated, and what begins at `T* name = after<T>(…);`, is
/// called by that name.
void name_arrays(std::string& text) {
  constexpr std::size_t longest = 200;  // characters of a type
  const std::string plain = blanked(text);
  const Brackets brackets(plain);
  std::string all;
  std::size_t told = 0;  // of the text, in `all`
  for (std::size_t at = plain.find('<'); at != std::string::npos; at = plain.find('<', at + 1)) {
    std::size_t word = at;
    while (word > 0 && in_word(plain[word - 1])) --word;
    const std::string_view what(plain.data() + word, at - word);
    const bool declares = what == "DeviceArray";
    if (!declares && what != "after") continue;
    const std::size_t close = at + std::string_view(plain).substr(at, longest).find('>');
    if (close < at || close >= plain.size()) continue;               // none
    std::size_t begin = skip_blanks(plain, close + 1), end = begin;  // of the name
    if (declares) {
      while (end < plain.size() && in_word(plain[end])) ++end;
    } else {
      end = plain.find_last_not_of(" \n", word == 0 ? 0 : word - 1);
      if (end == std::string::npos || plain[end] != '=') continue;
      end = plain.find_last_not_of(" \n", end - 1) + 1;
      for (begin = end; begin > 0 && in_word(plain[begin - 1]);) --begin;
    }
    const std::size_t open = declares ? end : skip_blanks(plain, close + 1);
    if (begin == end || open >= plain.size() || plain[open] != '(') continue;
    const std::size_t last = brackets.closing(open);
    if (last == std::string::npos || last + 1 >= plain.size() || plain[last + 1] != ';') continue;
    const std::string name = text.substr(begin, end - begin);
    all.append(text, told, last + 2 - told);
    all += " rs_name(" + name + ", \"" + name + "\", __LINE__);";
    told = last + 2;
  }
  if (told > 0) text = all.append(text, told);
}

/// The first argument of cudaLaunchCooperativeKernel is the kernel itself, without "(void*)".
void drop_casts_of_kernels(std::string& text) {
  constexpr std::string_view call = "cudaLaunchCooperativeKernel";
  const std::string plain = blanked(text);
  const Brackets brackets(plain);
  for (std::size_t at = find_word(plain, call); at != std::string::npos;
       at = find_word(plain, call, at + 1)) {
    const std::size_t open = skip_blanks(plain, at + call.size());
    if (open >= plain.size() || plain[open] != '(') continue;
    const std::size_t cast = skip_blanks(plain, open + 1);
    if (cast >= plain.size() || plain[cast] != '(') continue;
    constexpr std::size_t longest = 200;  // characters of a cast
    const std::size_t end = brackets.closing(cast);
    if (end == std::string::npos || end - cast > longest ||
        plain.substr(cast, end - cast).find('*') == std::string::npos)
      continue;
    std::fill(text.begin() + static_cast<std::ptrdiff_t>(cast),
              text.begin() + static_cast<std::ptrdiff_t>(end) + 1, ' ');
  }
}

/// Headers of the toolkit: what the words stand for goes, what has a file here is read by its name
/// alone, and of what is not there it is said what to do instead.
constexpr std::string_view words_stand_for[] = {"cuda",
                                                "cuda_runtime",
                                                "cuda_runtime_api",
                                                "cuda_device_runtime_api",
                                                "cuda_occupancy",
                                                "cuda_profiler_api",
                                                "channel_descriptor",
                                                "builtin_types",
                                                "common_functions",
                                                "device_atomic_functions",
                                                "device_double_functions",
                                                "device_functions",
                                                "device_launch_parameters",
                                                "device_types",
                                                "driver_functions",
                                                "driver_types",
                                                "host_config",
                                                "host_defines",
                                                "math_constants",
                                                "math_functions",
                                                "vector_functions",
                                                "vector_types",
                                                "helper_string",
                                                "assert",
                                                "cassert"};
constexpr std::string_view read_by_name[] = {"helper_cuda", "helper_functions", "helper_timer"};
using Instead = messages::instead;
struct NotThere {
  std::string_view begins;
  Instead instead;
};
constexpr NotThere not_there[] = {{"curand", Instead::host},      {"cublas", Instead::other},
                                  {"cufft", Instead::other},      {"cusparse", Instead::other},
                                  {"nvToolsExt", Instead::marks}, {"nvtx3", Instead::marks},
                                  {"cuda_fp16", Instead::plain},  {"cuda_bf16", Instead::plain}};

template <class List>
bool is_among(const List& list, std::string_view name) {
  return std::find(std::begin(list), std::end(list), name) != std::end(list);
}

/// Files of words of the toolkit's, by their names alone.
bool is_of_words(std::string_view name) {
  return is_among(words_stand_for, name) || name.starts_with("sm_") ||
         name.starts_with("texture_") || name.starts_with("surface_");
}

/// False where one is included that is not there.
bool rewrite_includes(std::string& text, const Lines& lines, Rewritten& made) {
  const std::string plain = blanked(text);
  for (std::size_t at = plain.find('#'); at != std::string::npos; at = plain.find('#', at + 1)) {
    const std::size_t word = skip_blanks(plain, at + 1);
    if (plain.compare(word, 7, "include") != 0) continue;
    constexpr std::size_t longest = 4096;  // characters of such a line
    std::size_t end = std::string_view(text).substr(at, longest).find('\n');
    end = end == std::string_view::npos ? std::min(at + longest, text.size()) : at + end;
    if (word > end) continue;
    const std::string_view line(text.data() + word, end - word);
    std::size_t name = line.find_first_of("<\""), close = name;
    if (name != std::string::npos) close = line.find_first_of(">\"", ++name);
    if (name == std::string::npos || close == std::string::npos) continue;
    name += word, close += word;
    const std::string path = text.substr(name, close - name);
    std::string header = path.substr(path.find_last_of("/\\") + 1);  // npos + 1: from 0
    if (header.ends_with(".h")) header.resize(header.size() - 2);
    for (const NotThere& each : not_there)
      if (header.starts_with(each.begins)) {
        made.line = lines.at(at);
        made.refusal = messages::not_there({.file = path, .instead = each.instead});
        return false;
      }
    const auto put = [&](std::size_t from, std::size_t to, const std::string& instead) {
      std::fill(text.begin() + static_cast<std::ptrdiff_t>(from),
                text.begin() + static_cast<std::ptrdiff_t>(to), ' ');
      text.replace(from, instead.size(), instead);
    };
    if (is_of_words(header))
      put(at, close + 1, "");
    else if (is_among(read_by_name, header) && path.ends_with(".h"))
      put(name - 1, close + 1, "<" + header + ".h>");
  }
  return true;
}

/// What only a GPU's compiler reads.
bool refuse_assembler(const std::string& plain, const Lines& lines, Rewritten& made) {
  for (const std::string_view word : {"asm", "__asm__", "__asm"}) {
    const std::size_t at = find_word(plain, word);
    if (at == std::string::npos) continue;
    made.line = lines.at(at);
    made.refusal = messages::no_assembler;
    return true;
  }
  return false;
}

/// What follows "// radixscope:" in a comment, or "".
std::string call_in_comment(const std::string& text) {
  const std::size_t at = text.find("radixscope:");
  if (at == std::string::npos) return "";
  const std::size_t slashes = text.rfind("//", at);
  const std::size_t line = text.rfind('\n', at);
  if (slashes == std::string::npos || (line != std::string::npos && slashes < line)) return "";
  const std::size_t begin = at + 11;
  return text.substr(begin, text.find('\n', begin) - begin);
}

/// A function of this name is defined: its ( ) is followed by {.
bool defines(const std::string& plain, const Brackets& brackets, std::string_view name) {
  for (std::size_t at = find_word(plain, name); at != std::string::npos;
       at = find_word(plain, name, at + 1)) {
    const std::size_t open = skip_blanks(plain, at + name.size());
    if (open >= plain.size() || plain[open] != '(') continue;
    const std::size_t close = brackets.closing(open);
    if (close == std::string::npos) continue;
    const std::size_t body = skip_blanks(plain, close + 1);
    if (body < plain.size() && plain[body] == '{') return true;
  }
  return false;
}

/// C++ without a way in. `own`: its lines are the student's.
Rewritten as_cpp(const std::string& source, bool own) {
  Rewritten made{.text = source};
  const Lines lines(made.text);
  if (!rewrite_includes(made.text, lines, made)) return made;
  const std::string plain = blanked(made.text);
  // A word of the system's headers, too, which are read behind ours
  for (std::size_t at = find_word(plain, "__noinline__"); at != std::string::npos;
       at = find_word(plain, "__noinline__", at + 1))
    made.text.replace(at, 12, 12, ' ');
  if (refuse_assembler(plain, lines, made)) return made;
  const std::vector<Launch> launches = launches_in(plain, Brackets(plain), lines, made);
  if (!made.refusal.empty()) return made;
  LaunchWriter writer(made.text, plain, lines, launches, own);
  std::string written = writer.all();
  if (writer.too_deep) {
    made.refusal = messages::launches_too_deep;
    return made;
  }
  made.text = std::move(written);
  rewrite_dynamic_shared(made.text);
  drop_casts_of_kernels(made.text);
  name_arrays(made.text);
  made.line = 0;
  return made;
}

constexpr std::string_view entry_head =
    "\nvoid sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {";

/// The host's side of Fig. 13.4, for its kernel alone.
constexpr std::string_view chapter_driver =
    " unsigned *rs_in = keys, *rs_out = output, *bit_row; cudaMalloc(&bit_row, (n + 1) * 4);"
    " for (unsigned iter = 0; iter < bits; ++iter) {"
    " rs_launch(\"radix_sort_iter\", 0, {(n + 3) / 4, 4}, [=](auto... each) RS_HIDDEN {"
    " radix_sort_iter(each...); }, rs_in, rs_out, bit_row, n, iter);"
    " unsigned* rs_last = rs_in; rs_in = rs_out; rs_out = rs_last; }"
    " if (rs_in != output) cudaMemcpy(output, rs_in, n * 4, cudaMemcpyDeviceToDevice);"
    " cudaFree(bit_row); }";

/// bits[0…N) becomes its exclusive scan, bits[N] the sum, for all threads of the grid.
constexpr std::string_view chapter_scan =
    "#include <cooperative_groups.h>\n"
    "static inline RS_HIDDEN void exclusiveScan(unsigned* bits, unsigned N, RS_AT) {"
    " rs_grid_sync(rs_file, rs_line); if (blockIdx.x == 0 && threadIdx.x == 0) {"
    " rs_range(bits, N * 4, 0, rs_line); rs_range(bits, (N + 1) * 4, 1, rs_line);"
    " unsigned sum = 0; for (unsigned i = 0; i <= N; ++i) {"
    " const unsigned own = i < N ? bits[i] : 0; bits[i] = sum; sum += own; } }"
    " rs_grid_sync(rs_file, rs_line); }\n";

}  // namespace

EntryOfFile entry_of(const std::string& text, const std::string& entry) {
  using Kind = EntryOfFile::Kind;
  const std::string plain = blanked(text);
  const Brackets brackets(plain);
  EntryOfFile found{.call = !entry.empty() ? entry : call_in_comment(text),
                    .own_scan = defines(plain, brackets, "exclusiveScan")};
  found.kind = !found.call.empty()                           ? Kind::call
               : defines(plain, brackets, "sort")            ? Kind::sort
               : defines(plain, brackets, "main")            ? Kind::main
               : defines(plain, brackets, "radix_sort_iter") ? Kind::chapter
                                                             : Kind::none;
  for (const char* each : {"keys", "host", "output"})
    if (find_word(found.call, each) != std::string::npos) found.result = each;
  return found;
}

std::string quoted_for_c(const std::string& text) {
  std::string quoted;
  for (const char c : text) quoted += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
  return quoted;
}

Rewritten rewrite_cuda(const std::string& source, const std::string& name,
                       const std::string& entry) {
  Rewritten made = as_cpp(source, true);
  if (!made.refusal.empty()) return made;
  std::string& text = made.text;
  const EntryOfFile way_in = entry_of(source, entry);
  const bool chapter = way_in.kind == EntryOfFile::Kind::chapter;
  if (way_in.kind == EntryOfFile::Kind::call)
    text += std::string(entry_head) +
            " unsigned* host = (unsigned*)malloc(n * 4); rs_memcpy(host, keys, n * 4, 2, 0); " +
            way_in.call + ";" +
            (way_in.result == "host"   ? " rs_memcpy(output, host, n * 4, 1, 0);"
             : way_in.result == "keys" ? " rs_memcpy(output, keys, n * 4, 3, 0);"
                                       : "") +
            " }\n";
  else if (chapter)
    text += std::string(entry_head) + std::string(chapter_driver) + "\n";
  text = (chapter && !way_in.own_scan ? std::string(chapter_scan) : "") + "#line 1 \"" +
         quoted_for_c(name) + "\"\n" + text;
  return made;
}

std::string rewrite_header(const std::string& text, const std::string& name) {
  return "#line " + std::to_string(header_lines) + " \"" + quoted_for_c(name) + "\"\n" +
         as_cpp(text, false).text;
}

}  // namespace radix
