/// What the thread of the lit key has worked out, beside the lines of the kernel that did it:
/// "slot = 6".
#pragma once

#include <string>
#include <vector>

#include "app/core/moment/moment.hpp"
#include "app/document/source_text.hpp"

namespace scope {

/// A value beside a row of a source file.
struct CodeValue {
  std::size_t row = 0;  ///< from 0: the last one of the statement that computed it
  std::string text;     ///< "slot = 6", "key = 13"
};

/// Those of the launch at work in the file `name`, whose rows these are, in the order of the rows,
/// one a row: what has been shown up to this step of the key that is lit, and its thread. Nothing
/// looks ahead. Empty where no key is lit.
std::vector<CodeValue> code_values(const Moment& moment, std::string_view name,
                                   const std::vector<SourceRow>& rows);

/// Where the lit thread's value stands in an array of the launch at work; nothing: it has none.
std::optional<uint32_t> element_of_worker(const Moment& moment, radix::ArrayId array);

}  // namespace scope
