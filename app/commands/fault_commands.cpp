// The gallery of bugs: which line is planted, the keys that show it or hide it, the game of finding
// it, right and wrong side by side.
#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/document/bug_gallery.hpp"
#include "app/document/compare.hpp"
#include "app/document/record.hpp"
#include "app/state/undo.hpp"
#include "command_rows.hpp"
#include "text/commands.hpp"

namespace scope {
namespace actions {
namespace {

std::string none_planted() { return text::commands::none_planted; }

/// Sorts what the case says in every lane, and goes to where the fault is seen.
void take_case(Document& document, const radix::PlantedFault& fault,
               const radix::FaultCase& chosen) {
  for (Lane& lane : document.lanes) {
    const std::string planted = lane.setup.fault;
    lane.setup = setup_of(fault, chosen, lane.setup);
    lane.setup.fault = planted;
    record(lane);
  }
  drop_stale_pointers(document);
  seek(document, place_of_fault(document.lane()));
}

/// Covers what the fault changes in every lane, or shows it, and goes to where the run is seen to
/// be wrong: while it is covered to the end, which does not tell where that began.
void set_cover(Document& document, bool on) {
  for (Lane& lane : document.lanes) {
    lane.setup.covered = on;
    record(lane);
  }
  drop_stale_pointers(document);
  seek(document, place_of_fault(document.lane()));
}

/// The line of the planted fault was found, and stands there.
bool is_found(const Document& document) {
  const radix::PlantedFault* fault = planted_now(document);
  return fault && document.mode == Mode::step && !is_covered(document) &&
         std::ranges::count(covered_page(*fault).answers, document.suspect) > 0;
}

/// Another kernel or another case goes with the fault where the run would not come to it. After
/// one that was found the next is to be found, too.
std::string plant(Document& document, Argument argument) {
  if (one_word(argument) == "none" && planted_now(document) && leave_fault(document)) return "";
  const bool game = one_word(argument) == "next" && is_found(document);
  std::string refusal = field_named("fault")->set(document, argument);
  if (!refusal.empty()) return refusal;
  if (game) field_named("covered")->set(document, Value("on"));
  Setup& setup = document.lane().setup;
  const radix::PlantedFault* fault = radix::planted_fault_named(setup.fault);
  document.suspect = fault && setup.covered ? first_suspect(covered_page(*fault)) : 0;
  if (!fault) return field_named("covered")->set(document, Value("off"));
  const bool alone = document.lanes.size() == 1 || document.mode != Mode::compare;
  if (alone || setup.sort != fault->sort) take_case(document, *fault, fault->shows);
  return "";
}

std::string shows(Document& document, Argument) {
  const radix::PlantedFault* fault = planted_now(document);
  if (!fault) return none_planted();
  return take_case(document, *fault, fault->shows), "";
}

std::string hides(Document& document, Argument) {
  const radix::PlantedFault* fault = planted_now(document);
  if (!fault) return none_planted();
  if (!fault->hides) return document.note = text::commands::nothing_hides, "";
  return take_case(document, *fault, *fault->hides), "";
}

/// Covers what is changed; the kernel stands open beside the figure.
std::string find_it(Document& document, Argument argument) {
  if (!planted_now(document)) return document.note = none_planted(), "";
  std::string refusal = field_named("covered")->set(document, argument);
  if (!refusal.empty()) return refusal;
  const radix::PlantedFault& fault = *planted_now(document);
  const auto has_it = [&](const Lane& lane) { return lane.setup.fault == fault.name; };
  if (!has_it(document.lane()))  // the right run beside it is the active one
    document.active = static_cast<std::size_t>(std::ranges::find_if(document.lanes, has_it) -
                                               document.lanes.begin());
  const bool covered = is_covered(document);
  document.suspect = covered ? first_suspect(covered_page(fault)) : 0;
  set_cover(document, covered);
  if (covered) {
    document.mode = Mode::step;
    document.panels = true;
    document.projector = false;
    document.side = Side::kernel, document.folded = false;
  }
  return "";
}

/// Counts results by order of threads, in blocks of this size or of those on the screen.
std::string count_by_order(Document& document, Argument argument) {
  const radix::PlantedFault* fault = planted_now(document);
  if (!fault) return none_planted();
  std::string refusal;
  const auto threads =
      words_of(argument).empty()
          ? std::optional(document.lane().setup.settings.threads_per_block)
          : whole_number(argument, 1, radix::max_threads_per_block, "Threads per block", refusal);
  if (!threads) return refusal;
  document.orders = count_orders(*fault, *threads);
  document.note = order_words(*document.orders);
  if (!document.interactive) document.printed += document.note + "\n";
  document.note_is_error = false;
  return "";
}

/// The line below or above is the suspected one; nobody says yet whether it is.
template <int way>
std::string move_suspicion(Document& document, Argument) {
  const radix::PlantedFault* fault = planted_now(document);
  if (!fault) return document.note = none_planted(), "";
  const CoveredPage page = covered_page(*fault);
  const uint32_t from = document.suspect > 0 ? document.suspect : first_suspect(page);
  document.suspect = std::clamp(document.suspect > 0 ? from + way : from, 1u, page.lines);
  return "";
}

/// "54", "54 02_block_sort.cu", or nothing for the suspected one: is that the line?
std::string suspect(Document& document, Argument argument) {
  const radix::PlantedFault* fault = planted_now(document);
  if (!fault) return document.note = none_planted(), "";
  const auto words = words_of(argument);
  const CoveredPage page = covered_page(*fault);
  std::string refusal;
  const auto line =
      words.empty() && document.suspect > 0
          ? std::optional(document.suspect)
          : whole_number(words.empty() ? "" : words[0], 1, page.lines, "The line", refusal);
  if (!line) return refusal;
  const radix::SourceFile* named = words.size() > 1 ? radix::source_named(words[1]) : nullptr;
  const bool other_file = words.size() > 1 && (!named || named->name != fault->file);
  if (!other_file) document.suspect = *line;
  const bool found = !other_file && std::ranges::count(page.answers, *line) > 0;
  document.note =
      found ? text::commands::suspect_found(
                  {.file = fault->file, .line = *line, .wrong = text::translated(fault->wrong)})
            : text::commands::suspect_not(
                  {.file = other_file ? words[1] : fault->file, .line = *line});
  document.note_is_error = !found;
  if (found && is_covered(document)) set_cover(document, false);
  return "";
}

/// The right run first, the wrong one beside it, both where they first differ.
std::string beside(Document& document, Argument) {
  const radix::PlantedFault* fault = planted_now(document);
  if (!fault) return none_planted();
  if (is_covered(document)) return document.note = text::commands::beside_gives_away, "";
  Lane wrong = document.lane();
  Lane right = wrong;
  right.setup.fault.clear();
  record(wrong);
  const std::size_t place = place_of_fault(wrong);
  show_side_by_side(document, std::move(right), std::move(wrong), place);
  return "";
}

}  // namespace
}  // namespace actions

Rows fault_commands() {
  constexpr Touches input = Touches::input;
  return {
      field_row("fault", actions::plant, input),
      {"fault_shows", "", "", "Sort keys that show the planted fault", "bug gallery example",
       actions::shows, input},
      {"fault_hides", "", "", "Sort keys that hide the planted fault", "bug gallery passes right",
       actions::hides, input},
      {"fault_beside", "", "", "Show the right run and the wrong one side by side",
       "bug gallery compare difference", actions::beside},
      field_row("covered", actions::find_it),
      {"fault_orders", "", "[THREADS]",
       "Count how often the result is right for each order of the threads",
       "bug gallery race schedule forward reverse shuffled", actions::count_by_order},
      {"suspect", "Ctrl+Enter", "[LINE [FILE]]", "Say which line of the kernel is wrong",
       "find game", actions::suspect},
      {"suspect_next", "Ctrl+Down", "", "Suspect the line below", "find game",
       actions::move_suspicion<1>},
      {"suspect_back", "Ctrl+Up", "", "Suspect the line above", "find game",
       actions::move_suspicion<-1>},
  };
}

}  // namespace scope
