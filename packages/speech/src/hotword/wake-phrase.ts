import { spokenTokens } from './spoken-tokens'

export interface Wake {
  /** As it is in the text. */
  phrase: string
  before: string
  after: string
  /** A doubtful one needs a second sign: a command right behind it, or the sound. */
  clear: boolean
}

/** How recognisers spell the two halves of "OK EVA" and "hey EVA". */
const GREETING = '(?:o ?kay|o ?k|okey|oh kay|hey|hay|hei|hi)'
const NAME = '(?:eva|evah|ava|avah|iva|ivah|eeva|eevah|aiva|eyva|ayva|heva|eve a|e va|ee va|ev a)'
const JOINED = '(?:okayva|okeva|okava|okeyva|okiva|heyva|heva|heeva|hayva|haeva|haiva|heiva|heyeva|okayeva)'
const CLEAR = new RegExp(`\\b(?:${GREETING} ${NAME}|${JOINED})\\b`)
/** Heard for it as well, and far more often for itself. Names of people ("Hey Evan, note that") are not among them. */
const DOUBTFUL_NAME =
  '(?:ever|either|even|over|evil|eva(?!n\\b)\\w{1,2}|eiva|ivory|diva|viva|leva|neva|bava|fava|java|lava|never|river|fever|heaver|beaver|leave a|heave a|give a|if a|of a|available)'
const DOUBTFUL_GREETING = `(?:${GREETING}|a|hate|he|key|kay|k|cay|oak a|ok a|okay a|hey a)`
const DOUBTFUL = new RegExp(
  `\\b(?:${GREETING} ${DOUBTFUL_NAME}|${DOUBTFUL_GREETING} ${NAME})\\b|^(?:eva|ava|iva|eeva)\\b`,
)

/** The last time a person turns to the assistant in this text. */
export function findWake(text: string): Wake | undefined {
  const tokens = spokenTokens(text)
  const clear = lastMatch(CLEAR, tokens.plain)
  const found = clear ?? lastMatch(DOUBTFUL, tokens.plain)
  if (!found) return undefined
  const start = tokens.startOf(found.start)
  const end = tokens.endOf(found.end)
  return {
    phrase: text.slice(start, end),
    before: text.slice(0, start).trim(),
    after: text.slice(end).replace(/^[\s,.:;!?-]+/, ''),
    clear: clear !== undefined,
  }
}

/** Whether the assistant is called in it beyond doubt. */
export const isClearCall = (text: string): boolean => findWake(text)?.clear === true

const ONLY_NAME = new RegExp(`^${NAME}$`)

/** Whether a word is the assistant's name, in any spelling of a recogniser. */
export const isName = (word: string): boolean => ONLY_NAME.test(spokenTokens(word).plain)

/** How a call begins, at the start of a sentence. */
const BARE_GREETING = /(?<=^\s*|[.,;:?!]\s+)(?:o\.?k\.?(?:ay)?|hey)\b/gi

/** The last sentence that begins as a call does, regardless of what follows: the name may have been read as anything. */
export function findGreeting(text: string): Wake | undefined {
  const last = [...text.matchAll(BARE_GREETING)].at(-1)
  if (!last) return undefined
  const end = last.index + last[0].length
  return {
    phrase: last[0],
    before: text.slice(0, last.index).trim(),
    after: text.slice(end).replace(/^[\s,.:;!?-]+/, ''),
    clear: true,
  }
}

function lastMatch(pattern: RegExp, text: string): { start: number; end: number } | undefined {
  let last: { start: number; end: number } | undefined
  for (const match of text.matchAll(new RegExp(pattern, 'g')))
    last = { start: match.index, end: match.index + match[0].length }
  return last
}
