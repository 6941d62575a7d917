import { setTimeout as wait } from 'node:timers/promises'
import { numberedWords, QUICK_WORDS } from '@livetap/speech/testing'
import { LiveClient } from './live-client'

const FRAME_MS = 64
const RETRY_MS = 250
const HELLO_MS = 2_000

export interface SpeakingClientOptions {
  meetingId: string
  /** Where the meeting is now; rejects while no node answers. */
  address: () => Promise<string>
}

/**
 * Says numbered words without a pause, as fast as time passes, and comes back after every cut: at once where its meeting
 * has moved, else a little later. It sends on from where the service has its sound.
 */
export class SpeakingClient {
  /** The last number it holds. */
  lastSeq = 0
  /** Between the end of a connection and the hello of the next, with the code of that end. */
  readonly cuts: { code: number; ms: number }[] = []
  #client: LiveClient | undefined
  #sentMs = 0
  #untilMs = Number.POSITIVE_INFINITY
  #stopped = false
  readonly #startedAt = performance.now()
  readonly #running: Promise<void>

  private constructor(private readonly options: SpeakingClientOptions) {
    this.#running = this.#run()
  }

  static start(options: SpeakingClientOptions): SpeakingClient {
    return new SpeakingClient(options)
  }

  /** Words that it has said to their end. */
  get words(): number {
    return Math.floor(this.#spokenMs / QUICK_WORDS.periodMs)
  }

  get isConnected(): boolean {
    return this.#client !== undefined && !this.#client.closed
  }

  /** Says the present sentence to its end; resolves with the number of its words when the service has all of them. */
  async fallSilent(): Promise<number> {
    const words = Math.ceil((this.words + 1) / QUICK_WORDS.wordsInASentence) * QUICK_WORDS.wordsInASentence
    this.#untilMs = words * QUICK_WORDS.periodMs
    while (this.#receivedMs < this.#untilMs) {
      if (this.isConnected) this.#client!.command('ping')
      await wait(RETRY_MS)
    }
    return words
  }

  /** As a network that went away does it. */
  cut(): void {
    this.#client?.cut()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#client?.cut()
    await this.#running
  }

  get #spokenMs(): number {
    return Math.min(this.#untilMs, performance.now() - this.#startedAt)
  }

  get #receivedMs(): number {
    return Number(
      this.#client?.messages.findLast(one => one.audio_received_millis)?.audio_received_millis?.['0'] ?? 0,
    )
  }

  async #run(): Promise<void> {
    let cut: { code: number; at: number } | undefined
    while (!this.#stopped) {
      try {
        const after = cut ? this.lastSeq : undefined
        this.#client = await this.#open(after)
        if (cut) this.cuts.push({ code: cut.code, ms: Math.round(performance.now() - cut.at) })
        this.#sentMs = this.#receivedMs
        await this.#speak(this.#client)
        this.lastSeq = Math.max(this.lastSeq, this.#client.lastSeq)
        cut = { code: this.#client.closed!.code, at: performance.now() }
        if (cut.code === 4409) continue
      } catch {
        // No node answers, or the one that did is going.
      }
      await wait(RETRY_MS)
    }
  }

  /** A node that is frozen takes the connection and says nothing. */
  async #open(after: number | undefined): Promise<LiveClient> {
    const address = await this.options.address()
    const client = LiveClient.start(
      this.options.meetingId,
      after === undefined ? address : `${address}&after=${after}`,
    )
    const deadline = performance.now() + HELLO_MS
    while (client.of('call_started').length === 0) {
      if (client.closed || performance.now() > deadline) {
        client.cut()
        throw new Error('no hello')
      }
      await wait(10)
    }
    return client
  }

  async #speak(client: LiveClient): Promise<void> {
    while (!client.closed) {
      for (; this.#sentMs + FRAME_MS <= this.#spokenMs; this.#sentMs += FRAME_MS) this.#say(client, FRAME_MS)
      const restMs = this.#untilMs - this.#sentMs
      if (restMs > 0 && restMs < FRAME_MS && this.#spokenMs >= this.#untilMs) {
        this.#say(client, restMs)
        this.#sentMs = this.#untilMs
      }
      await wait(FRAME_MS / 2)
    }
  }

  #say(client: LiveClient, ms: number): void {
    if (client.socket.readyState !== client.socket.OPEN) return
    client.speak(numberedWords(this.#sentMs, this.#sentMs + ms), { startMs: this.#sentMs })
  }
}
