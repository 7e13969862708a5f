// Commands that write and open files: pictures, traces, keys, and everything that is none of these.
#include <gtest/gtest.h>

#include <ctime>
#include <filesystem>

#include "app/state/presets.hpp"
#include "tests/support/app_states.hpp"
#include "tests/support/scratch.hpp"

namespace scope {
namespace {

TEST(Files, SvgIsTheCurrentFigureAndTheSelectedKey) {
  scratch::Folder folder;
  Document document = block_sort_document();
  ASSERT_EQ(run_script(document, "figure fig13-3; svg '" + (folder / "a b;c.svg") + "'"), "");
  const std::string plain = scratch::bytes_of(folder / "a b;c.svg");
  EXPECT_EQ(plain.substr(0, 4), "<svg");
  EXPECT_EQ(document.written, (std::vector<std::string>{folder / "a b;c.svg"}));
  EXPECT_NE(document.note.find("a b;c.svg"), std::string::npos);
  EXPECT_FALSE(document.note_is_error);
  ASSERT_EQ(run_command(document, "svg", folder / "again.svg"), "");
  EXPECT_EQ(scratch::bytes_of(folder / "again.svg"), plain);
  run_command(document, "pin", "3");
  ASSERT_EQ(run_command(document, "svg", folder / "pinned.svg"), "");
  EXPECT_NE(scratch::bytes_of(folder / "pinned.svg"), plain);
}

TEST(Files, AnSvgWrittenInMidMotionStandsStill) {
  scratch::Folder folder;
  Document document = block_sort_document();
  run_command(document, "svg", folder / "still.svg");
  run_command(document, "back");
  run_command(document, "next");
  ASSERT_TRUE(in_motion(document));
  run_command(document, "svg", folder / "moving.svg");
  EXPECT_EQ(scratch::bytes_of(folder / "still.svg"), scratch::bytes_of(folder / "moving.svg"));
}

TEST(Files, ATraceComesBackAsItWas) {
  for (const char* setup : {"preset chapter; sort 1", "preset chapter; sort 2", "preset no_key",
                            "preset not_a_multiple; sort 2", "random 33 9 2; block 8"}) {
    scratch::Folder folder;
    Document writer = make_document();
    ASSERT_EQ(run_script(writer, setup), "");
    ASSERT_EQ(run_command(writer, "trace", folder / "t.json"), "");
    Document reader = make_document();
    ASSERT_EQ(run_script(reader, "preset one_key; pin 0"), "");
    ASSERT_EQ(run_command(reader, "open", folder / "t.json"), "");
    const radix::Trace &a = *writer.lane().trace, &b = *reader.lane().trace;
    EXPECT_FALSE(radix::first_difference(a, b).has_value()) << setup;
    EXPECT_EQ(a.problem, b.problem);
    EXPECT_EQ(reader.lane().setup.sort, a.sort);
    const auto shown = reader.lane().trace;
    tick(reader, 0);
    EXPECT_EQ(reader.lane().trace, shown) << "an opened trace is not run again";
    EXPECT_EQ(reader.lane().error.sentence, "");
  }
}

TEST(Files, AnOpenedTraceLetsGoOfStalePointers) {
  scratch::Folder folder;
  Document document = make_document();
  ASSERT_EQ(run_script(document, "preset one_key; trace '" + (folder / "t.json") + "'"), "");
  ASSERT_EQ(run_script(document, "preset chapter; pin 15; hover 12"), "");
  ASSERT_EQ(run_command(document, "open", folder / "t.json"), "");
  EXPECT_EQ(document.pinned, none);
  EXPECT_EQ(document.hovered, none);
}

TEST(Files, BrokenOnesAreOneSentenceAndNothingIsLost) {
  scratch::Folder folder;
  Document document = block_sort_document();
  ASSERT_EQ(run_command(document, "trace", folder / "good.json"), "");
  const std::string good = scratch::bytes_of(folder / "good.json");
  const auto refused = [&](const std::string& name, const std::string& text) {
    const std::string file = folder.file(name, text);
    const std::string before = fingerprint(document),
                      sentence = run_command(document, "open", file);
    EXPECT_NE(sentence.find(name), std::string::npos) << sentence;
    EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
    EXPECT_EQ(fingerprint(document), before) << name;
    return sentence;
  };
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    EXPECT_NE(text.find(from), std::string::npos) << from;
    return text.replace(text.find(from), from.size(), to);
  };
  for (const std::string& junk : {std::string("\x7f"
                                              "ELF\0\1\2",
                                              7),
                                  std::string("\xFF\xFE"
                                              "1\0 \0"
                                              "2\0",
                                              8)})
    EXPECT_NE(refused("junk.bin", junk).find("is not text"), std::string::npos);
  const std::string words = refused("words.txt", "# hello world");
  EXPECT_NE(words.find("another kind of file"), std::string::npos) << words;
  EXPECT_NE(words.find("'#' cannot be read"), std::string::npos) << words;
  const std::string keys = refused("typo.txt", "12 -3 l7");  // keys, but for one of them
  EXPECT_EQ(keys.find("another kind"), std::string::npos) << keys;
  refused("deep.json", "{\"format\":" + std::string(1000000, '['));
  refused("big.txt", "1 2 4294967296");
  refused("object.json", "{}");
  refused("foreign.json", R"({"keys":[1,2,3]})");
  refused("sort.json", with("\"block_sort\"", "\"later\""));
  refused("key.json", with("\"keys\":[12,", "\"keys\":[13,"));
  refused("error.json", with("\"error\":\"\"", "\"error\":\"it broke\""));
  refused("stage.json", with("\"scatter\"", "\"frog\""));
  for (std::size_t cut = 1; cut + 2 < good.size(); cut += good.size() / 101)
    refused("cut.json", good.substr(0, cut));
  std::string many;
  for (int i = 0; i < 4097; ++i) many += "1 ";
  refused("many.txt", many);
}

TEST(Files, FoldersDevicesAndHugeFilesAreRefusedAtOnce) {
  scratch::Folder folder;
  Document document = make_document();
  EXPECT_NE(run_command(document, "open", folder.path()).find("folder"), std::string::npos);
  EXPECT_NE(run_command(document, "svg", folder.path()), "");
  const std::string huge = folder.file("huge.txt", "1");
  std::filesystem::resize_file(huge, (std::uintmax_t{64} << 20) + 1);
  const std::clock_t start = std::clock();
  EXPECT_NE(run_command(document, "open", huge), "");
  EXPECT_LT(std::clock() - start, CLOCKS_PER_SEC / 10) << "of processor time";
  if (std::filesystem::exists("/dev/zero")) {
    EXPECT_NE(run_command(document, "open", "/dev/zero").find("device"), std::string::npos);
  }
  EXPECT_EQ(document.lane().setup, document.lane().recorded);
}

TEST(Files, AKeyFileSetsTheKeysAndAsManyBitsAsTheyNeed) {
  scratch::Folder folder;
  Document document = make_document();
  const std::string file = folder.file("keys.csv",
                                       "\xEF\xBB\xBF"
                                       "100, 0x7\r\n0b11\r\n");
  ASSERT_EQ(run_script(document, "open '" + file + "'"), "");
  EXPECT_EQ(document.lane().trace->sorted.values, (std::vector<uint32_t>{3, 7, 100}));
  EXPECT_EQ(document.lane().setup.settings.key_bits, 7u);
  ASSERT_EQ(run_script(document, "open '" + folder.file("few.txt", "1 2") + "'"), "");
  EXPECT_EQ(document.lane().setup.settings.key_bits, 7u) << "bits only grow";
  const std::string empty = run_script(document, "open '" + folder.file("empty.txt", "") + "'");
  EXPECT_NE(empty.find("It contains no keys."), empty.npos) << empty;
}

}  // namespace
}  // namespace scope
