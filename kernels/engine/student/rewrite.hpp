/// A student's CUDA file made into C++ that any host compiler reads after
/// include/cuda_words.h: launches become calls, `extern __shared__` a pointer, headers of
/// the toolkit go, what a DeviceArray holds, or after() cuts, has its name. Every line keeps its
/// number, so that errors and addresses name the student's.
#pragma once

#include <cstdint>
#include <string>

namespace radix {

struct Rewritten {
  std::string text;     ///< C++, starting with a #line of the student's file
  std::string refusal;  ///< "" or one sentence: what cannot be compiled here
  uint32_t line = 0;    ///< the line that `refusal` is about
};

/// How a file is entered.
struct EntryOfFile {
  enum class Kind { call, main, sort, chapter, none };
  Kind kind = Kind::none;
  std::string call;       ///< as it was named, of kind `call`
  std::string result;     ///< where the call's result is: "output", else "host", else "keys"
  bool own_scan = false;  ///< it defines exclusiveScan
};
/// `entry`: a call as "gpuSort(keys, n)", of the names keys, output, host, n and bits, or "" where
/// the file says it itself: by a comment `// radixscope: gpuSort(keys, n)`, by a function
/// `void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits)`, by main, or by the
/// chapter's kernel of Fig. 13.4 alone, `radix_sort_iter(input, output, bits, N, iter)`.
EntryOfFile entry_of(const std::string& text, const std::string& entry);

/// Between the quotes of a C string or a #line.
std::string quoted_for_c(const std::string& text);

/// `name`: what the compiler is to call the file; `entry`: see entry_of. The chapter's kernel
/// alone gets a host's side and `exclusiveScan` where they are missing.
Rewritten rewrite_cuda(const std::string& text, const std::string& name, const std::string& entry);

/// The same for a header that is not the student's: its lines start at header_lines.
std::string rewrite_header(const std::string& text, const std::string& name);

}  // namespace radix
