"""Keeps the weights of an ONNX file in half precision; the runtime widens them when it loads it.

python3 shrink_voice.py voice.onnx smaller.onnx
"""

import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper


def main(source, target):
    model = onnx.load(source)
    casts = []
    for weights in list(model.graph.initializer):
        name = weights.name
        values = numpy_helper.to_array(weights)
        is_spectrum = name.startswith('mel.')  # needs its last bits
        if values.dtype != np.float32 or values.size < 1024 or is_spectrum:
            continue
        half = f'{name}_half'
        weights.CopyFrom(numpy_helper.from_array(values.astype(np.float16), half))
        casts.append(helper.make_node('Cast', [half], [name], to=TensorProto.FLOAT))
    for cast in reversed(casts):
        model.graph.node.insert(0, cast)
    onnx.checker.check_model(model)
    onnx.save(model, target)


if __name__ == '__main__':
    main(sys.argv[1], sys.argv[2])
