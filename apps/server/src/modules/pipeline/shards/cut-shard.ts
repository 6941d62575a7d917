import { stat } from 'node:fs/promises'
import { SAMPLES_PER_MS } from '@livetap/audio'
import { meetingFiles } from '../../meetings'
import type { NewShard } from '../../trainable'
import { measurePeaks } from '../measure-peaks'
import type { StageContext } from '../stage'
import type { PlannedShard } from './plan-shards'

/** Enough for the width of a card. */
const PEAK_STEPS = 200

/** What is known of a shard once its sound lies in the storage. */
export type ShardSound = Required<Pick<NewShard, 'peaks' | 'audioBytes'>>

export async function cutShard(
  { id, channel, startMs, endMs }: Pick<PlannedShard, 'id' | 'channel' | 'startMs' | 'endMs'>,
  { meeting, files, media, signal }: StageContext,
): Promise<ShardSound> {
  const pcm = await (await files.track(channel)).read(startMs, endMs)
  const path = files.scratch('shard.flac')
  await media.encodeFlac(pcm, path, signal)
  const { size } = await stat(path)
  await files.store(meetingFiles.shard(meeting.id, id), path)
  return { peaks: await peaksOf(pcm), audioBytes: size }
}

async function peaksOf(pcm: Int16Array) {
  const sound = {
    samples: pcm.length,
    durationMs: pcm.length / SAMPLES_PER_MS,
    async *blocks() {
      yield pcm
    },
  }
  const { step_millis, peaks } = await measurePeaks(sound, () => {}, PEAK_STEPS)
  return { step_millis, peaks }
}
