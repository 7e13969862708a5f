#include "kernel_edit.hpp"

#include <algorithm>
#include <cctype>

#include "app/core/base/files.hpp"
#include "app/core/base/text.hpp"
#include "app/core/model/access_costs.hpp"
#include "app/core/scene/heatmap.hpp"
#include "app/core/words/fault_words.hpp"
#include "app/judge/changed_kernel.hpp"
#include "app/judge/exercises.hpp"
#include "kernels/engine/model/sources.hpp"
#include "kernels/engine/probes/lexer.hpp"
#include "record.hpp"
#include "recorder.hpp"
#include "text/document.hpp"
#include "text/edit.hpp"

namespace scope {
namespace {

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

std::string_view text_of_book(std::string_view file) {
  const radix::SourceFile* source = radix::source_named(file);
  return source ? source->text : std::string_view();
}

/// The longest common part of two lists of lines: which lines of `mine` are not in it, and how many
/// of the other. Beyond a few thousand lines all between the first and the last difference.
struct LineDifference {
  std::vector<uint32_t> mine;  ///< from 0
  uint32_t left_out = 0;
};
LineDifference difference_between(std::string_view right, std::string_view mine) {
  constexpr std::size_t most = 2000;  // lines that are compared one by one
  const auto a = split_lines(right), b = split_lines(mine);
  std::size_t begin = 0, a_end = a.size(), b_end = b.size();
  while (begin < std::min(a_end, b_end) && a[begin] == b[begin]) ++begin;
  while (std::min(a_end, b_end) > begin && a[a_end - 1] == b[b_end - 1]) --a_end, --b_end;
  const std::size_t rows = a_end - begin, columns = b_end - begin;
  LineDifference found;
  if (rows > most || columns > most) {
    for (std::size_t i = begin; i < b_end; ++i) found.mine.push_back(static_cast<uint32_t>(i));
    found.left_out = static_cast<uint32_t>(rows);
    return found;
  }
  std::vector<std::vector<uint16_t>> common(rows + 1, std::vector<uint16_t>(columns + 1));
  for (std::size_t i = rows; i-- > 0;)
    for (std::size_t k = columns; k-- > 0;)
      common[i][k] = a[begin + i] == b[begin + k] ? static_cast<uint16_t>(common[i + 1][k + 1] + 1)
                                                  : std::max(common[i + 1][k], common[i][k + 1]);
  for (std::size_t i = 0, k = 0; i < rows || k < columns;) {
    if (i < rows && k < columns && a[begin + i] == b[begin + k]) {
      ++i, ++k;
    } else if (k < columns && (i == rows || common[i][k + 1] >= common[i + 1][k])) {
      found.mine.push_back(static_cast<uint32_t>(begin + k++));
    } else {
      ++found.left_out, ++i;
    }
  }
  return found;
}

template <class Documents>
auto& lane_with_changes(Documents& document) {
  if (document.lane().setup.changed) return document.lane();
  for (auto& lane : document.lanes)
    if (lane.setup.changed) return lane;
  return document.lane();
}

/// The text without comments, blanks and the ends of its lines.
std::string code_of(std::string_view text) {
  std::string code = radix::lexer::blanked(std::string(text));
  std::erase_if(code, [](unsigned char c) { return std::isspace(c) != 0; });
  return code;
}

bool only_comments_differ(const Lane& lane) {
  return std::ranges::all_of(*lane.setup.changed, [](const auto& file) {
    return code_of(file.second) == code_of(text_of_book(file.first));
  });
}

/// The picture is that of these changes.
bool is_shown(const Lane& lane) { return lane.trace && lane.setup == lane.recorded; }

}  // namespace

bool edits_own(const Document& document) {
  return document.student && !document.student->view.file.empty();
}

std::string edited_file(const Document& document) {
  if (edits_own(document)) {
    const std::string& path = document.student->view.file;
    return path.substr(path.find_last_of("/\\") + 1);
  }
  if (!document.edit_file.empty()) return document.edit_file;
  const radix::SortInfo* sort = radix::sort_named(changed_lane(document).setup.sort);
  return sort ? sort->file : "";
}

Lane& changed_lane(Document& document) { return lane_with_changes(document); }
const Lane& changed_lane(const Document& document) { return lane_with_changes(document); }

std::string text_in(const Lane& lane, std::string_view file) {
  if (lane.setup.changed)
    if (const auto found = lane.setup.changed->find(std::string(file));
        found != lane.setup.changed->end())
      return found->second;
  const radix::PlantedFault* fault = radix::planted_fault_named(lane.setup.fault);
  if (fault && fault->file == file) return radix::patched_text(*fault);
  return std::string(text_of_book(file));
}

std::string change_file(Document& document, const std::string& file, const std::string& text) {
  if (text_of_book(file).empty()) return text::document::no_kernel_file({.file = quotable(file)});
  if (document.lane().setup.own) return text::document::own_is_shown;
  Lane& lane = changed_lane(document);
  radix::ChangedFiles files;
  if (lane.setup.changed) files = *lane.setup.changed;
  if (const auto* fault = radix::planted_fault_named(lane.setup.fault)) {
    files[fault->file] = radix::patched_text(*fault);
    document.mending = fault->name;
    lane.setup.fault.clear(), lane.setup.covered = false;
  }
  if (text == text_of_book(file))
    files.erase(file);
  else
    files[file] = text;
  if (lane.setup.changed && files == *lane.setup.changed) return "";
  lane.setup.changed =
      files.empty() ? nullptr : std::make_shared<const radix::ChangedFiles>(std::move(files));
  return "";
}

std::string edited_text(const Document& document) {
  return edits_own(document) ? document.student->view.text
                             : text_in(changed_lane(document), edited_file(document));
}

std::string text_before_edits(const Document& document) {
  if (!edits_own(document)) return std::string(text_of_book(edited_file(document)));
  const uint32_t exercise = document.student->view.exercise;
  return exercise > 0 ? exercise_text(exercise) : "";
}

std::string put_edited(Document& document, const std::string& text) {
  return edits_own(document) ? document.student->write(text)
                             : change_file(document, edited_file(document), text);
}

bool take_back_changes(Document& document) {
  bool any = false;
  for (Lane& lane : document.lanes)
    if (std::exchange(lane.setup.changed, nullptr)) any = true;
  return any;
}

void follow_file(Document& document, const std::string& path) {
  std::error_code error;
  document.edited_outside = {path, std::filesystem::last_write_time(to_path(path), error)};
}

std::string saved_file(Document& document) {
  FollowedFile& file = document.edited_outside;
  if (file.path.empty()) return "";
  std::error_code error;
  const auto saved = std::filesystem::last_write_time(to_path(file.path), error);
  // An editor may empty a file, or put it away, before it writes it anew
  if (error || saved == file.seen || std::filesystem::file_size(to_path(file.path), error) == 0)
    return "";
  file.seen = saved;
  return file.path;
}

std::vector<uint32_t> changed_lines(std::string_view right, std::string_view mine) {
  std::vector<uint32_t> lines = difference_between(right, mine).mine;
  for (uint32_t& line : lines) ++line;
  return lines;
}

uint32_t lines_changed(const Lane& lane) {
  uint32_t count = 0;
  if (lane.setup.changed)
    for (const auto& [file, text] : *lane.setup.changed) {
      const LineDifference found = difference_between(text_of_book(file), text);
      count += std::max(static_cast<uint32_t>(found.mine.size()), found.left_out);
    }
  return count;
}

ChangeState change_state(const Document& document) {
  const Lane& lane = changed_lane(document);
  if (!lane.setup.changed) return ChangeState::none;
  if (!is_shown(lane)) return ChangeState::recording;
  if (lane.trace->fault && broke_off(lane)) return ChangeState::wrong;
  if (!lane.error.sentence.empty()) return ChangeState::refused;
  return lane.trace->differs ? ChangeState::differs : ChangeState::same;
}

/// Where the rows are seen that a person's own notes show; "" without any.
static std::string own_rows_words(const radix::Trace& trace) {
  std::vector<std::string> names;
  for (const radix::OwnRow& row : trace.own_rows)
    if (std::ranges::count(names, row.name) == 0) names.push_back(row.name);
  return names.empty() ? "" : text::edit::own_rows({.rows = text::list(names)});
}

std::string change_verdict(const Document& document) {
  const Lane& lane = changed_lane(document);
  switch (change_state(document)) {
    case ChangeState::none: return "";
    case ChangeState::recording: return text::document::compiling;
    case ChangeState::refused: {
      const SaidOfLine said = said_of_line(lane.error.sentence);
      return said.line > 0 ? text::document::line_of_file(
                                 {.file = said.file, .line = said.line, .text = said.text})
                           : said.text;
    }
    case ChangeState::wrong: return lane.error.sentence;
    case ChangeState::differs:
      return text::paragraph(fault_words(*lane.trace->differs), own_rows_words(*lane.trace));
    case ChangeState::same:
      return text::paragraph(
          only_comments_differ(lane) ? text::edit::same_code : text::edit::same_here,
          own_rows_words(*lane.trace));
  }
  return "";
}

namespace {

struct BothCosts {
  std::shared_ptr<const AccessCosts> right, mine;
};
/// Null where the changed run does not sort, or is not known.
BothCosts costs_of_change(const Document& document) {
  const ChangeState state = change_state(document);
  if (state != ChangeState::same && state != ChangeState::differs) return {};
  const radix::Trace& mine = *changed_lane(document).trace;
  return {access_costs({.problem = mine.problem, .sort = mine.sort, .family = mine.family}),
          access_costs(mine)};
}

}  // namespace

Table change_costs(const Document& document) {
  const BothCosts costs = costs_of_change(document);
  if (!costs.right || !costs.mine) return {};
  namespace words = text::edit;
  const auto row = [](const text::Label& name, const AccessCosts& of) {
    return std::vector<std::string>{std::string(name),        grouped(of.launches),
                                    grouped(of.barriers),     grouped(of.bytes),
                                    grouped(of.transactions), grouped(of.bank_conflicts)};
  };
  return {{{"", std::string(words::costs_launches), std::string(words::costs_barriers),
            std::string(words::costs_bytes), std::string(words::costs_transactions),
            std::string(words::costs_conflicts)},
           row(words::costs_right, *costs.right),
           row(words::costs_changed, *costs.mine)}};
}

std::string change_costs_words(const Document& document) {
  const ChangeState state = change_state(document);
  if (state != ChangeState::same && state != ChangeState::differs) return "";
  const BothCosts costs = costs_of_change(document);
  if (!costs.right || !costs.mine) return std::string(text::edit::costs_unknown);
  return *costs.right == *costs.mine ? std::string(text::edit::costs_same) : "";
}

std::size_t place_of_change(const Lane& lane) {
  if (!lane.trace) return 0;
  const auto& fault = lane.trace->fault ? lane.trace->fault : lane.trace->differs;
  const std::size_t steps = lane.trace->steps.size();
  return fault && fault->step < steps ? fault->step + 1 : steps;
}

}  // namespace scope
