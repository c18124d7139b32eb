"""Measures how well events are found, on recordings whose events are known because they are made here.

See Documentation/Events.md. The figures are sed_eval's; the search uses metrics.py, which its test compares with sed_eval.
"""
import argparse
import re
import statistics
from pathlib import Path

import detector
import metrics
import numpy as np
import search
from recordings import KINDS, LENGTH, judged, make_half
from scores import Tool
from sed_eval.sound_event import EventBasedMetrics

SOURCES = Path(__file__).parents[2] / "Sources/SoundEvents/Events"


def f1(pairs, collar, labels):
    """sed_eval's event-based F1 over all recordings, all events counting the same."""
    metric = EventBasedMetrics(labels, t_collar=collar, percentage_of_length=metrics.SHARE_OF_LENGTH)

    def as_list(events):
        return [{"event_onset": start, "event_offset": end, "event_label": name} for start, end, name in events]
    for known, found in pairs:
        metric.evaluate(as_list(known), as_list(found))
    value = metric.results_overall_metrics()["f_measure"]["f_measure"]
    return 0.0 if value is None or np.isnan(value) else value


def row(name, settings, pairs, labels):
    onsets, offsets, false = metrics.errors(pairs)
    known = sum(len(events) for events, _ in pairs)
    minutes = len(pairs) * LENGTH / 60

    def spread(values):
        return f"{statistics.median(values):.2f} / {np.quantile(values, 0.9):.2f}" if values else "-"
    figures = " | ".join(f"{f1(pairs, collar, labels):.2f}" for collar in metrics.COLLARS)
    print(f"| {name} | {settings} | {figures} | {len(onsets) / known:.2f} | {false / minutes:.1f} | {spread(onsets)} | {spread(offsets)} |", flush=True)


def built_in():
    """The settings that the command has without a profile, as its sources say them."""
    rule = (SOURCES / "EventRule.swift").read_text()
    names = {"open": "openThreshold", "close": "closeThreshold", "fill": "fill", "maximum_gap": "maximumGap", "minimum_length": "minimumDuration"}
    settings = {key: float(re.search(rf"var {name}: \w+ = ([\d.]+)", rule)[1]) for key, name in names.items()}
    spans = (SOURCES / "EventWindows.swift").read_text()
    for key, name in (("window", "duration"), ("overlap", "overlapFactor")):
        settings[key] = float(re.search(rf"let {name} = ([\d.]+)", spans)[1])
    return settings | {"smoothing": "none"}


def text(settings):
    names = ("open", "close", "fill", "maximum_gap", "minimum_length")
    smoothing = "" if settings["smoothing"] == "none" else f", {settings['smoothing']}"
    return (f"window {settings['window']} s, overlap {settings['overlap']}, "
            + ", ".join(f"{name.replace('_', ' ')} {settings[name]}" for name in names) + smoothing)


def by_command(tool, half, settings):
    """(known events, found events) of each recording, found by the command itself; the twin must find the same."""
    found = tool.events(half.recordings, settings, KINDS)
    pairs = [(recording.events, judged(recording, events)) for recording, events in zip(half.recordings, found)]
    twin = half.detected(settings)
    same = sum(metrics.hits(ours, theirs, 0.002) for (_, ours), (_, theirs) in zip(pairs, twin))
    counts = [sum(len(events) for _, events in either) for either in (pairs, twin)]
    # A score that is as good as at a threshold may fall on either side of it once it has been printed.
    if min(counts) < max(counts) - 3 or same < max(counts) - 3:
        raise SystemExit(f"events: the command finds {counts[0]} events, its twin in detector.py {counts[1]}, {same} of them the same; "
                         "the settings were chosen with a twin that is none")
    return pairs


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True, type=Path)
    parser.add_argument("--clips", required=True, type=Path)
    parser.add_argument("--work", required=True, type=Path)
    parser.add_argument("--choose", action="store_true", help="also search for the best settings, on each half")
    options = parser.parse_args()
    folder = options.work / "recordings"
    folder.mkdir(parents=True, exist_ok=True)
    tool = Tool(options.tool, options.work)
    first, second = (search.Half(make_half(half, options.clips, folder), tool) for half in (0, 1))
    sizes = [(sum(len(one.events) for one in half.recordings), len(half.recordings)) for half in (first, second)]
    print(f"Chosen on {sizes[0][0]} events in {sizes[0][1]} recordings, told of {sizes[1][0]} events in {sizes[1][1]} recordings of {LENGTH:.0f} s.\n")
    print("| method | settings | " + " | ".join(f"F1, {collar} s" for collar in metrics.COLLARS)
          + " | found | false a minute | onset error, s | offset error, s |")
    print("|---|---|---|---|---|---|---|---|")
    labels = tool.labels + [kind for kind in KINDS if kind not in tool.labels]
    for name, method in (("each window over the threshold", detector.plain), ("consecutive windows merged", detector.merged)):
        window, overlap, threshold = search.best_threshold(first, method)
        pairs = second.pairs(window, overlap, lambda windows, tracks: method(windows, tracks, threshold))
        row(name, f"window {window} s, overlap {overlap}, threshold {threshold}", pairs, labels)
    settings = built_in()
    row("events, the default profile", text(settings), by_command(tool, second, settings), labels)
    if options.choose:
        for name, chooser, teller in (("events, chosen now", first, second), ("events, chosen on the other half", second, first)):
            settings = search.best_settings(chooser)
            row(name, text(settings), teller.detected(settings), labels)


if __name__ == "__main__":
    main()
