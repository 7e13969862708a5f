/// Reading, writing and finding files, and the two numbers read from a font file.
#include "app/core/base/files.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "app/core/base/font_files.hpp"
#include "tests/support/scratch.hpp"

using scope::read_file;
using scope::write_file;

TEST(Files, ReadsWhatWasWritten) {
  const scratch::Folder folder;
  for (const std::size_t size : {0u, 1u, 65535u, 65536u, 65537u, 200000u}) {
    const std::string bytes(size, '\0');
    ASSERT_EQ(write_file(folder / "a/b/c.bin", bytes), "");
    const scope::FileText file = read_file(folder / "a/b/c.bin");
    EXPECT_TRUE(file.ok()) << file.error;
    EXPECT_EQ(file.text, bytes);
  }
}

TEST(Files, NamesWithSignsBeyondAscii) {
  const scratch::Folder folder;
  ASSERT_EQ(write_file(folder / "Schlüssel 基数.json", "x"), "");
  EXPECT_EQ(read_file(folder / "Schlüssel 基数.json").text, "x");
}

TEST(Files, ErrorsNameTheFileAndTheReason) {
  const scratch::Folder folder;
  EXPECT_EQ(read_file("/no/such/file").error, "There is no file '/no/such/file'.");
  EXPECT_EQ(read_file(folder.path()).error, "'" + folder.path() + "' is a folder, not a file.");

  const std::string path = folder.file("ten", "0123456789");
  EXPECT_TRUE(read_file(path, 10).ok());
  EXPECT_EQ(read_file(path, 9).error, "'" + path + "' has 10 bytes; this program reads at most 9.");
}

TEST(Files, AnEndlessFileIsRefused) {
  if (!std::filesystem::exists("/dev/zero")) GTEST_SKIP() << "no /dev/zero on this system";
  EXPECT_EQ(read_file("/dev/zero", 1 << 20).error,
            "'/dev/zero' is a pipe or a device, not a file.");
}

TEST(Files, PartsOfAKilledSaveGoAndNothingElse) {
  const scratch::Folder folder;
  for (const char* name :
       {"a.svg.123.part", "a.svg.part", "a.svg.12x.part", "b.svg.7.part", "a.svg"})
    folder.file(name, "x");
  const auto left = [&] {
    return std::distance(std::filesystem::directory_iterator(folder.path()),
                         std::filesystem::directory_iterator());
  };
  scope::remove_parts_of(folder / "a.svg");
  EXPECT_EQ(left(), 5) << "another save may be writing them now";
  scope::remove_parts_of(folder / "a.svg", 0);
  EXPECT_EQ(left(), 4);
  scope::remove_parts_in(folder.path(), 0);
  EXPECT_EQ(left(), 3);
}

TEST(Files, AFailedWriteLeavesTheOldFile) {
  const scratch::Folder folder;
  const std::string path = folder.file(std::string(250, 'k'), "old");
  // The new file is written beside it, under a name that is too long for the file system
  EXPECT_NE(write_file(path, "new"), "");
  EXPECT_EQ(scratch::bytes_of(path), "old");
}

#if !defined(_WIN32)
TEST(Files, ASavedFileKeepsItsPermissions) {
  namespace fs = std::filesystem;
  const scratch::Folder folder;
  for (const unsigned mode : {0600u, 0640u, 0644u, 0664u, 0755u}) {
    const std::string path = folder.file("kept", "old");
    fs::permissions(path, static_cast<fs::perms>(mode));
    ASSERT_EQ(write_file(path, "new"), "");
    EXPECT_EQ(scratch::bytes_of(path), "new");
    EXPECT_EQ(static_cast<unsigned>(fs::status(path).permissions()), mode) << std::oct << mode;
  }
}
#endif

TEST(Files, AWriteProtectedFileIsRefusedAndNotReplaced) {
  namespace fs = std::filesystem;
  const scratch::Folder folder;
  const std::string path = folder.file("locked", "old");
  fs::permissions(path, fs::perms::owner_read | fs::perms::group_read | fs::perms::others_read);
  EXPECT_EQ(write_file(path, "new"),
            "'" + path + "' is write-protected; choose another name, or allow writing to it.");
  EXPECT_EQ(scratch::bytes_of(path), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 1)
      << "no litter";
  fs::permissions(path, fs::perms::owner_all);
}

TEST(Files, WritesThroughToADevice) {
  if (!std::filesystem::exists("/dev/null")) GTEST_SKIP() << "no /dev/null on this system";
  EXPECT_EQ(write_file("/dev/null", "gone"), "");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(Files, FindsTheProgramAndItsResources) {
  EXPECT_NE(scope::program_path().find("base_test"), std::string::npos);
  EXPECT_TRUE(std::filesystem::is_directory(scope::resource("assets")));
  EXPECT_EQ(scope::resource("assets/no such thing"), "");
}

/// A font file with a head and an hhea table and nothing else.
std::string tiny_font(int em, int ascent, int descent) {
  const auto number = [](int value) {
    return std::string{static_cast<char>(value >> 8 & 255), static_cast<char>(value & 255)};
  };
  const auto row = [&](const char* tag, int at) {
    return tag + std::string(6, '\0') + number(at) + std::string(4, '\0');
  };
  std::string font = std::string("\0\1\0\0", 4) + number(2) + std::string(6, '\0');
  font += row("head", 44) + row("hhea", 64);
  font += std::string(18, '\0') + number(em);
  return font + std::string(4, '\0') + number(ascent) + number(descent);
}

TEST(FontFiles, LinePerEm) {
  EXPECT_FLOAT_EQ(scope::line_per_em(tiny_font(1000, 900, -300)), 1.2f);
  EXPECT_FLOAT_EQ(scope::line_per_em(tiny_font(2048, 1901, -483)), 2384.f / 2048);
}

TEST(FontFiles, WhatIsNoFontHasNoLine) {
  const std::string font = tiny_font(1000, 900, -300);
  for (std::size_t size = 0; size < font.size(); ++size) {
    EXPECT_LE(scope::line_per_em(std::string_view(font).substr(0, size)), 1.2f) << size;
  }
  EXPECT_EQ(scope::line_per_em(tiny_font(0, 900, -300)), 0);
  EXPECT_EQ(scope::line_per_em("ttcf"), 0);
  EXPECT_EQ(scope::line_per_em(std::string(1000, '\xff')), 0);
}

/// tiny_font with a cmap: these signs, of format 4 or, beyond U+FFFF too, of format 12.
std::string font_of(uint32_t first, uint32_t last, bool wide) {
  const auto two = [](uint32_t value) {
    return std::string{static_cast<char>(value >> 8 & 255), static_cast<char>(value & 255)};
  };
  const auto four = [&](uint32_t value) { return two(value >> 16) + two(value); };
  std::string font = tiny_font(1000, 900, -300);
  font[5] = 3;  // tables; the third row moves the others on
  const std::string head = font.substr(0, 12), body = font.substr(44);
  const auto row = [&](const char* tag, uint32_t at) { return tag + four(0) + four(at) + four(0); };
  const auto size = static_cast<uint32_t>(body.size());
  const std::string cmap = two(0) + two(1) + two(wide ? 3 : 0) + two(wide ? 10 : 3) + four(12);
  const std::string signs =
      wide ? two(12) + two(0) + four(28) + four(0) + four(1) + four(first) + four(last) + four(1)
           : two(4) + two(32) + two(0) + two(4) + std::string(6, '\0') + two(last) + two(0xFFFF) +
                 two(0) + two(first) + two(0xFFFF) + std::string(8, '\0');
  return head + row("head", 60) + row("hhea", 80) + row("cmap", 60 + size) + body + cmap + signs;
}

TEST(FontFiles, SayWhichWordsTheyDraw) {
  for (const bool wide : {false, true}) {
    const scratch::Folder folder;
    const auto drawn = [&](const char* words) {
      return scope::draws(scope::find_fonts({folder.path()}, "ja"), words);
    };
    EXPECT_TRUE(drawn("Latin: é"));  // ImGui's own font has it
    EXPECT_FALSE(drawn("Русский"));
    folder.file("Inter-Regular.otf", font_of(0x400, 0x4FF, wide));
    EXPECT_TRUE(drawn("Русский"));
    EXPECT_FALSE(drawn("日本語のキー"));
    folder.file("TakaoPGothic.ttf", font_of(0x3000, 0x9FFF, wide));
    EXPECT_TRUE(drawn("日本語のキー"));
    EXPECT_TRUE(drawn("日本語のキー ⟦⟧"));  // a sign or two that are missing do not matter
    EXPECT_FALSE(drawn("한국어"));
  }
}

TEST(FontFiles, JapaneseIsDrawnInItsOwnShapes) {
  const scratch::Folder folder;
  const auto face = [&](std::string_view language) {
    const std::string path = scope::find_fonts({folder.path()}, language).cjk.path;
    return path.substr(path.rfind('/') + 1);
  };
  const std::string font = tiny_font(1000, 900, -300);
  folder.file("wqy-microhei.ttc", font);
  EXPECT_EQ(face("ja"), "wqy-microhei.ttc");
  folder.file("TakaoPGothic.ttf", font);
  EXPECT_EQ(face("ja"), "TakaoPGothic.ttf");
  EXPECT_EQ(face("zh-Hans"), "wqy-microhei.ttc");
}

TEST(FontFiles, APageBringsAFaceOfEachLanguage) {
  const scratch::Folder folder;
  const auto face = [&](std::string_view language) {
    const std::string path = scope::find_fonts({folder.path()}, language).cjk.path;
    return path.substr(path.rfind('/') + 1);
  };
  const std::string font = tiny_font(1000, 900, -300);
  folder.file("words-names.otf", font);
  EXPECT_EQ(face("ko"), "words-names.otf");
  folder.file("words-ko.otf", font);
  folder.file("NanumGothic.ttf", font);
  EXPECT_EQ(face("ko"), "words-ko.otf");
  EXPECT_EQ(face("ja"), "words-names.otf");
  EXPECT_EQ(face(""), "");
}

TEST(FontFiles, AnEmptyFolderHasNone) {
  const scratch::Folder folder;
  folder.file("Inter-Regular.otf", "not a font");
  const scope::FontFiles found = scope::find_fonts({folder.path(), "/no/such/folder"}, "ko");
  ASSERT_EQ(found.faces.size(), 3u);
  for (const scope::FontFile& face : found.faces) EXPECT_EQ(face.path, "");
  EXPECT_EQ(found.symbols.path, "");
}
