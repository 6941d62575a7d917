import { MANUSCRIPT_SORT_FIELDS, manuscriptStatuses } from '@livetap/contract'
import { createProject, listProjects, projectTotals } from '@livetap/contract/calls/manuscripts'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../testing/test-server'
import { aProject, ManuscriptsClient } from './testing/manuscripts-client'

let server: TestServer
let ada: ManuscriptsClient
let bob: ManuscriptsClient

beforeAll(async () => {
  server = await testServer()
  ada = new ManuscriptsClient(server)
  bob = new ManuscriptsClient(server, 'bob@example.com')
  return () => server.close()
})

// First: what later tests create would be in the list.
describe('a list of many', () => {
  beforeAll(async () => {
    const vendors = ['captionmax', 'lionbridge', 'dummyvendor'] as const
    for (let at = 0; at < 25; at++)
      await ada.create({
        name: `Project ${String(at).padStart(2, '0')}`,
        language: at % 2 ? 'fr' : 'en-US',
        vendor: vendors[at % 3]!,
        start_datetime: at % 4 ? `2026-01-${String(28 - at).padStart(2, '0')}T00:00:00.000Z` : undefined,
      })
  })

  test('MAN-02 is sorted by each of the six fields in both directions, and its pages hold each project once', async () => {
    for (const sort of MANUSCRIPT_SORT_FIELDS)
      for (const order of ['asc', 'desc']) {
        const ids: string[] = []
        const values: (string | null)[] = []
        let next: string | undefined
        do {
          const page = await ada.list({ sort, order, limit: 10, next })
          expect(page.total).toBe(25)
          ids.push(...page.projects.map(({ id }) => id))
          values.push(...page.projects.map(project => project[sort] ?? null))
          next = page.next ?? undefined
        } while (next)
        expect(new Set(ids).size).toBe(25)
        const known = values.filter(value => value !== null)
        // What has no date stands last in both directions.
        expect(values.slice(known.length).every(value => value === null)).toBe(true)
        const sorted = known.toSorted()
        expect(known).toEqual(order === 'asc' ? sorted : sorted.reverse())
      }
    expect((await ada.call(listProjects, { query: { next: 'nonsense' } })).status).toBe(422)
  })

  test('MAN-03 is filtered: language and status whole, vendor and name in part, none is no filter', async () => {
    const count = async (query: Record<string, string>) => (await ada.list(query)).total
    const none = {
      manuscript_id: 'none',
      manuscript_name: 'none',
      manuscript_language: 'none',
      manuscript_vendor: 'none',
      manuscript_status: 'none',
    }
    expect(await count(none)).toBe(25)
    expect(await count({ ...none, manuscript_language: 'fr' })).toBe(12)
    expect(await count({ manuscript_language: 'f' })).toBe(0)
    expect(await count({ manuscript_vendor: 'CAPTION' })).toBe(9)
    expect(await count({ manuscript_name: 'project 1' })).toBe(10)
    expect(await count({ manuscript_name: '%' })).toBe(0)
    expect(await count({ manuscript_status: 'pending' })).toBe(25)
    expect(await count({ manuscript_status: 'ready' })).toBe(0)
    expect(await ada.names({ manuscript_id: (await ada.list({ limit: 1 })).projects[0]!.id })).toEqual([
      'Project 00',
    ])
    expect(await count({ manuscript_id: 'x' })).toBe(0)
  })

  test('MAN-01 the totals per vendor follow the filters', async () => {
    const { body } = await ada.call(projectTotals, { query: { manuscript_language: 'fr' } })
    const hour = 3_600_000
    expect(body).toEqual({
      vendors: [
        { vendor: 'captionmax', projects: 4, ms_required: 4 * hour, ms_sent: 0, ms_received: 0 },
        { vendor: 'dummyvendor', projects: 4, ms_required: 4 * hour, ms_sent: 0, ms_received: 0 },
        { vendor: 'lionbridge', projects: 4, ms_required: 4 * hour, ms_sent: 0, ms_received: 0 },
      ],
    })
  })
})

test('MAN-07 MAN-10 a project is created pending, with the defaults, and refused with the rule it breaks', async () => {
  const project = await ada.create({ end_datetime: '2040-01-01T00:15:00.000Z' })
  expect(project).toMatchObject({
    ...aProject,
    status: 'pending',
    site_name: '',
    start_datetime: null,
    end_datetime: '2040-01-01T00:15:00.000Z',
    train_ms_sent: 0,
    eval_ms_received: 0,
    min_length_ms: 5000,
    max_length_ms: 21_000,
    has_global_participant_id: true,
    has_participant_id: true,
    version: 1,
    created_by: 'ada@example.com',
  })
  const refused = async (asked: object) => {
    const { status, description } = await ada.call(createProject, { body: { ...aProject, ...asked } })
    expect(status).toBe(422)
    return description
  }
  expect(await refused({ train_ms_required: 0 })).toContain(
    'Sum of train and eval hours should be greater than 0.',
  )
  expect(await refused({ name: '  ' })).toContain('name')
  expect(await refused({ vendor: 'nobody' })).toContain('vendor')
  expect(await refused({ min_length_ms: 0 })).toContain('min_length_ms')
  expect(await refused({ min_length_ms: 9000, max_length_ms: 8000 })).toContain('max_length_ms')
  expect(
    await refused({ start_datetime: '2026-02-02T00:00:00Z', end_datetime: '2026-02-01T00:00:00Z' }),
  ).toContain('end_datetime')
})

test('MAN-10 any status may be set; an update on an older version is refused and says whose change came between', async () => {
  const { id } = await ada.create({ name: 'Shared' })
  for (const status of ['closed', 'completed', 'pending'] as const)
    expect((await ada.set(id, status)).body.status).toBe(status)
  const { version } = await ada.get(id)
  expect((await bob.set(id, 'closed', version)).status).toBe(200)
  const late = await ada.set(id, 'completed', version)
  expect(late.status).toBe(409)
  expect(late.description).toContain('Shared was changed in between by bob@example.com (status closed)')
  const edited = await ada.edit(id, { ...aProject, name: 'Mine', version })
  expect(edited.status).toBe(409)
  expect(await ada.get(id)).toMatchObject({ name: 'Shared', status: 'closed', version: version + 1 })
  const again = await ada.edit(id, { ...aProject, name: 'Mine', version: version + 1 })
  expect(again.body).toMatchObject({ name: 'Mine', status: 'closed', changed_by: 'ada@example.com' })
  expect((await ada.set('999999', 'closed')).status).toBe(404)
  expect((await ada.set(id, 'none' as 'closed')).status).toBe(422)
  expect(manuscriptStatuses).toHaveLength(6)
})

test('MAN-04 a bulk update changes what it can and lists each failure', async () => {
  const [one, two] = [await ada.create({ name: 'One' }), await ada.create({ name: 'Two' })]
  await bob.set(two.id, 'ready')
  const { status, body } = await ada.setAll([one.id, two.id, '999999', one.id], 'closed', {
    [one.id]: one.version,
    [two.id]: two.version,
  })
  expect(status).toBe(200)
  expect(body.updated.map(({ id, status }) => [id, status])).toEqual([[one.id, 'closed']])
  expect(body.failed).toEqual([
    { id: two.id, description: expect.stringContaining('bob@example.com (status ready)') },
    { id: '999999', description: 'There is no project 999999' },
  ])
})

test('MAN-06 a deleted project is seen by its filter only, and comes back with its former status', async () => {
  const { id, version } = await ada.create({ name: 'Gone' })
  await bob.set(id, 'ready', version)
  expect((await ada.delete(id, version)).status).toBe(409)
  expect((await ada.delete(id, version + 1)).body.status).toBe('deleted')
  expect(await ada.names({ manuscript_name: 'Gone' })).toEqual([])
  expect(await ada.names({ manuscript_status: 'deleted' })).toEqual(['Gone'])
  expect((await ada.set(id, 'ready', version + 2)).status).toBe(200)
  expect(await ada.names({ manuscript_name: 'Gone' })).toEqual(['Gone'])
  expect((await ada.delete('999999')).status).toBe(404)
})
