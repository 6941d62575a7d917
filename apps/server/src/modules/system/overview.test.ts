import { type OverviewAnswer, overviewAnswerSchema } from '@livetap/contract'
import { getOverview } from '@livetap/contract/calls/overview'
import { drainNode } from '@livetap/contract/calls/system'
import { expect, test, vi } from 'vitest'
import { callEndpoint } from '../../testing/call-endpoint'
import { pastMeeting } from '../../testing/meetings/past-meeting'
import { testServer } from '../../testing/test-server'

test('the overview counts what runs, is transcribed and failed, the errors of a day, and names the nodes that drain', async () => {
  const server = await testServer({ nodeTimes: { heartbeatMs: 50, silentMs: 10_000 } })
  const headers = server.bearer()
  const counts = async (): Promise<OverviewAnswer> => {
    const response = await callEndpoint(server.url, getOverview, { headers })
    expect(response.status).toBe(200)
    return overviewAnswerSchema.parse(await response.json())
  }
  expect(await counts()).toEqual({
    live: 0,
    transcribing: 0,
    failed_today: 0,
    errors_today: 0,
    draining: [],
  })

  const { store } = server.app.meetings
  const [live, made, failed, failedBefore] = await Promise.all([
    pastMeeting(server),
    pastMeeting(server),
    pastMeeting(server),
    pastMeeting(server),
  ])
  await store.change(live, { status: 'CallStarted' })
  await store.change(made, { status: 'processing' })
  await store.change(failed, { status: 'failed' })
  await store.change(failedBefore, { status: 'failed' })
  await server.app.database.kysely
    .updateTable('meeting')
    .set({ updated_at: new Date(Date.now() - 25 * 3_600_000) })
    .where('id', '=', failedBefore)
    .execute()
  server.app.events.recorder
    .of(failed)
    .log('meetingEndReason', { meeting_end_reason: 'failed', stage: 'probe' })
  await server.app.events.recorder.written()
  const { pod } = server.app.identity
  const body = { draining: true }
  expect((await callEndpoint(server.url, drainNode, { params: { pod }, body, headers })).status).toBe(200)
  const changed = { live: 1, transcribing: 1, failed_today: 1, errors_today: 1, draining: [pod] }
  await vi.waitFor(async () => expect(await counts()).toEqual(changed))
})
