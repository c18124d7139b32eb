"""How well a student agrees with its teachers on held-out windows; labels play no part."""

import numpy as np
import torch

HEARD = 0.3  # the teachers hear an identifier where their mean probability is above this
FEWEST = 3  # windows that an identifier needs to count for the mean average precision


def average_precision(scores, relevant):
    """The mean precision at each relevant item, items in order of falling score; ties in the order given."""
    order = np.argsort(-scores, kind="stable")
    hits = relevant[order]
    return float((np.cumsum(hits) / np.arange(1, len(hits) + 1))[hits].mean())


def mean_average_precision(scores, truth):
    """Over the columns with at least FEWEST true rows; scores and truth are (rows, columns)."""
    columns = np.flatnonzero(truth.sum(axis=0) >= FEWEST)
    if not len(columns):
        return float("nan")
    return float(np.mean([average_precision(scores[:, c], truth[:, c]) for c in columns]))


def predict(student, log_mel, batch=64):
    """Identifier logits (n, 303) and embeddings (n, 384) in evaluation mode."""
    was_training, device = student.training, next(student.parameters()).device
    student.eval()
    with torch.no_grad():
        parts = [
            student(torch.from_numpy(log_mel[k : k + batch].astype(np.float32)).to(device))[1:]
            for k in range(0, len(log_mel), batch)
        ]
    student.train(was_training)
    return tuple(torch.cat(part).cpu().numpy() for part in zip(*parts))


def agreement(logits, target):
    """Top-1 and top-3 agreement where the teachers hear something, mean average precision, and cross-entropy."""
    heard = target.max(axis=1) > HEARD
    if not heard.any():
        raise ValueError(f"held-out windows: the teachers hear nothing above {HEARD} in any of {len(target)}")
    best = target.argmax(axis=1)
    ranks = (logits > np.take_along_axis(logits, best[:, None], 1)).sum(axis=1)
    probability = np.clip(1 / (1 + np.exp(-logits)), 1e-6, 1 - 1e-6)
    entropy = -(target * np.log(probability) + (1 - target) * np.log(1 - probability)).sum(axis=1).mean()
    return dict(
        top1=float((ranks[heard] < 1).mean()),
        top3=float((ranks[heard] < 3).mean()),
        mAP=mean_average_precision(logits, target > HEARD),
        cross_entropy=float(entropy),
    )
