import { decodeTokens, wordsOfTokens } from '../moonshine/tokens'
import type { Hypothesis } from '../onnx/seq-decoder'
import { spokenWords } from '../text/spoken-words'

/** Above this the model believes the words that stand there more than everything else together. */
export const CLEAR = 0.5

const isSpoken = (token: number) => /[\p{L}\p{N}]/u.test(decodeTokens([token]))

/** How likely each word of a reading is, its punctuation aside. */
function likelihoods({ tokens, logProbs }: Hypothesis): number[] {
  return wordsOfTokens(tokens).map(({ from, to }) => {
    let sum = 0
    for (let at = from; at < to; at++) if (isSpoken(tokens[at]!)) sum += logProbs[at]!
    return Math.exp(sum)
  })
}

/**
 * How sure it was, 0 to 1, that the words from one place to another are something else than the phrase: the likelihood
 * of those that sound like no word of it or, where it has more words, of all of them.
 */
export function certainty(
  reading: Hypothesis,
  { phrase, from, to }: { phrase: string; from: number; to: number },
  phonesOf: (word: string) => string[],
): number {
  const sound = (word: string) => spokenWords(word).flatMap(phonesOf).join(' ')
  const wanted = phrase.split(/\s+/).map(sound)
  const read = wordsOfTokens(reading.tokens)
    .slice(from, to)
    .map(({ word }) => sound(word))
  const likely = likelihoods(reading).slice(from, to)
  const others = likely.filter((_, at) => !wanted.includes(read[at]!))
  if (others.length === 0 && read.length >= wanted.length) return 0
  return (others.length > 0 ? others : likely).reduce((all, value) => all * value, 1)
}
