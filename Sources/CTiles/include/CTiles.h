// Products of matrices on the processor's tile unit (Intel AMX), with the convolutions that feed them.
//
// The unit multiplies numbers of 8 significant bits (bfloat16) and sums in single precision. Each
// factor is split into a high and a low part of that kind; high x high + high x low + low x high is
// the product to about 2^-17 of its size, at several times the speed of single precision. Weights
// that have no more bits than that need no low part.
//
// Images are (batch, height, width, channels), channels last, in 32-bit floats. A result does not
// depend on how many rows or images are computed together. No function allocates.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The most channels that a depthwise convolution may have.
#define OSA_TILES_MAXIMUM_DEPTHWISE_CHANNELS 4096

/// Whether this processor has the unit and the system lets this process use it.
bool osa_tiles_are_available(void);

/// The bytes of packed weights.
size_t osa_tiles_weights_byte_count(int64_t outputs, int64_t inputs);
/// Packs weights (outputs, inputs), row-major; `packed` is aligned to 64 bytes.
void osa_tiles_pack(const float *weights, int64_t outputs, int64_t inputs, void *packed);

/// What is done to a number at the end.
typedef struct {
  /// x * min(max(x / 6 + 1 / 2, 0), 1) first.
  bool is_hard_swish;
  /// Then min(max(x, low), high); infinities leave x as it is.
  float low, high;
} osa_tiles_function;

/// Every pixel of an image times a matrix, perhaps after a depthwise 3 x 3 convolution.
typedef struct {
  int64_t batch, height, width;
  int64_t channels;  // a multiple of 16
  int64_t outputs;
  bool is_depthwise;
  // With a depthwise convolution only; without one the output has the size of the input.
  int64_t output_height, output_width, stride_height, stride_width, top, left;
  osa_tiles_function between;  // after the depthwise convolution; no hard-swish
  osa_tiles_function end;      // after the product
} osa_tiles_operation;

typedef struct {
  const float *source;
  const float *taps;       // (3, 3, channels); depthwise only
  const float *tap_bias;   // or NULL
  const void *weights;     // packed
  const float *bias;       // or NULL
  const float *residual;   // added before the last function; like the destination, or NULL
  float *destination;
  void *scratch;  // aligned to 64 bytes
} osa_tiles_memory;

size_t osa_tiles_scratch_byte_count(int64_t channels);
void osa_tiles_run(const osa_tiles_operation *operation, const osa_tiles_memory *memory);

/// A 3 x 3 convolution of images of one channel; outputs are a multiple of 16.
typedef struct {
  int64_t batch, height, width, outputs;
  int64_t output_height, output_width, stride_height, stride_width, top, left;
  osa_tiles_function end;
} osa_tiles_stem;

typedef struct {
  const float *source;
  const float *taps;  // (3, 3, outputs)
  const float *bias;  // or NULL
  float *destination;
  float *scratch;
} osa_tiles_stem_memory;

size_t osa_tiles_stem_scratch_byte_count(const osa_tiles_stem *stem);
void osa_tiles_stem_run(const osa_tiles_stem *stem, const osa_tiles_stem_memory *memory);
