"""Training goes on where it was stopped, and keeps its best weights."""

import argparse
import contextlib
import io
import json
import os
import tempfile
import unittest
from unittest import mock

import numpy as np
import torch

import train
from soundmodel import held_out, shards
from soundmodel.mn04 import MobileNet
from soundmodel.student import Student, load_checkpoint


def options(work, minutes=10.0):
    return argparse.Namespace(work=work, minutes=minutes, rate=1e-3, seed=0, start=None, device="cpu")


def made_up_windows(count=8, frames=96):
    """The arrays of a shard."""
    rng = np.random.default_rng(0)
    names = np.zeros((count, 303))
    names[np.arange(count), np.arange(count) % 2] = 0.9
    arrays = dict(
        log_mel=rng.normal(-2, 1, (count, frames, 64)),
        embedding=rng.normal(0, 1, (count, 384)),
        logits=rng.normal(-5, 2, (count, 527)),
        names=names,
    )
    return {name: array.astype(np.float16) for name, array in arrays.items()}


def stepped(training):
    """One update on a loss that every weight takes part in."""
    training.update(sum((p**2).sum() for p in training.student.parameters()))
    return training


class Resuming(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())
        torch.manual_seed(0)

    def test_a_restored_training_steps_as_the_uninterrupted_one(self):
        training = stepped(train.Training(Student(), options(self.folder)))
        training.seconds = 120.0
        training.statistics.update(torch.randn(8, 384))
        train.save(os.path.join(self.folder, "training.pt"), training.state())
        resumed = train.start(options(self.folder))
        self.assertEqual((resumed.step, resumed.progress), (1, 0.2))
        torch.testing.assert_close(resumed.statistics.deviation, training.statistics.deviation)
        stepped(training), stepped(resumed)
        for name, value in training.student.state_dict().items():
            torch.testing.assert_close(resumed.student.state_dict()[name], value, msg=name)
            torch.testing.assert_close(resumed.average[name], training.average[name], msg=name)

    def test_the_rate_warms_up_and_falls_to_almost_nothing(self):
        training = train.Training(Student(), options(self.folder))
        first = training.rate()
        training.step = train.WARM_UP_STEPS
        peak = training.rate()
        training.seconds = 600.0
        self.assertLess(first, 0.02 * peak)
        self.assertAlmostEqual(peak, 1e-3, delta=1e-5)
        self.assertLess(training.rate(), 0.01 * peak)

    def test_only_better_weights_replace_the_best(self):
        rng = np.random.default_rng(0)
        log_mel = rng.normal(-2, 1, (12, 48, 64)).astype(np.float16)
        training = train.Training(Student(), options(self.folder))
        student = Student()
        student.load_state_dict(training.average)
        with torch.no_grad():
            logits = student.eval()(torch.from_numpy(log_mel.astype(np.float32)))[1].numpy()
        names = (logits == logits.max(axis=1, keepdims=True)).astype(np.float16)  # exactly what this student says
        held_out = dict(log_mel=log_mel, names=names)
        train.judge(training, held_out, self.folder)
        best = training.best
        training.average["names.bias"] += torch.linspace(
            0, 1000, 303
        )  # now it says the last identifier, whatever it hears
        train.judge(training, held_out, self.folder)
        self.assertEqual(training.best, best)
        kept = load_checkpoint(os.path.join(self.folder, "best.pt"))
        torch.testing.assert_close(kept.emb.weight, student.emb.weight)
        torch.testing.assert_close(kept.names.bias, student.names.bias)
        training.best += 0.01  # the weights of the end may be worse by chance
        training.average["names.bias"] -= torch.linspace(0, 1000, 303)
        train.judge(training, held_out, self.folder, slack=0.02)
        self.assertEqual(training.best, best)
        with open(os.path.join(self.folder, "curve.jsonl")) as stream:
            first, second, _ = [json.loads(line) for line in stream]
        self.assertEqual(first["top1"], 1.0)
        self.assertLess(second["top1"], 1.0)


class Starting(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())

    def test_random_weights_are_not_the_kept_ones(self):
        self.assertIsNone(train.choose_start("random"))
        self.assertEqual(train.choose_start(None), train.START)
        self.assertEqual(train.choose_start("x.pt"), "x.pt")
        started = train.start(argparse.Namespace(**{**vars(options(self.folder)), "start": "random"}))
        kept = load_checkpoint(train.START)
        self.assertFalse(torch.equal(started.student.emb.weight, kept.emb.weight))

    def test_waits_for_the_first_shard_and_says_so_once(self):
        printed, slept = io.StringIO(), []

        def sleep(seconds):
            slept.append(seconds)
            if len(slept) == 3:
                open(os.path.join(self.folder, "000000.npz"), "w").close()

        with mock.patch.object(train.time, "sleep", sleep), contextlib.redirect_stdout(printed):
            train.wait_for_shards(self.folder)
            train.wait_for_shards(self.folder)
        self.assertEqual(len(slept), 3)
        self.assertEqual(printed.getvalue().count("waiting"), 1)


class Running(unittest.TestCase):
    """A whole run on one small shard, with a teacher of random weights."""

    def test_steps_until_its_minutes_are_over_and_keeps_the_weights(self):
        work = self.enterContext(tempfile.TemporaryDirectory())
        os.mkdir(os.path.join(work, "shards"))
        arrays = made_up_windows()
        shards.write(shards.path(os.path.join(work, "shards"), 0), arrays)
        held_out.write(work, arrays, ["made up"])
        teacher = MobileNet().eval().requires_grad_(False)
        more = dict(start="random", teachers="", precision="float32", freeze=0, threads=1, judge_minutes=6)
        self.enterContext(mock.patch.object(train, "load_mn04", return_value=teacher))
        with mock.patch.object(held_out, "_expected", return_value={"made up"}):
            train.run(argparse.Namespace(**{**vars(options(work, minutes=0.01)), **more}))
        load_checkpoint(os.path.join(work, "best.pt"))
        with open(os.path.join(work, "curve.jsonl")) as stream:
            self.assertEqual([json.loads(line)["step"] > 0 for line in stream], [False, True])


class Threads(unittest.TestCase):
    def test_never_more_than_asked_for(self):
        self.assertIn(train.free_threads(2), (1, 2))
        self.assertEqual(train.free_threads(1), 1)


if __name__ == "__main__":
    unittest.main()
