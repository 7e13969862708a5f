/// Files that were opened or saved, newest first, kept from one start to the next.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/document/document.hpp"

namespace scope {

inline constexpr std::size_t max_recent = 8;

/// From the root of the disk on.
std::string whole_path(const std::string& path);

/// Puts a file first, by its whole path.
void remember_file(Document& document, const std::string& path);

/// A remembered file that is still there.
struct RecentFile {
  std::size_t number = 1;  ///< as the command `recent` takes it
  std::string path;        ///< absolute
};
/// Those to be offered; files that are gone are left out.
std::vector<RecentFile> recent_files(const Document& document);

/// A list as JSON text, and back; what is no list of files is an empty one.
std::string recent_text(const std::vector<std::string>& files);
std::vector<std::string> recent_from(const std::string& text);

/// The list that two windows share: what was opened in this one since its list was `known`, then
/// what is `kept` meanwhile, eight at most.
std::vector<std::string> merged_recent(const std::vector<std::string>& now,
                                       const std::vector<std::string>& known,
                                       const std::vector<std::string>& kept);

/// The file it lives in; "" when this person has no folder for settings.
std::string recent_file();
/// What it says; nothing when there is none.
std::vector<std::string> saved_recent();

}  // namespace scope
