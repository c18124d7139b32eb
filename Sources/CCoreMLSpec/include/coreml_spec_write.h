// Models made of the layers of another one.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model.pb-c.h"

/// An entry of the metadata that the author defines.
typedef struct coreml_spec_entry {
  const char *key;
  const char *value;
} coreml_spec_entry;

/// What follows the features of a network: a dense layer and softmax, with labels and metadata.
typedef struct coreml_spec_head {
  /// The value of the network that is read, and how many numbers it has.
  const char *features;
  size_t feature_count;
  const char *const *labels;
  size_t label_count;
  /// (labels, features), half precision, little endian.
  const uint8_t *weights;
  /// One a label.
  const float *biases;
  /// The log-mel frames of the window for which the model is made.
  size_t frame_count;
  /// Whether the model takes 15 600 samples, by way of Core ML's own front end, instead of frames.
  bool hears_samples;
  const char *summary;
  const char *version;
  const char *author;
  const char *license;
  const coreml_spec_entry *entries;
  size_t entry_count;
} coreml_spec_head;

/// Packs a classifier: the layers of `base`, a network classifier with one input, up to the features,
/// and the head.
///
/// Returns bytes to be freed, or NULL if `base` has no such layers or memory ran out.
uint8_t *coreml_spec_pack_classifier(const CoremlSpec__Model *base, const coreml_spec_head *head,
                                     size_t *byte_count);

/// Packs a network of the layers of `base` up to the features, which are its only output.
///
/// Returns bytes to be freed, or NULL if `base` has no such layers or memory ran out.
uint8_t *coreml_spec_pack_trunk(const CoremlSpec__Model *base, const char *features,
                                size_t feature_count, size_t *byte_count);
