import type { SpeakerTurn } from '../../diarization/diarizer'
import { INTERIMS_STOP_MS } from '../../pool/job-queue'
import type { RecognizerPool } from '../../pool/recognizer-pool'
import type { JobRequest } from '../../pool/worker-lane'
import { inTime } from '../in-time'
import type { SpeakerTracker, TrackedSegment } from './speaker-tracker'

/** A stream that is this far behind does nothing twice. */
const SPARE_MS = 1_500

export interface SpeakersOptions {
  pool: RecognizerPool
  tracker: SpeakerTracker
  /** A whole file: no live listener waits. */
  isBatch: boolean
  /** A result that would be as late as ends interims is said without its speaker. */
  isOptional: boolean
}

export interface SpokenSegment {
  key: string
  pcm: Int16Array
  /** What `listen` has received of it so far. */
  speakers: Promise<TrackedSegment | undefined>
  /** How much sound has come after it. */
  lateMs: number
}

/** Who speaks in the segments of a stream: looked for while their text is made, and said with it. */
export class SegmentSpeakers {
  readonly #options: SpeakersOptions

  constructor(options: SpeakersOptions) {
    this.#options = options
  }

  /** Begins early where there is time to: the segment may still be taken back. */
  async listen({ pcm, key, lateMs }: Omit<SpokenSegment, 'speakers'>): Promise<TrackedSegment | undefined> {
    if (this.#options.isBatch || lateMs > SPARE_MS) return undefined
    return await this.#options.tracker.track(pcm, this.#request(key))
  }

  /** Undefined where it would make the result late. */
  async turnsOf({ key, pcm, speakers, lateMs }: SpokenSegment): Promise<readonly SpeakerTurn[] | undefined> {
    const { tracker, pool, isOptional } = this.#options
    const request = this.#request(key)
    if (!isOptional) return await tracker.turnsOf(pcm, request, { ahead: speakers })
    let isLate = false
    const find = () => tracker.turnsOf(pcm, request, { ahead: speakers, isLate: () => isLate })
    const onTimeout = () => {
      isLate = true
      pool.cancel(key)
    }
    return await inTime(() => find().catch(() => undefined), INTERIMS_STOP_MS - lateMs, onTimeout)
  }

  #request(streamKey: string): JobRequest {
    return { priority: this.#options.isBatch ? 'batch' : 'live', streamKey }
  }
}
