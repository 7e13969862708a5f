#include "questions.hpp"
#include "kernels/radix/radix_arrays.hpp"

namespace scope {
namespace {

using radix::ArrayId;
namespace array = radix::array;

constexpr ArrayId none = array::keys;   // a sentence or a card shows no whole array

constexpr Question table[] = {
    // ---- 13.1 background
    {"reverse", "13.1", "Is reading a sorted list backwards a stable sort?",
     "bits 8; keys '150 80 45 80'; values '30 32 22 29'; order reversed; last",
     Answer::sentence, none, ""},
    {"complement", "13.1", "How does radix sort put the largest key first and stay stable?",
     "bits 8; keys '150 80 45 80'; values '30 32 22 29'; order descending; last", Answer::numbers,
     array::output, ""},
    {"cascade", "13.1", "Sort by income, largest first, and by age where incomes are equal.",
     "second_bits 6; bits 8; keys '150:30 80:32 45:22 80:29'; order descending; last",
     Answer::numbers, array::output, ""},

    // ---- 13.2 radix sort
    {"passes", "13.2", "How many passes do these keys take?", "preset chapter; first",
     Answer::sentence, none, "Figure 13.1"},
    {"sorted_bits", "13.2", "By which bits is the list sorted after pass 2?",
     "preset chapter; seek pass 2 output", Answer::sentence, none, "Figure 13.1"},
    {"list_after", "13.2", "What is the list after pass 3?",
     "preset chapter; figure fig13-2; seek pass 3 output", Answer::picture, array::output,
     "Figure 13.1"},

    // ---- 13.3 parallel radix sort
    {"bits", "13.3", "Which bits does pass 1 see?",
     "preset chapter; figure fig13-3; seek pass 1 bits", Answer::picture, array::bits,
     "Figure 13.3"},
    {"ones_before", "13.3", "How many ones stand before each key?",
     "preset chapter; figure fig13-3; seek pass 2 ones_before", Answer::picture,
     array::ones_before, "Figure 13.3"},
    {"destination", "13.3", "Where does each key go in pass 1?",
     "preset chapter; figure fig13-3; seek pass 1 destination", Answer::picture,
     array::destination, "Figure 13.3"},
    {"one_goes", "13.3", "Where does key 13, which has a one, go in pass 1?",
     "preset chapter; pin 11; seek pass 1 destination", Answer::card, none, "Figure 13.3"},
    {"zero_goes", "13.3", "Where does key 6 at index 9, which has a zero, go in pass 1?",
     "preset chapter; pin 9; seek pass 1 destination", Answer::card, none, "Figure 13.3"},
    {"total", "13.3", "How many ones are there in pass 4, and so where do the ones start?",
     "preset chapter; pin 4; seek pass 4 destination", Answer::sentence, none, "Figure 13.3"},
    {"block_sums", "13.3", "How many ones does each block have?",
     "preset chapter; seek pass 1 block_ones", Answer::numbers, array::block_ones, ""},
    {"before_block", "13.3", "How many ones stand before each block?",
     "preset chapter; seek pass 1 ones_before_block", Answer::numbers,
     array::ones_before_block, ""},
    {"idle_threads", "13.3", "Why do threads without a key take part in the scan?",
     "keys '5 1 4 1 7'; bits 3; seek 2", Answer::sentence, none, "Figure 13.4"},
    {"warp_scan", "13.3", "Inside a warp, why does a level of the scan need no barrier?",
     "preset chapter; scan shuffles; seek 2", Answer::sentence, none, ""},
    {"all_resident", "13.3", "In one launch a pass: who waits for the last block, and why?",
     "preset chapter; rung one_launch; seek pass 1 ones_total", Answer::sentence, none, ""},

    // ---- 13.4 memory coalescing
    {"local_keys", "13.4", "What does each block hold once it has sorted its keys?",
     "preset chapter; rung block_sort; figure fig13-5; seek pass 1 local_keys", Answer::picture,
     array::local_keys, "Figure 13.5"},
    {"counts", "13.4", "Which counts does each block write into the table?",
     "preset chapter; rung block_sort; figure fig13-6; seek pass 1 bucket_counts",
     Answer::picture, array::bucket_counts, "Figure 13.6"},
    {"starts", "13.4", "What is the exclusive scan of the row-major table?",
     "preset chapter; rung block_sort; figure fig13-6; seek pass 1 bucket_starts",
     Answer::picture, array::bucket_starts, "Figure 13.6"},
    {"thread_address", "13.4", "To which slot does thread 3 of block 2 write?",
     "preset chapter; rung block_sort; pin 11; seek pass 1 destination", Answer::card, none,
     "Figure 13.6"},
    {"slots_of_block", "13.4", "Which slots does block 2 write, and in how many runs?",
     "preset chapter; rung block_sort; pin 11; seek pass 1 output", Answer::sentence, none,
     "Figure 13.5"},

    // ---- 13.5 choice of radix value
    {"wide_passes", "13.5", "How many passes of 2 bits do these keys take?",
     "preset chapter; rung digits; radix 2; first", Answer::sentence, none, "Figure 13.7"},
    {"narrow_digit", "13.5", "4 bits, 3 bits a pass: how many buckets has the last pass?",
     "preset chapter; rung digits; radix 3; seek pass 2 bits", Answer::sentence, none, ""},
    {"wide_list", "13.5", "What is the list after one pass of 2 bits?",
     "preset chapter; rung digits; radix 2; figure fig13-2; seek pass 1 output",
     Answer::picture, array::output, "Figure 13.7"},
    {"splits", "13.5", "What does each block hold after both of its splits?",
     "preset chapter; rung digits; radix 2; figure fig13-5; seek pass 1 local_keys",
     Answer::picture, array::local_keys, "Figure 13.8"},
    {"wide_counts", "13.5", "Which counts of digits does each block write?",
     "preset chapter; rung digits; radix 2; figure fig13-9; seek pass 1 bucket_counts", Answer::picture,
     array::bucket_counts, "Figure 13.9"},
    {"wide_starts", "13.5", "Where does every bucket of every block start?",
     "preset chapter; rung digits; radix 2; figure fig13-9; seek pass 1 bucket_starts", Answer::picture,
     array::bucket_starts, "Figure 13.9"},
    {"first_of_bucket", "13.5", "Which thread of each block writes a bucket first?",
     "preset chapter; rung digits; radix 2; seek pass 1 local_bucket_starts", Answer::numbers,
     array::local_bucket_starts, "Figure 13.9"},
    {"empty_bucket", "13.5", "Block 2 has no key with digit 00: what does it write?",
     "preset chapter; rung digits; radix 2; pin 11; seek pass 1 bucket_counts",
     Answer::sentence, none, "Figure 13.9"},
    {"wide_address", "13.5", "To which slot does key 13 of block 2 go?",
     "preset chapter; rung digits; radix 2; pin 11; seek pass 1 destination", Answer::card, none,
     "Figure 13.9"},

    // ---- 13.6 thread coarsening
    {"whose_key", "13.6", "Interleaved: at which place does key 8 stand, and who has it?",
     "preset chapter; rung coarse; radix 2; keys_per_thread 2; pin 5; first", Answer::card, none,
     "Figure 13.10"},
    {"fewer_entries", "13.6", "How many entries has the table with 2 keys a thread?",
     "preset chapter; rung coarse; radix 2; keys_per_thread 2; seek pass 1 bucket_counts; next",
     Answer::sentence, none, "Figure 13.10"},
    {"coarse_keys", "13.6", "What does each block hold once it has sorted its 8 keys?",
     "preset chapter; rung coarse; radix 2; keys_per_thread 2; figure fig13-10; "
     "seek pass 1 local_keys",
     Answer::picture, array::local_keys, "Figure 13.10"},
    {"coarse_starts", "13.6", "Where does every bucket of both blocks start?",
     "preset chapter; rung coarse; radix 2; keys_per_thread 2; figure fig13-9; "
     "seek pass 1 bucket_starts",
     Answer::picture, array::bucket_starts, "Figure 13.10"},
    {"first_round", "13.6", "Which slots do the threads of block 0 write in round 0?",
     "preset chapter; rung coarse; radix 2; keys_per_thread 2; pin 0; seek pass 1 output",
     Answer::sentence, none, "Figure 13.10"},
    {"blocked_round", "13.6", "And if each thread has its keys side by side?",
     "preset chapter; rung coarse; radix 2; keys_per_thread 2; ownership blocked; pin 0; "
     "seek pass 1 output",
     Answer::sentence, none, "Figure 13.10"},
};

}  // namespace

std::span<const Question> questions() { return table; }

}  // namespace scope
