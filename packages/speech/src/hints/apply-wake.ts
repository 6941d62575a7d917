import { everydayIntents, readIntent } from '../hotword/eva-intent'
import { MIN_HEARD } from '../hotword/find-call'
import { isClearCall } from '../hotword/wake-phrase'
import { decodeTokens, END_TOKEN, encodeText, wordsOfTokens } from '../moonshine/tokens'
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
/** From here on it does not speak against a call, and a command behind it may make up for the rest. */
const FAINT = 0.1
/** Nats between that and a sound that speaks for it. */
const FAINT_ALLOWANCE = 12
const MAX_WORDS = 3
const MAX_TRIES = 4

interface Place {
  phrase: string
  from: number
  to: number
  distance: number
}

const total = (logProbs: readonly number[]) => logProbs.reduce((sum, value) => sum + value, 0)

/** A reading with the call in the place of what is there. */
interface Candidate {
  hypothesis: Hypothesis
  /** Nats by which it is less likely than what was read. */
  loss: number
  /** How sure the model was of the words that it replaces. */
  sure: number
  from: number
  /** What follows the call. */
  rest: string
}

/** The readings with a call that are worth a look. */
async function candidatesOf(
  found: Hypothesis,
  places: readonly Place[],
  context: HintContext,
): Promise<Candidate[]> {
  const words = wordsOfTokens(found.tokens).map(({ word }) => word)
  const own = total(found.logProbs) + (found.endLogProb ?? 0)
  const candidates: Candidate[] = []
  for (const place of places) {
    const { phrase, from, to } = place
    const tokens = encodeText([...words.slice(0, from), phrase, ...words.slice(to)].join(' '))
    const logProbs = await context.model.score(context.encoded, [...tokens, END_TOKEN])
    candidates.push({
      hypothesis: { tokens, logProbs: logProbs.slice(0, -1), endLogProb: logProbs.at(-1) },
      loss: own - total(logProbs),
      sure: certainty(found, place, context.phonesOf),
      from,
      rest: words.slice(to).join(' '),
    })
  }
  return candidates
}

/**
 * The assistant's name is in no language model, so a call is often read as something else ("Okay, well,"). Where a
 * sentence begins a little like one, `callLikelihood` is the detector's score of the sound, and the model how well the
 * call itself fits: the words change only where both agree.
 */
export async function applyWake(
  found: Hypothesis,
  context: HintContext & Required<Pick<HintContext, 'callLikelihood'>>,
): Promise<Hypothesis> {
  if (isClearCall(decodeTokens(found.tokens))) return found
  const words = wordsOfTokens(found.tokens).map(({ word }) => word)
  const places = placesOf(words, context.phonesOf).slice(0, MAX_TRIES)
  if (places.length === 0) return found
  const heard = await context.callLikelihood()
  if (heard < FAINT) return found
  const fitting = (await candidatesOf(found, places, context)).filter(
    ({ loss, sure, from, rest }) =>
      loss <= Math.min(overClear(sure), allowanceAt(from, rest), allowanceBySound(heard, rest)),
  )
  return fitting.sort((a, b) => a.loss - b.loss)[0]?.hypothesis ?? found
}

/** Whether these hints are of a speaker who listens for the assistant. */
export const callsAssistant = ({ phrases }: SpeechHints): boolean => phrases.some(isClearCall)

/** As much as the text allows where the sound is sure of a call, or speaks for it and a command follows. */
function allowanceBySound(heard: number, rest: string): number {
  const hasCommand = isCommand(rest)
  if (heard >= (hasCommand ? MIN_HEARD.doubtful : MIN_HEARD.sure)) return Number.POSITIVE_INFINITY
  return hasCommand && heard >= FAINT ? FAINT_ALLOWANCE : Number.NEGATIVE_INFINITY
}

function isCommand(rest: string): boolean {
  const spoken = readIntent(rest)
  return spoken !== undefined && !everydayIntents.has(spoken.intent) && rest.indexOf(spoken.trigger) === 0
}

function allowanceAt(from: number, rest: string): number {
  const behind = isCommand(rest) ? 'withCommand' : rest ? 'withWords' : 'alone'
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
