/// radix-probes FORM FOLDER FILE…: makes FOLDER/FILE of every FILE, named .hpp. FORM
/// is one of those of probes.hpp. Files are named from the top of the project, where the program
/// runs. Exits with 1 and one line on stderr at the first mistake in a file.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "probes.hpp"

namespace {

using namespace radix::probes;

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw Error(path + ":1: There is no such file.");
  return {std::istreambuf_iterator<char>(in), {}};
}

/// A file that is as it should be stays: what is made of it is not compiled anew.
void write_file(const std::filesystem::path& path, const std::string& text) {
  if (exists(path) && read_file(path.string()) == text) return;
  std::filesystem::create_directories(path.parent_path());
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw Error(path.string() + ":1: This file cannot be written.");
}

}  // namespace

int main(int argc, char** argv) try {
  const std::map<std::string, Form> forms{
      {"recorded", Form::recorded}, {"counted", Form::counted}, {"timed", Form::timed}};
  const auto form = forms.find(argc > 1 ? argv[1] : "");
  if (form == forms.end() || argc < 4) {
    std::fputs("usage: radix-probes recorded|counted|timed FOLDER FILE...\n", stderr);
    return 1;
  }
  for (int k = 3; k < argc; ++k) {
    std::filesystem::path made = std::filesystem::path(argv[2]) / argv[k];
    write_file(made.replace_extension(".hpp"), make(argv[k], form->second, read_file));
  }
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
