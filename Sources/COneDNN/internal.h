// What the C files of this target share; nothing here is seen by Swift.
#pragma once

#include <oneapi/dnnl/dnnl.h>

#include "COneDNN.h"

#define OSA_MAXIMUM_ARGUMENTS 8

// oneDNN 2 has layouts as values, oneDNN 3 behind a pointer.
struct osa_descriptor {
  dnnl_memory_desc_t value;
};

#if DNNL_VERSION_MAJOR >= 3
typedef const_dnnl_memory_desc_t osa_layout;
static inline osa_layout osa_layout_of(const osa_descriptor *descriptor) {
  return descriptor->value;
}
#else
typedef const dnnl_memory_desc_t *osa_layout;
static inline osa_layout osa_layout_of(const osa_descriptor *descriptor) {
  return &descriptor->value;
}
#endif

struct osa_primitive {
  dnnl_primitive_desc_t description;
  dnnl_primitive_t primitive;
  int argument_count;
  dnnl_exec_arg_t arguments[OSA_MAXIMUM_ARGUMENTS];
};

struct osa_stream {
  dnnl_stream_t stream;
};

/// The one CPU engine of the process, or NULL.
dnnl_engine_t osa_engine(void);

/// Holds OpenMP to one thread on the calling thread; returns what to give back afterwards.
int osa_begin_single_thread(void);
void osa_end_single_thread(int previous);

/// A layout that oneDNN may choose.
osa_descriptor *osa_descriptor_create_any(int rank, const int64_t *dimensions);

/// Attributes with a scratchpad of ours and the given post-operations, or NULL.
dnnl_primitive_attr_t osa_attributes_create(const osa_post_operation *post, int post_count);
dnnl_alg_kind_t osa_algorithm(osa_function function);

/// Makes the computation of a description, which it takes over; NULL if `status` is no success.
osa_primitive *osa_primitive_adopt(dnnl_status_t status, dnnl_primitive_desc_t description);
