// Changes of an unpacked model that move its weights to a file beside it.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model.pb-c.h"

/// Drops the numbers of a layer's weights and notes where their record lies instead.
void coreml_spec_refer_weights(CoremlSpec__WeightParams *weights, uint64_t offset);

/// Lets a value of an ML Program refer to a record of a weight file; false if memory ran out.
bool coreml_spec_refer_value(CoremlSpec__Value *value, const char *file, uint64_t offset);

/// Turns an operation with one result into a constant that refers to a record of a weight file;
/// false if memory ran out or the operation has not one result.
bool coreml_spec_refer_operation(CoremlSpec__Operation *operation, const char *file,
                                 uint64_t offset);
