/// A folder for temporary files of one judgement, gone with it. One that a killed program has left
/// is known by what is in it and by its lock, which is free, never by its name or age alone.
#pragma once

#include <string>

namespace scope {

class ScratchFolder {
 public:
  /// In the folder for temporary files. Where none can be made `path()` is empty and `refusal()`
  /// says why.
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::string& path() const { return path_; }  ///< absolute
  const std::string& refusal() const { return refusal_; }

 private:
  std::string path_, refusal_;
  int lock_ = -1;
};

/// Removes the folders that programs like this one, killed, have left in the folder for temporary
/// files: this person's own, no links, with the mark of such a folder, whose lock nobody holds.
void remove_left_scratch();

}  // namespace scope
