import { everydayIntents, readIntent } from './eva-intent'
import { spokenTokens } from './spoken-tokens'
import type { Wake } from './wake-phrase'

/** A call is read as no more than so many words. */
const MAX_WORDS = 3
const SENTENCE_START = /(?<=^|[.,;:?!]\s+)\S/g

/**
 * A few words that begin a sentence, with a command of several words right behind them: where the sound holds a call, they are what the
 * recogniser made of it ("Here you are, turn off the chimes").
 */
export function findUnreadCall(text: string): Wake | undefined {
  return [...text.matchAll(SENTENCE_START)]
    .reverse()
    .map(({ index }) => readAt(text, index))
    .find(wake => wake !== undefined)
}

const wordsIn = (text: string) => spokenTokens(text).plain.split(' ').filter(Boolean).length

function readAt(text: string, start: number): Wake | undefined {
  const sentence = text.slice(start)
  const spoken = readIntent(sentence)
  // One word that happens to be a command ("Operator decision") is no sign of one.
  if (!spoken || everydayIntents.has(spoken.intent) || wordsIn(spoken.trigger) < 2) return undefined
  const end = sentence.indexOf(spoken.trigger)
  const phrase = sentence.slice(0, end).replace(/[\s,.:;!?-]+$/, '')
  const words = wordsIn(phrase)
  if (words === 0 || words > MAX_WORDS) return undefined
  return { phrase, before: text.slice(0, start).trim(), after: sentence.slice(end), clear: true }
}
