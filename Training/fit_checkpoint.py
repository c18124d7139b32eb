#!/usr/bin/env python3
"""Fits a checkpoint of wider or other blocks to the student's present ones, as a start for train.py.

  fit_checkpoint.py --weights old.pt --blocks 0 1 2 3 4 5 6 7 8 9 10 new --out start.pt

--blocks names for each present block the old one whose place it takes, or 'new'. A new block begins as one whose
residual alone counts, and an old one is left out only where it has a residual; what changes in what is computed are
the blocks left out and the channels that go where a block is narrower than it was. Those channels stay that carry
most: their level on windows of WORK/shards times the size of the weights that read them. Channels that a residual
joins go together. Then the pointwise convolutions and the embedding are fitted anew, in their order, by least squares
on the same windows, so that each comes as near as it can to what the old network computes there.
"""

import argparse
import os
import sys

import torch

from soundmodel import checkpoints
from soundmodel.folded import NetworkFileError
from soundmodel.pool import Pool
from soundmodel.student import BLOCKS, STEM_CHANNELS, Student, save_compact

NEW = "new"
BATCHES = 16  # of train.py, from WORK/shards
STAY = 1e-3  # how much the fitted weights are drawn to the old ones, in shares of their inputs' mean power
NORMALISATION = ("weight", "bias", "running_mean", "running_var", "num_batches_tracked")


def old_student(state, places, path):
    """The student of a checkpoint with other blocks; `places` holds, for each present block, an old one's number."""
    count = len({name.split(".")[1] for name in state if name.startswith("blocks.")})
    named = [place for place in places if place is not None]
    if len(places) != len(BLOCKS) or named != sorted(set(named)) or any(not 0 <= place < count for place in named):
        raise NetworkFileError(
            f"checkpoint '{path}': found --blocks {shown(places)}, expected {len(BLOCKS)} names, "
            f"in rising order, of its {count} blocks, or '{NEW}'"
        )
    strides = {place: stride for place, (_, stride) in zip(places, BLOCKS) if place is not None}
    student = Student([(len(state[f"blocks.{k}.pw.weight"]), strides.get(k, (1, 1))) for k in range(count)])
    try:
        student.load_state_dict({name: value.float() for name, value in state.items()})
    except RuntimeError as error:
        raise NetworkFileError(f"checkpoint '{path}': it is of another kind of network: {error}") from error
    for k, block in enumerate(student.blocks):
        if k not in strides and not block.residual:
            raise NetworkFileError(f"checkpoint '{path}': block {k} has no residual and cannot be left out")
    return student.eval()


def shown(places):
    """Places as the command line has them."""
    return " ".join(NEW if place is None else str(place) for place in places)


def after_stem(student, log_mel):
    """What the first block is given, of log-mels (windows, frames, 64)."""
    return torch.relu(student.sb(student.stem(student.images(log_mel))))


def levels(student, batches):
    """The root mean square of each channel after each block."""
    powers = [0] * len(student.blocks)
    for log_mel in batches:
        x = after_stem(student, log_mel)
        for k, block in enumerate(student.blocks):
            x = block(x)
            powers[k] = powers[k] + x.square().mean((0, 2, 3))
    return [power.sqrt() for power in powers]


def reading(student, number):
    """The size of the weights by which what follows a block reads each of its channels."""
    if number + 1 == len(student.blocks):
        return student.emb.weight.reshape(len(student.emb.weight), 2, -1).square().sum((0, 1)).sqrt()
    block = student.blocks[number + 1]
    scale = block.b.weight / (block.b.running_var + block.b.eps).sqrt()
    into = (block.pw.weight[:, :, 0, 0] * scale[:, None]).square().sum(0).sqrt()
    return block.dw.weight.square().sum((1, 2, 3)).sqrt() * into


def kept_channels(student, places, batches):
    """The channels that stay after each old block, in their order."""
    wanted = {place: outputs for place, (outputs, _) in zip(places, BLOCKS) if place is not None}
    carried = [level * reading(student, k) for k, level in enumerate(levels(student, batches))]
    kept, chain = [], []
    for k, importance in enumerate(carried):
        chain.append(k)
        if k + 1 < len(carried) and student.blocks[k + 1].residual:
            continue  # the next block adds to these channels
        count = {wanted[j] for j in chain if j in wanted}
        if len(count) > 1 or max(count) > len(importance):
            raise NetworkFileError(
                f"blocks {chain}: have {len(importance)} channels and share them, expected no more of them than that "
                f"and as many in each, found {sorted(count)}"
            )
        order = sum(carried[j] for j in chain).argsort(descending=True)
        kept += [order[: count.pop()].sort().values] * len(chain)
        chain = []
    return kept


def narrowed(student, places, kept):
    """A student of the present blocks with the old one's weights, and those channels of it that are kept."""
    new = Student()
    old, state = student.state_dict(), new.state_dict()
    for name in state:
        if not name.startswith(("blocks.", "emb.weight")):
            state[name] = old[name]
    inputs = torch.arange(STEM_CHANNELS)
    for k, place in enumerate(places):
        if place is None:
            if not new.blocks[k].residual:
                raise NetworkFileError(f"block {k}: it is new, expected one with a residual")
            state[f"blocks.{k}.b.weight"] = torch.zeros_like(state[f"blocks.{k}.b.weight"])
            continue
        outputs, target, source = kept[place], f"blocks.{k}.", f"blocks.{place}."
        state[target + "dw.weight"] = old[source + "dw.weight"][inputs]
        state[target + "pw.weight"] = old[source + "pw.weight"][outputs][:, inputs]
        for name in NORMALISATION:
            value = old[source + "b." + name]
            state[target + "b." + name] = value[outputs] if value.ndim else value
        inputs = outputs
    mean, peak = old["emb.weight"].chunk(2, dim=1)
    state["emb.weight"] = torch.cat([mean[:, inputs], peak[:, inputs]], 1)
    new.load_state_dict(state)
    return new.eval()


class LeastSquares:
    """The matrix, near another one, that takes vectors (n, inputs) to vectors (n, outputs) with the least error."""

    def __init__(self, start):
        self.start, self.count = start.double(), 0
        self.power = torch.zeros(start.shape[1], start.shape[1], dtype=torch.float64)
        self.missing = torch.zeros(start.shape, dtype=torch.float64)

    def add(self, inputs, outputs):
        inputs, outputs = inputs.double(), outputs.double()
        self.power += inputs.T @ inputs
        self.missing += (outputs - inputs @ self.start.T).T @ inputs

    def matrix(self):
        """The start, and what it lacks; `STAY` holds where the inputs tell nothing."""
        held = STAY * self.power.diagonal().mean().clamp(min=1e-12) * torch.eye(len(self.power))
        return (self.start + torch.linalg.solve(self.power + held, self.missing.T).T).float()


def rows(images):
    """Images (n, channels, height, width) as vectors (pixels, channels)."""
    return images.permute(0, 2, 3, 1).reshape(-1, images.shape[1])


def refit(new, student, places, kept, batches):
    """Fits the new student's matrices one after the other to what the old one computes at the same places."""
    pairs = [(after_stem(new, log_mel), after_stem(student, log_mel)) for log_mel in batches]
    done = 0  # of the old blocks
    for block, place in zip(new.blocks, places):
        if place is None:
            continue
        outputs, (*before, last) = kept[place], student.blocks[done : place + 1]
        done = place + 1
        squares = LeastSquares(block.pw.weight[:, :, 0, 0])
        scale = block.b.weight / (block.b.running_var + block.b.eps).sqrt()
        scale = torch.where(scale.abs() < 1e-3, torch.ones(()), scale)[:, None, None]
        for number, (x, y) in enumerate(pairs):
            for skipped in before:
                y = skipped(y)
            wanted = last.pw(last.dw(y))[:, outputs]
            # What the residual has too much or lacks is made up for.
            wanted = wanted + (y[:, outputs] / scale if last.residual else 0) - (x / scale if block.residual else 0)
            squares.add(rows(block.dw(x)), rows(wanted))
            pairs[number] = x, last(y)
        block.pw.weight.copy_(squares.matrix()[:, :, None, None])
        pairs = [(block(x), y) for x, y in pairs]
    squares = LeastSquares(new.emb.weight)
    for x, y in pairs:
        for skipped in student.blocks[done:]:
            y = skipped(y)
        x, y = [torch.cat([means.mean(2), means.amax(2)], 1) for means in (x.mean(3), y.mean(3))]
        squares.add(x, y @ student.emb.weight.T)
    new.emb.weight.copy_(squares.matrix())


def fitted(student, places, batches):
    """A student of the present blocks that computes nearly what the old one does; batches of log-mels."""
    with torch.no_grad():
        kept = kept_channels(student, places, batches)
        new = narrowed(student, places, kept)
        refit(new, student, places, kept, batches)
    return new


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weights", required=True, help="a checkpoint of other blocks")
    parser.add_argument("--blocks", required=True, nargs="+", help=f"an old block's number, or '{NEW}', for each present one")
    parser.add_argument("--work", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), ".work"))
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    try:
        places = [None if name == NEW else int(name) for name in options.blocks]
        stored = checkpoints.read(options.weights, "weights")
        student = old_student(stored.get("average", stored), places, options.weights)
        pool = Pool(os.path.join(options.work, "shards"), 0)
        save_compact(fitted(student, places, [pool.batch()[0] for _ in range(BATCHES)]), options.out)
    except (NetworkFileError, OSError, ValueError) as error:
        sys.exit(f"fit_checkpoint: {error}")
    print(f"{options.out}: {os.path.getsize(options.out) / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
