# Planted faults: one copy of the kernels in which every careless line of the list below is woven, each behind its number, and an
# engine of its own that is compiled from it. What is planted is chosen when the tests run.
# (One program for all mutants: Untch, Offutt and Harrold 1993, Mutation analysis using mutant schemata.)

set(woven ${CMAKE_CURRENT_BINARY_DIR}/faults)
set(planted_faults "")   # their names; the number of a fault is its place, from 1 on

# Puts `with` where `text` has `what`; text that is not found is an error, so that no fault quietly goes away.
function(radix_replace variable what with fault file)
  string(FIND "${${variable}}" "${what}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "The fault ${fault} is to change what ${file} does not have: ${what}")
  endif()
  string(REPLACE "${what}" "${with}" text "${${variable}}")
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# radix_fault(name file "… <|right => wrong|> …" [more changes]): of the kernels' file, what is around is there to tell the place.
# An expression becomes a choice of two, what ends with a semicolon a choice of two statements; lines keep their numbers.
function(radix_fault name file)
  list(APPEND planted_faults ${name})
  list(LENGTH planted_faults number)
  string(MAKE_C_IDENTIFIER ${file} key)
  if(NOT DEFINED woven_${key})
    file(READ ${PROJECT_SOURCE_DIR}/kernels/${file} woven_${key})
  endif()
  math(EXPR last "${ARGC} - 1")
  foreach(i RANGE 2 ${last})   # ARGV<i> keeps semicolons, lists do not
    set(change "${ARGV${i}}")
    string(FIND "${change}" "<|" begin)
    string(FIND "${change}" " => " middle)
    string(FIND "${change}" "|>" end)
    if(begin EQUAL -1 OR middle LESS begin OR end LESS middle)
      message(FATAL_ERROR "The fault ${name} has a change that is not <|right => wrong|>: ${change}")
    endif()
    string(SUBSTRING "${change}" 0 ${begin} before)
    math(EXPR from "${begin} + 2")
    math(EXPR length "${middle} - ${from}")
    string(SUBSTRING "${change}" ${from} ${length} right)
    math(EXPR from "${middle} + 4")
    math(EXPR length "${end} - ${from}")
    string(SUBSTRING "${change}" ${from} ${length} wrong)
    math(EXPR from "${end} + 2")
    string(SUBSTRING "${change}" ${from} -1 after)
    if(right MATCHES ";$")
      set(choice "if (radix::planted_fault == ${number}) { ${wrong} } else { ${right} }")
    else()
      set(choice "(radix::planted_fault == ${number} ? (${wrong}) : (${right}))")
    endif()
    radix_replace(woven_${key} "${before}${right}${after}" "${before}${choice}${after}" ${name} ${file})
  endforeach()
  set(woven_${key} "${woven_${key}}" PARENT_SCOPE)
  list(APPEND woven_files ${file})
  list(REMOVE_DUPLICATES woven_files)
  set(woven_files ${woven_files} PARENT_SCOPE)
  set(planted_faults ${planted_faults} PARENT_SCOPE)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/kernels/${file})
endfunction()

radix_fault(column_major_table radix/03_digits.cuh
  "counts[<|d * gridDim.x + block => block * digit.buckets() + d|>] = "
  "starts[<|d * gridDim.x + block => block * digit.buckets() + d|>]")
radix_fault(inclusive_table_scan scan/grid_scan.cuh
  "<|values[place] = before;\n    before += own; => before += own; values[place] = before;|>")
radix_fault(unstable_slots radix/02_block_sort.cuh
  "bit == 0 ? t - ones.before : zeros + <|ones.before => ones.total - 1 - ones.before|>")
radix_fault(missing_barrier radix/03_digits.cuh
  "if (i < n) sorted[slot] = key;\n    <|__syncthreads(); => |>")
radix_fault(no_local_bucket_start radix/03_digits.cuh
  "<|(t - first_place[mine]) => t|>")
radix_fault(highest_bit_first radix/03_digits.cuh
  "bit_of(key, digit, <|split => digit.bits - 1 - split|>)")
radix_fault(missing_barrier_in_scan scan/kogge_stone.cuh
  "sums[t - distance] : 0;\n    <|__syncthreads(); => |>")
radix_fault(missing_carry scan/shuffles.cuh
  "if (<|w == warp => w + 1 == warp|>) before_warp = total;")
radix_fault(wrong_lane_at_warp_border scan/shuffles.cuh
  "if (<|lane => threadIdx.x|> >= distance) sum += left;")
radix_fault(missing_barrier_of_warps scan/shuffles.cuh
  "sums[warp] = sum;\n  <|__syncthreads(); => |>")
radix_fault(short_warp_without_last_lane scan/shuffles.cuh
  "if (lane == <|lanes => warp_lanes|> - 1) sums")
radix_fault(coarse_missing_barrier radix/04_coarse.cuh
  "sorted[slots[c]] = mine[c];\n    }\n    <|__syncthreads(); => |>")
radix_fault(coarse_counts_full_blocks radix/04_coarse.cuh
  "const uint32_t zeros = <|tile.size => blockDim.x * keys_per_thread|> - ones.total")
radix_fault(total_of_blocks_before radix/05_one_launch.cuh
  "chain.wait_for(<|gridDim.x - 1 => block|>, all_sums)")

radix_fault(network_wrong_direction networks/network_global.cuh
  "<|layer.descends(low) => ((low & layer.distance) != 0)|>")
radix_fault(network_missing_barrier networks/network_shared.cuh
  "<|__syncthreads(); => |>  // the keys are there, or the layer before is done")
radix_fault(network_half_the_rounds networks/transposition.cuh
  "round < <|n => n / 2|> && quiet")
radix_fault(network_padded networks/network_shared.cuh
  "<|i < size && first + i < n => i < size|>; i += blockDim.x) tile[i] = keys[first + i];\n\n  for"
  "<|tile[i] = keys[first + i]; => tile[i] = first + i < n ? keys[first + i] : Key{15, nobody};|>\n\n  for"
  "layers_of(run.settings().network, <|n => std::bit_ceil(n)|>)")

radix_fault(merge_sentinel_equals_the_largest_key merge/co_rank.cuh
  "<|from.b >= from.b_end || (from.a < from.a_end && !before(b, a)) => !before(b, a)|>"
  "keys[from.a] : <|Key{} => Key{~0u}|>"
  "keys[from.b] : <|Key{} => Key{~0u}|>"
  "keys[place + 1] : <|Key{} => Key{~0u}|>")
radix_fault(merge_less_for_less_or_equal merge/co_rank.cuh
  "<|!before(b[j - 1], a[i]) => before(a[i], b[j - 1])|>")
radix_fault(merge_equal_key_of_b_first merge/co_rank.cuh
  "<|!before(b, a) => before(a, b)|>")
radix_fault(merge_reads_behind_the_run merge/co_rank.cuh
  "uint32_t low = <|k > pair.b ? k - pair.b : 0 => 0|>, high")
radix_fault(merge_co_rank_of_k_only merge/merge_co_rank.cuh
  "i_end = <|search(end, keys, pair, before, unseen, first) => i + (end - k) / 2|>")
radix_fault(merge_missing_barrier merge/merge_tiled.cuh
  "auto keys_per_thread, const Key* mine) {\n  <|__syncthreads(); => |>")
radix_fault(merge_missing_barrier_of_rounds merge/merge_tiled.cuh
  "<|__syncthreads(); => |>  // all have read before anyone loads")
radix_fault(merge_rounds_use_half_of_each merge/merge_tiled.cuh
  "from_a_made = <|on_diagonal(made, tile, pair, before, unseen, 0) => made / 2|>")
radix_fault(merge_missing_barrier_of_a_layer merge/sort_segments.cuh
  "<|__syncthreads(); => |>  // the keys are there, or the layer before is done")
radix_fault(merge_equal_key_of_b_first_on_the_diagonal merge/co_rank.cuh
  "<|before(b[k - 1 - i], a[i]) => !before(a[i], b[k - 1 - i])|>")

radix_fault(list_wrong_stride lists/lists_by_thread.cuh
  "block.zero_list[t + <|lists * zeros++ => zeros++|>] = key")
radix_fault(list_ones_first lists/lists_serial.cuh
  "<|keys[i] = zero_list[i]; => keys[ones + i] = zero_list[i];|>"
  "<|keys[zeros + i] = one_list[i]; => keys[i] = one_list[i];|>")
radix_fault(list_head_not_advanced lists/list_merges.cuh
  "return <|mine ? 1 : 0 => 0|>")
radix_fault(list_other_tie lists/list_merges.cuh
  "winner != nobody && <|comes_before(least, head, work.order) => !comes_before(head, least, work.order)|>")
radix_fault(list_missing_barrier lists/list_merges.cuh
  "first[0], round, show);\n    <|__syncthreads(); => |>  // nobody clears before all have read")
radix_fault(list_missing_barrier_of_the_tree lists/list_merges.cuh
  "<|__syncthreads(); => |>  // nobody hands in before all have read")
radix_fault(list_sentinel lists/list_merges.cuh
  "<|if (head.there) atomicMin(&least[0], head.ordered); => atomicMin(&least[0], head.there ? head.ordered : nobody);|>"
  "if (<|head.there && head.ordered == least[0] => (head.there ? head.ordered : nobody) == least[0]|>)")

radix_fault(sweep_peers_without_the_own_digit onesweep/tile_ranks.cuh
  "peers &= one ? <|ones => (ones & ~(1u << (rows.shift + rows.lane)))|> : ~ones;")
radix_fault(sweep_all_told_too_early onesweep/one_sweep_steps.cuh
  "board.publish(number * buckets + d, <|number == 0 ? all_sums : own_sum => all_sums|>, count)")
radix_fault(sweep_one_counter_for_all_warps onesweep/one_sweep_steps.cuh
  "tile.counters.slice(<|rows.warp * buckets => 0|>, buckets)")
radix_fault(sweep_order_not_checked onesweep/one_sweep_steps.cuh
  "const bool right = <|handed[1] == 0 => true|>;")
radix_fault(sweep_missing_barrier onesweep/one_sweep_steps.cuh
  "tile.origin[slots[c]] = rows.place(c);\n  }\n  <|__syncthreads(); => |>")
radix_fault(sweep_missing_barrier_of_counts onesweep/one_sweep_steps.cuh
  "<|__syncthreads(); => |>  // all warps have counted")

# The woven copy, and a list of the names for the tests.
file(GLOB_RECURSE all RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/kernels/*.cuh ${PROJECT_SOURCE_DIR}/kernels/*.hpp)
foreach(each IN LISTS all ITEMS kernels/run/cpu_engine.cpp)
  string(REGEX REPLACE "^kernels/" "" file ${each})
  if(NOT file IN_LIST woven_files)
    configure_file(${PROJECT_SOURCE_DIR}/${each} ${woven}/${each} COPYONLY)
  else()
    string(MAKE_C_IDENTIFIER ${file} key)
    file(CONFIGURE OUTPUT ${woven}/${each} CONTENT "@woven_${key}@" @ONLY)
  endif()
endforeach()
list(JOIN planted_faults "\", \"" names)
file(CONFIGURE OUTPUT ${woven}/planted_faults.hpp @ONLY CONTENT
"/// Made by tests/faults/faults.cmake: what can be planted in the kernels of this program.
#pragma once

namespace radix {

inline constexpr const char* planted_faults[] = {\"none\", \"@names@\"};
extern int planted_fault;  ///< one of them; 0 is the faultless kernels

}  // namespace radix
")
file(CONFIGURE OUTPUT ${woven}/engine.cpp @ONLY CONTENT
"#include \"planted_faults.hpp\"
namespace radix {
int planted_fault = 0;
}
#include \"kernels/run/cpu_engine.cpp\"
")

# Stands before the engine of the library.
add_library(woven_engine OBJECT ${woven}/engine.cpp)
radix_strict(woven_engine)
target_include_directories(woven_engine BEFORE PRIVATE ${woven})
target_link_libraries(woven_engine PRIVATE radix_engines)
if(NOT MSVC)
  target_compile_options(woven_engine PRIVATE $<$<CONFIG:RelWithDebInfo>:-O1> $<$<CONFIG:RelWithDebInfo>:-g1>)
endif()
target_sources(faults_test PRIVATE $<TARGET_OBJECTS:woven_engine>)
target_include_directories(faults_test PRIVATE ${woven})
