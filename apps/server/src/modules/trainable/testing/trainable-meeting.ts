import type { Database } from '../../../platform/db/database'
import { meetingFiles, newMeetingId } from '../../meetings'
import { MeetingsStore } from '../../meetings/meetings.store'
import type { NewShard } from '../shards/shard'
import { ShardsStore } from '../shards/shards.store'

/** A shard of one voice; its words follow each other, 500 ms each. */
export function shardAt(startMs: number, text: string, more: Partial<NewShard> = {}): NewShard {
  const words = text.split(' ').map((word, at) => ({
    text: word,
    startMs: startMs + at * 500,
    endMs: startMs + at * 500 + 400,
  }))
  const id = more.id ?? `s${startMs}-${Math.random().toString(36).slice(2)}`
  return {
    id,
    storageKey: `shards/${id}.flac`,
    startOffsetMs: startMs,
    endOffsetMs: startMs + words.length * 500,
    csi: 1,
    speakerIds: ['1'],
    transcript: text,
    words,
    transcriptType: 'final',
    languageCode: 'en-US',
    languageInferred: false,
    isEvaluation: false,
    ...more,
  }
}

export interface TrainableMeeting {
  region?: string
  siteName?: string
  source?: string
  shards: readonly NewShard[]
}

/** An ended meeting that was cut into these shards. */
export async function trainableMeeting(
  kysely: Database['kysely'],
  { region = 'us', siteName = 'cisco_webex', source = 'upload', shards }: TrainableMeeting,
): Promise<string> {
  const id = newMeetingId('us')
  await new MeetingsStore(kysely).create({
    id,
    title: 'Planning',
    hostUserId: 'user-1',
    hostEmail: 'user@example.com',
    siteId: '1',
    siteName,
    source,
    region,
    language: 'en-US',
    enableEnsemble: true,
    sharder: 'vadmarker',
    trainableShardPercent: 100,
    status: 'CallEnded',
    stage: '',
    startedAt: new Date('2026-03-04T05:06:07.000Z'),
    number: '123456789',
  })
  await replaceShards(kysely, id, shards)
  return id
}

/** As processing the meeting again does. */
export const replaceShards = (kysely: Database['kysely'], meetingId: string, shards: readonly NewShard[]) =>
  new ShardsStore(kysely).replaceAll(
    meetingId,
    shards.map(shard => ({ ...shard, storageKey: meetingFiles.shard(meetingId, shard.id) })),
  )
