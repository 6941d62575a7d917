import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { HotwordMessage } from '@livetap/contract'
import { ledgerChain } from '@livetap/contract/calls/diagnostics'
import { createMeeting, dropMeeting, liveAddress } from '@livetap/contract/calls/live-meetings'
import { getMeeting } from '@livetap/contract/calls/meetings'
import { getTranscript } from '@livetap/contract/calls/transcripts'
import { HotwordClient } from '@livetap/session'
import type { SpokenLine } from './compare-words'
import { nodeSocket } from './node-socket'
import { compare, type Finding, joined, type OperationContext } from './operation'
import { speak } from './speak'

const SETTLED_MS = 180_000
const RECEIVED_MS = 60_000

interface Line {
  id: string
  start_millis: number
  end_millis: number
  alternatives: { transcript: string }[]
}

/** A call with one voice, as the console would hold it. */
export class HeldCall {
  readonly #client: HotwordClient
  /** Ids of the finals that were announced. */
  readonly #finals = new Set<string>()
  #receivedMs = 0
  #lostMs = 0
  #endOutage: (() => void) | undefined

  private constructor(
    readonly id: string,
    private readonly context: OperationContext,
  ) {
    const { client, site } = context
    // The same at every connect: a stream is its client's.
    const query = { client_id: randomUUID() }
    this.#client = new HotwordClient({
      meetingId: id,
      liveAddress: async () => {
        const answer = await client.call(liveAddress, { params: { id }, query })
        if (!answer.ok) throw new Error(`live_addr answered ${answer.status}`)
        return ((await answer.json()) as { live_addr: string }).live_addr
      },
      createSocket: nodeSocket,
      onEvent: event => {
        if (event.type === 'reconnecting') this.#endOutage = site.meter.begin(client.operation)
        if (event.type === 'reconnected') this.#endOutage?.()
        if (event.type === 'message') this.#handle(event.message)
        if (event.type === 'replayed') for (const message of event.messages) this.#handle(message)
      },
    })
  }

  static async create(context: OperationContext, title: string): Promise<HeldCall> {
    const query = { client_region: 'us', skip_load_balancing: true }
    const body = { start_at_utc: new Date().toISOString(), enable_ensemble: false, title }
    const { id } = await context.client.ask<{ id: string }>(createMeeting, { query, body })
    return new HeldCall(id, context)
  }

  /**
   * In real time, until all of it has been received; then the client leaves. Where the run is over before, that is
   * between two words. Answers how much was said.
   */
  async hold(
    totalMs: number,
    sound: (fromMs: number, toMs: number) => Int16Array,
    wordMs = totalMs,
  ): Promise<number> {
    const { client, site } = this.context
    try {
      // The first connect tries once; a person tries again.
      await client.withRetry(() => this.#client.connect())
      site.running.add(this.id)
      const saidMs = await speak(totalMs, wordMs, this.context.isOver, (fromMs, toMs) =>
        this.#client.pushAudio(sound(fromMs, toMs)),
      )
      await this.#received(saidMs)
      return saidMs
    } finally {
      site.running.delete(this.id)
      this.#endOutage?.()
      this.#lostMs = this.#client.getSnapshot().lostMs
      // As the console does it: the socket is closed, then the call is ended.
      this.#client.close()
    }
  }

  async end(): Promise<void> {
    await this.context.client.ask(dropMeeting, { params: { id: this.id } })
  }

  /** What is stored of it in the end, and what of that was acknowledged and is not there. */
  async audit(): Promise<{ finding: Finding; lines: SpokenLine[] }> {
    const { id } = this
    const { client } = this.context
    const lost = this.#lostMs > 0 ? [`the client of ${id} dropped ${this.#lostMs} ms`] : []
    const state = await this.#settled()
    if (state !== 'CallEnded')
      return { finding: { lost: [...lost, `the meeting ${id} is ${state}`], doubled: [] }, lines: [] }
    const { results } = await client.ask<{ results: Line[] }>(getTranscript, { params: { id } })
    const { breaks } = await client.ask<{ breaks: unknown[] }>(ledgerChain, { params: { id } })
    lost.push(...breaks.map(one => `the ledger of ${id}: ${JSON.stringify(one)}`))
    const stored = results.map(line => line.id)
    return {
      finding: joined({ lost, doubled: [] }, compare('the final', this.#finals, stored)),
      lines: results.map(line => ({
        text: line.alternatives[0]?.transcript ?? '',
        startMs: line.start_millis,
        endMs: line.end_millis,
      })),
    }
  }

  #handle(message: HotwordMessage): void {
    this.#receivedMs = message.audio_received_millis?.['0'] ?? this.#receivedMs
    if (message.type !== 'transcript_final_result' || this.#finals.has(message.id)) return
    this.#finals.add(message.id)
    this.context.acknowledged()
  }

  async #received(totalMs: number): Promise<void> {
    for (const deadline = performance.now() + RECEIVED_MS; ; await wait(100)) {
      const { state, error } = this.#client.getSnapshot()
      if (state === 'failed') throw new Error(`the client of ${this.id} gave up: ${error?.message}`)
      if (this.#receivedMs >= totalMs) return
      if (performance.now() > deadline)
        throw new Error(`of ${this.id} ${this.#receivedMs} of ${totalMs} ms were received within a minute`)
    }
  }

  async #settled(): Promise<string> {
    for (const deadline = performance.now() + SETTLED_MS; ; await wait(300)) {
      const { status } = await this.context.client.ask<{ status: string }>(getMeeting, {
        params: { id: this.id },
      })
      if (status === 'CallEnded' || performance.now() > deadline) return status
    }
  }
}
