/// Stands in for sweep_sorts.cu where the program was built without a CUDA toolkit.
#include "kernels/engine/simt/common.hpp"
#include "kernels/fast/sweep_sorts.hpp"

namespace radix::sweep {

namespace {
[[noreturn]] void refuse() {
  throw KernelError("This build has no CUDA, and the fast sorts run on a GPU only.");
}
}  // namespace

std::vector<Card> cards_of_build() { return {}; }

HostWords::HostWords() { refuse(); }
HostWords::~HostWords() = default;

void sort(Method, Items, const Arrays&, uint64_t, uint32_t, Scratch, HostWords&,
          const std::function<void()>&, std::optional<Card>) {
  refuse();
}

template <class Key>
bool sort_on_device(Method, std::vector<Key>&, std::vector<uint32_t>&, Trial) {
  refuse();
}
template bool sort_on_device(Method, std::vector<uint32_t>&, std::vector<uint32_t>&, Trial);
template bool sort_on_device(Method, std::vector<uint64_t>&, std::vector<uint32_t>&, Trial);

}  // namespace radix::sweep
