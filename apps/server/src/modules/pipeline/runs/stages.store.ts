import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/db/schema'
import type { EventsStore, LedgerEntry, LogEntry, MeetingEvents } from '../../events'
import { type MeetingChange, MeetingsStore } from '../../meetings'
import type { StageName, StageOutputs } from '../stage-outputs'
import { RunEndedError } from './run-ended-error'
import { assertLease, type RunLease } from './run-lease.store'

export interface FinishedStage {
  stage: StageName
  output: object
  startedAt: Date
  ledger: readonly LedgerEntry[]
  logs: readonly LogEntry[]
  meeting: MeetingChange
  /** Nothing after the last one. */
  next: StageName | undefined
}

/** How far a run has come: its stages with what they left, and their finished pieces. */
export class StagesStore {
  constructor(
    private readonly db: Kysely<DB>,
    private readonly events: EventsStore,
  ) {}

  /** Shows where a run stands. Throws when it is no longer held. A call that has ended shows nothing of it. */
  async showProgress(hold: RunLease, stage: StageName, percent: number): Promise<void> {
    if (hold.kind === 'after-call') return await assertLease(this.db, hold, { state: 'running' })
    const { numUpdatedRows } = await this.db
      .updateTable('meeting')
      .set({ stage, progress: Math.min(100, Math.max(0, percent)), updated_at: new Date() })
      .where('id', '=', hold.meetingId)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('pipeline_run')
            .select('meeting_id')
            .where('meeting_id', '=', hold.meetingId)
            .where('token', '=', hold.token)
            .where('state', '=', 'running'),
        ),
      )
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new RunEndedError('lost')
  }

  /** Output, events and the meeting's change together, or none of them. */
  async finishStage(hold: RunLease, finished: FinishedStage): Promise<void> {
    const { stage, output, startedAt, next } = finished
    const isLast = next === undefined
    await this.db.transaction().execute(async tx => {
      await assertLease(
        tx,
        hold,
        isLast ? { state: 'done', token: null, finished_at: new Date() } : { takeovers: 0 },
      )
      await tx
        .insertInto('pipeline_stage')
        .values({
          meeting_id: hold.meetingId,
          stage,
          output: JSON.stringify(output),
          worker_id: hold.workerId,
          started_at: startedAt,
        })
        .execute()
      const { ledger } = finished
      const elapsedMs = Math.max(0, Date.now() - startedAt.getTime())
      const logs = [...finished.logs]
      if (hold.kind === 'recording') logs.push({ metric: 'stageFinished', fields: { stage, elapsedMs } })
      await this.events.within(tx).record(hold.meetingId, { ledger, logs })
      const change = { ...finished.meeting, stage: next ?? stage, progress: isLast ? 100 : 0 }
      if (hold.kind === 'recording')
        await new MeetingsStore(tx).change(hold.meetingId, change, ['processing'])
      // The text is in its place: what it was put together from is not needed again.
      if (isLast) await tx.deleteFrom('pipeline_part').where('meeting_id', '=', hold.meetingId).execute()
    })
  }

  async fail(hold: RunLease, error: string, events: MeetingEvents): Promise<void> {
    await this.db.transaction().execute(async tx => {
      await assertLease(tx, hold, { state: 'failed', token: null, finished_at: new Date() })
      // The call has ended well, whatever became of its sound later.
      if (hold.kind === 'after-call') return
      await this.events.within(tx).record(hold.meetingId, events)
      await new MeetingsStore(tx).change(hold.meetingId, { status: 'failed', error }, ['processing'])
    })
  }

  /** While a stage runs. */
  async record({ meetingId }: Pick<RunLease, 'meetingId'>, entry: LogEntry): Promise<void> {
    await this.events.record(meetingId, { logs: [entry] })
  }

  async outputs(meetingId: string): Promise<Partial<StageOutputs>> {
    const rows = await this.db
      .selectFrom('pipeline_stage')
      .select(['stage', 'output'])
      .where('meeting_id', '=', meetingId)
      .execute()
    return Object.fromEntries(rows.map(row => [row.stage, row.output]))
  }

  async parts(meetingId: string, stage: StageName): Promise<Map<number, unknown>> {
    const rows = await this.db
      .selectFrom('pipeline_part')
      .select(['number', 'content'])
      .where('meeting_id', '=', meetingId)
      .where('stage', '=', stage)
      .orderBy('number')
      .execute()
    return new Map(rows.map(row => [row.number, row.content]))
  }

  async putPart(meetingId: string, stage: StageName, number: number, content: object): Promise<void> {
    await this.db
      .insertInto('pipeline_part')
      .values({
        meeting_id: meetingId,
        stage,
        number,
        content: JSON.stringify(content).replaceAll('\\u0000', ''),
      })
      .onConflict(conflict => conflict.columns(['meeting_id', 'stage', 'number']).doNothing())
      .execute()
  }
}
