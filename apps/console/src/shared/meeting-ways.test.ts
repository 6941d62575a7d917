import { expect, test } from 'vitest'
import { meetingWays } from './meeting-ways'

const waysOf = (startMs: number | null) =>
  Object.fromEntries(meetingWays('m1_us', startMs).map(({ label, to }) => [label, to]))

test('STA-01 a meeting leads to its statistics, its ledger and its log entries', () => {
  const ways = waysOf(Date.UTC(2026, 2, 4))
  expect(ways['Meeting stats']).toMatch(/^\/past-stats\/m1_us\/\d+/)
  expect(ways['Audio ledger']).toBe('/audio-ledgers-stats/m1_us')
  expect(ways['Log entries']).toMatch(/^\/logs\?.*meeting=m1_us/)
})

test('without its start the statistics, which are asked for by time, are left out', () => {
  expect(Object.keys(waysOf(null))).not.toContain('Meeting stats')
  expect(Object.keys(waysOf(null))).toContain('Audio ledger')
})
