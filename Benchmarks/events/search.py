"""Looks for the settings that do best on a half of the recordings."""
import sys

import detector
import metrics
from recordings import KINDS, judged

CUTS = ((1.0, 0.5), (1.0, 0.75), (1.5, 0.75), (2.0, 0.75))       # window in seconds, overlap
PLAIN_CUTS = ((1.0, 0.0), (2.0, 0.0), (1.0, 0.75), (2.0, 0.75))
THRESHOLDS = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7)
GRID = {
    "open": THRESHOLDS, "close": (0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0),      # `close` as a share of `open`
    "fill": (0.0, 0.1, 0.2, 0.3, 0.4, 0.5), "maximum_gap": (0.0, 0.25, 0.5, 1.0, 1.5), "minimum_length": (0.0, 0.1, 0.2, 0.3, 0.5),
    "smoothing": ("none", {"median": 3}),
}
START = {"open": 0.3, "close": 0.4, "fill": 0.2, "maximum_gap": 0.5, "minimum_length": 0.0, "smoothing": "none"}


class Half:
    """Recordings with what the classifier hears in them."""

    def __init__(self, recordings, tool):
        self.recordings, self.tool, self.tracks = recordings, tool, {}

    def pairs(self, window, overlap, method):
        """(known events, found events) of each recording; `method` takes the windows and tracks of one."""
        if (window, overlap) not in self.tracks:
            cut = self.tool.windows(self.recordings, window, overlap)
            lists = [detector.tracks_of(windows, KINDS, self.tool.labels) for windows in cut]
            heard = [[(name, scores) for name, scores in tracks if scores.max(initial=0) >= min(THRESHOLDS)] for tracks in lists]
            self.tracks[window, overlap] = list(zip(cut, heard))
        return [(recording.events, judged(recording, method(windows, tracks)))
                for recording, (windows, tracks) in zip(self.recordings, self.tracks[window, overlap])]

    def detected(self, settings):
        return self.pairs(settings["window"], settings["overlap"], lambda windows, tracks: detector.detected(windows, tracks, settings))


def resolved(choice):
    """A choice with `close` as a score."""
    return choice | {"close": round(choice["open"] * choice["close"], 3)}


def best_settings(half):
    """One setting after the other, round after round, until nothing gets better, for each way to cut windows."""
    found = []
    for window, overlap in CUTS:
        best = START | {"window": window, "overlap": overlap}
        best_score, seen = metrics.score(half.detected(resolved(best))), None
        while seen != best:
            seen = best
            for key, values in GRID.items():
                for value in values:
                    trial = best | {key: value}
                    if trial != best and (score := metrics.score(half.detected(resolved(trial)))) > best_score:
                        best, best_score = trial, score
        print(f"window {window} s, overlap {overlap}: {resolved(best)}, mean F1 {best_score:.3f}", file=sys.stderr)
        found.append((best_score, best))
    return resolved(max(found, key=lambda pair: pair[0])[1])


def best_threshold(half, method):
    """(window, overlap, threshold) of the best events by a method with a threshold alone."""
    choices = [(window, overlap, threshold) for window, overlap in PLAIN_CUTS for threshold in THRESHOLDS]
    return max(choices, key=lambda choice: metrics.score(
        half.pairs(choice[0], choice[1], lambda windows, tracks: method(windows, tracks, choice[2]))))
