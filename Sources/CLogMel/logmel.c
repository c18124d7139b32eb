#include "CLogMel.h"

enum { HALF = OSA_LOG_MEL_FFT_LENGTH / 2 };

#define TARGET
#define LANES 4
#define NAME(x) x##_of_4
#include "frames.h"
#undef TARGET
#undef LANES
#undef NAME

#if defined(__x86_64__)
#define TARGET __attribute__((target("avx2,fma")))
#define LANES 8
#define NAME(x) x##_of_8
#include "frames.h"
#endif

typedef void (*frames_function)(
    const float *factors, const int32_t *bins, const float *samples, int count, float *frames);

void osa_log_mel(
    const float *factors, const int32_t *bins, const float *samples, int64_t frame_count,
    float *frames) {
  frames_function function = frames_of_4;
  int64_t lane_count = 4;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    function = frames_of_8;
    lane_count = 8;
  }
#endif
  for (int64_t first = 0; first < frame_count; first += lane_count) {
    int64_t count = frame_count - first < lane_count ? frame_count - first : lane_count;
    function(
        factors, bins, samples + first * OSA_LOG_MEL_HOP_LENGTH, (int)count,
        frames + first * OSA_LOG_MEL_BAND_COUNT);
  }
}
