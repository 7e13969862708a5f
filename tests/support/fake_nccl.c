/* An NCCL that is there and does not work: for tests of what is said then. */
int ncclGetVersion(int* version) { return version ? 2 : 3; }
int ncclCommInitAll(void) { return 2; }
int ncclCommDestroy(void) { return 2; }
int ncclGroupStart(void) { return 2; }
int ncclGroupEnd(void) { return 2; }
int ncclSend(void) { return 2; }
int ncclRecv(void) { return 2; }
const char* ncclGetErrorString(int result) { return result == 2 ? "unhandled system error" : "?"; }
