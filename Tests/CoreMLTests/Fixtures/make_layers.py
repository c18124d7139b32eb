"""Writes layers-*.json: networks of one layer each, with outputs from PyTorch and NumPy.

Run by hand after `pip install -r requirements.txt`: `python make_layers.py`. The order of the
imports is that in which the modules draw their noise.
"""

from common import write
from layers_images import images
from layers_arithmetic import arithmetic
from layers_dense import dense
from layers_shapes import shapes

if __name__ == "__main__":
    write("layers-images.json", images)
    write("layers-arithmetic.json", arithmetic)
    write("layers-dense.json", dense)
    write("layers-shapes.json", shapes)
