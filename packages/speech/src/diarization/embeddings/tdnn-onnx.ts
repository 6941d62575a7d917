import { bytesField, concatBytes, intField, tensorProto } from '../../onnx/proto'
import { CEPSTRA } from '../features/mfcc'
import type { SpeakerNetwork } from './kaldi-nnet'

/** Distances between the frames each layer looks at, and how many it looks at. */
const spread = [
  { taps: 5, dilation: 1 },
  { taps: 3, dilation: 2 },
  { taps: 3, dilation: 3 },
  { taps: 1, dilation: 1 },
  { taps: 1, dilation: 1 },
]
/** Frames lost at each edge. */
export const TDNN_CONTEXT = 2 + 2 + 3

function convolutionNode(input: string, output: string, number: number, dilation: number): Uint8Array {
  const attribute = concatBytes([bytesField(1, 'dilations'), intField(20, 7), intField(8, dilation)])
  return concatBytes([
    bytesField(1, input),
    bytesField(1, `w${number}`),
    bytesField(1, `b${number}`),
    bytesField(2, output),
    bytesField(4, 'Conv'),
    bytesField(5, attribute),
  ])
}

function reluNode(input: string, output: string): Uint8Array {
  return concatBytes([bytesField(1, input), bytesField(2, output), bytesField(4, 'Relu')])
}

function floatValue(name: string, dims: (number | string)[]): Uint8Array {
  const shape = concatBytes(
    dims.map(dim => bytesField(1, typeof dim === 'number' ? intField(1, dim) : bytesField(2, dim))),
  )
  const type = bytesField(1, concatBytes([intField(1, 1), bytesField(2, shape)]))
  return concatBytes([bytesField(1, name), bytesField(2, type)])
}

/**
 * The five frame layers as an ONNX model of dilated convolutions: [1, 23, frames] in, [1, 1500, frames −
 * 14] out. Each batch norm is folded into the layer after it; the last is left to the pooling.
 */
export function tdnnModel(network: SpeakerNetwork): Uint8Array {
  const nodes: Uint8Array[] = []
  const tensors: Uint8Array[] = []
  let input = 'features'
  network.layers.forEach(({ weights, bias }, layer) => {
    const { taps, dilation } = spread[layer]!
    const channels = weights.cols / taps
    const before = network.layers[layer - 1]
    const kernel = new Float32Array(weights.rows * channels * taps)
    const folded = Float32Array.from(bias)
    for (let out = 0; out < weights.rows; out++) {
      for (let tap = 0; tap < taps; tap++) {
        for (let channel = 0; channel < channels; channel++) {
          const weight = weights.data[out * weights.cols + tap * channels + channel]!
          kernel[(out * channels + channel) * taps + tap] = weight * (before?.scale[channel] ?? 1)
          folded[out]! += weight * (before?.shift[channel] ?? 0)
        }
      }
    }
    tensors.push(tensorProto(`w${layer}`, [weights.rows, channels, taps], kernel))
    tensors.push(tensorProto(`b${layer}`, [weights.rows], folded))
    nodes.push(convolutionNode(input, `a${layer}`, layer, dilation))
    input = layer === network.layers.length - 1 ? 'frames' : `r${layer}`
    nodes.push(reluNode(`a${layer}`, input))
  })
  const graph = concatBytes([
    ...nodes.map(node => bytesField(1, node)),
    bytesField(2, 'speaker'),
    ...tensors.map(tensor => bytesField(5, tensor)),
    bytesField(11, floatValue('features', [1, CEPSTRA, 'n'])),
    bytesField(12, floatValue('frames', [1, 1500, 'm'])),
  ])
  const irVersion = intField(1, 8)
  const operators = bytesField(8, intField(2, 13))
  return concatBytes([irVersion, bytesField(7, graph), operators])
}
