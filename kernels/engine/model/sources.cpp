#include "sources.hpp"

#include <algorithm>

namespace radix {

const SourceFile* source_named(std::string_view name) {
  const auto all = embedded_sources();
  const auto found = std::ranges::find(all, name, &SourceFile::name);
  if (found != all.end()) return &*found;
  return name.ends_with(".cuh") ? source_named(name.substr(0, name.size() - 1)) : nullptr;
}

}  // namespace radix
