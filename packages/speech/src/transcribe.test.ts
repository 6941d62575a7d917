import { afterEach, expect, test, vi } from 'vitest'
import type { SpeechEngine } from './engine'
import type { RecognitionStream } from './recognition'
import { SpeechError } from './speech-error'
import { transcribe } from './transcribe'

afterEach(() => {
  vi.useRealTimers()
})

/** Takes all sound. */
const engineEnding = (end: () => Promise<void>) => {
  const stream = { settledMs: 0, receivedMs: 0, write: () => true, end, abort: () => {} }
  return { stream, open: async () => stream as unknown as RecognitionStream }
}

test.each([
  ['back', -1],
  ['forward', 1],
])(
  'an engine that does not move is given up after its time, though the clock is set %s by an hour',
  async (_way, hours) => {
    vi.useFakeTimers()
    let failure: unknown
    const options = { languageCode: 'en-US', stallTimeoutMs: 60_000 } as Parameters<typeof transcribe>[2]
    const hung = engineEnding(() => new Promise(() => {}))
    const running = transcribe(hung, new Int16Array(160), options).catch(error => {
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

test('an engine that gets on at the end is waited for, and its failure is passed on at once', async () => {
  vi.useFakeTimers()
  let end = () => {}
  const slow = engineEnding(
    () =>
      new Promise(resolve => {
        end = resolve
      }),
  )
  const options = { languageCode: 'en-US', stallTimeoutMs: 60_000 }
  let isDone = false
  const running = transcribe(slow, new Int16Array(160), options).then(() => {
    isDone = true
  })
  for (let part = 1; part <= 6; part++) {
    slow.stream.settledMs = part
    await vi.advanceTimersByTimeAsync(50_000)
  }
  expect(isDone).toBe(false)
  end()
  await running

  const broken = engineEnding(() => Promise.reject(new Error('crashed')))
  await expect(transcribe(broken, new Int16Array(160), options)).rejects.toThrow('crashed')
})

test('an engine that fails as it refuses sound is not waited for', async () => {
  vi.useFakeTimers()
  const failure = new SpeechError('crashed', 'crashed')
  const open: SpeechEngine['open'] = async (_options, on) => {
    const write = () => {
      on({ type: 'failed', error: failure })
      return false
    }
    return { write, abort: () => {} } as unknown as RecognitionStream
  }
  const running = transcribe({ open }, new Int16Array(160), { languageCode: 'en-US' })
  const failed = expect(running).rejects.toBe(failure)
  await vi.advanceTimersByTimeAsync(0)
  expect(vi.getTimerCount()).toBe(0)
  await vi.runAllTimersAsync()
  await failed
})
