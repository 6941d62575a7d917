import { expect, onTestFinished, test, vi } from 'vitest'
import type { Log } from '../../../platform/log/log'
import type { SpeakerNamesStore } from '../../transcripts'
import type { LiveStreamsStore, StreamRecord } from './live-streams.store'
import { StreamWriter } from './stream-writer'

const record = { id: 's1', number: 2, name: 'ann' } as StreamRecord

function scripted() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const database = { isAway: true }
  const written: string[] = []
  const write = async (what: string) => {
    if (database.isAway) throw new Error('the database is away')
    written.push(what)
  }
  const notes = new StreamWriter({
    meetingId: 'm1',
    streamsStore: {
      add: () => write('stream'),
      addLowQualityRange: () => write('low quality'),
    } as unknown as LiveStreamsStore,
    speakerNames: { rename: () => write('name') } as unknown as SpeakerNamesStore,
    log: { warn: () => {} } as unknown as Log,
  })
  return { notes, database, written }
}

test('a new voice is written down as soon as the database is back, and what is noted of it comes after', async () => {
  const { notes, database, written } = scripted()
  const ready = notes.introduce(record)
  notes.addLowQualityRange(record.id, { startMs: 0, endMs: 10 }, ready)
  await vi.advanceTimersByTimeAsync(1200)
  expect(written).toEqual([])
  database.isAway = false
  await vi.advanceTimersByTimeAsync(500)
  await notes.settled()
  expect(written).toEqual(['stream', 'name', 'low quality'])
})

test('what is discarded is not retried', async () => {
  const { notes, database, written } = scripted()
  const ready = notes.introduce(record)
  notes.discard()
  database.isAway = false
  await vi.advanceTimersByTimeAsync(500)
  await ready
  expect(written).toEqual([])
})
