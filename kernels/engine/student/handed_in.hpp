/// What a student has handed in, as text: read once, by a path of which no part is a link below the
/// folder that was named, and from then on never by its path again.
#pragma once

#include <string>
#include <vector>

namespace radix {

struct HandedIn {
  std::string text;     ///< UTF-8 without a byte order mark, lines ended by \n
  std::string refusal;  ///< "" or one sentence: why there is none
};

/// The file itself: a link in its place, a pipe, a device, a folder, more than 4 MB, UTF-16 and
/// bytes that are no text are refused. Of `file` below `folder` (which may be "": then all of it is
/// what the caller means) no folder on the way is a link either.
HandedIn read_handed_in(const std::string& folder, const std::string& file);

/// An entry of a folder that is to be judged, or what cannot be looked through.
struct HandedInName {
  std::string path;     ///< below the folder
  std::string refusal;  ///< "" or one sentence
};

/// True of a name that ends in .cu, .CU, …
bool is_name_of_cuda(std::string name);

/// All names that end in .cu, .CU, …, in the folder and those below it, sorted; links are named and
/// not followed. A folder that cannot be read is an entry of its own, and the others go on.
/// `refusal`: the folder itself.
std::vector<HandedInName> handed_in_below(const std::string& folder, std::string& refusal);

}  // namespace radix
