#include "coreml_spec_write.h"

#include <stdlib.h>
#include <string.h>

// Messages below live on the stack and borrow all texts, numbers and layers until they are packed.

#define SAMPLES "audioSamples"
#define LABEL "classLabel"
#define PROBABILITIES "classLabelProbs"

static const CoremlSpec__NeuralNetworkClassifier *network_of(const CoremlSpec__Model *base) {
  if (base->type_case != COREML_SPEC__MODEL__TYPE_NEURAL_NETWORK_CLASSIFIER ||
      base->description == NULL || base->description->n_input != 1)
    return NULL;
  return base->neural_network_classifier;
}

/// How many layers it takes to make a value; 0 if none makes it.
static size_t layers_up_to(const CoremlSpec__NeuralNetworkClassifier *network, const char *value) {
  for (size_t i = 0; i < network->n_layers; i++)
    for (size_t j = 0; j < network->layers[i]->n_output; j++)
      if (strcmp(network->layers[i]->output[j], value) == 0) return i + 1;
  return 0;
}

static uint8_t *pack(const CoremlSpec__Model *model, size_t *byte_count) {
  *byte_count = coreml_spec__model__get_packed_size(model);
  uint8_t *bytes = malloc(*byte_count + 1);
  if (bytes != NULL) coreml_spec__model__pack(model, bytes);
  return bytes;
}

/// An array feature of single precision, with all that it consists of.
typedef struct array_feature {
  CoremlSpec__FeatureDescription feature;
  CoremlSpec__FeatureType type;
  CoremlSpec__ArrayFeatureType array;
  int64_t shape[3];
} array_feature;

static void make_array(array_feature *made, const char *name, size_t rank, int64_t first,
                       int64_t second, int64_t third) {
  coreml_spec__feature_description__init(&made->feature);
  coreml_spec__feature_type__init(&made->type);
  coreml_spec__array_feature_type__init(&made->array);
  made->shape[0] = first;
  made->shape[1] = second;
  made->shape[2] = third;
  made->array.n_shape = rank;
  made->array.shape = made->shape;
  made->array.data_type = COREML_SPEC__ARRAY_FEATURE_TYPE__DATA_TYPE__FLOAT32;
  made->type.type_case = COREML_SPEC__FEATURE_TYPE__TYPE_MULTI_ARRAY_TYPE;
  made->type.multi_array_type = &made->array;
  made->feature.name = (char *)name;
  made->feature.type = &made->type;
}

uint8_t *coreml_spec_pack_trunk(const CoremlSpec__Model *base, const char *features,
                                size_t feature_count, size_t *byte_count) {
  const CoremlSpec__NeuralNetworkClassifier *network = network_of(base);
  size_t layer_count = network == NULL ? 0 : layers_up_to(network, features);
  if (layer_count == 0) return NULL;

  array_feature output;
  make_array(&output, features, 1, (int64_t)feature_count, 0, 0);
  CoremlSpec__FeatureDescription *outputs[] = {&output.feature};
  CoremlSpec__ModelDescription description;
  coreml_spec__model_description__init(&description);
  description.n_input = 1;
  description.input = base->description->input;
  description.n_output = 1;
  description.output = outputs;

  CoremlSpec__NeuralNetwork trunk;
  coreml_spec__neural_network__init(&trunk);
  trunk.n_layers = layer_count;
  trunk.layers = network->layers;
  trunk.array_input_shape_mapping = network->array_input_shape_mapping;
  CoremlSpec__Model model;
  coreml_spec__model__init(&model);
  model.specification_version = base->specification_version;
  model.description = &description;
  model.type_case = COREML_SPEC__MODEL__TYPE_NEURAL_NETWORK;
  model.neural_network = &trunk;
  return pack(&model, byte_count);
}

static CoremlSpec__NeuralNetworkLayer make_layer(const char *name, char **input, char **output) {
  CoremlSpec__NeuralNetworkLayer layer;
  coreml_spec__neural_network_layer__init(&layer);
  layer.name = (char *)name;
  layer.n_input = 1;
  layer.input = input;
  layer.n_output = 1;
  layer.output = output;
  return layer;
}

/// Packs the classifier, in a pipeline behind the front end where it hears samples.
static uint8_t *pack_in_place(CoremlSpec__Model *classifier, const coreml_spec_head *head,
                              size_t *byte_count) {
  if (!head->hears_samples) return pack(classifier, byte_count);
  CoremlSpec__ModelDescription *inner = classifier->description;
  CoremlSpec__Metadata *metadata = inner->metadata;
  inner->metadata = NULL;

  array_feature samples, frames;
  make_array(&samples, SAMPLES, 1, 15600, 0, 0);
  make_array(&frames, inner->input[0]->name, 3, 1, (int64_t)head->frame_count, 64);
  samples.feature.short_description = "The sound: 0.975 s at 16 kHz, -1 to 1.";
  CoremlSpec__FeatureDescription *inputs[] = {&samples.feature}, *middle[] = {&frames.feature};
  CoremlSpec__ModelDescription front_description, description = *inner;
  coreml_spec__model_description__init(&front_description);
  front_description.n_input = 1;
  front_description.input = inputs;
  front_description.n_output = 1;
  front_description.output = middle;
  front_description.predicted_feature_name = frames.feature.name;
  description.input = inputs;
  description.metadata = metadata;

  CoremlSpec__SoundAnalysisPreprocessing__Vggish kind;
  coreml_spec__sound_analysis_preprocessing__vggish__init(&kind);
  CoremlSpec__SoundAnalysisPreprocessing preprocessing;
  coreml_spec__sound_analysis_preprocessing__init(&preprocessing);
  preprocessing.preprocessing_type_case =
      COREML_SPEC__SOUND_ANALYSIS_PREPROCESSING__PREPROCESSING_TYPE_VGGISH;
  preprocessing.vggish = &kind;
  CoremlSpec__Model front, model;
  coreml_spec__model__init(&front);
  front.specification_version = 4;
  front.description = &front_description;
  front.type_case = COREML_SPEC__MODEL__TYPE_SOUND_ANALYSIS_PREPROCESSING;
  front.sound_analysis_preprocessing = &preprocessing;

  CoremlSpec__Model *models[] = {&front, classifier};
  CoremlSpec__Pipeline pipeline;
  coreml_spec__pipeline__init(&pipeline);
  pipeline.n_models = 2;
  pipeline.models = models;
  CoremlSpec__PipelineClassifier stages;
  coreml_spec__pipeline_classifier__init(&stages);
  stages.pipeline = &pipeline;
  coreml_spec__model__init(&model);
  model.specification_version = 4;
  model.description = &description;
  model.type_case = COREML_SPEC__MODEL__TYPE_PIPELINE_CLASSIFIER;
  model.pipeline_classifier = &stages;
  // The classifier hears frames of one length here.
  inner->input = middle;
  return pack(&model, byte_count);
}

uint8_t *coreml_spec_pack_classifier(const CoremlSpec__Model *base, const coreml_spec_head *head,
                                     size_t *byte_count) {
  const CoremlSpec__NeuralNetworkClassifier *network = network_of(base);
  size_t trunk_count = network == NULL ? 0 : layers_up_to(network, head->features);
  CoremlSpec__FeatureDescription input;
  if (trunk_count == 0) return NULL;
  const CoremlSpec__FeatureType *base_type = base->description->input[0]->type;
  if (base_type == NULL || base_type->type_case != COREML_SPEC__FEATURE_TYPE__TYPE_MULTI_ARRAY_TYPE ||
      base_type->multi_array_type->n_shape != 3)
    return NULL;

  // The base's input with another window as the usual one.
  CoremlSpec__FeatureType input_type = *base_type;
  CoremlSpec__ArrayFeatureType input_array = *base_type->multi_array_type;
  int64_t shape[] = {1, (int64_t)head->frame_count, input_array.shape[2]};
  input = *base->description->input[0];
  input.type = &input_type;
  input_type.multi_array_type = &input_array;
  input_array.shape = shape;
  CoremlSpec__FeatureDescription *inputs[] = {&input};

  CoremlSpec__StringFeatureType text, key;
  coreml_spec__string_feature_type__init(&text);
  coreml_spec__string_feature_type__init(&key);
  CoremlSpec__DictionaryFeatureType dictionary;
  coreml_spec__dictionary_feature_type__init(&dictionary);
  dictionary.key_type_case = COREML_SPEC__DICTIONARY_FEATURE_TYPE__KEY_TYPE_STRING_KEY_TYPE;
  dictionary.string_key_type = &key;
  CoremlSpec__FeatureType label_type, dictionary_type;
  coreml_spec__feature_type__init(&label_type);
  coreml_spec__feature_type__init(&dictionary_type);
  label_type.type_case = COREML_SPEC__FEATURE_TYPE__TYPE_STRING_TYPE;
  label_type.string_type = &text;
  dictionary_type.type_case = COREML_SPEC__FEATURE_TYPE__TYPE_DICTIONARY_TYPE;
  dictionary_type.dictionary_type = &dictionary;
  CoremlSpec__FeatureDescription label, probabilities;
  coreml_spec__feature_description__init(&label);
  coreml_spec__feature_description__init(&probabilities);
  label.name = LABEL;
  label.short_description = "The sound with the highest probability.";
  label.type = &label_type;
  probabilities.name = PROBABILITIES;
  probabilities.short_description = "Each sound's probability; together they are 1.";
  probabilities.type = &dictionary_type;
  CoremlSpec__FeatureDescription *outputs[] = {&label, &probabilities};

  CoremlSpec__WeightParams weights, biases;
  coreml_spec__weight_params__init(&weights);
  coreml_spec__weight_params__init(&biases);
  weights.float16_value.len = 2 * head->label_count * head->feature_count;
  weights.float16_value.data = (uint8_t *)head->weights;
  biases.n_float_value = head->label_count;
  biases.float_value = (float *)head->biases;
  CoremlSpec__InnerProductLayer product;
  coreml_spec__inner_product_layer__init(&product);
  product.input_channels = head->feature_count;
  product.output_channels = head->label_count;
  product.has_bias = 1;
  product.weights = &weights;
  product.bias = &biases;
  CoremlSpec__SoftmaxLayer softmax;
  coreml_spec__softmax_layer__init(&softmax);
  char *read[] = {(char *)head->features}, *scores[] = {"trainedScores"};
  char *shares[] = {"trainedProbabilities"};
  CoremlSpec__NeuralNetworkLayer product_layer = make_layer(scores[0], read, scores);
  CoremlSpec__NeuralNetworkLayer softmax_layer = make_layer(shares[0], scores, shares);
  product_layer.layer_case = COREML_SPEC__NEURAL_NETWORK_LAYER__LAYER_INNER_PRODUCT;
  product_layer.inner_product = &product;
  softmax_layer.layer_case = COREML_SPEC__NEURAL_NETWORK_LAYER__LAYER_SOFTMAX;
  softmax_layer.softmax = &softmax;

  CoremlSpec__NeuralNetworkLayer **layers = calloc(trunk_count + 2, sizeof *layers);
  CoremlSpec__MetadataEntry *entries = calloc(head->entry_count + 1, sizeof *entries);
  CoremlSpec__MetadataEntry **entry_list = calloc(head->entry_count + 1, sizeof *entry_list);
  uint8_t *bytes = NULL;
  if (layers != NULL && entries != NULL && entry_list != NULL) {
    memcpy(layers, network->layers, trunk_count * sizeof *layers);
    layers[trunk_count] = &product_layer;
    layers[trunk_count + 1] = &softmax_layer;
    for (size_t i = 0; i < head->entry_count; i++) {
      coreml_spec__metadata_entry__init(&entries[i]);
      entries[i].key = (char *)head->entries[i].key;
      entries[i].value = (char *)head->entries[i].value;
      entry_list[i] = &entries[i];
    }
    CoremlSpec__Metadata metadata;
    coreml_spec__metadata__init(&metadata);
    metadata.short_description = (char *)head->summary;
    metadata.version_string = (char *)head->version;
    metadata.author = (char *)head->author;
    metadata.license = (char *)head->license;
    metadata.n_user_defined = head->entry_count;
    metadata.user_defined = entry_list;

    CoremlSpec__ModelDescription description;
    coreml_spec__model_description__init(&description);
    description.n_input = 1;
    description.input = inputs;
    description.n_output = 2;
    description.output = outputs;
    description.predicted_feature_name = LABEL;
    description.predicted_probabilities_name = PROBABILITIES;
    description.metadata = &metadata;

    CoremlSpec__StringVector labels;
    coreml_spec__string_vector__init(&labels);
    labels.n_vector = head->label_count;
    labels.vector = (char **)head->labels;
    CoremlSpec__NeuralNetworkClassifier classifier;
    coreml_spec__neural_network_classifier__init(&classifier);
    classifier.n_layers = trunk_count + 2;
    classifier.layers = layers;
    classifier.array_input_shape_mapping = network->array_input_shape_mapping;
    classifier.class_labels_case =
        COREML_SPEC__NEURAL_NETWORK_CLASSIFIER__CLASS_LABELS_STRING_CLASS_LABELS;
    classifier.string_class_labels = &labels;
    classifier.label_probability_layer_name = shares[0];
    CoremlSpec__Model model;
    coreml_spec__model__init(&model);
    model.specification_version = 4;
    model.description = &description;
    model.type_case = COREML_SPEC__MODEL__TYPE_NEURAL_NETWORK_CLASSIFIER;
    model.neural_network_classifier = &classifier;
    bytes = pack_in_place(&model, head, byte_count);
  }
  free(layers);
  free(entries);
  free(entry_list);
  return bytes;
}
