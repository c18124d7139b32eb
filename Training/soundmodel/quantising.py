"""Weights in few bits: as Core ML's linear quantisation stores them, or as matrix units take them."""

import numpy as np


def quantise(network, bits):
    """Rounds every weight of more than one dimension to 2^bits levels between its channel's least and greatest.

    Core ML stores a scale and an offset for each output channel.
    """
    for name, array in network.arrays.items():
        if array.ndim < 2:
            continue
        rows = array.reshape(len(array), -1)
        low = rows.min(axis=1, keepdims=True)
        step = np.maximum(rows.max(axis=1, keepdims=True) - low, 1e-12) / (2**bits - 1)
        network.arrays[name] = (np.round((rows - low) / step) * step + low).astype(np.float32).reshape(array.shape)


def shorten(network):
    """Rounds the matrices of dense layers and pointwise convolutions to 8 significant bits, to nearest, ties to even.

    Half precision holds such numbers, and so does bfloat16, which processors' matrix units multiply: no product needs
    the rest of a weight then.
    """
    for name, array in network.arrays.items():
        if array.ndim == 2 or array.ndim == 4 and array.shape[1] > 1 and array.shape[2:] == (1, 1):
            bits = np.ascontiguousarray(array, np.float32).view(np.uint32)
            bits = bits + 0x7FFF + (bits >> 16 & 1) & 0xFFFF0000
            network.arrays[name] = bits.astype(np.uint32).view(np.float32)
