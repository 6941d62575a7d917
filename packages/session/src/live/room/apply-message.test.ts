import { readFileSync } from 'node:fs'
import { type HotwordMessage, hotwordMessageSchema } from '@livetap/contract'
import { expect, test } from 'vitest'
import { applyMessage } from './apply-message'
import { emptyRoom, type LiveRoom } from './live-room'

const golden = new URL(
  '../../../../contract/src/sockets/golden/hotword-messages.golden.json',
  import.meta.url,
)
const messages = (JSON.parse(readFileSync(golden, 'utf8')) as unknown[]).map(message =>
  hotwordMessageSchema.parse(message),
)
const nowMs = 1_767_261_700_000
const room = (messages: HotwordMessage[], from = emptyRoom('en-US')): LiveRoom => {
  let held = from
  for (const message of messages) held = { ...held, ...applyMessage(held, message, nowMs) }
  return held
}
const of = <T extends HotwordMessage['type']>(type: T) =>
  messages.find(message => message.type === type) as Extract<HotwordMessage, { type: T }>

const final = (id: string, startMs: number, more: object = {}) =>
  ({
    ...of('transcript_final_result'),
    id,
    translations: {},
    transcript: {
      ...of('transcript_final_result').transcript,
      text: id,
      start_millis: startMs,
      end_millis: startMs + 100,
    },
    ...more,
  }) as Extract<HotwordMessage, { type: 'transcript_final_result' }>

/** Of every type: what it shows, or why it shows nothing in the room. */
const effects: Record<HotwordMessage['type'], Partial<LiveRoom> | 'a toast' | 'the connection' | 'leaves'> = {
  transcript_interim_results: { interims: [expect.objectContaining({ id: 's-4' })] },
  transcript_final_result: { transcripts: [expect.objectContaining({ id: 's-4' })] },
  highlight_created: { highlights: [expect.objectContaining({ id: 'h-7' })] },
  highlight_deleted: { highlights: [] },
  eva_thanks: 'a toast',
  action_item_started: { actionItemOpen: true },
  action_item_ended: { actionItemOpen: false },
  call_started: { startedAtMs: nowMs - 62_000, participants: [expect.objectContaining({ speaking: true })] },
  call_ended: 'leaves',
  chimes_enabled: { chimes: true },
  chimes_disabled: { chimes: false },
  earmuffs_enabled: { evaMuted: true },
  earmuffs_disabled: { evaMuted: false },
  eva_wake: { evaWoken: { word: 'OK EVA', atMs: nowMs, callId: 's-4' } },
  eva_call_undone: { evaWoken: undefined, undoneCall: 's-4' },
  goodbye: { evaWoken: undefined },
  pong: 'the connection',
  speaker_started: { participants: [expect.objectContaining({ key: 'a1b2c3d4', speaking: true })] },
  speaker_stopped: { participants: [expect.objectContaining({ key: 'a1b2c3d4', speaking: false })] },
  microphone_changed: {
    participants: [expect.objectContaining({ key: 'a1b2c3d4', speaking: false, shared: true, voices: 3 })],
  },
  off_the_record: { offTheRecordUntilMs: nowMs },
  on_the_record: { offTheRecord: [] },
  language_changed: { languageCode: 'fr-FR' },
  status_changed: { recording: false, transcription: true },
  connected_changed: { connected: [expect.objectContaining({ name: 'ann@example.org' }), expect.anything()] },
  translations_changed: { translations: [{ csi: 2, language: 'es' }] },
  behind_changed: { behindMs: 7400 },
  replay_ended: 'the connection',
  error: { refusedCommand: 'c1a52b7e-0d8f' },
}

const callEnders = new Set<HotwordMessage['type']>(['goodbye', 'eva_call_undone'])

test.each(messages)('LIV-20 $type has its effect', message => {
  const effect = effects[message.type]
  const before: LiveRoom = {
    ...emptyRoom('en-US'),
    evaMuted: message.type === 'earmuffs_disabled',
    chimes: message.type !== 'chimes_enabled',
    actionItemOpen: message.type === 'action_item_ended',
    highlights: message.type === 'highlight_deleted' ? [of('highlight_created').data] : [],
    evaWoken: callEnders.has(message.type) ? { word: 'OK EVA', atMs: 1, callId: 's-4' } : undefined,
  }
  const after = room([message], before)
  if (typeof effect === 'string') expect(after).toEqual(before)
  else expect(after).toMatchObject(effect)
})

test('LIV-20 every type of the contract has a golden message here', () => {
  expect(new Set(messages.map(({ type }) => type))).toEqual(new Set(Object.keys(effects)))
})

test('LIV-11 interims stand one per voice, and a final takes its own away', () => {
  const interim = of('transcript_interim_results')
  const other = { ...interim, id: 'x', transcript: { ...interim.transcript, stream_id: 'two' } }
  const speaking = room([interim, other, { ...interim, id: 's-5' }])
  expect(speaking.interims.map(({ id }) => id)).toEqual(['x', 's-5'])
  expect(room([final('s-5', 0)], speaking).interims.map(({ id }) => id)).toEqual(['x'])
})

test('LIV-11 an interim that comes after its final is not shown, an empty one is taken away', () => {
  const interim = of('transcript_interim_results')
  expect(room([final('s-4', 0), interim]).interims).toEqual([])
  const empty = { ...interim, transcript: { ...interim.transcript, text: '' } }
  expect(room([interim, empty]).interims).toEqual([])
})

test('LIV-09 transcripts are ordered by their start, each once, and keep their translations', () => {
  const heard = room([
    final('c', 3000),
    final('a', 1000),
    final('b', 2000, { translations: { es: 'dos' } }),
    final('b', 2000, { translations: { fr: 'deux' } }),
    final('b2', 2000),
  ])
  expect(heard.transcripts.map(({ id }) => id)).toEqual(['a', 'b', 'b2', 'c'])
  expect(heard.transcripts[1]!.translations).toEqual({ es: 'dos', fr: 'deux' })
})

test('LIV-10 highlights are ordered by start_millis', () => {
  const { data, ...message } = of('highlight_created')
  const highlight = (id: string, start_millis: number) => ({
    ...message,
    data: { ...data, id, start_millis },
  })
  const heard = room([highlight('late', 900), highlight('early', 100), highlight('late', 500)])
  expect(heard.highlights.map(({ id }) => id)).toEqual(['early', 'late'])
})

test('LIV-30 going off the record takes away what is being said', () => {
  const interim = of('transcript_interim_results')
  const open = { ...interim, transcript: { ...interim.transcript, end_millis: 13_000 } }
  const heard = room([of('call_started'), open, of('off_the_record')])
  expect(heard.interims).toEqual([])
  expect(heard.offTheRecordUntilMs).toBe(nowMs - 62_000 + 22_000)
})

test('LIV-30 a stretch that is ended early ends there, and one that had not begun is gone', () => {
  const later = { ...of('off_the_record'), data: { from_millis: 19_000, until_millis: 30_000 } }
  const heard = room([of('call_started'), of('off_the_record'), later, of('on_the_record')])
  expect(heard.offTheRecord).toMatchObject([
    { from_millis: 12_000, until_millis: 18_000, by: 'host@example.com' },
  ])
  expect(heard.offTheRecordUntilMs).toBe(nowMs - 62_000 + 18_000)
})

test('LIV-12 five thousand finals are put in order quickly enough for every message', () => {
  let held: LiveRoom = emptyRoom('en-US')
  for (let n = 0; n < 5000; n += 1) held = { ...held, ...applyMessage(held, final(`f${n}`, n * 10), nowMs) }
  expect(held.transcripts).toHaveLength(5000)
  expect(held.transcripts.at(-1)!.id).toBe('f4999')
})
