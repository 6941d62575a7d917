import { beforeAll, expect, test } from 'vitest'
import { Aligner } from '../alignment/aligner'
import type { MoonshineModel } from '../moonshine/moonshine-model'
import { decodeTokens, encodeText } from '../moonshine/tokens'
import type { Hypothesis } from '../onnx/seq-decoder'
import { applyHints } from './apply-hints'
import { applyWake, callsAssistant } from './apply-wake'

let aligner: Aligner
beforeAll(async () => {
  aligner = await Aligner.load()
})

/** The text as it was read, each token as likely as given; calls are scored `loss` worse, and the detector scores `heard`. */
function readAs(text: string, loss: number, likelihood: number, heard: number) {
  const tokens = encodeText(text)
  const logProbs = tokens.map(() => Math.log(likelihood))
  const own = logProbs.reduce((sum, value) => sum + value, 0)
  const found: Hypothesis = { tokens, logProbs, endLogProb: 0 }
  const tried: string[] = []
  const model = {
    score: async (_: unknown, given: readonly number[]) => {
      tried.push(decodeTokens(given.slice(0, -1)))
      return given.map((_token, at) => (at === 0 ? own - loss : 0))
    },
  } as unknown as MoonshineModel
  const context = {
    model,
    encoded: {} as never,
    phonesOf: (word: string) => aligner.phonesOf(word),
    callLikelihood: async () => heard,
  }
  return { found, context, tried }
}

async function hear(text: string, loss: number, likelihood = 0.4, heard = 0.99) {
  const { found, context, tried } = readAs(text, loss, likelihood, heard)
  return { text: decodeTokens((await applyWake(found, context)).tokens), tried }
}

test('a sentence that begins like a call is one when the sound fits', async () => {
  expect((await hear('Okay, well, we are done.', 10)).text).toMatch(/^Okay, Eva,/)
  expect((await hear('Okay, well, we are done.', 13)).text).toBe('Okay, well, we are done.')
})

test('the words stay where the sound speaks against a call', async () => {
  expect((await hear('Okay, well, highlight that.', 2, 0.4, 0.05)).text).toBe('Okay, well, highlight that.')
  expect((await hear('Okay, well, highlight that.', 2, 0.4, 0.2)).text).toMatch(/^Okay, Eva,/)
  expect((await hear('Okay, well, highlight that.', 13, 0.4, 0.2)).text).toBe('Okay, well, highlight that.')
  expect((await hear('Okay, well, highlight that.', 13, 0.4, 0.6)).text).toMatch(/^Okay, Eva,/)
})

test('without a command the sound has to be sure', async () => {
  expect((await hear('Okay, Avon, we are done.', 2, 0.4, 0.95)).text).toBe('Okay, Avon, we are done.')
  expect((await hear('Okay, Avon, we are done.', 2, 0.4, 0.98)).text).toMatch(/^Okay, Eva,/)
})

test('words that were read clearly stay, however much the name sounds like them', async () => {
  for (const text of ['Okay, even so we start.', 'Hey, Evan, note that.', 'Okay, action item.'])
    expect((await hear(text, 8, 0.9)).text).toBe(text)
  expect((await hear('Okay, even so we start.', 10)).text).toMatch(/^Okay, Eva,/)
  expect((await hear('Okay, even so we start.', 5, 0.9)).text).toMatch(/^Okay, Eva,/)
})

test('in the middle of speech it must fit better', async () => {
  const text = 'Nobody knew. Okay, well, we are done.'
  expect((await hear(text, 10)).text).toBe(text)
  expect((await hear(text, 5)).text).toContain('Okay, Eva,')
})

test('with a command behind it the sound may fit less', async () => {
  expect((await hear('Okay, well, highlight that.', 17)).text).toMatch(/^Okay, Eva,.*highlight that/)
  expect((await hear('Okay, well, highlight that.', 20)).text).toBe('Okay, well, highlight that.')
})

test('with nothing behind it the sound must fit better', async () => {
  expect((await hear('Okay', 11)).text).toMatch(/^Okay, Eva,/)
  expect((await hear('Okay', 14)).text).toBe('Okay')
})

test('what sounds like no call is not even tried, in the text or in the sound, and a clear one is left alone', async () => {
  expect((await hear('Okay, well, we are done.', 0, 0.4, 0.02)).tried).toEqual([])
  expect((await hear('Philosophy develops theories that take no account.', 0)).tried).toEqual([])
  expect((await hear('Okay, Eva, highlight that.', 0)).tried).toEqual([])
})

test('as a hint a call is tried only where the sound may hold one; other phrases are tried wherever they are near', async () => {
  const hints = { phrases: ['OK EVA', 'Evander'], entities: [], weight: 0.6, limitVocabToPhrases: false }
  const triedAt = async (heard: number) => {
    const { found, context, tried } = readAs('Well, okay, Evan did that.', 50, 0.4, heard)
    await applyHints(found, hints, context)
    return tried.join(' | ')
  }
  expect(await triedAt(0.9)).toMatch(/OK EVA.*Evander|Evander.*OK EVA/)
  expect(await triedAt(0.01)).toContain('Evander')
  expect(await triedAt(0.01)).not.toContain('OK EVA')
})

test('only hints with the assistant in them listen for it', () => {
  const hints = { entities: [], weight: 0.6, limitVocabToPhrases: false }
  expect(callsAssistant({ ...hints, phrases: ['Webex', 'hey EVA'] })).toBe(true)
  expect(callsAssistant({ ...hints, phrases: ['Webex'] })).toBe(false)
})
