/// NCCL, NVIDIA's library for sending between GPUs, found when the program runs: no header of it,
/// and nothing to link. Its functions and constants are those of NCCL's documented interface (user
/// guide, "API" and "Point-to-point communication").
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace radix {

/// The functions of NCCL that an exchange takes. A result of 0 is success; streams are CUDA's.
struct Nccl {
  using Communicator = struct NcclCommunicator*;
  static constexpr int uint32 = 3, uint64 = 5;  ///< ncclDataType_t

  int (*GetVersion)(int* version) = nullptr;  ///< 22705: 2.27.5
  int (*CommInitAll)(Communicator* all, int count, const int* devices) = nullptr;
  int (*CommDestroy)(Communicator) = nullptr;
  int (*GroupStart)() = nullptr;
  int (*GroupEnd)() = nullptr;
  int (*Send)(const void* from, std::size_t count, int type, int peer, Communicator,
              void* stream) = nullptr;
  int (*Recv)(void* to, std::size_t count, int type, int peer, Communicator,
              void* stream) = nullptr;
  const char* (*GetErrorString)(int result) = nullptr;

  std::string version;  ///< "2.27.5"
  std::string file;     ///< where it was found, or the name that the system found it by
};

/// The library, or one sentence: why there is none, and what is done without it.
struct FoundNccl {
  std::optional<Nccl> nccl;
  std::string missing;
};

/// Loads one file, or a name that the system looks for. It stays loaded.
FoundNccl load_nccl(const std::string& file);

/// Looks where it may be: only RADIXSCOPE_NCCL where that is set; else what the system knows, then
/// the folders of Python packages. Looked for once.
const FoundNccl& find_nccl();

}  // namespace radix
