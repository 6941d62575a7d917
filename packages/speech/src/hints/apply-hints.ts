import { MIN_HEARD } from '../hotword/find-call'
import type { Encoded, MoonshineModel } from '../moonshine/moonshine-model'
import { END_TOKEN, encodeText, wordsOfTokens } from '../moonshine/tokens'
import type { Hypothesis } from '../onnx/seq-decoder'
import type { SpeechHints } from '../recognition'
import { spokenWords } from '../text/spoken-words'
import { CLEAR, certainty } from './certainty'
import { type Candidate, findCandidates, withoutOverlaps } from './find-candidates'
import { type HintPhrase, hintPhrases } from './hint-phrases'

/** How unlike a place may sound and still be tried; what decides is the model's own score. */
const FARTHEST = 0.42
/** Unlikelihood, in nats, that full weight makes up for on a perfect match of sound. */
const FULL_BONUS = 30
/** The share of it that a phrase has over words that were read clearly. */
const SHARE_OVER_CLEAR = 0.4
const TRIES_PER_ROUND = 4
const MAX_TRIES = 12

export interface HintContext {
  model: MoonshineModel
  encoded: Encoded
  phonesOf: (word: string) => string[]
  /** How likely the sound holds a call of the assistant; absent where no one listened for one. */
  callLikelihood?: () => Promise<number>
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const letters = (text: string) => spokenWords(text).join(' ')
const tailOf = (word: string) => /[\p{P}]+$/u.exec(word)?.[0] ?? ''

function replaced(words: readonly string[], { from, to, phrase }: Candidate): string[] {
  const tail = tailOf(words[to - 1]!).replaceAll(/['’]s?/g, '')
  return [...words.slice(0, from), `${phrase.written}${tail}`, ...words.slice(to)]
}

interface Reading {
  hypothesis: Hypothesis
  words: string[]
  /** Places where a phrase stands already: nothing is laid over them or their neighbours. */
  settled: boolean[]
}

function alreadySaid(words: readonly string[], spoken: ReadonlySet<string>): boolean[] {
  const settled = words.map(() => false)
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= Math.min(words.length, from + 6); to++) {
      if (spoken.has(letters(words.slice(from, to).join(' ')))) settled.fill(true, from, to)
    }
  }
  return settled
}

const total = ({ logProbs, endLogProb }: Hypothesis) => sum(logProbs) + (endLogProb ?? 0)

async function readWith(reading: Reading, candidate: Candidate, context: HintContext): Promise<Reading> {
  const { from, to, phrase } = candidate
  const words = replaced(reading.words, candidate)
  const tokens = encodeText(words.join(' '))
  const logProbs = await context.model.score(context.encoded, [...tokens, END_TOKEN])
  const split = words.flatMap(word => word.split(/\s+/))
  const size = phrase.written.split(/\s+/).length
  const settled = [
    ...reading.settled.slice(0, from),
    ...new Array<boolean>(size).fill(true),
    ...reading.settled.slice(to),
  ]
  const hypothesis = { tokens, logProbs: logProbs.slice(0, -1), endLogProb: logProbs.at(-1) }
  return { hypothesis, words: split, settled }
}

/**
 * Phrases the speaker is likely to say win where the sound allows it: wherever the text sounds like a
 * phrase, the model scores the text with the phrase in place, and the phrase may be less likely by an
 * amount that grows with the weight and shrinks with the difference in sound, and is small where the words that
 * stand there were read clearly.
 */
export async function applyHints(
  found: Hypothesis,
  hints: SpeechHints,
  context: HintContext,
): Promise<Hypothesis> {
  if (hints.weight <= 0) return found
  const phrases = hintPhrases(hints, context.phonesOf)
  const words = wordsOfTokens(found.tokens).map(({ word }) => word)
  const spoken = new Set(phrases.map(({ written }) => letters(written)))
  let reading: Reading = { hypothesis: found, words, settled: alreadySaid(words, spoken) }
  for (let tries = 0; tries < MAX_TRIES; ) {
    const here = reading
    const near = findCandidates(here.words, phrases, context.phonesOf, FARTHEST).filter(
      ({ from, to }) => !here.settled.slice(from, to).includes(true),
    )
    const open = await withoutUnlikelyCalls(near, context)
    let best: { reading: Reading; gain: number } | undefined
    for (const candidate of open.slice(0, Math.min(TRIES_PER_ROUND, MAX_TRIES - tries))) {
      tries += 1
      const next = await readWith(here, candidate, context)
      const place = { ...candidate, phrase: candidate.phrase.written }
      const clear = certainty(here.hypothesis, place, context.phonesOf) > CLEAR
      const most = FULL_BONUS * (clear ? SHARE_OVER_CLEAR : 1)
      const bonus = hints.weight * most * (1 - candidate.distance / (FARTHEST * 1.2))
      const gain = total(next.hypothesis) + bonus - total(here.hypothesis)
      if (gain > (best?.gain ?? 0)) best = { reading: next, gain }
    }
    if (!best) break
    reading = best.reading
  }
  return (await asWritten(reading, phrases, context)).hypothesis
}

/** A call that the sound does not hold is not worth a try: many a sentence has a place that is a little like one. */
async function withoutUnlikelyCalls(
  candidates: readonly Candidate[],
  { callLikelihood }: HintContext,
): Promise<readonly Candidate[]> {
  if (!callLikelihood || !candidates.some(({ phrase }) => phrase.isCall)) return candidates
  if ((await callLikelihood()) >= MIN_HEARD.clear) return candidates
  return candidates.filter(({ phrase }) => !phrase.isCall)
}

/** A phrase that was understood is spelled as the user spells it. */
async function asWritten(
  reading: Reading,
  phrases: readonly HintPhrase[],
  context: HintContext,
): Promise<Reading> {
  const spelling = new Map(phrases.map(phrase => [letters(phrase.written), phrase]))
  let best = reading
  for (let from = 0; from < best.words.length; from++) {
    for (let to = from + 1; to <= Math.min(best.words.length, from + 6); to++) {
      const said = best.words.slice(from, to).join(' ')
      const phrase = spelling.get(letters(said))
      const bare = said.replaceAll(/^[\p{P}]+|[\p{P}]+$/gu, '')
      if (!phrase || bare === phrase.written || bare.endsWith("'s")) continue
      best = await readWith(best, { phrase, from, to, distance: 0 }, context)
    }
  }
  return best
}

/** Only phrases of the list, in the order they were said; empty when none was. */
export function limitToPhrases(found: Hypothesis, hints: SpeechHints, context: HintContext): Hypothesis {
  const phrases = hintPhrases(hints, context.phonesOf)
  const words = wordsOfTokens(found.tokens)
  const candidates = findCandidates(
    words.map(({ word }) => word),
    phrases,
    context.phonesOf,
    0.25,
  )
  const tokens: number[] = []
  const logProbs: number[] = []
  for (const { phrase, from, to } of withoutOverlaps(candidates)) {
    const heard = found.logProbs.slice(words[from]!.from, words[to - 1]!.to)
    const own = encodeText(phrase.written)
    tokens.push(...own)
    logProbs.push(...own.map(() => sum(heard) / heard.length))
  }
  return { tokens, logProbs, endLogProb: found.endLogProb }
}
