import { setTimeout as wait } from 'node:timers/promises'
import { SAMPLE_RATE_HZ, SAMPLES_PER_MS } from '@livetap/audio'
import type { HotwordMessage } from '@livetap/contract'
import { transcriptAnswerSchema } from '@livetap/contract'
import { dropMeeting } from '@livetap/contract/calls/live-meetings'
import { getMeeting } from '@livetap/contract/calls/meetings'
import { getTranscript } from '@livetap/contract/calls/transcripts'
import type { HotwordClient } from '@livetap/session'
import { loadRecording, readingNames, readingText, wordError } from '@livetap/speech/testing'
import type { Person } from './person'

const FRAME_MS = 64
const PAUSE_MS = 1_000
const ROUND_PAUSE_MS = 4_000
const SETTLED_MS = 240_000
const QUIET_MS = 8_000

/** All readings, one after the other: what is said in each round. */
const roundText = readingNames.map(readingText).join(' ')
const roundSound = ((): Int16Array => {
  const parts = readingNames.map(name => loadRecording(name))
  const pause = PAUSE_MS * SAMPLES_PER_MS
  const length = parts.reduce((sum, part) => sum + part.length + pause, ROUND_PAUSE_MS * SAMPLES_PER_MS)
  const out = new Int16Array(Math.ceil(length / (FRAME_MS * SAMPLES_PER_MS)) * FRAME_MS * SAMPLES_PER_MS)
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.length + pause
  }
  return out
})()
export const roundMs = roundSound.length / SAMPLES_PER_MS

interface Listener {
  name: string
  client: HotwordClient
  finals: Set<string>
}

export interface CallResult {
  status: string
  durationMs: number
  /** Words of a round that the kept transcript has otherwise or not at all, by round. */
  wrongWords: number[]
  /** Announced to a listener, and not kept. */
  notKept: number
  /** Kept, and never announced to a listener, by name. */
  missingWords: Record<string, number>
  lostMs: number
}

/** A live call in which one person speaks without end, in rounds, and the others listen. */
export class SpokenCall {
  #spokenMs = 0
  #firstSoundMs = 0
  #createdAt = 0
  #lengthMs = 0
  readonly #listeners: Listener[] = []
  #speaker!: HotwordClient
  #speaking: NodeJS.Timeout | undefined

  private constructor(
    readonly host: Person,
    readonly meetingId: string,
  ) {}

  static async start(host: Person, listeners: readonly Person[]): Promise<SpokenCall> {
    const call = new SpokenCall(host, await host.startMeeting('A call under attack'))
    call.#createdAt = performance.now()
    call.#speaker = host.join(call.meetingId, () => undefined)
    await call.#speaker.connect()
    for (const person of listeners) await call.#listen(person)
    call.#firstSoundMs = performance.now() - call.#createdAt
    call.#speak()
    return call
  }

  /** From its start to End Call, by a clock that no attack sets. */
  get lengthMs(): number {
    return this.#lengthMs
  }

  get hostReconnects(): number {
    return this.#speaker.getSnapshot().reconnects
  }

  async untilRoundEnds(): Promise<void> {
    const round = Math.floor(this.#spokenMs / roundMs)
    while (Math.floor(this.#spokenMs / roundMs) === round) await wait(FRAME_MS)
  }

  async end(): Promise<CallResult> {
    clearInterval(this.#speaking)
    await this.#untilNothingNew()
    await this.host.refresh()
    const { lostMs } = this.#speaker.getSnapshot()
    this.#lengthMs = performance.now() - this.#createdAt
    await this.host.api.call(dropMeeting, { params: { id: this.meetingId } })
    const detail = await this.#settled()
    const { results } = await this.host.api.read(
      getTranscript,
      { params: { id: this.meetingId } },
      transcriptAnswerSchema,
    )
    const rounds = Math.floor(this.#spokenMs / roundMs)
    const texts = Array.from({ length: rounds }, (): string[] => [])
    for (const { start_millis, alternatives } of results) {
      // A round ends in a pause: half of it on either side tolerates a clock that is a little off.
      const at = (start_millis - this.#firstSoundMs + ROUND_PAUSE_MS / 2) / roundMs
      texts[Math.min(rounds - 1, Math.max(0, Math.floor(at)))]!.push(alternatives[0]?.transcript ?? '')
    }
    const kept = new Set(results.map(({ id }) => id))
    const missingWords = Object.fromEntries(
      this.#listeners
        .map(({ name, finals }) => [name, [...kept].filter(id => !finals.has(id)).length] as const)
        .filter(([, missing]) => missing > 0),
    )
    for (const { client } of [...this.#listeners, { client: this.#speaker }]) client.close()
    return {
      status: detail.status,
      durationMs: detail.duration ?? 0,
      wrongWords: texts.map(said => wordError(roundText, said.join(' ')).errors),
      notKept: new Set(this.#listeners.flatMap(({ finals }) => [...finals].filter(id => !kept.has(id)))).size,
      missingWords,
      lostMs,
    }
  }

  async #listen(person: Person): Promise<void> {
    const finals = new Set<string>()
    const note = (message: HotwordMessage) => {
      if (message.type === 'transcript_final_result') finals.add(message.id)
    }
    const client = person.join(this.meetingId, event => {
      if (event.type === 'message') note(event.message)
      if (event.type === 'replayed') event.messages.forEach(note)
    })
    await client.connect()
    this.#listeners.push({ name: person.account.email, client, finals })
  }

  #speak(): void {
    const from = performance.now()
    this.#speaking = setInterval(() => {
      for (; this.#spokenMs < performance.now() - from; this.#spokenMs += FRAME_MS) {
        const at = (this.#spokenMs % roundMs) * SAMPLES_PER_MS
        this.#speaker.pushAudio(roundSound.slice(at, at + (FRAME_MS * SAMPLE_RATE_HZ) / 1000))
      }
    }, FRAME_MS)
  }

  /** What is said last gets its text before the call ends: after that no listener is there. */
  async #untilNothingNew(): Promise<void> {
    const count = () => this.#listeners.reduce((sum, { finals }) => sum + finals.size, 0)
    for (let before = -1; before !== count(); await wait(QUIET_MS)) before = count()
  }

  async #settled() {
    const deadline = performance.now() + SETTLED_MS
    for (;;) {
      const detail = await this.host.api.call(getMeeting, { params: { id: this.meetingId } })
      const isOver = ['CallEnded', 'failed'].includes(detail.status) && detail.enhancement !== 'pending'
      if (isOver || performance.now() > deadline) return detail
      await wait(500)
    }
  }
}
