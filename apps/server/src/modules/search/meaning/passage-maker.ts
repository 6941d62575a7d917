import type { TextEmbedder } from '@livetap/speech'
import type { Log } from '../../../platform/log/log'
import { isOutage } from '../../../platform/outage'
import { repeat } from '../../../platform/repeating'
import { storedVector, toInt8 } from './int8-vector'
import { type PassagePlace, passagesOf } from './passages'
import type { NewPassage, PassagesStore, WaitingMeeting } from './passages.store'

const EVERY_MS = 1_000
/** While a meeting is corrected, its passages are not made anew after every line. */
const REST_MS = 1_000
/** After a failure the meeting waits as long. */
const LEASE_MS = 60_000
/** A question waits for no more than these. */
const TEXTS_AT_ONCE = 4
/** Of a request, beside recognition on a busy machine. */
const EMBED_MS = 30_000

export interface PassageMakerOptions {
  store: PassagesStore
  embedder: TextEmbedder
  log: Log
  /** Whether other work wants this machine. */
  mustYield: () => Promise<boolean>
}

/** Makes the passages of finished meetings, one meeting at a time, whenever nothing else is to be done. */
export class PassageMaker {
  readonly #options: PassageMakerOptions
  readonly #stopping = new AbortController()
  #repeating: ReturnType<typeof repeat> | undefined

  constructor(options: PassageMakerOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    const { store, embedder, log } = this.#options
    await store.remakeOtherSpaces(embedder.space)
    this.#repeating = repeat(
      () => this.#makeAll(),
      EVERY_MS,
      error => {
        if (!isOutage(error) && !this.#stopping.signal.aborted)
          log.warn({ err: error }, 'making passages for the search by meaning did not finish')
      },
    )
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#repeating?.stop()
  }

  /** False where no meeting waits. */
  async makeNext(restMs = REST_MS): Promise<boolean> {
    const { store } = this.#options
    const meeting = await store.claim({ restMs, leaseMs: LEASE_MS })
    if (!meeting) return false
    if (!(await this.#make(meeting))) await store.release(meeting.meetingId)
    return true
  }

  async #makeAll(): Promise<void> {
    const { embedder, mustYield } = this.#options
    while (!this.#stopping.signal.aborted) {
      if (!(await embedder.availability()).available || (await mustYield())) return
      if (!(await this.makeNext())) return
    }
  }

  /** False where lines have changed meanwhile: it has to be begun again. */
  async #make(meeting: WaitingMeeting): Promise<boolean> {
    const { store, embedder, mustYield } = this.#options
    const { meetingId, space } = meeting
    const passages = passagesOf(await store.lines(meetingId, embedder.languages))
    const earlier = space === embedder.space ? await store.kept(meetingId, space) : []
    const kept = new Map(earlier.map(passage => [keyOf(passage), passage.id]))
    const keep = passages.flatMap(passage => kept.get(keyOf(passage)) ?? [])
    const missing = passages.filter(passage => !kept.has(keyOf(passage)))
    const add: NewPassage[] = []
    let lookedAt = performance.now()
    for (let at = 0; at < missing.length; at += TEXTS_AT_ONCE) {
      if (performance.now() - lookedAt > EVERY_MS) {
        lookedAt = performance.now()
        if (await mustYield())
          return await store.write(meeting, embedder.space, { keep, add, isWhole: false })
        await store.extend(meetingId, LEASE_MS)
      }
      const some = missing.slice(at, at + TEXTS_AT_ONCE)
      const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(EMBED_MS)])
      const vectors = await embedder.embed(
        some.map(({ text }) => text),
        { priority: 'passage', signal },
      )
      for (const [i, { lineIds, fromCharacter, toCharacter }] of some.entries())
        add.push({ lineIds, fromCharacter, toCharacter, vector: storedVector(toInt8(vectors[i]!)) })
    }
    return await store.write(meeting, embedder.space, { keep, add, isWhole: true })
  }
}

/** Of passages of one meeting: where one is the same and no line of it has changed, its text is the same. */
const keyOf = ({ lineIds, fromCharacter, toCharacter }: PassagePlace) =>
  `${fromCharacter}-${toCharacter} ${lineIds.join(' ')}`
