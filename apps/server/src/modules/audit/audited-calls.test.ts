import type { AuditEntryWire } from '@livetap/contract'
import { auditExport, searchAudit } from '@livetap/contract/calls/audit'
import { createMeeting } from '@livetap/contract/calls/live-meetings'
import { deleteMeeting, renameMeeting } from '@livetap/contract/calls/meetings'
import { drainNode } from '@livetap/contract/calls/system'
import { pathOf, type QueryValues } from '@livetap/contract/wire/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../testing/test-server'

let server: TestServer
let ann: { authorization: string }
beforeAll(async () => {
  server = await testServer()
  ann = server.bearer({ userId: 'u-ann', userName: 'ann@example.com', role: 'admin' })
})
afterAll(() => server.close())

const send = (method: string, path: string, body?: object, headers: Record<string, string> = ann) =>
  fetch(server.url + path, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })

async function start(title: string): Promise<string> {
  const body = {
    start_at_utc: '2026-03-04T05:06:07Z',
    enable_ensemble: false,
    trainable_shard_percent: 0,
    title,
  }
  const response = await send('POST', pathOf(createMeeting, {}, { client_region: 'us' }), body)
  expect(response.status).toBe(200)
  return ((await response.json()) as { id: string }).id
}

async function entries(query: QueryValues): Promise<AuditEntryWire[]> {
  const response = await send('GET', pathOf(searchAudit, {}, query))
  expect(response.status).toBe(200)
  return ((await response.json()) as { entries: AuditEntryWire[] }).entries
}

const query = async <Row>(text: string): Promise<Row[]> =>
  (await server.app.database.pool.query(text)).rows as Row[]

test('a change and its entry are one transaction, with who, what and from where', async () => {
  const id = await start('Weekly')
  const [made] = await entries({ target: id, action: 'meeting.start' })
  expect(made).toMatchObject({
    ...{
      actor: 'ann@example.com',
      action: 'meeting.start',
      target: id,
      result: 'done',
      address: '127.0.0.1',
    },
    fields: { title: 'Weekly', actor_id: 'u-ann', meeting_title: 'Weekly', tracking_id: expect.any(String) },
  })
  const together = await query<{ same: boolean }>(
    `select entry.xmin = meeting.xmin as same from audit_entry entry, meeting where entry.target = '${id}' and meeting.id = '${id}'`,
  )
  expect(together).toEqual([{ same: true }])

  expect((await send('PUT', pathOf(renameMeeting, { id }), { title: 'Daily' })).status).toBe(200)
  expect((await send('DELETE', pathOf(deleteMeeting, { id }))).status).toBe(204)
  const after = await entries({ target: id, actor: 'ann@example.com' })
  expect(after.map(({ action }) => action)).toEqual(['meeting.delete', 'meeting.rename', 'meeting.start'])
  expect(after[0]!.fields).toMatchObject({ title: 'Daily' })
  expect(after[0]!.fields).not.toHaveProperty('meeting_title')
})

test('where the entry cannot be written, the change is not made', async () => {
  const id = await start('Kept')
  await query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no entries'; end $$`,
  )
  await query('create trigger refuse before insert on audit_entry execute function refuse()')
  try {
    expect((await send('PUT', pathOf(renameMeeting, { id }), { title: 'Lost' })).status).toBe(500)
    expect((await send('DELETE', pathOf(deleteMeeting, { id }))).status).toBe(500)
  } finally {
    await query('drop trigger refuse on audit_entry')
  }
  expect(await query(`select title from meeting where id = '${id}'`)).toEqual([{ title: 'Kept' }])
  expect((await send('DELETE', pathOf(deleteMeeting, { id }))).status).toBe(204)
})

test('refused calls have an entry, repeats are counted, and a caller without a name is one for its address', async () => {
  for (let n = 0; n < 3; n++)
    expect((await send('PUT', pathOf(drainNode, { pod: 'none' }), { draining: true })).status).toBe(404)
  for (const pod of ['a', 'b'])
    expect((await send('PUT', pathOf(drainNode, { pod }), { draining: true }, {})).status).toBe(401)
  const refused = await entries({ result: 'refused' })
  expect(refused.filter(({ action }) => action === 'node.drain')).toMatchObject([
    { actor: 'ann@example.com', target: 'none', fields: { status: 404 } },
  ])
  expect(refused.filter(({ action }) => action === 'call')).toMatchObject([
    { actor: '', address: '127.0.0.1', fields: { status: 401 } },
  ])
})

test('the export holds what the filter finds, and no cell is a formula', async () => {
  const evil = server.bearer({ userId: 'u-evil', userName: '=HYPERLINK("x")' })
  expect((await send('PUT', pathOf(drainNode, { pod: 'none' }), { draining: true }, evil)).status).toBe(404)
  const read = async (format: string) => {
    const asked = await send('GET', pathOf(auditExport, {}, { format, actor: 'u-evil' }))
    const { url } = (await asked.json()) as { url: string }
    const file = await fetch(server.url + url)
    expect(file.headers.get('content-disposition')).toContain(`audit.${format}`)
    return await file.text()
  }
  await entries({})
  const [head, line] = (await read('csv')).split('\r\n')
  expect(head).toBe('id,at,actor,action,target,result,address,fields')
  expect(line).toContain(`"'=HYPERLINK(""x"")",node.drain,none,refused`)
  expect(JSON.parse((await read('jsonl')).trim())).toMatchObject({ action: 'node.drain', result: 'refused' })
  expect((await fetch(server.url + pathOf(auditExport))).status).toBe(401)
})

test('an invalid cursor is refused', async () => {
  expect((await send('GET', pathOf(searchAudit, {}, { cursor: 'x' }))).status).toBe(422)
})
