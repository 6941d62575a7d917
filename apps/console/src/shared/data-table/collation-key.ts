/** Read by people: 9 before 10, upper and lower case alike. */
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** The characters of ASCII that are before digits and letters, in the order of the collator. */
const SYMBOLS = ' _-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$'
const NUMBER = 100
const LETTER = 220
/** The collator cuts longer ones in pieces. */
const MAX_DIGITS = 100

const symbolKeys = new Map([...SYMBOLS].map((symbol, rank) => [symbol.charCodeAt(0), rank + 1]))

const isDigit = (code: number) => code >= 48 && code <= 57

/**
 * A text whose plain order is the collator's order: a sort of thousands compares sixty thousand times, and the collator
 * takes microseconds each. Null for what only the collator can order.
 */
export function collationKey(text: string): string | null {
  let key = ''
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isDigit(code)) {
      const end = endOfDigits(text, at)
      while (at < end && text.charCodeAt(at) === 48) at++
      if (end - at > MAX_DIGITS) return null
      // A longer number is a greater one; numbers of one length are ordered by their digits.
      key += String.fromCharCode(NUMBER + end - at) + text.slice(at, end)
      at = end - 1
    } else {
      const rank = rankOf(code)
      if (rank === undefined) return null
      key += String.fromCharCode(rank)
    }
  }
  return key
}

function endOfDigits(text: string, start: number): number {
  let end = start
  while (end < text.length && isDigit(text.charCodeAt(end))) end++
  return end
}

function rankOf(code: number): number | undefined {
  if (code >= 97 && code <= 122) return LETTER + code - 97
  if (code >= 65 && code <= 90) return LETTER + code - 65
  return symbolKeys.get(code)
}

/** A text as it is compared: with its key where it has one. */
export interface Collated {
  readonly text: string
  readonly key: string | null
}

export const collated = (text: string): Collated => ({ text, key: collationKey(text) })

export function compareCollated(a: Collated, b: Collated): number {
  if (a.key === null || b.key === null) return collator.compare(a.text, b.text)
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0
}
