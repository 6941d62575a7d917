import type { Readable } from 'node:stream'
import { ByteGatherer } from './byte-gatherer'
import type { ResumableState, ResumableStorage, ResumableWrite } from './resumable'
import type { S3Place } from './s3-client'
import { isMissing, isUnsupported, storageErrorOf } from './s3-errors'
import { MIN_PART_BYTES, PART_BYTES, type S3Part, S3Parts } from './s3-parts'
import { S3Storage } from './s3-storage'
import { assertKey } from './storage'

interface S3State extends ResumableState {
  uploadId: string
  parts: S3Part[]
  /**
   * Bytes behind the last part that are too few for a part of their own; they lie in an object beside, named after
   * the part they will belong to. So what a crashed write left never differs in the bytes this state counts.
   */
  tail: number
}

/**
 * Pieces become parts of a multipart upload. A piece too small to be a part waits as an object of its own and is
 * put in front of the next one.
 */
export class S3Resumable implements ResumableStorage {
  readonly #objects: S3Storage

  constructor(private readonly place: S3Place) {
    this.#objects = new S3Storage(place)
  }

  async begin(key: string): Promise<S3State> {
    assertKey(key)
    try {
      return { held: 0, uploadId: await this.#parts(key).begin(), parts: [], tail: 0 }
    } catch (error) {
      throw storageErrorOf(error, key)
    }
  }

  async write(
    key: string,
    given: ResumableState,
    source: AsyncIterable<Uint8Array>,
  ): Promise<ResumableWrite> {
    const state = { ...(given as S3State), parts: [...(given as S3State).parts] }
    const gathered = new ByteGatherer(PART_BYTES)
    if (state.tail > 0) await this.#readTail(key, state, gathered)
    const cut = await this.#gather(key, state, source, gathered)
    if (gathered.filled >= MIN_PART_BYTES) await this.#storePart(key, state, gathered)
    const tail = gathered.filled
    if (tail > 0) await this.#objects.put(tailKey(key, state), gathered.bytes())
    state.tail = tail
    state.held = sizeOf(state.parts) + tail
    return { state, cut }
  }

  async complete(key: string, given: ResumableState): Promise<void> {
    const state = { ...(given as S3State), parts: [...(given as S3State).parts] }
    try {
      if (state.tail > 0) {
        const gathered = new ByteGatherer(PART_BYTES)
        await this.#readTail(key, state, gathered)
        await this.#storePart(key, state, gathered)
      }
      await this.#parts(key).complete(state.uploadId, state.parts)
    } catch (error) {
      // Completed by an earlier attempt: the parts are gone and the object is there.
      const gone = isMissing(error) || isMissing((error as Error).cause)
      if (!gone || (await this.#objects.stat(key))?.size !== state.held) throw storageErrorOf(error, key)
    }
    await this.#deleteTails(key)
  }

  async held(key: string, { held }: ResumableState): Promise<Readable | undefined> {
    return (await this.#objects.stat(key))
      ? await this.#objects.get(key, { start: 0, end: held - 1 })
      : undefined
  }

  async abandon(key: string, given: ResumableState): Promise<void> {
    await this.#parts(key)
      .abort((given as S3State).uploadId)
      .catch(error => {
        // Parts that cannot be taken back are left to the bucket's own rule for unfinished uploads.
        if (!isMissing(error) && !isUnsupported(error)) throw storageErrorOf(error, key)
      })
    await this.#deleteTails(key)
  }

  async #gather(
    key: string,
    state: S3State,
    source: AsyncIterable<Uint8Array>,
    gathered: ByteGatherer,
  ): Promise<Error | undefined> {
    const iterator = source[Symbol.asyncIterator]()
    let cut: Error | undefined
    for (;;) {
      const next = await iterator.next().catch((error: Error) => {
        cut = error
        return { done: true as const, value: undefined }
      })
      if (next.done) return cut
      for (let rest = next.value; rest.byteLength > 0; ) {
        rest = gathered.take(rest)
        if (gathered.isFull) await this.#storePart(key, state, gathered)
      }
    }
  }

  async #storePart(key: string, state: S3State, gathered: ByteGatherer): Promise<void> {
    try {
      state.parts.push(await this.#parts(key).put(state.uploadId, state.parts.length + 1, gathered.bytes()))
    } catch (error) {
      throw storageErrorOf(error, key)
    }
    gathered.clear()
  }

  async #readTail(key: string, state: S3State, gathered: ByteGatherer): Promise<void> {
    for await (const piece of await this.#objects.get(tailKey(key, state), { start: 0, end: state.tail - 1 }))
      gathered.take(piece as Uint8Array)
  }

  async #deleteTails(key: string): Promise<void> {
    for await (const tail of this.#objects.list(tailPrefix(key))) await this.#objects.delete(tail.key)
  }

  #parts(key: string): S3Parts {
    return new S3Parts(this.place, key)
  }
}

const tailPrefix = (key: string) => `arriving/${key}/`
const tailKey = (key: string, state: S3State) => `${tailPrefix(key)}${state.parts.length + 1}`
const sizeOf = (parts: readonly S3Part[]) => parts.reduce((sum, part) => sum + part.size, 0)
