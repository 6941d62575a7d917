import { afterEach, expect, test, vi } from 'vitest'
import type { SpeechEngine } from './engine'
import type { RecognitionStream } from './recognition'
import { transcribe } from './transcribe'

afterEach(() => {
  vi.useRealTimers()
})

/** Takes all sound and never comes to its end. */
const hungEngine = {
  open: async () =>
    ({
      settledMs: 0,
      receivedMs: 0,
      write: () => true,
      end: () => new Promise<void>(() => {}),
      abort: () => {},
    }) as unknown as RecognitionStream,
} as unknown as SpeechEngine

test.each([
  ['back', -1],
  ['forward', 1],
])(
  'an engine that does not move is given up after its time, though the clock is set %s by an hour',
  async (_way, hours) => {
    vi.useFakeTimers()
    let failure: unknown
    const options = { languageCode: 'en-US', stallTimeoutMs: 60_000 } as Parameters<typeof transcribe>[2]
    const running = transcribe(hungEngine, new Int16Array(160), options).catch(error => {
      failure = error
    })
    await vi.advanceTimersByTimeAsync(30_000)
    vi.setSystemTime(Date.now() + hours * 3_600_000)
    await vi.advanceTimersByTimeAsync(25_000)
    expect(failure).toBeUndefined()
    await vi.advanceTimersByTimeAsync(10_000)
    await running
    expect(failure).toMatchObject({ reason: 'timeout' })
  },
)
