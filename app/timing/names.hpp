/// What a timing run and its rows are called.
#pragma once

#include <string>
#include <vector>

#include "timing_run.hpp"

namespace scope {

/// "0.412 ms", "12.3 ms", "1.24 s", "37.5 µs": three digits.
std::string time_words(double ms);
/// "21.8 GKey/s", "3.20 MKey/s".
std::string rate_words(double giga_keys);

/// "r 8 · 16 keys per thread", without what is the same in all rows of the run; "" for a baseline.
std::string cut_words(const TimingRun& run, const TimingRow& row);
/// "coarse", "serial radix sort, 1 bit per pass": the sort's name, in the reader's language.
std::string label_words(const TimingRow& row);

/// Why a row has no bar, also where the run was recorded in English.
std::string why_refused_words(const TimingRow& row);
/// "coarse · r 8 · 16 keys per thread".
std::string who_words(const TimingRun& run, const TimingRow& row);
/// "2^24 keys of 32 bits, uniform".
std::string input_words(const radix::TimedInput& input);
/// The same without their number: "32-bit keys, uniform".
std::string kind_words(const radix::TimedInput& input);
/// "NVIDIA H200 · 2026-11-21".
std::string name_of_run(const TimingRun& run);
/// "NVIDIA H200 · driver 580.65 · CUDA 13.0 · CUB 3.0.1 · 2026-11-21 00:23 UTC · seed 1".
std::string header_words(const TimingRun& run);
/// "copies 4312 GB/s", the best of the measured rates; "" where none was.
std::string memory_rate_words(const radix::TimingFacts& facts);

/// A check of the timing itself, which nobody competes with. (By its name: a saved run may be
/// another engine's.)
bool is_check(const TimingRow& row);

inline constexpr double worth_saying = 1.03;  ///< below, two times are called the same
/// "1.04", "2.6", "14": how many times as long.
std::string factor_words(double value);

/// A stage on the screen: "table scan", "whole pass" for the one launch that is all of it.
std::string stage_words(const std::string& stage);

}  // namespace scope
