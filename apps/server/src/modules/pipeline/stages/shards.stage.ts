import { meetingFiles } from '../../meetings'
import type { NewShard } from '../../trainable'
import { cutShard, type ShardSound } from '../shards/cut-shard'
import { isEvaluation, type PlannedShard, planShards } from '../shards/plan-shards'
import type { Stage, StageContext, StageResult } from '../stage'
import { transcriptOf } from '../text/transcript-of'

/** Pieces of the sound that may train an engine, cut to the sample. */
export const shardsStage: Stage<'shards'> = {
  name: 'shards',
  async run(context) {
    const planned = context.meeting.trainableShardPercent > 0 ? await plan(context) : []
    const { languageInferred } = context.output('recognition')
    return await makeShards(context, planned, shard => ({ csi: shard.channel, languageInferred }))
  },
}

/** What a shard is beside its sound and its text. */
type ShardFacts = Omit<NewShard, keyof ReturnType<typeof textOf> | keyof ShardSound>

export async function makeShards(
  context: StageContext,
  planned: readonly PlannedShard[],
  factsOf: (shard: PlannedShard) => ShardFacts,
): Promise<StageResult<'shards'>> {
  const { meeting, progress, signal } = context
  const shards: NewShard[] = []
  for (const shard of planned) {
    signal.throwIfAborted()
    const sound = await cutShard(shard, context)
    shards.push({ ...textOf(shard, meeting.id), ...factsOf(shard), ...sound })
    progress(shards.length / planned.length)
  }
  await context.sink.shards(shards)
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

const textOf = (shard: PlannedShard, meetingId: string) => ({
  id: shard.id,
  storageKey: meetingFiles.shard(meetingId, shard.id),
  startOffsetMs: shard.startMs,
  endOffsetMs: shard.endMs,
  speakerIds: shard.speakerIds,
  transcript: shard.words.map(({ text }) => text).join(' '),
  words: shard.words,
  turns: shard.turns,
  transcriptType: shard.utterance.transcriptType,
  languageCode: shard.utterance.languageCode,
  isEvaluation: isEvaluation(shard.id),
  confidence: shard.confidence,
})
