"""The second teacher: YAMNet (Apache License 2.0) from its public .tflite file."""

import math
import os

import numpy as np
from ai_edge_litert.interpreter import Interpreter

from .folded import NetworkFileError
from .labels import YAMNET_CLASS_COUNT

FILE_NAME = "yamnet.tflite"
WINDOW_LENGTH = 15600  # samples at 16 kHz, 0.975 s


class YAMNet:
    """521 AudioSet probabilities of 16 kHz samples."""

    def __init__(self, path):
        if not os.path.exists(path):
            raise NetworkFileError(f"teacher '{path}': not found; it is YAMNet's TensorFlow Lite file")
        try:
            self.interpreter = Interpreter(path, num_threads=1)
            self.interpreter.allocate_tensors()
        except (ValueError, RuntimeError) as error:
            raise NetworkFileError(f"teacher '{path}': cannot be read as TensorFlow Lite: {error}") from error
        inputs, outputs = self.interpreter.get_input_details(), self.interpreter.get_output_details()
        found = [math.prod(int(n) for n in details[0]["shape"]) for details in (inputs, outputs)]
        if found != [WINDOW_LENGTH, YAMNET_CLASS_COUNT]:
            raise NetworkFileError(
                f"teacher '{path}': found {found[0]} inputs and {found[1]} outputs, "
                f"expected YAMNet's {WINDOW_LENGTH} samples and {YAMNET_CLASS_COUNT} classes"
            )
        self.input, self.output = inputs[0], outputs[0]["index"]

    def window(self, samples):
        """Probabilities (521,) of exactly WINDOW_LENGTH samples."""
        self.interpreter.set_tensor(self.input["index"], samples.astype(np.float32).reshape(self.input["shape"]))
        self.interpreter.invoke()
        return self.interpreter.get_tensor(self.output).reshape(YAMNET_CLASS_COUNT).copy()

    def mean(self, samples, hop):
        """The mean over windows `hop` samples apart; the end is padded with zeros to a whole window."""
        count = max(1, int(np.ceil((len(samples) - WINDOW_LENGTH) / hop)) + 1)
        samples = np.pad(samples, (0, max(0, (count - 1) * hop + WINDOW_LENGTH - len(samples))))
        return np.mean([self.window(samples[k * hop : k * hop + WINDOW_LENGTH]) for k in range(count)], axis=0)
