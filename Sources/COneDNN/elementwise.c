// Functions of single numbers, softmax, and copies between layouts.
#include "internal.h"

osa_primitive *osa_function_create(
    const osa_descriptor *source, osa_function function, float a, float b) {
  if (!osa_engine()) return NULL;
  dnnl_primitive_attr_t attributes = osa_attributes_create(NULL, 0);
  if (!attributes) return NULL;
  dnnl_primitive_desc_t description = NULL;
  int previous = osa_begin_single_thread();
#if DNNL_VERSION_MAJOR >= 3
  dnnl_status_t status = dnnl_eltwise_forward_primitive_desc_create(
      &description, osa_engine(), dnnl_forward_inference, osa_algorithm(function),
      osa_layout_of(source), osa_layout_of(source), a, b, attributes);
#else
  dnnl_eltwise_desc_t operation;
  dnnl_status_t status = dnnl_eltwise_forward_desc_init(
      &operation, dnnl_forward_inference, osa_algorithm(function), osa_layout_of(source), a, b);
  if (status == dnnl_success)
    status =
        dnnl_primitive_desc_create(&description, &operation, attributes, osa_engine(), NULL);
#endif
  osa_end_single_thread(previous);
  dnnl_primitive_attr_destroy(attributes);
  return osa_primitive_adopt(status, description);
}

osa_primitive *osa_softmax_create(const osa_descriptor *source, int axis) {
  if (!osa_engine()) return NULL;
  dnnl_primitive_attr_t attributes = osa_attributes_create(NULL, 0);
  if (!attributes) return NULL;
  dnnl_primitive_desc_t description = NULL;
  int previous = osa_begin_single_thread();
#if DNNL_VERSION_MAJOR >= 3
  dnnl_status_t status = dnnl_softmax_forward_primitive_desc_create(
      &description, osa_engine(), dnnl_forward_inference, dnnl_softmax_accurate,
      osa_layout_of(source), osa_layout_of(source), axis, attributes);
#else
  dnnl_softmax_desc_t operation;
  dnnl_status_t status = dnnl_softmax_forward_desc_init(
      &operation, dnnl_forward_inference, osa_layout_of(source), axis);
  if (status == dnnl_success)
    status =
        dnnl_primitive_desc_create(&description, &operation, attributes, osa_engine(), NULL);
#endif
  osa_end_single_thread(previous);
  dnnl_primitive_attr_destroy(attributes);
  return osa_primitive_adopt(status, description);
}

osa_primitive *osa_reorder_create(
    const osa_descriptor *source, const osa_descriptor *destination) {
  if (!osa_engine()) return NULL;
  dnnl_primitive_attr_t attributes = osa_attributes_create(NULL, 0);
  if (!attributes) return NULL;
  dnnl_primitive_desc_t description = NULL;
  int previous = osa_begin_single_thread();
  dnnl_status_t status = dnnl_reorder_primitive_desc_create(
      &description, osa_layout_of(source), osa_engine(), osa_layout_of(destination),
      osa_engine(), attributes);
  osa_end_single_thread(previous);
  dnnl_primitive_attr_destroy(attributes);
  return osa_primitive_adopt(status, description);
}
