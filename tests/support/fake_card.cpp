/// The process that runs the card, with the CPU engine for a card: it answers as that one does, and
/// fails as FAKE_CARD says: "dies", … (misbehave). "@FILE": as the file says by then.
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

#include <sys/socket.h>
#include <unistd.h>

#include "kernels/engine/simt/common.hpp"
#include "kernels/run/card_process.hpp"

using namespace radix;

namespace {

std::string plan() {
  const char* text = std::getenv("FAKE_CARD");
  if (text == nullptr || *text != '@') return text ? text : "";
  std::ifstream in(text + 1);
  std::string what;
  in >> what;
  return what;
}

void fall_silent() {
  while (true) pause();
}

/// An answer of so many words, of which few come.
void write_words(std::initializer_list<uint32_t> words) {
  for (uint32_t word : words) (void)send(card_socket, &word, sizeof word, MSG_NOSIGNAL);
}

bool sick = false;

EngineInfo probe() {
  const std::string what = plan();
  if (what == "hangs_at_start") fall_silent();
  if (what == "dies_at_start") std::raise(SIGSEGV);
  if (what == "no_gpu") return {EngineId::cuda, false, "", "The NVIDIA driver found no GPU."};
  return {EngineId::cuda, true, "fake card", ""};
}

void misbehave(const std::string& what) {
  if (what == "dies") std::raise(SIGKILL);
  if (what == "crashes") std::raise(SIGSEGV);
  if (what == "leaves") _exit(3);
  if (what == "hangs") fall_silent();
  if (what == "garbage") write_words({12, 34, 56}), fall_silent();
  if (what == "half") write_words({0x52530003, 1000, 7}), std::raise(SIGKILL);
  if (what == "huge") write_words({0x52530003, 0xffffffff, 7}), _exit(0);
  if (what == "nonsense") write_words({0x52530003, 3, 7, 8, 9}), fall_silent();
  sick = what == "sticks";
  if (what == "fails" || what == "sticks")
    throw KernelError(
        "CUDA stopped while running kernel sort: an illegal memory access was "
        "encountered (cudaErrorIllegalAddress)");
}

void sort(std::size_t sort, const Recipe& recipe, Trace& trace) {
  misbehave(plan());
  cpu_sort(sort, recipe, trace);
}

}  // namespace

int main() {
  serve_card({.probe = probe, .sort = sort, .trouble = [] {
                return std::string(sick ? "an illegal memory access was encountered" : "");
              }});
}
