import { type Selectable, sql } from 'kysely'
import { storedWords } from '../../transcripts'
import type { TrainableTables } from '../trainable-tables'
import type { NewShard, Shard } from './shard'
import { thousandths } from './shard-order.store'

type Table = TrainableTables['shard']

/** All but the words, which few readers want. */
export const shardColumns = [
  'shard.id',
  'shard.meeting_id',
  'shard.region',
  'shard.site_name',
  'shard.source',
  'shard.storage_key',
  'shard.start_offset_ms',
  'shard.end_offset_ms',
  'shard.length_ms',
  'shard.csi',
  'shard.ci_uuid',
  'shard.participant_id',
  'shard.global_participant_id',
  'shard.speaker_ids',
  'shard.turns',
  'shard.transcript',
  'shard.transcript_type',
  'shard.language_code',
  'shard.language_inferred',
  'shard.is_evaluation',
  'shard.version',
  'shard.human_text',
  'shard.human_by',
  'shard.human_at',
  'shard.human_source',
  'shard.unusable_reason',
  'shard.unusable_by',
  'shard.unusable_at',
  'shard.peaks',
  'shard.audio_bytes',
  'shard.created_second',
  'shard.created_at',
  'shard.updated_at',
  'shard.confidence',
  'shard.meeting_start_ms',
  'meeting.number as meeting_number',
  // What a person read and saved as it stood.
  sql<boolean>`coalesce((select edit.text = edit.before from shard_edit as edit
    where edit.shard_id = shard.id and edit.version = shard.version), false)`.as('is_confirmed'),
] as const

export type ShardRow = Omit<Selectable<Table>, 'words'> & { meeting_number: string; is_confirmed: boolean }

export function shardOf(row: ShardRow): Shard {
  const { human_text, human_by, human_at, human_source, unusable_reason, unusable_by, unusable_at } = row
  return {
    id: row.id,
    meetingId: row.meeting_id,
    region: row.region,
    siteName: row.site_name,
    source: row.source,
    meetingNumber: row.meeting_number,
    storageKey: row.storage_key,
    startOffsetMs: row.start_offset_ms,
    endOffsetMs: row.end_offset_ms,
    lengthMs: row.length_ms,
    csi: row.csi,
    ciUuid: row.ci_uuid,
    participantId: row.participant_id,
    globalParticipantId: row.global_participant_id,
    speakerIds: row.speaker_ids,
    turns: row.turns,
    transcript: row.transcript,
    transcriptType: row.transcript_type,
    languageCode: row.language_code,
    languageInferred: row.language_inferred,
    isEvaluation: row.is_evaluation,
    version: row.version,
    human:
      human_text === null || human_by === null || human_at === null || human_source === null
        ? null
        : {
            text: human_text,
            by: human_by,
            at: human_at,
            source: human_source,
            kind: row.is_confirmed ? 'confirmed' : 'edited',
          },
    unusable:
      unusable_reason === null || unusable_by === null || unusable_at === null
        ? null
        : { reason: unusable_reason, by: unusable_by, at: unusable_at },
    peaks: row.peaks,
    audioBytes: row.audio_bytes,
    confidence: row.confidence === null ? null : row.confidence / 1000,
    meetingStartMs: row.meeting_start_ms,
    createdSecond: row.created_second,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** What the stage that cuts shards decides; what people made of one is not in it. */
export const newShardRow = (
  meeting: { id: string; region: string; site_name: string; source: string; started_at: Date },
  shard: NewShard,
) => ({
  id: shard.id,
  meeting_id: meeting.id,
  region: meeting.region,
  site_name: meeting.site_name,
  source: meeting.source,
  storage_key: shard.storageKey,
  start_offset_ms: Math.round(shard.startOffsetMs),
  end_offset_ms: Math.round(shard.endOffsetMs),
  csi: shard.csi,
  ci_uuid: shard.participant?.ciUuid ?? null,
  participant_id: shard.participant?.participantId ?? null,
  global_participant_id: shard.participant?.globalParticipantId ?? null,
  speaker_ids: JSON.stringify(shard.speakerIds),
  transcript: shard.transcript,
  words: JSON.stringify(storedWords(shard.words)),
  turns: JSON.stringify(shard.turns ?? []),
  transcript_type: shard.transcriptType,
  language_code: shard.languageCode,
  language_inferred: shard.languageInferred,
  is_evaluation: shard.isEvaluation,
  peaks: shard.peaks ? JSON.stringify(shard.peaks) : null,
  audio_bytes: shard.audioBytes ?? null,
  confidence: thousandths(shard.confidence),
  meeting_start_ms: meeting.started_at.getTime(),
})
