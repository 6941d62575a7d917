import type { RecognitionResult, ResultTiming } from '@livetap/speech'
import type { TraceSpan, Tracing } from '../../../platform/tracing/tracing'
import type { AnnouncedTimes } from '../outbox/outbox'
import type { StreamRecord } from './live-streams.store'

/** When something had come as far as a place on the meeting's clock. */
interface Mark {
  untilMs: number
  at: number
}

/** A mark for so much sound, and so many of them: what is said about a minute later finds its frames no more. */
const MARK_MS = 100
const MAX_MARKS = 600
/** Announced, and their sound not stored yet. */
const MAX_UNSTORED = 50
/** A stream can go on for hours: its trace is continued in another one, which is linked to it. */
const UTTERANCES_A_TRACE = 200

/** The spans of what is said into one stream: one an utterance, from the arrival of its first frame to its announcement. */
export class UtteranceTraces {
  readonly #arrived: Mark[] = []
  readonly #stored: Mark[] = []
  #unstored: UtteranceTrace[] = []
  #parent: string | null
  #count = 0

  constructor(
    private readonly tracing: Tracing,
    private readonly stream: Pick<StreamRecord, 'id' | 'traceparent'>,
    private readonly meetingId: string,
  ) {
    this.#parent = stream.traceparent
  }

  /** Sound has come, up to here. */
  arrived(untilMs: number): void {
    const last = this.#arrived.at(-1)
    if (last && untilMs - last.untilMs < MARK_MS) return
    remember(this.#arrived, untilMs)
  }

  /** Sound is in the storage, up to here. */
  stored(untilMs: number): void {
    remember(this.#stored, untilMs)
    this.#settle()
  }

  /** An utterance has its final text. */
  begin(result: RecognitionResult, timing: ResultTiming | undefined, isRecorded: boolean): UtteranceTrace {
    if (++this.#count > UTTERANCES_A_TRACE) this.#continue()
    const finalAt = performance.now()
    const firstAt = atOf(this.#arrived, result.startMs) ?? timing?.completeAt ?? finalAt
    const lastAt = atOf(this.#arrived, result.endMs) ?? timing?.completeAt ?? finalAt
    const utterance = this.tracing.start('utterance', {
      parent: this.#parent,
      at: firstAt,
      attributes: {
        'livetap.meeting': this.meetingId,
        'livetap.stream': this.stream.id,
        'livetap.segment': result.segmentId,
        'livetap.sound_ms': Math.round(result.endMs - result.startMs),
        'livetap.low_quality': result.lowQuality,
      },
    })
    utterance.event('first frame arrived', firstAt)
    utterance.event('last frame arrived', lastAt)
    this.#recognized(utterance, timing ?? { completeAt: lastAt, work: [] }, finalAt)
    const one = new UtteranceTrace(this.tracing, utterance, result.endMs, isRecorded)
    this.#unstored.push(one)
    if (this.#unstored.length > MAX_UNSTORED) this.#unstored.shift()!.settle()
    return one
  }

  /** The stream is over. */
  close(): void {
    for (const one of this.#unstored.splice(0)) one.settle()
  }

  #recognized(utterance: TraceSpan, { completeAt, work }: ResultTiming, finalAt: number): void {
    const begunAt = work.map(({ answeredAt, workMs }) => answeredAt - workMs)
    const parent = utterance.traceparent
    const recognition = this.tracing.start('recognize', { parent, at: Math.min(completeAt, ...begunAt) })
    for (const { kind, pid, waitedMs, workMs, answeredAt } of work)
      this.tracing
        .start(`engine ${kind}`, {
          parent: recognition.traceparent,
          at: answeredAt - workMs,
          attributes: { 'livetap.engine_process': pid, 'livetap.waited_ms': Math.round(waitedMs) },
        })
        .end({ at: answeredAt })
    recognition.end({ at: finalAt })
  }

  #continue(): void {
    const link = this.#parent ?? undefined
    const attributes = { 'livetap.meeting': this.meetingId, 'livetap.stream': this.stream.id }
    const span = this.tracing.start('live stream goes on', { parent: null, link, attributes })
    span.end()
    this.#parent = span.traceparent ?? null
    this.#count = 1
  }

  #settle(): void {
    this.#unstored = this.#unstored.filter(one => {
      const storedAt = atOf(this.#stored, one.endMs)
      if (storedAt !== undefined) one.stored(storedAt)
      return storedAt === undefined
    })
  }
}

/** An utterance on its way: it ends when it is announced, and waits for its sound to say when that was stored. */
export class UtteranceTrace {
  #announcedAt: number | undefined
  #isSettled: boolean

  constructor(
    private readonly tracing: Tracing,
    private readonly span: TraceSpan,
    readonly endMs: number,
    isRecorded: boolean,
  ) {
    this.#isSettled = !isRecorded
  }

  announced({ pushedAt, commit, saidAt }: AnnouncedTimes): void {
    const parent = this.span.traceparent
    const announcement = this.tracing.start('announce', { parent, at: pushedAt })
    if (commit)
      this.tracing
        .start('store transcript', { parent: announcement.traceparent, at: commit.begunAt })
        .end({ at: commit.endedAt })
    announcement.end({ at: saidAt })
    this.#announcedAt = saidAt
    this.#end()
  }

  stored(at: number): void {
    this.span.event('sound stored', at)
    this.settle()
  }

  /** Nothing more is known of its sound. */
  settle(): void {
    this.#isSettled = true
    this.#end()
  }

  #end(): void {
    if (this.#isSettled && this.#announcedAt !== undefined) this.span.end({ at: this.#announcedAt })
  }
}

function remember(marks: Mark[], untilMs: number): void {
  marks.push({ untilMs, at: performance.now() })
  if (marks.length > MAX_MARKS) marks.shift()
}

/** Places at both ends of a mark are known to within its length. */
const atOf = (marks: readonly Mark[], ms: number): number | undefined =>
  marks.find(({ untilMs }) => untilMs + MARK_MS >= ms)?.at
