import { expect, test } from 'vitest'
import { replaceLines } from '../edit/replace-utterance'
import { buildTranscript } from '../read/build-transcript'
import { exportJson } from './json'
import { paragraphsOf } from './paragraphs'
import { exportSrt, exportVtt } from './subtitles'

const line = (id: string, speaker: number, text: string, startMs: number, endMs: number) => ({
  id,
  start_millis: startMs,
  end_millis: endMs,
  alternatives: [{ transcript: text }],
  speaker_segments: [{ speaker_id: speaker, transcript: text }],
  transcript_type: 'final' as const,
})

const whole = line('a', 1, 'good morning hello there', 0, 4000)
const halves = [line('a', 1, 'good morning', 0, 2000), line('a~1', 2, 'hello there', 2000, 4000)]
const last = line('b', 1, 'goodbye', 5000, 6000)

/** Word documents are made of the paragraphs. */
const exported = (transcript: ReturnType<typeof buildTranscript>) => ({
  json: JSON.parse(exportJson(transcript)).results.map(
    (one: typeof whole) =>
      `${one.id} ${one.start_millis}-${one.end_millis} ${one.alternatives[0]!.transcript}`,
  ),
  word: paragraphsOf(transcript).map(({ label, text }) => `${label} ${text}`),
  srt: exportSrt(transcript),
  vtt: exportVtt(transcript),
})

test('PAS-06 a line that was split is two lines in JSON, SRT, VTT and Word, each with its speaker and times', () => {
  const split = replaceLines(buildTranscript([whole, last]), [], halves)
  const { json, word, srt, vtt } = exported(split)
  expect(json).toEqual(['a 0-2000 good morning', 'a~1 2000-4000 hello there', 'b 5000-6000 goodbye'])
  expect(word).toHaveLength(3)
  expect(word[1]).toMatch(/2.* hello there$/)
  expect(srt).toMatch(
    /00:00:00,000 --> 00:00:02,000\n.*good morning\n\n2\n00:00:02,000 --> 00:00:04,000\n.*hello there/,
  )
  expect(vtt).toMatch(/00:00:02\.000 --> 00:00:04\.000.*\n.*hello there/)
})

test('PAS-06 lines that were merged are one line in JSON, SRT, VTT and Word', () => {
  const merged = replaceLines(buildTranscript([...halves, last]), ['a~1'], [whole])
  const { json, word, srt, vtt } = exported(merged)
  expect(json).toEqual(['a 0-4000 good morning hello there', 'b 5000-6000 goodbye'])
  expect(word.filter(paragraph => paragraph.includes('good morning hello there'))).toHaveLength(1)
  for (const subtitles of [srt, vtt]) {
    expect(subtitles).toMatch(/00:00:00[.,]000 --> 00:00:04[.,]000.*\n.*good morning hello there/)
    expect(subtitles).not.toMatch(/00:00:02/)
  }
})
