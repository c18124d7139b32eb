"""The kept checkpoint's curve: each training once, with the hours of all counted on."""

import contextlib
import io
import json
import os
import sys
import tempfile
import unittest
from unittest import mock

import torch

import keep_checkpoint
from soundmodel.student import Student, load_checkpoint


def record(step, sound_hours):
    return dict(step=step, sound_hours=sound_hours, top1=0.5)


class Curves(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())
        self.curve, self.kept = [os.path.join(self.folder, name) for name in ("curve.jsonl", "kept.jsonl")]

    def write(self, path, *records):
        with open(path, "w") as stream:
            stream.writelines(json.dumps(record) + "\n" for record in records)

    def totals(self):
        return [(r["step"], r.get("total_sound_hours")) for r in keep_checkpoint.read_curve(self.kept)]

    def test_hours_count_on_from_the_trainings_before(self):
        self.write(self.kept, record(0, 0), record(9, 10.5), record(0, 0), record(5, 20))
        self.write(self.curve, record(0, 0), record(7, 3.3))
        self.assertEqual(keep_checkpoint.append_curve(self.curve, self.kept), 2)
        self.assertEqual(self.totals(), [(0, None), (9, None), (0, None), (5, None), (0, 30.5), (7, 33.8)])

    def test_a_training_is_kept_once_and_continued_where_it_went_on(self):
        first = [record(0, 0), record(7, 3)]
        self.write(self.curve, *first)
        self.assertEqual(keep_checkpoint.append_curve(self.curve, self.kept), 2)
        self.assertEqual(keep_checkpoint.append_curve(self.curve, self.kept), 0)
        self.write(self.curve, *first, record(9, 4), record(0, 0), record(2, 1))
        self.assertEqual(keep_checkpoint.append_curve(self.curve, self.kept), 3)
        self.assertEqual(self.totals(), [(0, 0), (7, 3), (9, 4), (0, 4), (2, 5)])

    def test_a_line_that_is_no_record_is_refused_and_nothing_written(self):
        self.write(self.curve, record(0, 0), dict(step=1))
        with self.assertRaisesRegex(ValueError, r"curve.jsonl:2: found no record of a training: KeyError"):
            keep_checkpoint.append_curve(self.curve, self.kept)
        self.assertFalse(os.path.exists(self.kept))

    def test_the_script_keeps_weights_and_the_curve_beside_them(self):
        weights, out = os.path.join(self.folder, "best.pt"), os.path.join(self.folder, "to", "student.pt")
        student = Student()
        torch.save(dict(average=student.state_dict()), weights)
        self.write(self.curve, record(0, 0))
        arguments = mock.patch.object(sys, "argv", ["keep_checkpoint.py", "--weights", weights, "--out", out])
        with arguments, contextlib.redirect_stdout(io.StringIO()):
            keep_checkpoint.main()
        torch.testing.assert_close(load_checkpoint(out).emb.bias, student.emb.bias)
        self.assertEqual(len(keep_checkpoint.read_curve(os.path.join(self.folder, "to", "curve.jsonl"))), 1)


if __name__ == "__main__":
    unittest.main()
