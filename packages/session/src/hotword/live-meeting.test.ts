import { expect, onTestFinished, test, vi } from 'vitest'
import { ApiClient } from '../api-client'
import { FakeMedia } from '../recorder/fake-media.test-support'
import { behindMs } from './backlog'
import { LiveMeeting } from './live-meeting'
import type { LiveMeetingOptions } from './live-meeting-options'
import { type ScriptedSocket, scriptedSockets } from './scripted-socket.test-support'

const meetingId = 'm-1_use1'

type Answer = { status?: number; body?: unknown } | Promise<never>

/** Answers as the partner API does, and remembers what was asked. */
function scriptedApi() {
  const asked: { call: string; query: string; body: unknown }[] = []
  let status = 'CallStarted'
  const answers: Record<string, () => Answer> = {
    'GET status': () => ({ body: { status } }),
    'GET live_addr': () => ({ body: { live_addr: 'ws://node/hotword?ticket=secret' } }),
    'GET transcript/live': () => ({ body: { results: [], seq: 0 } }),
    'GET highlights': () => ({ body: { highlights: [] } }),
    'POST drop': () => {
      status = 'CallEnded'
      return { body: {} }
    },
  }
  const api = new ApiClient({
    origin: 'http://here',
    token: () => 'token',
    fetch: async (input, init) => {
      const url = new URL(String(input))
      const path = url.pathname.split(`${meetingId}/`)[1]!
      const call = `${init?.method ?? 'GET'} ${path}`
      asked.push({ call, query: url.search, body: init?.body ? JSON.parse(String(init.body)) : undefined })
      const { status = 200, body } = await (answers[call]?.() ?? { status: 404, body: {} })
      return new Response(status === 204 ? null : JSON.stringify(body), {
        status,
        headers: { 'content-type': 'application/json' },
      })
    },
  })
  return { api, asked, answers }
}

function setUp(options: Partial<LiveMeetingOptions> = {}, media = new FakeMedia()) {
  const { api, asked, answers } = scriptedApi()
  const said: string[] = []
  const note = (kind: string) => (text: string) => void said.push(`${kind}: ${text}`)
  const sockets: ScriptedSocket[] = []
  const goToPast = vi.fn()
  const live = new LiveMeeting({
    api,
    meetingId,
    userName: 'ann',
    recordAudio: true,
    media: media.environment(),
    workletUrl: '/w.js',
    notices: { info: note('info'), success: note('success'), warning: note('warning'), error: note('error') },
    goToPast,
    createSocket: scriptedSockets(sockets),
    ...options,
  })
  onTestFinished(() => live.dispose())
  const phases: string[] = [live.getSnapshot().phase]
  live.subscribe(() => {
    const { phase } = live.getSnapshot()
    if (phase !== phases.at(-1)) phases.push(phase)
  })
  const now = () => live.getSnapshot()
  return { live, asked, answers, said, sockets, goToPast, phases, media, now }
}

type Room = ReturnType<typeof setUp>

async function enter(room: Room): Promise<ScriptedSocket> {
  const starting = room.live.start()
  await vi.waitFor(() => expect(room.sockets).toHaveLength(1))
  room.sockets[0]!.welcome(meetingId)
  await starting
  return room.sockets[0]!
}

async function entered(options?: Partial<LiveMeetingOptions>, media?: FakeMedia) {
  const room = setUp(options, media)
  const socket = await enter(room)
  return { ...room, socket }
}

const callState = (change: object) => ({
  clock_millis: 40_000,
  language_code: 'en-US',
  earmuffs: false,
  chimes: true,
  recording: true,
  transcription: true,
  action_item_open: false,
  speakers: [],
  ...change,
})

const row = (id: string, text: string, startMs = 0) => ({
  id,
  transcript: { text, start_millis: startMs, end_millis: startMs + 500, csis: [0], language_code: 'en-US' },
  translations: {},
})

test('LIV-01 LIV-04 the entry goes through its steps and says each', async () => {
  const { phases, said, asked, media, sockets } = await entered()
  expect(phases).toEqual(['status', 'address', 'connecting', 'recorder', 'live'])
  expect(said).toEqual([
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

test('LIV-04 do_not_record_audio opens no microphone', async () => {
  const { phases, media, said } = await entered({ recordAudio: false })
  expect(phases.at(-1)).toBe('live')
  expect(media.asked).toEqual([])
  expect(said).toEqual(['success: HOTWORD Connected!'])
})

test('LIV-02 ACC-16 a meeting that is not in CallStarted is left for its past view', async () => {
  const { live, answers, said, goToPast, sockets } = setUp()
  answers['GET status'] = () => ({ body: { status: 'CallEnded' } })
  await live.start()
  expect(said).toEqual(['warning: Meeting has ended. Redirecting to past page view..'])
  expect(goToPast).toHaveBeenCalledOnce()
  expect(sockets).toHaveLength(0)
})

test('LIV-03 each failure of the entry has its words, and it can be tried again', async () => {
  const room = setUp()
  const { live, answers, said } = room
  const refused = () => ({
    status: 500,
    body: { message: 'Server Exception', errors: [{ description: 'No' }] },
  })
  const status = answers['GET status']!
  answers['GET status'] = refused
  await live.start()
  expect(said.splice(0)).toEqual([
    'error: Failed meeting status fetch',
    'error: Setup meeting live services flow failed: No',
  ])
  answers['GET status'] = status
  const address = answers['GET live_addr']!
  answers['GET live_addr'] = refused
  await live.start()
  expect(said.splice(0)).toEqual([
    'error: Failed hotword socket address fetch',
    'error: Setup meeting live services flow failed: Failed hotword socket address fetch',
  ])
  answers['GET live_addr'] = () => ({ body: { live_addr: '' } })
  await live.start()
  expect(said.splice(0)).toContain('error: Setup meeting live services flow failed: socket address undefined')
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
  const { live, said, sockets } = setUp({ clock })
  const starting = live.start()
  for (let n = 1; n <= 6; n += 1) {
    await vi.waitFor(() => expect(sockets).toHaveLength(n))
    sockets.at(-1)!.drop(1006)
  }
  await starting
  expect(said).toEqual([
    'error: Failed hotword connection',
    'error: Setup meeting live services flow failed: max connect retries reached',
  ])
})

test('LIV-05 a denied microphone is reported, and the meeting is followed without it', async () => {
  const media = Object.assign(new FakeMedia(), { refuse: 'NotAllowedError' })
  const { said, now } = await entered({}, media)
  expect(said.slice(1)).toEqual([
    'error: Failed local recorder init',
    'error: Your microphone permission is denied',
    'error: Setup meeting live services flow failed: Your microphone permission is denied',
  ])
  expect(now().phase).toBe('live')
})

test('LIV-05 a recorder that does not start is reported', async () => {
  const room = setUp()
  room.live.recorder.start = () => Promise.reject(new Error('asleep'))
  await enter(room)
  expect(room.said.slice(2)).toEqual([
    'error: Failed local recorder record start',
    'error: Setup meeting live services flow failed: asleep',
  ])
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
  expect(room.said).toContain('success: HOTWORD Connected!')
})

test('LIV-25 a long history is one change of the room, without the toasts of a moment that has passed', async () => {
  const { live, socket, said, now } = await entered()
  const replaying = {
    clock_millis: 1,
    language_code: 'en-US',
    earmuffs: false,
    chimes: true,
    recording: true,
  }
  const rest = { transcription: true, action_item_open: false, speakers: [], replaying: true }
  socket.say({ type: 'call_started', data: { ...replaying, ...rest } })
  said.splice(0)
  let changes = 0
  live.subscribe(() => {
    changes += 1
  })
  for (let n = 0; n < 5000; n += 1)
    socket.say({ type: 'transcript_final_result', seq: n + 1, ...row(`f${n}`, `line ${n}`, n * 1000) })
  socket.say({ type: 'goodbye', seq: 5001 })
  expect(changes).toBe(0)
  socket.say({ type: 'replay_ended', seq: 5001 })
  expect(now().transcripts).toHaveLength(5000)
  expect(changes).toBe(1)
  expect(said).toEqual([])
})

test('LIV-13 what is kept of the meeting is shown to everyone when it changes', async () => {
  const { socket, now } = await entered()
  socket.say({ type: 'status_changed', seq: 1, data: { recording: false, transcription: false } })
  expect(now()).toMatchObject({ recording: false, transcription: false })
})

test('LIV-18 pausing and resuming EVA says each step and waits for the service', async () => {
  const { live, said, socket, now } = await entered()
  said.length = 0
  const muting = live.controls.toggleEva()
  expect(said).toEqual(['info: Muting EVA...'])
  expect(socket.commands.at(-1)).toMatchObject({ type: 'enable_earmuffs', meeting: meetingId })
  expect(now()).toMatchObject({ evaMuted: false, evaToggling: true })
  socket.say({ type: 'earmuffs_enabled', seq: 1 })
  await muting
  expect(now()).toMatchObject({ evaMuted: true, evaToggling: false })
  const unmuting = live.controls.toggleEva()
  expect(socket.commands.at(-1)).toMatchObject({ type: 'disable_earmuffs' })
  socket.say({ type: 'earmuffs_disabled', seq: 2 })
  await unmuting
  expect(said).toEqual([
    'info: Muting EVA...',
    'success: Eva Muted!',
    'info: UnMuting EVA...',
    'success: EVA UnMuted!',
  ])
})

test('LIV-18 what was asked is sent again after a cut, and is shown as done when the service has it', async () => {
  const { live, said, socket, sockets, now } = await entered()
  said.length = 0
  const muting = live.controls.toggleEva()
  socket.drop(1006)
  await vi.waitFor(() => expect(sockets).toHaveLength(2), { timeout: 5000 })
  const again = sockets[1]!
  again.welcome(meetingId, { data: callState({ earmuffs: false }) })
  expect(now()).toMatchObject({ evaMuted: false, evaToggling: true })
  expect(said).not.toContain('success: Eva Muted!')
  await vi.waitFor(() => expect(again.commands.map(({ type }) => type)).toContain('enable_earmuffs'))
  again.say({ type: 'earmuffs_enabled', seq: 1 })
  await muting
  expect(now()).toMatchObject({ evaMuted: true, evaToggling: false })
  expect(said.filter(text => text.includes('Muted!'))).toEqual(['success: Eva Muted!'])
})

test('LIV-18 a change that somebody else made, or that did not last, is said', async () => {
  const { said, socket, sockets, now } = await entered()
  said.length = 0
  socket.say({ type: 'earmuffs_enabled', seq: 1 })
  expect(said).toEqual(['info: Eva Muted!'])
  socket.drop(1006)
  await vi.waitFor(() => expect(sockets).toHaveLength(2), { timeout: 5000 })
  sockets[1]!.welcome(meetingId, { data: callState({ earmuffs: false }) })
  expect(now().evaMuted).toBe(false)
  expect(said.at(-1)).toBe('info: EVA UnMuted!')
})

test('LIV-27 a command that cannot be sent is reported and changes nothing', async () => {
  const { live, said, socket, now } = await entered()
  said.length = 0
  socket.readyState = 3
  await live.controls.toggleEva()
  expect(said[0]).toBe('info: Muting EVA...')
  expect(said[1]).toMatch(/^error: /)
  expect(now()).toMatchObject({ evaMuted: false, evaToggling: false })
})

test('LIV-30 off the record names where the sound stood at the click, until the service confirms it', async () => {
  const { live, socket, sockets, now } = await entered()
  live.client.pushAudio(new Int16Array(16 * 1500))
  const asking = live.controls.offTheRecord()
  live.client.pushAudio(new Int16Array(16 * 500))
  const [first] = socket.commands.filter(({ type }) => type === 'meeting_off_the_record')
  expect(first).toMatchObject({ meeting: meetingId, duration: '10s', source: 'desktop', at_millis: 1500 })
  expect(now().offTheRecordAsked).toBe(1)
  socket.drop(1006)
  await vi.waitFor(() => expect(sockets).toHaveLength(2), { timeout: 5000 })
  const again = sockets[1]!
  again.welcome(meetingId, { data: callState({}) })
  const repeated = await vi.waitFor(() => {
    const found = again.commands.find(({ type }) => type === 'meeting_off_the_record')
    expect(found).toMatchObject({ id: first!.id, at_millis: 1500 })
    return found
  })
  again.say({
    type: 'off_the_record',
    seq: 1,
    data: { from_millis: 31_000, until_millis: 41_000, command_id: repeated!.id },
  })
  await asking
  expect(now()).toMatchObject({
    offTheRecordAsked: 0,
    offTheRecord: [{ from_millis: 31_000, until_millis: 41_000 }],
  })
})

test('LIV-22 LIV-26 a highlight is made from its row, shown when confirmed, deleted by its id', async () => {
  const { live, answers, asked, said, now } = await entered()
  said.length = 0
  const made = { id: 'h-1', start_millis: 10, end_millis: 510, transcript: 'first' }
  answers['POST highlights'] = () => ({ body: made })
  answers['DELETE highlights'] = () => ({ status: 204 })
  const creating = live.highlights.create(row('a', 'first', 10) as never)
  expect(now().highlights).toEqual([])
  expect(now().busy.has('a')).toBe(true)
  await creating
  expect(asked.at(-1)).toMatchObject({
    call: 'POST highlights',
    body: {
      meeting_id: meetingId,
      timestamp: expect.any(Number),
      highlight: {
        text: 'first',
        start_millis: 10,
        end_millis: 510,
        trigger_info: { type: 'manual', trigger_by: 'ann' },
      },
      highlight_id: expect.any(String),
    },
  })
  expect(now().highlights.map(({ id }) => id)).toEqual(['h-1'])
  await live.highlights.delete('h-1')
  expect(asked.at(-1)).toMatchObject({ call: 'DELETE highlights', query: '?highlight_id=h-1' })
  expect(now().highlights).toEqual([])
  expect(said).toEqual([
    'success: Highlight was successfully created!',
    'success: Highlight was successfully deleted!',
  ])
})

test('LIV-22 what is refused is reported, and the list stays as it is', async () => {
  const { live, said, now, socket } = await entered()
  said.length = 0
  socket.say({
    type: 'highlight_created',
    seq: 1,
    data: { id: 'h', start_millis: 0, end_millis: 1, transcript: 'x' },
  })
  await live.highlights.create(row('a', 'first') as never)
  await live.highlights.delete('h')
  expect(said).toEqual(['error: Error during highlight creation', 'error: Error during highlight deletion'])
  expect(now().highlights).toHaveLength(1)
  expect(now().busy.size).toBe(0)
})

test('LIV-17 the language is changed, or not, in the words of the documents', async () => {
  const { live, answers, asked, said, now } = await entered()
  said.length = 0
  answers['PUT language'] = () => ({ body: {} })
  await live.controls.setLanguage('fr-FR')
  expect(asked.at(-1)).toMatchObject({ call: 'PUT language', body: { language: 'fr-FR' } })
  expect(now().languageCode).toBe('fr-FR')
  answers['PUT language'] = () => ({ status: 422, body: { message: 'Client Exception', errors: [] } })
  await live.controls.setLanguage('xx')
  expect(said).toEqual([
    'success: Meeting language changed (new language code is fr-FR)!',
    'error: Meeting language change error.',
  ])
  expect(now().languageCode).toBe('fr-FR')
})

test('LIV-13 the hotword status sends only what was chosen', async () => {
  const { live, answers, asked, now } = await entered()
  answers['PATCH livetap_notify_hotword'] = () => ({
    body: { assistant: true, recording: false, transcription: true, chimes: true },
  })
  await live.controls.setHotwordStatus({ recording: false })
  expect(asked.at(-1)!.body).toEqual({ recording: false })
  expect(now()).toMatchObject({ recording: false, evaMuted: false })
})

test('LIV-14 a csi names the audio from then on; an invalid one changes nothing', async () => {
  const { live, media, socket, now } = await entered()
  live.setCsi(12)
  media.speak(new Float32Array(1024).fill(0.5))
  expect(socket.audio.at(-1)!.csi).toBe(12)
  live.setCsi(-1)
  live.setCsi(0.5)
  expect(now().csi).toBe(12)
})

test('LIV-15 finals are read aloud once, in the language, and the microphone is silent meanwhile', async () => {
  const spoken: { text: string; language: string; done: () => void }[] = []
  const voice = {
    speak: (text: string, language: string, done: () => void) => void spoken.push({ text, language, done }),
    cancel: () => {},
  }
  const { live, answers, asked, media, socket, now } = await entered({ voice })
  expect(now()).toMatchObject({ ttsEnabled: false, interimTranslationEnabled: true })
  const ts = Date.now()
  const final = (id: string, csi: number, translations: object, seq: number) => {
    const { transcript } = row(id, 'good morning')
    socket.say({
      type: 'transcript_final_result',
      ts,
      seq,
      id,
      transcript: { ...transcript, csis: [csi] },
      translations,
    })
  }
  final('before', 3, {}, 1)
  answers['POST livetap_translate'] = () => ({ status: 204 })
  await live.controls.translate({ csi: 3, language: 'es', interim: true, tts: true })
  expect(asked.at(-1)!.body).toEqual({ attendee_id: 3, language: 'es', interim: true })
  final('one', 3, {}, 2)
  final('other', 4, { es: 'no' }, 3)
  expect(spoken).toHaveLength(0)
  final('one', 3, { es: 'buenos días' }, 4)
  final('one', 3, { es: 'buenos días' }, 5)
  expect(spoken.map(({ text, language }) => [text, language])).toEqual([['buenos días', 'es']])
  expect(now().readingAloud).toBe(true)
  media.speak(new Float32Array(1024).fill(0.5))
  expect(socket.audio.at(-1)!.audio_content.every(byte => byte === 0)).toBe(true)
  spoken[0]!.done()
  await vi.waitFor(() => expect(now().readingAloud).toBe(false))
  media.speak(new Float32Array(1024).fill(0.5))
  expect(socket.audio.at(-1)!.audio_content.some(byte => byte !== 0)).toBe(true)
})

test('LIV-16 a language is added for an attendee and stopped again, each once the service agrees', async () => {
  const { live, answers, asked, now } = await entered()
  answers['POST livetap_translate'] = () => ({ status: 204 })
  await live.controls.translate({ csi: 3, language: 'es', interim: true, tts: false })
  await live.controls.translate({ csi: 3, language: 'fr', interim: true, tts: false })
  expect(now().translations).toEqual([
    { csi: 3, language: 'es' },
    { csi: 3, language: 'fr' },
  ])
  await expect(live.controls.stopTranslation(3, 'fr')).rejects.toThrow()
  expect(now().translations).toHaveLength(2)
  answers['DELETE livetap_translate'] = () => ({ status: 204 })
  await live.controls.stopTranslation(3, 'fr')
  expect(asked.at(-1)!.query).toBe('?attendee_id=3&language=fr')
  expect(now()).toMatchObject({ translations: [{ csi: 3, language: 'es' }], translation: undefined })
})

test('LIV-05 a listener sees the input before anything of it is sent, and can change their mind', async () => {
  const { live, media, socket, said, now } = await entered({ recordAudio: false })
  await live.checkMicrophone()
  expect(live.recorder.getSnapshot()).toMatchObject({ state: 'ready', deviceId: expect.any(String) })
  media.speak(new Float32Array(1024).fill(0.5))
  expect(socket.audio).toHaveLength(0)
  live.stopChecking()
  expect(media.tracks[0]!.stopped).toBe(true)
  expect(live.recorder.getSnapshot().state).toBe('idle')
  await live.checkMicrophone()
  await live.speak()
  media.speak(new Float32Array(1024).fill(0.5))
  expect(socket.audio).toHaveLength(1)
  expect(said.slice(-2)).toEqual(['success: Local RECORDER Created!', 'success: Local RECORDER Started!'])
  expect(now().checkingMicrophone).toBe(false)
})

test('LIV-11 speech whose text does not come is behind', async () => {
  const { socket, now } = await entered({ recordAudio: false })
  const ann = { csi: 1, stream_id: 'a', name: 'ann' }
  socket.say({ type: 'speaker_started', seq: 1, data: ann })
  expect(behindMs(now().backlog, Date.now() + 4000)).toBeGreaterThanOrEqual(4000)
  socket.say({ type: 'status_changed', seq: 2, data: { recording: true, transcription: false } })
  expect(behindMs(now().backlog, Date.now() + 4000)).toBe(0)
})

test('LIV-20 eva_thanks is a toast only when its slot says something', async () => {
  const { said, socket } = await entered()
  said.length = 0
  const thanks = (value: string, seq: number) =>
    socket.say({
      type: 'eva_thanks',
      seq,
      command_response: {
        intent: 'thanks',
        slots: [
          { name: 'other', value: 'no' },
          { name: 'hotword_response_to_user', value },
        ],
      },
    })
  thanks('   ', 1)
  expect(said).toEqual([])
  thanks(' You are welcome! ', 2)
  socket.say({ type: 'goodbye', seq: 3 })
  socket.say({ type: 'error', data: { code: 'bad_command', description: 'type: Invalid option' } })
  expect(said).toEqual(['info: You are welcome!', 'info: Goodbye!', 'warning: type: Invalid option'])
})

test('LIV-20 an awake EVA chimes only while chimes are on', async () => {
  const chime = vi.fn()
  const { socket } = await entered({ chime })
  socket.say({ type: 'eva_wake', seq: 1, data: { trigger_word: 'OK EVA', csi: 0 } })
  expect(chime).toHaveBeenCalledOnce()
  socket.say({ type: 'chimes_disabled', seq: 2 })
  socket.say({ type: 'eva_wake', seq: 3, data: { trigger_word: 'OK EVA', csi: 0 } })
  expect(chime).toHaveBeenCalledOnce()
})

test('LIV-24 a malformed message is counted and nothing else happens', async () => {
  const { socket, now, said } = await entered()
  said.length = 0
  socket.raw('not json')
  expect(now()).toMatchObject({ phase: 'live', parseErrors: 1 })
  expect(said).toEqual([])
})

test('LIV-23 ACC-16 the end stops audio, microphone and socket, drops the meeting and leaves for the past view', async () => {
  const { live, said, phases, asked, media, sockets, goToPast } = await entered()
  said.length = 0
  const ending = live.end()
  expect(said).toEqual(['warning: Ending meeting...'])
  expect(live.recorder.getSnapshot().state).toBe('destroyed')
  expect(media.tracks[0]!.stopped).toBe(true)
  expect(sockets[0]!.closedWith).toHaveLength(1)
  expect(goToPast).not.toHaveBeenCalled()
  await ending
  expect(asked.slice(-2).map(({ call }) => call)).toEqual(['POST drop', 'GET status'])
  expect(said.at(-1)).toBe('success: Meeting live successfully ended')
  expect(phases.slice(-2)).toEqual(['ending', 'ended'])
  expect(goToPast).toHaveBeenCalledOnce()
})

test('LIV-23 a meeting that could not be dropped is not called ended, and "Try again" ends it', async () => {
  const { live, answers, now, said, asked, goToPast } = await entered()
  const drop = answers['POST drop']!
  answers['POST drop'] = () => ({ status: 503, body: {} })
  await live.end()
  expect(now()).toMatchObject({ phase: 'failed', failedStep: 'end' })
  expect(said.at(-1)).toBe('warning: Ending meeting...')
  answers['POST drop'] = drop
  await live.retry()
  expect(asked.filter(({ call }) => call === 'POST drop')).toHaveLength(2)
  expect(now().phase).toBe('ended')
  expect(goToPast).toHaveBeenCalledOnce()
})

test('LIV-20 ACC-16 when somebody else ends the call it is left for the past view', async () => {
  const { socket, answers, said, media, goToPast } = await entered()
  said.length = 0
  answers['GET status'] = () => ({ body: { status: 'CallEnded' } })
  socket.say({ type: 'call_ended', seq: 9, data: { reason: 'dropped' } })
  socket.drop(4410)
  expect(said).toEqual(['warning: Meeting has ended. Redirecting to past page view..'])
  expect(media.tracks[0]!.stopped).toBe(true)
  await vi.waitFor(() => expect(goToPast).toHaveBeenCalledOnce())
})

test('ACC-16 the past view, which leads back while the meeting is on record as live, is opened when it is not', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { socket, answers, now, goToPast } = await entered()
  socket.drop(4410)
  await vi.advanceTimersByTimeAsync(2000)
  expect(now().phase).toBe('ending')
  expect(goToPast).not.toHaveBeenCalled()
  answers['GET status'] = () => ({ body: { status: 'processing' } })
  await vi.advanceTimersByTimeAsync(500)
  expect(goToPast).toHaveBeenCalledOnce()
})

test('ACC-16 a meeting that stays live after its end is called so, and "Try again" looks once more', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { live, socket, answers, now, goToPast } = await entered()
  socket.drop(4410)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(now()).toMatchObject({ phase: 'failed', failedStep: 'end' })
  answers['GET status'] = () => ({ body: { status: 'CallEnded' } })
  await live.retry()
  expect(goToPast).toHaveBeenCalledOnce()
})

test('ACC-17 "Meeting is not yet ready" is asked again and is not taken for the end', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const room = setUp()
  const { live, answers, said, goToPast, sockets } = room
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
  expect(said.filter(text => text.startsWith('error') || text.startsWith('warning'))).toEqual([])
  expect(goToPast).not.toHaveBeenCalled()
})

test('LIV-23 leaving the screen in the middle of the entry leaves nothing behind', async () => {
  const { live, said, media, sockets } = setUp()
  const starting = live.start()
  live.dispose()
  await starting
  expect(said).toEqual([])
  expect(media.tracks).toHaveLength(0)
  expect(sockets).toHaveLength(0)
})
