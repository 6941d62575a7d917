import { expect, test } from 'vitest'
import { ApiClient } from '../api-client'
import { AuditExplorer } from './audit-explorer'

const entry = (id: string) => ({
  ...{ id, at: '2026-03-04T05:06:07.000Z', actor: 'ann@example.com', action: 'meeting.open', target: 'm1' },
  ...{ result: 'done', address: '10.0.0.1', fields: {} },
})

test('pages follow each other by the cursor, and a failure keeps what is there', async () => {
  const asked: URLSearchParams[] = []
  let isAway = false
  const api = new ApiClient({
    origin: 'http://livetap.test',
    token: () => 'secret',
    fetch: async input => {
      if (isAway) throw new TypeError('fetch failed')
      const { searchParams } = new URL(String(input))
      asked.push(searchParams)
      const page = searchParams.has('cursor')
        ? { entries: [entry('1')], next: null }
        : { entries: [entry('3'), entry('2')], next: '7_2' }
      return Response.json(page)
    },
  })
  const explorer = new AuditExplorer({ api, query: { actor: 'ann@example.com' } })
  await explorer.search()
  expect(explorer.getSnapshot()).toMatchObject({ hasOlder: true, isReady: true })
  isAway = true
  await explorer.older()
  expect(explorer.getSnapshot().entries).toHaveLength(2)
  expect(explorer.getSnapshot().error).toBeDefined()
  isAway = false
  await explorer.older()
  await explorer.older()
  expect(explorer.getSnapshot().entries.map(({ id }) => id)).toEqual(['3', '2', '1'])
  expect(explorer.getSnapshot()).toMatchObject({ hasOlder: false, error: undefined })
  expect(asked.map(query => [query.get('actor'), query.get('cursor')])).toEqual([
    ['ann@example.com', null],
    ['ann@example.com', '7_2'],
  ])
})
