import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Matrix {
  rows: number
  cols: number
  data: Float32Array
}

export interface SpeakerNetwork {
  layers: { weights: Matrix; bias: Float32Array; scale: Float32Array; shift: Float32Array }[]
  last: { weights: Matrix; bias: Float32Array }
  mean: Float32Array
  transform: Matrix
}

function floatsAt(file: Buffer, at: number, count: number): Float32Array {
  return Float32Array.from({ length: count }, (_, i) => file.readFloatLE(at + i * 4))
}

function readMatrix(file: Buffer, at: number): Matrix {
  if (file.toString('latin1', at, at + 3) !== 'FM ') throw new Error('Not a matrix of floats')
  const rows = file.readInt32LE(at + 4)
  const cols = file.readInt32LE(at + 9)
  return { rows, cols, data: floatsAt(file, at + 13, rows * cols) }
}

function readVector(file: Buffer, at: number): Float32Array {
  if (file.toString('latin1', at, at + 3) !== 'FV ') throw new Error('Not a vector of floats')
  return floatsAt(file, at + 8, file.readInt32LE(at + 4))
}

/** Reads the parts of Vosk's speaker model that the network needs. */
export async function readSpeakerNetwork(folder: string): Promise<SpeakerNetwork> {
  const file = await readFile(join(folder, 'final.ext.raw'))
  const after = (component: string, field: string) => {
    const start = file.indexOf(`<ComponentName> ${component} `)
    const at = start < 0 ? -1 : file.indexOf(`<${field}> `, start)
    if (at < 0) throw new Error(`The speaker model lacks ${component} ${field}`)
    return at + field.length + 3
  }
  const affine = (name: string) => ({
    weights: readMatrix(file, after(name, 'LinearParams')),
    bias: readVector(file, after(name, 'BiasParams')),
  })
  const layers = [1, 2, 3, 4, 5].map(number => {
    const mean = readVector(file, after(`tdnn${number}.batchnorm`, 'StatsMean'))
    const variance = readVector(file, after(`tdnn${number}.batchnorm`, 'StatsVar'))
    const scale = variance.map(value => 1 / Math.sqrt(value + 0.001))
    return { ...affine(`tdnn${number}.affine`), scale, shift: scale.map((value, i) => -value * mean[i]!) }
  })
  const text = await readFile(join(folder, 'mean.vec'), 'utf8')
  const transform = readMatrix(await readFile(join(folder, 'transform.mat')), 2)
  return {
    layers,
    last: affine('tdnn6.affine'),
    mean: Float32Array.from(text.replaceAll(/[[\]]/g, ' ').trim().split(/\s+/), Number),
    transform,
  }
}
