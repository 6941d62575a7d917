import { meetingFiles, newMeetingId } from '../../modules/meetings'
import type { NewUtterance, StoredHighlight } from '../../modules/transcripts'
import type { TestServer } from '../test-server'

export interface PastMeetingParts {
  utterances?: readonly NewUtterance[]
  highlights?: readonly StoredHighlight[]
  audio?: Buffer
  video?: Buffer
  peaks?: object
}

/** A meeting as the pipeline leaves it when it is done. */
export async function pastMeeting({ app }: TestServer, parts: PastMeetingParts = {}): Promise<string> {
  const id = newMeetingId('us')
  await app.meetings.store.create({
    id,
    title: 'Planning',
    hostUserId: 'user-1',
    hostEmail: 'user@example.com',
    siteId: '1',
    siteName: 'cisco_webex',
    source: 'upload',
    region: 'us',
    language: 'en-US',
    enableEnsemble: true,
    sharder: 'vadmarker',
    trainableShardPercent: 0,
    status: 'CallEnded',
    stage: '',
    startedAt: new Date('2026-03-04T05:06:07.000Z'),
    number: '123456789',
  })
  await app.meetings.store.change(id, { durationMs: 90_000, hasVideo: parts.video !== undefined })
  if (parts.utterances) await app.transcripts.utterances.replaceAll(id, parts.utterances)
  if (parts.highlights) await app.transcripts.highlightsStore.replaceFound(id, parts.highlights)
  if (parts.audio) await app.storage.put(meetingFiles.audio(id), parts.audio)
  if (parts.video) await app.storage.put(meetingFiles.video(id), parts.video)
  if (parts.peaks) await app.storage.put(meetingFiles.peaks(id), Buffer.from(JSON.stringify(parts.peaks)))
  return id
}

/** One utterance whose words follow each other, 100 ms each. */
export function utteranceAt(startMs: number, text: string, more: Partial<NewUtterance> = {}): NewUtterance {
  const words = text.split(' ').map((word, at) => ({
    text: word,
    startMs: startMs + at * 100,
    endMs: startMs + at * 100 + 80,
    confidence: 0.5,
  }))
  return {
    id: `u${startMs}-${Math.random().toString(36).slice(2)}`,
    startMs,
    endMs: startMs + words.length * 100,
    text,
    words,
    csis: [1],
    speakerIds: ['1'],
    speakerSegments: [{ speakerId: '1', text }],
    transcriptType: 'final',
    languageCode: 'en-US',
    confidence: 0.5,
    timesEstimated: false,
    ...more,
  }
}
