import type { AuditEntryWire } from '@livetap/contract'
import { expect, test } from 'vitest'
import { auditQuery, listAddress, withAuditFilters } from './audit-filters'
import { entryText, timesText } from './audit-text'

const entry = (given: Partial<AuditEntryWire>): AuditEntryWire => ({
  ...{
    id: '1',
    at: '2026-03-04T05:06:07.000Z',
    actor: 'ann@example.com',
    action: 'meeting.delete',
    target: 'm1',
  },
  ...{ result: 'done', address: '10.0.0.1', fields: {} },
  ...given,
})

test('an entry reads as a sentence', () => {
  expect(entryText(entry({ fields: { title: 'Weekly' } }))).toBe('ann@example.com deleted “Weekly”')
  expect(entryText(entry({ fields: { title: 'erased' } }))).toBe('ann@example.com deleted m1')
  expect(entryText(entry({ action: 'session.sign-in', target: 'u1' }))).toBe('ann@example.com signed in')
  expect(entryText(entry({ actor: '', action: 'call', target: '' }))).toBe('Not signed in called')
  expect(entryText(entry({ action: 'of.tomorrow' }))).toBe('ann@example.com of.tomorrow m1')
  expect(timesText(entry({ fields: { count: 12 } }))).toBe('12 more times')
})

test('the address holds the filters, and what the call does not know is left out', () => {
  const search = new URLSearchParams('actor=ann&action=nothing&result=refused&from=yesterday&entry=7')
  expect(auditQuery(search)).toEqual({
    ...{ actor: 'ann', result: 'refused' },
    ...{ action: undefined, target: undefined, from: undefined, to: undefined },
  })
  expect(listAddress(search)).not.toContain('entry')
  expect(withAuditFilters(search, { actor: '' }).has('actor')).toBe(false)
})
