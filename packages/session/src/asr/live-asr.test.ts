import { expect, onTestFinished, test, vi } from 'vitest'
import { keyedStorage } from '../memory-storage.test-support'
import { FakeMedia } from '../recorder/fake-media.test-support'
import { noHints } from './hint-form'
import { LiveAsr, type LiveAsrOptions } from './live-asr'
import { nodeSocket, ScriptedGateway } from './scripted-gateway.test-support'
import { StoredCalls } from './stored-calls'

const line = { id: 's', text: '', startMs: 0, endMs: 900, words: [], csis: [], languageCode: 'en' }

async function setUp(media = new FakeMedia(), more: Partial<LiveAsrOptions> = {}) {
  const gateway = await ScriptedGateway.start()
  const toasts: string[] = []
  const note = (kind: string) => (text: string) => void toasts.push(`${kind}: ${text}`)
  const live = new LiveAsr({
    url: gateway.url,
    token: () => 'token',
    settings: { engine: 'nutcracker', languageCode: 'en-auto', diarization: false, hints: noHints },
    createSocket: nodeSocket,
    reconnectPolicy: errors => (errors > 5 ? null : 0),
    media: media.environment(),
    workletUrl: '/w.js',
    ...more,
    notices: {
      info: note('info'),
      success: note('success'),
      warning: note('warning'),
      error: note('error'),
      offerUndo: () => () => {},
    },
  })
  onTestFinished(() => live.end())
  const phases: string[] = [live.getSnapshot().phase]
  live.subscribe(() => phases.push(live.getSnapshot().phase))
  return { gateway, media, live, toasts, phases }
}

test('ASR-01 it connects, creates the recorder, starts it, and says each', async () => {
  const { gateway, media, live, toasts, phases } = await setUp()
  await live.start()
  expect(phases).toEqual(['connecting', 'creating-recorder', 'live'])
  expect(toasts).toEqual([
    'success: ASR Proxy Connected!',
    'success: Local RECORDER Created!',
    'success: Local RECORDER Started!',
  ])
  media.speak(new Float32Array(1024).fill(0.5))
  await vi.waitFor(() => expect(gateway.visits[0]!.bytes.length).toBe(2048))
})

test('ASR-01 the recorder is said to have started only once sound flows', async () => {
  const media = Object.assign(new FakeMedia(), { contextsStart: 'suspended', contextsMayResume: false })
  const { live, toasts } = await setUp(media)
  await live.start()
  expect(live.recorder.getSnapshot().state).toBe('suspended')
  expect(toasts).not.toContain('success: Local RECORDER Started!')
  media.contexts[0]!.become('running')
  media.contexts[0]!.become('suspended')
  media.contexts[0]!.become('running')
  expect(toasts.filter(text => text === 'success: Local RECORDER Started!')).toHaveLength(1)
})

test('ASR-14 a connection that fails is reported in the words of the documents', async () => {
  const { gateway, live, toasts } = await setUp()
  gateway.onVisit = visit => visit.cut()
  await live.start()
  expect(toasts).toEqual([
    'error: Failed ASR Proxy connection',
    'error: Setup ASR Proxy service flow failed: socket connection max retries reached',
  ])
  expect(live.getSnapshot().phase).toBe('failed')
})

test('ASR-14 after a failure it can be tried again', async () => {
  const { gateway, live } = await setUp()
  const welcome = gateway.onVisit
  gateway.onVisit = visit => visit.cut()
  await live.start()
  gateway.onVisit = welcome
  await live.start()
  expect(live.getSnapshot().phase).toBe('live')
})

test('LIV-28 without a microphone the connection stays and the reason is reported', async () => {
  const { live, toasts } = await setUp(Object.assign(new FakeMedia(), { refuse: 'NotAllowedError' }))
  await live.start()
  expect(toasts.slice(1)).toEqual([
    'error: Failed local recorder init',
    'error: Your microphone permission is denied',
    'error: Setup ASR Proxy service flow failed: Your microphone permission is denied',
  ])
  expect(live.getSnapshot().phase).toBe('live')
  expect(live.session.getSnapshot().connection).toBe('connected')
})

test('ASR-11 ASR-13 the speaker toggle and the language say what they did', async () => {
  const { live, toasts } = await setUp()
  await live.start()
  toasts.length = 0
  await live.toggleDiarization()
  await live.setLanguage('fr-FR')
  expect(toasts.filter(text => !text.includes('Connected'))).toEqual([
    'info: Toggle Speaker Diarization',
    'success: Language changed (new language code is fr-FR)!',
  ])
  expect(live.session.getSnapshot().settings).toMatchObject({ diarization: true, languageCode: 'fr-FR' })
})

test('ASR-11 ASR-13 refused changes say so, and the old settings stay', async () => {
  const { gateway, live, toasts } = await setUp()
  const welcome = gateway.onVisit
  await live.start()
  gateway.onVisit = visit => {
    visit.socket.once('message', () => {
      if (!visit.config!.diarization && visit.config!.language_code === 'en-auto') {
        visit.settle(0)
        return
      }
      visit.say({ error: { code: 'unsupported_language', description: 'Not this one' } })
      visit.socket.close(4415)
    })
  }
  await live.toggleDiarization()
  await live.setLanguage('th-TH')
  expect(toasts).toContain('error: Failed to set speaker diarization')
  expect(toasts).toContain('error: Failed api language change...')
  gateway.onVisit = welcome
  await vi.waitFor(() => expect(live.session.getSnapshot().connection).toBe('connected'))
  expect(live.session.getSnapshot().settings).toMatchObject({ diarization: false, languageCode: 'en-auto' })
})

test('ASR-08 hints are added to those in use and reconnect', async () => {
  const { gateway, live, toasts } = await setUp()
  await live.start()
  const form = { phrases: 'a\nb', limit_vocab_to_phrases: false, weight: 0.6 }
  await live.addSpeechHints({ ...form, entities: [{ type: 'one', entries: 'x' }] })
  await live.addSpeechHints({ ...form, entities: [{ type: 'two', entries: 'y,z' }] })
  expect(toasts.filter(text => text === 'success: Added speech hints!')).toHaveLength(2)
  expect(gateway.visits).toHaveLength(3)
  expect(gateway.visits[2]!.config!.speech_contexts).toEqual({
    phrases: ['a', 'b'],
    limit_vocab_to_phrases: false,
    weight: 0.6,
    entities: [
      { type: 'two', entries: ['y', 'z'] },
      { type: 'one', entries: ['x'] },
    ],
  })
})

test('ASR-15 the end stops socket and microphone', async () => {
  const { gateway, media, live } = await setUp()
  await live.start()
  live.end()
  await vi.waitFor(() => expect(gateway.visits[0]!.socket.readyState).toBe(3))
  expect(media.tracks[0]!.stopped).toBe(true)
  expect(live.recorder.getSnapshot().state).toBe('destroyed')
})

test('ASR-15 leaving while it still connects leaves nothing behind', async () => {
  const { media, live, toasts } = await setUp()
  const starting = live.start()
  live.end()
  await starting
  expect(media.tracks).toHaveLength(0)
  expect(toasts).toEqual([])
})

const result = (text: string, isFinal: boolean) => ({
  result: {
    results: [
      {
        alternatives: [
          {
            transcript: text,
            words: [{ word: text, start_time: { seconds: 1, nanos: 0 }, end_time: { seconds: 2, nanos: 0 } }],
          },
        ],
        is_final: isFinal,
        segment_id: 's-1',
      },
    ],
  },
})

test('ASR-16 what was recognised outlives a reload, goes on behind itself, and is let go once it is saved', async () => {
  const calls = new StoredCalls(keyedStorage(), 'ann')
  const stored = calls.of('one')
  const first = await setUp(new FakeMedia(), { stored })
  await first.live.start()
  first.gateway.visits[0]!.say(result('hello', true))
  await vi.waitFor(() => expect(first.live.getSnapshot().isUnsaved).toBe(true))
  first.live.keepNow()
  expect(stored.read()?.lines.map(({ text }) => text)).toEqual(['hello'])

  const saveAsMeeting = vi.fn(async () => 'm-1')
  const again = await setUp(new FakeMedia(), { stored, saveAsMeeting })
  expect(again.live.getSnapshot().isUnsaved).toBe(true)
  await again.live.start()
  again.gateway.visits[0]!.say(result('there', true))
  const lines = () => again.live.session.getSnapshot().lines
  await vi.waitFor(() => expect(lines()).toHaveLength(2))
  expect(lines().map(({ text, startMs }) => [text, startMs])).toEqual([
    ['hello', 1000],
    ['there', 4000],
  ])
  expect(await again.live.saveAsMeeting()).toBe('m-1')
  expect(saveAsMeeting).toHaveBeenCalledWith({ startedAtMs: expect.any(Number), lines: lines() })
  expect(again.live.getSnapshot()).toMatchObject({ isUnsaved: false, isSaving: false })
  expect(stored.read()).toBeUndefined()

  again.live.session.clear()
  again.gateway.visits[0]!.say(result('more', true))
  await vi.waitFor(() => expect(again.live.getSnapshot().isUnsaved).toBe(true))
  again.live.end()
  expect(stored.read()?.lines.map(({ text }) => text)).toEqual(['more'])
  again.live.exported()
  expect(again.live.getSnapshot().isUnsaved).toBe(false)
  expect(stored.read()).toBeUndefined()
})

/** A call whose microphone has heard a second, of which `words` are on the screen and not final. */
async function speaking(words: string) {
  const calls = new StoredCalls(keyedStorage(), 'ann')
  const call = await setUp(new FakeMedia(), { stored: calls.of('one') })
  await call.live.start()
  call.media.speak(new Float32Array(16_384).fill(0.5))
  const visit = call.gateway.visits[0]!
  await vi.waitFor(() => expect(visit.bytes.length).toBe(32_768))
  visit.say({ ...result(words, false), settled_millis: 0, audio_received_millis: 1_024 })
  await vi.waitFor(() => expect(call.live.session.getSnapshot().interim?.text).toBe(words))
  return {
    ...call,
    calls,
    visit,
    texts: () => calls.list().map(({ lines }) => lines.map(({ text }) => text)),
  }
}

test('ASR-15 End Call stops the microphone, sends silence behind the last words, and waits for their final', async () => {
  const { live, media, visit, texts } = await speaking('my fellow')
  const ended = live.endCall()
  expect(live.getSnapshot().phase).toBe('ending')
  expect(media.tracks[0]!.stopped).toBe(true)
  await vi.waitFor(() => expect(visit.bytes.length).toBeGreaterThan(32_768 + 95_000))
  expect(visit.bytes.subarray(32_768).every(byte => byte === 0)).toBe(true)
  expect(live.session.getSnapshot().draining).toEqual({ fromMs: 0, toMs: 1_024 })
  visit.say({ ...result('my fellow Americans', true), settled_millis: 1_024, audio_received_millis: 4_024 })
  await ended
  expect(live.getSnapshot()).toMatchObject({ phase: 'ended', isUnsaved: true })
  expect(texts()).toEqual([['my fellow Americans']])
})

test('ASR-15 Leave now, and a connection that fails meanwhile, keep the words as they were heard', async () => {
  const leaving = await speaking('my fellow')
  const ended = leaving.live.endCall()
  leaving.live.end()
  await ended
  expect(leaving.texts()).toEqual([['my fellow']])

  const failing = await speaking('ask not')
  failing.gateway.onVisit = visit => visit.cut()
  const failed = failing.live.endCall()
  failing.visit.cut()
  await failed
  expect(failing.live.getSnapshot().phase).toBe('ended')
  expect(failing.texts()).toEqual([['ask not']])
})

test('ASR-15 a call in which nothing was said ends at once; one call has nothing of another', async () => {
  const calls = new StoredCalls(keyedStorage(), 'ann')
  calls.of('one').write({ startedAtMs: 1, lines: [{ ...line, text: 'of the first' }] })
  const { live } = await setUp(new FakeMedia(), { stored: calls.of('two') })
  await live.start()
  expect(live.session.getSnapshot()).toMatchObject({ lines: [], audioReceivedMs: 0 })
  await live.endCall()
  expect(calls.list().map(({ id }) => id)).toEqual(['one'])
})

test('ASR-08 Pause holds a file that streams', async () => {
  const { gateway, live } = await setUp()
  await live.start()
  live.session.setPaused(true)
  const streaming = live.session.streamFile(new Int16Array(16_000), 'a.wav')
  const upload = () => live.session.getSnapshot().upload
  await vi.waitFor(() => expect(upload()).toMatchObject({ progress: 0, isWaiting: false }))
  expect(gateway.visits[0]!.bytes.length).toBe(0)
  live.session.setPaused(false)
  await streaming
  await vi.waitFor(() => expect(gateway.visits[0]!.bytes.length).toBeGreaterThanOrEqual(32_000))
})
