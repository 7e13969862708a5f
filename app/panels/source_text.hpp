/// Kernel sources as the CODE panel shows them: lines, what each piece of a line is, which lines
/// belong to the instrument, and where to break lines that are wider than the panel.
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

/// One line without its end; the spans cover it from left to right without gaps.
struct SourceRow {
  std::string_view text;
  std::vector<SourceSpan> spans;
  bool instrument = false;  ///< shows a step and computes nothing: the book has no such line
};

/// The lines of a source file. `text` must outlive them.
std::vector<SourceRow> source_rows(std::string_view text);

/// The row, from 0, that shows a step whose line (from 1) is this: of the instrument right under
/// it, else the line itself.
std::size_t shown_row(const std::vector<SourceRow>& rows, std::size_t line);

/// The row to light for the step that row number `row` shows: the first one of the statement above
/// that computed what is shown, never a brace or the instrument.
std::size_t lit_row(const std::vector<SourceRow>& rows, std::size_t row);

/// The row behind the last one of the statement that begins at `row`.
std::size_t statement_end(const std::vector<SourceRow>& rows, std::size_t row);

/// "bits" of `show("bits");`, which marks that an array is complete; "" for every other row.
std::string marked_array(std::string_view line);

/// "slot" of `show("local_destination", i, slot);`: what it shows, where that is a plain name; "".
std::string shown_expression(std::string_view line);

/// "sums" of `show.level(sweep, distance, sums, k);`, which shows all elements of an array at once;
/// "" for every other row.
std::string levelled_array(std::string_view line);

/// The embedded files a rung is made of: its own first, then those it includes, each once.
std::vector<std::string_view> files_of(const radix::RungInfo& rung);

/// Those of a run, which the panel offers: the rungs' own and those that its steps stand in come
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
