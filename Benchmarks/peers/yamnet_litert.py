"""YAMNet in LiteRT (XNNPACK, one thread): usage: yamnet_litert.py MODEL HOP_SECONDS FILE ..."""

import os
import sys

from ai_edge_litert.interpreter import Interpreter
from decoding import samples, windows

RATE, LENGTH = 16000, 15600

model, hop, *paths = sys.argv[1:]
interpreter = Interpreter(model_path=model, num_threads=1)
interpreter.allocate_tensors()
source, scores = interpreter.get_input_details()[0], interpreter.get_output_details()[0]
if list(source["shape"]) == [1]:
    interpreter.resize_tensor_input(source["index"], [LENGTH])
    interpreter.allocate_tensors()
shape = interpreter.get_input_details()[0]["shape"]
for path in paths:
    for first, window in windows(samples(path, RATE), LENGTH, round(float(hop) * RATE)):
        interpreter.set_tensor(source["index"], window.reshape(shape))
        interpreter.invoke()
        heard = interpreter.get_tensor(scores["index"]).reshape(-1)
        print(os.path.basename(path), first / RATE, heard.argmax(), heard.max(), flush=True)
