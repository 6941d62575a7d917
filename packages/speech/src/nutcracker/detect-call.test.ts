import { expect, test } from 'vitest'
import type { RecognizedText } from '../pool/jobs'
import { phrases } from '../testing/own-recordings'
import { withCallLikelihood } from './detect-call'
import { RecognizerModels } from './recognizer-models'

const models = new RecognizerModels({ modelsRoot: '', threads: 1 })
const { pcm } = phrases('calls')[0]!

/** The sound of a call, read as that, each word as likely as given. */
async function heardBehind(text: string, confidence = 0.9): Promise<number | undefined> {
  const words = text.split(' ').map(word => ({ word, startMs: 0, endMs: 0, confidence }))
  const read: RecognizedText = { text, words, timesEstimated: true, tokens: [] }
  return (await withCallLikelihood(models, pcm, read)).callLikelihood
}

test('the sound is asked where the text holds a call, or may have misread one', async () => {
  expect(await heardBehind('Okay, Eva, so we start.')).toBeGreaterThan(0.3)
  expect(await heardBehind('Okay, well, we are done.', 0.3)).toBeGreaterThan(0.3)
  expect(await heardBehind('Okay, I have a note that we lost.')).toBeGreaterThan(0.3)
  expect(await heardBehind('Here you are, note that we lost.', 0.6)).toBeGreaterThan(0.3)
})

test('it is not asked where the words are clear, or another speaker is addressed', async () => {
  expect(await heardBehind('Okay, well, we are done.')).toBeUndefined()
  expect(await heardBehind('Hey, Evan, note that.', 0.3)).toBeUndefined()
  expect(await heardBehind('We are done, note that.')).toBeUndefined()
  expect(await heardBehind('We are done with this work, note that.', 0.3)).toBeUndefined()
})

test('a word in the place of the name that was read without any doubt speaks against a call that the sound resembles', async () => {
  expect(await heardBehind('Okay, even so we start.', 0.99)).toBe(0)
  expect(await heardBehind('Okay, even so we start.', 0.8)).toBeGreaterThan(0.3)
  expect(await heardBehind('Okay, listen again.', 0.99)).toBeGreaterThan(0.3)
  expect(await heardBehind('He, Eva, so we start.', 0.99)).toBeGreaterThan(0.3)
})
