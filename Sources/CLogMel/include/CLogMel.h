// The VGGish log-mel front end, several frames at a time.
//
// Each lane of a vector computes a frame of its own, so that the transform needs no shuffles, the
// mel bands no sums across a vector, and a frame's numbers do not depend on the other lanes'.
#pragma once

#include <stdint.h>

#define OSA_LOG_MEL_FRAME_LENGTH 400
#define OSA_LOG_MEL_HOP_LENGTH 160
#define OSA_LOG_MEL_FFT_LENGTH 512
#define OSA_LOG_MEL_BAND_COUNT 64

/// Computes the frames that begin every HOP_LENGTH samples.
///
/// @param factors the window (FRAME_LENGTH); cos and sin of -2 pi k / 256, then of -2 pi k / 512,
///   each for k in 0 ..< 256 (512 + 512 numbers); what is added before the logarithm (1); the
///   weights of the bins under each band's triangle, band by band.
/// @param bins the first bin of each band (BAND_COUNT), then the bins after the last (BAND_COUNT);
///   all from 1 to 256.
/// @param samples (frame_count - 1) * HOP_LENGTH + FRAME_LENGTH numbers.
/// @param frames receives (frame_count, BAND_COUNT).
void osa_log_mel(
    const float *factors, const int32_t *bins, const float *samples, int64_t frame_count,
    float *frames);
