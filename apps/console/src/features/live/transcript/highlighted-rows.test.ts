import type { Highlight, LiveTranscript } from '@livetap/contract'
import { expect, test } from 'vitest'
import { marksOf, speakersIn } from './highlighted-rows'

const line = (id: string, start_millis: number, csi: number, stream_id: string): LiveTranscript => ({
  id,
  transcript: {
    text: id,
    start_millis,
    end_millis: start_millis + 1000,
    csis: [csi],
    language_code: 'en-US',
    alignments: [],
    stream_id,
  },
  translations: {},
})

const highlight = (id: string, start_millis: number, csi: number, highlight_label: string) =>
  ({
    id,
    start_millis,
    end_millis: start_millis + 1000,
    csis: [csi],
    transcript: id,
    highlight_label,
  }) as Highlight

test('a line is marked by the labels of its highlights, each once, and a highlight names who says it', () => {
  const lines = [line('a', 0, 1, 'x'), line('b', 500, 2, 'y'), line('c', 5000, 1, 'x')]
  const highlights = [
    highlight('h1', 0, 1, 'action_item'),
    highlight('h2', 100, 1, ''),
    highlight('h3', 200, 1, 'action_item'),
    highlight('h4', 600, 2, 'decision'),
    highlight('h5', 9000, 1, 'decision'),
  ]
  expect([...marksOf(lines, highlights)]).toEqual([
    ['a', 'Action item, Highlight'],
    ['b', 'Decision'],
  ])
  const owners = new Map([['x', 'ann']])
  expect([...speakersIn(lines, highlights, owners)].map(([, name]) => name)).toEqual([
    'ann',
    'ann',
    'ann',
    '',
    '',
  ])
  expect(marksOf(lines, []).size).toBe(0)
})
