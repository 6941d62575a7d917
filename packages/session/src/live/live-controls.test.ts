import { expect, test, vi } from 'vitest'
import { callState, entered, meetingId } from './live-meeting.test-support'
import { mayGoOffTheRecord, offTheRecordBy } from './room/live-room'
import { ownNumberOf } from './room/people'

test('LIV-18 pausing and resuming EVA says each step and waits for the service', async () => {
  const { live, toasts, socket, now } = await entered()
  toasts.length = 0
  const muting = live.controls.toggleEva()
  expect(toasts).toEqual(['info: Muting EVA...'])
  expect(socket.commands.at(-1)).toMatchObject({ type: 'enable_earmuffs', meeting: meetingId })
  expect(now()).toMatchObject({ evaMuted: false, evaToggling: true })
  socket.say({ type: 'earmuffs_enabled', seq: 1 })
  await muting
  expect(now()).toMatchObject({ evaMuted: true, evaToggling: false })
  const unmuting = live.controls.toggleEva()
  expect(socket.commands.at(-1)).toMatchObject({ type: 'disable_earmuffs' })
  socket.say({ type: 'earmuffs_disabled', seq: 2 })
  await unmuting
  expect(toasts).toEqual([
    'info: Muting EVA...',
    'success: Eva Muted!',
    'info: UnMuting EVA...',
    'success: EVA UnMuted!',
  ])
})

test('LIV-18 what was asked is sent again after a cut, and is shown as done when the service has it', async () => {
  const { live, toasts, socket, sockets, now } = await entered()
  toasts.length = 0
  const muting = live.controls.toggleEva()
  socket.drop(1006)
  await vi.waitFor(() => expect(sockets).toHaveLength(2))
  const again = sockets[1]!
  again.welcome(meetingId, { data: callState({ earmuffs: false }) })
  expect(now()).toMatchObject({ evaMuted: false, evaToggling: true })
  expect(toasts).not.toContain('success: Eva Muted!')
  expect(again.commands.map(({ type }) => type)).toContain('enable_earmuffs')
  again.say({ type: 'earmuffs_enabled', seq: 1 })
  await muting
  expect(now()).toMatchObject({ evaMuted: true, evaToggling: false })
  expect(toasts.filter(text => text.includes('Muted!'))).toEqual(['success: Eva Muted!'])
})

test('a shared microphone is reported to the service, and shown as pending until it is confirmed', async () => {
  const { live, socket, now } = await entered()
  const own = { csi: 0, stream_id: 'a', name: 'ann', client_key: now().ownKey ?? 'me' }
  const state = callState({ own_key: own.client_key, speakers: [{ ...own, shared: true, speaking: false }] })
  socket.say({ type: 'call_started', data: state })
  const telling = live.controls.shareMicrophone(false)
  expect(socket.commands.at(-1)).toMatchObject({ type: 'unshare_microphone', meeting: meetingId })
  expect(now().microphoneAsked).toBe(false)
  socket.say({ type: 'microphone_changed', seq: 1, data: { ...own, shared: false } })
  await telling
  expect(now().microphoneAsked).toBeUndefined()
  expect(now().participants).toMatchObject([{ name: 'ann', shared: false, voices: 1 }])
})

test('LIV-27 a command that cannot be sent is reported and changes nothing', async () => {
  const { live, toasts, socket, now } = await entered()
  toasts.length = 0
  socket.readyState = 3
  await live.controls.toggleEva()
  expect(toasts[0]).toBe('info: Muting EVA...')
  expect(toasts[1]).toMatch(/^error: /)
  expect(now()).toMatchObject({ evaMuted: false, evaToggling: false })
})

test('LIV-20 a call that was not meant is undone by one click, and what cannot be undone is said', async () => {
  const { live, toasts, socket, now } = await entered()
  toasts.length = 0
  socket.say({ type: 'eva_wake', seq: 1, data: { trigger_word: 'OK EVA', csi: 0, call_id: 's-9' } })
  socket.say({ type: 'off_the_record', seq: 2, data: { from_millis: 31_000, until_millis: 41_000 } })
  const undoing = live.controls.undoCall()
  expect(socket.commands.at(-1)).toMatchObject({ type: 'undo_call', meeting: meetingId, call_id: 's-9' })
  expect(now().undoingCall).toBe('s-9')
  socket.say({
    type: 'eva_call_undone',
    seq: 3,
    data: { call_id: 's-9', reason: 'not_meant', off_the_record_until_millis: 33_000 },
  })
  await undoing
  expect(now()).toMatchObject({
    evaWoken: undefined,
    undoingCall: undefined,
    offTheRecord: [{ from_millis: 31_000, until_millis: 33_000 }],
  })
  expect(toasts).toEqual(['success: The call of EVA was undone.'])

  socket.say({ type: 'eva_wake', seq: 4, data: { trigger_word: 'OK EVA', csi: 0, call_id: 's-10' } })
  const refused = live.controls.undoCall()
  socket.say({ type: 'error', data: { code: 'unknown_call', description: 'Not known any more.' } })
  await refused
  expect(toasts.slice(1)).toEqual(['warning: Not known any more.'])
  expect(now().evaWoken).toMatchObject({ word: 'OK EVA', callId: undefined })
})

test('LIV-30 off the record names where the sound was at the click, until the service confirms it', async () => {
  const { live, socket, sockets, now } = await entered()
  live.client.pushAudio(new Int16Array(16 * 1500))
  const asking = live.controls.offTheRecord()
  live.client.pushAudio(new Int16Array(16 * 500))
  const [first] = socket.commands.filter(({ type }) => type === 'meeting_off_the_record')
  expect(first).toMatchObject({ meeting: meetingId, duration: '10s', source: 'desktop', at_millis: 1500 })
  expect(now().offTheRecordAsked).toBe(1)
  socket.drop(1006)
  await vi.waitFor(() => expect(sockets).toHaveLength(2))
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

test('LIV-30 off the record lasts as long as was chosen', async () => {
  const { live, socket } = await entered()
  void live.controls.offTheRecord(300)
  expect(socket.commands.at(-1)).toMatchObject({ type: 'meeting_off_the_record', duration: '300s' })
})

test('LIV-30 a refused command is said once and not sent again', async () => {
  const { live, toasts, socket, now } = await entered()
  toasts.length = 0
  const asking = live.controls.offTheRecord()
  const { id } = socket.commands.at(-1)!
  socket.say({ type: 'error', data: { code: 'not_allowed', description: 'Only speakers.', command_id: id } })
  await asking
  expect(now().offTheRecordAsked).toBe(0)
  expect(toasts).toEqual(['warning: Only speakers.'])
})

test('LIV-30 what is off the record is ended, and asked for until the service confirms it', async () => {
  const { live, socket, now } = await entered()
  socket.say({ type: 'call_started', data: callState({ clock_millis: 31_000 }) })
  socket.say({
    type: 'off_the_record',
    seq: 1,
    data: { from_millis: 31_000, until_millis: 41_000, by: 'ann@example.com' },
  })
  expect(offTheRecordBy(now())).toBe('ann@example.com')
  const ending = live.controls.backOnTheRecord()
  expect(socket.commands.at(-1)).toMatchObject({ type: 'meeting_on_the_record', meeting: meetingId })
  expect(now().onTheRecordAsked).toBe(true)
  socket.say({ type: 'on_the_record', seq: 2, data: { at_millis: 31_000, by: 'bob@example.com' } })
  await ending
  expect(now()).toMatchObject({ onTheRecordAsked: false, offTheRecord: [] })
})

test('LIV-30 going off the record is for those who speak and the host, as the service says', async () => {
  const { socket, now } = await entered()
  const state = (may_go_off_the_record?: boolean) =>
    socket.say({ type: 'call_started', data: { ...callState({ own_key: 'me' }), may_go_off_the_record } })
  state()
  expect(mayGoOffTheRecord(now())).toBe(true)
  state(false)
  expect(mayGoOffTheRecord(now())).toBe(false)
  socket.say({ type: 'microphone_changed', seq: 1, data: { csi: 0, stream_id: 'a', client_key: 'other' } })
  expect(mayGoOffTheRecord(now())).toBe(false)
  socket.say({ type: 'microphone_changed', seq: 2, data: { csi: 0, stream_id: 'b', client_key: 'me' } })
  expect(mayGoOffTheRecord(now())).toBe(true)
})

test('LIV-17 the language is changed, or not, in the words of the documents', async () => {
  const { live, answers, asked, toasts, now } = await entered()
  toasts.length = 0
  answers['PUT language'] = () => ({ body: {} })
  await live.controls.setLanguage('fr-FR')
  expect(asked.at(-1)).toMatchObject({ call: 'PUT language', body: { language: 'fr-FR' } })
  expect(now().languageCode).toBe('fr-FR')
  answers['PUT language'] = () => ({ status: 422, body: { message: 'Client Exception', errors: [] } })
  await live.controls.setLanguage('xx')
  expect(toasts).toEqual([
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

test('LIV-15 the number that is proposed for oneself becomes one’s own CSI, another one does not', async () => {
  const { live, answers, socket, now } = await entered()
  answers['POST livetap_translate'] = () => ({ status: 204 })
  const grace = { csi: 4, stream_id: 'g', name: 'grace', client_key: 'other', speaking: false }
  const connected = [
    { key: 'me', name: 'ann' },
    { key: 'other', name: 'grace' },
  ]
  socket.say({ type: 'call_started', data: callState({ own_key: 'me', connected, speakers: [grace] }) })
  expect([now().csi, ownNumberOf(now())]).toEqual([0, 5])
  await live.controls.translate({ csi: 5, language: '', interim: true, tts: true })
  await live.controls.translate({ csi: 4, language: 'es', interim: true, tts: false })
  expect(now().csi).toBe(0)
  await live.controls.translate({ csi: 5, language: 'es', interim: true, tts: false })
  expect(now()).toMatchObject({ csi: 5, translation: { csi: 5, language: 'es' } })
  expect(ownNumberOf(now())).toBe(5)
})
