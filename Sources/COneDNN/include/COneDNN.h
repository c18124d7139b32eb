// A thin face of oneDNN for the network room: the same functions over its 2.x and 3.x C interfaces.
//
// Numbers are 32-bit floats. Handles are opaque; whoever creates one destroys it. Functions that
// return a handle give NULL when oneDNN refuses or memory runs out. Every function runs on the
// calling thread alone.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define OSA_MAXIMUM_RANK 12

/// How numbers with a shape lie in memory.
typedef struct osa_descriptor osa_descriptor;
/// A computation with fixed shapes, and the memory it is bound to.
typedef struct osa_primitive osa_primitive;
/// Where computations are run; one thread uses it at a time.
typedef struct osa_stream osa_stream;

// MARK: Layouts

/// Row-major numbers.
osa_descriptor *osa_descriptor_create(int rank, const int64_t *dimensions);
/// Numbers whose neighbours along axis i lie `strides[i]` numbers apart.
osa_descriptor *osa_descriptor_create_strided(
    int rank, const int64_t *dimensions, const int64_t *strides);
void osa_descriptor_destroy(osa_descriptor *descriptor);
bool osa_descriptor_equal(const osa_descriptor *first, const osa_descriptor *second);
/// The bytes that the numbers and the layout's padding take.
size_t osa_descriptor_byte_count(const osa_descriptor *descriptor);

// MARK: Computations

/// The memory that a computation reads or writes.
typedef enum {
  OSA_SOURCE,
  OSA_SECOND_SOURCE,
  OSA_WEIGHTS,
  OSA_BIAS,
  OSA_DESTINATION,
  OSA_SCRATCHPAD,
} osa_argument;

/// A function of one number, with the parameters a and b.
typedef enum {
  OSA_RELU,        // x if positive, else a * x
  OSA_TANH,        // tanh(x)
  OSA_ELU,         // x if positive, else a * (exp(x) - 1)
  OSA_SIGMOID,     // 1 / (1 + exp(-x))
  OSA_LINEAR,      // a * x + b
  OSA_CLIP,        // min(max(x, a), b)
  OSA_SOFTPLUS,    // log(1 + exp(x))
  OSA_GELU_ERF,    // x * Phi(x)
  OSA_GELU_TANH,   // its approximation by tanh
  OSA_SWISH,       // x * sigmoid(a * x)
  OSA_HARD_SWISH,  // x * min(max(x / 6 + 1 / 2, 0), 1)
  OSA_EXP,         // exp(x)
  OSA_LOG,         // log(x)
  OSA_SQRT,        // sqrt(x)
} osa_function;

/// What is done to a result before it is stored.
typedef struct {
  /// True: adds what the destination held before; the function is ignored.
  bool is_sum;
  osa_function function;
  float a;
  float b;
} osa_post_operation;

/// An image operation over (batch, channels, height, width).
typedef struct {
  int64_t batch, groups;
  int64_t input_channels, input_height, input_width;
  int64_t output_channels, output_height, output_width;
  int64_t kernel_height, kernel_width;
  int64_t stride_height, stride_width;
  int64_t dilation_height, dilation_width;  // 1: neighbours
  int64_t top, left, bottom, right;         // padding
  bool has_bias;
} osa_image_operation;

/// Weights (groups, output channels / groups, input channels / groups, height, width); layouts of
/// source, weights and destination are oneDNN's choice.
osa_primitive *osa_convolution_create(
    const osa_image_operation *operation, const osa_post_operation *post, int post_count);
/// Weights as for a convolution.
osa_primitive *osa_deconvolution_create(
    const osa_image_operation *operation, const osa_post_operation *post, int post_count);

typedef enum { OSA_POOL_MAXIMUM, OSA_POOL_AVERAGE, OSA_POOL_AVERAGE_INSIDE } osa_pooling;

/// Reads the given layout; the destination has one like it.
osa_primitive *osa_pooling_create(
    const osa_image_operation *operation, osa_pooling kind, const osa_descriptor *source);

/// (rows, inputs) times weights (outputs, inputs), the latter in a layout of oneDNN's choice.
osa_primitive *osa_dense_create(
    int64_t rows, int64_t inputs, int64_t outputs, bool has_bias,
    const osa_post_operation *post, int post_count);

/// Matrices of the last two axes; leading axes of length 1 are broadcast.
osa_primitive *osa_matrix_multiply_create(
    const osa_descriptor *source, const osa_descriptor *second,
    const osa_descriptor *destination);

/// A function of each number; destination and source share the layout.
osa_primitive *osa_function_create(
    const osa_descriptor *source, osa_function function, float a, float b);

osa_primitive *osa_softmax_create(const osa_descriptor *source, int axis);

/// Copies from one layout to another.
osa_primitive *osa_reorder_create(
    const osa_descriptor *source, const osa_descriptor *destination);

// MARK: Use

/// The layout that an argument must have; NULL if the computation has no such argument.
osa_descriptor *osa_primitive_descriptor(const osa_primitive *primitive, osa_argument argument);
/// Lets the computation use the memory at `data`, aligned to 64 bytes, for an argument.
bool osa_primitive_bind(osa_primitive *primitive, osa_argument argument, void *data);
void osa_primitive_destroy(osa_primitive *primitive);

osa_stream *osa_stream_create(void);
void osa_stream_destroy(osa_stream *stream);
/// Runs computations in order, on the calling thread; false if one failed.
bool osa_stream_run(osa_stream *stream, osa_primitive *const *primitives, size_t count);

// MARK: Memory

/// Memory aligned to 64 bytes and filled with zeros, or NULL.
void *osa_memory_create(size_t byte_count);
void osa_memory_destroy(void *memory);
