import { expect, test } from 'vitest'
import { changedFilters } from '../../../shared/address-filters'
import { logQuery } from './log-filters'

const address = (text: string) => new URLSearchParams(text)

test('the address is the query: every filter, trimmed, and nothing for one that is empty or unknown', () => {
  const filters =
    'meeting=m-1&metric=engine-refused&pod=host-1&service=vmc&severity=WARNING&text=%20quokka%20'
  const range = 'from=2026-01-05T10:00:00Z&to=2026-01-05T11:00:00Z'
  expect(logQuery(address(`${filters}&${range}`))).toEqual({
    meeting: 'm-1',
    metric: 'engine-refused',
    pod: 'host-1',
    service: 'vmc',
    severity: 'WARNING',
    text: 'quokka',
    from: '2026-01-05T10:00:00Z',
    to: '2026-01-05T11:00:00Z',
  })
  const { lastMs, ...given } = logQuery(address('meeting=%20&severity=LOUD&service=nobody&last=ever'))
  expect(Object.values(given).every(value => value === undefined)).toBe(true)
  expect(lastMs).toBe(3_600_000)
})

test('without a range it is the last hour, of a meeting the meeting’s own time', () => {
  expect(logQuery(address(''))).toMatchObject({ lastMs: 3_600_000 })
  expect(logQuery(address('text=quokka'))).not.toHaveProperty('ofMeeting')
  expect(logQuery(address('meeting=m-1'))).toMatchObject({ meeting: 'm-1', ofMeeting: true })
  expect(logQuery(address('meeting=m-1'))).not.toHaveProperty('lastMs')
  const given = logQuery(address('meeting=m-1&from=2026-01-05T10:00:00Z'))
  expect(given).toMatchObject({ from: '2026-01-05T10:00:00Z' })
  expect(given).not.toHaveProperty('ofMeeting')
  expect(logQuery(address('meeting=m-1&last=24h'))).toMatchObject({ lastMs: 86_400_000 })
})

test('a range that moves with the clock is above dates', () => {
  const query = logQuery(address('last=15m&from=2026-01-05T10:00:00Z'))
  expect(query.lastMs).toBe(900_000)
  expect(query).not.toHaveProperty('from')
})

test('a changed filter leaves the others in the address, and an empty one goes', () => {
  const before = address('meeting=m-1&text=quokka')
  expect(changedFilters(before, { pod: ' host-1 ', text: ' ' }).toString()).toBe('meeting=m-1&pod=host-1')
  expect(before.toString()).toBe('meeting=m-1&text=quokka')
})
