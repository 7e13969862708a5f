/// The terms of the glossary: in the catalogue `glossary.NAME` says what a term means, and
/// `glossary.NAME_words` how it occurs in sentences.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace scope {

/// A term, in the language of now.
struct GlossaryTerm {
  std::string name;                     ///< "scan_block"
  std::vector<std::string> forms;       ///< "scan block", "scan blocks"
  std::vector<std::string> look_alike;  ///< "rounded", which is not the term "round"
  std::string explanation;
};

/// All of the catalogue.
std::vector<GlossaryTerm> glossary();

/// Where a term stands in a sentence, in bytes.
struct GlossaryMark {
  std::size_t begin = 0, size = 0;
  std::string explanation;
};

/// The first place of each term in a sentence, in their order; none covers another.
std::vector<GlossaryMark> glossary_marks(std::string_view sentence);

}  // namespace scope
