// The toolkit's samples' timers, for a student's file: no time passes.
#pragma once
struct StopWatchInterface { float time = 0; };
static inline bool sdkCreateTimer(StopWatchInterface** timer) {
  static StopWatchInterface only;
  return *timer = &only, true;
}
static inline bool sdkDeleteTimer(StopWatchInterface** timer) { return *timer = 0, true; }
static inline bool sdkStartTimer(StopWatchInterface**) { return true; }
static inline bool sdkStopTimer(StopWatchInterface**) { return true; }
static inline bool sdkResetTimer(StopWatchInterface**) { return true; }
static inline float sdkGetTimerValue(StopWatchInterface**) { return 1; }
static inline float sdkGetAverageTimerValue(StopWatchInterface**) { return 1; }
