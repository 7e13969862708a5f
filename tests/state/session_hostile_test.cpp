/// Ten thousand texts that nobody meant: states, session files, files of keys. And files that are
/// too long.
#include <filesystem>

#include "app/state/presets.hpp"
#include "app/state/recent.hpp"
#include "tests/support/hostile.hpp"
#include "tests/support/random_states.hpp"
#include "tests/support/scratch.hpp"

namespace scope {
namespace {

/// Mutations of what many states are written as.
template <class Write, class Take>
hostile::Tally shower_of_states(uint32_t count, uint32_t seed, Write write, Take take) {
  std::mt19937 random = hostile::seeded(seed);
  hostile::Tally tally;
  Document document = make_document(), source = make_document();
  for (uint32_t i = 0; i < hostile::mutations(count) && !testing::Test::HasFailure(); ++i) {
    if (i % 10 == 0) source = random_document(seed + i);
    hostile::hand(document, hostile::mutated(write(source), random), take, tally);
    tick(document, 0);
    EXPECT_EQ(apply_state(source, state_string(document)), "")
        << "what is shown can be shown again: " << state_string(document);
  }
  return tally;
}

TEST(Hostile, Strings) {
  const auto tally = shower_of_states(
      5000, 100, state_string,
      [](Document& document, const std::string& text) { return apply_state(document, text); });
  hostile::report("strings", tally);
  EXPECT_GT(tally.taken, hostile::mutations(5000) / 50) << "some are still states";
  EXPECT_GT(tally.refused, hostile::mutations(5000) / 2);
}

TEST(Hostile, SessionFiles) {
  scratch::Folder folder;
  const auto tally =
      shower_of_states(3000, 7000, session_text, [&](Document& document, const std::string& text) {
        return run_command(document, "open", folder.file("s.json", text));
      });
  hostile::report("session files", tally);
  EXPECT_GT(tally.taken, hostile::mutations(3000) / 30);
  EXPECT_GT(tally.refused, hostile::mutations(3000) / 2);
}

TEST(Hostile, KeyFiles) {
  scratch::Folder folder;
  const auto keys = [](const Document& document) {
    return document.lane().setup.keys_text + " 3,1;2\n0x7 0b11\n";
  };
  const auto tally =
      shower_of_states(2000, 20000, keys, [&](Document& document, const std::string& text) {
        return run_command(document, "open", folder.file("keys.txt", text));
      });
  hostile::report("key files", tally);
  EXPECT_GT(tally.taken, hostile::mutations(2000) / 20);
  EXPECT_GT(tally.refused, hostile::mutations(2000) / 4);
}

TEST(Hostile, ACheckThatCanFail) {
  EXPECT_NE(hostile::wrong_with(""), "");
  EXPECT_NE(hostile::wrong_with("Something is wrong"), "");
  EXPECT_NE(hostile::wrong_with("Something is\n wrong here."), "");
  EXPECT_NE(hostile::wrong_with("'state' did not work: what."), "");
  EXPECT_EQ(hostile::wrong_with("'bits': Key bits must be 1 … 32, not '99'."), "");
}

TEST(Hostile, FilesOfAGigabyteAreRefusedBeforeTheyAreRead) {
  scratch::Folder folder;
  for (const char* begin :
       {"1 2 3", "radixscope:1/keys=1", R"({"format": "radixscope session 1")"}) {
    const std::string file = folder.file("huge", begin);
    std::filesystem::resize_file(file, std::uintmax_t{1} << 30);
    Document document = make_document();
    const std::string before = fingerprint(document);
    const std::clock_t start = std::clock();
    const std::string sentence = run_command(document, "open", file);
    EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, hostile::max_seconds);
    EXPECT_NE(sentence.find("1073741824 bytes"), std::string::npos) << sentence;
    EXPECT_EQ(fingerprint(document), before);
  }
}

TEST(Hostile, LongTextsAndDeepOnesAreRefusedAtOnce) {
  scratch::Folder folder;
  hostile::Tally tally;
  Document document = make_document();
  const auto read = [](Document& to, const std::string& text) { return apply_state(to, text); };
  const auto open = [&](Document& to, const std::string& text) {
    return run_command(to, "open", folder.file("f", text));
  };
  const std::string session = R"({"format": "radixscope session 1", "keys": )";
  for (const std::string& text :
       {"radixscope:1/keys=" + std::string(50000000, '1'), session + std::string(900000, '['),
        std::string(1000000, '{'), "radixscope:1" + std::string(1000000, '/'),
        "radixscope:1/keys=" + std::string(500000, ','), "radixscope:1" + std::string(900000, ' '),
        std::string("radixscope:1/") + std::string(900000, 'a') + "=1"}) {
    hostile::hand(document, text, read, tally);
    hostile::hand(document, text, open, tally);
  }
  std::string lanes = session + "\"1\", \"lanes\": [";
  for (int i = 0; i < 100000; ++i) lanes += "{},";
  hostile::hand(document, lanes + "{}]}", read, tally);
  std::string fields = "radixscope:1";
  for (int i = 0; i < 100000; ++i) fields += "/a=1";
  hostile::hand(document, fields, read, tally);
  hostile::report("long ones", tally);
}

TEST(Hostile, TheListOfRecentFilesTakesAnything) {
  std::mt19937 random = hostile::seeded(5);
  Document document = make_document();
  document.recent = {"/a/b.json", "/c d/\xc3\xa9.txt"};
  for (int i = 0; i < 500; ++i)
    EXPECT_LE(recent_from(hostile::mutated(recent_text(document.recent), random)).size(),
              max_recent);
}

}  // namespace
}  // namespace scope
