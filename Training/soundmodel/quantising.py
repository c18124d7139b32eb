"""Weights in few bits, as Core ML's linear quantisation stores them: a scale and an offset for each output channel."""

import numpy as np


def quantise(network, bits):
    """Rounds every weight of more than one dimension to 2^bits levels between its channel's least and greatest."""
    for name, array in network.arrays.items():
        if array.ndim < 2:
            continue
        rows = array.reshape(len(array), -1)
        low = rows.min(axis=1, keepdims=True)
        step = np.maximum(rows.max(axis=1, keepdims=True) - low, 1e-12) / (2**bits - 1)
        network.arrays[name] = (np.round((rows - low) / step) * step + low).astype(np.float32).reshape(array.shape)
