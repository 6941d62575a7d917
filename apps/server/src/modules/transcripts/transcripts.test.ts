import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import {
  errorBodySchema,
  highlightsAnswerSchema,
  mediaUrlAnswerSchema,
  meetingSpeakerSchema,
  peaksAnswerSchema,
  transcriptAnswerSchema,
  transcriptUtteranceSchema,
  utteranceVersionsAnswerSchema,
} from '@livetap/contract'
import {
  audioUrl,
  createHighlight,
  deleteHighlight,
  editUtterance,
  getPeaks,
  getTranscript,
  importTranscript,
  listHighlights,
  renameSpeaker,
  utteranceVersions,
  videoUrl,
} from '@livetap/contract/calls/transcripts'
import { type Endpoint, pathOf } from '@livetap/contract/wire/endpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { strictParse } from '../../testing/answer-check'
import { callEndpoint, type TestCall } from '../../testing/call-endpoint'
import { pastMeeting, utteranceAt } from '../../testing/meetings/past-meeting'
import { type TestServer, testServer } from '../../testing/test-server'

let server: TestServer
let headers: { authorization: string }
beforeAll(async () => {
  server = await testServer()
  headers = server.bearer({ userName: 'editor@example.com' })
})
afterAll(() => server.close())

const call = (endpoint: Endpoint, input: TestCall = {}) =>
  callEndpoint(server.url, endpoint, {
    ...input,
    headers: { ...headers, 'accept-encoding': 'identity', ...input.headers },
  })

const description = async (answer: Response) =>
  errorBodySchema.parse(await answer.json()).errors[0]!.description

describe('transcript', () => {
  test('PAS-20 carries word times and speaker segments only when they are asked for', async () => {
    const id = await pastMeeting(server, { utterances: [utteranceAt(1000, 'hello there')] })
    const plain = strictParse(
      transcriptAnswerSchema,
      await (await call(getTranscript, { params: { id } })).json(),
    )
    expect(plain).toMatchObject({
      total: 1,
      results: [{ start_millis: 1000, alternatives: [{ transcript: 'hello there' }] }],
    })
    expect(plain.results[0]!.alternatives[0]!.words).toBeUndefined()
    expect(plain.results[0]!.speaker_segments).toBeUndefined()
    const full = await call(getTranscript, {
      params: { id },
      query: { enable_word_time_offsets: 'true', segments_transcript: 'true' },
    })
    const [utterance] = strictParse(transcriptAnswerSchema, await full.json()).results
    expect(utterance!.alternatives[0]!.words).toEqual([
      { word: 'hello', start_millis: 1000, end_millis: 1080, confidence: 0.5 },
      { word: 'there', start_millis: 1100, end_millis: 1180, confidence: 0.5 },
    ])
    expect(utterance!.speaker_segments).toEqual([{ speaker_id: '1', transcript: 'hello there' }])
    expect(utterance).toMatchObject({
      version: 0,
      edited: false,
      transcript_type: 'final',
      language_code: 'en-US',
      csis: [1],
    })
  })

  test('the first part can be asked for ahead of the rest, and nothing is lost between the pages', async () => {
    const utterances = Array.from({ length: 2500 }, (_, at) =>
      utteranceAt(Math.floor(at / 2) * 10, `word${at}`),
    )
    const id = await pastMeeting(server, { utterances })
    const first = strictParse(
      transcriptAnswerSchema,
      await (await call(getTranscript, { params: { id }, query: { limit: '30' } })).json(),
    )
    expect(first).toMatchObject({ total: 2500 })
    expect(first.results).toHaveLength(30)
    const rest = strictParse(
      transcriptAnswerSchema,
      await (await call(getTranscript, { params: { id }, query: { offset: '30' } })).json(),
    )
    const whole = strictParse(
      transcriptAnswerSchema,
      await (await call(getTranscript, { params: { id } })).json(),
    )
    expect([...first.results, ...rest.results]).toEqual(whole.results)
    expect(new Set(whole.results.map(one => one.id)).size).toBe(2500)
    const starts = whole.results.map(one => one.start_millis)
    expect(starts).toEqual([...starts].sort((a, b) => a - b))
  })

  test.each([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ])('is compressed with %s when that is taken', async (encoding, unpack) => {
    const id = await pastMeeting(server, {
      utterances: [utteranceAt(0, 'the same again '.repeat(500).trim())],
    })
    const { rawBody, contentEncoding } = await rawGet(pathOf(getTranscript, { id }), encoding)
    expect(contentEncoding).toBe(encoding)
    const answer = strictParse(transcriptAnswerSchema, JSON.parse(unpack(rawBody).toString()))
    expect(answer.results).toHaveLength(1)
    expect(rawBody.length).toBeLessThan(2000)
  })

  test('is answered 304 until something of it changes', async () => {
    const id = await pastMeeting(server, {
      utterances: [utteranceAt(0, 'one two', { id: `edit-${Date.now()}` })],
    })
    const first = await call(getTranscript, { params: { id } })
    const tag = first.headers.get('etag')!
    const [utterance] = strictParse(transcriptAnswerSchema, await first.json()).results
    const again = await call(getTranscript, { params: { id }, headers: { 'if-none-match': tag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const other = await call(getTranscript, {
      params: { id },
      query: { limit: '1' },
      headers: { 'if-none-match': tag },
    })
    expect(other.status).toBe(200)
    await call(editUtterance, {
      params: { id, utteranceId: utterance!.id },
      body: { text: 'one three', version: 0 },
    })
    const changed = await call(getTranscript, { params: { id }, headers: { 'if-none-match': tag } })
    expect(changed.status).toBe(200)
  })
})

describe('a meeting that is not there or not done', () => {
  const parts = [getTranscript, listHighlights, audioUrl, videoUrl, getPeaks]

  test.each(parts)('$name of an unknown meeting is 404', async part => {
    expect((await call(part, { params: { id: 'nothing_us' } })).status).toBe(404)
  })

  test.each(parts)('$name while it is processed is 409, with the exact text and the stage', async part => {
    const id = await pastMeeting(server)
    await server.app.meetings.store.change(id, {
      status: 'processing',
      stage: 'recognise',
      progress: 41.7,
    })
    const answer = await call(part, { params: { id } })
    expect(answer.status).toBe(409)
    expect(await description(answer)).toBe('Meeting is not yet ready (recognise, 41 %)')
  })

  test('UPL-07 one that failed says why', async () => {
    const id = await pastMeeting(server)
    await server.app.meetings.store.change(id, {
      status: 'failed',
      error: 'This file holds no sound',
    })
    const answer = await call(getTranscript, { params: { id } })
    expect(answer.status).toBe(409)
    expect(await description(answer)).toBe('Meeting could not be processed: This file holds no sound')
  })
})

describe('edits', () => {
  test('an edit keeps the times of unchanged words, the original, and who made it when', async () => {
    const id = await pastMeeting(server, { utterances: [utteranceAt(1000, 'we meat on Monday')] })
    const [before] = strictParse(
      transcriptAnswerSchema,
      await (await call(getTranscript, { params: { id } })).json(),
    ).results
    const params = { id, utteranceId: before!.id }
    const answer = await call(editUtterance, { params, body: { text: 'we meet on Monday', version: 0 } })
    const after = transcriptUtteranceSchema.parse(await answer.json())
    expect(after).toMatchObject({ version: 1, edited: true, start_millis: 1000 })
    expect(after.alternatives[0]!.words).toEqual([
      { word: 'we', start_millis: 1000, end_millis: 1080, confidence: 0.5 },
      { word: 'meet', start_millis: 1100, end_millis: 1180 },
      { word: 'on', start_millis: 1200, end_millis: 1280, confidence: 0.5 },
      { word: 'Monday', start_millis: 1300, end_millis: 1380, confidence: 0.5 },
    ])
    expect(after.speaker_segments).toEqual([{ speaker_id: '1', transcript: 'we meet on Monday' }])
    await call(editUtterance, { params, body: { text: 'we meet on Tuesday', version: 1 } })
    const { versions } = utteranceVersionsAnswerSchema.parse(
      await (await call(utteranceVersions, { params })).json(),
    )
    expect(versions).toMatchObject([
      { version: 2, text: 'we meet on Tuesday', edited_by: 'editor@example.com', original: false },
      { version: 1, text: 'we meet on Monday', edited_by: 'editor@example.com', original: false },
      { version: 0, text: 'we meat on Monday', original: true },
    ])
    expect(versions[2]!.edited_by).toBeUndefined()
    expect(Date.parse(versions[0]!.edited_at!)).toBeGreaterThanOrEqual(Date.parse(versions[1]!.edited_at!))
  })

  test('a restored original is not edited, at once and when it is read again', async () => {
    const id = await pastMeeting(server, { utterances: [utteranceAt(1000, 'we meat')] })
    const read = async () =>
      transcriptAnswerSchema.parse(await (await call(getTranscript, { params: { id } })).json()).results[0]!
    const params = { id, utteranceId: (await read()).id }
    await call(editUtterance, { params, body: { text: 'we meet', version: 0 } })
    expect(await read()).toMatchObject({ version: 1, edited: true })
    const answer = await call(editUtterance, { params, body: { text: 'we meat', version: 1 } })
    expect(await answer.json()).toMatchObject({ version: 2, edited: false })
    expect(await read()).toMatchObject({ version: 2, edited: false })
  })

  test('an edit of an older version is 409, also when two arrive together', async () => {
    const id = await pastMeeting(server, { utterances: [utteranceAt(0, 'a b c')] })
    const [before] = strictParse(
      transcriptAnswerSchema,
      await (await call(getTranscript, { params: { id } })).json(),
    ).results
    const params = { id, utteranceId: before!.id }
    const answers = await Promise.all(
      ['x b c', 'y b c', 'z b c'].map(text => call(editUtterance, { params, body: { text, version: 0 } })),
    )
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 409, 409])
    const late = await call(editUtterance, { params, body: { text: 'late', version: 0 } })
    expect(late.status).toBe(409)
    expect(await description(late)).toMatch(/version 1 is the newest/)
  })

  test('words stay with the speaker who was speaking at their time', async () => {
    const speakerSegments = [
      { speakerId: 'A', text: 'good morning' },
      { speakerId: 'B', text: 'hello to you' },
    ]
    const id = await pastMeeting(server, {
      utterances: [utteranceAt(0, 'good morning hello to you', { speakerIds: ['A', 'B'], speakerSegments })],
    })
    const [before] = strictParse(
      transcriptAnswerSchema,
      await (await call(getTranscript, { params: { id } })).json(),
    ).results
    const answer = await call(editUtterance, {
      params: { id, utteranceId: before!.id },
      body: {
        text: 'good evening hello to all of you',
        version: 0,
      },
    })
    expect(transcriptUtteranceSchema.parse(await answer.json()).speaker_segments).toEqual([
      { speaker_id: 'A', transcript: 'good evening' },
      { speaker_id: 'B', transcript: 'hello to all of you' },
    ])
  })

  test.each([
    [{ text: '', version: 0 }, /^text/],
    [{ text: 'x' }, /^version/],
  ])('refuses the edit %j', async (body, text) => {
    const id = await pastMeeting(server, { utterances: [utteranceAt(0, 'a')] })
    const [before] = strictParse(
      transcriptAnswerSchema,
      await (await call(getTranscript, { params: { id } })).json(),
    ).results
    const answer = await call(editUtterance, { params: { id, utteranceId: before!.id }, body })
    expect(answer.status).toBe(422)
    expect(await description(answer)).toMatch(text)
  })

  test('a speaker is renamed everywhere, with who and when', async () => {
    const id = await pastMeeting(server, { utterances: [utteranceAt(0, 'a')] })
    const answer = await call(renameSpeaker, { params: { id, speakerId: '1' }, body: { name: ' Ada ' } })
    expect(meetingSpeakerSchema.parse(await answer.json())).toMatchObject({
      speaker_id: '1',
      name: 'Ada',
      renamed_by: 'editor@example.com',
    })
    await call(renameSpeaker, { params: { id, speakerId: '1' }, body: { name: 'Ada L.' } })
    const { speakers } = strictParse(
      transcriptAnswerSchema,
      await (await call(getTranscript, { params: { id } })).json(),
    )
    expect(speakers).toMatchObject([{ speaker_id: '1', name: 'Ada L.' }])
    expect((await call(renameSpeaker, { params: { id, speakerId: '1' }, body: { name: '' } })).status).toBe(
      200,
    )
    const after = transcriptAnswerSchema.parse(await (await call(getTranscript, { params: { id } })).json())
    expect(after.speakers).toEqual([])
  })

  test('every edit is recorded, without its text', async () => {
    const id = await pastMeeting(server, { utterances: [utteranceAt(0, 'secret words')] })
    const [before] = strictParse(
      transcriptAnswerSchema,
      await (await call(getTranscript, { params: { id } })).json(),
    ).results
    await call(editUtterance, {
      params: { id, utteranceId: before!.id },
      body: { text: 'hidden words', version: 0 },
    })
    await server.app.events.recorder.written()
    const rows = await server.app.events.ledger.of(id)
    expect(rows).toMatchObject([
      { name: 'transcript_edited', fields: { edited_by: 'editor@example.com', version: 1 } },
    ])
    expect(JSON.stringify(rows)).not.toContain('words')
  })
})

describe('highlights', () => {
  const body = (meetingId: string, highlightId: string) => ({
    meeting_id: meetingId,
    timestamp: 1_700_000_000_000,
    highlight: {
      text: 'ship it',
      start_millis: 1050,
      end_millis: 1150,
      trigger_info: { type: 'manual', trigger_by: 'editor@example.com' },
    },
    highlight_id: highlightId,
  })

  test('are created with the speakers of their moment, listed by start, and deleted', async () => {
    const found = {
      id: 'h1',
      startMs: 5000,
      endMs: 6000,
      text: 'later',
      csis: [2],
      source: 'hotword',
      label: 'note',
      trigger: { type: 'spoken', word: 'note that' },
      createdBy: null,
    }
    const id = await pastMeeting(server, {
      utterances: [utteranceAt(1000, 'ship it', { csis: [7] }), utteranceAt(9000, 'other', { csis: [8] })],
      highlights: [found],
    })
    const created = await call(createHighlight, { params: { id }, body: body(id, 'mine') })
    expect(await created.json()).toMatchObject({
      id: 'mine',
      transcript: 'ship it',
      csis: [7],
      highlight_source: 'manual',
    })
    await call(createHighlight, { params: { id }, body: body(id, 'mine') })
    const { highlights } = highlightsAnswerSchema.parse(
      await (await call(listHighlights, { params: { id } })).json(),
    )
    expect(highlights.map(one => one.id)).toEqual(['mine', 'h1'])
    expect(highlights[1]!.trigger_info).toEqual({ type: 'spoken', trigger_word: 'note that' })
    expect((await call(deleteHighlight, { params: { id }, query: { highlight_id: 'mine' } })).status).toBe(
      204,
    )
    expect((await call(deleteHighlight, { params: { id }, query: { highlight_id: 'mine' } })).status).toBe(
      404,
    )
    const left = highlightsAnswerSchema.parse(await (await call(listHighlights, { params: { id } })).json())
    expect(left.highlights.map(one => one.id)).toEqual(['h1'])
    const [was] = left.highlights
    await call(deleteHighlight, { params: { id }, query: { highlight_id: 'h1' } })
    const { csis, highlight_source, highlight_label, trigger_info } = was!
    const restored = { csis, highlight_source, highlight_label, trigger_info }
    const { highlight, ...rest } = body(id, 'h1')
    const again = { ...highlight, text: 'later', start_millis: 5000, end_millis: 6000 }
    await call(createHighlight, { params: { id }, body: { ...rest, highlight: again, restored } })
    const back = highlightsAnswerSchema.parse(await (await call(listHighlights, { params: { id } })).json())
    expect(back.highlights).toEqual([was])
  })

  test('a body for another meeting is refused', async () => {
    const id = await pastMeeting(server)
    expect((await call(createHighlight, { params: { id }, body: body('other', 'x') })).status).toBe(422)
  })
})

describe('recording', () => {
  test('PAS-20 audio_type flac gives a signed address that plays without a bearer', async () => {
    const id = await pastMeeting(server, {
      audio: Buffer.from('fLaC and more'),
      video: Buffer.from('moving'),
    })
    const { url } = mediaUrlAnswerSchema.parse(
      await (await call(audioUrl, { params: { id }, query: { audio_type: 'flac' } })).json(),
    )
    expect(url).toMatch(/^\/media\//)
    const played = await fetch(`${server.url}${url}`)
    expect([played.status, played.headers.get('content-type'), await played.text()]).toEqual([
      200,
      'audio/flac',
      'fLaC and more',
    ])
    const video = mediaUrlAnswerSchema.parse(await (await call(videoUrl, { params: { id } })).json())
    expect((await fetch(`${server.url}${video.url}`)).headers.get('content-type')).toBe('video/mp4')
    expect((await call(audioUrl, { params: { id }, query: { audio_type: 'mp3' } })).status).toBe(422)
  })

  test('a meeting without sound, video or waveform says so', async () => {
    const id = await pastMeeting(server)
    for (const part of [audioUrl, videoUrl, getPeaks])
      expect((await call(part, { params: { id } })).status).toBe(404)
  })

  test('peaks are given as they were written, and 304 when unchanged', async () => {
    const peaks = { duration_millis: 90_000, step_millis: 50, peaks: [-3, 5, -128, 127] }
    const id = await pastMeeting(server, { peaks })
    const answer = await call(getPeaks, { params: { id } })
    expect(strictParse(peaksAnswerSchema, await answer.json())).toEqual(peaks)
    const again = await call(getPeaks, {
      params: { id },
      headers: { 'if-none-match': answer.headers.get('etag')! },
    })
    expect(again.status).toBe(304)
  })
})

/** fetch would unpack the body by itself. */
async function rawGet(
  path: string,
  encoding: string,
): Promise<{ rawBody: Buffer; contentEncoding: string | undefined }> {
  const { get } = await import('node:http')
  return await new Promise((resolve, reject) => {
    const url = server.url + path
    get(url, { headers: { ...headers, 'accept-encoding': encoding } }, answer => {
      const parts: Buffer[] = []
      answer.on('data', part => parts.push(part))
      answer.on('end', () =>
        resolve({ rawBody: Buffer.concat(parts), contentEncoding: answer.headers['content-encoding'] }),
      )
    }).on('error', reject)
  })
}

test('lines of a recognition become a meeting that is read like any other', async () => {
  const word = { word: 'hello', start_millis: 200, end_millis: 500, confidence: 0.9 }
  const lines = [
    { text: 'hello', start_millis: 200, end_millis: 500, words: [word], csis: [1], language_code: 'en-US' },
    { text: 'there', start_millis: 900, end_millis: 1500, language_code: 'en-US' },
  ]
  const body = {
    title: 'Live ASR',
    start_at_utc: '2026-03-10T14:37:12.000Z',
    client_region: server.app.config.defaults.region,
    lines,
  }
  const made = (await (await call(importTranscript, { body })).json()) as { id: string }
  expect(made).toMatchObject({ title: 'Live ASR', status: 'CallEnded', start: body.start_at_utc })
  expect(made).toMatchObject({ recording: 'none' })
  const read = await call(getTranscript, {
    params: { id: made.id },
    query: { enable_word_time_offsets: true },
  })
  const { results } = transcriptAnswerSchema.parse(await read.json())
  expect(results.map(one => [one.start_millis, one.alternatives[0]!.transcript])).toEqual([
    [200, 'hello'],
    [900, 'there'],
  ])
  expect(results[0]!.alternatives[0]!.words).toEqual([word])
  const refusal = async (given: string, type = 'application/json') => {
    const answer = await fetch(server.url + pathOf(importTranscript), {
      method: 'POST',
      headers: { ...server.bearer(), 'content-type': type },
      body: given,
    })
    return `${answer.status} ${errorBodySchema.parse(await answer.json()).errors[0]?.description}`
  }
  const withLines = (...given: object[]) => refusal(JSON.stringify({ ...body, lines: given }))
  expect(await withLines()).toBe('422 lines: one line at least is needed')
  expect(await withLines(lines[0]!, { ...lines[1], text: '' })).toMatch(/^422 lines\.1\.text: /)
  expect(await withLines({ ...lines[0], words: [{ ...word, word: '\0' }] })).toMatch(/^422 lines\.0\.word: /)
  expect(await refusal(JSON.stringify({ ...body, title: '' }))).toMatch(/^422 title: /)
  expect(await refusal(JSON.stringify([body]))).toBe('422 body: must be an object')
  expect(await refusal(`${JSON.stringify(body)}}`)).toBe('400 The body is not JSON')
  expect(await refusal(JSON.stringify(body), 'text/plain')).toBe('415 A JSON body is needed')
  expect(await refusal(' '.repeat(33 * 1024 * 1024))).toBe('413 The body has more than 33554432 bytes')
  const many = Array.from({ length: 10_001 }, () => lines[1]!)
  expect(await withLines(...many)).toBe('422 lines: has more than 10000 lines')
})

test('every line of a long import is kept, in its place', async () => {
  const at = (index: number) => ({ start_millis: index * 1000, end_millis: index * 1000 + 900 })
  const lines = Array.from({ length: 1_001 }, (_, index) => ({
    text: `line ${index}`,
    ...at(index),
    language_code: 'en-US',
  }))
  const body = { title: 'Long', start_at_utc: '2026-03-10T14:37:12.000Z', client_region: 'us', lines }
  const { id } = (await (await call(importTranscript, { body })).json()) as { id: string }
  const { results } = transcriptAnswerSchema.parse(
    await (await call(getTranscript, { params: { id } })).json(),
  )
  expect(results.map(one => [one.start_millis, one.alternatives[0]!.transcript])).toEqual(
    lines.map(({ start_millis, text }) => [start_millis, text]),
  )
})
