import { getMeeting } from '@livetap/contract/calls/meetings'
import { pathOf } from '@livetap/contract/wire/endpoint'
import type { Page } from '@playwright/test'
import { unfold } from '../support/browser/unfold'
import { shots } from '../support/shots'
import { expect } from '../support/test'

const meetingId = 'm-picture_use1'

/** Stands in for the meeting and its room: the pictures show the same words every time. */
async function room(page: Page, messages: readonly object[]): Promise<void> {
  const answers: Record<string, unknown> = {
    status: { status: 'CallStarted' },
    'transcript/live': { results: [], seq: 0 },
    highlights: { highlights: [] },
    live_addr: { live_addr: `ws://127.0.0.1:9/hotword?meeting=${meetingId}&ticket=secret` },
  }
  await page.route(`**${pathOf(getMeeting, { id: meetingId })}`, route =>
    route.fulfill({
      json: {
        id: meetingId,
        title: 'Weekly review of the release',
        host: ann.name,
        site: 'site',
        number: '21409440323',
        region: 'local',
        source: 'live',
        status: 'CallStarted',
        stage: '',
        progress: 0,
        error: null,
        start: new Date(Date.now() - 754_000).toISOString(),
        duration: null,
        speakers: 2,
      },
    }),
  )
  await page.route(`**${pathOf(getMeeting, { id: meetingId })}/**`, route => {
    const path = new URL(route.request().url()).pathname.split(`${meetingId}/`)[1]!
    return route.fulfill({ json: answers[path] ?? {} })
  })
  await page.routeWebSocket(/\/hotword/, socket => {
    for (const message of messages)
      socket.send(JSON.stringify({ meeting: meetingId, ts: Date.now(), ...message }))
    socket.onMessage(data => {
      if (String(data).includes('"ping"'))
        socket.send(JSON.stringify({ type: 'pong', meeting: meetingId, ts: Date.now() }))
    })
  })
}

const ann = { csi: 1, stream_id: 'a', name: 'ann@example.org' }
const bob = { csi: 2, stream_id: 'b', name: 'bob@example.org' }

const said = [
  ['And so, my fellow Americans, ask not what your country can do for you.', ann, {}],
  ['Ask what you can do for your country.', ann, { es: 'Pregunta qué puedes hacer tú por tu país.' }],
  [
    'He was not an ill-disposed young man, unless to be rather cold-hearted and rather selfish is to be ill-disposed.',
    bob,
    {},
  ],
  ['OK EVA, decision: we ship the new release on Friday.', ann, {}],
] as const

const transcript = (text: string, { csi, stream_id }: typeof ann, at: number) => ({
  text,
  start_millis: at * 6000 + 1200,
  end_millis: at * 6000 + 5400,
  csis: [csi],
  language_code: 'en-US',
  stream_id,
})

const messages = [
  {
    type: 'call_started',
    seq: 0,
    audio_received_millis: {},
    data: {
      clock_millis: 754_000,
      language_code: 'en-US',
      earmuffs: false,
      chimes: true,
      recording: true,
      transcription: true,
      action_item_open: false,
      speakers: [
        { ...ann, speaking: false },
        { ...bob, speaking: true },
      ],
    },
  },
  ...said.map(([text, who, translations], at) => ({
    type: 'transcript_final_result',
    seq: at + 1,
    id: `s-${at}`,
    transcript: transcript(text, who, at),
    translations,
  })),
  {
    type: 'highlight_created',
    seq: 20,
    data: {
      id: 'h-1',
      start_millis: 19_200,
      end_millis: 23_400,
      transcript: 'OK EVA, decision: we ship the new release on Friday.',
      csis: [1],
      highlight_source: 'eva',
      highlight_label: 'decision',
      trigger_info: { type: 'voice', trigger_by: 'eva', trigger_word: 'decision' },
    },
  },
  {
    type: 'highlight_created',
    seq: 21,
    data: {
      id: 'h-2',
      start_millis: 7200,
      end_millis: 11_400,
      transcript: 'Ask what you can do for your country.',
      csis: [1],
      highlight_source: 'manual',
      highlight_label: '',
      trigger_info: { type: 'manual', trigger_by: 'ann' },
    },
  },
  {
    type: 'transcript_interim_results',
    seq: 22,
    id: 's-9',
    transcript: transcript('and mister John Dashwood had then leisure to consider', bob, 5),
    translations: { es: 'y el señor John Dashwood tuvo entonces tiempo de considerar' },
  },
]

async function inRoom(page: Page): Promise<void> {
  await room(page, messages)
  await page.goto(`/live/${meetingId}/do_not_record_audio`)
  await expect(page.getByTestId('live-row')).toHaveCount(said.length)
  for (const button of await page.getByRole('button', { name: 'Dismiss' }).all()) await button.click()
}

shots('live', { go: inRoom })

shots('live-off-the-record', {
  go: async page => {
    const data = { from_millis: 753_000, until_millis: 763_000, by: bob.name }
    await room(page, [...messages, { type: 'off_the_record', seq: 30, data }])
    await page.goto(`/live/${meetingId}/do_not_record_audio`)
    await expect(page.getByRole('button', { name: 'Back on the record' })).toBeVisible()
    await expect(page.getByTestId('off-the-record')).toBeVisible()
  },
})

shots('live-highlights', {
  go: async page => {
    await inRoom(page)
    await page.getByRole('tab', { name: /^Highlights/ }).click()
    await expect(page.getByTestId('live-highlight')).toHaveCount(2)
  },
})

shots('live-translate', {
  again: true,
  go: async page => {
    await inRoom(page)
    await unfold(page)
    await page.getByRole('button', { name: 'Translate (TTS)' }).click()
    await expect(page.getByLabel('Attendee CSI')).toBeVisible()
  },
})
