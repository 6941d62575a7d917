import { afterEach, expect, test } from 'vitest'
import { isOfOneDay, typedMoment } from './ledger-time'

const ownZone = process.env.TZ

/** Node reads the zone anew when it is assigned. */
function setZone(zone: string | undefined) {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
}

afterEach(() => setZone(ownZone))

const event = (createdAt: string) => ({ id: createdAt, name: 'joined', createdAt, eventFields: [] })

test('a typed time is of the day and the zone that the events are shown in', () => {
  setZone('Asia/Kolkata')
  const events = [event('2026-03-04T19:00:00Z'), event('2026-03-04T20:00:00Z')]
  expect(isOfOneDay(events, 'local')).toBe(true)
  expect(typedMoment('00:45', events, 'local')).toBe(Date.parse('2026-03-04T19:15:00Z'))
  expect(typedMoment('19:15:30', events, 'gmt')).toBe(Date.parse('2026-03-04T19:15:30Z'))
  expect(typedMoment('soon', events, 'gmt')).toBeUndefined()
  expect(typedMoment('', events, 'gmt')).toBeUndefined()
})

test('events of several days are found by date and time', () => {
  setZone('Asia/Kolkata')
  const events = [event('2026-03-04T18:00:00Z'), event('2026-03-04T19:00:00Z')]
  expect(isOfOneDay(events, 'local')).toBe(false)
  expect(isOfOneDay(events, 'gmt')).toBe(true)
  expect(typedMoment('2026-03-05T00:10', events, 'local')).toBe(Date.parse('2026-03-04T18:40:00Z'))
})
