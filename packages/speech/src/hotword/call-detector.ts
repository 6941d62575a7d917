import { SAMPLE_RATE_HZ } from '@livetap/audio'
import { ownWeights } from '../onnx/own-weights'
import { type InferenceSession, loadSession, Tensor } from '../onnx/session'

const BANDS = 40
/** Frames of 10 ms that the network looks at: 1.535 s. */
const WINDOW_FRAMES = 152
const FRAME_SAMPLES = 400
const HOP_SAMPLES = 160
const WINDOW_SAMPLES = FRAME_SAMPLES + (WINDOW_FRAMES - 1) * HOP_SAMPLES
/** From one look to the next. */
const STEP_FRAMES = 8
/** A phrase is detected in several windows around its end: where fewer than half score this much, there is no call. */
const NOTHING = 0.02
/** So much silence lies behind the sound, as a call at its very end is looked at as well. */
const TAIL_SAMPLES = 0.3 * SAMPLE_RATE_HZ

/** Where to look, in samples; the phrase ends in there. */
export interface CallSpan {
  from: number
  to: number
}

/** Detects "OK EVA" and "hey EVA" in the sound itself, regardless of what the text says. */
export class CallDetector {
  readonly #mel: InferenceSession
  readonly #network: InferenceSession

  private constructor(mel: InferenceSession, network: InferenceSession) {
    this.#mel = mel
    this.#network = network
  }

  static async load(): Promise<CallDetector> {
    const open = (name: string) => loadSession(ownWeights(name), { threads: 1, arena: false })
    return new CallDetector(await open('hotword-mel.onnx'), await open('hotword.onnx'))
  }

  /** How likely it is, 0 to 1, that the phrase ends somewhere in the span. */
  async detect(samples: Float32Array, span: CallSpan = { from: 0, to: samples.length }): Promise<number> {
    const from = Math.max(0, Math.min(span.from, samples.length))
    const to = Math.max(from, Math.min(span.to, samples.length))
    const sound = inSilence(samples, from, to)
    const { mel } = await this.#mel.run({ audio: new Tensor('float32', sound, [1, sound.length]) })
    const bands = mel!.data as Float32Array
    const some = await this.#likeliest(bands, 0)
    return some < NOTHING ? some : Math.max(some, await this.#likeliest(bands, 1))
  }

  /** How likely the phrase is in the likeliest of every second window, from the first or the second on. */
  async #likeliest(mel: Float32Array, first: 0 | 1): Promise<number> {
    const windows = windowsOf(mel, first)
    const count = windows.length / (BANDS * WINDOW_FRAMES)
    if (count === 0) return 0
    const { probability } = await this.#network.run({
      mel: new Tensor('float32', windows, [count, BANDS, WINDOW_FRAMES]),
    })
    return (probability!.data as Float32Array).reduce((most, value) => Math.max(most, value), 0)
  }
}

/** The span with a window's length before it: what was said there, or the faint noise of a silent room. */
function inSilence(samples: Float32Array, from: number, to: number): Float32Array {
  const sound = new Float32Array(WINDOW_SAMPLES + (to - from) + TAIL_SAMPLES)
  for (let at = 0; at < sound.length; at++) sound[at] = (((at * 7_919) % 21) - 10) / 32_768
  const before = Math.min(from, WINDOW_SAMPLES)
  sound.set(
    samples.subarray(from - before, Math.min(samples.length, to + TAIL_SAMPLES)),
    WINDOW_SAMPLES - before,
  )
  return sound
}

/** One window each second step, band by band as the network wants them. */
function windowsOf(mel: Float32Array, first: 0 | 1): Float32Array {
  const frames = mel.length / BANDS
  const steps = Math.floor((frames - WINDOW_FRAMES) / STEP_FRAMES) + 1
  const count = Math.ceil((steps - first) / 2)
  const windows = new Float32Array(count * BANDS * WINDOW_FRAMES)
  for (let window = 0; window < count; window++)
    for (let band = 0; band < BANDS; band++) {
      const start = band * frames + (2 * window + first) * STEP_FRAMES
      windows.set(mel.subarray(start, start + WINDOW_FRAMES), (window * BANDS + band) * WINDOW_FRAMES)
    }
  return windows
}
