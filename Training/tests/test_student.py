"""The student in its three forms (PyTorch, folded, Core ML), and what its training is fed with."""

import os
import tempfile
import unittest

import numpy as np
import torch
from signals import SIGNALS

from soundmodel import corpus_store, frontend, labels, losses, mixing, pool, shards, student, torch_frontend
from soundmodel.calibration import Calibration
from soundmodel.coreml_interpreter import predict
from soundmodel.coreml_writer import build_classifier
from soundmodel.folded import NetworkFileError
from soundmodel.mn04 import MobileNet
from soundmodel.runner import Runner

CHECKPOINT = os.path.join(os.path.dirname(student.__file__), "..", "checkpoints", "student.pt")


def random_student(seed=0):
    """Random weights, and running statistics that are not the initial ones."""
    torch.manual_seed(seed)
    network = student.Student()
    with torch.no_grad():
        for module in network.modules():
            if isinstance(module, torch.nn.BatchNorm2d):
                module.running_mean.normal_(0, 0.2)
                module.running_var.uniform_(0.5, 2)
                module.weight.uniform_(0.5, 1.5)
                module.bias.normal_(0, 0.2)
    return network.eval()


def noise_windows(count=4, samples=15600):
    return np.random.default_rng(0).normal(0, 0.1, (count, samples)).astype(np.float32)


class Forms(unittest.TestCase):
    def setUp(self):
        self.network = random_student()
        self.features = torch.from_numpy(np.stack([frontend.log_mel(make()) for make in SIGNALS.values()]))
        with torch.no_grad():
            _, self.logits, self.embedding = self.network(self.features)

    def test_folded_gives_what_pytorch_gives(self):
        logits, embedding = Runner(student.fold(self.network))(self.features)
        torch.testing.assert_close(logits, self.logits, atol=1e-4, rtol=1e-4)
        torch.testing.assert_close(embedding, self.embedding, atol=1e-4, rtol=1e-4)

    def test_core_ml_gives_what_pytorch_gives(self):
        specification = build_classifier(student.fold(self.network), labels.identifiers(), {}, {})
        for k in range(len(self.features)):
            probabilities, embedding = predict(specification, self.features[k].numpy())
            np.testing.assert_allclose(probabilities, torch.sigmoid(self.logits[k]).numpy(), atol=1e-3)
            np.testing.assert_allclose(embedding, self.embedding[k].numpy(), atol=3e-3, rtol=3e-3)

    def test_bfloat16_is_for_training_steps_only(self):
        self.network.bfloat16 = True
        with torch.no_grad():
            torch.testing.assert_close(self.network(self.features)[1], self.logits)

    def test_gradients_in_bfloat16_point_where_single_precision_does(self):
        gradients = []
        for bfloat16 in (False, True):
            network = student.load_checkpoint(CHECKPOINT).train()
            network.bfloat16 = bfloat16
            torch.sigmoid(network(self.features)[1]).sum().backward()
            gradients.append({n: p.grad for n, p in network.named_parameters() if p.grad is not None})
        for name, exact in gradients[0].items():
            found = gradients[1][name]
            self.assertEqual(found.dtype, torch.float32, name)
            self.assertGreater(torch.cosine_similarity(found.flatten(), exact.flatten(), 0).item(), 0.9, name)

    def test_calibration_folds_into_the_last_layer(self):
        calibration = Calibration(0.7, -0.4, np.linspace(-1, 1, 303))
        folded = student.fold(self.network)
        calibration.fold_into(folded)
        logits, _ = Runner(folded)(self.features)
        np.testing.assert_allclose(logits.numpy(), calibration.apply(self.logits.numpy()), atol=1e-4)

    def test_stays_within_the_budget(self):
        folded = student.fold(self.network)
        self.assertLess(folded.parameter_count, 2_000_000)
        operations, height, width = 0, 1600, 64  # 16 s: a whole number of every stride
        for layer in folded.layers:
            if layer["op"] == "conv2d":
                height, width = -(-height // layer["stride"][0]), -(-width // layer["stride"][1])
                operations += height * width * folded.arrays[layer["name"] + ".weight"].size
        self.assertLess(operations / 16, 15_500_000)


class Freezing(unittest.TestCase):
    def test_frozen_blocks_keep_weights_and_statistics_while_the_rest_learns(self):
        network = random_student().train().freeze(2)
        before = {name: value.clone() for name, value in network.state_dict().items()}
        optimiser = torch.optim.AdamW([p for p in network.parameters()], lr=1e-2)
        network(torch.randn(2, 48, 64))[2].square().mean().backward()
        optimiser.step()
        changed = {name for name, value in network.state_dict().items() if not torch.equal(value, before[name])}
        frozen = ("stem.", "sb.", "blocks.0.", "blocks.1.")
        self.assertFalse([name for name in changed if name.startswith(frozen)])
        self.assertTrue({"blocks.2.pw.weight", "blocks.2.b.running_mean", "emb.weight"} <= changed)


class Checkpoints(unittest.TestCase):
    def path(self, content):
        path = os.path.join(self.enterContext(tempfile.TemporaryDirectory()), "student.pt")
        torch.save(content, path)
        return path

    def test_come_back_from_half_precision(self):
        state = random_student().state_dict()
        half = {name: value.half() if value.is_floating_point() else value for name, value in state.items()}
        loaded = student.load_checkpoint(self.path(dict(average=half))).state_dict()
        for name, value in state.items():
            torch.testing.assert_close(loaded[name], value, atol=2e-3, rtol=2e-3)

    def test_without_the_identifiers_head_take_it_from_the_classes(self):
        state = random_student().state_dict()
        classes = labels.audioset_classes_of_identifiers()
        del state["names.weight"], state["names.bias"]
        loaded = student.load_checkpoint(self.path(state))
        first, untaught = labels.identifiers().index("accordion"), labels.identifiers().index("bassoon")
        torch.testing.assert_close(loaded.names.weight[first], state["out.weight"][classes[first][0]])
        self.assertEqual(
            (float(loaded.names.bias[untaught].detach()), float(loaded.names.weight[untaught].detach().abs().max())),
            (-12, 0),
        )

    def test_of_another_architecture_are_refused(self):
        state = random_student().state_dict()
        missing = {name: value for name, value in state.items() if name != "blocks.3.pw.weight"}
        with self.assertRaisesRegex(NetworkFileError, "no array 'blocks.3.pw.weight'"):
            student.load_checkpoint(self.path(missing))
        state["emb.weight"] = state["emb.weight"][:, :100]
        with self.assertRaisesRegex(NetworkFileError, "array 'emb.weight': found shape"):
            student.load_checkpoint(self.path(state))

    def test_truncated_files_are_refused(self):
        path = self.path(random_student().state_dict())
        with open(path, "r+b") as stream:
            stream.truncate(1000)
        with self.assertRaisesRegex(NetworkFileError, "cannot be read"):
            student.load_checkpoint(path)


class FrontEnds(unittest.TestCase):
    def test_batched_log_mel_equals_the_plain_one(self):
        windows = noise_windows()
        expected = np.stack([frontend.log_mel(window) for window in windows])
        np.testing.assert_allclose(torch_frontend.log_mel(torch.from_numpy(windows)).numpy(), expected, atol=1e-3)

    def test_doubling_the_rate_keeps_a_tone(self):
        t = np.arange(16000) / 16000
        doubled = torch_frontend.double_rate(torch.tensor(np.sin(2 * np.pi * 1000 * t), dtype=torch.float32)[None])[
            0
        ].numpy()
        np.testing.assert_allclose(doubled, np.sin(2 * np.pi * 1000 * np.arange(32000) / 32000), atol=1e-4)


class NamedClips(unittest.TestCase):
    def maker(self, named):
        noise = np.random.default_rng(5).integers(-9000, 9000, 80_000).astype(np.int16)
        tone = (9000 * np.sin(np.arange(80_000) * 0.3)).astype(np.int16)
        sources = [
            corpus_store.DecodedSource(
                "one", np.concatenate([noise, tone]), [0, 80_000, 160_000], ["n.wav", "a/t.wav"]
            ),
            corpus_store.DecodedSource("two", noise, [0, 80_000], ["t.wav"]),
        ]
        return mixing.WindowMaker(sources, np.array([[1, 0, 0, 80_000, 3], [0, 1, 0, 80_000, 4]]), 0, named)

    def test_a_window_holds_the_clip_of_that_source_in_front(self):
        maker = self.maker([("one", "t.wav", "oboe"), ("one", "absent.wav", "slurp")])
        self.assertEqual(maker.absent, [("one", "absent.wav", "slurp")])
        self.assertEqual(maker.named, {"oboe": [(0, 1, 0, 80_000, -1)]})
        self.assertEqual(maker.survey.tolist(), [[1, 0, 0, 80_000, 3]])
        for _ in range(20):
            window, identifier = maker.named_window(15_600)
            self.assertEqual((identifier, window.shape, window.dtype), ("oboe", (15_600,), np.float32))
            power = np.abs(np.fft.rfft(window)) ** 2
            tone = round(15_600 * 0.3 / (2 * np.pi))
            # A clip is played up to 2 ** 0.5 times slower or faster; noise spreads over all bins.
            self.assertGreater(power[int(tone * 0.7) : int(tone * 1.45)].sum(), 0.3 * power.sum())

    def test_without_named_clips_there_are_none(self):
        self.assertEqual(self.maker([]).named, {})


class Training(unittest.TestCase):
    def source(self):
        tone = (20000 * np.sin(2 * np.pi * 440 * np.arange(40000) / 16000)).astype(np.int16)
        return corpus_store.DecodedSource(
            "test", np.concatenate([tone, tone[:8000]]), [0, 40000, 48000], ["long", "short"]
        )

    def test_windows_are_seeded_bounded_and_of_the_length_asked_for(self):
        survey = np.array([[0, 0, 0, 30720, 3], [0, 1, 0, 8000, 5]])
        makers = [mixing.WindowMaker([self.source()], survey, seed=4) for _ in range(2)]
        for length in (8000, 15600, 48000, 97200, 240_000):
            for _ in range(20):
                window, again = [maker.window(length) for maker in makers]
                self.assertEqual((window.shape, window.dtype), ((length,), np.float32))
                self.assertLessEqual(np.abs(window).max(), 1)
                np.testing.assert_array_equal(window, again)

    def test_noise_is_of_any_colour_between_white_and_brown(self):
        maker = mixing.WindowMaker([self.source()], np.array([[0, 0, 0, 30720, 3]]), seed=0)
        slopes = []
        for _ in range(40):
            noise = maker.noise(48000)
            self.assertAlmostEqual(np.sqrt(np.mean(noise**2)), 1, delta=1e-3)
            power = np.abs(np.fft.rfft(noise))[1:20001] ** 2
            octaves = [np.log2(power[2**k : 2 ** (k + 1)].mean()) for k in range(7, 14)]
            slopes.append(np.polyfit(range(7), octaves, 1)[0])
        self.assertLess(min(slopes), -1.7)
        self.assertGreater(max(slopes), -0.3)
        self.assertGreater(max(slopes), min(slopes) + 1.2)

    def test_rare_classes_are_drawn_more_often_than_their_share(self):
        survey = np.array([[0, 0, 0, 30720, 3]] * 99 + [[0, 1, 0, 8000, 5]])
        maker = mixing.WindowMaker([self.source()], survey, seed=0)
        drawn = np.mean([maker.draw()[4] == 5 for _ in range(4000)])
        self.assertAlmostEqual(drawn, 1 / (1 + 99 ** (1 - mixing.BALANCE)), delta=0.03)

    def shard(self):
        torch.manual_seed(0)
        teacher = MobileNet().eval()
        windows, embedding = torch.from_numpy(noise_windows(6)), torch.randn(6, 384)
        with torch.no_grad():
            logits = teacher.head(embedding)
        names = np.random.default_rng(0).random((6, 303)) * 0.1
        arrays = dict(
            log_mel=torch_frontend.log_mel(windows).numpy(),
            embedding=embedding.numpy(),
            logits=logits.numpy(),
            names=names,
        )
        return teacher, {name: array.astype(np.float16) for name, array in arrays.items()}

    def test_batches_hold_one_window_length_and_skip_damaged_shards(self):
        folder = self.enterContext(tempfile.TemporaryDirectory())
        shards.write(os.path.join(folder, "000000.npz"), self.shard()[1])
        with open(os.path.join(folder, "000001.npz"), "wb") as stream:
            stream.write(b"PK\x03\x04 broken")
        log_mel, embedding, logits, names = pool.Pool(folder, 0).batch()
        self.assertEqual(
            [tuple(t.shape[1:]) for t in (log_mel, embedding, logits, names)], [(96, 64), (384,), (527,), (303,)]
        )
        self.assertEqual(len({len(t) for t in (log_mel, embedding, logits, names)}), 1)

    def test_a_few_steps_lower_the_loss(self):
        teacher, arrays = self.shard()
        targets = [
            torch.from_numpy(arrays[name].astype(np.float32)) for name in ("log_mel", "embedding", "logits", "names")
        ]
        network, distillation = (
            random_student().train(),
            losses.Distillation(teacher.head, losses.EmbeddingStatistics(), 0),
        )
        optimiser, values = torch.optim.AdamW(network.parameters(), lr=1e-3), []
        for _ in range(12):
            loss = losses.total(distillation.terms(network, *targets))
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            values.append(loss.item())
        self.assertLess(values[-1], 0.7 * values[0])


if __name__ == "__main__":
    unittest.main()
