/// What the thread of the lit key has worked out, beside the lines of the kernel that did it:
/// "slot = 6".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/core/moment/moment.hpp"
#include "app/document/source_text.hpp"

namespace scope {

/// A value beside a row of a source file.
struct CodeValue {
  std::size_t row = 0;    ///< from 0: the last one of the statement that computed it
  std::string text;       ///< "slot = 6", "key = 13"
  bool later = false;     ///< it comes in a step of this launch that is not shown yet
  std::string bare = {};  ///< "= 6" where the row itself says the name of what it sets; else `text`
};

/// Those of the launch at work in the file `name`, whose rows these are, in the order of the rows,
/// one per row: what has been shown up to this step of the key that is lit, and its thread. Nothing
/// looks ahead; but with `whole`, of a thread that the person has chosen, what it works out later
/// in the launch is there, too. Empty where no key is lit.
std::vector<CodeValue> code_values(const Moment& moment, std::string_view name,
                                   const std::vector<SourceRow>& rows, bool whole = false);

/// Where the lit thread's value stands in an array of the launch at work; nothing: it has none.
std::optional<uint32_t> element_of_worker(const Moment& moment, radix::ArrayId array);

}  // namespace scope
