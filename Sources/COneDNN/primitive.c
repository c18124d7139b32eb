// Computations: made from a description, bound to memory, freed.
#include <stdlib.h>

#include "internal.h"

osa_primitive *osa_primitive_adopt(dnnl_status_t status, dnnl_primitive_desc_t description) {
  if (status != dnnl_success) return NULL;
  osa_primitive *primitive = calloc(1, sizeof *primitive);
  if (primitive) {
    primitive->description = description;
    int previous = osa_begin_single_thread();
    status = dnnl_primitive_create(&primitive->primitive, description);
    osa_end_single_thread(previous);
    if (status == dnnl_success) return primitive;
    free(primitive);
  }
  dnnl_primitive_desc_destroy(description);
  return NULL;
}

static osa_layout query(const osa_primitive *primitive, osa_argument argument) {
  static const struct {
    dnnl_query_t what;
    int index;
  } queries[] = {
      [OSA_SOURCE] = {dnnl_query_src_md, 0},
      [OSA_SECOND_SOURCE] = {dnnl_query_weights_md, 0},
      [OSA_WEIGHTS] = {dnnl_query_weights_md, 0},
      [OSA_BIAS] = {dnnl_query_weights_md, 1},
      [OSA_DESTINATION] = {dnnl_query_dst_md, 0},
      [OSA_SCRATCHPAD] = {dnnl_query_scratchpad_md, 0},
  };
  return dnnl_primitive_desc_query_md(
      primitive->description, queries[argument].what, queries[argument].index);
}

osa_descriptor *osa_primitive_descriptor(const osa_primitive *primitive, osa_argument argument) {
  osa_layout layout = query(primitive, argument);
  if (!layout || dnnl_memory_desc_get_size(layout) == 0) return NULL;
  osa_descriptor *descriptor = calloc(1, sizeof *descriptor);
  if (!descriptor) return NULL;
#if DNNL_VERSION_MAJOR >= 3
  if (dnnl_memory_desc_clone(&descriptor->value, layout) != dnnl_success) {
    free(descriptor);
    return NULL;
  }
#else
  descriptor->value = *layout;
#endif
  return descriptor;
}

bool osa_primitive_bind(osa_primitive *primitive, osa_argument argument, void *data) {
  static const int indices[] = {
      [OSA_SOURCE] = DNNL_ARG_SRC,
      [OSA_SECOND_SOURCE] = DNNL_ARG_WEIGHTS,
      [OSA_WEIGHTS] = DNNL_ARG_WEIGHTS,
      [OSA_BIAS] = DNNL_ARG_BIAS,
      [OSA_DESTINATION] = DNNL_ARG_DST,
      [OSA_SCRATCHPAD] = DNNL_ARG_SCRATCHPAD,
  };
  osa_layout layout = query(primitive, argument);
  if (!layout || primitive->argument_count == OSA_MAXIMUM_ARGUMENTS) return false;
  dnnl_exec_arg_t *entry = &primitive->arguments[primitive->argument_count];
  entry->arg = indices[argument];
  if (dnnl_memory_create(&entry->memory, layout, osa_engine(), data) != dnnl_success)
    return false;
  primitive->argument_count++;
  return true;
}

void osa_primitive_destroy(osa_primitive *primitive) {
  if (!primitive) return;
  for (int i = 0; i < primitive->argument_count; i++)
    dnnl_memory_destroy(primitive->arguments[i].memory);
  dnnl_primitive_destroy(primitive->primitive);
  dnnl_primitive_desc_destroy(primitive->description);
  free(primitive);
}
