import type { Scope } from '../scope'

/** A waveform: a minimum and a maximum (-128 to 127) a step, alternating. */
export interface Peaks {
  readonly stepMs: number
  readonly values: Int8Array
}

/** Enough for a picture of the loudness, and every browser has it. */
const RATE_HZ = 8000
const STEP_MS = 100
/** A browser decodes a whole file in memory: beyond this the timeline goes without its waveform. */
const MAX_MS = 15 * 60_000
const MAX_BYTES = 64 * 1024 * 1024
/** About 5 ms of reading, then the screen gets its turn. */
const STEPS_PER_TURN = 2000

interface Decoded {
  readonly length: number
  readonly sampleRate: number
  getChannelData(channel: number): Float32Array
}

export type DecodeSound = (bytes: ArrayBuffer) => Promise<Decoded>

const browserDecoder: DecodeSound = bytes => new OfflineAudioContext(1, 1, RATE_HZ).decodeAudioData(bytes)

/** The waveform of a short recording of this computer; undefined for a long one, or one that cannot be decoded. */
export async function peaksOfFile(
  file: File,
  durationMs: number,
  scope: Scope,
  decode: DecodeSound = browserDecoder,
): Promise<Peaks | undefined> {
  if (file.size > MAX_BYTES || !(durationMs > 0) || durationMs > MAX_MS) return undefined
  try {
    const sound = await decode(await file.arrayBuffer())
    const samples = sound.getChannelData(0)
    const perStep = (sound.sampleRate * STEP_MS) / 1000
    const values = new Int8Array(Math.ceil(samples.length / perStep) * 2)
    for (let step = 0; step * 2 < values.length; step++) {
      if (step > 0 && step % STEPS_PER_TURN === 0) await scope.wait(0)
      let low = 0
      let high = 0
      const end = Math.min(samples.length, Math.floor((step + 1) * perStep))
      for (let at = Math.floor(step * perStep); at < end; at++) {
        low = Math.min(low, samples[at]!)
        high = Math.max(high, samples[at]!)
      }
      values[step * 2] = Math.max(-128, Math.round(low * 128))
      values[step * 2 + 1] = Math.min(127, Math.round(high * 127))
    }
    return { stepMs: STEP_MS, values }
  } catch {
    return undefined
  }
}
