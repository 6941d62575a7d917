import { SAMPLE_RATE_HZ } from '@livetap/audio'
import type { SoundBuffer } from '../audio/sound-buffer'
import type { RecognizedText } from '../pool/jobs'
import type { SegmentDecoder } from './segment-decoder'
import type { OpenSegment } from './segment-result'

const firstInterim = 0.62 * SAMPLE_RATE_HZ

/** The interim results of a stream, one at a time, while a segment grows. */
export class SegmentInterims {
  private running = false

  constructor(
    private readonly decoder: SegmentDecoder,
    private readonly say: (segment: OpenSegment, found: RecognizedText, to: number) => void,
  ) {}

  /** Asks for one when there is enough new sound and nothing better to do. */
  ask(segment: OpenSegment, to: number, sound: SoundBuffer): void {
    const { decoder } = this
    if (this.running || !decoder.canInterim) return
    const wanted = segment.interimTo ? segment.interimTo + decoder.interimStep : segment.from + firstInterim
    if (to < wanted) return
    segment.interimTo = to
    this.running = true
    void decoder
      .interim(sound.slice(segment.from, to), segment.draft)
      .then(found => {
        if (found?.tokens.length) segment.draft = found.tokens
        if (found?.text) this.say(segment, found, to)
      })
      .catch(() => {})
      .finally(() => {
        this.running = false
      })
  }
}
