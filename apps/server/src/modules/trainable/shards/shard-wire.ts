import type {
  HumanTranscript,
  ShardMetadata,
  ShardTranscriptWire,
  ShardVersionWire,
  ShardWire,
  Unusable,
} from '@livetap/contract'
import { type Shard, textOf } from './shard'
import type { ShardVersion } from './shard-edits.store'

/** A shard as listings show it; `versions` are its own, newest first. */
export const shardWire = (shard: Shard, uri: string, versions: readonly ShardVersion[]): ShardWire => ({
  id: shard.id,
  uri,
  metadata: metadataWire(shard),
  human_transcripts: versions.map(humanWire),
  transcript: textOf(shard),
  original_transcript: shard.transcript,
  version: shard.version,
  unusable: unusableWire(shard),
  peaks: shard.peaks,
})

const metadataWire = (shard: Shard): ShardMetadata => ({
  meeting_id: shard.meetingId,
  site_name: shard.siteName,
  source: shard.source,
  client_region: shard.region,
  webex_meeting_number: shard.meetingNumber,
  created_at: shard.createdAt.toISOString(),
  updated_at: shard.updatedAt.toISOString(),
  length_ms: shard.lengthMs,
  start_offset_ms: shard.startOffsetMs,
  end_offset_ms: shard.endOffsetMs,
  csi: shard.csi,
  ci_uuid: shard.ciUuid,
  participant_id: shard.participantId,
  global_participant_id: shard.globalParticipantId,
  speakers: [...shard.speakerIds],
  language_code: shard.languageCode,
  language_inferred: shard.languageInferred,
  transcript_type: shard.transcriptType,
  evaluation: shard.isEvaluation,
  confidence: shard.confidence,
})

export const transcriptWire = (shard: Shard, uri: string | undefined): ShardTranscriptWire => ({
  id: shard.id,
  uri,
  speech_result: {
    alternatives: [{ transcript: textOf(shard), confidence: shard.confidence ?? undefined }],
    start_millis: shard.startOffsetMs,
    end_millis: shard.endOffsetMs,
    source: shard.source,
    transcript_language_code: shard.languageCode,
    language_code: shard.languageCode,
    transcript_type: shard.transcriptType,
    updated_at: shard.updatedAt.toISOString(),
    speakers: [...shard.speakerIds],
  },
  version: shard.version,
  kind: shard.human?.kind,
  unusable: unusableWire(shard),
})

const humanWire = ({ version, text, source, by, at, kind }: ShardVersion): HumanTranscript => ({
  version,
  transcript: text,
  source,
  created_by: by,
  created_at: at.toISOString(),
  kind,
})

export const versionWire = (version: ShardVersion): ShardVersionWire => ({
  ...humanWire(version),
  original: false,
  before: version.before,
})

export const originalWire = ({ transcript }: Shard): ShardVersionWire => ({
  version: 0,
  transcript,
  original: true,
})

const unusableWire = ({ unusable }: Pick<Shard, 'unusable'>): Unusable | null =>
  unusable && { reason: unusable.reason, by: unusable.by, at: unusable.at.toISOString() }
