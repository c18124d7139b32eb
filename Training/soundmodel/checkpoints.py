"""Reads the dictionaries that PyTorch's checkpoints hold."""

import os

import torch

from .folded import NetworkFileError


def read(path, content, hint=""):
    """What a checkpoint holds, on the CPU; raises NetworkFileError where there is none or no dictionary of `content`."""
    if not os.path.exists(path):
        raise NetworkFileError(f"checkpoint '{path}': not found{hint}")
    try:
        stored = torch.load(path, map_location="cpu", weights_only=True)
    except Exception as error:  # torch raises pickle, zip and runtime errors alike for a damaged file
        raise NetworkFileError(f"checkpoint '{path}': cannot be read: {error}") from error
    if not isinstance(stored, dict):
        raise NetworkFileError(
            f"checkpoint '{path}': found {type(stored).__name__}, expected a dictionary of {content}"
        )
    return stored
