import { SAMPLE_RATE_HZ } from '@livetap/audio'
import { ASR_CHUNK_BYTES } from '@livetap/contract'
import { Scope } from '../scope'

export interface FileFeedOptions {
  signal: AbortSignal
  append: (pcm: Int16Array) => void
  /** How many milliseconds may be appended now; undefined asks for the pace of real time. */
  roomMs: () => number | undefined
  onProgress: (progress: number) => void
}

const TICK_MS = 50
const CHUNK_SAMPLES = ASR_CHUNK_BYTES / 2
const CHUNK_MS = (CHUNK_SAMPLES * 1000) / SAMPLE_RATE_HZ
/** Behind the last word, so that the engine sees its end. */
const closingSilence = new Int16Array(2 * SAMPLE_RATE_HZ)

/** Hands a recording over in chunks, as fast as the other side settles it. */
export async function feedFile(pcm: Int16Array, options: FileFeedOptions): Promise<void> {
  const scope = Scope.until(options.signal)
  try {
    for (let at = 0; at < pcm.length && !options.signal.aborted; ) {
      let roomMs = options.roomMs() ?? TICK_MS
      while (roomMs >= CHUNK_MS && at < pcm.length) {
        options.append(pcm.subarray(at, at + CHUNK_SAMPLES))
        at += CHUNK_SAMPLES
        roomMs -= CHUNK_MS
      }
      options.onProgress(Math.min(1, at / pcm.length))
      await scope.wait(TICK_MS).catch(() => {})
    }
    if (!options.signal.aborted) options.append(closingSilence)
  } finally {
    scope.dispose()
  }
}
