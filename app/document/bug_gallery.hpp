/// A planted fault as the program shows it: what is sorted with it, where its run first goes wrong,
/// its lines beside the right ones.
#pragma once

#include <string>
#include <vector>

#include "document.hpp"

namespace scope {

/// The fault of the active lane, or of the first lane that has one; null: none is planted.
const radix::PlantedFault* planted_now(const Document& document);

/// The setup with the fault, its sort and what the case sorts; the rest as it was.
Setup setup_of(const radix::PlantedFault& fault, const radix::FaultCase& chosen, Setup setup);

/// The cursor at which the lane's run is seen to go wrong: its end where a kernel broke off.
std::size_t place_of_fault(const Lane& lane);

/// A line of a kernel, right and wrong, without what indents it; "" where there is none.
struct LinePair {
  uint32_t line = 0;  ///< of the file, from 1
  std::string right, wrong;
};
std::vector<LinePair> line_pairs(const radix::PlantedFault& fault);

/// The kernel's file with the fault in it as it is searched through: a line of which the fault
/// leaves nothing, or a comment alone, is gone, and those after it have moved up.
struct CoveredPage {
  std::string text;
  uint32_t lines = 0;
  std::vector<uint32_t> answers;  ///< lines of it, from 1, ascending, that are the fault; of a line
                                  ///< that is gone the ones before and after it
};
CoveredPage covered_page(const radix::PlantedFault& fault);
/// The line to start the search at: the first that is code.
uint32_t first_suspect(const CoveredPage& page);

/// True while the planted fault is to be found.
bool is_covered(const Document& document);

/// Keeps only what a user of the sort sees of the error: that threads race or stand apart, which
/// word, what became of the keys. Which line did it, and at which step it started, is gone.
void cover(radix::Trace& trace);

/// With random keys, in blocks of this many threads.
radix::OrderCounts count_orders(const radix::PlantedFault& fault, uint32_t threads);
std::string order_words(const radix::OrderCounts& counts);

/// What the banner over the figure says of the planted fault.
struct BannerWords {
  std::string title;            ///< "No barrier between reading and writing"
  std::string verdict;          ///< of the lane's run
  std::string brief;            ///< the same without what follows from it
  std::string place;            ///< section and file
  std::string asks;             ///< while it is to be found: how; else ""
  std::vector<LinePair> pairs;  ///< the lines that differ, unless it is to be found
};
BannerWords banner_words(const Document& document, const radix::PlantedFault& fault);

/// What a page of the kernel marks: lines from 1.
struct KernelMarks {
  radix::SourceLine lit;        ///< made the step just taken, or broke the run off; line 0: nothing
  std::vector<uint32_t> wrong;  ///< of `file`: what the planted fault changes, what a race names
  uint32_t suspect = 0;         ///< of `file`; 0: none
  bool asks = false;            ///< a click says which line is wrong; then nothing else is marked
};
KernelMarks kernel_marks(const Document& document, const Moment& moment, std::string_view file);

/// What the check is called that found a fault: "race", "bounds".
std::string check_words(radix::Fault::Kind kind);

/// What the gallery says of the lane's run: which check finds the fault, or that these keys hide
/// it, or that the run does not come to it. "" without a fault.
std::string fault_verdict(const Lane& lane);

}  // namespace scope
