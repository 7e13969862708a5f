/// Trace files that lie: whatever is opened is either refused with a sentence or drawn as the
/// kernels made it; the picture on the screen is never lost.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "app/commands/commands.hpp"
#include "app/export/svg.hpp"
#include "app/families/families.hpp"
#include "app/state/presets.hpp"
#include "app/words/explain.hpp"
#include "tests/support/scratch.hpp"

using namespace scope;
using Json = nlohmann::ordered_json;

namespace {

std::string trace_text(const char* rung) {
  Document document = make_document();
  EXPECT_EQ(run_script(document, std::string("keys 3 1 2 0 3 1 2; block 3; bits 2; rung ") + rung),
            "");
  return radix::to_json(*document.lane().trace);
}

/// One change that a careless or hostile hand might make: a number, a missing array, steps moved.
void mutate(Json& file, std::mt19937& random) {
  Json& steps = file["steps"];
  Json& step = steps[random() % steps.size()];
  const auto value = static_cast<uint32_t>(random() % 2 == 0 ? random() : random() % 9);
  const char* const fields[] = {"level", "distance", "blocks", "threads", "launch", "pass"};
  switch (random() % 7) {
    case 0: step[fields[random() % 6]] = value; break;
    case 1: steps.erase(random() % steps.size()); break;
    case 2: std::swap(step, steps[random() % steps.size()]); break;
    case 3: file["rung"] = file["rung"] == "one_bit" ? "block_sort" : "one_bit"; break;
    case 4: step["made"] = "ones_before"; break;
    case 5: step["source"]["line"] = value; break;
    default: {
      Json& arrays = step["arrays"];
      auto array = arrays.begin();
      std::advance(array, random() % arrays.size());
      const std::size_t at = random() % array->size();
      if (random() % 3 == 0) {
        arrays.erase(array.key());
      } else {
        (*array)[at] = value;
      }
    }
  }
}

void draw_everything(Document& document) {
  for (std::size_t cursor = 0; cursor <= document.lane().trace->steps.size(); ++cursor) {
    seek(document, cursor);
    EXPECT_FALSE(why(moment(document)).empty());
    formula(moment(document));
    for (const Figure& figure : figures())
      to_svg(figure.draw(moment(document)), theme(document.theme));
  }
}

TEST(TraceFileTest, AFileThatLiesIsRefusedAndTheOldPictureStays) {
  const scratch::Folder folder;
  std::mt19937 random(11);
  int refused = 0, opened = 0;
  for (const char* rung : {"one_bit", "block_sort"}) {
    const Json good = Json::parse(trace_text(rung));
    for (int i = 0; i < 250; ++i) {
      Json bad = good;
      mutate(bad, random);
      Document document = make_document();
      const auto before = document.lane().trace;
      const std::string refusal = act(document, "open", folder.file("lie.json", bad.dump()));
      if (!refusal.empty()) {
        EXPECT_EQ(document.lane().trace, before);
        ++refused;
      } else {
        draw_everything(document);
        ++opened;
      }
    }
  }
  EXPECT_GT(refused, 250);
  EXPECT_GT(opened, 5) << "only changes that no picture shows";
}

TEST(TraceFileTest, NumbersOfAnotherKindAreRefused) {
  const scratch::Folder folder;
  for (const char* number : {"4294967308", "12.9", "true", "-1", "1e300", "null", "\"12\""}) {
    Json bad = Json::parse(trace_text("one_bit"));
    bad["problem"]["keys"][0] = Json::parse(number);
    Document document = make_document();
    EXPECT_NE(act(document, "open", folder.file("kind.json", bad.dump())), "") << number;
  }
}

TEST(TraceFileTest, TheUntouchedFileIsShownAndVerified) {
  const scratch::Folder folder;
  Document document = make_document();
  EXPECT_EQ(act(document, "open", folder.file("good.json", trace_text("block_sort"))), "");
  EXPECT_EQ(document.lane().trace->rung, "block_sort");
  draw_everything(document);
}

}  // namespace
