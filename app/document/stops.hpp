/// Where playing and long steps stop: a line of a kernel, or a condition on a value that the
/// kernel's panel shows, "slot == 12".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/engine/model/trace.hpp"

namespace scope {

struct Document;

struct Stop {
  std::string file;  ///< of a kernel; "": a condition
  uint32_t line = 0;
  std::string name;      ///< what the kernel calls the value: "slot", "ones.total"
  std::string relation;  ///< "==", "!=", "<", "<=", ">", ">="
  uint32_t value = 0;
  friend bool operator==(const Stop&, const Stop&) = default;
};

/// "03_digits.cu:97", "slot == 12".
std::string text_of(const Stop& stop);

/// The same read: a line alone is one of the file whose step is shown. Nothing, with one sentence.
std::optional<Stop> read_stop(const Document& document, const std::string& text,
                              std::string& refusal);

/// The same for a session, whose run is not recorded yet: nothing where it cannot be read.
std::optional<Stop> kept_stop(const std::string& text);

/// What the kernels of a run call the values that its steps show, and the arrays that hold them:
/// "slot" and local_destination. Arrays have their own names, too.
std::vector<std::pair<std::string, radix::ArrayId>> values_by_name(const radix::Trace& trace);

/// The first cursor after `from`, up to `to`, at which a stop holds; else `to`.
std::size_t stop_on_the_way(const Document& document, std::size_t from, std::size_t to);

/// Why the run stops at the step that is shown: one sentence, or "".
std::string stopped_words(const Document& document);

/// The cursors after the steps that a line of a file makes, in their order. `rows`: of that file.
struct SourceRow;
std::vector<std::size_t> steps_of_line(const radix::Trace& trace, const std::string& file,
                                       const std::vector<SourceRow>& rows, uint32_t line);

}  // namespace scope
