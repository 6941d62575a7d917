import { expect, test } from 'vitest'
import type { NewUtterance } from '../../transcripts'
import { findHighlights } from './find-highlights'

const said = (...texts: string[]): NewUtterance[] =>
  texts.map((text, index) => ({
    id: `u${index}`,
    startMs: index * 1_000,
    endMs: index * 1_000 + 900,
    text,
    words: [],
    csis: [3],
    speakerIds: [],
    speakerSegments: [],
    transcriptType: 'final',
    languageCode: 'en-US',
    confidence: 1,
    timesEstimated: false,
  }))

const found = (...texts: string[]) => findHighlights(said(...texts)).map(({ label, text }) => [label, text])

test('what follows the call is meant, or what was said before when nothing follows', () => {
  expect(found('We ship in May.', 'Okay, Eva, highlight that.')).toEqual([['highlight', 'We ship in May.']])
  expect(found('Small talk.', 'Hey EVA, note that the budget is closed.')).toEqual([
    ['note', 'Hey EVA, note that the budget is closed.'],
  ])
  const [highlight] = findHighlights(said('We ship in May.', 'OK EVA highlight that'))
  expect(highlight).toMatchObject({
    startMs: 0,
    endMs: 1_900,
    csis: [3],
    source: 'voice',
    trigger: { word: 'highlight that' },
  })
})

test('sound-alikes of the call are heard', () => {
  for (const call of ['Okay, Eva', 'Hei Ava', 'Heva', 'Okayva', 'OK, Iva', 'hey ever'])
    expect(found('Before.', `${call}, create an action item for Paul to call.`)).toHaveLength(1)
})

test('her name at the beginning is a call when what is asked for follows at once', () => {
  expect(found('Ava, note that the apple tree needs water in July.')).toEqual([
    ['note', 'Ava, note that the apple tree needs water in July.'],
  ])
  expect(found('Eva told me to take a note of it.', 'I asked Eva, note that it was late.')).toEqual([])
})

test('action items, decisions and follow-ups are heard without a call when they are named as such', () => {
  expect(found('Action item: Anna writes the report.')).toEqual([
    ['action_item', 'Action item: Anna writes the report.'],
  ])
  expect(found('So the decision is to wait.')).toEqual([['decision', 'So the decision is to wait.']])
  expect(found("We've decided to wait.")).toHaveLength(1)
  expect(found('I will follow up with sales.')).toEqual([['follow_up', 'I will follow up with sales.']])
})

test('ordinary talk makes no highlight', () => {
  expect(
    found(
      'Please note that we start late.',
      'The highlight was lunch.',
      'A hard decision.',
      'I follow you.',
      '',
    ),
  ).toEqual([])
  expect(found('Eva said highlight that once.')).toEqual([])
})
