/// What a dialog says about a name is what the command behind it does.
#include "app/core/base/dialog_places.hpp"

#include <gtest/gtest.h>

#include "app/commands/commands.hpp"
#include "app/core/base/files.hpp"
#include "app/state/presets.hpp"
#include "tests/support/scratch.hpp"

namespace scope {
namespace {

TEST(DialogPlaces, TheSaveDialogNamesTheFileThatIsWritten) {
  const scratch::Folder folder;
  for (const char* name :
       {"foo", "foo.json", "foo.radixscope.json", "v1.2", ".hidden", " blanks "}) {
    const std::string typed = folder / name;
    const PlaceWords fresh = session_words(typed);
    ASSERT_FALSE(fresh.refused) << fresh.text;
    Document document = make_document();
    ASSERT_EQ(run_command(document, "save", whole_name(typed)), "") << name;
    EXPECT_EQ(fresh.text, "Writes " + document.session_file + ".");
    EXPECT_EQ(session_words(typed).text, "Replaces " + document.session_file + ".");
    std::filesystem::remove(document.session_file);
  }
}

TEST(DialogPlaces, ANameThatCannotBeSavedIsRefusedAlike) {
  const scratch::Folder folder;
  Document document = make_document();
  for (const std::string& typed : {folder.path(), folder.path() + "/", folder / "none/foo"}) {
    const PlaceWords words = session_words(typed);
    EXPECT_TRUE(words.refused) << words.text;
    EXPECT_NE(run_command(document, "save", whole_name(typed)), "") << typed;
  }
  EXPECT_EQ(session_words(" ").text, "Type the name of a file.");
  EXPECT_TRUE(session_words(" ").refused);
}

TEST(DialogPlaces, NearAreTheFolderAboveAndThoseInside) {
  const scratch::Folder folder;
  for (const char* name : {"b", "a b", ".hidden"}) std::filesystem::create_directory(folder / name);
  folder.file("c.txt", "");
  const auto places = places_near(folder / "picture.svg");
  ASSERT_GE(places.size(), 3u);
  EXPECT_EQ(to_path(places[0].folder), to_path(folder.path()).parent_path());
  EXPECT_EQ(places[places.size() - 2].folder, folder / "a b");
  EXPECT_EQ(places.back().folder, folder / "b");
  EXPECT_EQ(moved_into(folder / "picture.svg", folder / "b"), folder / "b/picture.svg");
  EXPECT_FALSE(file_words(moved_into("x.svg", folder / "a b")).refused);
  EXPECT_LE(places_near("/no/such/folder/x.svg").size(), 2u);
}

}  // namespace
}  // namespace scope
