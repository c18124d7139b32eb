#include "coreml_spec_check.h"

#include <stdbool.h>

#include "model.pb-c.h"

// The most distinct fields of one message type; NeuralNetworkLayer has about a hundred.
#define FIELD_LIMIT 256

// What protobuf-c keeps for one occurrence of a field: its scan record and the allocator's overhead.
#define FIELD_COST 96

typedef struct walk {
  size_t nesting_left;
  size_t memory_left;
} walk;

typedef struct cursor {
  const uint8_t *next;
  const uint8_t *end;
} cursor;

static bool read_varint(cursor *cursor, uint64_t *value) {
  *value = 0;
  for (int shift = 0; shift < 70 && cursor->next < cursor->end; shift += 7) {
    uint8_t byte = *cursor->next++;
    if (shift < 64) *value |= (uint64_t)(byte & 0x7f) << shift;
    if (byte < 0x80) return true;
  }
  return false;
}

static bool skip(cursor *cursor, uint64_t length) {
  if (length > (uint64_t)(cursor->end - cursor->next)) return false;
  cursor->next += length;
  return true;
}

static bool spend(walk *walk, uint64_t cost) {
  if (cost > walk->memory_left) return false;
  walk->memory_left -= cost;
  return true;
}

static coreml_spec_verdict check_message(walk *walk, const ProtobufCMessageDescriptor *type,
                                         cursor cursor) {
  if (walk->nesting_left == 0) return COREML_SPEC_TOO_DEEP;
  if (!spend(walk, type->sizeof_message)) return COREML_SPEC_TOO_LARGE;
  if (type->n_fields > FIELD_LIMIT) return COREML_SPEC_MALFORMED;
  bool seen[FIELD_LIMIT] = {false};
  walk->nesting_left--;

  while (cursor.next < cursor.end) {
    uint64_t key, length;
    if (!read_varint(&cursor, &key) || key > UINT32_MAX || key >> 3 == 0)
      return COREML_SPEC_MALFORMED;
    const ProtobufCFieldDescriptor *field =
        protobuf_c_message_descriptor_get_field(type, (unsigned)(key >> 3));
    uint64_t cost = FIELD_COST;

    switch (key & 7) {
      case PROTOBUF_C_WIRE_TYPE_VARINT:
        if (!read_varint(&cursor, &length)) return COREML_SPEC_MALFORMED;
        break;
      case PROTOBUF_C_WIRE_TYPE_64BIT:
        if (!skip(&cursor, 8)) return COREML_SPEC_MALFORMED;
        break;
      case PROTOBUF_C_WIRE_TYPE_32BIT:
        if (!skip(&cursor, 4)) return COREML_SPEC_MALFORMED;
        break;
      case PROTOBUF_C_WIRE_TYPE_LENGTH_PREFIXED: {
        if (!read_varint(&cursor, &length)) return COREML_SPEC_MALFORMED;
        const uint8_t *start = cursor.next;
        if (!skip(&cursor, length)) return COREML_SPEC_MALFORMED;
        if (field != NULL && field->type == PROTOBUF_C_TYPE_MESSAGE) {
          size_t index = (size_t)(field - type->fields);
          if (field->label != PROTOBUF_C_LABEL_REPEATED && seen[index])
            return COREML_SPEC_MALFORMED;
          seen[index] = true;
          struct cursor inner = {start, cursor.next};
          coreml_spec_verdict verdict = check_message(walk, field->descriptor, inner);
          if (verdict != COREML_SPEC_FINE) return verdict;
        } else if (field != NULL && field->label == PROTOBUF_C_LABEL_REPEATED &&
                   field->type != PROTOBUF_C_TYPE_STRING && field->type != PROTOBUF_C_TYPE_BYTES) {
          // A packed list: a byte of it can become an integer of eight.
          bool is_fixed = field->type == PROTOBUF_C_TYPE_FLOAT ||
                          field->type == PROTOBUF_C_TYPE_DOUBLE;
          cost += is_fixed ? length : length * 8;
        } else {
          cost += length;
        }
        break;
      }
      default:
        return COREML_SPEC_MALFORMED;
    }
    if (!spend(walk, cost)) return COREML_SPEC_TOO_LARGE;
  }

  walk->nesting_left++;
  return COREML_SPEC_FINE;
}

coreml_spec_verdict coreml_spec_check_model(const uint8_t *bytes, size_t length,
                                            size_t nesting_limit, size_t memory_limit) {
  walk walk = {nesting_limit, memory_limit};
  cursor cursor = {bytes, bytes + length};
  return check_message(&walk, &coreml_spec__model__descriptor, cursor);
}
