import { expect, test } from 'vitest'
import type { RecognizedText } from '../pool/jobs'
import { withinVoice } from './within-voice'

function reading(text: string, words: [word: string, startMs: number, endMs: number][]): RecognizedText {
  return {
    text,
    words: words.map(([word, startMs, endMs]) => ({ word, startMs, endMs, confidence: 0.7 })),
    confidence: 0.7,
    timesEstimated: false,
    tokens: [1, 2, 3],
  }
}

const sure = { peak: 0.99 }

const spanish = reading('Por favor, espere. ¡Apá!', [
  ['Por', 320, 500],
  ['favor,', 500, 900],
  ['espere.', 900, 1_400],
  ['¡Apá!', 1_480, 1_600],
])

test('a word behind the last voiced moment is not written; the same word is, where there is voice', () => {
  const found = withinVoice(spanish, { ...sure, fromMs: 320, toMs: 1_400 })
  expect(found.text).toBe('Por favor, espere.')
  expect(found.words.map(({ word }) => word)).toEqual(['Por', 'favor,', 'espere.'])
  expect(withinVoice(spanish, { ...sure, fromMs: 320, toMs: 1_600 })).toBe(spanish)
})

test('a last word whose time is a little late stays', () => {
  expect(withinVoice(spanish, { ...sure, fromMs: 320, toMs: 1_430 })).toBe(spanish)
})

test('words whose times are only spread over the sound stay', () => {
  const estimated = { ...spanish, timesEstimated: true }
  expect(withinVoice(estimated, { ...sure, fromMs: 320, toMs: 1_400 })).toBe(estimated)
})

test('a sentence in the time of a click is not written, a short word is', () => {
  const click = { ...sure, fromMs: 320, toMs: 450 }
  expect(withinVoice(reading('Thank you so much for watching.', []), click).text).toBe('')
  expect(withinVoice(reading('ご視聴ありがとうございました', []), click).text).toBe('')
  expect(withinVoice(reading('Yes.', []), click).text).toBe('Yes.')
  expect(withinVoice(reading('8', []), click).text).toBe('8')
})

test('fast speech and numbers are written', () => {
  const second = { ...sure, fromMs: 0, toMs: 1_000 }
  expect(withinVoice(reading('What do you want to do about it then', []), second).text).not.toBe('')
  expect(withinVoice(reading('5550', []), second).text).toBe('5550')
})

test('text without spaces is cut where its words end', () => {
  const japanese = reading('今日は元気ありがとう', [
    ['今日', 0, 400],
    ['は', 400, 500],
    ['元気', 500, 1_000],
    ['ありがとう', 1_200, 1_300],
  ])
  expect(withinVoice(japanese, { ...sure, fromMs: 0, toMs: 1_000 }).text).toBe('今日は元気')
})

test('what is left of nothing is nothing', () => {
  const late = reading('Gracias.', [['Gracias.', 900, 1_000]])
  expect(withinVoice(late, { ...sure, fromMs: 0, toMs: 600 })).toMatchObject({ text: '', words: [] })
})

test('what is read without certainty in a short sound that hardly is a voice is not written', () => {
  const tone = { fromMs: 320, toMs: 448, peak: 0.84 }
  const syllable = { ...reading('¿O?', []), confidence: 0.27 }
  expect(withinVoice(syllable, tone).text).toBe('')
  expect(withinVoice({ ...syllable, confidence: 0.6 }, tone).text).toBe('¿O?')
  expect(withinVoice(syllable, { ...tone, peak: 0.99 }).text).toBe('¿O?')
  // Far away, and long.
  expect(withinVoice(syllable, { ...tone, toMs: 900 }).text).toBe('¿O?')
})
