"""How well found events match known ones; test_metrics.py compares the F1 with sed_eval's.

An event is (start, end, label) in seconds.
"""
import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_bipartite_matching

SHARE_OF_LENGTH = 0.2             # an offset may also be wrong by this share of the event's length
COLLARS = (0.2, 0.5)              # seconds


def hits(known, found, collar):
    """How many pairs of a known and a found event of the same label match within the collar, each event in one pair at most."""
    count = 0
    for label in {event[2] for event in known}:
        rights = np.array([event[:2] for event in known if event[2] == label])
        others = np.array([event[:2] for event in found if event[2] == label])
        if not len(others):
            continue
        onset = np.abs(rights[:, None, 0] - others[None, :, 0]) <= collar
        reach = np.maximum(collar, SHARE_OF_LENGTH * (rights[:, 1] - rights[:, 0]))
        offset = np.abs(rights[:, None, 1] - others[None, :, 1]) <= reach[:, None]
        count += int((maximum_bipartite_matching(csr_array(onset & offset), perm_type="column") >= 0).sum())
    return count


def f1(pairs, collar):
    """Event-based F1 of pairs (known events, found events), one a recording; all events count the same."""
    matched = sum(hits(known, found, collar) for known, found in pairs)
    total = sum(len(known) + len(found) for known, found in pairs)
    return 2 * matched / total if total else 0.0


def score(pairs):
    """What settings are chosen by: the mean F1 over the collars."""
    return sum(f1(pairs, collar) for collar in COLLARS) / len(COLLARS)


def errors(pairs):
    """(onset errors, offset errors, false events) of pairs: each known event against the found one of its label that shares
    most time with it; false are found events that share no time with a known one of their label."""
    onsets, offsets, false = [], [], 0
    for known, found in pairs:
        for start, end, label in known:
            def common(other):
                return min(end, other[1]) - max(start, other[0])
            best = max((other for other in found if other[2] == label), key=common, default=None)
            if best and common(best) > 0:
                onsets.append(abs(best[0] - start))
                offsets.append(abs(best[1] - end))
        false += sum(not any(label == event[2] and min(end, event[1]) > max(start, event[0]) for event in known)
                     for start, end, label in found)
    return onsets, offsets, false
