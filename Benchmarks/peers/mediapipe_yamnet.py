"""MediaPipe's audio classifier with YAMNet: usage: mediapipe_yamnet.py MODEL FILE ...

MediaPipe cuts a clip into adjoining windows of the model's length. It wants metadata in the model file, which the
plain YAMNet lacks: one is written here, in memory, that says no more than 16 kHz and one channel.
"""

import os
import sys

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as tflite
from decoding import samples
from mediapipe.tasks.metadata import metadata_schema_py_generated as schema
from mediapipe.tasks.python import BaseOptions, audio
from mediapipe.tasks.python.components.containers import AudioData

RATE = 16000


def packed(root, identifier):
    builder = flatbuffers.Builder(0)
    builder.Finish(root.Pack(builder), identifier)
    return bytes(builder.Output())


def described(path):
    """The model file with audio properties, and with its scores as the only output."""
    with open(path, "rb") as stream:
        model = tflite.ModelT.InitFromPackedBuf(stream.read(), 0)
    properties = schema.AudioPropertiesT()
    properties.sampleRate, properties.channels = RATE, 1
    content = schema.ContentT()
    content.contentPropertiesType, content.contentProperties = schema.ContentProperties.AudioProperties, properties
    source, scores = schema.TensorMetadataT(), schema.TensorMetadataT()
    source.name, source.content, scores.name = "audio", content, "scores"
    graph, metadata = schema.SubGraphMetadataT(), schema.ModelMetadataT()
    graph.inputTensorMetadata, graph.outputTensorMetadata = [source], [scores]
    metadata.name, metadata.subgraphMetadata = "YAMNet", [graph]
    buffer, entry = tflite.BufferT(), tflite.MetadataT()
    buffer.data = np.frombuffer(packed(metadata, b"M001"), np.uint8)
    model.buffers.append(buffer)
    entry.name, entry.buffer = "TFLITE_METADATA", len(model.buffers) - 1
    model.metadata = (model.metadata or []) + [entry]
    model.subgraphs[0].outputs = model.subgraphs[0].outputs[:1]
    return packed(model, b"TFL3")


path, *files = sys.argv[1:]
options = audio.AudioClassifierOptions(base_options=BaseOptions(model_asset_buffer=described(path)), max_results=1)
with audio.AudioClassifier.create_from_options(options) as classifier:
    for file in files:
        for result in classifier.classify(AudioData.create_from_array(samples(file, RATE), RATE)):
            top = result.classifications[0].categories[0]
            print(os.path.basename(file), result.timestamp_ms / 1000, top.index, top.score, flush=True)
