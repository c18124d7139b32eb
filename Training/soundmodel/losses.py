"""What the student learns from a window: the teacher's embedding, its logits, and both teachers' identifiers."""

import torch
import torch.nn.functional as F

from . import devices, labels

WEIGHTS = dict(embedding=1.0, logits=1.0, classes=30.0, teacher_head=0.5, names=30.0, near_logits=1.0, near_names=0.5)


class EmbeddingStatistics:
    """Running variance of the teacher's embedding, to weigh its 384 values alike."""

    def __init__(self, device=None, size=384):
        self.count, self.variance = 0, torch.ones(size, device=device)

    def update(self, embedding):
        self.count += 1
        decay = min(0.99, self.count / (self.count + 9))
        self.variance = decay * self.variance + (1 - decay) * embedding.var(0)

    @property
    def deviation(self):
        return (self.variance + 1e-5).sqrt()


def _weighted(logits, target):
    """Squared logit differences; classes that the teacher rules out weigh little."""
    return ((0.05 + torch.sigmoid(target + 5)) * (logits - target) ** 2).mean()


class Distillation:
    """Loss terms by name, where the statistics are; `teacher_head` maps embeddings to the teacher's 527 logits.

    Random numbers are drawn on the processor, so that every device sees the same.
    """

    def __init__(self, teacher_head, statistics, seed):
        self.teacher_head, self.statistics = teacher_head, statistics
        self.generator = torch.Generator().manual_seed(seed)
        table, taught = labels.padded_index(labels.audioset_classes_of_identifiers())
        # Indices, not a mask: how many there are must not be asked of the device at every step.
        table, taught = torch.from_numpy(table), torch.from_numpy(taught).nonzero()[:, 0]
        self.table, self.taught = devices.moved([table[taught], taught], statistics.variance.device)

    def _uniform(self, high):
        return float(torch.rand((), generator=self.generator)) * high

    def terms(self, student, log_mel, embedding, logits, names):
        """names: (batch, 303) targets, or (0, 303) where only the first teacher answered."""
        self.statistics.update(embedding)
        deviation = self.statistics.deviation
        target = logits.clamp(-12, 12)
        class_logits, name_logits, found = student(log_mel)
        terms = dict(
            embedding=(((found - embedding) / deviation) ** 2).mean(),
            logits=_weighted(class_logits, target),
            classes=F.binary_cross_entropy_with_logits(class_logits, torch.sigmoid(logits)),
            teacher_head=_weighted(self.teacher_head(found), target),
        )
        if len(names):
            terms["names"] = F.binary_cross_entropy_with_logits(name_logits, names)
        terms.update(self._near(student, embedding, deviation))
        return terms

    def _near(self, student, embedding, deviation):
        """The heads on perturbed and mixed embeddings, so that they also know what the corpus never shows."""
        noise, strength = torch.randn(embedding.shape, generator=self.generator), self._uniform(0.7)
        order, share = torch.randperm(len(embedding), generator=self.generator), self._uniform(0.6)
        noise, order = devices.moved([noise, order], embedding.device)
        near = embedding + noise * deviation * strength
        mix = near[order] * share
        near = near + mix - mix.mean(0)
        with torch.no_grad():
            target = self.teacher_head(near)
            names = target[:, self.table].amax(2).clamp(-14, 12)
        class_logits, name_logits = student.head(near)
        weight = 0.1 + torch.sigmoid(target + 5)
        name_weight = 0.1 + torch.sigmoid(names + 5)
        return dict(
            near_logits=(weight * (class_logits - target.clamp(-14, 12)) ** 2).mean(),
            near_names=(name_weight * (name_logits[:, self.taught] - names) ** 2).mean(),
        )


def total(terms):
    """The weighted sum."""
    return sum(WEIGHTS[name] * term for name, term in terms.items())
