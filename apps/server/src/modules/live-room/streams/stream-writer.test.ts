import { expect, onTestFinished, test, vi } from 'vitest'
import type { Log } from '../../../platform/log/log'
import type { SpeakerNamesStore } from '../../transcripts'
import { type RoomLease, RoomLostError } from '../ownership/room-lease'
import type { RoomLeasesStore } from '../ownership/room-leases.store'
import type { LiveStreamsStore, StreamRecord } from './live-streams.store'
import { StreamWriter } from './stream-writer'

const record = { id: 's1', number: 2, speaker: 2, name: 'ann' } as StreamRecord

function scripted() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const database = { isAway: true, isLost: false }
  const written: string[] = []
  const write = async (what: string) => {
    if (database.isAway) throw new Error('the database is away')
    written.push(what)
  }
  const streams = { add: () => write('stream'), addLowQualityRange: () => write('low quality') }
  const names = { rename: () => write('name') }
  const leases = {
    write: async (_lease: RoomLease, action: (tx: undefined) => Promise<void>) => {
      if (database.isLost) throw new RoomLostError('m1')
      await action(undefined)
    },
  }
  const notes = new StreamWriter({
    lease: { meetingId: 'm1', nodeId: 'n1', token: 1 },
    leases: leases as unknown as RoomLeasesStore,
    streamsStore: { within: () => streams } as unknown as LiveStreamsStore,
    speakerNames: { within: () => names } as unknown as SpeakerNamesStore,
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

test('what another node has taken over is neither written nor retried', async () => {
  const { notes, database, written } = scripted()
  database.isAway = false
  database.isLost = true
  expect(await notes.introduce(record)).toBe(false)
  expect(written).toEqual([])
})
