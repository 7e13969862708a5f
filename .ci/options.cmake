# What CI builds beside the preset "tests": a warning, an index outside its list and undefined behaviour are errors, CUDA
# is compiled also without a card, and ctest builds the page. The compiler's memory is not tidied before it is 512 MB.
set(RADIXSCOPE_WERROR ON CACHE BOOL "")
set(RADIXSCOPE_CUDA TOOLKIT CACHE STRING "")
set(RADIXSCOPE_PAGE ON CACHE BOOL "")
set(CMAKE_CXX_FLAGS "-D_GLIBCXX_ASSERTIONS -fsanitize=undefined -fno-sanitize=vptr,null,alignment -fno-sanitize-recover=undefined --param=ggc-min-heapsize=524288"
    CACHE STRING "")
