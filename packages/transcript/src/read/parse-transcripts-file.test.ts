import { texts } from '@livetap/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exportJson } from '../export/json'
import { arbitraryResults } from '../testing/arbitrary-transcript'
import { buildTranscript } from './build-transcript'
import { buildHighlights } from './highlights'
import { parseTranscriptsFile } from './parse-transcripts-file'

function failure(text: string): string | undefined {
  const file = parseTranscriptsFile(text)
  return file.ok ? undefined : texts.past[file.reason]
}

test('PAS-19 a file without results is refused with the text for it', () => {
  for (const text of ['{"results": []}', '{}', '{"results": null}']) {
    expect(failure(text)).toBe('Transcripts file has empty results...')
  }
})

test('PAS-19 a file of another form is refused with the text for it', () => {
  for (const text of [
    '',
    'hello',
    '{"results": [',
    '[]',
    'null',
    '7',
    '{"results": "x"}',
    '{"results": [1, null, {}]}',
  ]) {
    expect(failure(text)).toBe('Transcripts file format is invalid...')
  }
})

test('PAS-19 odd items are left out and the rest is read', () => {
  const file = parseTranscriptsFile(
    '\ufeff{"results": [null, 5, [], {"start_millis": "1500", "transcript": "hi"}]}',
  )
  expect(file.ok && file.transcript.utterances.map(item => [item.startMs, item.text])).toEqual([[1500, 'hi']])
})

test('PAS-19 no text makes the reader throw', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.json().map(value => `{"results": [${value}]}`),
      ),
      text => {
        expect(() => parseTranscriptsFile(text)).not.toThrow()
      },
    ),
  )
})

test('hostile names and markup stay data', () => {
  const results =
    '{"__proto__": {"polluted": 1}, "id": "__proto__", "transcript": "<script>alert(1)</script>"}'
  const file = parseTranscriptsFile(`{"results": [${results}]}`)
  expect(file.ok && file.transcript.utterances[0]).toMatchObject({
    id: '__proto__',
    text: '<script>alert(1)</script>',
  })
  expect('polluted' in {}).toBe(false)
})

const highlights = fc.array(
  fc.record(
    {
      id: fc.constantFrom('h1', 'h2', 'h3'),
      start_millis: fc.nat(5000),
      end_millis: fc.nat(5000),
      transcript: fc.string(),
      csis: fc.array(fc.nat(3)),
      highlight_source: fc.constantFrom('manual', 'voice'),
      highlight_label: fc.constantFrom('', 'decision'),
      trigger_info: fc.record(
        { type: fc.constant('manual'), trigger_by: fc.string(), trigger_word: fc.string() },
        { requiredKeys: ['type'] },
      ),
    },
    { requiredKeys: ['start_millis'] },
  ),
  { maxLength: 5 },
)

test('PAS-06 the file that Download writes reads back the same, edits, names and highlights included', () => {
  const speakers = fc.array(fc.record({ speaker_id: fc.nat(3), name: fc.string(), renamed_by: fc.string() }))
  fc.assert(
    fc.property(arbitraryResults, speakers, highlights, (results, names, marks) => {
      const transcript = buildTranscript(results, names)
      if (transcript.utterances.length === 0) return
      const marked = buildHighlights(marks)
      const file = parseTranscriptsFile(exportJson(transcript, marked))
      expect(file).toEqual({ ok: true, transcript, highlights: marked })
    }),
    { numRuns: 300 },
  )
})

test('PAS-10 highlights are ordered by start, then by id, and none is lost', () => {
  const read = buildHighlights([
    {
      id: 'b',
      start_millis: 10,
      end_millis: 5,
      transcript: 'x',
      highlight_source: 's',
      highlight_label: 'l',
      csis: [1],
    },
    { id: 'a', start_millis: 10 },
    { id: 'a', start_millis: 3 },
    { start_millis: 1, source: 'manual', label: 'todo' },
    { id: 'no start' },
  ])
  expect(read.map(item => [item.startMs, item.source, item.label])).toEqual([
    [1, 'manual', 'todo'],
    [3, '', ''],
    [10, '', ''],
    [10, 's', 'l'],
  ])
  expect(new Set(read.map(item => item.id)).size).toBe(4)
  expect(read[3]).toMatchObject({ text: 'x', endMs: 10, csis: [1] })
})
