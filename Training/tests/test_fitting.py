"""Fitting a checkpoint to other blocks: what is not taken away computes what it did."""

import contextlib
import io
import os
import sys
import tempfile
import unittest
from unittest import mock

import numpy as np
import torch

import fit_checkpoint
from soundmodel import shards, student
from soundmodel.folded import NetworkFileError

OLD = [(32, (2, 2)), (32, (1, 1)), (48, (2, 2)), (48, (1, 1)), (48, (1, 1)), (64, (2, 2))]


def old_network(blocks=OLD):
    """A student with normalisations as after some training."""
    torch.manual_seed(3)
    network = student.Student(blocks)
    network.train()
    with torch.no_grad():
        for block in network.blocks:
            block.b.weight.uniform_(0.5, 1.5), block.b.bias.uniform_(-0.2, 0.2)
        for _ in range(5):
            network(log_mel())
    return network.eval()


def log_mel():
    return torch.randn(4, 96, 64, generator=torch.Generator().manual_seed(1)) - 1


class Fitting(unittest.TestCase):
    def fit(self, network, blocks, places):
        """The old network fitted to `blocks`."""
        with mock.patch.object(fit_checkpoint, "BLOCKS", blocks), mock.patch.object(student, "BLOCKS", blocks):
            old = fit_checkpoint.old_student(network.state_dict(), places, "old.pt")
            return fit_checkpoint.fitted(old, places, [log_mel(), log_mel()[:2, :48]])

    def assert_same(self, first, second):
        with torch.no_grad():
            for a, b in zip(first(log_mel()), second(log_mel())):
                torch.testing.assert_close(a, b, rtol=1e-4, atol=1e-4)

    def test_the_same_blocks_stay_as_they_are(self):
        network = old_network()
        self.assert_same(self.fit(network, OLD, [0, 1, 2, 3, 4, 5]), network)

    def test_a_new_block_changes_nothing_and_learns(self):
        network = old_network()
        fitted = self.fit(network, [*OLD[:5], OLD[4], OLD[5], (64, (1, 1))], [0, 1, 2, 3, 4, None, 5, None])
        self.assert_same(fitted, network)
        fitted.train()(log_mel())[0].square().mean().backward()
        for k in (5, 7):
            self.assertGreater(fitted.blocks[k].b.weight.grad.abs().max(), 0)

    def test_an_old_block_without_effect_can_be_left_out(self):
        network = old_network()
        with torch.no_grad():
            network.blocks[3].b.weight.zero_(), network.blocks[3].b.bias.zero_()
        self.assert_same(self.fit(network, [*OLD[:3], *OLD[4:]], [0, 1, 2, 4, 5]), network)

    def test_channels_that_nothing_reads_go_first_with_all_that_share_them(self):
        network = old_network()
        unread = {0: torch.arange(0, 32, 2), 2: torch.arange(5, 21), 5: torch.arange(16)}
        with torch.no_grad():
            # Blocks 1, 3 and 4 add to the channels of those before them: none of them reads the unread either.
            for first, readers in ((0, (1, 2)), (2, (3, 4, 5))):
                for reader in readers:
                    network.blocks[reader].pw.weight[:, unread[first]] = 0
            network.emb.weight[:, unread[5]] = 0
            network.emb.weight[:, 64 + unread[5]] = 0
        blocks = [(16, (2, 2)), (16, (1, 1)), (32, (2, 2)), (32, (1, 1)), (32, (1, 1)), (48, (2, 2))]
        fitted = self.fit(network, blocks, [0, 1, 2, 3, 4, 5])
        self.assert_same(fitted, network)
        self.assertEqual(fitted.emb.weight.shape, (384, 96))

    def test_what_is_left_makes_up_for_what_goes(self):
        network = old_network()
        blocks = [(32, (2, 2)), (32, (1, 1)), (32, (2, 2)), (32, (1, 1)), (48, (2, 2))]
        batches, expected = [log_mel()], network.embed(log_mel())
        with mock.patch.object(fit_checkpoint, "BLOCKS", blocks), mock.patch.object(student, "BLOCKS", blocks):
            old = fit_checkpoint.old_student(network.state_dict(), places := [0, 1, 2, 4, 5], "old.pt")
            with torch.no_grad():
                kept = fit_checkpoint.kept_channels(old, places, batches)
                plain = fit_checkpoint.narrowed(old, places, kept).embed(log_mel())
            fitted = fit_checkpoint.fitted(old, places, batches).embed(log_mel())
        self.assertLess((fitted - expected).square().mean(), 0.3 * (plain - expected).square().mean())

    def test_least_squares_find_the_matrix_and_stay_where_nothing_is_told(self):
        generator = torch.Generator().manual_seed(0)
        inputs, wanted = torch.randn(500, 6, generator=generator), torch.randn(3, 6, generator=generator)
        inputs[:, 5] = 0
        start = torch.ones(3, 6)
        squares = fit_checkpoint.LeastSquares(start)
        for part in inputs.split(100):
            squares.add(part, part @ wanted.T)
        found = squares.matrix()
        torch.testing.assert_close(found[:, :5], wanted[:, :5], rtol=0, atol=5e-3)
        torch.testing.assert_close(found[:, 5], start[:, 5])

    def test_what_cannot_be_fitted_is_refused(self):
        network = old_network()
        for blocks, places, reason in (
            (OLD, [0, 1, 2, 3, 4], "found --blocks 0 1 2 3 4, expected 6 names, in rising order, of its 6 blocks"),
            (OLD, [0, 2, 1, 3, 4, 5], "in rising order"),
            (OLD, [0, 1, 2, 3, 4, 6], "of its 6 blocks"),
            (OLD, [None, 1, 2, 3, 4, 5], "block 0 has no residual and cannot be left out"),
            ([*OLD, (80, (1, 1))], [0, 1, 2, 3, 4, 5, None], "block 6: it is new, expected one with a residual"),
            ([(64, (2, 2)), (64, (1, 1)), *OLD[2:]], [0, 1, 2, 3, 4, 5], r"blocks \[0, 1\]: have 32 channels"),
        ):
            with self.subTest(reason), self.assertRaisesRegex(NetworkFileError, reason):
                self.fit(network, blocks, places)
        state = network.state_dict()
        del state["emb.bias"]
        with (
            mock.patch.object(fit_checkpoint, "BLOCKS", OLD),
            self.assertRaisesRegex(NetworkFileError, "another kind of network"),
        ):
            fit_checkpoint.old_student(state, [0, 1, 2, 3, 4, 5], "old.pt")

    def test_the_script_writes_a_start_for_training(self):
        with tempfile.TemporaryDirectory() as work:
            weights, out = os.path.join(work, "old.pt"), os.path.join(work, "start.pt")
            torch.save(dict(average=old_network().state_dict()), weights)
            arrays = {name: np.zeros((4, 1), np.float16) for name in ("embedding", "logits", "names")}
            os.mkdir(os.path.join(work, "shards"))
            shards.write(shards.path(os.path.join(work, "shards"), 0), dict(arrays, log_mel=log_mel().numpy()))
            arguments = ["fit_checkpoint.py", "--weights", weights, "--work", work, "--out", out, "--blocks"]
            blocks = [(16, (2, 2)), (16, (1, 1)), *OLD[2:]]
            with (
                mock.patch.object(fit_checkpoint, "BLOCKS", blocks),
                mock.patch.object(student, "BLOCKS", blocks),
                contextlib.redirect_stdout(io.StringIO()),
            ):
                with mock.patch.object(sys, "argv", arguments + list("012345")):
                    fit_checkpoint.main()
                self.assertEqual(student.load_checkpoint(out).blocks[0].b.weight.shape, (16,))
                with (
                    mock.patch.object(sys, "argv", [*arguments, *"01234", "x"]),
                    self.assertRaisesRegex(SystemExit, "fit_checkpoint: .*'x'"),
                ):
                    fit_checkpoint.main()


if __name__ == "__main__":
    unittest.main()
