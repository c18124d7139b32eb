"""Every tensor of a training step goes where the student is; "meta", a device without memory, stands for a card."""

import unittest
from unittest import mock

import torch

from soundmodel import devices, losses, torch_frontend
from soundmodel.mn04 import MobileNet
from soundmodel.student import Student

META = torch.device("meta")


class Names(unittest.TestCase):
    def test_one_that_is_not_there_is_refused(self):
        self.assertEqual(devices.named("cpu").type, "cpu")
        for name in ("cuda:77", "toaster"):
            with self.assertRaisesRegex(ValueError, f"device '{name}': PyTorch cannot use it"):
                devices.named(name)

    def test_a_card_is_the_default_where_there_is_one(self):
        for there, expected in ((True, "cuda"), (False, "cpu")):
            parser = mock.Mock()
            with mock.patch.object(torch.cuda, "is_available", return_value=there):
                devices.add_option(parser)
            self.assertEqual(parser.add_argument.call_args.kwargs["default"], expected)


class Steps(unittest.TestCase):
    def test_front_ends_work_where_the_windows_are(self):
        windows = torch.zeros(2, 16000, device=META)
        self.assertEqual(torch_frontend.log_mel(windows).device, META)
        self.assertEqual(torch_frontend.mn04_mel(torch_frontend.double_rate(windows)).device, META)

    def test_a_loss_is_where_the_student_is(self):
        student, teacher = Student().to(META), MobileNet().to(META)
        statistics = losses.EmbeddingStatistics(META)
        distillation = losses.Distillation(teacher.head, statistics, 0)
        shapes = ((4, 96, 64), (4, 384), (4, 527), (4, 303))
        batch = devices.moved([torch.zeros(shape) for shape in shapes], META)
        terms = distillation.terms(student, *batch)
        self.assertEqual({term.device for term in terms.values()}, {META})
        losses.total(terms).backward()
        self.assertEqual(student.stem.weight.grad.device, META)

    def test_bfloat16_is_of_the_device(self):
        with mock.patch.object(torch, "autocast") as autocast:
            devices.bfloat16(torch.device("cuda:1"), True)
            devices.bfloat16(torch.device("cpu"), False)
        autocast.assert_called_once_with("cuda", torch.bfloat16)


if __name__ == "__main__":
    unittest.main()
