import type { SpeakerTurn } from '../diarization/diarizer'
import type { RecognizerPool } from '../pool/recognizer-pool'
import type { JobRequest } from '../pool/worker-lane'
import { inTime } from './in-time'
import type { HeardSegment, SpeakerTracker } from './speaker-tracker'

/** A final result waits this long for its speaker where it may do without. */
const LATE_MS = 3_000

export interface SpeakersOptions {
  pool: RecognizerPool
  tracker: SpeakerTracker
  /** A whole file: nobody waits. */
  isBatch: boolean
  /** A result that would be late is said without its speaker. */
  isOptional: boolean
}

export interface SpokenSegment {
  key: string
  pcm: Int16Array
  /** What `listen` has begun to hear of it. */
  speakers?: Promise<HeardSegment | undefined>
  endedAt: number
}

/** Who speaks in the segments of a stream: looked for while their text is made, and said with it. */
export class SegmentSpeakers {
  constructor(private readonly options: SpeakersOptions) {}

  /** Its failure is met where the answer is needed. */
  listen(pcm: Int16Array, key: string): Promise<HeardSegment | undefined> {
    const heard = this.options.tracker.hear(pcm, this.#request(key))
    heard.catch(() => {})
    return heard
  }

  async turnsOf({ key, pcm, speakers, endedAt }: SpokenSegment): Promise<readonly SpeakerTurn[]> {
    const { tracker, pool, isOptional } = this.options
    const find = () => tracker.turnsOf(pcm, this.#request(key), speakers)
    if (!isOptional) return await find()
    return await inTime(
      () => find().catch(() => []),
      endedAt + LATE_MS,
      () => pool.cancel(key),
    )
  }

  #request(streamKey: string): JobRequest {
    return { priority: this.options.isBatch ? 'batch' : 'live', streamKey }
  }
}
