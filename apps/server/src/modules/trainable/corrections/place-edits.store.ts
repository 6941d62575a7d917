import type { Selectable, Transaction } from 'kysely'
import type { DB } from '../../../platform/db/schema'
import type { TrainableTables } from '../trainable-tables'
import { placesOf, type SoundSpan } from './place-edits'

type Edit = Selectable<TrainableTables['shard_edit']>

/** All edits that one shard had, oldest first. */
interface EditChain extends SoundSpan {
  edits: Edit[]
}

/** Gives the edits of a meeting whose shard is gone to the shards that no one edited yet and that hold their sound. */
export async function placeEdits(tx: Transaction<DB>, meetingId: string): Promise<void> {
  const waiting = await tx
    .selectFrom('shard_edit')
    .selectAll()
    .where('meeting_id', '=', meetingId)
    .where('shard_id', 'is', null)
    .orderBy('id')
    .execute()
  if (waiting.length === 0) return
  const free = await tx
    .selectFrom('shard')
    .select([
      'id',
      'csi',
      'participant_id as participantId',
      'start_offset_ms as startOffsetMs',
      'end_offset_ms as endOffsetMs',
    ])
    .where('meeting_id', '=', meetingId)
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('shard_edit')
            .select('shard_edit.id')
            .whereRef('shard_edit.shard_id', '=', 'shard.id'),
        ),
      ),
    )
    .execute()
  for (const [{ edits }, shard] of placesOf(chainsOf(waiting), free)) {
    await tx
      .updateTable('shard_edit')
      .set({ shard_id: shard.id, start_offset_ms: shard.startOffsetMs, end_offset_ms: shard.endOffsetMs })
      .where(
        'id',
        'in',
        edits.map(({ id }) => id),
      )
      .execute()
    await tx.updateTable('shard').set(stateAfter(edits)).where('id', '=', shard.id).execute()
  }
}

function chainsOf(edits: readonly Edit[]): EditChain[] {
  const chains = new Map<string, EditChain>()
  for (const edit of edits) {
    const { csi, participant_id: participantId } = edit
    const { start_offset_ms: startOffsetMs, end_offset_ms: endOffsetMs } = edit
    const place = [csi, participantId, startOffsetMs, endOffsetMs].join()
    const chain = chains.get(place) ?? { csi, participantId, startOffsetMs, endOffsetMs, edits: [] }
    chain.edits.push(edit)
    chains.set(place, chain)
  }
  return [...chains.values()]
}

/** What a shard is after these edits. */
function stateAfter(edits: readonly Edit[]) {
  const text = edits.findLast(({ kind }) => kind === 'transcript')
  const mark = edits.findLast(({ kind }) => kind !== 'transcript')
  const unusable = mark?.kind === 'unusable' ? mark : undefined
  return {
    version: text?.version ?? 0,
    human_text: text?.text ?? null,
    human_by: text?.edited_by ?? null,
    human_at: text?.edited_at ?? null,
    human_source: text?.source ?? null,
    unusable_reason: unusable?.text ?? null,
    unusable_by: unusable?.edited_by ?? null,
    unusable_at: unusable?.edited_at ?? null,
  }
}
