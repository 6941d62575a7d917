import { type EvaIntent, readIntent } from '../hotword/eva-intent'
import { findWake } from '../hotword/wake-phrase'
import { encodeText, endToken, wordsOfTokens } from '../moonshine/tokens'
import type { Hypothesis } from '../onnx/seq-decoder'
import type { SpeechHints } from '../recognition'
import { spokenWords } from '../text/spoken-words'
import type { HintContext } from './apply-hints'
import { CLEAR, certainty } from './certainty'
import { soundDistance } from './phonetics'

/** As the model itself spells them. */
const PHRASES = ['Okay, Eva,', 'Hey, Eva,'] as const
/** How unlike the start of a sentence may sound and still be tried; what decides is the model's own score. */
const FARTHEST = 0.45
/**
 * Nats by which a call may be less likely than what was read: people pause before it and ask for something after. A
 * word or two with nothing behind them are seldom read with certainty, so there the call must fit better.
 */
const ALLOWANCE = {
  afterPause: { withCommand: 18.5, withWords: 12, alone: 12 },
  midSpeech: { withCommand: 15.5, withWords: 8, alone: 8 },
}
/** No more than this where the words that were read are clear ("Okay, even so"), less the surer they are. */
const overClear = (sure: number) => (sure > CLEAR ? 13 - 8 * sure : Number.POSITIVE_INFINITY)
/** Said to each other all day: no sign that the assistant is meant. */
const EVERYDAY: ReadonlySet<EvaIntent> = new Set(['thanks', 'goodbye'])
const MAX_WORDS = 3
const MAX_TRIES = 4

interface Place {
  phrase: string
  from: number
  to: number
  distance: number
}

const total = (logProbs: readonly number[]) => logProbs.reduce((sum, value) => sum + value, 0)

/**
 * The assistant's name is in no language model, so a call is often read as something else ("Okay, well,"). Where a
 * sentence begins a little like one, the model says how well the call itself fits the sound.
 */
export async function applyWake(found: Hypothesis, context: HintContext): Promise<Hypothesis> {
  const words = wordsOfTokens(found.tokens).map(({ word }) => word)
  if (findWake(words.join(' '))?.clear) return found
  const places = placesOf(words, context.phonesOf)
  if (places.length === 0) return found
  const own = total(found.logProbs) + (found.endLogProb ?? 0)
  let best: { hypothesis: Hypothesis; loss: number } | undefined
  for (const place of places.slice(0, MAX_TRIES)) {
    const { phrase, from, to } = place
    const tokens = encodeText([...words.slice(0, from), phrase, ...words.slice(to)].join(' '))
    const logProbs = await context.model.score(context.encoded, [...tokens, endToken])
    const loss = own - total(logProbs)
    const most = overClear(certainty(found, place, context.phonesOf))
    if (loss > Math.min(most, allowanceAt(from, words.slice(to).join(' ')))) continue
    if (best && best.loss <= loss) continue
    best = {
      hypothesis: { tokens, logProbs: logProbs.slice(0, -1), endLogProb: logProbs.at(-1), looped: false },
      loss,
    }
  }
  return best?.hypothesis ?? found
}

/** Whether these hints are of somebody who listens for the assistant. */
export const callsAssistant = ({ phrases }: SpeechHints): boolean =>
  phrases.some(phrase => findWake(phrase)?.clear)

function allowanceAt(from: number, rest: string): number {
  const spoken = readIntent(rest)
  const isCommand = spoken && !EVERYDAY.has(spoken.intent) && rest.indexOf(spoken.trigger) === 0
  const behind = isCommand ? 'withCommand' : rest ? 'withWords' : 'alone'
  return ALLOWANCE[from === 0 ? 'afterPause' : 'midSpeech'][behind]
}

/** Starts of sentences that sound like a call, the likeliest first. */
function placesOf(words: readonly string[], phonesOf: (word: string) => string[]): Place[] {
  const called = PHRASES.map(phrase => ({ phrase, phones: spokenWords(phrase).flatMap(phonesOf) }))
  const places: Place[] = []
  for (let from = 0; from < words.length; from++) {
    if (from > 0 && !/[.,?!]$/.test(words[from - 1]!)) continue
    const phones: string[] = []
    for (let to = from + 1; to <= Math.min(words.length, from + MAX_WORDS); to++) {
      phones.push(...spokenWords(words[to - 1]!).flatMap(phonesOf))
      for (const { phrase, phones: wanted } of called) {
        const distance = soundDistance(phones, wanted)
        if (distance <= FARTHEST) places.push({ phrase, from, to, distance })
      }
    }
  }
  return places.sort((a, b) => a.distance - b.distance)
}
