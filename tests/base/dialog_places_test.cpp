/// What a dialog says about a name is what the verb behind it does.
#include "app/base/dialog_places.hpp"

#include <gtest/gtest.h>

#include "app/commands/commands.hpp"
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
    ASSERT_EQ(act(document, "save", whole_name(typed)), "") << name;
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
    EXPECT_NE(act(document, "save", whole_name(typed)), "") << typed;
  }
  EXPECT_EQ(session_words(" ").text, "Type the name of a file.");
  EXPECT_TRUE(session_words(" ").refused);
}

}  // namespace
}  // namespace scope
