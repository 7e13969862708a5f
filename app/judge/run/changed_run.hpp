/// radixscope-run --changed: a sort whose files a person has changed, compiled, run and recorded.
#pragma once

namespace scope {

/// `request`: a file as app/judge/changed_kernel.cpp writes it. Prints one line of JSON: "words",
/// the run in hexadecimal, or "refusal"; and "seconds". Returns its exit code.
int record_changed(const char* request);

}  // namespace scope
