"""Writes a folded student as a Core ML neural-network classifier (specification 4)."""

from .coreml_layers import LayerChain

INPUT, EMBEDDING = "logMel", "embedding"
MEL_BANDS, EMBEDDING_SIZE = 64, 384
DEFAULT_FRAMES, MINIMUM_FRAMES, MAXIMUM_FRAMES = 298, 48, 1500


class _Writer:
    """One method for each operation of a folded network."""

    def __init__(self, network, chain):
        self.arrays, self.chain, self.saved = network.arrays, chain, None

    def affine(self, layer):
        self.chain.activation("normalise", "LINEAR", [0.5, 0.75])  # (x + 1.5) / 2

    def conv2d(self, layer):
        name, (height, width) = layer["name"], layer["padding"]
        self.chain.convolution(
            name,
            self.arrays[name + ".weight"],
            self.arrays.get(name + ".bias"),
            layer["stride"],
            ((height, height), (width, width)),
            layer["groups"],
            layer["activation"],
        )

    def save(self, layer):
        self.saved = self.chain.blob

    def add(self, layer):
        name = layer["name"] + ".add"
        self.chain.elementwise(name, [self.chain.blob, self.saved], "ADD")
        self.chain.finish(name, layer["activation"])

    def pool(self, layer):
        """Mean over frequency, then mean and maximum over time side by side."""
        self.chain.reduce("frequencyMean", "W", "avg")
        frames = self.chain.blob
        self.chain.reduce("timeMean", "H", "avg")
        self.chain.blob = frames
        self.chain.reduce("timeMaximum", "H", "max")
        self.chain.elementwise("pooled", ["timeMean", "timeMaximum"], "CONCAT")

    def dense(self, layer):
        name, last = layer["name"], layer["activation"] == "sigmoid"
        self.chain.dense(
            name,
            self.arrays[name + ".weight"],
            self.arrays[name + ".bias"],
            "none" if last else layer["activation"],
            EMBEDDING if name == "emb" else name,
        )
        if last:
            self.chain.probabilities()


def build_classifier(network, labels, metadata, user_metadata):
    """The Core ML specification of `network`.

    labels: one string for each output, in order.
    metadata: author, license, shortDescription, versionString.
    user_metadata: string pairs; `sampleRate` and `frontEnd` tell the runtime how to make the input.
    """
    network.check(len(labels))
    chain = LayerChain(INPUT, (1, DEFAULT_FRAMES, MEL_BANDS), len(labels))
    writer = _Writer(network, chain)
    for layer in network.layers:
        getattr(writer, layer["op"])(layer)
    specification = chain.specification(
        labels,
        metadata,
        user_metadata,
        extra_outputs=[(EMBEDDING, EMBEDDING_SIZE, "What the window sounds like, for similarity and for training.")],
        flexible=([1, MINIMUM_FRAMES, MEL_BANDS], [1, MAXIMUM_FRAMES, MEL_BANDS]),
    )
    specification.description.input[
        0
    ].shortDescription = "VGGish log-mel frames of a 16 kHz signal: 1 channel, 100 frames a second, 64 bands."
    return specification
