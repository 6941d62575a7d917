import { describe, expect, test } from 'vitest'
import { fillRoute, listeningPath, manuscriptsPath, openMeetingPath, RouteParamError, routes } from './routes'

describe('route parameters', () => {
  test('ACC-15 are filled from the payload and URL-encoded', () => {
    expect(fillRoute(routes.past, { meeting_id: 'a/b c?d' })).toBe('/past/a%2Fb%20c%3Fd')
    expect(fillRoute(routes.pastStats, { meeting_id: 'm', meeting_start_date: 1, meeting_end_date: 2 })).toBe(
      '/past-stats/m/1/2',
    )
  })

  test('ACC-15 an optional segment without a value is left out', () => {
    expect(fillRoute(routes.live, {})).toBe('/live')
    expect(fillRoute(routes.live, { meeting_id: 'm', record_audio: 'do_not_record_audio' })).toBe(
      '/live/m/do_not_record_audio',
    )
    expect(fillRoute(routes.userPastMeetings, { meeting_date_to_filter: '2' })).toBe('/user/past/meetings')
  })

  test('ACC-15 a missing required value is an error, not a broken address', () => {
    expect(() => fillRoute(routes.past, { meeting_id: '' })).toThrow(RouteParamError)
  })
})

test('MAN-11 empty manuscript filters become none; the name travels as a query', () => {
  expect(manuscriptsPath()).toBe('/manuscripts/id/none/vendor/none/language/none/status/none')
  expect(manuscriptsPath({ manuscript_vendor: 'captionmax', manuscript_name: 'a&b' })).toBe(
    '/manuscripts/id/none/vendor/captionmax/language/none/status/none?name=a%26b',
  )
})

test('a meeting opens in its past view with an id, in the local view without', () => {
  expect(openMeetingPath('m 1')).toBe('/past/m%201')
  expect(openMeetingPath()).toBe('/past-local')
})

test('LIV-04 the address that is shared opens the meeting without recording', () => {
  expect(listeningPath('m 1')).toBe('/live/m%201/do_not_record_audio')
})
