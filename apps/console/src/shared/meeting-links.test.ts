import { expect, test } from 'vitest'
import { meetingLinks } from './meeting-links'

const linksOf = (startMs: number | null) =>
  Object.fromEntries(meetingLinks('m1_us', startMs, () => true).map(({ label, to }) => [label, to]))

test('STA-01 a meeting leads to its statistics, its ledger and its log entries', () => {
  const links = linksOf(Date.UTC(2026, 2, 4))
  expect(links.Statistics).toMatch(/^\/past-stats\/m1_us\/\d+/)
  expect(links.Timeline).toBe('/audio-ledgers-stats/m1_us')
  expect(links.Logs).toMatch(/^\/logs\?.*meeting=m1_us/)
})

test('a view that one may not open is left out', () => {
  const links = meetingLinks('m1_us', 0, action => action === 'meeting.inspect')
  expect(links.map(({ label }) => label)).toEqual(['Timeline', 'Statistics'])
})

test('without its start the statistics, which are asked for by time, are left out', () => {
  expect(Object.keys(linksOf(null))).not.toContain('Statistics')
  expect(Object.keys(linksOf(null))).toContain('Timeline')
})
