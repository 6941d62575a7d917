import { SAMPLES_PER_MS } from '@livetap/audio'
import {
  SEGMENTATION_FRAME_MS,
  SEGMENTATION_SAMPLES,
  type SegmentationModel,
  type SpeakerActivity,
} from './segmentation-model'

const HOP_SAMPLES = 40_000
const FRAME_SAMPLES = SEGMENTATION_FRAME_MS * SAMPLES_PER_MS

/** Ten seconds after ten seconds of sound that comes in blocks, each beginning 2.5 s after the one before. */
export class SegmentationStream {
  readonly activities: SpeakerActivity[] = []
  readonly #model: SegmentationModel
  /** Sound from `#at` on. */
  #tail = new Float32Array(0)
  #at = 0

  constructor(model: SegmentationModel) {
    this.#model = model
  }

  async push(block: Float32Array): Promise<void> {
    const sound = new Float32Array(this.#tail.length + block.length)
    sound.set(this.#tail)
    sound.set(block, this.#tail.length)
    let from = 0
    for (; from + SEGMENTATION_SAMPLES <= sound.length; from += HOP_SAMPLES) await this.#detect(sound, from)
    this.#tail = sound.slice(from)
    this.#at += from
  }

  /** With what is left at the end, however short. */
  async finish(): Promise<SpeakerActivity[]> {
    const isNew = this.activities.length === 0 || this.#tail.length > SEGMENTATION_SAMPLES - HOP_SAMPLES
    if (isNew && this.#tail.length > 0) await this.#detect(this.#tail, 0)
    return this.activities
  }

  async #detect(sound: Float32Array, from: number): Promise<void> {
    const ten = new Float32Array(SEGMENTATION_SAMPLES)
    ten.set(sound.subarray(from, from + SEGMENTATION_SAMPLES))
    this.activities.push(await this.#model.detect(ten, Math.round((this.#at + from) / FRAME_SAMPLES)))
  }
}
