import { decodeAudioMessage } from '@livetap/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HotwordClient, type HotwordClientOptions, type HotwordEvent } from './hotword-client'
import { type ScriptedSocket, scriptedSockets } from './scripted-socket.test-support'

const meeting = 'm-1_use1'
let sockets: ScriptedSocket[] = []
let events: HotwordEvent[] = []
let addresses = 0
let client: HotwordClient

function create(options: Partial<HotwordClientOptions> = {}): HotwordClient {
  sockets = []
  events = []
  addresses = 0
  client = new HotwordClient({
    meetingId: meeting,
    liveAddress: async () => {
      addresses += 1
      return `ws://node/hotword?ticket=t${addresses}`
    },
    createSocket: scriptedSockets(sockets),
    onEvent: event => events.push(event),
    ...options,
  })
  return client
}

const now = () => client.getSnapshot()
const types = () => events.map(({ type }) => type)
const batches = () =>
  events.flatMap(event => (event.type === 'replayed' ? [event.messages.map(({ seq }) => seq)] : []))
const callState = {
  clock_millis: 1000,
  language_code: 'en-US',
  earmuffs: false,
  chimes: true,
  recording: true,
  transcription: true,
  action_item_open: false,
  speakers: [],
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

async function connected(options?: Partial<HotwordClientOptions>, after?: number): Promise<ScriptedSocket> {
  const connecting = create(options).connect(after)
  connecting.catch(() => {})
  await pass(0)
  sockets[0]!.welcome(meeting)
  await connecting
  return sockets[0]!
}

/** Breaks what is there and lets the next one in. */
async function reconnect(hello: object = {}): Promise<ScriptedSocket> {
  const before = sockets.length
  sockets.at(-1)!.drop(1006)
  await pass(500)
  expect(sockets).toHaveLength(before + 1)
  sockets.at(-1)!.welcome(meeting, hello)
  return sockets.at(-1)!
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  client.close()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

test('LIV-21 a ping goes every 2000 ms with the fields of a command', async () => {
  const socket = await connected()
  expect(socket.commands).toHaveLength(0)
  await pass(1999)
  expect(socket.commands).toHaveLength(0)
  await pass(1)
  const ts = Date.now()
  expect(socket.commands).toEqual([{ type: 'ping', meeting, duration: '10s', source: 'desktop', ts }])
  for (let n = 2; n <= 5; n += 1) {
    socket.say({ type: 'pong' })
    await pass(2000)
    expect(socket.commands).toHaveLength(n)
  }
})

test('LIV-21 the round trip of the last ping is known', async () => {
  const socket = await connected()
  await pass(2000)
  await pass(37)
  socket.say({ type: 'pong' })
  expect(now().pingMs).toBe(37)
})

test('LIV-21 the second ping unanswered for 10 s shows unstable, the third closes with 4999', async () => {
  const socket = await connected()
  await pass(2000 + 9999)
  expect(now().state).toBe('connected')
  await pass(1)
  expect(now().state).toBe('connected')
  await pass(2000)
  expect(now().state).toBe('unstable')
  expect(socket.closedWith).toEqual([])
  await pass(2000)
  expect(socket.closedWith[0]).toBe(4999)
  expect(now().state).toBe('reconnecting')
  expect(types()).toContain('reconnecting')
  await pass(500)
  expect(sockets).toHaveLength(2)
})

test.each([
  ['back', -1],
  ['forward', 1],
])('LIV-21 pings fail after 10 s, though the clock is set %s by an hour', async (_way, hours) => {
  const socket = await connected()
  await pass(2000)
  vi.setSystemTime(Date.now() + hours * 3_600_000)
  await pass(37)
  socket.say({ type: 'pong' })
  expect(now()).toMatchObject({ state: 'connected', pingMs: 37 })
  await pass(12_000)
  expect(now().state).toBe('connected')
  await pass(4_000)
  expect(now().state).not.toBe('connected')
})

test('LIV-21 an answer in time ends a row of failures; one that is late is a failure all the same', async () => {
  const socket = await connected()
  await pass(2000 + 12_000)
  expect(now().state).toBe('unstable')
  // The answers of the two that failed change nothing, that of the third is in time.
  socket.say({ type: 'pong' })
  socket.say({ type: 'pong' })
  expect(now().state).toBe('unstable')
  socket.say({ type: 'pong' })
  expect(now().state).toBe('connected')
  for (let n = 0; n < 4; n += 1) socket.say({ type: 'pong' })
  await pass(2000)
  expect(socket.closedWith).toEqual([])
})

test('LIV-21 the sixth connect error in a row gives up; the waits grow from 1 to 4 s', async () => {
  const connecting = create().connect()
  connecting.catch(() => {})
  await pass(0)
  for (const waitMs of [1000, 2000, 4000, 4000, 4000]) {
    const before = sockets.length
    sockets.at(-1)!.drop(1006)
    await pass(waitMs - 1)
    expect(sockets).toHaveLength(before)
    await pass(1)
    expect(sockets).toHaveLength(before + 1)
  }
  expect(now().state).toBe('connecting')
  sockets.at(-1)!.drop(1006)
  await expect(connecting).rejects.toThrow('max connect retries reached')
  expect(now()).toMatchObject({ state: 'failed', connectErrors: 5 })
  expect(events.filter(({ type }) => type === 'connect_error')).toHaveLength(6)
  await pass(60_000)
  expect(sockets).toHaveLength(6)
})

test('LIV-21 a connection in between restarts the count of errors', async () => {
  await connected()
  for (let round = 0; round < 3; round += 1) {
    sockets.at(-1)!.drop(1006)
    await pass(500)
    for (const waitMs of [1000, 2000, 4000, 4000]) {
      sockets.at(-1)!.drop(1006)
      await pass(waitMs)
    }
    sockets.at(-1)!.welcome(meeting)
    expect(now()).toMatchObject({ state: 'connected', connectErrors: 0, reconnects: round + 1 })
  }
})

test('LIV-21 a service that takes the connection and says nothing is a connect error', async () => {
  create()
    .connect()
    .catch(() => {})
  await pass(0)
  sockets[0]!.open()
  await pass(15_000)
  expect(now().connectErrors).toBe(1)
  await pass(1000)
  expect(sockets).toHaveLength(2)
})

test('LIV-21 connecting, connected, disconnected, reconnecting and reconnected are reported in order', async () => {
  await connected()
  await reconnect()
  expect(types().filter(type => type !== 'message')).toEqual([
    'connecting',
    'connected',
    'disconnected',
    'reconnecting',
    'connecting',
    'reconnected',
  ])
})

test('LIV-03 the address is asked for again at every reconnect, and shown without its ticket', async () => {
  await connected()
  await reconnect()
  expect(sockets.map(({ url }) => new URL(url).searchParams.get('ticket'))).toEqual(['t1', 't2'])
  expect(now().address).toBe('ws://node/hotword?ticket=•••')
})

test('LIV-03 an address that cannot be fetched or is invalid fails the entry', async () => {
  const refused = create({ liveAddress: () => Promise.reject(new Error('503')) }).connect()
  await expect(refused).rejects.toThrow('Failed hotword socket address fetch')
  client.close()
  await expect(create({ liveAddress: async () => '' }).connect()).rejects.toThrow('socket address undefined')
})

test('LIV-21 while reconnecting, an address that cannot be had is a connect error like any other', async () => {
  let down = false
  await connected({
    liveAddress: async () => {
      if (down) throw new Error('network')
      return 'ws://node/hotword?ticket=t'
    },
  })
  down = true
  sockets[0]!.drop(1006)
  await pass(500 + 1000 + 2000)
  expect(now()).toMatchObject({ state: 'reconnecting', connectErrors: 3 })
  down = false
  await pass(4000)
  sockets.at(-1)!.welcome(meeting)
  expect(now().state).toBe('connected')
})

test('LIV-21 what follows the last number held is asked for, and nothing is heard twice', async () => {
  const socket = await connected({}, 4)
  expect(new URL(socket.url).searchParams.get('after')).toBe('4')
  socket.say({ type: 'eva_wake', seq: 5 })
  socket.say({ type: 'pong', seq: 5 })
  socket.say({ type: 'goodbye', seq: 7 })
  const second = await reconnect({ seq: 7 })
  expect(new URL(second.url).searchParams.get('after')).toBe('7')
  second.say({ type: 'goodbye', seq: 7 })
  second.say({ type: 'eva_wake', seq: 8 })
  second.say({ type: 'eva_wake', seq: 8 })
  const heard = events.flatMap(event => (event.type === 'message' ? [event.message] : []))
  expect(heard.filter(({ type }) => type === 'eva_wake' || type === 'goodbye').map(({ seq }) => seq)).toEqual(
    [5, 7, 8],
  )
})

test('LIV-21 a meeting that has moved is asked for at once; one that sends its client away again and again is not', async () => {
  await connected()
  await pass(1500)
  sockets[0]!.drop(4409, 'moved')
  expect(now()).toMatchObject({ state: 'reconnecting', connectErrors: 0 })
  await pass(0)
  expect(sockets).toHaveLength(2)
  sockets[1]!.welcome(meeting)
  sockets[1]!.drop(4409, 'moved')
  await pass(499)
  expect(sockets).toHaveLength(2)
  await pass(1)
  expect(sockets).toHaveLength(3)
  sockets[2]!.drop(4409, 'moved')
  await pass(499)
  expect(sockets).toHaveLength(3)
})

test('LIV-25 what was missed is handed on at once, and what is cut off half way is not lost', async () => {
  await connected({}, 4)
  const second = await reconnect({ seq: 4, data: { ...callState, replaying: true } })
  second.say({ type: 'eva_wake', seq: 5 })
  second.say({ type: 'goodbye', seq: 6 })
  expect(batches()).toEqual([])
  second.say({ type: 'replay_ended', seq: 6 })
  expect(batches()).toEqual([[5, 6]])
  second.say({ type: 'goodbye', seq: 7 })
  expect(batches()).toHaveLength(1)
  const third = await reconnect({ seq: 7, data: { ...callState, replaying: true } })
  third.say({ type: 'eva_wake', seq: 8 })
  third.drop(1006)
  expect(batches()).toEqual([[5, 6], [8]])
  expect(client.lastSeq).toBe(8)
})

test('LIV-21 a service that begins its numbers anew is heard', async () => {
  const socket = await connected({}, 900)
  socket.say({ type: 'goodbye', seq: 901 })
  const second = await reconnect({ seq: 3 })
  second.say({ type: 'eva_wake', seq: 4 })
  expect(client.lastSeq).toBe(4)
  expect(types().filter(type => type === 'message').length).toBeGreaterThan(3)
})

const ramp = (block: number) => Int16Array.from({ length: 1024 }, (_, n) => (block * 1024 + n) % 30_000)
const startsOf = (socket: ScriptedSocket) => socket.audio.map(({ start_millis }) => start_millis)

test('LIV-21 what is said while it reconnects is kept and sent on from the acknowledged position', async () => {
  const socket = await connected()
  for (let block = 0; block < 4; block += 1) client.pushAudio(ramp(block))
  expect(startsOf(socket)).toEqual([0, 64, 128, 192])
  socket.drop(1006)
  for (let block = 4; block < 8; block += 1) client.pushAudio(ramp(block))
  await pass(500)
  // Of the four that were sent, two arrived.
  sockets[1]!.open()
  expect(sockets[1]!.audio).toHaveLength(0)
  sockets[1]!.welcome(meeting, { audio_received_millis: { 0: 128 } })
  const sent = sockets[1]!.audio
  expect(sent[0]!.start_millis).toBe(128)
  const bytes = Buffer.concat(sent.map(({ audio_content }) => audio_content))
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2)
  expect(samples).toEqual(Int16Array.from({ length: 6 * 1024 }, (_, n) => (2 * 1024 + n) % 30_000))
})

test('LIV-14 another csi goes into the messages from then on, each stream resumed at its own place', async () => {
  const socket = await connected({ languageCode: () => 'fr-FR' })
  client.pushAudio(ramp(0))
  client.setCsi(7)
  client.pushAudio(ramp(1))
  expect(
    socket.audio.map(({ csi, start_millis, language_code }) => [csi, start_millis, language_code]),
  ).toEqual([
    [0, 0, 'fr-FR'],
    [7, 64, 'fr-FR'],
  ])
  client.pushAudio(ramp(2))
  const second = await reconnect({ audio_received_millis: { 0: 64, 7: 128 } })
  expect(second.audio.map(({ csi, start_millis }) => [csi, start_millis])).toEqual([[7, 128]])
})

test('LIV-21 more than 30 s without a connection is lost from its oldest end, and counted', async () => {
  const socket = await connected()
  client.pushAudio(ramp(0))
  socket.drop(1006)
  for (let second = 0; second < 32; second += 1) client.pushAudio(new Int16Array(16_000))
  await pass(500)
  sockets[1]!.welcome(meeting, { audio_received_millis: { 0: 64 } })
  expect(sockets[1]!.audio[0]!.start_millis).toBe(2064)
  expect(now().lostMs).toBe(2000)
})

test('LIV-21 a network that does not keep up is not flooded', async () => {
  const socket = await connected()
  socket.bufferedAmount = 1e6
  client.pushAudio(ramp(0))
  expect(socket.audio).toHaveLength(0)
  socket.bufferedAmount = 0
  await pass(2000)
  expect(startsOf(socket)).toEqual([0])
})

test('LIV-19 LIV-27 commands carry meeting, duration, source and ts; success is reported', async () => {
  const socket = await connected()
  for (const type of ['enable_earmuffs', 'disable_earmuffs', 'meeting_off_the_record'] as const) {
    expect(client.command(type)).toBe(true)
    expect(socket.commands.at(-1)).toEqual({
      type,
      meeting,
      duration: '10s',
      source: 'desktop',
      ts: Date.now(),
    })
    expect(events.at(-1)).toEqual({ type: 'send_success', command: type })
  }
})

test('LIV-19 LIV-27 a command with no payload logs an error; a bad one, or one without a socket, is reported', async () => {
  const log = vi.fn()
  const socket = await connected({ log })
  for (const bad of [undefined, null, {}, { type: 'dance', meeting, ts: 1 }, { type: 'ping', ts: 'soon' }]) {
    expect(client.send(bad)).toBe(false)
    expect(events.at(-1)).toMatchObject({ type: 'send_error', error: { reason: 'bad_command' } })
  }
  expect(log).toHaveBeenCalledTimes(5)
  expect(socket.commands).toEqual([])
  socket.drop(1006)
  expect(client.command('enable_earmuffs')).toBe(false)
  expect(events.at(-1)).toMatchObject({ type: 'send_error', error: { reason: 'not_connected' } })
})

test('LIV-24 a malformed message is a parse error and nothing else', async () => {
  const socket = await connected()
  for (const bad of ['{', '[]', '{"type":"unheard_of"}', '{"type":"speaker_started","meeting":"m","ts":1}']) {
    socket.raw(bad)
    expect(events.at(-1)).toMatchObject({
      type: 'parse_error',
      error: { message: 'Hotword message could not be parsed' },
    })
  }
  expect(now().state).toBe('connected')
  socket.say({ type: 'goodbye', seq: 1 })
  expect(events.at(-1)).toMatchObject({ type: 'message' })
})

test('LIV-21 the end of the call and of the session are for good', async () => {
  for (const [code, reason] of [
    [4410, 'call_ended'],
    [4403, 'session_ended'],
  ] as const) {
    const socket = await connected()
    socket.drop(code)
    expect(now()).toMatchObject({ state: 'failed', error: { reason } })
    await pass(60_000)
    expect(sockets).toHaveLength(1)
    client.close()
  }
})

test('LIV-21 a full meeting refuses the entry at once; who was in it already keeps asking for a place', async () => {
  const connecting = create().connect()
  connecting.catch(() => {})
  await pass(0)
  sockets[0]!.drop(4423, 'meeting_full')
  await expect(connecting).rejects.toMatchObject({ reason: 'meeting_full', message: 'The meeting is full' })
  await pass(60_000)
  expect(sockets).toHaveLength(1)

  await connected()
  sockets[0]!.drop(1006)
  for (const waitMs of [500, 1000, 2000, 4000, 4000, 4000]) {
    await pass(waitMs)
    expect(now().state).toBe('reconnecting')
    sockets.at(-1)!.drop(4423, 'meeting_full')
  }
  expect(now()).toMatchObject({ state: 'failed', error: { reason: 'meeting_full' } })
  expect(sockets).toHaveLength(7)
})

test('LIV-21 after giving up it can be tried again', async () => {
  const connecting = create().connect()
  connecting.catch(() => {})
  await pass(0)
  for (const waitMs of [1000, 2000, 4000, 4000, 4000, 0]) {
    sockets.at(-1)!.drop(1006)
    await pass(waitMs)
  }
  expect(now().state).toBe('failed')
  const again = client.connect()
  await pass(0)
  sockets.at(-1)!.welcome(meeting)
  await again
  expect(now()).toMatchObject({ state: 'connected', error: undefined })
})

test('LIV-23 closing leaves no socket and no timer', async () => {
  const socket = await connected()
  client.close()
  expect(socket.closedWith).toHaveLength(1)
  expect(vi.getTimerCount()).toBe(0)
  client.pushAudio(ramp(0))
  expect(socket.audio).toHaveLength(0)
})

test('LIV-06 a frame is the serialized audio message of the documents', async () => {
  const socket = await connected()
  client.pushAudio(ramp(0))
  expect(decodeAudioMessage(socket.frames[0]!)).toMatchObject({
    version: 1,
    encoding: 'LINEAR16',
    sample_rate_hertz: 16_000,
    language_code: 'en-US',
    is_gzipped: false,
    csi: 0,
  })
  expect(socket.audio[0]!.audio_content).toHaveLength(2048)
})

test('LIV-05 a socket that the browser refuses fails the entry at once with a text, however the browser says so', async () => {
  const thrown = create({
    createSocket: () => {
      throw new DOMException('not allowed', 'SecurityError')
    },
  }).connect()
  await expect(thrown).rejects.toMatchObject({
    reason: 'refused',
    message: expect.stringMatching(/refused to connect/),
  })
  expect(now().state).toBe('failed')

  const document = new EventTarget()
  vi.stubGlobal('document', document)
  const blocked = create().connect()
  blocked.catch(() => {})
  await pass(0)
  const violation = (blockedURI: string) =>
    document.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), { blockedURI }))
  violation('ws://elsewhere')
  expect(now().state).toBe('connecting')
  violation('ws://node')
  await expect(blocked).rejects.toMatchObject({ reason: 'refused' })
  expect(sockets).toHaveLength(1)
  vi.unstubAllGlobals()
})
