#include "CLogMel.h"

#include <stdbool.h>

enum { HALF = OSA_LOG_MEL_FFT_LENGTH / 2 };

#define TARGET
#define LANES 4
#define FIRST_BY_TURNS(a, b) __builtin_shufflevector(a, b, 0, 4, 1, 5)
#define LAST_BY_TURNS(a, b) __builtin_shufflevector(a, b, 2, 6, 3, 7)
#define NAME(x) x##_of_4
#include "frames.h"

#if defined(__x86_64__)
#define TARGET __attribute__((target("avx2,fma")))
#define LANES 8
#define FIRST_BY_TURNS(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define LAST_BY_TURNS(a, b) __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15)
#define NAME(x) x##_of_8
#include "frames.h"

#define TARGET __attribute__((target("avx512f,avx512dq")))
#define LANES 16
#define FIRST_BY_TURNS(a, b) \
  __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define LAST_BY_TURNS(a, b) \
  __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
#define NAME(x) x##_of_16
#include "frames.h"
#endif

/// Computes up to a number of frames together.
typedef struct {
  void (*frames)(
      const float *factors, const int32_t *bins, const float *samples, int count, float *frames);
  int64_t lane_count;
} width;

/// The narrowest width that this processor has for so many frames, or its widest. Wider vectors
/// compute the same bits, but for those of 4: they have no fused multiply-add on x86-64.
static width width_for(int64_t frame_count) {
#if defined(__x86_64__)
  bool has_wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq");
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return has_wide && frame_count > 8 ? (width){frames_of_16, 16} : (width){frames_of_8, 8};
#endif
  (void)frame_count;
  return (width){frames_of_4, 4};
}

void osa_log_mel(
    const float *factors, const int32_t *bins, const float *samples, int64_t frame_count,
    float *frames) {
  while (frame_count > 0) {
    width w = width_for(frame_count);
    int64_t count = frame_count < w.lane_count ? frame_count : w.lane_count;
    w.frames(factors, bins, samples, (int)count, frames);
    samples += count * OSA_LOG_MEL_HOP_LENGTH;
    frames += count * OSA_LOG_MEL_BAND_COUNT;
    frame_count -= count;
  }
}
