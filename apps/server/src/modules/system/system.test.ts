import { clusterCapacities } from '@livetap/contract/endpoints/capacities'
import { drainNode, systemState } from '@livetap/contract/endpoints/system'
import { expect, test, vi } from 'vitest'
import { callEndpoint } from '../../testing/call-endpoint'
import { testServer } from '../../testing/test-server'

test('ACC-24 the system page knows what works, who is there, what was lost and what failed; a node can be drained', async () => {
  const server = await testServer({ nodeTimes: { heartbeatMs: 50, silentMs: 10_000 } })
  const headers = server.bearer({ userName: 'operator@example.com' })
  const state = async () => {
    const response = await callEndpoint(server.url, systemState, { headers })
    expect(response.status).toBe(200)
    return systemState.answer.parse(await response.json())
  }
  server.app.events.recorder
    .of('m1')
    .log('meetingEndReason', { meeting_end_reason: 'failed', stage: 'probe' })
  const first = await state()
  const check = (name: string) => first.checks.find(one => one.name === name)
  expect(check('database')).toEqual({ name: 'database', ok: true, detail: 'answers' })
  expect(check('cache')).toEqual({ name: 'cache', ok: true, detail: 'not configured' })
  expect(first.version).toMatch(/^\d+\.\d+\.\d+/)
  expect(first.disk[0]!.total_bytes).toBeGreaterThan(0)
  expect(first.errors).toMatchObject([{ meeting: 'm1', message: 'meeting ended: failed' }])
  expect(first.nodes).toMatchObject([
    { pod: server.app.identity.pod, draining: false, log_loss: { log: 0, ledger: 0 } },
  ])

  const { pod } = server.app.identity
  const drain = (params: { pod: string }, draining: boolean) =>
    callEndpoint(server.url, drainNode, { params, body: { draining }, headers })
  expect((await drain({ pod }, true)).status).toBe(200)
  expect((await drain({ pod: 'nobody' }, true)).status).toBe(404)
  await vi.waitFor(() => expect(server.app.nodes.own.isDraining).toBe(true))
  const capacities = await callEndpoint(server.url, clusterCapacities, { headers })
  expect(Object.values((await capacities.json()) as object)).toMatchObject([{ callsAvailability: 0 }])
  expect((await drain({ pod }, false)).status).toBe(200)
  await vi.waitFor(() => expect(server.app.nodes.own.isDraining).toBe(false))
})
