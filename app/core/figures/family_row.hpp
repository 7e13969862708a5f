/// What the app knows about one kind of sort: a row of plain data and functions in
/// app/sorts/<family>/<family>_row.cpp, listed in app/sorts/families/families.cpp.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/core/figures/figure.hpp"
#include "app/core/moment/worker.hpp"
#include "app/core/words/explain.hpp"
#include "app/core/words/question_kind.hpp"

namespace scope {

struct Claim;  // app/timing/findings.hpp
struct TimingRun;

/// A ready comparison: what each lane changes.
struct Comparison {
  const char* name;   ///< "radix"
  text::Label title;  ///< "1, 2 or 4 bits per pass"
  const char* lanes;  ///< commands of each lane, lanes separated by |
};

/// How many comparisons of two keys a way to sort makes.
struct MostCompared {
  std::string name;  ///< "merge sort, at most"
  uint64_t comparisons = 0;
};

/// A line of what a sort has cost so far.
struct Total {
  std::string name, value;  ///< "comparisons", "19"
};

/// What the colours of a figure stand for.
struct Legend {
  std::string name;                    ///< "bits 0–1"; "" where they stand for nothing
  std::vector<std::string> colours{};  ///< "00", "01", "10", "11": of digit_ink(0), (1), …
  bool owners = false;  ///< the colours are those of owner_ink(0), (1), …: devices or lists
};

/// A row of the table of families (app/sorts/families/families.cpp).
struct FamilyRow {
  const radix::Family* sorts;       ///< its sorts, arrays and parts
  std::span<const Figure> figures;  ///< of its runs, in the order of the list
  std::span<const Comparison> comparisons;

  // A moment
  const char* (*best_figure)(const Moment&);  ///< the id of what shows the step just taken best
  std::string (*why)(const Moment&);          ///< two or three sentences with this moment's numbers
  Formula (*formula)(const Moment&);          ///< of the key that why speaks about
  Invariants (*kept)(const Moment&);          ///< "Kept so far"
  Legend (*legend)(const Moment&) = nullptr;  ///< null: colours stand for nothing

  // Arrays
  /// Whose key the value at `index` of an array with a value per key belongs to, or none.
  uint32_t (*key_of)(const Moment&, const radix::Array&, uint32_t index);
  /// Whether a key in a whole row of keys is at the place that questions give it. Null: it always
  /// is.
  bool (*stands)(radix::ArrayId) = nullptr;
  /// Identity of the key that why and formula speak about, or none; null: of none.
  uint32_t (*example_key)(const Moment&) = nullptr;
  /// A table whose entries a person may pick; all null where there is none.
  const radix::Array* (*table)(const radix::Step&) = nullptr;          ///< null: not made yet
  std::optional<uint32_t> (*chosen_entry)(const Moment&) = nullptr;    ///< picked, or the key's own
  std::string (*entry_name)(const Moment&, uint32_t entry) = nullptr;  ///< "zeros of block 2"
  /// How many comparators its 0–1 proof has, which a person may take out; null: none.
  uint32_t (*comparators)(const radix::Trace&) = nullptr;

  // Sorts that compare keys; null: it compares none
  /// Comparisons until now, as one thread per merge, or one per pair, makes them; nothing: this run
  /// compares none.
  std::optional<uint64_t> (*compared)(const Moment&) = nullptr;
  std::optional<text::Label> compared_name;  ///< what they are called among the totals
  /// The most comparisons of each of the family's ways, for n keys; null: it sorts by bits, too.
  std::vector<MostCompared> (*max_compared)(uint32_t n) = nullptr;

  /// Further lines of "Totals so far", of what only this family does; null: none.
  std::vector<Total> (*totals)(const Moment&) = nullptr;

  /// The thread that worked out, for the lit key or the picked entry, what the step just taken
  /// shows; nothing: no thread did. Null: unknown.
  std::optional<Worker> (*worker)(const Moment&) = nullptr;

  // A key, a part, a timing run
  std::vector<std::string> (*threads)(const Moment&, uint32_t id);  ///< who has it, one line each
  std::size_t (*thread_lines)(const Moment&) = nullptr;  ///< at most this many; null: one
  /// Short: "bits 0–1"; null: as its outline says.
  std::string (*part_name)(const radix::Trace&, uint32_t part) = nullptr;
  std::vector<Claim> (*claims)(const TimingRun&) = nullptr;  ///< null: none

  /// What may be asked before a step is shown; null: nothing yet.
  std::span<const QuestionKind> (*questions)() = nullptr;
  /// The ways to be wrong that only its questions have; those of several families are in
  /// sorts/families/misconceptions.cpp.
  std::span<const Misconception> (*misconceptions)() = nullptr;

  // A sort
  /// How it cuts the work: "2 bits per pass · 4 threads × 2 keys"; null: by its threads alone.
  std::string (*cut_words)(const radix::SortInfo&, const radix::Settings&) = nullptr;
};

}  // namespace scope
