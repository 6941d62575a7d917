import type { IncomingMessage, ServerResponse } from 'node:http'

const PAGES = [2, 1]

/** One meeting as the provider's public API writes it, with the fields that no one here reads. */
const recorded = (number: number) => ({
  id: `870f51ff287b41be8648412901e0402${number}_I_1918873000${number}0000000`,
  meetingSeriesId: `870f51ff287b41be8648412901e0402${number}`,
  meetingNumber: `2512 345 678${number}`.replaceAll(' ', ''),
  title: 'Example Daily Meeting',
  password: 'BgJep@43',
  phoneAndVideoSystemPassword: '12345678',
  meetingType: 'meeting',
  state: 'ended',
  timezone: 'UTC',
  start: '2026-03-18T11:26:30Z',
  end: '2026-03-18T12:00:00Z',
  hostUserId: 'Y2lzY29zcGFyazovL3VzL1BFT1BMRS83BABBE99-B9A5-4F9B-8F5B-1AA5A5A5A5A5',
  hostDisplayName: 'John Andersen',
  hostEmail: 'john.andersen@example.com',
  hostKey: '123456',
  siteUrl: 'site4-example.webex.com',
  webLink: 'https://site4-example.webex.com/site4/j.php?MTID=md41817da6a55b0925530cb88b3577b1e',
  sipAddress: `2512345678${number}@site4-example.webex.com`,
  dialInIpAddress: '192.168.100.100',
  enabledAutoRecordMeeting: false,
  allowAnyUserToBeCoHost: false,
  hasChat: true,
  telephony: { accessCode: '1234567890', callInNumbers: [{ label: 'US Toll', callInNumber: '123456789' }] },
  integrationTags: ['dbaeceebea5c4a63ac9d5ef1edfe36b9'],
})

const error = (message: string) => ({
  message,
  errors: [{ description: message }],
  trackingId: 'ROUTER_6051A1A9-AAAA-01BB-1D1E-4F8C5A1D1E4F',
})

/** Answers as the provider does: two pages joined by Link, 429 at first, 404 for what it does not know. */
export function standInProvider() {
  let asked = 0
  return (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url!, `http://${request.headers.host}`)
    const send = (status: number, body: unknown, headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    if (request.headers.authorization !== 'Bearer outside-token')
      return void send(
        401,
        error('The request requires a valid access token set in the Authorization header'),
      )
    if (url.pathname !== '/v1/meetings')
      return void send(404, error('The requested resource could not be found.'))
    asked += 1
    if (asked === 1) return void send(429, error('Too many requests'), { 'retry-after': '1' })
    const page = Number(url.searchParams.get('offset') ?? 0)
    const next = new URL(url)
    next.searchParams.set('offset', String(page + 1))
    const items = Array.from({ length: PAGES[page] ?? 0 }, (_, n) => recorded(page * 2 + n))
    send(200, { items }, page + 1 < PAGES.length ? { link: `<${next.href}>; rel="next"` } : {})
  }
}
