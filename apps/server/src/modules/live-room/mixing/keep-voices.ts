import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { samplesToMs } from '@livetap/audio'
import type { TimeRange } from '@livetap/transcript'
import { type Meeting, meetingFiles } from '../../meetings'
import type { CallVoice, EndedCall } from '../../pipeline'
import type { LiveStore } from '../live.store'
import type { LiveEventsStore } from '../outbox/live-events.store'
import type { StreamRecord } from '../streams/live-streams.store'
import { recognitionHints } from '../streams/recognition-hints'
import { endOf, type MixParts, type Track, tracksOf, writeMix } from './mix-meeting'
import { untranscribed } from './untranscribed'

export interface VoiceParts extends MixParts {
  liveStore: LiveStore
  eventsStore: LiveEventsStore
  /** The stages that work on what a call has left. */
  enqueueAfterCall: (
    meetingId: string,
    mixed: { durationMs: number; separateChannels: number[]; hasVideo: boolean; call: EndedCall },
  ) => Promise<void>
}

/** Whether anything is left to do with a call that has ended. */
const isWanted = ({ enableEnsemble, trainableShardPercent }: Meeting) =>
  enableEnsemble || trainableShardPercent > 0

/**
 * Hands an ended call to the stages that may make its text better, diarize it and cut shards from it: one recording
 * for each voice on the meeting's clock. What was off the record, or said while transcription was off, is silence in it.
 */
export async function keepVoices(parts: VoiceParts, meeting: Meeting, signal: AbortSignal): Promise<void> {
  const lowQuality = await parts.streamsStore.lowQualityRanges(meeting.id)
  const hasShared = (await parts.streamsStore.list(meeting.id)).some(isShared)
  if (!isWanted(meeting) && lowQuality.size === 0 && !hasShared) return
  const { liveStore, eventsStore, storage, media, scratchFolder } = parts
  const tracks = await tracksOf(parts, meeting.id)
  const samples = Math.max(0, ...tracks.map(endOf))
  if (samples === 0) return
  const silent = [
    ...(await parts.offTheRecord.list(meeting.id)),
    ...(await untranscribed(eventsStore, meeting)),
  ]
  await mkdir(scratchFolder, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(scratchFolder, 'voices-'))
  try {
    for (const [speaker, own] of bySpeaker(tracks)) {
      const pcm = join(folder, 'voice.pcm')
      const flac = join(folder, 'voice.flac')
      await writeMix({ storage, tracks: own, samples: Math.max(...own.map(endOf)), silent }, pcm, signal)
      await media.toFlac({ path: pcm, ending: 'pcm' }, flac, { signal })
      await storage.put(meetingFiles.voice(meeting.id, speaker), createReadStream(flac))
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const state = await liveStore.find(meeting.id)
  await parts.enqueueAfterCall(meeting.id, {
    durationMs: samplesToMs(samples),
    separateChannels: [...bySpeaker(tracks).keys()],
    hasVideo: false,
    call: {
      voices: [...bySpeaker(tracks).values()].map(own => voiceOf(meeting.id, own, lowQuality)),
      hints: recognitionHints(state?.customPhrases ?? []),
    },
  })
}

/** Several people were heard at it, or may have been, and its owner did not say that it was one. */
const isShared = ({ voices, unattributed, shared }: StreamRecord) =>
  (voices > 1 || unattributed) && shared !== false

function bySpeaker(tracks: readonly Track[]): Map<number, Track[]> {
  const speakers = new Map<number, Track[]>()
  for (const track of tracks) {
    const { speaker } = track.record
    speakers.set(speaker, [...(speakers.get(speaker) ?? []), track])
  }
  return speakers
}

/** All streams of a person are one voice. */
function voiceOf(
  meetingId: string,
  tracks: readonly Track[],
  lowQuality: ReadonlyMap<string, TimeRange[]>,
): CallVoice {
  const records = tracks.map(({ record }) => record).sort((a, b) => a.anchorMs - b.anchorMs)
  const { speaker, csi, userId, clientId } = records[0]!
  const hurried = records.flatMap(({ id }) => lowQuality.get(id) ?? [])
  const voice: CallVoice = {
    number: speaker,
    csi,
    laterCsis:
      records.length > 1 ? records.slice(1).map(({ csi, anchorMs: fromMs }) => ({ csi, fromMs })) : undefined,
    isShared: records.some(isShared) || undefined,
    hurried: hurried.length > 0 ? hurried : undefined,
  }
  if (userId === null) return voice
  return {
    ...voice,
    participant: {
      ciUuid: userId,
      participantId: keyOf('participant', meetingId, clientId),
      globalParticipantId: keyOf('global participant', userId),
    },
  }
}

/** Names a person to those who train engines without saying who it is. */
const keyOf = (...parts: string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
