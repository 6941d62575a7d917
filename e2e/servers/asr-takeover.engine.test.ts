import { msToSamples, samplesToMs } from '@livetap/audio'
import { inspectModel, modelsRoot } from '@livetap/speech'
import { loadRecording, readingText, wordError } from '@livetap/speech/testing'
import { expect, test, vi } from 'vitest'
import { openAsrSession, push } from './asr-client'
import { twoGateways } from './two-gateways'

const plain = (text: string) => text.toLowerCase().replace(/[^a-z ]/g, '')
const CUT_MS = 5_000
/** A sentence ends with silence. */
const PAUSE_MS = 3_000
/** As for one connection: a machine that is behind leaves out second opinions. */
const MAX_WRONG_WORDS = 2

test('ASR-04 the real engine loses and doubles no word of a sentence that two gateways heard a part of', async () => {
  expect(await inspectModel(modelsRoot(), 'moonshine')).toEqual({ ok: true })
  const { origin, token, two, moveTo } = await twoGateways(() => undefined)
  const session = openAsrSession(origin, token)
  await session.connect()
  const spoken = loadRecording('jfk')
  push(session, spoken.slice(0, msToSamples(CUT_MS)))
  await vi.waitFor(() => expect(session.getSnapshot().audioReceivedMs).toBeGreaterThanOrEqual(CUT_MS - 100))
  moveTo(two)
  push(session, spoken.slice(msToSamples(CUT_MS)))
  push(session, new Int16Array(msToSamples(PAUSE_MS)))
  await vi.waitFor(() =>
    expect(session.getSnapshot().settledMs).toBeGreaterThanOrEqual(samplesToMs(spoken.length) - 100),
  )
  const { lines, lostMs } = session.getSnapshot()
  expect(lostMs).toBe(0)
  const heard = plain(lines.map(({ text }) => text).join(' '))
  expect(wordError(readingText('jfk'), heard).errors, heard).toBeLessThanOrEqual(MAX_WRONG_WORDS)
})
