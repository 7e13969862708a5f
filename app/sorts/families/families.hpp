/// The one list of families of sorts, as the app sees them: a new one is an include and a row in
/// families.cpp. General modules call these functions; which family answers follows from the trace.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/core/figures/family_row.hpp"
#include "app/timing/findings.hpp"

namespace scope {

/// Every family, in the order of the kernels' list.
std::span<const FamilyRow* const> families();
/// The family of a run.
const FamilyRow& family_of(const radix::Trace& trace);

/// All figures: those of every family, those of any run, then the charts of Timing mode.
std::span<const Figure> figures();
/// What it is called: "Figure 13.9", in the reader's edition; "Disorder".
std::string number_of(const Figure& figure);
/// The figure with this id, or null.
const Figure* figure_named(std::string_view id);
/// True when a figure shows what this run does.
bool fits(const Figure& figure, const Moment& moment);
/// The figure itself when it fits the run, else the one with the same drawing that does (13.1
/// and 13.7, …); for a run of another family its best one.
const Figure& fitting(const Figure& figure, const Moment& moment);
/// The sort that makes what a figure shows, the first in the chapter's order; null where this run
/// makes it, too, or where it is about any run.
const radix::SortInfo* maker_of(const Figure& figure, const Moment& moment);
/// The figure that shows the step just taken best (what "auto" means).
const Figure& figure_for(const Moment& moment);

/// The figure's picture; where a run with a planted fault first differs from the right one, the
/// value is ringed.
Scene draw(const Figure& figure, const Moment& moment);

/// What happens in the step just taken and why; two or three sentences with this moment's numbers.
/// At the untouched input: what is about to happen. "" and no formula where the moment is blind.
std::string why(const Moment& moment);

/// The formula of the current stage for the key that why() speaks about; for a picked table entry,
/// once the table is filled, where its bucket starts.
Formula formula(const Moment& moment);

/// Identity of the key that both speak about, or none.
uint32_t example_key_of(const Moment& moment);

/// What the sort promises, looked up in the keys as they stand: of the output of the part where it
/// exists, else of the keys that the part reads.
Invariants invariants_of(const Moment& moment);

/// A line of "Kept so far".
struct Promise {
  enum State { kept, broken, not_promised };
  text::Label name;   ///< "sorted"
  std::string value;  ///< "by the low 2 of 4 bits"
  State state = kept;
};
/// The same, a line each: the order, the keys, equal keys.
std::vector<Promise> kept_so_far(const Moment& moment);

/// "Totals so far": what the sort has cost up to this step, "2 / 4" where the whole of it is known.
std::vector<Total> totals_so_far(const Moment& moment);

/// Identity of the key that a value of an array belongs to, or none.
uint32_t key_of(const Moment& moment, const radix::Array& array, uint32_t index);

/// The table of which a person may pick entries, as a step leaves it; null: there is none.
const radix::Array* table_of(const radix::Trace& trace, const radix::Step& step);
/// Its entry that was picked, or that of the selected key, or nothing; and what an entry counts.
std::optional<uint32_t> entry_shown(const Moment& moment);
std::string entry_words(const Moment& moment, uint32_t entry);

/// Comparisons of two keys until now; nothing: the run compares none.
std::optional<uint64_t> compared_in(const Moment& moment);

/// Comparators of the run's 0–1 proof that a person may take out; 0: there is no such proof.
uint32_t comparators_in(const radix::Trace& trace);

/// The thread that worked out, for what is lit, what the step just taken shows; nothing where
/// nothing is lit or no single thread did. Picture, words, formula and code all speak of this one.
std::optional<Worker> worker_of(const Moment& moment);

/// The first key at which a thread of the launch at work works at this step; none: at none.
uint32_t key_of_thread(Moment moment, uint32_t block, uint32_t thread);

/// Which thread of which block has this key, a line each, and how many lines that may be.
std::vector<std::string> thread_words(const Moment& moment, uint32_t id);
std::size_t thread_lines(const Moment& moment);

/// What a part of the run works on, in few letters: "bits 0–1".
std::string part_name(const radix::Trace& trace, uint32_t part);

/// What the colours of the keys stand for.
Legend legend_of(const Moment& moment);

/// How a sort cuts the work: "2 bits per pass · 4 threads × 2 keys"; only what it uses.
std::string cut_words(const radix::SortInfo& sort, const radix::Settings& settings);

/// What every family claims of its ideas, as far as the run tests it. The run must outlive it.
std::vector<Claim> timing_claims(const TimingRun& run);

}  // namespace scope
