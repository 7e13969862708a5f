/// The card in a process of its own, which stays: an invalid address, a lost device, a crash
/// or a driver that hangs costs the program one sentence, and the next run starts a new process.
/// What crosses are words (kernels/engine/model/word_io.hpp) over a socket.
///
/// The same struct stands at both ends: the program sorts by a CardMachine that asks the process,
/// and the process serves a CardMachine that calls CUDA.
#pragma once

#include <string>
#include <vector>

#include "engine_machines.hpp"

namespace radix {

/// How long the other end may say nothing, in seconds; then it is ended.
struct CardPatience {
  double start = 30;   ///< until a process that was just started has said what the card is
  double answer = 10;  ///< to a run, beside twice what it takes on the CPU engine
};

/// A machine that starts `program` with these arguments when it is asked first and whenever the one
/// before has gone, and ends it when it goes itself. Its functions throw KernelError, and may be
/// called by several threads: one after the other is served. Recipe::watch is not told.
CardMachine card_in_process(std::string program, std::vector<std::string> arguments,
                            CardPatience patience = {});

/// What a program does first: its card is in a process, `own_program` started with card_option.
/// Where no NVIDIA driver is installed no process is started. RADIXSCOPE_CARD_PROGRAM names another
/// program (tests).
void run_card_beside(const std::string& own_program);
inline constexpr const char* card_option = "--card";

/// Where the process finds the other end.
inline constexpr int card_socket = 3;

/// The process itself: answers until the other end has gone, then ends. Where a run went wrong and
/// the machine has trouble since, it ends, too.
[[noreturn]] void serve_card(const CardMachine& machine);

}  // namespace radix
