import { randomBytes, randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Meeting, MeetingChange, NewMeeting, Sharder } from './meeting'
import type { MeetingTables } from './meeting-tables'

type Row = Selectable<MeetingTables['meeting']>

export function meetingOf(row: Row): Meeting {
  return {
    id: row.id,
    title: row.title,
    hostUserId: row.host_user_id,
    hostEmail: row.host_email,
    siteId: row.site_id,
    siteName: row.site_name,
    number: row.number,
    series: row.series,
    conferenceId: row.conference_id,
    sipAddress: row.sip_address,
    source: row.source,
    region: row.region,
    language: row.language,
    enableEnsemble: row.enable_ensemble,
    sharder: row.sharder as Sharder,
    trainableShardPercent: row.trainable_shard_percent,
    status: row.status,
    stage: row.stage,
    progress: row.progress,
    error: row.error,
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    durationMs: row.duration_ms,
    hasVideo: row.has_video,
    hasSound: row.has_sound,
    recordingKey: row.recording_key,
    recordingName: row.recording_name,
    recordingType: row.recording_type,
    recordingBytes: row.recording_bytes,
    transcriptRevision: row.transcript_revision,
    restricted: row.restricted,
  }
}

/** A meeting that no one scheduled is its own series, under a number that the database gives. */
export function newMeetingRow(meeting: NewMeeting) {
  const series = meeting.series ?? randomUUID().replaceAll('-', '')
  return {
    id: meeting.id,
    title: meeting.title,
    host_user_id: meeting.hostUserId,
    host_email: meeting.hostEmail,
    site_id: meeting.siteId,
    site_name: meeting.siteName,
    number: meeting.number || undefined,
    series,
    conference_id: meeting.conferenceId ?? `${series}_I_${randomBytes(9).toString('hex')}`,
    sip_address: meeting.sipAddress ?? '',
    source: meeting.source,
    region: meeting.region,
    language: meeting.language,
    enable_ensemble: meeting.enableEnsemble,
    sharder: meeting.sharder,
    trainable_shard_percent: meeting.trainableShardPercent,
    status: meeting.status,
    stage: meeting.stage,
    started_at: meeting.startedAt,
    recording_name: meeting.recordingName ?? '',
    recording_type: meeting.recordingType ?? '',
    recording_bytes: meeting.recordingBytes ?? null,
  }
}

/** Only what is named changes. */
export function changedColumns(change: MeetingChange) {
  const columns = {
    title: change.title,
    status: change.status,
    stage: change.stage,
    progress: change.progress,
    error: change.error,
    language: change.language,
    started_at: change.startedAt,
    ended_at: change.endedAt,
    duration_ms: change.durationMs,
    has_video: change.hasVideo,
    has_sound: change.hasSound,
    recording_key: change.recordingKey,
  }
  const named = Object.entries(columns).filter(([, value]) => value !== undefined)
  return Object.fromEntries(named) as Partial<typeof columns>
}
