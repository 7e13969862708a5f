# Planted faults: the kernels as they are, but for one careless line, compiled into a program of their own. Each must be
# caught by the checks that the real kernels pass.
#
# The checks are compiled once; a program has its own CPU engine, which stands before that of the library.
foreach(checks fault network_fault)
  add_library(${checks}_checks OBJECT faults/${checks}.cpp)
  radix_strict(${checks}_checks)
  target_compile_definitions(${checks}_checks PRIVATE RADIX_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  target_link_libraries(${checks}_checks PUBLIC radix_engines GTest::gtest_main)
endforeach()
set(fault_checks fault_checks)   # what the faults below are held against

# radix_fault(name file "right" "wrong" ["right" "wrong" …]) replaces text in a copy of the kernels; text that is not found is an
# error, so that no fault quietly goes away.
function(radix_fault name file)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/faults/${name})
  file(GLOB_RECURSE all RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/kernels/*.cuh ${PROJECT_SOURCE_DIR}/kernels/*.hpp)
  foreach(each IN LISTS all)
    configure_file(${PROJECT_SOURCE_DIR}/${each} ${folder}/${each} COPYONLY)
  endforeach()
  configure_file(${PROJECT_SOURCE_DIR}/kernels/run/cpu_engine.cpp ${folder}/kernels/run/cpu_engine.cpp COPYONLY)
  file(CONFIGURE OUTPUT ${folder}/fault.cpp CONTENT
       "#include \"kernels/run/cpu_engine.cpp\"\nextern const char* const fault_name = \"@name@\";\nextern const char* const fault_folder = \"@folder@\";\n" @ONLY)

  file(READ ${PROJECT_SOURCE_DIR}/kernels/${file} text)
  math(EXPR last "${ARGC} - 1")
  foreach(i RANGE 2 ${last} 2)   # ARGV<i> keeps semicolons, lists do not
    math(EXPR next "${i} + 1")
    set(right "${ARGV${i}}")
    set(wrong "${ARGV${next}}")
    string(FIND "${text}" "${right}" at)
    if(at EQUAL -1)
      message(FATAL_ERROR "The fault ${name} is to replace what ${file} does not have: ${right}")
    endif()
    string(REPLACE "${right}" "${wrong}" text "${text}")
  endforeach()
  file(WRITE ${folder}/changed "${text}")
  configure_file(${folder}/changed ${folder}/kernels/${file} COPYONLY)

  add_executable(fault_${name} ${folder}/fault.cpp)
  radix_strict(fault_${name})
  target_include_directories(fault_${name} BEFORE PRIVATE ${folder})
  target_link_libraries(fault_${name} PRIVATE ${fault_checks})
  if(NOT MSVC)
    target_compile_options(fault_${name} PRIVATE $<$<CONFIG:RelWithDebInfo>:-O1> $<$<CONFIG:RelWithDebInfo>:-g1>
                                                 -Wno-unused-variable)   # a fault may forget what it was given
  endif()
  gtest_discover_tests(fault_${name} TEST_PREFIX "fault_${name}." DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 120)
endfunction()

# The same harness with no fault: it is not the harness that fails.
radix_fault(none radix/03_digits.cuh "New since rung 2" "New since rung 2")

radix_fault(column_major_table radix/03_digits.cuh
  "counts[d * gridDim.x + block] = " "counts[block * digit.buckets() + d] = "
  "starts[d * gridDim.x + block]" "starts[block * digit.buckets() + d]")
radix_fault(inclusive_table_scan scan/grid_scan.cuh
  "values[place] = before;\n    before += own;" "before += own;\n    values[place] = before;")
radix_fault(unstable_slots radix/02_block_sort.cuh
  "bit == 0 ? t - ones.before : zeros + ones.before" "bit == 0 ? t - ones.before : zeros + ones.total - 1 - ones.before")
radix_fault(missing_barrier radix/03_digits.cuh
  "if (i < n) sorted[slot] = key;\n    __syncthreads();" "if (i < n) sorted[slot] = key;")
radix_fault(no_local_bucket_start radix/03_digits.cuh
  "(t - first_place[mine])" "t")
radix_fault(highest_bit_first radix/03_digits.cuh
  "bit_of(key, digit, split)" "bit_of(key, digit, digit.bits - 1 - split)")
radix_fault(missing_barrier_in_scan scan/kogge_stone.cuh
  "sums[t - distance] : 0;\n    __syncthreads();\n" "sums[t - distance] : 0;\n")
radix_fault(missing_carry scan/shuffles.cuh
  "if (w == warp) before_warp = total;" "if (w + 1 == warp) before_warp = total;")
radix_fault(wrong_lane_at_warp_border scan/shuffles.cuh
  "if (lane >= distance) sum += left;" "if (threadIdx.x >= distance) sum += left;")
radix_fault(missing_barrier_of_warps scan/shuffles.cuh
  "sums[warp] = sum;\n  __syncthreads();" "sums[warp] = sum;")
radix_fault(short_warp_without_last_lane scan/shuffles.cuh
  "if (lane == lanes - 1) sums" "if (lane == warp_lanes - 1) sums")
radix_fault(coarse_missing_barrier radix/04_coarse.cuh
  "sorted[slots[c]] = mine[c];\n    }\n    __syncthreads();" "sorted[slots[c]] = mine[c];\n    }")
radix_fault(coarse_counts_full_blocks radix/04_coarse.cuh
  "const uint32_t zeros = tile.size - ones.total" "const uint32_t zeros = blockDim.x * keys_per_thread - ones.total")
radix_fault(total_of_blocks_before radix/05_one_launch.cuh
  "chain.wait_for(gridDim.x - 1, all_sums)" "chain.wait_for(block, all_sums)")

set(fault_checks network_fault_checks)
radix_fault(no_network networks/network_global.cuh "chapter's" "chapter's")
radix_fault(network_wrong_direction networks/network_global.cuh
  "layer.descends(low)" "((low & layer.distance) != 0)")
radix_fault(network_missing_barrier networks/network_shared.cuh
  "__syncthreads();  // the keys are there, or the layer before is done" "")
radix_fault(network_half_the_rounds networks/transposition.cuh
  "round < n && quiet" "round < n / 2 && quiet")
radix_fault(network_padded networks/network_shared.cuh
  "i < size && first + i < n; i += blockDim.x) tile[i] = keys[first + i];\n\n  for"
  "i < size; i += blockDim.x) tile[i] = first + i < n ? keys[first + i] : Key{15, nobody};\n\n  for"
  "layers_of(run.settings().network, n)" "layers_of(run.settings().network, std::bit_ceil(n))")

set(fault_checks fault_checks)
radix_fault(merge_none merge/merge_co_rank.cuh "Nobody waits" "Nobody waits")
radix_fault(merge_less_for_less_or_equal merge/co_rank.cuh
  "!before(b[j - 1], a[i])" "before(a[i], b[j - 1])")
radix_fault(merge_equal_key_of_b_first merge/co_rank.cuh
  "!before(b, a)" "before(a, b)")
radix_fault(merge_reads_behind_the_run merge/co_rank.cuh
  "uint32_t low = k > pair.b ? k - pair.b : 0, high" "uint32_t low = 0, high")
radix_fault(merge_co_rank_of_k_only merge/merge_co_rank.cuh
  "i_end = co_rank(end, keys, pair, before, unseen, 0)" "i_end = i + (end - k) / 2")
radix_fault(merge_missing_barrier merge/merge_tiled.cuh
  "auto keys_per_thread, const Key* mine) {\n  __syncthreads();" "auto keys_per_thread, const Key* mine) {")
radix_fault(merge_sentinel_equals_the_largest_key merge/co_rank.cuh
  "from.b >= from.b_end || (from.a < from.a_end && !before(b, a))" "!before(b, a)"
  "keys[from.a] : Key{}" "keys[from.a] : Key{~0u}"
  "keys[from.b] : Key{}" "keys[from.b] : Key{~0u}"
  "keys[place + 1] : Key{}" "keys[place + 1] : Key{~0u}")
radix_fault(merge_equal_key_of_b_first_on_the_diagonal merge/co_rank.cuh
  "before(b[k - 1 - i], a[i])" "!before(a[i], b[k - 1 - i])")
