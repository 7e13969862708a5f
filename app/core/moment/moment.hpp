/// What a figure may read: one trace, a place in it, and what the person points at. Nothing else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/core/model/calculator.hpp"
#include "app/core/model/stores.hpp"
#include "kernels/engine/model/trace.hpp"

namespace radix {
struct OrderCounts;
}

namespace scope {

struct TradeoffTable;
struct TimingRun;
struct TimingView;

struct Moment {
  const radix::Trace* trace = nullptr;  ///< never null
  std::size_t cursor = 0;          ///< steps done: 0 = the untouched input, k = after steps[k - 1]
  float moved = 1;                 ///< 0…1 how far the keys have moved in the step just taken
  uint32_t hovered = 0xffffffffu;  ///< identity of the key under the mouse, or none
  uint32_t pinned = 0xffffffffu;   ///< identity of the followed key, or none
  uint32_t example_key = 0xffffffffu;   ///< the step's own example, lit where nothing is pointed at
  std::optional<uint32_t> table_entry;  ///< picked entry (row-major) of the bucket table
  MemoryShape memory;                   ///< the warp and the segment of the memory figures
  std::optional<StoreId> store;    ///< picked store, whose last key is the example; the figure of
                                   ///< memory shows the store of the key that is spoken of
  Calculation calculation;         ///< what the calculator is asked
  std::vector<uint32_t> left_out;  ///< comparators that the 0–1 proof does without, ascending
  const radix::Fault* difference =
      nullptr;  ///< where a run with a planted fault first differs from the right one: it is ringed
  const radix::OrderCounts* orders =
      nullptr;  ///< how often the fault's runs are right, by order of threads; null: not counted
  bool blind = false;   ///< the next step is to be predicted: no reason, no formula, no example
  bool large = false;   ///< for a projector: fewer words, larger ones, a page as wide as a screen
  bool narrow = false;  ///< beside other lanes: a page is shown at a third of the screen's width
  const TradeoffTable* tradeoff = nullptr;  ///< measured, or being measured; null: nobody asked
  const TimingRun* timing = nullptr;        ///< loaded or being measured; null: none
  std::size_t timing_row = 0;               ///< its row that is looked at closely: TimingRow::id
  const TimingView* timing_view =
      nullptr;  ///< in Timing mode: the run, the one laid over it, the page; else null

  const radix::Problem& problem() const { return trace->problem; }
  /// The step just taken; null at the untouched input.
  const radix::Step* step() const { return cursor == 0 ? nullptr : &trace->steps[cursor - 1]; }
  /// The step about to be taken; null at the end.
  const radix::Step* next() const {
    return cursor < trace->steps.size() ? &trace->steps[cursor] : nullptr;
  }
  /// An array of this moment, or null.
  const radix::Array* find(radix::ArrayId id) const { return step() ? step()->find(id) : nullptr; }
  uint32_t pass() const { return step() ? step()->pass : 0; }
  /// The digit this pass sorts by (at cursor 0: the first pass's); 0 bits wide where a part sorts
  /// by none.
  radix::Digit digit() const {
    const bool by_digits = trace->family == nullptr || trace->family->by_digits;
    if (by_digits) return problem().digit(pass());
    return trace->family->digit ? trace->family->digit(*trace, pass())
                                : radix::Digit{.shift = 0, .bits = 0, .code = problem().code()};
  }
  uint32_t digit_of(uint32_t key) const { return digit().of(key); }
  uint32_t buckets() const { return digit().buckets(); }
  /// Of the split at work, or the last one of this pass: its bit counts from the digit's lowest.
  uint32_t split() const { return step() ? step()->split : 0; }
  /// The hovered key, else the pinned one, else none: what the person points at.
  uint32_t chosen() const { return hovered != 0xffffffffu ? hovered : pinned; }
  /// What is lit and spoken of: what the person points at, else the step's own example.
  uint32_t selected() const { return chosen() != 0xffffffffu ? chosen() : example_key; }
};

/// True where a planted fault may have made the arrays what the right kernels do not make: from the
/// first difference on, and where nobody says which that is at every step. What is said about the
/// right kernels need not hold there, and nothing is calculated from the arrays.
bool is_doubtful(const Moment& moment);

/// What must hold at every moment of a sort, looked up in the keys as they stand.
struct Invariants {
  bool ordered = true;       ///< sorted by the low bits that the passes done so far have sorted
  bool complete = true;      ///< every key is there, once
  bool stable = true;        ///< keys that are equal in those bits stand as they did in the input
  bool keeps_equals = true;  ///< the sort promises `stable`; else it is told, but no fault
  std::string order;         ///< "by the low 2 of 4 bits", "not yet", "in descending order"
  std::string keys;          ///< "all 16 there"
  std::string equals;        ///< "in input order", or the first pair that changed places
};

/// The keys this pass reads, with identities (at cursor 0: the input).
radix::Array input_of(const Moment& moment);
/// True where a key stands in every place.
bool is_whole(const radix::Array& keys);
/// The keys as they stand: the output of the part where it is whole, else what the part reads.
radix::Array keys_standing(const Moment& moment);

/// "Kept so far" of these keys before a family says in which order they are to be: whether all are
/// there, and nothing against them yet.
Invariants all_there(const Moment& moment, const radix::Array& keys);

/// Position of an identity in an array of keys, or none.
uint32_t position_of(const radix::Array& keys, uint32_t id);

/// "a", "b", … for keys that occur more than once in the input, in input order; "" for the others.
/// One string per identity. Beyond 26 equal keys: "aa", "ab", …; of keys that end in a letter
/// themselves ("cab", "inf"): "#1", "#2", …
std::vector<std::string> duplicate_marks(const radix::Problem& problem);

/// The mark of the nth (0-based) of several equal keys of this text.
std::string nth_mark(const std::string& key, uint32_t nth);

/// A number of an array as it is written: "–" where it stands for nothing.
std::string number_text(uint32_t value);

/// A key as binary text with exactly key_bits digits.
std::string binary(uint32_t key, uint32_t key_bits);

/// No sort that compares can promise fewer comparisons than these for n keys: it must tell n!
/// orders apart.
uint32_t least_comparisons(uint32_t n);

/// The place of a look: "pass 1 of 4 · bit 0 · table scan", "pass 2 of 3 · second key · bits 2–3 ·
/// local bucket · split 1 of 2", "pass 5 of 5 · reversed · scatter".
std::string place_words(const Moment& moment);

}  // namespace scope
