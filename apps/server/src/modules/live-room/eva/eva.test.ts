import { type HotwordMessageType, hotwordMessageSchema } from '@livetap/contract'
import { setHotwordStatus, setLanguage, translateMeeting } from '@livetap/contract/calls/live-meetings'
import { deleteHighlight } from '@livetap/contract/calls/transcripts'
import { expect, test } from 'vitest'
import { silence, tone } from '../testing/live-client'
import { LiveHost } from '../testing/live-host'
import { sentences } from '../testing/spoken-script'

test('LIV-20 every message of the documents has a cause in a meeting', async () => {
  const host = await LiveHost.start({
    segments: sentences(
      'we ship on Friday',
      'OK EVA, highlight that',
      'hey Eva, decision: the budget is approved',
      'Okay, Eva. Action item.',
      'Ann writes to the customer',
      'OK EVA, end action item',
      'OK EVA, follow up with the lawyers tomorrow',
      'OK EVA, turn off the chimes',
      'OK EVA, turn on the chimes',
      'hey EVA',
      'thank you',
      'OK EVA, stop listening',
      'OK EVA, note that nobody hears this',
      'OK EVA, listen again',
      'OK EVA, goodbye',
    ),
  })
  const id = await host.createMeeting()
  const client = await host.join(id, { after: 0 })
  await client.until('replay_ended')
  client.speak(tone(15_500))
  client.speak(silence(2000))
  await client.until('goodbye')
  await client.until('speaker_stopped')
  client.command('ping')
  await client.until('pong')
  client.command('meeting_off_the_record')
  await client.until('off_the_record')
  client.command('meeting_on_the_record')
  await client.until('on_the_record')
  const [highlight] = client.of('highlight_created')
  await host.call(deleteHighlight, { params: { id }, query: { highlight_id: highlight!.data.id } })
  await client.until('highlight_deleted')
  await host.call(setLanguage, { params: { id }, body: { language: 'fr-FR' } })
  await client.until('language_changed')
  await host.call(setHotwordStatus, { params: { id }, body: { recording: false } })
  await client.until('status_changed')
  await host.call(translateMeeting, {
    params: { id },
    body: { attendee_id: 2, language: 'es', interim: false },
  })
  await client.until('translations_changed')
  client.command('undo_call', { call_id: client.of('eva_wake')[0]!.data!.call_id! })
  await client.until('eva_call_undone')
  client.command('nonsense')
  await client.until('error')
  await host.drop(id)
  await client.until('call_ended')
  expect((await client.untilClosed()).reason).toBe('call_ended')

  // Said by an engine that falls behind alone: busy-engine.test.ts makes it so.
  const isOfHere = (type: HotwordMessageType) => type !== 'behind_changed'
  const types = new Set(client.messages.map(message => message.type).filter(isOfHere))
  const all = hotwordMessageSchema.options.map(option => option.shape.type.value as HotwordMessageType)
  expect([...types].sort()).toEqual(all.filter(isOfHere).sort())
  for (const message of client.messages) expect(hotwordMessageSchema.parse(message)).toEqual(message)

  expect(client.of('highlight_created').map(({ data }) => [data.highlight_label, data.transcript])).toEqual([
    ['highlight', 'we ship on Friday'],
    ['decision', 'the budget is approved'],
    ['action_item', 'Ann writes to the customer'],
    ['follow_up', 'with the lawyers tomorrow'],
  ])
  expect(highlight!.data).toMatchObject({
    highlight_source: 'eva',
    trigger_info: { type: 'voice', trigger_by: 'eva', trigger_word: 'highlight that' },
    csis: [0],
  })
  const order = client.messages.map(message => message.type)
  expect(order.indexOf('action_item_started')).toBeLessThan(order.indexOf('action_item_ended'))
  const [thanks] = client.of('eva_thanks')
  expect(thanks!.command_response).toEqual({
    intent: 'thanks',
    slots: [{ name: 'hotword_response_to_user', value: 'You are welcome!' }],
  })
  // Each called EVA once, and the muffled one not at all.
  expect(client.of('eva_wake')).toHaveLength(11)
  expect(client.of('eva_wake')[0]!.data).toMatchObject({ trigger_word: 'OK EVA', csi: 0 })
  expect(client.of('earmuffs_enabled')).toHaveLength(1)
  expect(client.of('earmuffs_disabled')).toHaveLength(1)
})

test('LIV-18 EVA is paused and resumed by command, for everyone and over a reconnect', async () => {
  const host = await LiveHost.start({ segments: sentences('one two three', 'OK EVA, highlight that') })
  const { id, client } = await host.meetingWithClient()
  const watcher = await host.join(id)
  client.command('enable_earmuffs')
  await watcher.until('earmuffs_enabled')
  client.speak(tone(2000))
  await client.until('transcript_final_result', 2)
  expect(client.of('highlight_created')).toEqual([])
  expect(client.of('eva_wake')).toEqual([])
  const late = await host.join(id)
  expect(late.of('call_started')[0]!.data).toMatchObject({ earmuffs: true, chimes: true })
  client.command('disable_earmuffs')
  await watcher.until('earmuffs_disabled')
  const ledger = (await host.ledger(id)).filter(event => event.name.startsWith('earmuffs'))
  expect(ledger.map(event => [event.name, event.fields.by, event.fields.source])).toEqual([
    ['earmuffs_enabled', 'host@example.com', 'desktop'],
    ['earmuffs_disabled', 'host@example.com', 'desktop'],
  ])
})

test('LIV-20 a call that was not meant is undone with what it did, once, and counted', async () => {
  const host = await LiveHost.start({
    segments: sentences(
      'we ship on Friday',
      'OK EVA, highlight that',
      'OK EVA, turn off the chimes',
      'OK EVA, action item',
      'hey EVA',
    ),
  })
  const { id, client } = await host.meetingWithClient()
  client.speak(tone(5500))
  await client.until('eva_wake', 4)
  await client.until('action_item_started')
  const [highlighted, chimes, item] = client.of('eva_wake').map(({ data }) => data!.call_id!)
  const undo = async (call_id: string) => {
    const before = client.of('eva_call_undone').length
    client.command('undo_call', { call_id })
    await client.until('eva_call_undone', before + 1)
  }
  await undo(highlighted!)
  const { ledger } = host.server.app.events
  const kept = (await ledger.of(id)).map(({ name }) => name)
  expect(kept).toEqual(
    expect.arrayContaining(['highlight_created', 'chimes_disabled', 'highlight_deleted', 'eva_call_undone']),
  )
  expect((await ledger.verify(id)).breaks).toEqual([])
  expect(client.of('highlight_deleted').map(({ data }) => data.id)).toEqual(
    client.of('highlight_created').map(({ data }) => data.id),
  )
  await undo(chimes!)
  await client.until('chimes_enabled')
  await undo(item!)
  await client.until('action_item_ended')
  // A repeated command changes nothing; one for a call that no one knows is refused.
  client.command('undo_call', { call_id: highlighted! })
  client.command('undo_call', { call_id: 'never-heard' })
  expect((await client.until('error'))[0]!.data.code).toBe('unknown_call')
  expect(client.of('eva_call_undone').map(({ data }) => data)).toEqual(
    [highlighted, chimes, item].map(call_id => ({ call_id, reason: 'not_meant' })),
  )
  expect(client.of('highlight_created')).toHaveLength(1)
  const { rows } = await host.server.app.database.pool.query(
    'select id from highlight where meeting_id = $1',
    [id],
  )
  expect(rows).toEqual([])
  const counted = (await host.ledger(id)).filter(({ name }) => name === 'eva_call_undone')
  expect(counted.map(({ fields }) => [fields.intent, fields.taken_back, fields.by])).toEqual([
    ['highlight', true, 'host@example.com'],
    ['chimes_off', true, 'host@example.com'],
    ['action_item', true, 'host@example.com'],
  ])
})

/** However slow this machine is, no one makes a pause. */
const goesOn = { liveRoomLimits: { sweepMs: 50, pauseMs: 60_000 } }

test('LIV-20 an action item whose end was not meant is open again, with what was said since', async () => {
  const host = await LiveHost.start(
    {
      segments: sentences(
        'OK EVA, action item',
        'Ann writes to',
        'the customer OK EVA, end action item',
        'and to the lawyer',
        'OK EVA, end action item',
      ),
    },
    goesOn,
  )
  const { id, client } = await host.meetingWithClient()
  client.speak(tone(4050), { startMs: 0 })
  await client.until('transcript_final_result', 4)
  const [ended] = await client.until('highlight_created')
  expect(ended!.data).toMatchObject({
    highlight_label: 'action_item',
    transcript: 'Ann writes to the customer',
  })
  const call_id = client.of('eva_wake')[1]!.data!.call_id!
  client.command('undo_call', { call_id })
  await client.until('eva_call_undone')
  expect(client.of('highlight_deleted').map(({ data }) => data.id)).toEqual([ended!.data.id])
  expect((await host.join(id)).of('call_started')[0]!.data).toMatchObject({ action_item_open: true })
  client.speak(tone(1450), { startMs: 4050 })
  const [, whole] = await client.until('highlight_created', 2)
  expect(whole!.data.transcript).toBe('Ann writes to the customer and to the lawyer')
  expect(client.of('action_item_started')).toHaveLength(2)
  expect(client.of('action_item_ended')).toHaveLength(2)
  const counted = (await host.ledger(id)).filter(({ name }) => name === 'eva_call_undone')
  expect(counted.map(({ fields }) => [fields.intent, fields.taken_back])).toEqual([['end_action_item', true]])
})

test('LIV-19 off the record by a call that was not meant ends at the click', async () => {
  const host = await LiveHost.start({
    segments: [{ text: 'OK EVA, go off the record', startMs: 100, endMs: 15_000 }],
  })
  const { id, client } = await host.meetingWithClient()
  client.speak(tone(15_500), { startMs: 0 })
  const [gap] = await client.until('off_the_record')
  const { from_millis, until_millis } = gap!.data
  client.command('undo_call', { call_id: client.of('eva_wake')[0]!.data!.call_id! })
  const [undone] = await client.until('eva_call_undone')
  const until = undone!.data.off_the_record_until_millis!
  expect(until).toBeLessThan(until_millis)
  expect((await host.liveTranscript(id)).off_the_record).toMatchObject([{ from_millis, until_millis: until }])
})

test('LIV-20 an interim proposes a call and the final decides: the sound may speak against it', async () => {
  const host = await LiveHost.start({
    segments: [
      { text: 'Okay, Eva. Highlight that', startMs: 100, endMs: 1900, callLikelihood: 0.001 },
      { text: 'Okay, Eva. Note that', startMs: 2100, endMs: 2900, callLikelihood: 0.9 },
    ],
  })
  const { client } = await host.meetingWithClient()
  client.speak(tone(1500), { startMs: 0 })
  await client.until('eva_wake')
  client.speak(tone(2000), { startMs: 1500 })
  await client.until('highlight_created')
  expect(client.of('highlight_created').map(({ data }) => data.highlight_label)).toEqual(['note'])
  const [refused] = client.of('eva_wake')
  expect(client.of('eva_call_undone').map(({ data }) => data)).toEqual([
    { call_id: refused!.data!.call_id, reason: 'not_confirmed' },
  ])
})
