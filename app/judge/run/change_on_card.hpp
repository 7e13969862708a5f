/// A changed kernel on a real GPU, beside the chapter's: how often it is right, and its time.
#pragma once

#include <string>

#include "kernels/engine/model/json.hpp"
#include "kernels/engine/student/on_card.hpp"

namespace scope {

/// The request is that of run_change_on_card (app/judge/changed_kernel.hpp).
std::string change_on_card(const radix::Json& request);

/// In words. Where no GPU could be used, why, and what to do instead.
std::string change_on_card_words(const radix::CardRun& mine, const radix::CardRun& right);

}  // namespace scope
