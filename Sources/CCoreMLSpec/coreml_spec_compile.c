#include "coreml_spec_compile.h"

#include <stdlib.h>
#include <string.h>

static void drop_bytes(ProtobufCBinaryData *bytes) {
  free(bytes->data);
  bytes->data = NULL;
  bytes->len = 0;
}

void coreml_spec_refer_weights(CoremlSpec__WeightParams *weights, uint64_t offset) {
  free(weights->float_value);
  weights->float_value = NULL;
  weights->n_float_value = 0;
  drop_bytes(&weights->float16_value);
  drop_bytes(&weights->raw_value);
  drop_bytes(&weights->int8_raw_value);
  if (weights->quantization != NULL) {
    coreml_spec__quantization__free_unpacked(weights->quantization, NULL);
    weights->quantization = NULL;
  }
  weights->compiled_offset = offset;
}

bool coreml_spec_refer_value(CoremlSpec__Value *value, const char *file, uint64_t offset) {
  CoremlSpec__Value__BlobFileValue *reference = malloc(sizeof *reference);
  char *name = strdup(file);
  if (reference == NULL || name == NULL) {
    free(reference);
    free(name);
    return false;
  }
  coreml_spec__value__blob_file_value__init(reference);
  reference->file_name = name;
  reference->offset = offset;
  if (value->value_case == COREML_SPEC__VALUE__VALUE_IMMEDIATE_VALUE)
    protobuf_c_message_free_unpacked(&value->immediate_value->base, NULL);
  if (value->value_case == COREML_SPEC__VALUE__VALUE_BLOB_FILE_VALUE)
    protobuf_c_message_free_unpacked(&value->blob_file_value->base, NULL);
  value->value_case = COREML_SPEC__VALUE__VALUE_BLOB_FILE_VALUE;
  value->blob_file_value = reference;
  return true;
}

/// A copy of a type, by way of its bytes.
static CoremlSpec__ValueType *copy_type(const CoremlSpec__ValueType *type) {
  size_t size = coreml_spec__value_type__get_packed_size(type);
  uint8_t *bytes = malloc(size + 1);
  if (bytes == NULL) return NULL;
  coreml_spec__value_type__pack(type, bytes);
  CoremlSpec__ValueType *copy = coreml_spec__value_type__unpack(NULL, size, bytes);
  free(bytes);
  return copy;
}

/// An attribute `val` whose value has a type and refers to a record; NULL if memory ran out.
static CoremlSpec__AttributeEntry *make_attribute(const CoremlSpec__ValueType *type,
                                                  const char *file, uint64_t offset) {
  CoremlSpec__AttributeEntry *entry = malloc(sizeof *entry);
  CoremlSpec__Value *value = malloc(sizeof *value);
  char *key = strdup("val");
  if (entry == NULL || value == NULL || key == NULL) {
    free(entry);
    free(value);
    free(key);
    return NULL;
  }
  coreml_spec__attribute_entry__init(entry);
  coreml_spec__value__init(value);
  entry->key = key;
  entry->value = value;
  value->type = copy_type(type);
  if (value->type == NULL || !coreml_spec_refer_value(value, file, offset)) {
    coreml_spec__attribute_entry__free_unpacked(entry, NULL);
    return NULL;
  }
  return entry;
}

bool coreml_spec_refer_operation(CoremlSpec__Operation *operation, const char *file,
                                 uint64_t offset) {
  if (operation->n_outputs != 1 || operation->outputs[0]->type == NULL) return false;
  char *type = strdup("const");
  CoremlSpec__AttributeEntry **attributes = malloc(2 * sizeof *attributes);
  CoremlSpec__AttributeEntry *entry =
      make_attribute(operation->outputs[0]->type, file, offset);
  if (type == NULL || attributes == NULL || entry == NULL) {
    free(type);
    free(attributes);
    if (entry != NULL) coreml_spec__attribute_entry__free_unpacked(entry, NULL);
    return false;
  }
  // Of the old attributes only the name stays.
  size_t count = 0;
  for (size_t index = 0; index < operation->n_attributes; index++) {
    CoremlSpec__AttributeEntry *old = operation->attributes[index];
    if (count == 0 && strcmp(old->key, "name") == 0) {
      attributes[count++] = old;
    } else {
      coreml_spec__attribute_entry__free_unpacked(old, NULL);
    }
  }
  attributes[count++] = entry;
  free(operation->attributes);
  operation->attributes = attributes;
  operation->n_attributes = count;
  for (size_t index = 0; index < operation->n_inputs; index++)
    coreml_spec__argument_entry__free_unpacked(operation->inputs[index], NULL);
  free(operation->inputs);
  operation->inputs = NULL;
  operation->n_inputs = 0;
  if (operation->type != protobuf_c_empty_string) free(operation->type);
  operation->type = type;
  return true;
}
