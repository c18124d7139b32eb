"""Ways from windows to events, over the scores of one recording: a plain twin of Sources/SoundEvents, and two simpler ways.

`tracks` is [(name, scores of its windows)]; an event is (start, end, name) in seconds.
"""
import numpy as np

SLICE = 1e-9                      # shorter than a sample, longer than what rounding does to seconds
LONGEST_RISE = 10                 # windows' lengths in which an onset is looked for


def tracks_of(windows, kinds, labels):
    """One track for each kind, with the highest score of its labels, and one for each other label but silence."""
    grouped = {label for entry in kinds.values() for label in entry.labels}
    places = {label: place for place, label in enumerate(labels)}
    tracks = [(kind, windows.scores[:, [places[label] for label in entry.labels]].max(axis=1)) for kind, entry in kinds.items()]
    return tracks + [(label, windows.scores[:, place]) for label, place in places.items() if label not in grouped | {"silence"}]


def plain(windows, tracks, threshold):
    """Every window over the threshold is an event."""
    return [(windows.starts[place], windows.ends[place], name) for name, scores in tracks for place in np.flatnonzero(scores >= threshold)]


def merged(windows, tracks, threshold):
    """Windows over the threshold that follow one another are one event, from the first's start to the last's end."""
    return [(windows.starts[first], windows.ends[last], name) for name, scores in tracks for first, last in runs(scores, threshold, threshold)]


def runs(scores, open_at, close_at):
    """(first, last) window of each stretch that begins at `open_at` or above and lasts while the score is at `close_at` or above."""
    found, first = [], None
    for place in np.flatnonzero(scores >= close_at) if (scores >= open_at).any() else ():
        if first is not None and place != last + 1:
            found.append((first, last))
            first = None
        if first is None and scores[place] >= open_at:
            first = place
        last = place
    return found + [(first, last)] if first is not None else found


def smoothed(scores, smoothing):
    """The median over an odd count of windows; at the ends over those that exist, the lower of two middles."""
    if smoothing == "none":
        return scores
    reach = smoothing["median"] // 2
    parts = (np.sort(scores[max(0, place - reach):place + reach + 1]) for place in range(len(scores)))
    return np.array([part[(len(part) - 1) // 2] for part in parts])


def refined(windows, scores, settings):
    """[(start, end)] of the events of one track: hysteresis, refined edges, joined over short gaps, short ones dropped."""
    scores = smoothed(scores, settings["smoothing"])
    starts, ends, close = windows.starts, windows.ends, settings["close"]
    length, hop = ends[0] - starts[0], starts[1] - starts[0] if len(starts) > 1 else 0.0
    filled = settings["fill"] * length
    events = []
    for first, last in runs(scores, close, close):
        opening = next((place for place in range(first, last + 1) if scores[place] >= settings["open"]), None)
        if opening is None:
            continue
        start, end = starts[0], ends[last]
        if first > 0:
            start = ends[first - 1] + crossing(scores[first - 1], scores[first], close) * (ends[first] - ends[first - 1]) - filled
            start = min(max(start, starts[first]), ends[first])
        start = max(start, ends[opening] - LONGEST_RISE * length)
        if last < len(scores) - 1:
            end = starts[last] + crossing(scores[last], scores[last + 1], close) * (starts[last + 1] - starts[last]) + filled
            end = min(max(end, starts[last]), ends[last])
        # No event is shorter than a part of the hop, nor ends before its last window surely holds it.
        end = max(end, min(start + hop / 4, ends[opening]), min(starts[last] + filled, ends[last]))
        if events and start - events[-1][1] <= settings["maximum_gap"] + SLICE:
            events[-1] = (events[-1][0], max(events[-1][1], end))
        else:
            events.append((start, end))
    return [event for event in events if event[1] - event[0] >= settings["minimum_length"] - SLICE]


def crossing(before, after, level):
    return 1.0 if before == after else min(max((level - before) / (after - before), 0.0), 1.0)


def detected(windows, tracks, settings):
    """The events of all tracks."""
    return [(start, end, name) for name, scores in tracks if scores.max(initial=0) >= settings["open"]
            for start, end in refined(windows, scores, settings)]
