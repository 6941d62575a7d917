import { type Enhancement, MEETING_LIVE } from '@livetap/contract'
import { sql } from 'kysely'
import { databaseNow } from '../../../platform/db/database-time'
import { Store } from '../../../platform/db/store'
import { isBusy, type JobsStore, type QueueName } from '../../jobs'
import { notSilent } from '../../nodes'
import type { StageOutputs } from '../stage-outputs'

/** How a stage ended; null while it has not. */
type StageEnd = 'done' | 'skipped' | null

/** What ended calls left: a job for each, and when it may be worked on. */
export class AfterCallStore extends Store<{ jobs: JobsStore }> {
  /** The mixing of a call is its first stage. Once more for the same meeting changes nothing. */
  async enqueue(meetingId: string, mixed: StageOutputs['normalise'], madeBy: string): Promise<void> {
    await this.db.transaction().execute(async tx => {
      if (!(await this.options.jobs.within(tx).enqueue('after-call', meetingId))) return
      await tx
        .insertInto('pipeline_stage')
        .values({
          meeting_id: meetingId,
          stage: 'normalise',
          output: JSON.stringify(mixed),
          worker_id: madeBy,
          started_at: databaseNow,
        })
        .execute()
    })
  }

  /**
   * Of the text of an ended call: it is recognised again, or people at one microphone are diarized, or both. What failed and
   * waits for its next try is not announced.
   */
  async enhancement(meetingId: string): Promise<Enhancement | undefined> {
    const { rows } = await sql<{
      queue: QueueName | null
      isRunning: boolean
      isWanted: boolean
      recognized: StageEnd
      isShared: boolean | null
      diarized: StageEnd
    }>`
      select job.queue,
        job.state in ('queued', 'running') and job.not_before is null as "isRunning",
        meeting.enable_ensemble as "isWanted",
        case when again.output ? 'skipped' then 'skipped' when again.output is not null then 'done' end as recognized,
        jsonb_path_exists(mixed.output, '$.call.voices[*] ? (@.isShared == true)') as "isShared",
        case when voices.output ? 'skipped' then 'skipped' when voices.output is not null then 'done' end as diarized
      from meeting
      left join job on job.meeting_id = meeting.id
      left join pipeline_stage as mixed on mixed.meeting_id = meeting.id and mixed.stage = 'normalise'
      left join pipeline_stage as voices on voices.meeting_id = meeting.id and voices.stage = 'diarization'
      left join pipeline_stage as again on again.meeting_id = meeting.id and again.stage = 'ensemble'
      where meeting.id = ${meetingId}`.execute(this.db)
    const [run] = rows
    if (!run || run.queue === 'recording') return undefined
    const { isRunning, isWanted, recognized, isShared, diarized } = run
    // Text of the small model is recognised again although it was not requested.
    const steps = [...(isWanted || recognized ? [recognized] : []), ...(isShared ? [diarized] : [])]
    if (isRunning && steps.includes(null)) return 'pending'
    return steps.includes('done') ? 'done' : 'none'
  }

  /** A recording waits or is worked on at this host, or a client is in a call on it. */
  async mustYield(host: string, silentMs: number): Promise<boolean> {
    const { rows } = await sql<{ busy: boolean }>`
      select ${isBusy('recording', host, silentMs)} or exists (
        select 1 from live_meeting call
        join meeting on meeting.id = call.meeting_id
        join node on node.id = call.node_id
        where meeting.status = ${MEETING_LIVE} and node.host = ${host} and ${notSilent(silentMs)}
          and call.last_client_at > clock_timestamp() - ${silentMs} * interval '1 millisecond') as busy`.execute(
      this.db,
    )
    return rows[0]!.busy
  }
}
