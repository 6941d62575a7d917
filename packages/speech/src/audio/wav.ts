import { resample } from './resample'

export interface Wav {
  sampleRate: number
  /** One array a channel, from −1 to 1. */
  channels: Float32Array[]
}

/** Reads PCM (16, 24, 32 bit) and 32-bit float WAV files. */
export function readWav(file: Uint8Array): Wav {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const name = (at: number) => String.fromCharCode(...file.subarray(at, at + 4))
  if (name(0) !== 'RIFF' || name(8) !== 'WAVE') throw new Error('Not a WAV file')
  let format = { tag: 1, channels: 1, sampleRate: 16_000, bits: 16 }
  for (let at = 12; at + 8 <= file.length; ) {
    const size = view.getUint32(at + 4, true)
    if (name(at) === 'fmt ') {
      const tag = view.getUint16(at + 8, true)
      format = {
        tag: tag === 0xfffe ? view.getUint16(at + 32, true) : tag,
        channels: view.getUint16(at + 10, true),
        sampleRate: view.getUint32(at + 12, true),
        bits: view.getUint16(at + 22, true),
      }
    } else if (name(at) === 'data') {
      const bytes = Math.min(size, file.length - at - 8)
      return { sampleRate: format.sampleRate, channels: split(view, at + 8, bytes, format) }
    }
    at += 8 + size + (size % 2)
  }
  throw new Error('The WAV file has no sound')
}

function split(
  view: DataView,
  start: number,
  bytes: number,
  format: { tag: number; channels: number; bits: number },
) {
  const width = format.bits / 8
  const frames = Math.floor(bytes / width / format.channels)
  const read = (at: number) => {
    if (format.tag === 3) return view.getFloat32(at, true)
    if (format.bits === 16) return view.getInt16(at, true) / 2 ** 15
    if (format.bits === 32) return view.getInt32(at, true) / 2 ** 31
    if (format.bits === 24) return ((view.getInt8(at + 2) << 16) | view.getUint16(at, true)) / 2 ** 23
    throw new Error(`A WAV file of ${format.bits} bits cannot be read`)
  }
  return Array.from({ length: format.channels }, (_, channel) =>
    Float32Array.from({ length: frames }, (_, i) => read(start + (i * format.channels + channel) * width)),
  )
}

export function toPcm(samples: Float32Array): Int16Array {
  return Int16Array.from(samples, value => Math.max(-32_768, Math.min(32_767, Math.round(value * 32_768))))
}

/** All channels mixed, at 16 kHz. */
export function wavToPcm(file: Uint8Array): Int16Array {
  const { sampleRate, channels } = readWav(file)
  const mono = channels[0]!.map((value, i) => {
    let sum = value
    for (let c = 1; c < channels.length; c++) sum += channels[c]![i]!
    return sum / channels.length
  })
  return toPcm(resample(mono, sampleRate, 16_000))
}
