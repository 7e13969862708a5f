// Scripts: how they split, when they stop, what they see.
#include <gtest/gtest.h>

#include <filesystem>

#include "app/commands/commands.hpp"
#include "app/state/presets.hpp"
#include "tests/support/scratch.hpp"

namespace scope {
namespace {

TEST(Script, SplitsAtSemicolonsOutsideQuotes) {
  Document document = make_document();
  EXPECT_EQ(run_script(document, ";; keys \"3;1;2\" ;bits 2;;"), "");
  EXPECT_EQ(document.lane().setup.keys_text, "3;1;2");
  EXPECT_EQ(run_script(document, "keys '1;2'; next"), "");
  EXPECT_EQ(document.lane().setup.keys_text, "1;2");
  EXPECT_EQ(run_script(document, ""), "");
  EXPECT_EQ(run_script(document, " \n\t"), "");
  EXPECT_NE(run_script(document, "keys \"1;2").find("not closed"), std::string::npos);
  EXPECT_EQ(document.lane().setup.keys_text, "1;2") << "an open quote runs nothing";
}

TEST(Script, StopsAtTheFirstRefusal) {
  Document document = make_document();
  EXPECT_NE(run_script(document, "seek 3; bits 99; seek 5"), "");
  EXPECT_EQ(document.lane().cursor, 3u);
}

TEST(Script, SeesTheResultOfTheVerbBefore) {
  Document document = make_document();
  EXPECT_EQ(run_script(document, "keys 1 0; bits 1; seek 1; next; pin 1"), "");
  EXPECT_FALSE(in_motion(document)) << "a script's pictures stand still";
}

TEST(Script, KeysThatCannotBeSortedStopItBeforeAnythingIsShown) {
  scratch::Folder folder;
  Document document = make_document();
  const std::string file = folder / "out.svg";
  EXPECT_NE(run_script(document, "keys 99; svg '" + file + "'").find("'99'"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(file)) << "the old picture must not pass for the new one";
  EXPECT_NE(run_script(document, "keys 99"), "") << "also at the end";
  EXPECT_EQ(run_script(document, "keys 99; bits 7; next"), "")
      << "but the next command may mend it";
}

}  // namespace
}  // namespace scope
