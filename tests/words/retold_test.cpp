/// Sentences that files and other processes hold in English come back in the reader's language.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <thread>

#include "kernels/text/in_language.hpp"
#include "kernels/text/retold.hpp"
#include "tests/support/said.hpp"
#include "text/cuda.hpp"
#include "text/protocol.hpp"
#include "text/refused.hpp"

namespace scope {
namespace {

/// Something for every slot of a pattern: the first name of a select, else this.
std::vector<text::Slot> filling(const std::string& pattern, std::vector<std::string>& kept,
                                const std::string& value) {
  static const std::regex slot(R"(\{([a-z_]+)(?:, select, ([a-z_]+))?[,}])");
  std::vector<std::string> names;
  std::vector<text::Slot> slots;
  kept.reserve(64);  // slots point into it
  for (std::sregex_iterator at(pattern.begin(), pattern.end(), slot), end; at != end; ++at) {
    if (std::ranges::find(names, (*at)[1].str()) != names.end()) continue;
    names.push_back((*at)[1].str());
    const std::string& name = kept.emplace_back((*at)[1].str());
    const std::string& shown = kept.emplace_back((*at)[2].matched ? (*at)[2].str() : value);
    slots.emplace_back(name, Words(shown));
    slots.back().count = std::stoull(value);
  }
  return slots;
}

/// Shorter ones are not taken for a message.
std::size_t own_bytes(const std::string& english, std::size_t slots, const std::string& value) {
  return english.size() - std::min(english.size(), slots * value.size());
}

TEST(Retold, EveryMessageOfTheseModulesComesBackInEveryLanguage) {
  std::size_t looked = 0;
  in_every_language([&](const std::string& language) {
    for (const text::English& each : text::english()) {
      const std::string name = each.name;
      if (!name.starts_with("cuda.") && !name.starts_with("protocol.") &&
          !name.starts_with("refused."))
        continue;
      for (const std::string value : {"1", "37"}) {
        std::vector<std::string> kept;
        const auto slots = filling(each.pattern, kept, value);
        std::string english;
        {
          const text::InLanguage in_english("en");
          english = text::made(each.name, slots);
        }
        if (own_bytes(english, slots.size() + 1, value) < 12) continue;
        EXPECT_EQ(text::retold(english), text::made(each.name, slots)) << language << ": " << name;
        ++looked;
      }
    }
  });
  EXPECT_GT(looked, 1000u);
}

TEST(Retold, WhatFillsASlotIsRetoldToo) {
  const auto in_english = [](const auto& says) {
    const text::InLanguage kept("en");
    return std::string(says());
  };
  const std::string card = in_english([] {
    return text::cuda::stopped({.doing = text::cuda::making_room({.array = "the bucket counts"}),
                                .error = "out of memory",
                                .name = "cudaErrorMemoryAllocation"});
  });
  EXPECT_EQ(card,
            "CUDA stopped while making room for the bucket counts: out of memory "
            "(cudaErrorMemoryAllocation)");
  const std::string reason = in_english([] {
    return text::paragraph(text::cuda::driver_old({.needs = "13.0", .offers = "12.4"}),
                           text::cuda::cpu_works);
  });
  in_every_language([&](const std::string& language) {
    if (language == "en") {
      EXPECT_EQ(text::retold(card), card);
      return;
    }
    Sentences said = said_by([&] { text::retold(card); });
    const text::FilledMessage* stopped = said_of(said, "cuda.stopped");
    ASSERT_TRUE(stopped) << language;
    EXPECT_EQ(stopped->at("error"), "out of memory");
    EXPECT_EQ(stopped->at("name"), "cudaErrorMemoryAllocation");
    EXPECT_TRUE(said_of(said, "cuda.making_room")) << language;
    EXPECT_EQ(stopped->at("doing"),
              text::cuda::making_room({.array = said_of(said, "cuda.making_room")->at("array")}));
    EXPECT_TRUE(said_of(said, "captions.the_array")) << language;

    said = said_by([&] { text::retold(reason); });
    const text::FilledMessage* old = said_of(said, "cuda.driver_old");
    ASSERT_TRUE(old) << language;
    EXPECT_EQ(old->at("offers"), "12.4");
    EXPECT_EQ(old->at("needs"), "13.0");
    EXPECT_EQ(text::retold(reason),
              text::paragraph(text::cuda::driver_old({.needs = "13.0", .offers = "12.4"}),
                              text::cuda::cpu_works))
        << language;
  });
}

/// The refusals and the protocol of the runs that come with the program, which older releases
/// wrote.
TEST(Retold, RecordedRunsSpeakTheReadersLanguage) {
  static const std::regex said(R"re("(?:refusal|why|protocol)":"([^"\\]{2,})")re");
  std::set<std::string> sentences;
  for (const auto& entry : std::filesystem::directory_iterator(RADIX_SOURCE_DIR "/assets/timing")) {
    if (entry.path().extension() != ".jsonl") continue;
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line);)
      for (std::sregex_iterator at(line.begin(), line.end(), said), end; at != end; ++at)
        sentences.insert((*at)[1]);
  }
  EXPECT_GE(sentences.size(), 5u);
  in_every_language([&](const std::string& language) {
    for (const std::string& sentence : sentences)
      if (language != "en") {
        EXPECT_EQ(text::retold(sentence).find(" the "), std::string::npos)
            << language << ": " << text::retold(sentence);
      }
  });
}

TEST(Retold, WhatNoMessageSaysStaysAsItIs) {
  std::string longer(1500, 'a');
  for (std::size_t i = 7; i < longer.size(); i += 8) longer[i] = i % 3 == 0 ? '.' : ' ';
  in_every_language([&](const std::string&) {
    for (const std::string& each :
         {std::string("A file's own sentence; it has 3 keys."), std::string("."), longer,
          std::string("kernel , block : "), std::string("CUDA stopped while ")})
      EXPECT_EQ(text::retold(each), each);
  });
}

TEST(Retold, EnglishIsForThisThreadAndEnds) {
  ASSERT_EQ(use_language("ko"), "");
  const std::string korean = text::protocol::no_memory;
  {
    const text::InLanguage kept("en");
    EXPECT_EQ(text::language(), "en");
    { const text::InLanguage again("en"); }
    EXPECT_EQ(text::language(), "en");
    EXPECT_NE(std::string(text::protocol::no_memory), korean);
    std::thread([] { EXPECT_EQ(text::language(), "ko"); }).join();
  }
  EXPECT_EQ(text::language(), "ko");
  text::choose_language("en");
}

}  // namespace
}  // namespace scope
