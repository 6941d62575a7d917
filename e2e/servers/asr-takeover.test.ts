import { LONG_WORDS, NumberedWords, numberedWords } from '@livetap/speech/testing'
import { expect, test, vi } from 'vitest'
import { openAsrSession, push } from './asr-client'
import { twoGateways } from './two-gateways'

const { periodMs, spokenMs } = LONG_WORDS

/** In words: half of a word is said where a number ends with a half. */
const words = (from: number, to: number) => numberedWords(from * periodMs, to * periodMs, LONG_WORDS)

test('ASR-04 a stream goes on at another gateway and comes back to the first: every word once, whole and in its place', async () => {
  const { origin, token, one, two, moveTo } = await twoGateways(() => new NumberedWords(LONG_WORDS))
  const session = openAsrSession(origin, token)
  await session.connect()
  const untilReceived = (count: number) =>
    vi.waitFor(() =>
      expect(session.getSnapshot().audioReceivedMs).toBeGreaterThanOrEqual(count * periodMs - 64),
    )
  push(session, words(0, 3.5))
  await untilReceived(3.5)
  // In the middle of a word: what it had begun is said again by the other, which does not know the stream.
  moveTo(two)
  push(session, words(3.5, 6.5))
  await untilReceived(6.5)
  // The first gateway still waits with half of a word that has been said meanwhile.
  moveTo(one)
  push(session, words(6.5, 10))
  await session.finish()
  const { lines, lostMs, reconnects } = session.getSnapshot()
  expect(lines.map(({ text, startMs, endMs }) => [text, startMs, endMs])).toEqual(
    Array.from({ length: 10 }, (_, n) => [`w${n}`, n * periodMs, n * periodMs + spokenMs]),
  )
  expect({ lostMs, reconnects }).toEqual({ lostMs: 0, reconnects: 2 })
})
