import { SAMPLE_RATE_HZ } from '@livetap/audio'
import { soundBlocks } from './audio/sound'
import type { SpeechEngine } from './engine'
import type { RecognitionOptions, RecognitionResult } from './recognition'
import { SpeechError } from './speech-error'

export interface TranscribeOptions extends Omit<RecognitionOptions, 'interims'> {
  signal?: AbortSignal
  /** The engine is ready for sound. */
  onOpened?: () => void
  /** Audio that is settled, in milliseconds from the start of the file. */
  onProgress?: (settledMs: number) => void
  onFinal?: (result: RecognitionResult) => void
  /** How long the engine may make no progress before the file fails. */
  stallTimeoutMs?: number
}

const BLOCK_SAMPLES = SAMPLE_RATE_HZ / 2

/** Recognises a whole recording through the streaming interface, as fast as the engine takes it. */
export async function transcribe(
  engine: Pick<SpeechEngine, 'open'>,
  audio: Int16Array | AsyncIterable<Int16Array>,
  options: TranscribeOptions,
): Promise<RecognitionResult[]> {
  const { signal, onOpened, onProgress, onFinal, stallTimeoutMs = 300_000, ...recognition } = options
  const results: RecognitionResult[] = []
  let failure: SpeechError | undefined
  let wake: (() => void) | undefined
  const stream = await engine.open({ ...recognition, interims: false }, event => {
    switch (event.type) {
      case 'interim':
        return
      case 'final':
        results.push(event.result)
        onFinal?.(event.result)
        onProgress?.(stream.settledMs)
        return
      case 'failed':
        failure = event.error
        wake?.()
        return
      case 'drained':
        wake?.()
    }
  })
  onOpened?.()
  const stop = () => {
    failure ??= new SpeechError('aborted', 'The recognition was cancelled')
    stream.abort()
    wake?.()
  }
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop, { once: true })
  let timer: NodeJS.Timeout | undefined
  const within = <T>(work: Promise<T>) =>
    Promise.race([
      work,
      new Promise<never>((_, reject) => {
        const give = () => reject(new SpeechError('timeout', 'The engine made no progress'))
        timer = setTimeout(give, stallTimeoutMs)
      }),
    ]).finally(() => clearTimeout(timer))
  try {
    for await (const block of audio instanceof Int16Array ? soundBlocks(audio, BLOCK_SAMPLES) : audio) {
      if (failure) throw failure
      if (!stream.write(block) && !failure) {
        await within(
          new Promise<void>(resolve => {
            wake = resolve
          }),
        )
      }
      onProgress?.(stream.settledMs)
    }
    if (failure) throw failure
    await endWithin(stream.end(), () => stream.settledMs, stallTimeoutMs, signal)
    if (failure) throw failure
    onProgress?.(stream.receivedMs)
    return results.sort((a, b) => a.startMs - b.startMs)
  } catch (error) {
    stream.abort()
    throw failure ?? error
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

/** Waits for the end as long as the engine gets on; only standing still runs out of time. */
async function endWithin(end: Promise<void>, settled: () => number, limitMs: number, signal?: AbortSignal) {
  let last = settled()
  let since = performance.now()
  let timer: NodeJS.Timeout | undefined
  let onAbort: (() => void) | undefined
  const watch = new Promise<never>((_, reject) => {
    onAbort = () => reject(new SpeechError('aborted', 'The recognition was cancelled'))
    signal?.addEventListener('abort', onAbort, { once: true })
    timer = setInterval(() => {
      if (settled() !== last) since = performance.now()
      last = settled()
      if (performance.now() - since > limitMs)
        reject(new SpeechError('timeout', 'The engine made no progress'))
    }, 1_000)
  })
  try {
    await Promise.race([end, watch])
  } finally {
    clearInterval(timer)
    // A recording in many pieces has one signal for all of them.
    if (onAbort) signal?.removeEventListener('abort', onAbort)
  }
}
