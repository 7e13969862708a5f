/// The trade-off in words, and as tables for other programs.
#pragma once

#include <string>
#include <utility>

#include "app/core/model/tradeoff.hpp"

namespace scope {

/// The answer, "naive: 2 · 1 key per thread: 4 · 4 keys: 6 · 16 keys: 8": the best radix of every
/// way to write; and the reason in two parts, the second in numbers.
std::string answer(const TradeoffTable& table);
std::pair<std::string, std::string> reason(const TradeoffTable& table);

/// "Measured: …", "Measuring: 7 of 25 runs, 28 %", or how to measure.
std::string progress_words(const TradeoffTable& table);

/// What is sorted: "65536 uniform keys of 32 bits · 256 threads per block".
std::string subject_words(const TradeoffTable& table);

/// Every number, one line per row; as columns that can be read, and with all digits. What was not
/// measured is empty.
std::string to_markdown(const TradeoffTable& table);
std::string to_csv(const TradeoffTable& table);

}  // namespace scope
