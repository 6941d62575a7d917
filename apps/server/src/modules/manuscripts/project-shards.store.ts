import type { ManuscriptShards, MatchingShards, MatchingShardsQuery } from '@livetap/contract'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../../platform/db/schema'
import { Store } from '../../platform/db/store'
import { matchesShardFilter, type ShardFilter } from '../trainable'
import type { ProjectRow } from './project-row'

/** Projects whose shards are taken: no one else may send them. */
const open = sql`('pending', 'ready', 'processing')`
const LOCK = 7_204_284

export interface SentShard {
  shardId: string
  /** As it was recognised. */
  transcript: string
}

/** Which shards are in which project. A shard is in one open project at most. */
export class ProjectShardsStore extends Store {
  /** Projects that are filled or wait for their vendor, the oldest first. */
  async listActive(): Promise<ProjectRow[]> {
    return await this.db
      .selectFrom('manuscript_project')
      .selectAll()
      .where('status', 'in', ['ready', 'processing'])
      .orderBy('id')
      .execute()
  }

  /** Adds matching shards until the required time is reached or there are no more. The new ones in milliseconds. */
  async fill(id: number): Promise<number> {
    return await this.db.transaction().execute(async tx => {
      // Two that fill at once could take the same shard.
      await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
      const project = await tx
        .updateTable('manuscript_project')
        .set({ status: 'processing' })
        .where('id', '=', id)
        .where('status', 'in', ['ready', 'processing'])
        .returningAll()
        .executeTakeFirst()
      if (!project) return 0
      await dropLost(tx, id)
      const { train_ms_sent, eval_ms_sent } = await this.#count(tx, id)
      const train = await add(tx, project, false, project.train_ms_required - train_ms_sent)
      const evaluation = await add(tx, project, true, project.eval_ms_required - eval_ms_sent)
      await this.#count(tx, id)
      return train + evaluation
    })
  }

  /** What was sent and has not come back. */
  async unreceived(id: number, limit: number): Promise<SentShard[]> {
    const rows = await this.db
      .selectFrom('manuscript_shard')
      .innerJoin('shard', 'shard.id', 'manuscript_shard.shard_id')
      .select(['shard.id as shardId', 'shard.transcript as transcript'])
      .where('project_id', '=', id)
      .where('received_at', 'is', null)
      .orderBy('sent_at')
      .orderBy('shard_id')
      .limit(limit)
      .execute()
    return rows
  }

  /** Which of these ids are in the project. */
  async idsIn(id: number): Promise<Set<string>> {
    const rows = await this.db
      .selectFrom('manuscript_shard')
      .select('shard_id')
      .where('project_id', '=', id)
      .execute()
    return new Set(rows.map(({ shard_id }) => shard_id))
  }

  /** These came back; once what is required has, the project is completed. True then. */
  async receive(id: number, shardIds: readonly string[]): Promise<boolean> {
    return await this.db.transaction().execute(async tx => {
      if (shardIds.length > 0)
        await tx
          .updateTable('manuscript_shard')
          .set({ received_at: sql<Date>`now()` })
          .where('project_id', '=', id)
          .where(sql<boolean>`shard_id = any(${[...shardIds]}::text[])`)
          .where('received_at', 'is', null)
          .execute()
      await this.#count(tx, id)
      const done = await tx
        .updateTable('manuscript_project')
        .set({ status: 'completed' })
        .where('id', '=', id)
        .where('status', 'in', ['ready', 'processing'])
        .whereRef('train_ms_received', '>=', 'train_ms_required')
        .whereRef('eval_ms_received', '>=', 'eval_ms_required')
        .returning('id')
        .executeTakeFirst()
      return done !== undefined
    })
  }

  /** What a new project would be filled from. */
  async matching(asked: MatchingShardsQuery): Promise<MatchingShards> {
    const { rows } = await sql<{ is_evaluation: boolean; shards: number; length_ms: number }>`
      select is_evaluation, count(*)::int as shards, sum(length_ms)::bigint as length_ms from shard
      where ${matchesShardFilter(filterOf(asked))}
        and not exists (
          select 1 from manuscript_shard as taken join manuscript_project as taker on taker.id = taken.project_id
          where taken.shard_id = shard.id and taker.status in ${open})
      group by is_evaluation`.execute(this.db)
    const of = (evaluation: boolean) => {
      const { shards = 0, length_ms = 0 } = rows.find(row => row.is_evaluation === evaluation) ?? {}
      return { shards, length_ms }
    }
    return { train: of(false), evaluation: of(true) }
  }

  async page(id: number, limit: number, offset: number): Promise<ManuscriptShards> {
    const mine = this.db.selectFrom('manuscript_shard').where('project_id', '=', id)
    const [rows, { total }] = await Promise.all([
      mine
        .selectAll()
        .orderBy('sent_at', 'desc')
        .orderBy('shard_id')
        .limit(limit + 1)
        .offset(offset)
        .execute(),
      mine.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    ])
    return {
      shards: rows.slice(0, limit).map(row => ({
        id: row.shard_id,
        meeting_id: row.meeting_id,
        length_ms: row.length_ms,
        evaluation: row.is_evaluation,
        sent_at: row.sent_at.toISOString(),
        received_at: row.received_at?.toISOString() ?? null,
      })),
      total,
      next: rows.length > limit ? String(offset + limit) : null,
    }
  }

  /** Writes down in the project what its shards add up to; one at a time, or a sum from before another's change would stay. */
  async #count(tx: Transaction<DB>, id: number) {
    await tx
      .selectFrom('manuscript_project')
      .select('id')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const sum = (evaluation: boolean, received: boolean) => sql<number>`(
      select coalesce(sum(length_ms), 0)::bigint from manuscript_shard
      where project_id = ${id} and is_evaluation = ${evaluation} and (not ${received} or received_at is not null))`
    return await tx
      .updateTable('manuscript_project')
      .set({
        train_ms_sent: sum(false, false),
        train_ms_received: sum(false, true),
        eval_ms_sent: sum(true, false),
        eval_ms_received: sum(true, true),
      })
      .where('id', '=', id)
      .returning(['train_ms_sent', 'eval_ms_sent'])
      .executeTakeFirstOrThrow()
  }
}

/** What was deleted, or was sent by another project while this one was not open, cannot come back here. */
async function dropLost(tx: Transaction<DB>, id: number): Promise<void> {
  await sql`
    delete from manuscript_shard as mine
    where mine.project_id = ${id} and mine.received_at is null
      and (not exists (select 1 from shard where shard.id = mine.shard_id)
        or exists (
          select 1 from manuscript_shard as other join manuscript_project as project on project.id = other.project_id
          where other.shard_id = mine.shard_id and other.project_id <> ${id} and other.sent_at > mine.sent_at
            and project.status in ${open}))`.execute(tx)
}

/** What a project takes, as far as no other has it. */
const filterOf = (asked: MatchingShardsQuery, evaluation?: boolean): ShardFilter => ({
  languages: [asked.language],
  evaluation,
  unusable: false,
  minLengthMs: asked.min_length_ms,
  maxLengthMs: asked.max_length_ms,
  siteName: asked.site_name || undefined,
  hasParticipantId: asked.has_participant_id || undefined,
  hasGlobalParticipantId: asked.has_global_participant_id || undefined,
})

async function add(tx: Transaction<DB>, project: ProjectRow, evaluation: boolean, needMs: number) {
  if (needMs <= 0) return 0
  const { rows } = await sql<{ length_ms: number }>`
    insert into manuscript_shard (project_id, shard_id, meeting_id, length_ms, is_evaluation)
    select ${project.id}, id, meeting_id, length_ms, is_evaluation from (
      -- What no person has read yet is worth most to a vendor's reader.
      select shard.id, shard.meeting_id, shard.length_ms, shard.is_evaluation,
        sum(shard.length_ms) over (order by shard.human_text is not null, shard.created_second, shard.id)
          - shard.length_ms as before_ms
      from shard
      where ${matchesShardFilter(filterOf(project, evaluation))}
        and not exists (
          select 1 from manuscript_shard as taken join manuscript_project as taker on taker.id = taken.project_id
          where taken.shard_id = shard.id and (taken.project_id = ${project.id} or taker.status in ${open}))
    ) as candidate
    where before_ms < ${needMs}
    returning length_ms`.execute(tx)
  return rows.reduce((sum, { length_ms }) => sum + length_ms, 0)
}
