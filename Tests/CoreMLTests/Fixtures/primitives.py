"""What the scripts share that write operations by hand, as the converters never do."""

import coremltools as ct
import numpy as np
from coremltools.converters.mil import Builder as mb
from coremltools.converters.mil.mil import types

from programs import program_case


def built(body, inputs, target=ct.target.iOS15):
    """A program of `body`, whose parameters are the inputs; no pass changes what it says."""
    specs = [
        mb.TensorSpec(
            shape=value.shape,
            dtype={"float32": types.fp32, "float16": types.fp16, "int32": types.int32}[str(value.dtype)])
        for value in inputs.values()
    ]
    program = mb.program(input_specs=specs, opset_version=target)(body)
    return ct.convert(
        program, source="milinternal", convert_to="mlprogram", minimum_deployment_target=target,
        pass_pipeline=ct.PassPipeline.EMPTY, compute_precision=ct.precision.FLOAT32,
        skip_model_load=True)


def primitive_case(name, body, inputs, expected, target=ct.target.iOS15, tolerance=1e-4):
    """A case of operations written by hand: `expected` holds the arrays that must come out."""
    if not isinstance(inputs, dict):
        inputs = {"x": inputs}
    if not isinstance(expected, (list, tuple)):
        expected = [expected]
    model = built(body, inputs, target)
    outputs = [output.name for output in model.get_spec().description.output]
    assert len(outputs) == len(expected), (name, outputs)
    return program_case(
        name, model, inputs,
        {output: np.asarray(value) for output, value in zip(outputs, expected)}, tolerance)
