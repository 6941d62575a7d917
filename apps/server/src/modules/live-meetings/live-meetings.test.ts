import {
  createMeeting,
  dropMeeting,
  liveAddress,
  liveTranscript,
  setCustomPhrases,
  setHotwordStatus,
  setLanguage,
  stopTranslation,
  translateMeeting,
} from '@livetap/contract/calls/live-meetings'
import { meetingStatus } from '@livetap/contract/calls/meetings'
import { audioUrl, createHighlight, deleteHighlight } from '@livetap/contract/calls/transcripts'
import type { Endpoint } from '@livetap/contract/wire/endpoint'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { tone } from '../live-room/testing/live-client'
import { LiveHost } from '../live-room/testing/live-host'
import { sentences } from '../live-room/testing/spoken-script'

let host: LiveHost
beforeAll(async () => {
  host = await LiveHost.start(
    { segments: sentences('we ship on Friday', 'the budget is approved') },
    // A busy machine is no pause in what is said.
    { liveRoomLimits: { sweepMs: 50, pauseMs: 60_000 } },
  )
})
afterAll(() => host.server.close())

const body = { start_at_utc: '2026-03-04T05:06:07.000Z', enable_ensemble: false }

describe('creating', () => {
  test('LAU-16 LAU-19 makes a running meeting of that region and site, hosted by who asked', async () => {
    const query = {
      client_region: 'us',
      skip_load_balancing: true,
      webex_site_id: '7',
      webex_site_name: 'cisco_webex',
    }
    const response = await host.call(createMeeting, { query, body: { ...body, trainable_shard_percent: 40 } })
    expect(response.status).toBe(200)
    const meeting = (await response.json()) as { id: string }
    expect(meeting).toMatchObject({
      status: 'CallStarted',
      region: 'us',
      site: 'cisco_webex',
      host: 'user@example.com',
    })
    expect(meeting.id).toMatch(/_us$/)
    const stored = await host.server.app.meetings.store.find(meeting.id)
    const kept = { enableEnsemble: false, trainableShardPercent: 40 }
    expect(stored).toMatchObject({ siteId: '7', hostUserId: 'user-1', ...kept })
    const most = { ...body, trainable_shard_percent: 101 }
    expect((await host.call(createMeeting, { query, body: most })).status).toBe(422)
    const status = await (await host.call(meetingStatus, { params: { id: meeting.id } })).json()
    expect(status).toMatchObject({ status: 'CallStarted' })
    const ledger = await host.ledger(meeting.id)
    expect(ledger.map(event => event.name)).toEqual(['meeting_created', 'call_started'])
    expect(ledger[1]!.fields).toMatchObject({
      start_at_utc: body.start_at_utc,
      skip_load_balancing: true,
      by: 'host@example.com',
    })
  })

  test('LAU-19 refuses an unknown region and a body without its start', async () => {
    expect((await host.call(createMeeting, { query: { client_region: 'mars' }, body })).status).toBe(422)
    expect((await host.call(createMeeting, { query: { client_region: 'us' }, body: {} })).status).toBe(422)
    expect((await host.call(createMeeting, { body })).status).toBe(422)
  })

  test('LAU-19 custom phrases become hints of the recognition', async () => {
    const id = await host.createMeeting({ enable_ensemble: true })
    const phrases = [{ category_name: 'product', phrase: 'Zephyrine' }]
    expect(
      (await host.call(setCustomPhrases, { params: { id }, body: { custom_phrases: phrases } })).status,
    ).toBe(200)
    const client = await host.join(id)
    client.speak(tone(1000))
    await client.until('transcript_final_result')
    expect(host.engine.opened.at(-1)).toMatchObject({
      languageCode: 'en-US',
      ensemble: true,
      hints: { phrases: ['OK EVA', 'hey EVA', 'Zephyrine'] },
    })
    const bad = { custom_phrases: [{ category_name: '', phrase: 'x' }] }
    expect((await host.call(setCustomPhrases, { params: { id }, body: bad })).status).toBe(422)
  })
})

describe('while it runs', () => {
  test('LIV-17 the language changes for everyone, and what comes next is heard in it', async () => {
    const { id, client } = await host.meetingWithClient()
    const response = await host.call(setLanguage, { params: { id }, body: { language: 'fr-FR' } })
    expect(response.status).toBe(200)
    expect((await client.until('language_changed'))[0]!.data).toEqual({ language_code: 'fr-FR' })
    client.speak(tone(1000))
    const [final] = await client.until('transcript_final_result')
    expect(final!.transcript.language_code).toBe('fr-FR')
    const ledger = (await host.ledger(id)).find(event => event.name === 'language_changed')
    expect(ledger!.fields).toMatchObject({ language_code: 'fr-FR', by: 'host@example.com' })
    const refused = await host.call(setLanguage, { params: { id }, body: { language: 'tlh' } })
    expect(refused.status).toBe(422)
    expect(JSON.stringify(await refused.json())).toContain('language: tlh')
  })

  test('LIV-13 only the chosen parts of the hotword status change', async () => {
    const { id, client } = await host.meetingWithClient()
    const set = async (status: object) =>
      await (await host.call(setHotwordStatus, { params: { id }, body: status })).json()
    expect(await set({ assistant: false })).toEqual({
      assistant: false,
      recording: true,
      transcription: true,
      chimes: true,
    })
    await client.until('earmuffs_enabled')
    expect(await set({ transcription: false, recording: false, chimes: false })).toMatchObject({
      assistant: false,
      transcription: false,
    })
    await client.until('chimes_disabled')
    const [changed] = await client.until('status_changed')
    expect(changed!.data).toEqual({ recording: false, transcription: false })
    client.speak(tone(2500))
    client.command('ping')
    await client.until('pong')
    expect(client.finals).toEqual([])
    await host.drop(id)
    await host.untilEnded(id)
    expect((await host.call(audioUrl, { params: { id }, query: { audio_type: 'flac' } })).status).toBe(404)
  })

  test('LIV-15 one voice is translated into the language asked for, interim and final', async () => {
    const { id, client } = await host.meetingWithClient()
    const wanted = { attendee_id: 2, language: 'es', interim: true }
    expect((await host.call(translateMeeting, { params: { id }, body: wanted })).status).toBe(204)
    client.speak(tone(600), { csi: 2 })
    await vi.waitFor(() => {
      const last = client.of('transcript_interim_results').at(-1)
      expect(last?.translations.es).toBe([...last!.transcript.text].reverse().join(''))
    })
    client.speak(tone(600), { csi: 2 })
    client.speak(tone(1000), { csi: 3 })
    await vi.waitFor(() => {
      const translated = client.of('transcript_final_result').filter(one => one.translations.es)
      expect(translated.map(one => [one.transcript.csis, one.translations.es])).toEqual([
        [[2], 'yadirF no pihs ew'],
      ])
    })
    // Once in the transcript, with its translation; the other voice has none.
    const { results } = await host.liveTranscript(id)
    const ofCsi = (csi: number) => results.filter(one => one.transcript.csis[0] === csi)
    expect(ofCsi(2).map(one => one.translations)).toEqual([{ es: 'yadirF no pihs ew' }])
    expect(ofCsi(3).map(one => one.translations)).toEqual([{}])
    await client.until('translations_changed')
    const stop = { params: { id }, query: { attendee_id: 2, language: 'es' } }
    expect((await host.call(stopTranslation, stop)).status).toBe(204)
    await vi.waitFor(() =>
      expect(client.of('translations_changed').map(({ data }) => data.translations)).toEqual([
        [{ csi: 2, language: 'es' }],
        [],
      ]),
    )
    const refused = await host.call(translateMeeting, {
      params: { id },
      body: { attendee_id: 2, language: 'ja' },
    })
    expect(refused.status).toBe(422)
    const none = await host.call(translateMeeting, {
      params: { id },
      body: { attendee_id: 0, language: 'es' },
    })
    expect(none.status).toBe(422)
  })

  test('LIV-22 LIV-26 a highlight by hand reaches everyone, and so does its deletion', async () => {
    const { id, client } = await host.meetingWithClient()
    client.speak(tone(1000), { csi: 4 })
    const [final] = await client.until('transcript_final_result')
    const { start_millis, end_millis, text } = final!.transcript
    const highlight = {
      meeting_id: id,
      timestamp: Date.now(),
      highlight: {
        text,
        start_millis,
        end_millis,
        trigger_info: { type: 'manual', trigger_by: 'host@example.com' },
      },
      highlight_id: 'h-1',
    }
    expect((await host.call(createHighlight, { params: { id }, body: highlight })).status).toBe(200)
    const [created] = await client.until('highlight_created')
    expect(created!.data).toMatchObject({
      id: 'h-1',
      transcript: text,
      csis: [4],
      highlight_source: 'manual',
      trigger_info: { type: 'manual', trigger_by: 'host@example.com' },
    })
    expect(
      (await host.call(deleteHighlight, { params: { id }, query: { highlight_id: 'h-1' } })).status,
    ).toBe(204)
    const [deleted] = await client.until('highlight_deleted')
    expect(deleted!.data).toEqual({ id: 'h-1' })
  })
})

test('a meeting that ended takes no more orders', async () => {
  const id = await host.createMeeting()
  await host.drop(id)
  await host.untilEnded(id)
  const orders: [Endpoint, object?][] = [
    [setCustomPhrases, { custom_phrases: [] }],
    [setLanguage, { language: 'en-US' }],
    [setHotwordStatus, { chimes: true }],
    [translateMeeting, { attendee_id: 1, language: 'es' }],
    [liveAddress],
  ]
  for (const [order, body] of orders) {
    const { status } = await host.call(order, { params: { id }, body })
    expect([order.name, status]).toEqual([order.name, 409])
  }
  expect((await host.call(liveAddress, { params: { id: 'none_us' } })).status).toBe(404)
  expect((await host.call(liveTranscript, { params: { id: 'none_us' } })).status).toBe(404)
  expect((await host.call(dropMeeting, { params: { id: 'none_us' } })).status).toBe(404)
})
