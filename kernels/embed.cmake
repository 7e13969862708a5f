# cmake -DOUT=embedded_sources.cpp "-DFILES=a.cuh;b.cuh" -P embed.cmake
# Writes a C++ file that holds the text of FILES, in the order of their names (or as they are given, with -DKEEP_ORDER=ON), for embedded_sources() in sources.hpp,
# or for the function FUNCTION of the namespace SPACE in HEADER. Named by their paths below ROOT, if there is one.

# One text as adjacent raw literals, cut at line ends: a compiler may refuse a literal beyond 16 kB.
function(as_literals text result)
  set(literals "")
  while(NOT text STREQUAL "")
    string(SUBSTRING "${text}" 0 8000 piece)
    string(FIND "${piece}" "\n" end REVERSE)
    string(LENGTH "${text}" length)
    if(length GREATER 8000 AND end GREATER 0)
      math(EXPR cut "${end} + 1")
      string(SUBSTRING "${text}" 0 ${cut} piece)
    endif()
    string(LENGTH "${piece}" cut)
    string(SUBSTRING "${text}" ${cut} -1 text)
    string(APPEND literals "\nR\"radix_text(${piece})radix_text\"")
  endwhile()
  set(${result} "${literals}" PARENT_SCOPE)
endfunction()

if(NOT DEFINED FUNCTION)
  set(FUNCTION embedded_sources)
  set(SPACE radix)
  set(HEADER kernels/engine/model/sources.hpp)
endif()

if(NOT KEEP_ORDER)
  list(SORT FILES)
endif()
list(LENGTH FILES count)
set(rows "")
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME)
  if(DEFINED ROOT)
    file(RELATIVE_PATH name ${ROOT} ${file})
  endif()
  file(READ ${file} text)
  as_literals("${text}" literals)
  string(APPEND rows "    radix::SourceFile{\"${name}\", \"\"${literals}},\n")
endforeach()

file(WRITE ${OUT} "// Written by embed.cmake. Do not edit.
#include \"${HEADER}\"

#include <array>

namespace ${SPACE} {
namespace {
constexpr std::array<radix::SourceFile, ${count}> ${FUNCTION}_files{
${rows}};
}  // namespace

std::span<const radix::SourceFile> ${FUNCTION}() { return ${FUNCTION}_files; }
}  // namespace ${SPACE}
")
