import { expect, test } from 'vitest'
import { logQuery, withFilters } from './log-filters'

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
  const given = Object.values(logQuery(address('meeting=%20&severity=LOUD&service=nobody&last=ever')))
  expect(given.every(value => value === undefined)).toBe(true)
})

test('a range that moves with the clock is above dates', () => {
  const query = logQuery(address('last=15m&from=2026-01-05T10:00:00Z'))
  expect(query.lastMs).toBe(900_000)
  expect(query).not.toHaveProperty('from')
})

test('a changed filter leaves the others in the address, and an empty one goes', () => {
  const before = address('meeting=m-1&text=quokka')
  expect(withFilters(before, { pod: ' host-1 ', text: ' ' }).toString()).toBe('meeting=m-1&pod=host-1')
  expect(before.toString()).toBe('meeting=m-1&text=quokka')
})
