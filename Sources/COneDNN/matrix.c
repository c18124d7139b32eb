// Products of matrices.
#include "internal.h"

osa_primitive *osa_dense_create(
    int64_t rows, int64_t inputs, int64_t outputs, bool has_bias,
    const osa_post_operation *post, int post_count) {
  if (!osa_engine()) return NULL;
  const int64_t source_lengths[] = {rows, inputs}, weights_lengths[] = {outputs, inputs};
  const int64_t destination_lengths[] = {rows, outputs};
  osa_descriptor *source = osa_descriptor_create(2, source_lengths);
  osa_descriptor *weights = osa_descriptor_create_any(2, weights_lengths);
  osa_descriptor *bias = has_bias ? osa_descriptor_create(1, &outputs) : NULL;
  osa_descriptor *destination = osa_descriptor_create(2, destination_lengths);
  dnnl_primitive_attr_t attributes = osa_attributes_create(post, post_count);
  osa_primitive *primitive = NULL;
  if (source && weights && destination && attributes && (bias || !has_bias)) {
    osa_layout bias_layout = bias ? osa_layout_of(bias) : NULL;
    dnnl_primitive_desc_t description = NULL;
    int previous = osa_begin_single_thread();
#if DNNL_VERSION_MAJOR >= 3
    dnnl_status_t status = dnnl_inner_product_forward_primitive_desc_create(
        &description, osa_engine(), dnnl_forward_inference, osa_layout_of(source),
        osa_layout_of(weights), bias_layout, osa_layout_of(destination), attributes);
#else
    dnnl_inner_product_desc_t operation;
    dnnl_status_t status = dnnl_inner_product_forward_desc_init(
        &operation, dnnl_forward_inference, osa_layout_of(source), osa_layout_of(weights),
        bias_layout, osa_layout_of(destination));
    if (status == dnnl_success)
      status = dnnl_primitive_desc_create(
          &description, &operation, attributes, osa_engine(), NULL);
#endif
    osa_end_single_thread(previous);
    primitive = osa_primitive_adopt(status, description);
  }
  if (attributes) dnnl_primitive_attr_destroy(attributes);
  osa_descriptor_destroy(source);
  osa_descriptor_destroy(weights);
  osa_descriptor_destroy(bias);
  osa_descriptor_destroy(destination);
  return primitive;
}

osa_primitive *osa_matrix_multiply_create(
    const osa_descriptor *source, const osa_descriptor *second,
    const osa_descriptor *destination) {
  if (!osa_engine()) return NULL;
  dnnl_primitive_attr_t attributes = osa_attributes_create(NULL, 0);
  if (!attributes) return NULL;
  dnnl_primitive_desc_t description = NULL;
  int previous = osa_begin_single_thread();
#if DNNL_VERSION_MAJOR >= 3
  dnnl_status_t status = dnnl_matmul_primitive_desc_create(
      &description, osa_engine(), osa_layout_of(source), osa_layout_of(second), NULL,
      osa_layout_of(destination), attributes);
#else
  dnnl_matmul_desc_t operation;
  dnnl_status_t status = dnnl_matmul_desc_init(
      &operation, osa_layout_of(source), osa_layout_of(second), NULL,
      osa_layout_of(destination));
  if (status == dnnl_success)
    status =
        dnnl_primitive_desc_create(&description, &operation, attributes, osa_engine(), NULL);
#endif
  osa_end_single_thread(previous);
  dnnl_primitive_attr_destroy(attributes);
  return osa_primitive_adopt(status, description);
}
