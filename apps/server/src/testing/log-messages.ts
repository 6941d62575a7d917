import type { TestServer } from './test-server'

/** What the log says of a meeting, or of the installation, in the order in which it was written. */
export async function logMessages(
  { app }: Pick<TestServer, 'app'>,
  meetingId: string | null = null,
): Promise<string[]> {
  await app.events.recorder.written()
  const { rows } = await app.database.pool.query(
    'select message from log_event where meeting is not distinct from $1 order by id',
    [meetingId],
  )
  return rows.map(({ message }) => message as string)
}
