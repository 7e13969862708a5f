#include "source_text.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "app/core/base/text.hpp"
#include "kernels/engine/model/sources.hpp"

namespace scope {
namespace {

constexpr std::array<std::string_view, 44> keywords = {
    "alignas",  "auto",      "bool",     "break",   "case",      "char",     "class",    "const",
    "continue", "constexpr", "do",       "else",    "enum",      "explicit", "false",    "float",
    "for",      "if",        "inline",   "int",     "namespace", "new",      "nullptr",  "operator",
    "private",  "public",    "return",   "sizeof",  "static",    "struct",   "switch",   "template",
    "this",     "true",      "typename", "uint8_t", "uint32_t",  "uint64_t", "unsigned", "using",
    "virtual",  "void",      "volatile", "while"};

constexpr std::array<std::string_view, 19> cuda_words = {
    "__global__",    "__device__",    "__host__",      "__shared__",    "__restrict__",
    "__syncthreads", "__syncwarp",    "__threadfence", "threadIdx",     "blockIdx",
    "blockDim",      "gridDim",       "atomicAdd",     "atomicCAS",     "atomicExch",
    "warpSize",      "__ballot_sync", "__popc",        "__shfl_up_sync"};

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

template <std::size_t N>
bool among(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

SourceInk ink_of_word(std::string_view word) {
  if (std::isdigit(static_cast<unsigned char>(word[0]))) return SourceInk::number;
  if (among(cuda_words, word)) return SourceInk::cuda;
  return among(keywords, word) ? SourceInk::keyword : SourceInk::plain;
}

/// One past the piece of `line` that begins at `at`, and what it is.
SourceSpan span_at(std::string_view line, uint32_t at) {
  const auto size = static_cast<uint32_t>(line.size());
  if (line.substr(at, 2) == "//") return {at, size, SourceInk::comment};
  if (line[at] == '#') {
    const auto end = static_cast<uint32_t>(std::min(line.find_first_of(" \"<", at), line.size()));
    return {at, end, SourceInk::keyword};
  }
  if (line[at] == '"') {
    const auto close = line.find('"', at + 1);
    return {at, close == line.npos ? size : static_cast<uint32_t>(close + 1), SourceInk::quoted};
  }
  uint32_t end = at + 1;
  if (!in_word(line[at])) return {at, end, SourceInk::plain};
  while (end < size && in_word(line[end])) ++end;
  return {at, end, ink_of_word(line.substr(at, end - at))};
}

std::vector<SourceSpan> spans_of(std::string_view line) {
  std::vector<SourceSpan> spans;
  for (uint32_t at = 0; at < line.size();) {
    const SourceSpan next = span_at(line, at);
    if (!spans.empty() && spans.back().ink == next.ink)
      spans.back().end = next.end;
    else
      spans.push_back(next);
    at = next.end;
  }
  return spans;
}

/// True for a row that computes: not blank, not a brace or a comment alone.
bool computes(const SourceRow& row) {
  const std::string_view code = row.text.substr(0, row.text.find("//"));
  return std::ranges::any_of(code, in_word);
}

bool is_kernel(std::string_view line) {
  return line.starts_with("__global__") || line.starts_with("__device__");
}

/// True for the last row of a statement, and for what opens a block.
bool is_over(std::string_view line) {
  const std::string_view code = trimmed(line.substr(0, line.find("//")));
  return code.empty() || code.ends_with(';') || code.ends_with('}') || code.ends_with('{') ||
         code.ends_with(':') || code.starts_with('#');
}

/// The parts of the notes about row `row`: its own, and those below it in its kernel, the nearest
/// first; after a loop or a barrier they are about the line that fills what they show.
std::vector<std::string_view> notes_about(const std::vector<SourceRow>& rows, std::size_t row) {
  std::vector<std::string_view> parts;
  bool beside = true;  // no line between that computes
  for (std::size_t at = row; at < rows.size() && (at == row || !is_kernel(rows[at].text)); ++at) {
    beside = beside && (at == row || !computes(rows[at]));
    if (!beside && rows[at].note.starts_with("level ")) continue;  // about its own line
    for (std::string_view note = rows[at].note; !note.empty();) {
      const std::size_t end = std::min(note.find(';'), note.size());
      parts.push_back(trimmed(note.substr(0, end)));
      note.remove_prefix(std::min(end + 1, note.size()));
    }
  }
  return parts;
}

/// The same without what says when, how often and where it holds: `if (…)`, `some`, `round r`,
/// `later k`, `in name`.
std::string_view bare_note(std::string_view note) {
  if (note.starts_with("if (")) {
    int depth = 0;
    std::size_t at = 3;
    do {
      depth += note[at] == '(' ? 1 : note[at] == ')' ? -1 : 0;
    } while (++at < note.size() && depth > 0);
    note = trimmed(note.substr(at));
  }
  if (note.starts_with("some ")) note.remove_prefix(5);
  if (note.starts_with("round "))
    note.remove_prefix(std::min(note.find(' ', 6), note.size() - 1) + 1);
  note = note.substr(0, note.find(" later "));
  return note.substr(0, note.find(" in "));
}

/// The array of which a line stores an element: "counts" of `counts[d] = n;`; "" = none.
std::string_view stored_in(std::string_view line) {
  const std::size_t close = std::min(line.rfind("] = "), line.rfind("] += "));
  if (close == line.npos) return "";
  std::size_t open = close, depth = 1;
  while (depth > 0 && open > 0) {
    --open;
    depth += line[open] == ']' ? 1 : 0;
    depth -= line[open] == '[' ? 1 : 0;
  }
  std::size_t begin = open;
  while (begin > 0 && (in_word(line[begin - 1]) || line[begin - 1] == '.')) --begin;
  return line.substr(begin, open - begin);
}

bool is_path(std::string_view name) {
  return !name.empty() && !std::isdigit(static_cast<unsigned char>(name[0])) &&
         std::ranges::all_of(name, [](char c) { return in_word(c) || c == '.'; });
}

/// The file that a line includes with quotes, without its folder; "" = none.
std::string_view included_by(std::string_view line) {
  constexpr std::string_view start = "#include \"";
  if (!line.starts_with(start)) return "";
  std::string_view path = line.substr(start.size());
  path = path.substr(0, path.find('"'));
  return path.substr(path.find_last_of('/') + 1);
}

void add_file(std::string_view file, std::vector<std::string_view>& files) {
  const std::string_view text = embedded_text(file);
  if (text.empty() || std::ranges::find(files, file) != files.end()) return;
  files.push_back(file);
  for (std::size_t at = text.find("\n#include"); at != text.npos;
       at = text.find("\n#include", at + 1))
    add_file(included_by(text.substr(at + 1)), files);
}

bool ends_a_piece(char c) { return c == ' ' || c == ',' || c == ';'; }

}  // namespace

std::vector<SourceRow> source_rows(std::string_view text) {
  std::vector<SourceRow> rows;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end), note;
    if (const std::size_t at = line.find("//:"); at != line.npos) {
      note = trimmed(line.substr(at + 3));
      line = radix::without_note(line);
    }
    rows.push_back({line, note, spans_of(line)});
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return rows;
}

std::string assigned_in(std::string_view line) {
  std::size_t at = line.find(" = ");
  if (at == line.npos && line.ends_with(" =")) at = line.size() - 2;
  if (at == line.npos) return "";
  std::string_view left = trimmed(line.substr(0, at));
  std::size_t depth = 0, begin = left.size();
  while (begin > 0) {
    const char c = left[begin - 1];
    if (c == ']') ++depth;
    if (c == '[' && depth > 0) --depth;
    if (c == ' ' && depth == 0) break;
    --begin;
  }
  return std::string(left.substr(begin));
}

std::string shown_expression(const std::vector<SourceRow>& rows, std::size_t row,
                             std::string_view made) {
  if (row >= rows.size()) return "";
  const std::string defined = assigned_in(rows[statement_begin(rows, row)].text);
  for (const std::string_view part : notes_about(rows, row)) {
    const std::string_view note = bare_note(part);
    if (note.starts_with("level ")) {
      const std::string_view sums = trimmed(note.substr(std::min(note.find(':') + 1, note.size())));
      const std::size_t square = sums.find('[');
      return std::string(sums.substr(0, square)) + (square == sums.npos ? "" : "[t]");
    }
    std::size_t end = 0;
    while (end < note.size() && in_word(note[end])) ++end;
    const std::string_view name = note.substr(0, end), value = note.substr(end);
    // A scan's kernels name the roles of a scan, of which `made` plays one
    const bool role = name == "before_in_block" || name == "block_sum" || name == "before_block" ||
                      name == "result";
    if (name != made && !role) continue;
    const std::size_t equals = value.find(" = ");
    if (equals != value.npos) {
      const std::string_view shown = trimmed(value.substr(equals + 3));
      return is_path(shown) ? std::string(shown) : "";
    }
    if (value.starts_with("[") && value.find("] by ") == value.npos) return defined;
    if (value.empty() && (defined.starts_with(std::string(name) + "[") || name == "result"))
      return defined;
    return "";
  }
  return "";
}

std::size_t statement_begin(const std::vector<SourceRow>& rows, std::size_t row) {
  while (row > 0 && row < rows.size() && computes(rows[row - 1]) && !is_over(rows[row - 1].text) &&
         !is_kernel(rows[row - 1].text))
    --row;
  return row;
}

std::vector<RowRange> filling_statements(const std::vector<SourceRow>& rows, std::size_t row) {
  std::vector<RowRange> found{{statement_begin(rows, row), statement_end(rows, row)}};
  const std::string_view stored = stored_in(rows[row].text);
  if (stored.empty()) return found;
  for (std::size_t at = found[0].begin; at-- > 0;) {
    const std::string_view text = trimmed(rows[at].text);
    if (is_kernel(rows[at].text) || text == "__syncthreads();") break;
    if (stored_in(text) == stored)
      found.push_back({statement_begin(rows, at), statement_end(rows, at)});
  }
  return found;
}

std::size_t statement_end(const std::vector<SourceRow>& rows, std::size_t row) {
  std::size_t end = row;
  while (end + 1 < rows.size() && !is_over(rows[end].text) && computes(rows[end + 1])) ++end;
  return std::min(end + 1, rows.size());
}

std::vector<std::string_view> files_of(const radix::SortInfo& sort) {
  std::vector<std::string_view> files;
  add_file(sort.file, files);
  return files;
}

std::vector<std::string_view> files_of(const radix::Trace& trace) {
  const radix::SortInfo* sort = radix::sort_named(trace.sort);
  if (sort == nullptr) return {};
  std::vector<std::string_view> files = files_of(*sort), seen;
  for (const radix::SortInfo& each : radix::sorts()) seen.push_back(each.file);
  for (const radix::Step& step : trace.steps) {
    if (std::ranges::find(seen, step.source.file) == seen.end()) seen.push_back(step.source.file);
  }
  const radix::SettingInfo& scan = *radix::setting_named("scan");
  std::erase_if(files, [&](std::string_view file) {
    const std::string_view name = file.substr(0, file.rfind('.'));
    const auto is_this = [&](const radix::Choice& choice) { return name == choice.name; };
    return std::ranges::any_of(scan.choices, is_this) &&
           name != text_of(scan, trace.problem.settings());
  });
  std::ranges::stable_partition(
      files, [&](std::string_view file) { return std::ranges::find(seen, file) != seen.end(); });
  return files;
}

std::string_view embedded_text(std::string_view file) {
  const radix::SourceFile* source = radix::source_named(file);
  return source ? source->text : "";
}

std::vector<uint32_t> cuts_of(std::string_view line, uint32_t columns, uint32_t indent) {
  std::vector<uint32_t> cuts = {0};
  uint32_t shown = 0, room = std::max(columns, 8u), best = 0,
           begin = 0;  // best: where to cut, 0 = nowhere yet; begin: of the words shown
  for (uint32_t at = 0; at < line.size(); ++at) {
    if (inside_character(line[at])) continue;
    if (shown == room) {
      const uint32_t cut = best > cuts.back() + indent ? best : at;
      cuts.push_back(cut);
      room = std::max(columns, indent + 8) - indent;
      const std::size_t word = std::min(line.find_first_not_of(' ', cut), line.size());
      shown = at > word ? at - static_cast<uint32_t>(word) : 0;  // blanks there are left out
      begin = static_cast<uint32_t>(word);
      best = 0;
    }
    if (at < begin) continue;
    ++shown;
    if (ends_a_piece(line[at]) && at > 0 && line[at - 1] != ' ') best = at + 1;
  }
  // A brace alone takes the word before it along
  if (cuts.size() > 1 && line.substr(cuts.back()).find_first_not_of(" {") == line.npos) {
    const std::size_t end = line.find_last_not_of(" {", cuts.back()),
                      word = line.find_last_of(' ', end);
    const uint32_t least = cuts.size() > 2 ? cuts[cuts.size() - 2] : indent;
    if (word != line.npos && word > least && line.size() - word <= room)
      cuts.back() = static_cast<uint32_t>(word) + 1;
  }
  return cuts;
}

uint32_t hanging_indent(std::string_view line) {
  const auto blanks = static_cast<uint32_t>(std::min(line.find_first_not_of(' '), line.size()));
  const std::string_view rest = line.substr(blanks);
  if (!rest.starts_with("//")) return blanks + 2;
  const auto text = static_cast<uint32_t>(std::min(rest.find_first_not_of("/ "), rest.size()));
  return blanks + std::min(text, 8u);
}

}  // namespace scope
