# What CI builds beside the preset "tests": a warning, an index outside its list and undefined behaviour are errors, CUDA
# is compiled also without a card, and ctest builds the page.
set(RADIXSCOPE_WERROR ON CACHE BOOL "")
set(RADIXSCOPE_CUDA TOOLKIT CACHE STRING "")
set(RADIXSCOPE_PAGE ON CACHE BOOL "")
set(CMAKE_CXX_FLAGS "-D_GLIBCXX_ASSERTIONS -fsanitize=undefined -fno-sanitize=vptr,null,alignment -fno-sanitize-recover=undefined"
    CACHE STRING "")
