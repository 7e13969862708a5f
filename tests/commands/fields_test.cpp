// The one table of fields: what reads it finds every row, and a number does the same as its text.
#include <gtest/gtest.h>

#include "app/commands/commands.hpp"
#include "app/core/base/languages.hpp"
#include "app/sorts/families/families.hpp"
#include "app/state/preferences.hpp"
#include "app/state/presets.hpp"
#include "app/state/state.hpp"
#include "tests/support/app_states.hpp"

namespace scope {
namespace {

/// Whether a text of JSON has a member of this name.
bool has_member(const std::string& text, const std::string& name) {
  return text.find("\"" + name + "\":") != std::string::npos;
}

TEST(Fields, EveryRowIsFoundWhereItIsKept) {
  const Document document = block_sort_document();
  const std::string session = session_text(document), preferences = preferences_text(document);
  for (const Field& field : fields()) {
    ASSERT_TRUE(field.set) << field.name;
    const bool of_state = field.kept == Kept::state || field.kept == Kept::session;
    EXPECT_EQ(has_member(session, field.name), of_state && field.get) << field.name;
    EXPECT_EQ(has_member(preferences, field.name), field.kept == Kept::preference) << field.name;
    EXPECT_EQ(field.of_lane, belongs_to_lane(field.name)) << field.name;
  }
}

TEST(Fields, ARowWithHelpIsACommandWithItsWords) {
  for (const Field& field : fields()) {
    const Command* command = command_named(field.name);
    ASSERT_EQ(command != nullptr, !field.help.empty()) << field.name;
    if (!command) continue;
    EXPECT_EQ(command->help, field.help);
    EXPECT_EQ(command->argument, field.takes);
    EXPECT_STREQ(command->keys, field.keys);
    EXPECT_EQ(static_cast<bool>(command->choices), static_cast<bool>(field.choices)) << field.name;
  }
}

TEST(Fields, TakeBackWhatTheySay) {
  Document document = block_sort_document();
  ASSERT_EQ(run_script(document,
                       "pin 3; entry 2; memory warp 4; zoom 2.5; pan 3 -4; theme light; base hex"),
            "");
  for (const Field& field : fields()) {
    if (!field.get) continue;
    const std::string said = field.get(document);
    EXPECT_EQ(field.set(document, said), "") << field.name << " " << said;
    EXPECT_EQ(field.get(document), said) << field.name;
  }
}

TEST(Fields, AChoiceIsAValue) {
  for (const Field& field : fields()) {
    if (!field.choices) continue;
    EXPECT_FALSE(field.choices().empty()) << field.name;
    for (const FieldChoice& choice : field.choices()) {
      Document document = block_sort_document();
      if (field.name == "figure" && figure_named(choice.argument) &&
          figure_named(choice.argument)->tools == Tools::timing)
        continue;  // named as the field timing_chart
      EXPECT_EQ(field.set(document, choice.argument), "") << field.name << " " << choice.argument;
    }
  }
  ASSERT_EQ(use_language("en"), "");  // a language is a choice, too
}

TEST(Fields, ANumberDoesTheSameAsItsText) {
  const std::pair<const char*, Value> asked[] = {
      {"pin", 3u},    {"hover", 5u},        {"entry", 2u},         {"seek", 4u},    {"zoom", 2.5f},
      {"zoom", 0.1f}, {"pan", {3, -4.25f}}, {"pan", {1 / 3.f, 0}}, {"speed", 0.5f}, {"bits", 5u},
      {"block", 2u},  {"lane", 1u},         {"zoom", 99.f},        {"pin", 99u},    {"bits", 0u},
  };
  for (const auto& [command, value] : asked) {
    Document a = block_sort_document(), b = block_sort_document();
    EXPECT_EQ(run_command(a, command, value), run_command(b, command, value.text()))
        << command << " " << value.text();
    tick(a, 0), tick(b, 0);
    EXPECT_EQ(session_text(a), session_text(b)) << command << " " << value.text();
    EXPECT_EQ(preferences_text(a), preferences_text(b)) << command << " " << value.text();
    EXPECT_EQ(a.hovered, b.hovered);
    EXPECT_EQ(a.note, b.note);
  }
}

}  // namespace
}  // namespace scope
