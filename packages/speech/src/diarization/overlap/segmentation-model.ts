import { ownWeights } from '../../onnx/own-weights'
import { type InferenceSession, loadSession, Tensor } from '../../onnx/session'

/** The network was trained on ten seconds, and knows three voices in them. */
export const SEGMENTATION_SAMPLES = 160_000
export const SEGMENTATION_FRAMES = 500
export const SEGMENTATION_FRAME_MS = 20
export const SEGMENTATION_VOICES = 3

/** Which of the three each class of the network has speaking. */
const classes = [[], [0], [1], [2], [0, 1], [0, 2], [1, 2]]

/** Who speaks in ten seconds: the numbers of the voices mean nothing in the next ten. */
export interface SpeakerActivity {
  /** First frame, of 20 ms. */
  from: number
  /** How likely each voice speaks in each frame, from 0 to 255: [voice][frame], one after the other. */
  voices: Uint8Array
}

/** Hears who of up to three people speaks, together or not. See the card beside its weights. */
export class SegmentationModel {
  readonly #session: InferenceSession

  private constructor(session: InferenceSession) {
    this.#session = session
  }

  static async load(threads: number): Promise<SegmentationModel> {
    return new SegmentationModel(await loadSession(ownWeights('segmentation.onnx'), { threads, arena: true }))
  }

  /** `sound` is ten seconds. */
  async detect(sound: Float32Array, from: number): Promise<SpeakerActivity> {
    const audio = new Tensor('float32', sound, [1, SEGMENTATION_SAMPLES])
    const { logprobs } = await this.#session.run({ audio })
    const logs = logprobs!.data as Float32Array
    const speaking = new Float32Array(SEGMENTATION_VOICES * SEGMENTATION_FRAMES)
    for (let frame = 0; frame < SEGMENTATION_FRAMES; frame++) {
      classes.forEach((voices, index) => {
        const likely = Math.exp(logs[frame * classes.length + index]!)
        for (const voice of voices) speaking[voice * SEGMENTATION_FRAMES + frame]! += likely
      })
    }
    return { from, voices: Uint8Array.from(speaking, value => Math.round(255 * Math.min(1, value))) }
  }
}
