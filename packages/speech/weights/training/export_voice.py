"""Writes the network that train_voice.py trained as one ONNX file: sound in, 192 numbers out.

python3 export_voice.py voice.npz voice.onnx
"""

import sys

import numpy as np
import torch

from train_voice import Voice


def load(path):
    """The network with the weights of the file; those it lacks (the mel filters) are computed."""
    net = Voice()
    state = net.state_dict()
    weights = np.load(path)
    for name in weights.files:
        value = weights[name]
        state[name] = torch.from_numpy(
            value.astype(np.float32) if value.dtype == np.float16 else value
        )
    net.load_state_dict(state)
    return net.eval()


def main(weights_path, onnx_path):
    torch.onnx.export(
        load(weights_path),
        (torch.randn(2, 32000) * 0.1,),
        onnx_path,
        input_names=['audio'],
        output_names=['embedding'],
        dynamic_axes={'audio': {0: 'batch', 1: 'samples'}, 'embedding': {0: 'batch'}},
        opset_version=16,
    )


if __name__ == '__main__':
    main(sys.argv[1], sys.argv[2])
