#!/usr/bin/env python3
"""Trains the student on the shards of targets.py.

  train.py --work DIR --teachers DIR --minutes 100                       from checkpoints/, or from random weights
  train.py --work DIR --teachers DIR --minutes 100 --from student.pt     from another checkpoint
  train.py --work DIR --teachers DIR --minutes 100 --from random         from random weights

The same command goes on from DIR/training.pt after a stop, whenever that was. Every few minutes the averaged
weights are judged by their agreement with the teachers on held-out windows; the best stay in DIR/best.pt. Those of
the end replace them unless their agreement is lower by more than chance. Started beside targets.py, it waits for the
first shard.
"""

import argparse
import json
import math
import os
import signal
import sys
import time

import torch

from soundmodel import agreement, corpus_store, devices, held_out, losses, shards
from soundmodel.folded import NetworkFileError
from soundmodel.mn04 import FILE_NAME as MN04_FILE
from soundmodel.mn04 import load_mn04
from soundmodel.pool import Pool
from soundmodel.student import Student, load_checkpoint

HERE = os.path.dirname(os.path.abspath(__file__))
DEFAULT_WORK = os.path.join(HERE, ".work")
START = os.path.join(HERE, "checkpoints", "student.pt")
WARM_UP_STEPS, AVERAGE_DECAY, LARGEST_GRADIENT, WEIGHT_DECAY = 100, 0.998, 5.0, 0.01
RANDOM = "random"
START_HELP = f"weights to start from, or '{RANDOM}'; ignored when a training is resumed"
SAVE_SECONDS, WAIT_SECONDS = 240, 5
HELD_OUT_NOISE = 0.02  # of top-1 agreement and mAP added up: about one standard error of 1500 windows


class Training:
    """Student, optimiser, averaged weights and the time spent: everything a restart needs."""

    def __init__(self, student, options):
        self.device = devices.named(options.device)
        self.student, self.options = student.to(self.device, memory_format=torch.channels_last).train(), options
        matrices = [p for p in student.parameters() if p.ndim > 1]
        vectors = [p for p in student.parameters() if p.ndim <= 1]
        self.optimiser = torch.optim.AdamW(
            [dict(params=matrices, weight_decay=WEIGHT_DECAY), dict(params=vectors, weight_decay=0)],
            lr=options.rate,
            betas=(0.9, 0.98),
            fused=True,
        )
        self.average = {name: value.clone() for name, value in student.state_dict().items()}
        self.step, self.seconds, self.sound_seconds, self.best = 0, 0.0, 0.0, -math.inf
        self.statistics = losses.EmbeddingStatistics(self.device)

    @property
    def progress(self):
        return self.seconds / 60 / self.options.minutes

    def rate(self):
        """Linear warm-up, then a cosine to nearly zero over the minutes that are left."""
        return (
            self.options.rate
            * min(1, (self.step + 1) / WARM_UP_STEPS)
            * (0.5 * (1 + math.cos(math.pi * min(1, self.progress))) + 0.005)
        )

    def update(self, loss):
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate()
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.student.parameters(), LARGEST_GRADIENT)
        self.optimiser.step()
        self.step += 1
        decay = min(AVERAGE_DECAY, (self.step + 1) / (self.step + 10))
        with torch.no_grad():
            state = self.student.state_dict()
            values = {name: value for name, value in state.items() if value.is_floating_point()}
            torch._foreach_lerp_([self.average[name] for name in values], list(values.values()), 1 - decay)
            self.average.update({name: value.clone() for name, value in state.items() if name not in values})

    def state(self):
        return dict(
            average=self.average,
            student=self.student.state_dict(),
            optimiser=self.optimiser.state_dict(),
            step=self.step,
            seconds=self.seconds,
            sound_seconds=self.sound_seconds,
            best=self.best,
            embedding_count=self.statistics.count,
            embedding_variance=self.statistics.variance,
        )

    def restore(self, state):
        self.student.load_state_dict(state["student"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.average = dict(zip(state["average"], devices.moved(state["average"].values(), self.device)))
        self.step, self.seconds, self.sound_seconds, self.best = (
            state[k] for k in ("step", "seconds", "sound_seconds", "best")
        )
        (self.statistics.variance,) = devices.moved([state["embedding_variance"]], self.device)
        self.statistics.count = state["embedding_count"]


def save(path, content):
    """Under another name first, so that a stop in the middle leaves the former file whole."""
    torch.save(content, path + ".part")
    os.replace(path + ".part", path)


def judge(training, windows, work, slack=0.0):
    """Agreement of the averaged weights; the best so far are kept, and those that are worse by at most `slack`."""
    student = Student()
    student.load_state_dict(training.average)
    logits, _ = agreement.predict(student.to(training.device), windows["log_mel"])
    result = agreement.agreement(logits, windows["names"].astype("float32"))
    if result["mAP"] + result["top1"] > training.best - slack:
        training.best = result["mAP"] + result["top1"]
        save(os.path.join(work, "best.pt"), dict(average=training.average))
    record = dict(
        step=training.step,
        minutes=round(training.seconds / 60, 1),
        sound_hours=round(training.sound_seconds / 3600, 1),
        **{name: round(value, 4) for name, value in result.items()},
    )
    print("held out", json.dumps(record), flush=True)
    with open(os.path.join(work, "curve.jsonl"), "a") as stream:
        stream.write(json.dumps(record) + "\n")


def free_threads(most):
    """1 where others want the processors too, else `most`.

    Waiting for a shared core costs more than a second thread gains.
    """
    with open("/proc/loadavg") as stream:
        runnable = int(stream.read().split()[3].split("/")[0])
    return most if runnable <= 1 else 1


def choose_start(start):
    """The checkpoint to start from, or None for random weights."""
    return None if start == RANDOM else start or (START if os.path.exists(START) else None)


def start(options):
    """A Training, restored where one was interrupted."""
    path = os.path.join(options.work, "training.pt")
    torch.manual_seed(options.seed)
    source = choose_start(options.start)
    resumed = os.path.exists(path)
    training = Training(load_checkpoint(source) if source and not resumed else Student(), options)
    if resumed:
        try:
            training.restore(torch.load(path, map_location="cpu", weights_only=True))
        except Exception as error:  # torch raises pickle, zip, key and runtime errors alike
            raise NetworkFileError(
                f"training '{path}': cannot go on from it, remove it to start over: {error}"
            ) from error
    print(f"going on at step {training.step}" if resumed else f"starting from {source or 'random weights'}", flush=True)
    return training


def wait_for_shards(folder):
    """Returns once there is a shard; targets.py surveys all sources before it writes the first."""
    if not shards.files(folder):
        print(f"no shards in '{folder}' yet: waiting for those of targets.py", flush=True)
    while not shards.files(folder):
        time.sleep(WAIT_SECONDS)


def run(options):
    windows = held_out.read(options.work)
    training = start(options)
    training.student.freeze(options.freeze)
    precision = options.precision or ("bfloat16" if devices.has_bfloat16(training.device) else "float32")
    training.student.bfloat16 = precision == "bfloat16"
    teacher = load_mn04(os.path.join(options.teachers, MN04_FILE)).to(training.device)
    distillation = losses.Distillation(teacher.head, training.statistics, options.seed + training.step)
    pool = Pool(os.path.join(options.work, "shards"), [options.seed, training.step])
    if training.step == 0:
        judge(training, windows, options.work)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        wait_for_shards(pool.folder)
        loop(training, windows, distillation, pool, options)
        # Weights at the end of the schedule fit best; those of its middle only seem as good by chance.
        judge(training, windows, options.work, HELD_OUT_NOISE)
    except KeyboardInterrupt:
        print(f"stopped at step {training.step}; the same command goes on from there")
    finally:
        save(os.path.join(options.work, "training.pt"), training.state())


def loop(training, windows, distillation, pool, options):
    """Steps until the schedule's minutes are over."""
    means, last, saved, judged = {}, time.monotonic(), time.monotonic(), time.monotonic()
    while training.progress < 1:
        if training.step % 4 == 0:
            torch.set_num_threads(free_threads(options.threads))
        log_mel, *targets = devices.moved(pool.batch(), training.device)
        terms = distillation.terms(training.student, log_mel, *targets)
        training.update(losses.total(terms))
        now = time.monotonic()
        training.seconds, last = training.seconds + now - last, now
        training.sound_seconds += log_mel.shape[0] * log_mel.shape[1] / 100
        for name, term in terms.items():  # kept where they are: asking for a number waits for the device
            means[name] = torch.lerp(means.get(name, term.detach()), term.detach(), 0.03)
        if training.step % 100 == 0:
            print(
                training.step,
                f"{training.seconds / 60:.1f} min",
                f"{training.sound_seconds / training.seconds:.0f} x real time",
                " ".join(f"{name} {value:.3f}" for name, value in means.items()),
                flush=True,
            )
        if now - judged > options.judge_minutes * 60:
            judge(training, windows, options.work)
            judged = time.monotonic()
        if now - saved > SAVE_SECONDS:
            save(os.path.join(options.work, "training.pt"), training.state())
            saved = time.monotonic()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", default=DEFAULT_WORK)
    parser.add_argument("--teachers", default=os.path.join(DEFAULT_WORK, "teachers"))
    devices.add_option(parser)
    parser.add_argument("--from", dest="start", help=START_HELP)
    parser.add_argument("--minutes", type=float, default=600, help="length of the whole schedule")
    parser.add_argument("--rate", type=float, default=2e-3, help="peak learning rate")
    parser.add_argument(
        "--precision",
        choices=("float32", "bfloat16"),
        help="of the convolutions; by default bfloat16 where the device has a unit for it",
    )
    parser.add_argument("--freeze", type=int, default=0, help="blocks at the front that stay as they are")
    parser.add_argument("--judge-minutes", type=float, default=6)
    parser.add_argument("--threads", type=int, default=2, help="at most; fewer while the machine is busy")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    try:
        run(options)
    except (NetworkFileError, held_out.OutOfDate, corpus_store.ManifestError, OSError, ValueError) as error:
        sys.exit(f"train: {error}")


if __name__ == "__main__":
    main()
