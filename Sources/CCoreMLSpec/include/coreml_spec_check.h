// Bounds what unpacking a model file can cost, before it is unpacked.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// What a check of a file's bytes finds.
typedef enum coreml_spec_verdict {
  /// The bytes can be unpacked within the limits.
  COREML_SPEC_FINE = 0,
  /// The bytes end inside a value, or are no message at all.
  COREML_SPEC_MALFORMED = 1,
  /// Messages hold messages more deeply than allowed.
  COREML_SPEC_TOO_DEEP = 2,
  /// The unpacked message would take more memory than allowed.
  COREML_SPEC_TOO_LARGE = 3,
} coreml_spec_verdict;

/// Checks the bytes of a Model message.
///
/// protobuf-c unpacks nested messages by recursion without a limit, allocates a struct for each,
/// and merges a sub-message that is given twice in a time that grows with the square of the number
/// of repeats. This walk over the tags alone finds all three: it refuses nesting deeper than
/// `nesting_limit`, more than `memory_limit` bytes of structs and values, and repeated
/// sub-messages where the format has only one (as malformed). It allocates nothing, and its own
/// recursion is no deeper than `nesting_limit`.
coreml_spec_verdict coreml_spec_check_model(const uint8_t *bytes, size_t length,
                                            size_t nesting_limit, size_t memory_limit);
