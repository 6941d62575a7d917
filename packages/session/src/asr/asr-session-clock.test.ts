import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { asrReconnectPolicy } from '../retry'
import type { LinkSocket } from '../socket-link'
import { AsrSession } from './asr-session'
import { noHints } from './hint-form'

/** A network that never answers: what happens then depends on time alone. */
class DeadSocket extends EventTarget {
  readyState = 0
  bufferedAmount = 0
  closed = false
  send() {}
  close() {
    this.closed = true
  }
  open() {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }
}

const sockets: DeadSocket[] = []
let session: AsrSession

beforeEach(() => {
  vi.useFakeTimers()
  sockets.length = 0
  session = new AsrSession({
    url: 'ws://nowhere',
    token: () => 'token',
    settings: { engine: 'nutcracker', languageCode: 'en-auto', diarization: false, hints: noHints },
    createSocket: () => {
      sockets.push(new DeadSocket())
      return sockets.at(-1) as unknown as LinkSocket
    },
  })
  session.connect().catch(() => {})
})
afterEach(() => {
  session.close()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

test('ASR-14 the waits between attempts grow and end', () => {
  expect([1, 2, 3, 4, 5, 6].map(asrReconnectPolicy)).toEqual([250, 500, 1000, 2000, 4000, null])
})

test('ASR-14 a connection that never opens is given up and tried again', () => {
  vi.advanceTimersByTime(10_000 + 250)
  expect(sockets).toHaveLength(2)
  expect(sockets[0]!.closed).toBe(true)
})

test('ASR-01 a gateway that says nothing at first is connected once open', () => {
  sockets[0]!.open()
  expect(session.getSnapshot().connection).toBe('connecting')
  vi.advanceTimersByTime(1500)
  expect(session.getSnapshot().connection).toBe('connected')
})

test('a network that went away without a word is noticed by its silence', () => {
  sockets[0]!.open()
  vi.advanceTimersByTime(60_000)
  expect(sockets).toHaveLength(1)
  session.pushAudio(new Int16Array(1024))
  vi.advanceTimersByTime(15_000)
  expect(session.getSnapshot().connection).toBe('reconnecting')
  vi.advanceTimersByTime(250)
  expect(sockets).toHaveLength(2)
})

test('a network that does not take the audio in time starts anew instead of leaving a gap', () => {
  sockets[0]!.open()
  vi.advanceTimersByTime(1500)
  sockets[0]!.bufferedAmount = 1e9
  for (let second = 0; second < 31; second += 1) session.pushAudio(new Int16Array(16_000))
  vi.advanceTimersByTime(400)
  expect(sockets).toHaveLength(2)
  sockets[1]!.open()
  expect(session.getSnapshot().lostMs).toBe(1000)
})
