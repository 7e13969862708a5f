/// What there is to say of a timing run besides its numbers: who wins and why, remarks, the
/// machine, notes. Only what the rows themselves say.
#pragma once

#include <string>
#include <vector>

#include "timing_run.hpp"

namespace scope {

/// Who is fastest on an input, by what factor, and why as far as the rows tell: passes, bytes,
/// shares of stages. Nothing measured: what there is to do. No input: the largest that has a bar.
std::string timing_why(const TimingView& view,
                       std::optional<radix::TimedInput> input = std::nullopt);

/// What should be known about a bar before it is compared: "noisy", dropped samples, few samples,
/// stages that do not add up. "" = nothing.
std::string remark(const TimingRow& row);

/// True where the machine was not steady: the first configuration changed by more than 1 % from the
/// first round to the last.
bool was_unsteady(const TimingRun& run);

/// One idea of a family of sorts (FamilyRow::claims): the rows that test it, and what they say.
struct Claim {
  std::string section;  ///< of the book: "13.5"
  std::string title;    ///< "several bits per pass"
  std::string verdict;  ///< "1.9 × faster at r = 4", "1.2 × slower"
  bool wins = false;
  std::vector<const TimingRow*> rows;  ///< of the run, in the order of the idea: without it first
  std::string words;                   ///< why, in numbers of these rows; may be several sentences
};

/// What stands above and below a table: the machine in some lines, the notes in some more.
std::vector<std::string> header_lines(const TimingRun& run);
std::vector<std::string> note_lines(const TimingRun& run, const std::vector<Claim>& claims);

}  // namespace scope
