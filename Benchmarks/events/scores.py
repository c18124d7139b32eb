"""What the command hears in recordings. Scores are kept on disk: the classifier runs once for each cut into windows."""
import hashlib
import json
import subprocess
from collections import defaultdict
from dataclasses import dataclass

import numpy as np

LEAST = 0.002                     # lower scores count as 0, which moves an edge by less than a millisecond


@dataclass
class Windows:
    """The windows of a recording: starts and ends in seconds, and a score for each window and label."""
    starts: np.ndarray
    ends: np.ndarray
    scores: np.ndarray


class Tool:
    """The soundanalysis command."""

    def __init__(self, path, work):
        self.path, self.kept, self.work = path, work / "scores", work
        self.kept.mkdir(parents=True, exist_ok=True)
        self.labels = [row["label"] for row in json.loads(self.call("labels", "--format", "json"))]
        # A new model or a new build of the command makes new scores.
        self.version = hashlib.sha256(path.read_bytes())
        for model in sorted(path.parent.glob("*.resources/*.mlmodel")):
            self.version.update(model.read_bytes())

    def call(self, *arguments):
        return subprocess.run([self.path, *arguments], check=True, stdout=subprocess.PIPE).stdout

    def rows(self, recordings, *options):
        files = [str(recording.path) for recording in recordings]
        for line in self.call("classify", "-f", "jsonl", *options, *files).splitlines():
            yield json.loads(line)

    def windows(self, recordings, window, overlap):
        """The windows of each recording, in the order of the recordings."""
        key = self.version.copy()
        for recording in recordings:
            key.update(recording.path.read_bytes())
        key.update(f"{window} {overlap} {LEAST}".encode())
        file = self.kept / f"{key.hexdigest()[:32]}.npz"
        if not file.exists():
            self.classify(recordings, window, overlap, file)
        with np.load(file) as kept:
            return [Windows(kept[f"starts{n}"], kept[f"ends{n}"], kept[f"scores{n}"]) for n in range(len(recordings))]

    def classify(self, recordings, window, overlap, file):
        places = {label: place for place, label in enumerate(self.labels)}
        found = defaultdict(list)
        for row in self.rows(recordings, "-w", str(window), "--overlap", str(overlap), "-c", str(LEAST)):
            found[row["file"]].append(row)
        arrays = {}
        for n, recording in enumerate(recordings):
            rows = found[str(recording.path)]
            scores = np.zeros((len(rows), len(self.labels)), np.float32)
            for line, row in zip(scores, rows):
                for sound in row["sounds"]:
                    line[places[sound["label"]]] = sound["confidence"]
            arrays |= {f"starts{n}": np.array([row["start"] for row in rows]), f"scores{n}": scores,
                       f"ends{n}": np.array([row["start"] + row["duration"] for row in rows])}
        np.savez_compressed(file, **arrays)

    def events(self, recordings, settings, kinds):
        """The events of each recording, (start, end, kind or label), as the command itself finds them."""
        rule = {key: value for key, value in settings.items() if key not in ("window", "overlap")}
        profile = self.work / "profile.json"
        profile.write_text(json.dumps(rule | {"groups": {kind: entry.labels for kind, entry in kinds.items()}}))
        found = defaultdict(list)
        for row in self.rows(recordings, "-w", str(settings["window"]), "--overlap", str(settings["overlap"]), "-p", str(profile)):
            if row["kind"] == "event":
                found[row["file"]].append((row["start"], row["end"], row["label"]))
        return [found[str(recording.path)] for recording in recordings]
