"""Adds the standard Core ML layers that sound networks need, one after the other."""

import contextlib
import io
import logging

import numpy as np

logging.getLogger("coremltools").setLevel(logging.ERROR)
with contextlib.redirect_stderr(io.StringIO()):  # the notes about missing macOS libraries
    import coremltools  # noqa: F401
    from coremltools.models import datatypes
    from coremltools.models.neural_network import NeuralNetworkBuilder, flexible_shape_utils
    from coremltools.proto.FeatureTypes_pb2 import ArrayFeatureType

SPECIFICATION_VERSION = 4
PROBABILITIES, LABEL, LABEL_PROBABILITIES = "probabilities", "classLabel", "classLabelProbs"


class LayerChain:
    """A classifier under construction; `blob` names the latest result, which the next layer reads."""

    def __init__(self, input_name, shape, label_count):
        self.builder = NeuralNetworkBuilder(
            [(input_name, datatypes.Array(*shape))],
            [(PROBABILITIES, datatypes.Array(label_count))],
            mode="classifier",
            use_float_arraytype=True,
        )
        self.blob = input_name

    def activation(self, name, kind, parameters=None, result=None):
        result = result or f"{name}.{kind.lower()}"
        self.builder.add_activation(result, kind, self.blob, result, parameters)
        self.blob = result

    def finish(self, name, activation):
        """Appends a named activation; `hardswish` is x * sigmoidHard(x / 6 + 0.5)."""
        if activation == "relu":
            self.activation(name, "RELU")
        elif activation == "hardswish":
            before = self.blob
            self.activation(name, "SIGMOID_HARD", [1 / 6, 0.5])
            self.elementwise(f"{name}.hardswish", [before, self.blob], "MULTIPLY")
        elif activation != "none":
            raise ValueError(f"layer '{name}': activation '{activation}' is not known")

    def convolution(self, name, weight, bias, stride=(1, 1), padding=((0, 0), (0, 0)), groups=1, activation="none"):
        """weight: (outputs, inputs / groups, height, width). padding: zeros before and after, height then width."""
        (top, bottom), (left, right) = padding
        self.builder.add_convolution(
            name=name,
            kernel_channels=weight.shape[1],
            output_channels=weight.shape[0],
            height=weight.shape[2],
            width=weight.shape[3],
            stride_height=stride[0],
            stride_width=stride[1],
            border_mode="valid",
            groups=groups,
            W=weight.transpose(2, 3, 1, 0),
            b=bias,
            has_bias=bias is not None,
            input_name=self.blob,
            output_name=name,
            padding_top=top,
            padding_bottom=bottom,
            padding_left=left,
            padding_right=right,
        )
        self.blob = name
        self.finish(name, activation)

    def dense(self, name, weight, bias, activation="none", result=None):
        """weight: (outputs, inputs)."""
        result = result or name
        self.builder.add_inner_product(
            name,
            weight,
            bias,
            input_channels=weight.shape[1],
            output_channels=weight.shape[0],
            has_bias=True,
            input_name=self.blob,
            output_name=result,
        )
        self.blob = result
        self.finish(name, activation)

    def elementwise(self, name, blobs, mode):
        """ADD, MULTIPLY, MAX or CONCAT of blobs."""
        self.builder.add_elementwise(name, blobs, name, mode)
        self.blob = name

    def reduce(self, name, axis, mode):
        self.builder.add_reduce(name, self.blob, name, axis=axis, mode=mode)
        self.blob = name

    def unary(self, name, mode, **parameters):
        self.builder.add_unary(name, self.blob, name, mode, **parameters)
        self.blob = name

    def permute(self, name, order):
        """order: permutation of (sequence, channel, height, width)."""
        self.builder.add_permute(name, order, self.blob, name)
        self.blob = name

    def reflect(self, name, left, right):
        """Mirrors the ends of the width axis."""
        self.builder.add_padding(
            name, left=left, right=right, input_name=self.blob, output_name=name, padding_type="reflection"
        )
        self.blob = name

    def probabilities(self):
        """The last layer: independent sigmoids."""
        self.activation(PROBABILITIES, "SIGMOID", result=PROBABILITIES)

    def specification(self, labels, metadata, user_metadata, extra_outputs=(), flexible=None, half_precision=True):
        """The finished model.

        extra_outputs: (blob, size, description) of further outputs. flexible: (lowest, highest) shape of the input.
        """
        self.builder.set_class_labels(labels, predicted_feature_name=LABEL, prediction_blob=PROBABILITIES)
        specification = self.builder.spec
        description = specification.description
        del description.output[:]
        label, probabilities = description.output.add(), description.output.add()
        label.name, label.shortDescription = LABEL, "The sound with the highest probability."
        label.type.stringType.SetInParent()
        probabilities.name = LABEL_PROBABILITIES
        probabilities.shortDescription = "Each sound's probability, 0 to 1, independent of the others."
        probabilities.type.dictionaryType.stringKeyType.SetInParent()
        for blob, size, text in extra_outputs:
            output = description.output.add()
            output.name, output.shortDescription = blob, text
            output.type.multiArrayType.shape.append(size)
            output.type.multiArrayType.dataType = ArrayFeatureType.FLOAT32
        description.predictedFeatureName, description.predictedProbabilitiesName = LABEL, LABEL_PROBABILITIES
        if flexible:
            flexible_shape_utils.set_multiarray_ndshape_range(
                specification, description.input[0].name, lower_bounds=flexible[0], upper_bounds=flexible[1]
            )
        for name, text in metadata.items():
            setattr(description.metadata, name, text)
        description.metadata.userDefined.update(user_metadata)
        specification.specificationVersion = SPECIFICATION_VERSION
        if half_precision:
            weights_to_float16(specification)
        return specification


def weights_to_float16(specification):
    """Stores convolution and dense weights as IEEE half; biases stay float32."""
    for layer in specification.neuralNetworkClassifier.layers:
        kind = layer.WhichOneof("layer")
        if kind not in ("convolution", "innerProduct"):
            continue
        weights = getattr(layer, kind).weights
        values = np.array(weights.floatValue, np.float32)
        if np.abs(values).max() > np.finfo(np.float16).max:
            raise ValueError(f"layer '{layer.name}': weights too large for float16")
        weights.ClearField("floatValue")
        weights.float16Value = values.astype("<f2").tobytes()
