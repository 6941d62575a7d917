import { expect, test, vi } from 'vitest'
import { steadyNow } from '../steady-now'
import { callState, entered, meetingId, row } from './live-meeting.test-support'
import { howFarBehindMs } from './room/backlog'

test('LIV-25 a long history is one change of the room, without the toasts of a moment that has passed', async () => {
  const { live, socket, toasts, now } = await entered()
  const replaying = {
    clock_millis: 1,
    language_code: 'en-US',
    earmuffs: false,
    chimes: true,
    recording: true,
  }
  const rest = { transcription: true, action_item_open: false, speakers: [], replaying: true }
  socket.say({ type: 'call_started', data: { ...replaying, ...rest } })
  toasts.splice(0)
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
  expect(toasts).toEqual([])
})

test('LIV-13 what is kept of the meeting is shown to everyone when it changes', async () => {
  const { socket, now } = await entered()
  socket.say({ type: 'status_changed', seq: 1, data: { recording: false, transcription: false } })
  expect(now()).toMatchObject({ recording: false, transcription: false })
})

test('LIV-18 a change that another participant made, or that did not last, is said', async () => {
  const { toasts, socket, sockets, now } = await entered()
  toasts.length = 0
  socket.say({ type: 'earmuffs_enabled', seq: 1 })
  expect(toasts).toEqual(['info: Eva Muted!'])
  socket.drop(1006)
  await vi.waitFor(() => expect(sockets).toHaveLength(2))
  sockets[1]!.welcome(meetingId, { data: callState({ earmuffs: false }) })
  expect(now().evaMuted).toBe(false)
  expect(toasts.at(-1)).toBe('info: EVA UnMuted!')
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

test('LIV-15 what is news is read aloud though this computer’s clock is an hour off; what is said again is not', async () => {
  const spoken: string[] = []
  const voice = { speak: (text: string) => void spoken.push(text), cancel: () => {} }
  const { live, answers, socket } = await entered({ voice })
  answers['POST livetap_translate'] = () => ({ status: 204 })
  await live.controls.translate({ csi: 3, language: 'es', interim: true, tts: true })
  const serverTs = Date.now() - 3_600_000
  socket.say({ type: 'call_started', ts: serverTs, data: callState({}) })
  for (const [seq, ageMs] of [60_000, 10_000, -500].entries()) {
    const { transcript } = row(`f${seq}`, 'good morning')
    const final = {
      id: `f${seq}`,
      transcript: { ...transcript, csis: [3] },
      translations: { es: `${ageMs}` },
    }
    socket.say({ type: 'transcript_final_result', ts: serverTs - ageMs, seq: seq + 1, ...final })
  }
  await vi.waitFor(() => expect(spoken[0]).toBe('10000'))
})

test('LIV-11 speech whose text does not come is behind', async () => {
  const { socket, now } = await entered({ recordAudio: false })
  const ann = { csi: 1, stream_id: 'a', name: 'ann' }
  socket.say({ type: 'speaker_started', seq: 1, data: ann })
  expect(howFarBehindMs(now(), steadyNow() + 4000)).toBeGreaterThanOrEqual(4000)
  socket.say({ type: 'status_changed', seq: 2, data: { recording: true, transcription: false } })
  expect(howFarBehindMs(now(), steadyNow() + 4000)).toBe(0)
})

test('LIV-11 a service that says how far it is behind is believed rather than guessed at', async () => {
  const { socket, now } = await entered({ recordAudio: false })
  const ann = { csi: 1, stream_id: 'a', name: 'ann' }
  socket.say({ type: 'speaker_started', seq: 1, data: ann })
  socket.say({ type: 'behind_changed', seq: 2, data: { behind_millis: 0 } })
  expect(howFarBehindMs(now(), steadyNow() + 9000)).toBe(0)
  socket.say({ type: 'behind_changed', seq: 3, data: { behind_millis: 7400 } })
  expect(howFarBehindMs(now(), steadyNow())).toBe(7400)
})

test('LIV-20 eva_thanks is a toast only when its slot says something', async () => {
  const { toasts, socket } = await entered()
  toasts.length = 0
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
  expect(toasts).toEqual([])
  thanks(' You are welcome! ', 2)
  socket.say({ type: 'goodbye', seq: 3 })
  socket.say({ type: 'error', data: { code: 'bad_command', description: 'type: Invalid option' } })
  expect(toasts).toEqual(['info: You are welcome!', 'info: Goodbye!', 'warning: type: Invalid option'])
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
  const { socket, now, toasts } = await entered()
  toasts.length = 0
  socket.raw('not json')
  expect(now()).toMatchObject({ phase: 'live', parseErrors: 1 })
  expect(toasts).toEqual([])
})
