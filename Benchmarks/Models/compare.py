"""Runs the same networks here, in LiteRT and in ONNX Runtime, on one thread; prints a table.

Outputs are compared first. Rounds of the runtimes alternate, and the smallest counts.
usage: compare.py TOOL FOLDER
"""

import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import onnxruntime
from ai_edge_litert.interpreter import Interpreter

import networks

ROUNDS = 5
RUNS = 20
tool, folder = sys.argv[1], Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)


def smallest(run):
    best = float("inf")
    for _ in range(10):
        started = time.perf_counter()
        for _ in range(RUNS):
            run()
        best = min(best, (time.perf_counter() - started) / RUNS)
    return best * 1e3


def here(model, x):
    """Milliseconds a run, and the output."""
    x.tofile(folder / "x.f32")
    text = subprocess.run(
        [tool, folder / model, folder / "x.f32", folder / "y.f32", str(RUNS)], check=True,
        capture_output=True, text=True).stdout
    return float(text.split()[-1]), np.fromfile(folder / "y.f32", np.float32)


def compare(name, model, x, other_name, other):
    """`other` runs once and gives the output."""
    expected = other().ravel()
    times = []
    for _ in range(ROUNDS):
        ours, found = here(model, x)
        times.append((ours, smallest(other)))
    difference = np.abs(found - expected).max()
    if difference > 1e-4:
        sys.exit(f"compare: {name}: outputs differ by {difference}")
    ours, theirs = (min(column) for column in zip(*times))
    print(f"| {name} | {ours:.2f} | {other_name} {theirs:.2f} | {ours / theirs:.2f} | {difference:.1e} |")


layers, head = networks.yamnet_layers()
(folder / "yamnet.mlmodel").write_bytes(networks.yamnet_core_ml(layers, head))
(folder / "yamnet.tflite").write_bytes(networks.yamnet_lite(layers, head))
weights = networks.crnn_weights()
(folder / "crnn.mlmodel").write_bytes(networks.crnn_core_ml(weights))
(folder / "crnn.onnx").write_bytes(networks.crnn_onnx(weights))
(folder / "large.mlmodel").write_bytes(networks.large_core_ml())

print("| network | here, ms | other runtime, ms | ratio | largest difference |")
print("|---|---|---|---|---|")
rng = np.random.default_rng(1)

x = rng.standard_normal((1, 96, 64, 1)).astype(np.float32)
interpreter = Interpreter(str(folder / "yamnet.tflite"), num_threads=1)
interpreter.allocate_tensors()
source, result = interpreter.get_input_details()[0]["index"], interpreter.get_output_details()[0]["index"]


def lite():
    interpreter.set_tensor(source, x)
    interpreter.invoke()
    return interpreter.get_tensor(result)


compare("YAMNet's shape", "yamnet.mlmodel", x, "LiteRT (XNNPACK)", lite)

options = onnxruntime.SessionOptions()
options.intra_op_num_threads = options.inter_op_num_threads = 1
session = onnxruntime.InferenceSession(str(folder / "crnn.onnx"), options, ["CPUExecutionProvider"])
x = rng.standard_normal((1, 1, networks.STEPS, networks.BANDS)).astype(np.float32)
compare("CRNN", "crnn.mlmodel", x, "ONNX Runtime", lambda: session.run(None, {"x": x})[0])

print()
for _ in range(3):
    print(subprocess.run(
        [tool, folder / "large.mlmodel"], check=True, capture_output=True, text=True).stdout.strip())
