import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listConferences } from '@livetap/contract/calls/conferencing'
import { createMeeting, setCustomPhrases } from '@livetap/contract/calls/live-meetings'
import { lookUpConference } from '@livetap/contract/calls/lookups'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { ApiClient } from '@livetap/session'
import { afterEach, describe, expect, test } from 'vitest'
import { launcherCalls } from './launcher-calls'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function callsTo(status: number, answer: unknown) {
  const seen: { line: string; body: unknown }[] = []
  const server = createServer(async (request, reply) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const text = Buffer.concat(parts).toString()
    seen.push({ line: `${request.method} ${request.url}`, body: text && JSON.parse(text) })
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  servers.push(server)
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { seen, calls: launcherCalls(new ApiClient({ origin, token: () => 'tok' })) }
}

const live = () => new AbortController().signal

describe('the calls of the launcher on the wire', () => {
  test('LAU-19 a meeting is created by query and body, its phrases are patched', async () => {
    const { seen, calls } = await callsTo(200, { id: 'm/1', status: 'CallStarted' })
    const query = {
      client_region: 'us',
      skip_load_balancing: true,
      webex_site_id: '7',
      webex_site_name: 'a b',
    }
    const body = { start_at_utc: '2026-03-10T14:37:12.000Z', enable_ensemble: true }
    expect(await calls.createMeeting(query, body)).toMatchObject({ id: 'm/1' })
    const phrases = [{ category_name: 'assistant', phrase: 'OK EVA' }]
    await calls.setCustomPhrases('m/1', phrases, live())
    expect(seen).toEqual([
      {
        line: `POST ${pathOf(createMeeting)}?client_region=us&skip_load_balancing=true&webex_site_id=7&webex_site_name=a+b`,
        body,
      },
      { line: `PATCH ${pathOf(setCustomPhrases, { id: 'm/1' })}`, body: { custom_phrases: phrases } },
    ])
  })

  test('a series is looked up for its newest meeting alone', async () => {
    const { seen, calls } = await callsTo(200, { items: [{ id: 'w-9', title: 'x' }] })
    const query = { meetingSeriesId: 's', meetingNumber: '5', from: '2026-03-01T00:00:00.000Z' }
    expect(await calls.findInSeries(query, live())).toBe('w-9')
    expect(seen[0]?.line).toBe(
      `GET ${pathOf(listConferences)}?max=1&meetingSeriesId=s&meetingNumber=5&from=2026-03-01T00%3A00%3A00.000Z`,
    )
    const empty = await callsTo(200, { items: [] })
    expect(await empty.calls.findInSeries(query, live())).toBeNull()
    const odd = await callsTo(200, [])
    await expect(odd.calls.findInSeries(query, live())).rejects.toMatchObject({ reason: 'invalid_answer' })
  })

  test('LAU-14 a conference the logs do not know rejects', async () => {
    const error = { message: 'Client Exception', errors: [{ description: 'unknown' }], trackingId: 't' }
    const { seen, calls } = await callsTo(404, error)
    await expect(calls.lookUpConference('w 1', live())).rejects.toMatchObject({
      status: 404,
      trackingId: 't',
    })
    expect(seen[0]?.line).toBe(`GET ${pathOf(lookUpConference, { webexId: 'w 1' })}`)
  })
})
