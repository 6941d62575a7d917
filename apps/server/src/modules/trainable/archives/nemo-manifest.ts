import { entryNameOf } from '../../../platform/zip/entry-name'
import { type Shard, textOf } from '../shards/shard'

/** A file id of RTTM and the base name of a sound file: one word without a path. */
export const fileIdOf = ({ id }: Pick<Shard, 'id'>): string => entryNameOf(id)

export const audioPathOf = (shard: Pick<Shard, 'id'>): string => `audio/${fileIdOf(shard)}.flac`

const seconds = (ms: number): number => Math.round(ms) / 1000

/** One line of a manifest in the NeMo form: audio_filepath, duration in seconds and text, and what else is known. */
export const manifestLine = (shard: Shard, sha256: string): string =>
  `${JSON.stringify({
    audio_filepath: audioPathOf(shard),
    duration: seconds(shard.lengthMs),
    text: textOf(shard),
    lang: shard.languageCode,
    language_inferred: shard.languageInferred,
    split: shard.isEvaluation ? 'eval' : 'train',
    text_source: shard.human?.source ?? 'recogniser',
    transcript_type: shard.transcriptType,
    speakers: speakersOf(shard),
    id: shard.id,
    meeting_id: shard.meetingId,
    start_offset_ms: shard.startOffsetMs,
    end_offset_ms: shard.endOffsetMs,
    csi: shard.csi,
    participant_id: shard.participantId,
    global_participant_id: shard.globalParticipantId,
    site_name: shard.siteName,
    source: shard.source,
    created_at: shard.createdAt.toISOString(),
    sha256,
  })}\n`

/** A speaker's number means something within its meeting only, so that the meeting is part of the name. */
function speakersOf({ meetingId, speakerIds, globalParticipantId }: Shard): string[] {
  if (globalParticipantId && speakerIds.length <= 1) return [nameOf(globalParticipantId)]
  return speakerIds.length > 0
    ? speakerIds.map(id => nameOf(`${meetingId}_${id}`))
    : [nameOf(`${meetingId}_unknown`)]
}

/** Who speaks when. Where no turns are known, each speaker of the shard over all of it. */
function turnsOf(shard: Shard): { name: string; startMs: number; endMs: number }[] {
  const names = speakersOf(shard)
  const known = shard.turns.flatMap(({ speakerId, startMs, endMs }) => {
    const name = names[Math.max(0, shard.speakerIds.indexOf(speakerId))]
    return name === undefined ? [] : [{ name, startMs, endMs }]
  })
  return known.length > 0 ? known : names.map(name => ({ name, startMs: 0, endMs: shard.lengthMs }))
}

const nameOf = (text: string): string => text.replace(/[^A-Za-z0-9@._-]/g, '_')

/** A line per turn: SPEAKER file channel onset duration <NA> <NA> name <NA> <NA>. */
export const rttmLines = (shard: Shard): string =>
  turnsOf(shard)
    .map(({ name, startMs, endMs }) => {
      const [onset, duration] = [startMs, endMs - startMs].map(ms => (ms / 1000).toFixed(3))
      return `SPEAKER ${fileIdOf(shard)} 1 ${onset} ${duration} <NA> <NA> ${name} <NA> <NA>\n`
    })
    .join('')
