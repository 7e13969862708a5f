#include "rewrite.hpp"

#include <algorithm>
#include <string_view>

#include "kernels/probes/lexer.hpp"

namespace radix {
namespace {

using namespace lexer;

/// The first launch from the end on: kernel<<<shape>>>(arguments). False when there is none.
bool rewrite_last_launch(std::string& text, std::string& plain, Rewritten& made) {
  const std::size_t at = plain.rfind("<<<");
  if (at == std::string::npos) return false;
  std::size_t end = plain.find(">>>", at + 3);
  // A shape may itself end in a template: …>> >
  const std::size_t open = end == std::string::npos ? end : skip_blanks(plain, end + 3);
  const std::size_t last = open == std::string::npos || open >= plain.size() || plain[open] != '('
                               ? std::string::npos
                               : closing(plain, open);
  made.line = line_at(text, at);
  if (end == std::string::npos)
    made.refusal = "A launch begins with <<< here and has no >>>.";
  else if (last == std::string::npos)
    made.refusal = "A launch has no arguments in ( ) behind its >>>.";
  if (!made.refusal.empty()) return false;
  const std::size_t head = callee_before(plain, at);
  std::string callee = text.substr(head, at - head);
  while (!callee.empty() && is_blank(callee.back())) callee.pop_back();
  std::string name = callee;
  std::erase_if(name, is_blank);
  const std::string shape = text.substr(at + 3, end - at - 3);
  const std::string gap = text.substr(end + 3, open - end - 3);
  const std::string arguments = text.substr(open + 1, last - open - 1);
  const bool none = std::all_of(plain.begin() + static_cast<std::ptrdiff_t>(open) + 1,
                                plain.begin() + static_cast<std::ptrdiff_t>(last), is_blank);
  const std::string call = "rs_launch(\"" + name + "\", " + std::to_string(line_at(text, head)) +
                           ", {" + shape + "}, [=](auto... rs_each) RS_HIDDEN { " + callee +
                           "(rs_each...); }" + gap + (none ? "" : ", ") + arguments + ")";
  text = text.substr(0, head) + call + text.substr(last + 1);
  // What was a comment in the arguments still is one; only lengths changed behind `head`
  plain = blanked(text);
  return true;
}

/// `extern __shared__ T name[];` becomes a pointer to the launch's dynamic shared memory.
void rewrite_dynamic_shared(std::string& text) {
  for (std::size_t from = 0;;) {
    const std::string plain = blanked(text);
    const std::size_t at = find_word(plain, "extern", from);
    if (at == std::string::npos) return;
    from = at + 6;
    const std::size_t end = plain.find(';', at);
    const std::size_t shared = find_word(plain, "__shared__", at);
    if (end == std::string::npos || shared == std::string::npos || shared > end) continue;
    const std::size_t square = plain.find('[', shared);
    if (square == std::string::npos || square > end) continue;
    std::size_t stop = square;
    while (stop > at && is_blank(plain[stop - 1])) --stop;
    std::size_t begin = stop;
    while (begin > at && in_word(plain[begin - 1])) --begin;
    std::string type = text.substr(shared + 10, begin - shared - 10);
    const std::size_t align = type.find("__align__");
    if (align != std::string::npos) {
      const std::size_t close = type.find(')', align);
      if (close != std::string::npos) type.erase(align, close + 1 - align);
    }
    const std::string name = text.substr(begin, stop - begin);
    const std::string made =
        type + "* " + name + " = (" + type + "*)rs_dynamic_shared(\"" + name + "\");";
    text = text.substr(0, at) + made + text.substr(end + 1);
  }
}

/// The first argument of cudaLaunchCooperativeKernel is the kernel itself, without "(void*)".
void drop_casts_of_kernels(std::string& text) {
  constexpr std::string_view call = "cudaLaunchCooperativeKernel";
  const std::string plain = blanked(text);
  for (std::size_t at = find_word(plain, call); at != std::string::npos;
       at = find_word(plain, call, at + 1)) {
    const std::size_t open = skip_blanks(plain, at + call.size());
    if (open >= plain.size() || plain[open] != '(') continue;
    const std::size_t cast = skip_blanks(plain, open + 1);
    if (cast >= plain.size() || plain[cast] != '(') continue;
    const std::size_t end = closing(plain, cast);
    if (end == std::string::npos || plain.substr(cast, end - cast).find('*') == std::string::npos)
      continue;
    std::fill(text.begin() + static_cast<std::ptrdiff_t>(cast),
              text.begin() + static_cast<std::ptrdiff_t>(end) + 1, ' ');
  }
}

/// Headers that the words stand for.
void drop_toolkit_headers(std::string& text) {
  constexpr std::string_view headers[] = {"cuda",
                                          "cuda_runtime",
                                          "cuda_runtime_api",
                                          "device_launch_parameters",
                                          "device_functions",
                                          "sm_20_atomic_functions",
                                          "helper_cuda",
                                          "assert",
                                          "cassert",
                                          "device_atomic_functions"};
  const std::string plain = blanked(text);
  for (std::size_t at = plain.find('#'); at != std::string::npos; at = plain.find('#', at + 1)) {
    const std::size_t word = skip_blanks(plain, at + 1);
    if (plain.compare(word, 7, "include") != 0) continue;
    const std::size_t open = skip_blanks(plain, word + 7);
    std::size_t name = text.find_first_of("<\"", word), end = text.find('\n', at);
    if (end == std::string::npos) end = text.size();
    if (name == std::string::npos || name > end || open > end + 1) continue;
    const std::size_t close = text.find_first_of(">\"", ++name);
    if (close == std::string::npos || close > end) continue;
    std::string header = text.substr(name, close - name);
    if (header.ends_with(".h")) header.resize(header.size() - 2);
    if (std::find(std::begin(headers), std::end(headers), header) != std::end(headers))
      std::fill(text.begin() + static_cast<std::ptrdiff_t>(at),
                text.begin() + static_cast<std::ptrdiff_t>(close) + 1, ' ');
  }
}

/// What only a GPU's compiler reads.
bool refuse_assembler(const std::string& plain, Rewritten& made) {
  for (const std::string_view word : {"asm", "__asm__", "__asm"}) {
    const std::size_t at = find_word(plain, word);
    if (at == std::string::npos) continue;
    made.line = line_at(plain, at);
    made.refusal = "Assembler cannot be watched here; write it in CUDA C++.";
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
bool defines(const std::string& plain, std::string_view name) {
  for (std::size_t at = find_word(plain, name); at != std::string::npos;
       at = find_word(plain, name, at + 1)) {
    const std::size_t open = skip_blanks(plain, at + name.size());
    if (open >= plain.size() || plain[open] != '(') continue;
    const std::size_t close = closing(plain, open);
    if (close == std::string::npos) continue;
    const std::size_t body = skip_blanks(plain, close + 1);
    if (body < plain.size() && plain[body] == '{') return true;
  }
  return false;
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
  EntryOfFile found{.call = !entry.empty() ? entry : call_in_comment(text),
                    .own_scan = defines(plain, "exclusiveScan")};
  found.kind = !found.call.empty()                 ? Kind::call
               : defines(plain, "sort")            ? Kind::sort
               : defines(plain, "main")            ? Kind::main
               : defines(plain, "radix_sort_iter") ? Kind::chapter
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
  Rewritten made;
  std::string text = source, plain = blanked(text);
  if (refuse_assembler(plain, made)) return made;
  drop_toolkit_headers(text);
  plain = blanked(text);
  const EntryOfFile way_in = entry_of(source, entry);
  const bool chapter = way_in.kind == EntryOfFile::Kind::chapter;
  while (rewrite_last_launch(text, plain, made)) {
  }
  if (!made.refusal.empty()) return made;
  rewrite_dynamic_shared(text);
  drop_casts_of_kernels(text);
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
  made.text = (chapter && !way_in.own_scan ? std::string(chapter_scan) : "") + "#line 1 \"" +
              quoted_for_c(name) + "\"\n" + text;
  made.line = 0;
  return made;
}

}  // namespace radix
