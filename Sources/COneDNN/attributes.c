// What is done to results before they are stored.
#include "internal.h"

dnnl_alg_kind_t osa_algorithm(osa_function function) {
  switch (function) {
    case OSA_RELU: return dnnl_eltwise_relu;
    case OSA_TANH: return dnnl_eltwise_tanh;
    case OSA_ELU: return dnnl_eltwise_elu;
    case OSA_SIGMOID: return dnnl_eltwise_logistic;
    case OSA_LINEAR: return dnnl_eltwise_linear;
    case OSA_CLIP: return dnnl_eltwise_clip;
    case OSA_SOFTPLUS: return dnnl_eltwise_soft_relu;
    case OSA_GELU_ERF: return dnnl_eltwise_gelu_erf;
    case OSA_GELU_TANH: return dnnl_eltwise_gelu_tanh;
    case OSA_SWISH: return dnnl_eltwise_swish;
    case OSA_HARD_SWISH: return dnnl_eltwise_hardswish;
    case OSA_EXP: return dnnl_eltwise_exp;
    case OSA_LOG: return dnnl_eltwise_log;
    case OSA_SQRT: return dnnl_eltwise_sqrt;
  }
  return dnnl_alg_kind_undef;
}

static dnnl_status_t append(dnnl_post_ops_t list, const osa_post_operation *operation) {
#if DNNL_VERSION_MAJOR >= 3
  if (operation->is_sum) return dnnl_post_ops_append_sum(list, 1.0f, 0, dnnl_data_type_undef);
  return dnnl_post_ops_append_eltwise(
      list, osa_algorithm(operation->function), operation->a, operation->b);
#else
  if (operation->is_sum) return dnnl_post_ops_append_sum(list, 1.0f);
  return dnnl_post_ops_append_eltwise(
      list, 1.0f, osa_algorithm(operation->function), operation->a, operation->b);
#endif
}

dnnl_primitive_attr_t osa_attributes_create(const osa_post_operation *post, int post_count) {
  dnnl_primitive_attr_t attributes = NULL;
  if (dnnl_primitive_attr_create(&attributes) != dnnl_success) return NULL;
  dnnl_post_ops_t list = NULL;
  dnnl_status_t status =
      dnnl_primitive_attr_set_scratchpad_mode(attributes, dnnl_scratchpad_mode_user);
  if (status == dnnl_success) status = dnnl_post_ops_create(&list);
  for (int i = 0; i < post_count && status == dnnl_success; i++) status = append(list, &post[i]);
  if (status == dnnl_success) status = dnnl_primitive_attr_set_post_ops(attributes, list);
  if (list) dnnl_post_ops_destroy(list);
  if (status == dnnl_success) return attributes;
  dnnl_primitive_attr_destroy(attributes);
  return NULL;
}
