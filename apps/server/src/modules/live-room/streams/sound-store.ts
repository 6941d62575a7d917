import { concatPcm, SAMPLE_RATE_HZ } from '@livetap/audio'
import type { Storage } from '../../../platform/storage/storage'
import { chunkKey } from './live-files'
import { bytesOf, readChunk, readSound, type SoundChunk } from './stored-sound'

export interface SoundStoreOptions {
  storage: Storage
  meetingId: string
  streamId: string
  /** Of the room: what a late writer stores lies beside what its successor stores, and never in its place. */
  token: number
  /** What an earlier process stored. */
  chunks: readonly SoundChunk[]
  /** Before the first sound of a new stream is stored: where the sound is found it must be known whose it is. */
  prepare: () => Promise<void>
  /** Called at every attempt; `isFirst` at the first of an outage. */
  onFailure: (error: unknown, isFirst: boolean) => void
  /** Everything before this place is stored. */
  onStored: (place: number) => void
}

/** Sound that a crash may take: the client still has it and sends it again. */
const CHUNK_SAMPLES = 4 * SAMPLE_RATE_HZ
/** Not stored yet: from here on the client is held back. */
const FULL_SAMPLES = 60 * SAMPLE_RATE_HZ
const RETRY_MS = 1_000

interface Gathering {
  start: number
  parts: Int16Array[]
  samples: number
}

interface Unstored {
  start: number
  pcm: Int16Array
}

/**
 * Keeps one stream's sound as it arrives, in objects of a few seconds. Places are samples since the stream's start.
 * Silence is what is not there.
 */
export class SoundStore {
  readonly #stored: SoundChunk[]
  #gathering: Gathering | undefined
  /** On its way to the storage. */
  readonly #unstored = new Set<Unstored>()
  #writing: Promise<void> = Promise.resolve()
  #isPrepared: boolean
  #waitingSamples = 0
  #forbidden: [from: number, to: number][] = []
  #isFailing = false
  #closed = false

  constructor(private readonly options: SoundStoreOptions) {
    this.#stored = [...options.chunks]
    this.#isPrepared = options.chunks.length > 0
  }

  get isFull(): boolean {
    return this.#waitingSamples > FULL_SAMPLES
  }

  /** The storage does not take what it is given. */
  get isFailing(): boolean {
    return this.#isFailing
  }

  append(start: number, pcm: Int16Array): void {
    const now = this.#gathering
    if (now && now.start + now.samples !== start) this.flush()
    this.#gathering ??= { start, parts: [], samples: 0 }
    this.#gathering.parts.push(pcm)
    this.#gathering.samples += pcm.length
    this.#waitingSamples += pcm.length
    if (this.#gathering.samples >= CHUNK_SAMPLES) this.flush()
  }

  /** Starts to store what was gathered. */
  flush(): void {
    const gathered = this.#gathering
    if (!gathered) return
    this.#gathering = undefined
    const unstored = { start: gathered.start, pcm: concatPcm(gathered.parts) }
    this.#unstored.add(unstored)
    this.#then(async () => {
      if (!this.#isPrepared) await this.options.prepare()
      this.#isPrepared = true
      this.#silence(unstored.start, unstored.pcm)
      await this.#put(unstored.start, unstored.pcm)
      this.#unstored.delete(unstored)
      this.#waitingSamples -= unstored.pcm.length
      this.options.onStored(unstored.start + unstored.pcm.length)
    })
  }

  /** What lies between two places, wherever it is by now; what is missing is silence. */
  async read(from: number, to: number): Promise<Int16Array> {
    const inMemory = [...this.#unstored]
    if (this.#gathering)
      inMemory.push({ start: this.#gathering.start, pcm: concatPcm(this.#gathering.parts) })
    const pcm = await readSound(this.options.storage, this.#stored, from, to)
    for (const { start, pcm: sound } of inMemory) {
      const first = Math.max(from, start)
      const end = Math.min(to, start + sound.length)
      if (first < end) pcm.set(sound.subarray(first - start, end - start), first - from)
    }
    this.#silence(from, pcm)
    return pcm
  }

  /** Nothing of what lies between the two places remains, wherever it is by now. */
  forget(from: number, to: number): void {
    if (to <= from) return
    this.#forbidden.push([from, to])
    this.flush()
    this.#then(async () => {
      for (const chunk of [...this.#stored]) {
        if (chunk.start >= to || chunk.start + chunk.samples <= from) continue
        const pcm = await readChunk(this.options.storage, chunk)
        this.#silence(chunk.start, pcm)
        await this.options.storage.put(chunk.key, bytesOf(pcm))
      }
    })
  }

  /** What was to be forgotten up to `to` ends at `newTo`; sound that is gone stays gone. */
  shorten(from: number, to: number, newTo: number): void {
    this.#forbidden = this.#forbidden.map(range =>
      range[0] === from && range[1] === to ? [from, Math.max(from, newTo)] : range,
    )
  }

  /** Resolves when everything that was appended is stored, however long the storage stays away, or was given up. */
  async stored(): Promise<void> {
    this.flush()
    await this.#writing
  }

  /** Discards what is not stored yet. */
  discard(): void {
    this.#closed = true
  }

  #then(step: () => Promise<void>): void {
    this.#writing = this.#writing.then(() => this.#untilDone(step))
  }

  /** A storage that fails is tried again until it works: meanwhile `isFull` holds the client back. */
  async #untilDone(step: () => Promise<void>): Promise<void> {
    for (let isFirst = true; !this.#closed; isFirst = false) {
      try {
        await step()
        this.#isFailing = false
        return
      } catch (error) {
        this.#isFailing = true
        this.options.onFailure(error, isFirst)
        await new Promise(resolve => setTimeout(resolve, RETRY_MS).unref())
      }
    }
  }

  async #put(start: number, pcm: Int16Array): Promise<void> {
    const { storage, meetingId, streamId, token } = this.options
    const key = chunkKey({ meetingId, streamId, token }, start)
    await storage.put(key, bytesOf(pcm))
    this.#stored.push({ key, start, samples: pcm.length })
  }

  #silence(start: number, pcm: Int16Array): void {
    for (const [from, to] of this.#forbidden)
      if (from < start + pcm.length && to > start)
        pcm.fill(0, Math.max(0, from - start), Math.min(pcm.length, to - start))
  }
}
