/// A student's file on a real GPU: compiled by nvcc as it stands, run many times, and only its
/// results looked at. The effect of a race shows in counts there, not in sentences.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compile.hpp"
#include "confine.hpp"

namespace radix {

/// Keys to sort, of `bits` bits.
struct CardKeys {
  std::vector<uint32_t> keys;
  uint32_t bits = 4;
};

inline constexpr uint32_t many_keys = 1u << 24;

struct CardRecipe {
  std::string text;            ///< of the student's file
  GivenHeader header;          ///< which it may include
  std::string entry;           ///< a call, or "": see rewrite_cuda
  std::string words_folder;    ///< with card_head.h and card_tail.h
  std::string nvcc;            ///< its path: find_nvcc
  std::string scratch;         ///< a folder of this run's own
  bool unconfined = false;     ///< also where a sandbox does not hold
  uint32_t runs = 1000;        ///< at most; fewer when `seconds` are over
  double seconds = 20;         ///< of running, compiling not counted
  std::vector<CardKeys> sets;  ///< in turns, each run from another place on; of no use to a main
  std::string timed_entry;     ///< a call that is timed, or ""
  uint32_t timed_keys = many_keys;  ///< that it then sorts, random ones of 32 bits
};

/// What became of it.
struct CardRun {
  std::string refusal;            ///< "" or one sentence: why nothing was run
  std::string device;             ///< "NVIDIA H200"
  uint32_t runs = 0, right = 0;   ///< runs that came to an end, and those with every key in place
  uint32_t first_wrong = 0;       ///< from 1; 0: none
  uint32_t place = 0, value = 0;  ///< where that run first differs, and what stands there
  uint32_t belongs = 0;           ///< what belongs there
  std::string error;              ///< CUDA's words, of run `runs` + 1, which was the last; or ""
  bool endless = false;           ///< that run was ended, being too long
  double milliseconds = 0;        ///< median of the timed runs; 0: there are none
  bool timed_right = false;       ///< and their result was right
  bool slow = false;              ///< it took so long with fewer keys that it was not timed
};

/// The path of nvcc, or "".
std::string find_nvcc();

/// A sandbox whose program starts nvcc and what it made needs this.
void allow_card(Sandbox& sandbox, const std::string& nvcc);

/// "" where nvcc and an NVIDIA GPU seem to be there; else one sentence.
std::string card_missing();

/// The call of a file of the chapter, for many keys: blocks of 256 threads, as `main` has them;
/// "" where the file names no such call.
std::string call_for_many(const std::string& text);

/// What nvcc is given: the file between the card's words, every line with its number.
std::string card_source(const std::string& text, const CardRecipe& recipe);
/// What the compiled program printed.
CardRun card_run_from(std::string_view printed);

CardRun run_on_card(const CardRecipe& recipe);

}  // namespace radix
