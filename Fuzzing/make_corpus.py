"""Writes the seeds of the fuzzer from the fixtures of the tests: usage: make_corpus.py FOLDER"""

import base64
import json
import os
import sys

folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)
fixtures = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Tests/CoreMLTests/Fixtures")
for file in sorted(os.listdir(fixtures)):
    if not file.endswith(".json"):
        continue
    for index, case in enumerate(json.load(open(os.path.join(fixtures, file)))):
        if "model" not in case:
            continue
        seed = base64.b64decode(case["model"])
        weights = base64.b64decode(case.get("weights", ""))
        if weights:
            seed = b"PKG1" + len(seed).to_bytes(4, "little") + seed + weights
        if len(seed) <= 1 << 15:
            with open(os.path.join(folder, f"{file[:-5]}-{index}"), "wb") as stream:
                stream.write(seed)
