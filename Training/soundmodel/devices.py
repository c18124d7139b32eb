"""Where the networks run: the processor, or a graphics card where PyTorch finds one."""

import contextlib

import torch


def add_option(parser):
    """The option --device of a script."""
    default = "cuda" if torch.cuda.is_available() else "cpu"
    parser.add_argument("--device", default=default, help="cpu, cuda or cuda:N (default here: %(default)s)")


def named(name):
    """The device of a name; raises ValueError where PyTorch has none such."""
    try:
        device = torch.device(name)
        torch.empty(0, device=device)
    except (RuntimeError, AssertionError) as error:
        raise ValueError(f"device '{name}': PyTorch cannot use it: {str(error).splitlines()[0]}") from error
    return device


def moved(tensors, device):
    """The tensors on a device."""
    return [tensor.to(device) for tensor in tensors]


def has_bfloat16(device):
    """Whether a device multiplies matrices of bfloat16 in hardware."""
    if device.type == "cuda":
        return torch.cuda.is_bf16_supported()
    with open("/proc/cpuinfo") as stream:
        return "amx_bf16" in stream.read()


def bfloat16(device, enabled):
    """A context in which convolutions and products run in bfloat16, where `enabled`."""
    return torch.autocast(device.type, torch.bfloat16) if enabled else contextlib.nullcontext()
