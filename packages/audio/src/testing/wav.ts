import { floatToPcm, mixChannels } from '../pcm'
import { resample } from '../resampler'
import { BYTES_PER_SAMPLE, SAMPLE_RATE_HZ } from '../sample-rate'

export interface Wav {
  sampleRate: number
  /** One array per channel, from −1 to 1. */
  channels: Float32Array[]
}

/** Reads PCM (16, 24, 32 bit) and 32-bit float WAV files. */
export function readWav(file: Uint8Array): Wav {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const name = (at: number) => String.fromCharCode(...file.subarray(at, at + 4))
  if (name(0) !== 'RIFF' || name(8) !== 'WAVE') throw new Error('Not a WAV file')
  let format = { tag: 1, channels: 1, sampleRate: SAMPLE_RATE_HZ, bits: 16 }
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
  throw new Error('The WAV file has no data chunk')
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
    throw new Error(`WAV files with ${format.bits} bits per sample are not supported`)
  }
  return Array.from({ length: format.channels }, (_, channel) =>
    Float32Array.from({ length: frames }, (_, i) => read(start + (i * format.channels + channel) * width)),
  )
}

/** All channels mixed, at 16 kHz. */
export function wavToPcm(file: Uint8Array): Int16Array {
  const { sampleRate, channels } = readWav(file)
  return floatToPcm(resample(mixChannels(channels), sampleRate))
}

const HEADER_BYTES = 44

/** A 16-bit WAV file; the samples of several channels alternate. */
export function writeWav(pcm: Int16Array, channels = 1, sampleRate = SAMPLE_RATE_HZ): Uint8Array {
  const file = new Uint8Array(HEADER_BYTES + pcm.byteLength)
  const view = new DataView(file.buffer)
  const name = (at: number, text: string) =>
    file.set(
      [...text].map(char => char.charCodeAt(0)),
      at,
    )
  const frameBytes = channels * BYTES_PER_SAMPLE
  name(0, 'RIFF')
  view.setUint32(4, file.length - 8, true)
  name(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, channels, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate * frameBytes, true)
  view.setUint16(32, frameBytes, true)
  view.setUint16(34, 8 * BYTES_PER_SAMPLE, true)
  name(36, 'data')
  view.setUint32(40, pcm.byteLength, true)
  file.set(new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength), HEADER_BYTES)
  return file
}
