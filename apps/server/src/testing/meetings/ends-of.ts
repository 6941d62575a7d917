import { ledgerEvents, metrics } from '@livetap/contract'
import type { TestServer } from '../test-server'

/** How a meeting ended, as the ledger and the log have it; what every test would have to say again is left out. */
export async function endsOf({ app }: Pick<TestServer, 'app'>, meetingId: string) {
  await app.events.recorder.written()
  const { pool } = app.database
  const rows = (await app.events.ledger.of(meetingId)).filter(
    ({ name }) => name === ledgerEvents.meetingEnded.name,
  )
  const logs = await pool.query('select metric, fields from log_event where meeting = $1 order by id', [
    meetingId,
  ])
  const fieldsOf = (metric: string) => logs.rows.filter(row => row.metric === metric).map(row => row.fields)
  return {
    ledger: rows.map(({ fields: { timestamp, error, ...rest } }) => rest as Record<string, unknown>),
    reasons: fieldsOf(metrics.meetingEndReason.name).map(fields => fields.meeting_end_reason as string),
    completed: fieldsOf(metrics.meetingCompleted.name).length,
  }
}
