import { transcriptAnswerSchema } from '@livetap/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildTranscript } from '../read/build-transcript'
import { arbitraryResults } from '../testing/arbitrary-transcript'
import { longMeeting } from '../testing/long-meeting'
import { captionsOf } from './captions'
import { exportCsv } from './csv'
import { transcriptsFileName } from './file-name'
import { exportJson } from './json'
import { oneLine, paragraphsOf } from './paragraphs'
import { exportSrt, exportVtt } from './subtitles'
import { exportTxt } from './text-file'
import { exportNemoManifest, exportRttm } from './training'

function timed(word: string, start_millis: number, end_millis: number) {
  return { word, start_millis, end_millis }
}
const transcript = buildTranscript(
  [
    {
      id: 'a',
      start_millis: 1000,
      end_millis: 2500,
      alternatives: [
        {
          transcript: 'Is a < b --> c, "really"?',
          words: ['Is', 'a', '<', 'b', '-->', 'c,', '"really"?'].map((word, i) =>
            timed(word, 1000 + i * 200, 1200 + i * 200),
          ),
        },
      ],
      speaker_segments: [{ speaker_id: 1, transcript: 'Is a < b --> c, "really"?' }],
      language_code: 'en-US',
      transcript_type: 'final',
    },
    {
      id: 'b',
      start_millis: 3_661_000,
      end_millis: 3_662_000,
      alternatives: [{ transcript: '=שלום\nעולם' }],
      csis: [4, 5],
    },
  ],
  [{ speaker_id: 1, name: 'Ada & <Co>' }],
)

test('PAS-06 the export file is named transcripts__{meeting}__{local date time}.json', () => {
  const date = new Date(2026, 2, 4, 9, 5, 7)
  expect(transcriptsFileName('m1-eu', date)).toBe('transcripts__m1-eu__2026-03-04_09-05-07.json')
  expect(transcriptsFileName('../a/b:c', date, 'srt')).toBe('transcripts____a_b_c__2026-03-04_09-05-07.srt')
})

test('PAS-06 the exported JSON is an answer of the transcript call', () => {
  fc.assert(
    fc.property(arbitraryResults, results => {
      const file = JSON.parse(exportJson(buildTranscript(results)))
      expect(transcriptAnswerSchema.parse(file).results).toEqual(file.results)
    }),
  )
})

test('plain text has a paragraph a turn', () => {
  expect(exportTxt(transcript)).toBe(
    '[00:00:01] Ada & <Co>\nIs a < b --> c, "really"?\n\n[01:01:01] CSI 4+5\n=שלום עולם\n',
  )
})

test('documents get paragraphs with their direction, and long turns are broken', () => {
  expect(paragraphsOf(transcript).map(item => [item.label, item.timeText, item.direction])).toEqual([
    ['Ada & <Co>', '00:00:01.000 - 00:00:02.500', 'ltr'],
    ['CSI 4+5', '01:01:01.000 - 01:01:02.000', 'rtl'],
  ])
  const monologue = longMeeting(60).map(item => ({ ...item, speaker_segments: [], csis: [1] }))
  const paragraphs = paragraphsOf(buildTranscript(monologue))
  expect(paragraphs.length).toBeGreaterThan(3)
  expect(paragraphs.every(item => item.endMs - item.startMs <= 60_000)).toBe(true)
})

test('SRT numbers its cues and keeps arrows out of the text', () => {
  expect(exportSrt(transcript)).toBe(
    '1\n00:00:01,000 --> 00:00:02,400\nAda & <Co>: Is a < b -> c, "really"?\n' +
      '\n2\n01:01:01,000 --> 01:01:02,000\nCSI 4+5: =שלום עולם\n',
  )
})

test('VTT escapes markup in texts and names', () => {
  expect(exportVtt(transcript)).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.400\n<v Ada &amp; &lt;Co&gt;>Is a &lt; b --&gt; c, "really"?\n' +
      '\n01:01:01.000 --> 01:01:02.000\n<v CSI 4+5>=שלום עולם\n',
  )
})

test('captions are short, forward in time, and lose no text', () => {
  fc.assert(
    fc.property(arbitraryResults, results => {
      const read = buildTranscript(results)
      const captions = captionsOf(read)
      captions.forEach((caption, i) => {
        expect(caption.endMs).toBeGreaterThan(caption.startMs)
        expect(caption.text).toMatch(/^\S/)
        expect(caption.text).not.toContain('\n')
        if (i > 0) expect(caption.startMs).toBeGreaterThanOrEqual(captions[i - 1]!.startMs)
      })
      const letters = (parts: readonly string[]) => [...parts.join('').replace(/\s/g, '')].sort().join('')
      expect(letters(captions.map(caption => caption.text))).toBe(
        letters(read.utterances.map(item => item.text)),
      )
    }),
  )
  const long = captionsOf(buildTranscript([longMeeting(1, 200)[0]!]))
  expect(long.length).toBeGreaterThan(5)
  expect(long.every(item => item.text.length <= 84 && item.endMs - item.startMs <= 7000)).toBe(true)
})

test.each([true, false])('a subtitle has at most two lines of 42 characters, speakers: %s', speakers => {
  const long = buildTranscript(longMeeting(40, 60))
  const cuesOf = (file: string) =>
    file
      .trim()
      .split(/\n\n/)
      .map(cue => cue.split('\n'))
  const srt = cuesOf(exportSrt(long, { speakers })).map(([, , ...lines]) => lines)
  const vtt = cuesOf(exportVtt(long, { speakers }))
    .slice(1)
    .map(([, ...lines]) => lines.map(line => line.replace(/^<v [^>]*>/, '')))
  for (const lines of [...srt, ...vtt]) {
    expect(lines.length).toBeLessThanOrEqual(2)
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(42)
  }
  expect(srt.flat().some(line => line.startsWith('Speaker'))).toBe(speakers)
})

test('CSV quotes what must be quoted and starts no formula', () => {
  expect(exportCsv(transcript)).toBe(
    'id,start_millis,end_millis,time,speaker,csis,transcript_type,language_code,edited,text\r\n' +
      'a,1000,2500,00:00:01.000 - 00:00:02.500,Ada & <Co>,,final,en-US,false,"Is a < b --> c, ""really""?"\r\n' +
      'b,3661000,3662000,01:01:01.000 - 01:01:02.000,CSI 4+5,"4, 5",,,false,"\'=שלום\nעולם"\r\n',
  )
  expect(exportCsv(transcript, { bom: true }).startsWith('\ufeffid,')).toBe(true)
})

test('RTTM has a line a speaker part, in seconds', () => {
  expect(exportRttm(transcript, 'my meeting')).toBe(
    'SPEAKER my_meeting 1 1.000 1.500 <NA> <NA> Ada_&_<Co> <NA> <NA>\n' +
      'SPEAKER my_meeting 1 3661.000 1.000 <NA> <NA> CSI_4+5 <NA> <NA>\n',
  )
})

test('the NeMo manifest has a JSON line an utterance', () => {
  const lines = exportNemoManifest(transcript, 'm.flac').trimEnd().split('\n')
  expect(lines.map(line => JSON.parse(line))).toEqual([
    {
      audio_filepath: 'm.flac',
      offset: 1,
      duration: 1.5,
      text: 'Is a < b --> c, "really"?',
      speaker: 'Ada & <Co>',
      lang: 'en-US',
    },
    { audio_filepath: 'm.flac', offset: 3661, duration: 1, text: '=שלום עולם', speaker: 'CSI 4+5' },
  ])
})

test('no export throws, regardless of what was read', () => {
  fc.assert(
    fc.property(arbitraryResults, results => {
      const read = buildTranscript(results)
      for (const text of [exportTxt(read), exportSrt(read), exportVtt(read), exportCsv(read)]) {
        expect(typeof text).toBe('string')
      }
      const rttm = exportRttm(read, 'm').split('\n').filter(Boolean)
      for (const line of rttm) expect(line.split(' ')).toHaveLength(10)
      expect(oneLine(exportNemoManifest(read, 'm'))).not.toContain('undefined')
    }),
  )
})
