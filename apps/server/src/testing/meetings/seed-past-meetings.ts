import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TranscriptUtterance } from '@livetap/contract'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { meetingFiles } from '../../modules/meetings'
import { MeetingsStore } from '../../modules/meetings/meetings.store'
import { ShardsStore } from '../../modules/trainable/shards/shards.store'
import type { NewUtterance } from '../../modules/transcripts'
import { HighlightsStore } from '../../modules/transcripts/highlights.store'
import { UtterancesStore } from '../../modules/transcripts/utterances.store'
import { clusterUrl, readClusterFile } from '../../platform/db/embedded/cluster-file'
import type { DB } from '../../platform/db/schema'
import { FolderStorage } from '../../platform/storage/folder-storage'
import type { SeededMeeting } from './seeded-meeting'

/**
 * Puts finished meetings with known words into a running server's own database and storage: for browser tests and
 * benches, which must know what is said at which millisecond. Reads `{dataDir, meetings}` from its input.
 */
interface Input {
  dataDir: string
  meetings: readonly SeededMeeting[]
}

const { dataDir, meetings } = JSON.parse(await text(process.stdin)) as Input
const file = readClusterFile(dataDir)
if (!file) throw new Error('no server runs on this folder')
const pool = new pg.Pool({ connectionString: clusterUrl(file), max: 2 })
const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
const storage = await FolderStorage.open(resolve(dataDir, 'storage'))
try {
  for (const meeting of meetings) await seed(meeting)
} finally {
  await pool.end()
}

async function seed(meeting: SeededMeeting): Promise<void> {
  const { id, utterances = [], highlights = [], audio, video, peaks } = meeting
  const store = new MeetingsStore(db)
  const startedAt = new Date(meeting.start ?? '2026-01-05T10:00:00Z')
  await store.create({
    id,
    title: meeting.title ?? 'Seeded meeting',
    hostUserId: meeting.host?.userId ?? 'seed',
    hostEmail: meeting.host?.email ?? 'ann@example.org',
    number: meeting.number,
    siteId: 'site',
    siteName: 'site',
    source: 'upload',
    region: 'local',
    language: 'en-US',
    enableEnsemble: false,
    sharder: 'vadmarker',
    trainableShardPercent: 0,
    status: meeting.status ?? 'CallEnded',
    stage: meeting.stage ?? '',
    startedAt,
  })
  await store.change(id, {
    progress: meeting.progress ?? 0,
    error: meeting.error ?? null,
    durationMs: meeting.durationMs ?? null,
    hasVideo: video !== undefined,
    recordingKey: meetingFiles.recording(id, 'wav'),
  })
  await new UtterancesStore(db).replaceAll(id, utterances.map(utteranceOf(id)))
  if (meeting.trainable) await seedShards(id, utterances)
  await new HighlightsStore(db).replaceFound(
    id,
    highlights.map(({ source = 'hotword', label = 'action_item', ...rest }) => ({
      ...rest,
      csis: [1],
      source,
      label,
      trigger: { type: 'hotword' },
      createdBy: null,
    })),
  )
  if (audio) await storage.put(meetingFiles.audio(id), readFileSync(audio))
  if (video) await storage.put(meetingFiles.video(id), readFileSync(video))
  if (peaks) await storage.put(meetingFiles.peaks(id), Buffer.from(JSON.stringify(peaks)))
}

async function seedShards(meetingId: string, utterances: readonly TranscriptUtterance[]): Promise<void> {
  const shards = utterances.map(utteranceOf(meetingId)).map(({ startMs, endMs, text, ...one }) => ({
    ...one,
    storageKey: meetingFiles.shard(meetingId, one.id),
    startOffsetMs: startMs,
    endOffsetMs: endMs,
    csi: one.csis[0] ?? null,
    transcript: text,
    languageInferred: false,
    isEvaluation: false,
  }))
  for (const { storageKey } of shards) await storage.put(storageKey, Buffer.from('sound'))
  await new ShardsStore(db).replaceAll(meetingId, shards)
}

function utteranceOf(meetingId: string) {
  return (one: TranscriptUtterance): NewUtterance => ({
    id: `${meetingId}-${one.id}`,
    startMs: one.start_millis,
    endMs: one.end_millis,
    text: one.alternatives[0]?.transcript ?? '',
    words: (one.alternatives[0]?.words ?? []).map(({ word, start_millis, end_millis, confidence }) => ({
      text: word,
      startMs: start_millis,
      endMs: end_millis,
      confidence,
    })),
    csis: one.csis,
    speakerIds: (one.speaker_segments ?? []).map(({ speaker_id }) => String(speaker_id)),
    speakerSegments: (one.speaker_segments ?? []).map(({ speaker_id, transcript }) => ({
      speakerId: String(speaker_id),
      text: transcript,
    })),
    transcriptType: one.transcript_type,
    languageCode: one.language_code,
    confidence: null,
    timesEstimated: one.times_estimated,
  })
}
