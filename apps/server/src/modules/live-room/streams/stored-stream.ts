import { json } from 'node:stream/consumers'
import type { Storage } from '../../../platform/storage/storage'
import { callSpeakerId, type SpeakerNamesStore } from '../../transcripts'
import { isStreamRecordKey, liveFolder, streamRecordKey } from './live-files'
import type { LiveStreamsStore, StreamRecord } from './live-streams.store'

/** As it is written beside the sound; files of earlier releases must stay readable. */
type StoredRecord = Omit<StreamRecord, 'unattributed' | 'traceparent' | 'speaker'> & {
  untold: boolean
  speaker?: number
  traceparent?: string | null
}

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
    const stored = (await json(await storage.get(key))) as StoredRecord
    const { untold, traceparent = null, speaker = stored.number, ...record } = stored
    if (known.has(record.id)) continue
    const recovered = { ...record, speaker, unattributed: untold, traceparent }
    await introduceStream({ streamsStore, speakerNames }, meetingId, recovered)
  }
}

/** A stream that is new; of a person who is, with the name for the past view. */
export async function introduceStream(
  { streamsStore, speakerNames }: Omit<StreamRecovery, 'storage'>,
  meetingId: string,
  record: StreamRecord,
): Promise<void> {
  await streamsStore.add(meetingId, record)
  const { number, speaker, name } = record
  if (speaker === number) await speakerNames.rename(meetingId, callSpeakerId(speaker), name, name)
}
