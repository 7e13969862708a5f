/// Names of files as a person types them into a dialog: where they lead, and what will become of
/// what is there.
#pragma once

#include <string>
#include <vector>

namespace scope {

/// The folder that names start in: the current one, or the person's own where the program was
/// started in the root of the disk. Without a separator at its end.
std::string default_folder();

/// The whole name: without blanks around it, '~' the person's folder, relative names from
/// default_folder() on.
std::string whole_name(const std::string& typed);

/// The name that a session is saved under: with the ending of sessions where it has none. Folders
/// stay folders.
std::string session_name(const std::string& file);

/// A folder that is offered for a name.
struct OfferedFolder {
  std::string name;    ///< as a list shows it: "Pictures"
  std::string folder;  ///< the whole name
};

/// Folders near the one that a typed name lies in: the one above, the person's own, then those in
/// it by name, forty at most; none that are hidden.
std::vector<OfferedFolder> places_near(const std::string& typed);

/// The whole name of the same file in another folder.
std::string moved_into(const std::string& typed, const std::string& folder);

/// What a dialog says about a name that is to be written.
struct PlaceWords {
  std::string text;      ///< "Writes /home/a/b.svg.", "Replaces …", or what is wrong
  bool refused = false;  ///< nothing can be written there
};

/// What is said about a file, a session's file, or a folder that may be created.
PlaceWords file_words(const std::string& typed);
PlaceWords session_words(const std::string& typed);
PlaceWords folder_words(const std::string& typed);

}  // namespace scope
