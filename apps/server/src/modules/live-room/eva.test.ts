import { type HotwordMessageType, hotwordMessageSchema } from '@livetap/contract'
import { setHotwordStatus, setLanguage, translateMeeting } from '@livetap/contract/endpoints/live-meetings'
import { deleteHighlight } from '@livetap/contract/endpoints/past-data'
import { expect, test } from 'vitest'
import { silence, tone } from './testing/live-client'
import { LiveHost } from './testing/live-host'
import { sentences } from './testing/spoken-script'

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
  client.command('nonsense')
  await client.until('error')
  await host.drop(id)
  await client.until('call_ended')
  expect((await client.untilClosed()).reason).toBe('call_ended')

  const types = new Set(client.messages.map(message => message.type))
  const all = hotwordMessageSchema.options.map(option => option.shape.type.value as HotwordMessageType)
  expect([...types].sort()).toEqual([...all].sort())
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
  expect(client.of('eva_wake')[0]!.data).toEqual({ trigger_word: 'OK EVA', csi: 0 })
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
