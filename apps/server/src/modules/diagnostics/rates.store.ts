import { metrics } from '@livetap/contract'
import { sql } from 'kysely'
import { Store } from '../../platform/db/store'

export interface MinuteRate {
  pod: string
  minute: Date
  value: number
}

/** Sound that was recognised, and how long that took. */
export interface MinuteWork {
  pod: string
  minute: Date
  soundMs: number
  workMs: number
}

const RECOGNITION = 'recognition'

/** What the log says of the processes, minute by minute. */
export class RatesStore extends Store {
  /** Errors of each minute that had any. */
  async errors(from: Date): Promise<MinuteRate[]> {
    const { rows } = await sql<MinuteRate>`
      select pod, date_trunc('minute', time) as minute, count(*)::int as value
      from log_event
      where time >= ${from} and severity = 'ERROR'
      group by 1, 2
    `.execute(this.db)
    return rows
  }

  /** Of recordings, by the minute in which their recognition ended. */
  async recognised(from: Date): Promise<MinuteWork[]> {
    const { rows } = await sql<MinuteWork>`
      select done.pod,
             date_trunc('minute', done.time) as minute,
             (sum(sound.seconds) * 1000)::float8 as "soundMs",
             sum((done.fields->>'elapsedMs')::float8)::float8 as "workMs"
      from log_event as done
      join (
        select meeting, max((fields->>'recordingDurationInSeconds')::float8) as seconds
        from log_event
        where metric = ${metrics.recordingDuration.name} and time >= ${from}::timestamptz - interval '1 day'
        group by meeting
      ) as sound on sound.meeting = done.meeting
      where done.time >= ${from}
        and done.metric = ${metrics.stageFinished.name}
        and done.fields->>'stage' = ${RECOGNITION}
        and (done.fields->>'elapsedMs')::float8 > 0
      group by 1, 2
    `.execute(this.db)
    return rows
  }
}
