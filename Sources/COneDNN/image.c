// Convolution, deconvolution and pooling of images.
#include "internal.h"

typedef struct {
  osa_descriptor *source, *weights, *bias, *destination;
} layouts;

static layouts layouts_create(const osa_image_operation *o) {
  const int64_t source[] = {o->batch, o->input_channels, o->input_height, o->input_width};
  const int64_t destination[] = {
      o->batch, o->output_channels, o->output_height, o->output_width};
  const int64_t weights[] = {
      o->groups, o->output_channels / o->groups, o->input_channels / o->groups,
      o->kernel_height, o->kernel_width};
  bool is_grouped = o->groups > 1;
  layouts result = {
      .source = osa_descriptor_create_any(4, source),
      .weights = osa_descriptor_create_any(is_grouped ? 5 : 4, is_grouped ? weights : weights + 1),
      .bias = o->has_bias ? osa_descriptor_create_any(1, &o->output_channels) : NULL,
      .destination = osa_descriptor_create_any(4, destination),
  };
  return result;
}

static void layouts_destroy(layouts *all) {
  osa_descriptor_destroy(all->source);
  osa_descriptor_destroy(all->weights);
  osa_descriptor_destroy(all->bias);
  osa_descriptor_destroy(all->destination);
}

static osa_primitive *create(
    const osa_image_operation *o, bool is_transposed, const osa_post_operation *post,
    int post_count) {
  if (!osa_engine()) return NULL;
  layouts all = layouts_create(o);
  dnnl_primitive_attr_t attributes = osa_attributes_create(post, post_count);
  osa_primitive *primitive = NULL;
  if (all.source && all.weights && all.destination && attributes && (all.bias || !o->has_bias)) {
    const dnnl_dims_t strides = {o->stride_height, o->stride_width};
    const dnnl_dims_t dilations = {o->dilation_height - 1, o->dilation_width - 1};
    const dnnl_dims_t start = {o->top, o->left}, end = {o->bottom, o->right};
    osa_layout bias = all.bias ? osa_layout_of(all.bias) : NULL;
    dnnl_primitive_desc_t description = NULL;
    int previous = osa_begin_single_thread();
#if DNNL_VERSION_MAJOR >= 3
    dnnl_status_t status =
        is_transposed
            ? dnnl_deconvolution_forward_primitive_desc_create(
                  &description, osa_engine(), dnnl_forward_inference, dnnl_deconvolution_direct,
                  osa_layout_of(all.source), osa_layout_of(all.weights), bias,
                  osa_layout_of(all.destination), strides, dilations, start, end, attributes)
            : dnnl_convolution_forward_primitive_desc_create(
                  &description, osa_engine(), dnnl_forward_inference, dnnl_convolution_direct,
                  osa_layout_of(all.source), osa_layout_of(all.weights), bias,
                  osa_layout_of(all.destination), strides, dilations, start, end, attributes);
#else
    dnnl_convolution_desc_t operation;  // the type of deconvolutions too
    dnnl_status_t status =
        is_transposed
            ? dnnl_dilated_deconvolution_forward_desc_init(
                  &operation, dnnl_forward_inference, dnnl_deconvolution_direct,
                  osa_layout_of(all.source), osa_layout_of(all.weights), bias,
                  osa_layout_of(all.destination), strides, dilations, start, end)
            : dnnl_dilated_convolution_forward_desc_init(
                  &operation, dnnl_forward_inference, dnnl_convolution_direct,
                  osa_layout_of(all.source), osa_layout_of(all.weights), bias,
                  osa_layout_of(all.destination), strides, dilations, start, end);
    if (status == dnnl_success)
      status = dnnl_primitive_desc_create(
          &description, &operation, attributes, osa_engine(), NULL);
#endif
    osa_end_single_thread(previous);
    primitive = osa_primitive_adopt(status, description);
  }
  if (attributes) dnnl_primitive_attr_destroy(attributes);
  layouts_destroy(&all);
  return primitive;
}

osa_primitive *osa_convolution_create(
    const osa_image_operation *operation, const osa_post_operation *post, int post_count) {
  return create(operation, false, post, post_count);
}

osa_primitive *osa_deconvolution_create(
    const osa_image_operation *operation, const osa_post_operation *post, int post_count) {
  return create(operation, true, post, post_count);
}

osa_primitive *osa_pooling_create(
    const osa_image_operation *o, osa_pooling kind, const osa_descriptor *source) {
  if (!osa_engine()) return NULL;
  const int64_t lengths[] = {o->batch, o->output_channels, o->output_height, o->output_width};
  osa_descriptor *destination = osa_descriptor_create_any(4, lengths);
  dnnl_primitive_attr_t attributes = osa_attributes_create(NULL, 0);
  osa_primitive *primitive = NULL;
  if (destination && attributes) {
    const dnnl_alg_kind_t algorithms[] = {
        [OSA_POOL_MAXIMUM] = dnnl_pooling_max,
        [OSA_POOL_AVERAGE] = dnnl_pooling_avg_include_padding,
        [OSA_POOL_AVERAGE_INSIDE] = dnnl_pooling_avg_exclude_padding,
    };
    const dnnl_dims_t strides = {o->stride_height, o->stride_width};
    const dnnl_dims_t kernel = {o->kernel_height, o->kernel_width};
    const dnnl_dims_t start = {o->top, o->left}, end = {o->bottom, o->right};
    dnnl_primitive_desc_t description = NULL;
    int previous = osa_begin_single_thread();
#if DNNL_VERSION_MAJOR >= 3
    const dnnl_dims_t dilations = {0, 0};
    dnnl_status_t status = dnnl_pooling_forward_primitive_desc_create(
        &description, osa_engine(), dnnl_forward_inference, algorithms[kind],
        osa_layout_of(source), osa_layout_of(destination), strides, kernel, dilations, start, end,
        attributes);
#else
    dnnl_pooling_desc_t operation;
    dnnl_status_t status = dnnl_pooling_forward_desc_init(
        &operation, dnnl_forward_inference, algorithms[kind], osa_layout_of(source),
        osa_layout_of(destination), strides, kernel, start, end);
    if (status == dnnl_success)
      status = dnnl_primitive_desc_create(
          &description, &operation, attributes, osa_engine(), NULL);
#endif
    osa_end_single_thread(previous);
    primitive = osa_primitive_adopt(status, description);
  }
  if (attributes) dnnl_primitive_attr_destroy(attributes);
  osa_descriptor_destroy(destination);
  return primitive;
}
