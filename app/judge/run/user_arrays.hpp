/// What is known of the arrays of a run of the user's own kernel, as data: how it sorts, and which
/// of its arrays is which of the chapter's. user_roles.hpp finds that out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernels/engine/student/student_run.hpp"

namespace scope {

/// How launches cut the keys: into blocks of this many threads, of this many keys each.
struct StudentCut {
  uint32_t threads = 1, each = 1;
  bool operator==(const StudentCut&) const = default;
};

struct UserSort;  // user_sort.hpp

/// How the student sorts, as far as the run shows it.
struct StudentPlan {
  const UserSort* sort = nullptr;              ///< the family whose passes these are
  uint32_t radix_bits = 1;                     ///< bits of a pass
  uint32_t first_run = 1;                      ///< merging: keys of a run after its first pass
  std::vector<std::vector<uint32_t>> outputs;  ///< the keys after every pass, as they should be
  std::vector<std::size_t>
      seen;                      ///< the moment that has them, of the passes before the first wrong
  std::vector<StudentCut> cuts;  ///< the likeliest first
};

struct RightArray {
  uint32_t moment = 0;  ///< of the run
  std::string role;     ///< label of the chapter's array
  std::string name;     ///< its name: "bucket_counts"
};

struct FirstDifference {
  uint32_t moment = 0, element = 0;  ///< of the moment's values
  std::string role;                  ///< "keys sorted in the block"
  std::string name;                  ///< "local_keys"
  uint32_t pass = 0;                 ///< from 0
  uint32_t expected = 0;
  uint32_t wrong = 0, compared = 0;  ///< elements
  uint32_t each = 0;    ///< keys of a thread, where the launch has too few threads for the element
  std::string instead;  ///< what its values are known to be instead, a sentence; or ""
};

/// A pass that sorts by other bits than the chapter's does.
struct OtherDigit {
  uint32_t launch = 0;                  ///< its first
  uint32_t shift = 0;                   ///< its lowest bit
  uint32_t mask = 0;                    ///< which bits of the digit are kept there; 0: all of them
  std::optional<uint32_t> moment = {};  ///< that has these bits of the keys, if any
};

/// An array that has the pass's bits, then sums of them that are no scan.
struct WrongScan {
  uint32_t moment = 0, element = 0;       ///< of the moment's values: the first that is wrong
  uint32_t inclusive = 0, exclusive = 0;  ///< what a scan has there
  uint32_t begin = 0, length = 0;         ///< of a shared array: the elements that should be one
  uint32_t split = 0;                     ///< from 1, of a pass of several bits; 0: of one
};

/// Stores that put keys where a scan says that counts each key's own bit, too.
struct InclusiveUse {
  uint32_t moment = 0;  ///< that has the scan
  uint32_t stores = 0;  ///< of the run
};

/// A double buffer's half that was read, where the other one has the scan.
struct HalfRead {
  uint32_t moment = 0, right = 0, length = 0;  ///< elements of the right half: from where, how many
};

/// A thread that puts its key in another slot of its block than a stable split by the bit does.
struct Misplaced {
  uint32_t launch = 0, array = 0;
  uint32_t block = 0, thread = 0;
  uint32_t slot = 0, belongs = 0;  ///< elements of the block's array
  uint32_t ones = 0;               ///< that stand before the key
};

/// A scan that is in no array, since threads keep it in registers: every key was stored where these
/// wrong counts say.
struct HiddenScan {
  enum class Wrong {
    first_lane,    ///< what a warp's first lane has reaches no other lane
    own_bit,       ///< a thread counts its own bit, too
    warps_before,  ///< what the warps before have is left out
  };
  Wrong wrong = Wrong::first_lane;
  uint32_t launch = 0, stores = 0;  ///< of the run
  uint32_t block = 0, thread = 0;   ///< the first that counts wrong
  uint32_t counts = 0, ones = 0;    ///< what it counts before it, and how many there are
};

struct StudentRoles {
  StudentPlan plan;
  std::vector<RightArray> right;  ///< of the pass that is judged
  std::optional<FirstDifference> difference;
  std::optional<uint32_t> again;  ///< the first launch of a pass that sorts what the last one did
  std::optional<OtherDigit> other_digit;
  std::optional<WrongScan> wrong_scan;
  std::optional<InclusiveUse> inclusive_use;
  std::optional<HalfRead> half_read;
  std::optional<Misplaced> misplaced;
  std::optional<HiddenScan> hidden_scan;
  std::optional<uint32_t> mixed_scan;  ///< the moment of a scan of threads' sums, each over keys
                                       ///< that are no neighbours
  std::optional<uint32_t> inclusive;   ///< the moment of a scan that counts each key's own bit, too
  uint32_t shuffle_line = 0;           ///< of the first shuffle in the text, or 0
  bool whole = false;                  ///< every pass is there
};

/// The element of a moment's values that stands for each element of a whole array of `length`;
/// empty where it cannot be one of that length.
std::vector<uint32_t> elements_as_whole(const radix::StudentRun& run,
                                        const radix::StudentMoment& moment, std::size_t length);

bool is_shared(const radix::StudentRun& run, const radix::StudentMoment& moment);

/// True where the moment's array is these values, each of them written.
bool holds(const radix::StudentRun& run, const radix::StudentMoment& moment,
           const std::vector<uint32_t>& values);

/// True where every value of a whole array of `length` was written by the thread
/// (block * threads + thread) that `owner` says, at the element that `element` says; both are asked
/// for its place.
template <class Element, class Owner>
bool written_by(const radix::StudentMoment& moment, uint32_t length, Element element, Owner owner) {
  for (uint32_t i = 0; i < length; ++i) {
    const uint32_t at = element(i);
    if (at >= moment.who.size() || moment.site[at] == 0 || moment.who[at] != owner(i)) return false;
  }
  return true;
}

}  // namespace scope
