/// Kernel sources as the CODE panel shows them: lines without their notes, what each piece of a
/// line is, and where to break lines that are wider than the panel.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/run/engine.hpp"

namespace scope {

enum class SourceInk : uint8_t { plain, comment, keyword, cuda, number, quoted };

/// Bytes begin … end - 1 of a line.
struct SourceSpan {
  uint32_t begin = 0, end = 0;
  SourceInk ink = SourceInk::plain;
};

/// One line without its end and its note; the spans cover it from left to right without gaps.
struct SourceRow {
  std::string_view text;
  std::string_view note;  ///< what follows `//:`, which says what a step shows of the line; or ""
  std::vector<SourceSpan> spans;
  bool only_note() const { return text.empty() && !note.empty(); }
};

/// The lines of a source file. `text` must outlive them.
std::vector<SourceRow> source_rows(std::string_view text);

/// The first row, from 0, of the statement that stands in row `row`.
std::size_t statement_begin(const std::vector<SourceRow>& rows, std::size_t row);

/// The row after the last one of the statement that starts at `row`.
std::size_t statement_end(const std::vector<SourceRow>& rows, std::size_t row);

/// Rows begin … end - 1, from 0.
struct RowRange {
  std::size_t begin = 0, end = 0;
};
/// The statements that made what the step of row `row` shows: the one that stands there, and those
/// before it, up to a barrier, that store into the same array.
std::vector<RowRange> filling_statements(const std::vector<SourceRow>& rows, std::size_t row);

/// What a step shows of the statement that ends in row `row`, for the array `made`: "slot" of
/// `const unsigned slot = …;  //: local_destination[i]`, "ones.total" of `//: block_ones[b] =
/// ones.total`, "sums[t]" of `//: level up d: sums[k]`; "" where the note names the array alone or
/// shows more than a name.
std::string shown_expression(const std::vector<SourceRow>& rows, std::size_t row,
                             std::string_view made);

/// "slot" of `const unsigned slot = …`, "output[destination]" of `output[destination] = key;`; "".
std::string assigned_in(std::string_view line);

/// The embedded files a sort is made of: its own first, then those it includes, each once.
std::vector<std::string_view> files_of(const radix::SortInfo& sort);

/// Those of a run, which the panel offers: the sorts' own and those that its steps stand in come
/// before those that only help; block scans that it does not make are left out.
std::vector<std::string_view> files_of(const radix::Trace& trace);

/// The text of an embedded file, "" when there is none with this name.
std::string_view embedded_text(std::string_view file);

/// Where a line is cut so that no piece is longer than `columns` characters: begin of every piece,
/// the first is 0. Cut after a blank or a comma where there is one. Later pieces are indented by
/// `indent`.
std::vector<uint32_t> cuts_of(std::string_view line, uint32_t columns, uint32_t indent);

/// How far the pieces after the first are indented: two more than the line, or under a comment's
/// text.
uint32_t hanging_indent(std::string_view line);

}  // namespace scope
