/// What an exercise hands out, and a changed kernel as one file, made of the CUDA files of sorts
/// (kernels/engine/probes/probes.hpp).
#pragma once

#include <string>
#include <vector>

#include "engine.hpp"

namespace radix {

/// The starting file: these functions are for the student to write. It includes `header`, which is
/// header_of_files.
std::string unfinished_file(const SortInfo& sort, const std::vector<std::string>& functions,
                            const std::string& header);
/// The sort as one file for nvcc, as a person has changed its files.
std::string standalone_changed(const SortInfo& sort, const ChangedFiles& changed);
/// What the CUDA files of these sorts include, folded into one header.
std::string header_of_files(const std::vector<const SortInfo*>& sorts);

}  // namespace radix
