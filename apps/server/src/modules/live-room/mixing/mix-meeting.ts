import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { clipToPcm16, msToSamples, SAMPLE_RATE_HZ, samplesToMs } from '@livetap/audio'
import type { TimeRange } from '@livetap/transcript'
import type { Media } from '../../../platform/media/media'
import type { Storage } from '../../../platform/storage/storage'
import { meetingFiles } from '../../meetings'
import { measurePeaks, PcmFile } from '../../pipeline'
import type { OffTheRecordStore } from '../../transcripts'
import { silenceOffTheRecord } from '../room/off-the-record'
import { liveFolder } from '../streams/live-files'
import type { LiveStreamsStore, StreamRecord } from '../streams/live-streams.store'
import { bytesOf, chunksOf, readSound, type SoundChunk } from '../streams/stored-sound'

export interface MixParts {
  streamsStore: LiveStreamsStore
  offTheRecord: OffTheRecordStore
  storage: Storage
  media: Media
  /** For files on the way. */
  scratchFolder: string
}

export interface MixedMeeting {
  durationMs: number
  streams: number
}

export interface Track {
  record: StreamRecord
  /** In samples on the meeting's clock. */
  anchor: number
  chunks: SoundChunk[]
}

interface Mix {
  storage: Storage
  tracks: readonly Track[]
  samples: number
  /** Where nothing is kept, regardless of what the sound store holds there. */
  silent: readonly TimeRange[]
}

const WINDOW = 10 * SAMPLE_RATE_HZ

/** One recording of all voices, each in its place on the meeting's clock. Nothing when there was no speech. */
export async function mixMeeting(
  { streamsStore, offTheRecord, storage, media, scratchFolder }: MixParts,
  meetingId: string,
  signal: AbortSignal,
): Promise<MixedMeeting | undefined> {
  // A storage that is not there at all has no sound either: that must not pass for a silent meeting.
  await storage.check()
  const tracks = await tracksOf({ streamsStore, storage }, meetingId)
  const samples = Math.max(0, ...tracks.map(endOf))
  if (samples === 0) return undefined
  await mkdir(scratchFolder, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(scratchFolder, 'mix-'))
  try {
    const pcm = join(folder, 'mix.pcm')
    await writeMix({ storage, tracks, samples, silent: await offTheRecord.list(meetingId) }, pcm, signal)
    const flac = join(folder, 'mix.flac')
    await media.toFlac({ path: pcm, ending: 'pcm' }, flac, { signal })
    await storage.put(meetingFiles.audio(meetingId), createReadStream(flac))
    const peaks = await measurePeaks(await PcmFile.open(pcm), () => {})
    await storage.put(meetingFiles.peaks(meetingId), Buffer.from(JSON.stringify(peaks)))
    return { durationMs: samplesToMs(samples), streams: tracks.length }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The voices that were heard. */
export async function tracksOf(
  { streamsStore, storage }: Pick<MixParts, 'streamsStore' | 'storage'>,
  meetingId: string,
): Promise<Track[]> {
  const tracks: Track[] = []
  for (const record of await streamsStore.list(meetingId)) {
    const chunks = await chunksOf(storage, meetingId, record.id)
    if (chunks.length > 0) tracks.push({ record, anchor: msToSamples(record.anchorMs), chunks })
  }
  return tracks
}

export const endOf = ({ anchor, chunks }: Track) =>
  anchor + Math.max(...chunks.map(({ start, samples }) => start + samples))

export async function writeMix(
  { storage, tracks, samples, silent }: Mix,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const file = await open(path, 'w')
  try {
    for (let from = 0; from < samples; from += WINDOW) {
      signal.throwIfAborted()
      const to = Math.min(samples, from + WINDOW)
      const sum = new Int32Array(to - from)
      for (const { anchor, chunks } of tracks) {
        if (anchor >= to) continue
        const sound = await readSound(storage, chunks, from - anchor, to - anchor)
        for (let at = 0; at < sound.length; at++) sum[at]! += sound[at]!
      }
      const pcm = new Int16Array(sum.length)
      for (let at = 0; at < sum.length; at++) pcm[at] = clipToPcm16(sum[at]!)
      silenceOffTheRecord(pcm, samplesToMs(from), silent)
      await file.write(bytesOf(pcm))
    }
  } finally {
    await file.close()
  }
}

/** What arrived during the meeting; the recording is not touched. */
export const deleteSound = (storage: Storage, meetingId: string) => deleteAll(storage, liveFolder(meetingId))

export async function deleteAll(storage: Storage, prefix: string): Promise<void> {
  const keys: string[] = []
  for await (const { key } of storage.list(prefix)) keys.push(key)
  for (const key of keys) await storage.delete(key)
}
