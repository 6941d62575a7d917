import type { Readable } from 'node:stream'

/** How far an object has come, and what its storage needs to go on. Kept by the caller as JSON between writes. */
export interface ResumableState {
  /** Bytes that survive a crash. */
  held: number
  [detail: string]: unknown
}

export interface ResumableWrite {
  state: ResumableState
  /** Why the source ended before its end; what it gave until then is held all the same. */
  cut: Error | undefined
}

/**
 * Objects that arrive in pieces, over hours and many connections. One writer an object at a time, which is the
 * caller's to see to. Memory stays the same regardless of the object's size.
 */
export interface ResumableStorage {
  begin(key: string): Promise<ResumableState>
  /**
   * Takes the source's bytes as those that follow `state.held`. Resolves once they are durable; rejects only when
   * the storage itself fails, and then nothing past `state.held` counts.
   */
  write(key: string, state: ResumableState, source: AsyncIterable<Uint8Array>): Promise<ResumableWrite>
  /** Makes it an ordinary object. Once more after a crash in between does no harm. */
  complete(key: string, state: ResumableState): Promise<void>
  /** The bytes that are held, complete or not; nothing where they are gone, or cannot be read before the end. */
  held(key: string, state: ResumableState): Promise<Readable | undefined>
  /** How much an object may have to fit, where that is known. */
  freeBytes?(): Promise<number>
  /** Throws away what is held. */
  abandon(key: string, state: ResumableState): Promise<void>
}
