/// A run of the hybrid whose buckets have a fixed capacity, read from the trace, also of a run with
/// a fault.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/core/moment/moment.hpp"
#include "kernels/hybrid/hybrid_family.hpp"

namespace scope {

/// True of its runs.
bool is_by_capacity(const Moment& moment);

/// True where one-sweep sorts after an overflow: from its first step on.
bool swept_behind_overflow(const Moment& moment);

/// One moment before that. There is a key.
struct CapacityMoment {
  const Moment& moment;
  radix::hybrid::CapacityPlan
      plan;                   ///< what the look has found is the trace's as soon as it is known
  uint32_t id = radix::none;  ///< the key that is spoken of
  bool inner = false;  ///< the second digit is at work, or all is partitioned; else the first
  const radix::Array* outer_slots = nullptr;  ///< as the first partition leaves them; or null
  const radix::Array* slots = nullptr;        ///< of this partition, or of the last; or null

  uint32_t n() const { return moment.problem().size(); }
  uint32_t key() const { return moment.problem().keys()[id]; }
  /// Of any key of the input.
  uint32_t number_of(uint32_t key) const { return plan.number(moment.problem().ordered(key)); }
  bool twice() const { return plan.second.bits > 0; }
  /// Bits of a bucket's number, slots of a bucket, buckets, at this partition.
  uint32_t bits() const { return inner || !twice() ? plan.bits() : plan.first.bits; }
  uint32_t capacity() const { return inner || !twice() ? plan.inner : plan.outer; }
  uint32_t buckets() const { return 1u << bits(); }
  uint32_t bucket_of(uint32_t key) const {
    return number_of(key) >> (moment.problem().key_bits() - bits());
  }
  uint32_t bucket() const { return bucket_of(key()); }
  /// The key's digit within its parent bucket: the row of the tiles' tables.
  uint32_t digit() const { return inner ? bucket() & (plan.second.buckets() - 1) : bucket(); }
  uint32_t digit_bits() const { return inner && twice() ? plan.second.bits : plan.first.bits; }
  /// How many keys belong in every bucket.
  std::vector<uint32_t> wanted() const;

  struct Tile {
    uint32_t block, thread;
  };
  /// Of this partition, that has the key; nothing where the first partition has dropped it.
  std::optional<Tile> tile() const;
  /// Where the key stands among the slots; none: nowhere yet.
  uint32_t slot() const { return slots ? position_of(*slots, id) : radix::none; }
};
/// The key is the selected one, else the last one of the bucket with the most keys.
CapacityMoment capacity_moment(const Moment& moment);
/// That key, or none where there are no keys.
uint32_t example_key_by_capacity(const Moment& moment);

/// A number that the trace has at this moment; nothing: not yet.
std::optional<uint32_t> known_number(const Moment& moment, radix::ArrayId id);

/// The keys in the order of their slots, without the holes: that of ranks in buckets.
std::vector<uint32_t> keys_side_by_side(const radix::Array& slots);

}  // namespace scope
