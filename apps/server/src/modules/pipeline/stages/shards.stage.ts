import { meetingFiles } from '../../meetings'
import type { NewShard } from '../../trainable'
import { isEvaluation, type PlannedShard, planShards } from '../shards/plan-shards'
import type { Stage, StageContext } from '../stage'
import { transcriptOf } from '../text/transcript-of'

/** Pieces of the sound that may train an engine, cut to the sample. */
export const shardsStage: Stage<'shards'> = {
  name: 'shards',
  async run(context) {
    const { meeting, progress, signal } = context
    const percent = meeting.trainableShardPercent
    const planned = percent > 0 ? await plan(context) : []
    for (const [index, shard] of planned.entries()) {
      signal.throwIfAborted()
      await cut(shard, context)
      progress((index + 1) / planned.length)
    }
    await context.sink.shards(planned.map(shard => record(shard, context)))
    const totalMs = planned.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)
    const startedAt = meeting.startedAt.getTime()
    const created_at = new Date().toISOString()
    return {
      output: { count: planned.length, totalMs },
      ledger: planned.map(({ id, startMs, endMs }) => ({
        event: 'shardCreated',
        fields: {
          created_at,
          shard_id: id,
          shardStart_at: new Date(startedAt + startMs).toISOString(),
          start_offset_ms: startMs,
          end_offset_ms: endMs,
          evaluation: isEvaluation(id),
        },
      })),
    }
  },
}

async function plan(context: StageContext): Promise<PlannedShard[]> {
  const { meeting, output } = context
  return planShards({
    meetingId: meeting.id,
    sharder: meeting.sharder,
    percent: meeting.trainableShardPercent,
    tracks: output('voice activity').tracks,
    turns: output('diarization').turns,
    utterances: await transcriptOf(context),
  })
}

async function cut({ id, channel, startMs, endMs }: PlannedShard, context: StageContext): Promise<void> {
  const { meeting, files, media, signal } = context
  const pcm = await (await files.track(channel)).read(startMs, endMs)
  const path = files.scratch('shard.flac')
  await media.encodeFlac(pcm, path, signal)
  await files.keep(meetingFiles.shard(meeting.id, id), path)
}

function record(shard: PlannedShard, { meeting, output }: StageContext): NewShard {
  return {
    id: shard.id,
    storageKey: meetingFiles.shard(meeting.id, shard.id),
    startOffsetMs: shard.startMs,
    endOffsetMs: shard.endMs,
    csi: shard.channel,
    speakerIds: shard.speakerIds,
    transcript: shard.words.map(({ text }) => text).join(' '),
    words: shard.words,
    transcriptType: shard.utterance.transcriptType,
    languageCode: shard.utterance.languageCode,
    languageInferred: output('recognition').languageInferred,
    isEvaluation: isEvaluation(shard.id),
  }
}
