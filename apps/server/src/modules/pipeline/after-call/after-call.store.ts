import { type Enhancement, MEETING_LIVE } from '@livetap/contract'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../../platform/db/schema'
import { notSilent } from '../../nodes'
import type { RunKind } from '../pipeline-tables'
import type { RunLease } from '../runs/run-lease.store'
import type { StageOutputs } from '../stage-outputs'

export interface WorkerPlace {
  pod: string
  host: string
  silentMs: number
}

/** How a stage ended; null while it has not. */
type StageEnd = 'done' | 'skipped' | null

/** The runs over what ended calls left. They have no job in the queue: whoever has nothing else to do takes one. */
export class AfterCallStore {
  constructor(private readonly db: Kysely<DB>) {}

  /** The mixing of a call is its first stage. Once more for the same meeting changes nothing. */
  async enqueue(meetingId: string, mixed: StageOutputs['normalise'], madeBy: string): Promise<void> {
    await this.db.transaction().execute(async tx => {
      const row = await tx
        .insertInto('pipeline_run')
        .values({
          meeting_id: meetingId,
          kind: 'after-call',
          state: 'queued',
          worker_id: null,
          token: null,
          job_id: null,
        })
        .onConflict(conflict => conflict.column('meeting_id').doNothing())
        .returning('meeting_id')
        .executeTakeFirst()
      if (!row) return
      await tx
        .insertInto('pipeline_stage')
        .values({
          meeting_id: meetingId,
          stage: 'normalise',
          output: JSON.stringify(mixed),
          worker_id: madeBy,
          started_at: new Date(),
        })
        .execute()
    })
  }

  /** The one that has waited longest, unless something is more important here. */
  async claim({ pod, host, silentMs }: WorkerPlace): Promise<RunLease | undefined> {
    const row = await this.db
      .updateTable('pipeline_run')
      .set({
        state: 'running',
        worker_id: pod,
        token: sql<string>`gen_random_uuid()`,
        started_at: sql<Date>`coalesce(started_at, now())`,
      })
      .where('meeting_id', '=', ({ selectFrom, not }) =>
        selectFrom('pipeline_run')
          .select('meeting_id')
          .where('kind', '=', 'after-call')
          .where('state', '=', 'queued')
          .where(sql<boolean>`(not_before is null or not_before <= now())`)
          .where(not(hasMoreImportant(host, silentMs)))
          .orderBy('queued_at')
          .limit(1)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['meeting_id', 'token', 'kind'])
      .executeTakeFirst()
    return row && { meetingId: row.meeting_id, workerId: pod, token: row.token!, kind: row.kind }
  }

  /** Puts a run that failed back, for later; false once it has failed as often as there are delays. */
  async repeatLater(hold: RunLease, delaysMs: readonly number[]): Promise<boolean> {
    const row = await this.db
      .updateTable('pipeline_run')
      .set({
        state: 'queued',
        worker_id: null,
        token: null,
        takeovers: 0,
        failures: sql<number>`failures + 1`,
        not_before: sql<Date>`now() + (${[...delaysMs]}::float8[])[failures + 1] * interval '1 millisecond'`,
      })
      .where('meeting_id', '=', hold.meetingId)
      .where('token', '=', hold.token)
      .where('failures', '<', delaysMs.length)
      .returning('meeting_id')
      .executeTakeFirst()
    return row !== undefined
  }

  /**
   * Of the text of an ended call: it is heard again, or people at one microphone are told apart, or both. What failed and
   * waits for its next try is not announced.
   */
  async enhancement(meetingId: string): Promise<Enhancement | undefined> {
    const { rows } = await sql<{
      kind: RunKind | null
      isRunning: boolean
      hearsAgain: boolean
      heard: StageEnd
      isShared: boolean | null
      told: StageEnd
    }>`
      select run.kind,
        run.state in ('queued', 'running') and run.not_before is null as "isRunning",
        meeting.enable_ensemble as "hearsAgain",
        case when again.output ? 'skipped' then 'skipped' when again.output is not null then 'done' end as heard,
        jsonb_path_exists(mixed.output, '$.call.voices[*] ? (@.isShared == true)') as "isShared",
        case when voices.output ? 'skipped' then 'skipped' when voices.output is not null then 'done' end as told
      from meeting
      left join pipeline_run as run on run.meeting_id = meeting.id
      left join pipeline_stage as mixed on mixed.meeting_id = meeting.id and mixed.stage = 'normalise'
      left join pipeline_stage as voices on voices.meeting_id = meeting.id and voices.stage = 'diarization'
      left join pipeline_stage as again on again.meeting_id = meeting.id and again.stage = 'ensemble'
      where meeting.id = ${meetingId}`.execute(this.db)
    const [run] = rows
    if (!run || run.kind === 'recording') return undefined
    const { isRunning, hearsAgain, heard, isShared, told } = run
    // What was made in a hurry is heard again although nobody asked for it.
    const steps = [...(hearsAgain || heard ? [heard] : []), ...(isShared ? [told] : [])]
    if (isRunning && steps.includes(null)) return 'pending'
    return steps.includes('done') ? 'done' : 'none'
  }

  async mustYield({ host, silentMs }: WorkerPlace): Promise<boolean> {
    const { rows } = await sql<{ busy: boolean }>`select ${hasMoreImportant(host, silentMs)} as busy`.execute(
      this.db,
    )
    return rows[0]!.busy
  }
}

/** A recording waits or is worked on at this host, or somebody is in a call on it. */
const hasMoreImportant = (host: string, silentMs: number): RawBuilder<boolean> => sql<boolean>`(
  exists (
    select 1 from pipeline_run run where run.kind = 'recording' and (
      run.state = 'queued' or (run.state = 'running' and run.worker_id in (
        select node.pod from node where node.host = ${host} and ${notSilent(silentMs)}))))
  or exists (
    select 1 from live_meeting call
    join meeting on meeting.id = call.meeting_id
    join node on node.id = call.node_id
    where meeting.status = ${MEETING_LIVE} and node.host = ${host} and ${notSilent(silentMs)}
      and call.last_client_at > clock_timestamp() - ${silentMs} * interval '1 millisecond'))`
