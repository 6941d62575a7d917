"""Runs a Piper (VITS) voice, an ONNX graph, on the accelerator: a batch of sentences at once.

Imported by train_voice.py and train_ear.py. Weights may be stored in half precision, which
`store_half` does, or most of them in eight bits:
python3 vits.py voice.onnx voice-half.onnx
python3 vits.py voice.onnx voice-bytes.onnx bytes
"""

import operator
import sys

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import numpy_helper

# Behind a name: the factor of each row of weights that are stored in eight bits.
SCALE = '::scale'
TYPES = {
    1: torch.float32,
    6: torch.int32,
    7: torch.int64,
    9: torch.bool,
    10: torch.float16,
    11: torch.float64,
}
UNARY = {
    'Not': operator.invert,
    'Neg': operator.neg,
    'Sqrt': torch.sqrt,
    'Exp': torch.exp,
    'Erf': torch.erf,
    'Tanh': torch.tanh,
    'Sigmoid': torch.sigmoid,
    'Relu': torch.relu,
    'Softplus': F.softplus,
}
BINARY = {
    'Add': operator.add,
    'Sub': operator.sub,
    'Mul': operator.mul,
    'Pow': operator.pow,
    'Equal': operator.eq,
    'Less': operator.lt,
    'LessOrEqual': operator.le,
    'GreaterOrEqual': operator.ge,
    'And': operator.and_,
}


def attributes_of(node):
    return {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}


def on_one_device(x, y):
    """Both on the accelerator if one of them is there."""
    if x.device == y.device:
        return x, y
    device = x.device if x.is_cuda else y.device
    return x.to(device), y.to(device)


def ints(tensor):
    return [int(value) for value in tensor.reshape(-1).tolist()]


def from_start(indices, size):
    """Indices that count from the end become indices that count from the start."""
    return torch.where(indices < 0, indices + size, indices)


def columns(indices):
    """The last dimension of indices as a tuple, to index a tensor with."""
    return tuple(indices[..., k] for k in range(indices.shape[-1]))


def slice_one(x, begin, end, dim, step):
    size = x.shape[dim]
    if step == -1:
        x = x.flip(dim)
        begin = size - 1 - (begin if begin >= 0 else begin + size) if begin < size else 0
        end = size if end <= -size else size - 1 - (end if end >= 0 else end + size)
        step = 1
    else:
        begin = max(0, begin + size) if begin < 0 else min(begin, size)
        end = max(0, end + size) if end < 0 else min(end, size)
    slices = [slice(None)] * x.dim()
    slices[dim] = slice(begin, end, step)
    return x[tuple(slices)]


class Vits:
    """Sizes and indices that only shape the graph stay on the processor; the rest is on `device`.

    An operator without a row in UNARY or BINARY is a method: `op_` and its name in lower case.
    """

    def __init__(self, path, device):
        graph = onnx.load(path).graph
        self.device = device
        self.nodes = [
            (node.op_type, list(node.input), list(node.output), attributes_of(node))
            for node in graph.node
        ]
        self.constants = {}
        for initializer in graph.initializer:
            value = torch.from_numpy(numpy_helper.to_array(initializer).copy())
            if value.dtype == torch.float16:
                value = value.float()
            self.constants[initializer.name] = (
                value.to(device) if value.is_floating_point() else value
            )
        for name in [name for name in self.constants if name.endswith(SCALE)]:
            scale = self.constants.pop(name)
            values = self.constants[name.removesuffix(SCALE)].to(device).float()
            scaled = values * scale.view(-1, *[1] * (values.dim() - 1))
            self.constants[name.removesuffix(SCALE)] = scaled
        self.output = graph.output[0].name
        self.last_use = {
            name: k for k, (_, inputs, _, _) in enumerate(self.nodes) for name in inputs
        }

    @torch.no_grad()
    def __call__(self, ids, lengths, scales, speakers):
        values = dict(self.constants)
        values['input'] = ids.to(self.device)
        values['input_lengths'] = lengths.to(self.device)
        values['scales'] = scales.to(self.device)
        values['sid'] = speakers.to(self.device)
        for k, (op, inputs, outputs, attributes) in enumerate(self.nodes):
            results = self._run(op, attributes, [values[i] if i else None for i in inputs])
            if not isinstance(results, list | tuple):
                results = [results]
            values.update(zip(outputs, results, strict=False))
            for name in inputs:
                is_over = self.last_use.get(name) == k and name != self.output
                if name and is_over and name not in self.constants:
                    values.pop(name, None)
        return values[self.output]

    def _run(self, op, attributes, inputs):
        if op in UNARY:
            return UNARY[op](*inputs)
        if op in BINARY:
            return BINARY[op](*on_one_device(*inputs))
        return getattr(self, f'op_{op.lower()}')(attributes, *inputs)

    def _device_of(self, *tensors):
        """The accelerator if one of them is there."""
        return self.device if any(t.is_cuda for t in tensors) else tensors[0].device

    def op_div(self, attributes, x, y):
        x, y = on_one_device(x, y)
        return x / y if x.is_floating_point() else torch.div(x, y, rounding_mode='trunc')

    def op_matmul(self, attributes, x, y):
        return x @ y

    def op_ceil(self, attributes, x):
        return x.ceil()

    def op_leakyrelu(self, attributes, x):
        return F.leaky_relu(x, attributes.get('alpha', 0.01))

    def op_softmax(self, attributes, x):
        return torch.softmax(x, attributes.get('axis', -1))

    def op_cast(self, attributes, x):
        return x.to(TYPES[attributes['to']])

    def op_clip(self, attributes, x, low=None, high=None):
        if low is not None:
            x = torch.maximum(x, low.to(x.device).to(x.dtype))
        if high is not None:
            x = torch.minimum(x, high.to(x.device).to(x.dtype))
        return x

    def op_shape(self, attributes, x):
        return torch.tensor(x.shape, dtype=torch.int64)

    def op_constantofshape(self, attributes, shape):
        value = np.zeros(1, np.float32)
        if 'value' in attributes:
            value = numpy_helper.to_array(attributes['value'])
        value = torch.from_numpy(value.copy())
        is_size = not value.is_floating_point() and shape.numel() <= 1
        device = 'cpu' if is_size else self.device
        return torch.full(ints(shape), value.item(), dtype=value.dtype, device=device)

    def op_range(self, attributes, start, end, step):
        return torch.arange(start.item(), end.item(), step.item(), dtype=start.dtype)

    def op_reshape(self, attributes, x, shape):
        return x.reshape([x.shape[i] if n == 0 else n for i, n in enumerate(ints(shape))])

    def op_expand(self, attributes, x, shape):
        return x.expand(torch.broadcast_shapes(tuple(x.shape), tuple(ints(shape))))

    def op_transpose(self, attributes, x):
        return x.permute(attributes['perm'])

    def op_concat(self, attributes, *parts):
        if any(part.is_cuda for part in parts):
            parts = [part.to(self.device) for part in parts]
        return torch.cat(list(parts), attributes['axis'])

    def op_split(self, attributes, x, sizes=None):
        axis = attributes.get('axis', 0)
        return list(torch.split(x, x.shape[axis] // 2 if sizes is None else ints(sizes), axis))

    def op_unsqueeze(self, attributes, x, axes):
        dims = x.dim() + axes.numel()
        for dim in sorted(axis % dims for axis in ints(axes)):
            x = x.unsqueeze(dim)
        return x

    def op_squeeze(self, attributes, x, axes):
        dims = x.dim()
        for dim in sorted((axis % dims for axis in ints(axes)), reverse=True):
            x = x.squeeze(dim)
        return x

    def op_gather(self, attributes, x, indices):
        axis = attributes.get('axis', 0) % x.dim()
        indices = from_start(indices.to(x.device), x.shape[axis])
        shape = [*x.shape[:axis], *indices.shape, *x.shape[axis + 1 :]]
        return torch.index_select(x, axis, indices.reshape(-1)).reshape(shape)

    def op_gatherelements(self, attributes, x, indices):
        x, indices = on_one_device(x, indices)
        axis = attributes.get('axis', 0)
        return torch.gather(x, axis, from_start(indices, x.shape[axis]))

    def op_gathernd(self, attributes, x, indices):
        return x[columns(indices.to(x.device))]

    def op_scatternd(self, attributes, x, indices, updates):
        device = self._device_of(x, indices, updates)
        x, indices = x.to(device).clone(), indices.to(device)
        shape = (*indices.shape[:-1], *x.shape[indices.shape[-1] :])
        x[columns(indices)] = updates.to(device).reshape(shape)
        return x

    def op_nonzero(self, attributes, x):
        return x.nonzero().t().contiguous()

    def op_where(self, attributes, condition, x, y):
        device = self._device_of(condition, x, y)
        return torch.where(condition.to(device), x.to(device), y.to(device))

    def op_slice(self, attributes, x, starts, ends, axes=None, steps=None):
        starts, ends = ints(starts), ints(ends)
        axes = range(len(starts)) if axes is None else ints(axes)
        steps = [1] * len(starts) if steps is None else ints(steps)
        for begin, end, dim, step in zip(starts, ends, axes, steps, strict=True):
            x = slice_one(x, begin, end, dim, step)
        return x

    def op_pad(self, attributes, x, pads, value=None):
        pads, dims = ints(pads), x.dim()
        padding = [n for dim in reversed(range(dims)) for n in (pads[dim], pads[dim + dims])]
        mode = attributes.get('mode', b'constant').decode()
        if mode == 'constant':
            return F.pad(x, padding, mode, 0.0 if value is None else float(value.item()))
        return F.pad(x, padding[: 2 * (dims - 1)], mode)

    def op_cumsum(self, attributes, x, axis):
        return torch.cumsum(x, int(axis.item()))

    def op_reducemean(self, attributes, x):
        return x.mean(attributes['axes'], keepdim=bool(attributes.get('keepdims', 1)))

    def op_reducesum(self, attributes, x, axes=None):
        dims = None if axes is None else ints(axes)
        return x.sum(dims, keepdim=bool(attributes.get('keepdims', 1))) if dims else x.sum()

    def op_reducemax(self, attributes, x):
        keep = bool(attributes.get('keepdims', 1))
        if 'axes' in attributes:
            return x.amax(attributes['axes'], keepdim=keep)
        return x.max().reshape([1] * x.dim()) if keep else x.max()

    def op_randomnormallike(self, attributes, x):
        noise = torch.randn(x.shape, device=self.device)
        return noise * attributes.get('scale', 1.0) + attributes.get('mean', 0.0)

    def op_conv(self, attributes, x, weight, bias=None):
        pads = attributes.get('pads', [0, 0])
        half = len(pads) // 2
        if pads[:half] != pads[half:]:
            x = F.pad(x, [pads[0], pads[1]])
            pads = [0, 0]
        return F.conv1d(
            x,
            weight,
            bias,
            stride=attributes.get('strides', [1])[0],
            padding=pads[0],
            dilation=attributes.get('dilations', [1])[0],
            groups=attributes.get('group', 1),
        )

    def op_convtranspose(self, attributes, x, weight, bias=None):
        return F.conv_transpose1d(
            x,
            weight,
            bias,
            stride=attributes.get('strides', [1])[0],
            padding=attributes.get('pads', [0, 0])[0],
            output_padding=attributes.get('output_padding', [0])[0],
            groups=attributes.get('group', 1),
            dilation=attributes.get('dilations', [1])[0],
        )


def mix_voices(vits, own, count, rng):
    """Adds voices between those of the training, as far from the middle as they are."""
    embeddings = vits.constants['emb_g.weight']
    device = embeddings.device
    own = torch.tensor(own, device=device)
    middle = embeddings[own].mean(0)
    mixed = []
    for _ in range(count):
        parts = 3 if rng.random() < 0.3 else 2
        weights = torch.tensor([rng.uniform(0.6, 1.4) for _ in range(parts)], device=device)
        weights = weights / weights.sum()
        chosen = own[torch.randperm(len(own), device=device)[:parts]]
        offset = (weights[:, None] * (embeddings[chosen] - middle)).sum(0)
        mixed.append(middle + offset / weights.pow(2).sum().sqrt())
    if mixed:
        vits.constants['emb_g.weight'] = torch.cat([embeddings, torch.stack(mixed)])


def padded(sentences):
    """Phoneme ids of several sentences as one tensor, and their lengths."""
    lengths = torch.tensor([len(ids) for ids in sentences])
    batch = torch.zeros(len(sentences), int(lengths.max()), dtype=torch.long)
    for row, ids in zip(batch, sentences, strict=True):
        row[: len(ids)] = torch.tensor(ids)
    return batch, lengths


class SpeakerQueue:
    """Every speaker once in a random order, then once more, and so on."""

    def __init__(self, count, rng):
        self.count = count
        self.rng = rng
        self.order = []

    def take(self, size):
        if len(self.order) < size:
            more = list(range(self.count))
            self.rng.shuffle(more)
            self.order += more
        return [self.order.pop() for _ in range(size)]


def store_half(source, target):
    """Writes the same graph with its numbers in half precision."""
    model = onnx.load(source)
    for weights in model.graph.initializer:
        values = numpy_helper.to_array(weights)
        if values.dtype == np.float32 and values.size > 256:
            weights.CopyFrom(numpy_helper.from_array(values.astype(np.float16), weights.name))
    onnx.save(model, target)


def store_bytes(source, target):
    """Writes the same graph, its large matrices in eight bits, the rest in half precision."""
    model = onnx.load(source)
    scales = []
    for weights in model.graph.initializer:
        values = numpy_helper.to_array(weights)
        if values.dtype != np.float32 or values.size <= 256:
            continue
        if values.ndim < 2 or values.size <= 4096 or 'emb_g' in weights.name:
            weights.CopyFrom(numpy_helper.from_array(values.astype(np.float16), weights.name))
            continue
        scale = np.abs(values).reshape(len(values), -1).max(1) / 127 + 1e-12
        rows = np.round(values / scale.reshape(-1, *[1] * (values.ndim - 1))).astype(np.int8)
        name = weights.name
        weights.CopyFrom(numpy_helper.from_array(rows, name))
        scales.append(numpy_helper.from_array(scale.astype(np.float32), name + SCALE))
    model.graph.initializer.extend(scales)
    onnx.save(model, target)


if __name__ == '__main__':
    store = store_bytes if sys.argv[3:] == ['bytes'] else store_half
    store(sys.argv[1], sys.argv[2])
