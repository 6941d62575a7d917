import { expect, test } from 'vitest'
import type { MeetingRow } from '../../../shared/meeting-list/meeting-rows'
import { isInList, readListAddress, withFilter, withList, withSort } from './list-address'

const address = (text: string) => new URLSearchParams(text)

test('the address says which meetings are listed and in which order, newest first at first', () => {
  expect(readListAddress(address(''))).toEqual({
    list: undefined,
    filter: '',
    sort: [{ id: 'start', desc: true }],
  })
  expect(readListAddress(address('list=failed&sort=-length&filter=plan'))).toEqual({
    list: 'failed',
    filter: 'plan',
    sort: [{ id: 'length', desc: true }],
  })
  expect(readListAddress(address('list=opened')).sort).toEqual([{ id: 'opened', desc: true }])
  expect(readListAddress(address('list=toString&sort=title'))).toEqual({
    list: undefined,
    filter: '',
    sort: [{ id: 'title', desc: false }],
  })
})

test('another list begins in its own order, and the mode stays in the address', () => {
  const held = address('mode=open_meeting&list=live&sort=title')
  expect(withList(held, 'failed').toString()).toBe('mode=open_meeting&list=failed')
  expect(withList(held, undefined).toString()).toBe('mode=open_meeting')
  expect(withFilter(held, 'plan').toString()).toBe('mode=open_meeting&list=live&sort=title&filter=plan')
  expect(withFilter(withFilter(held, 'plan'), '').has('filter')).toBe(false)
  expect(withSort(held, [{ id: 'length', desc: true }]).get('sort')).toBe('-length')
})

test('a meeting is in the list of its state, of its host, and of those that were opened', () => {
  const row = { state: 'failed', host: 'ann@example.org', openedAtMs: null, startMs: null } as MeetingRow
  const own = new Set(['ann@example.org'])
  const lists = (one: MeetingRow) =>
    ([undefined, 'live', 'failed', 'mine', 'opened'] as const).filter(list => isInList(one, list, own))
  expect(lists(row)).toEqual([undefined, 'failed', 'mine'])
  expect(lists({ ...row, state: 'ready', host: 'eve@example.org', openedAtMs: 1 })).toEqual([
    undefined,
    'opened',
  ])
})
