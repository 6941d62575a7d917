import { expect, onTestFinished, test, vi } from 'vitest'
import { enter, entered, meetingId, row, setUp } from './live-meeting.test-support'

test('LIV-01 LIV-04 the entry goes through its steps and says each', async () => {
  const { phases, toasts, asked, media, sockets } = await entered()
  expect(phases).toEqual(['status', 'address', 'connecting', 'recorder', 'live'])
  expect(toasts).toEqual([
    'success: HOTWORD Connected!',
    'success: Local RECORDER Created!',
    'success: Local RECORDER Started!',
  ])
  expect(asked.map(({ call }) => call)).toEqual([
    'GET status',
    'GET transcript/live',
    'GET highlights',
    'GET live_addr',
  ])
  media.speak(new Float32Array(1024).fill(0.5))
  expect(sockets[0]!.audio).toHaveLength(1)
})

test('LIV-03 each failure of the entry has its words, and it can be tried again', async () => {
  const room = setUp()
  const { live, answers, toasts } = room
  const refused = () => ({
    status: 500,
    body: { message: 'Server Exception', errors: [{ description: 'No' }] },
  })
  const status = answers['GET status']!
  answers['GET status'] = refused
  await live.start()
  expect(toasts.splice(0)).toEqual([
    'error: Failed meeting status fetch',
    'error: Setup meeting live services flow failed: No',
  ])
  answers['GET status'] = status
  const address = answers['GET live_addr']!
  answers['GET live_addr'] = refused
  await live.start()
  expect(toasts.splice(0)).toEqual([
    'error: Failed hotword socket address fetch',
    'error: Setup meeting live services flow failed: Failed hotword socket address fetch',
  ])
  answers['GET live_addr'] = () => ({ body: { live_addr: '' } })
  await live.start()
  expect(toasts.splice(0)).toContain(
    'error: Setup meeting live services flow failed: socket address undefined',
  )
  expect(live.getSnapshot().phase).toBe('failed')
  answers['GET live_addr'] = address
  await enter(room)
  expect(live.getSnapshot().phase).toBe('live')
})

test('LIV-03 LIV-21 a connection that fails is reported with max connect retries reached', async () => {
  const clock = {
    timeout: (run: () => void, ms: number) => at(run, Math.min(ms, ms > 9000 ? ms : 0)),
    interval: () => () => {},
  }
  const at = (run: () => void, ms: number) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  }
  const { live, toasts, sockets } = setUp({ clock })
  const starting = live.start()
  for (let n = 1; n <= 6; n += 1) {
    await vi.waitFor(() => expect(sockets).toHaveLength(n))
    sockets.at(-1)!.drop(1006)
  }
  await starting
  expect(toasts).toEqual([
    'error: Failed hotword connection',
    'error: Setup meeting live services flow failed: max connect retries reached',
  ])
})

test('LIV-03 a meeting that is full is reported as such, and can be tried again', async () => {
  const room = setUp()
  const starting = room.live.start()
  await vi.waitFor(() => expect(room.sockets).toHaveLength(1))
  room.sockets[0]!.drop(4423, 'meeting_full')
  await starting
  expect(room.toasts).toEqual([
    'error: Failed hotword connection',
    'error: Setup meeting live services flow failed: The meeting is full',
  ])
  expect(room.now().phase).toBe('failed')
  room.sockets.length = 0
  await enter(room)
  expect(room.now().phase).toBe('live')
})

test('LIV-25 who joins late sees what was said, and goes on behind it', async () => {
  const room = setUp()
  room.answers['GET transcript/live'] = () => ({
    body: { results: [row('b', 'second', 900), row('a', 'first')], seq: 41 },
  })
  const socket = await enter(room)
  expect(room.now().transcripts.map(({ transcript }) => transcript.text)).toEqual(['first', 'second'])
  expect(new URL(socket.url).searchParams.get('after')).toBe('41')
})

test('LIV-25 when that cannot be fetched, the socket tells everything', async () => {
  const room = setUp()
  room.answers['GET transcript/live'] = () => ({ status: 500, body: {} })
  const socket = await enter(room)
  expect(new URL(socket.url).searchParams.get('after')).toBe('0')
  expect(room.toasts).toContain('success: HOTWORD Connected!')
})

test('ACC-17 "Meeting is not yet ready" is asked again and is not taken for the end', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const room = setUp()
  const { live, answers, toasts, goToPast, sockets } = room
  const notReady = {
    status: 409,
    body: { message: 'Client Exception', errors: [{ description: 'Meeting is not yet ready' }] },
  }
  const once = (call: string) => {
    const answer = answers[call]!
    let asked = 0
    answers[call] = () => (asked++ === 0 ? notReady : answer())
  }
  once('GET status')
  once('GET live_addr')
  const starting = live.start()
  await vi.advanceTimersByTimeAsync(2500)
  sockets[0]!.welcome(meetingId)
  await starting
  expect(live.getSnapshot().phase).toBe('live')
  expect(toasts.filter(text => text.startsWith('error') || text.startsWith('warning'))).toEqual([])
  expect(goToPast).not.toHaveBeenCalled()
})

test('LIV-23 leaving the screen in the middle of the entry leaves nothing behind', async () => {
  const { live, toasts, media, sockets } = setUp()
  const starting = live.start()
  live.dispose()
  await starting
  expect(toasts).toEqual([])
  expect(media.tracks).toHaveLength(0)
  expect(sockets).toHaveLength(0)
})
