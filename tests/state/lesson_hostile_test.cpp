// Thousands of files that nobody meant: lessons, presets, preferences. And what every reader of
// JSON refuses.
#include <filesystem>

#include "app/core/base/files.hpp"
#include "app/core/base/read_json.hpp"
#include "app/state/preferences.hpp"
#include "app/state/presets.hpp"
#include "tests/support/hostile.hpp"
#include "tests/support/lessons.hpp"
#include "tests/support/scratch.hpp"

namespace scope {
namespace {

constexpr uint32_t texts = 1000;

/// The files of a folder of the program's own, as texts.
std::vector<std::string> sources(const char* folder) {
  std::vector<std::string> all;
  const std::string assets = std::string(RADIX_SOURCE_DIR) + "/assets/";
  for (const auto& entry : std::filesystem::directory_iterator(assets + folder))
    all.push_back(scratch::bytes_of(entry.path().string()));
  EXPECT_GT(all.size(), 5u);
  return all;
}

/// Hands mutations of these texts to `take`.
template <class Take>
hostile::Tally shower_of_files(const std::vector<std::string>& all, uint32_t seed,
                               const Take& take) {
  std::mt19937 random = hostile::seeded(seed);
  hostile::Tally tally;
  Document document = make_document();
  for (uint32_t i = 0; i < hostile::mutations(texts) && !testing::Test::HasFailure(); ++i) {
    hostile::hand(document, hostile::mutated(all[i % all.size()], random), take, tally);
    tick(document, 0);
  }
  EXPECT_GT(tally.taken, hostile::mutations(texts) / 20) << "some are still good";
  EXPECT_GT(tally.refused, hostile::mutations(texts) / 5);
  return tally;
}

/// Reads a lesson as a file and shows all of its slides.
std::string take_lesson(Document& document, const std::string& file) {
  const auto lesson = load_lesson(file);
  if (!lesson) return lesson.error.sentence;
  for (const Slide& slide : lesson->slides) {
    const std::string refusal = apply_state(document, slide.state);
    EXPECT_TRUE(refusal.empty() || hostile::wrong_with(refusal).empty()) << refusal;
  }
  return "";
}

/// The folder of presets that has this one only; a state that it brings is shown.
std::string take_preset(Document& document, const std::string& folder) {
  const Presets loaded = load_presets(folder);
  EXPECT_NE(loaded.list.empty(), loaded.error.empty());
  return loaded.list.empty()            ? loaded.error
         : loaded.list[0].state.empty() ? ""
                                        : apply_state(document, loaded.list[0].state);
}

TEST(Hostile, AThousandLessons) {
  scratch::Folder folder;
  hostile::report(
      "lessons",
      shower_of_files(sources("lessons"), 1, [&](Document& document, const std::string& text) {
        return take_lesson(document, folder.file("a.json", text));
      }));
}

TEST(Hostile, AThousandPresets) {
  scratch::Folder folder;
  hostile::report("presets", shower_of_files(sources("presets"), 2,
                                             [&](Document& document, const std::string& text) {
                                               folder.file("a.json", text);
                                               return take_preset(document, folder / "");
                                             }));
}

/// What is good of them is taken, whatever else is in them; so they change the app also where they
/// complain.
TEST(Hostile, AThousandPreferences) {
  std::mt19937 random = hostile::seeded(3);
  Document document = make_document();
  const std::string text = preferences_text(document);
  for (uint32_t i = 0; i < texts; ++i) {
    const std::string hurt = hostile::mutated(text, random),
                      sentence = take_preferences(document, hurt);
    EXPECT_TRUE(sentence.empty() || hostile::wrong_with(sentence).empty())
        << sentence << "\nfor: " << hurt;
  }
}

// ------------------------------------------------------------------------------------ every reader

using Read = std::string (*)(const std::string& text);

std::string refused_lesson(const std::string& text) {
  return read_lesson(text, "a.json").error.sentence;
}
std::string refused_preset(const std::string& text) {
  scratch::Folder folder;
  folder.file("a.json", text);
  return load_presets(folder / "").error;
}
std::string refused_preferences(const std::string& text) {
  Document document = make_document();
  return take_preferences(document, text);
}

TEST(Hostile, EveryReaderRefusesDepthDoubledNamesAndBrokenText) {
  for (Read read : {refused_lesson, refused_preset, refused_preferences}) {
    const std::string deep = read("{\"about\": " + std::string(900000, '['));
    EXPECT_NE(deep.find("nested too deep"), std::string::npos) << deep;
    const std::string twice = read(R"({"title": "a", "about": "b", "keys": "1", "title": "c"})");
    EXPECT_NE(twice.find("'title' is written twice"), std::string::npos) << twice;
    const std::string broken = read("{\"title\": \"a\",\n  \"about\" \"b\"}");
    EXPECT_NE(broken.find("line 2, column"), std::string::npos) << broken;
    for (const char* other : {"null", "3", "[]", "\"text\"", "", "[{}]"})
      EXPECT_EQ(hostile::wrong_with(read(other)), "") << other << ": " << read(other);
  }
}

TEST(Hostile, PresetsSayWhichFieldIsWrong) {
  EXPECT_NE(refused_preset(R"({"about": "b", "keys": "1"})").find("'title' is missing."),
            std::string::npos);
  EXPECT_NE(
      refused_preset(R"({"title": 3, "about": "b", "keys": "1"})").find("'title' must be text."),
      std::string::npos);
  const std::string keys = refused_preset(R"({"title": "a", "about": "b", "keys": {}})");
  EXPECT_NE(keys.find("'keys' must be a list or text."), std::string::npos) << keys;
  EXPECT_EQ(refused_preset(R"({"title": "a", "about": "b", "keys": [1, "2"]})"), "");
}

TEST(Hostile, BracketsInQuotesAreNotNested) {
  const std::string many(40, '[');
  EXPECT_TRUE(nests_too_deep(many));
  EXPECT_TRUE(nests_too_deep("{\"a\": \"\", \"b\": " + many));
  EXPECT_TRUE(nests_too_deep("\"\\\\\"" + many))
      << "the second stroke is escaped, the quote is not";
  EXPECT_FALSE(nests_too_deep("\"" + many + "\""));
  EXPECT_FALSE(nests_too_deep("\"\\\"" + many + "\""));
  EXPECT_FALSE(nests_too_deep("[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]"));
  EXPECT_FALSE(nests_too_deep(std::string(100, ']')));
  Document document = make_document();
  ASSERT_EQ(run_script(document, "engine cpu; keys 3 1 2"), "");
  scratch::Folder folder;
  radix::Trace trace = trace_of(document);
  trace.engine.device = many;
  EXPECT_EQ(run_command(document, "open", folder.file("run.json", radix::to_json(trace))), "");
}

}  // namespace
}  // namespace scope
