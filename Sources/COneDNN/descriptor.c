// Layouts of numbers in memory.
#include <stdlib.h>
#include <string.h>

#include "internal.h"

static osa_descriptor *create(
    int rank, const int64_t *dimensions, const int64_t *strides, bool is_any) {
  if (rank < 1 || rank > OSA_MAXIMUM_RANK) return NULL;
  dnnl_dims_t lengths, steps;
  int64_t step = 1;
  for (int axis = rank - 1; axis >= 0; axis--) {
    lengths[axis] = dimensions[axis];
    steps[axis] = strides ? strides[axis] : step;
    step *= dimensions[axis];
  }
  osa_descriptor *descriptor = calloc(1, sizeof *descriptor);
  if (!descriptor) return NULL;
#if DNNL_VERSION_MAJOR >= 3
  dnnl_status_t status =
      is_any ? dnnl_memory_desc_create_with_tag(
                   &descriptor->value, rank, lengths, dnnl_f32, dnnl_format_tag_any)
             : dnnl_memory_desc_create_with_strides(
                   &descriptor->value, rank, lengths, dnnl_f32, steps);
#else
  dnnl_status_t status =
      is_any ? dnnl_memory_desc_init_by_tag(
                   &descriptor->value, rank, lengths, dnnl_f32, dnnl_format_tag_any)
             : dnnl_memory_desc_init_by_strides(
                   &descriptor->value, rank, lengths, dnnl_f32, steps);
#endif
  if (status == dnnl_success) return descriptor;
  free(descriptor);
  return NULL;
}

osa_descriptor *osa_descriptor_create(int rank, const int64_t *dimensions) {
  return create(rank, dimensions, NULL, false);
}

osa_descriptor *osa_descriptor_create_strided(
    int rank, const int64_t *dimensions, const int64_t *strides) {
  return create(rank, dimensions, strides, false);
}

osa_descriptor *osa_descriptor_create_any(int rank, const int64_t *dimensions) {
  return create(rank, dimensions, NULL, true);
}

void osa_descriptor_destroy(osa_descriptor *descriptor) {
  if (!descriptor) return;
#if DNNL_VERSION_MAJOR >= 3
  dnnl_memory_desc_destroy(descriptor->value);
#endif
  free(descriptor);
}

bool osa_descriptor_equal(const osa_descriptor *first, const osa_descriptor *second) {
  return dnnl_memory_desc_equal(osa_layout_of(first), osa_layout_of(second)) != 0;
}

size_t osa_descriptor_byte_count(const osa_descriptor *descriptor) {
  return dnnl_memory_desc_get_size(osa_layout_of(descriptor));
}
