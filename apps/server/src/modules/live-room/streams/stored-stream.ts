import { json } from 'node:stream/consumers'
import type { Storage } from '../../../platform/storage/storage'
import type { SpeakerNamesStore } from '../../transcripts'
import { isStreamRecordKey, liveFolder, streamRecordKey } from './live-files'
import type { LiveStreamsStore, StreamRecord } from './live-streams.store'

/** As it is written beside the sound; files of earlier releases must stay readable. */
type StoredRecord = Omit<StreamRecord, 'unattributed'> & { untold: boolean }

/** Whose sound it is, stored beside the sound for as long as the database does not know it. */
export async function storeStreamRecord(
  storage: Storage,
  meetingId: string,
  { unattributed: untold, ...record }: StreamRecord,
): Promise<void> {
  const stored: StoredRecord = { ...record, untold }
  await storage.put(streamRecordKey(meetingId, record.id), Buffer.from(JSON.stringify(stored)))
}

export interface StreamRecovery {
  storage: Storage
  streamsStore: LiveStreamsStore
  speakerNames: SpeakerNamesStore
}

/** The database learns of streams that began while it was away, and whose process ended before it was back. */
export async function recoverStreams(
  { storage, streamsStore, speakerNames }: StreamRecovery,
  meetingId: string,
): Promise<void> {
  const known = new Set((await streamsStore.list(meetingId)).map(({ id }) => id))
  for await (const { key } of storage.list(liveFolder(meetingId))) {
    if (!isStreamRecordKey(key)) continue
    const { untold, ...record } = (await json(await storage.get(key))) as StoredRecord
    if (known.has(record.id)) continue
    await introduceStream({ streamsStore, speakerNames }, meetingId, { ...record, unattributed: untold })
  }
}

/** A voice that is new, with its name for the past view. */
export async function introduceStream(
  { streamsStore, speakerNames }: Omit<StreamRecovery, 'storage'>,
  meetingId: string,
  record: StreamRecord,
): Promise<void> {
  await streamsStore.add(meetingId, record)
  await speakerNames.rename(meetingId, String(record.number), record.name, record.name)
}
