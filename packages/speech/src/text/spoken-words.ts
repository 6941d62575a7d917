import { cardinal, digitWords, ordinal, year } from './number-words'

const abbreviations = new Map<string, string>(
  Object.entries({
    mr: 'mister',
    mrs: 'missus',
    ms: 'miz',
    dr: 'doctor',
    st: 'saint',
    jr: 'junior',
    sr: 'senior',
    vs: 'versus',
    prof: 'professor',
    etc: 'etcetera',
    okay: 'okay',
    ok: 'okay',
  }),
)
const symbols: Record<string, string> = {
  '%': 'percent',
  '&': 'and',
  '+': 'plus',
  '=': 'equals',
  '@': 'at',
  '#': 'number',
}
const currencies: Record<string, string> = { $: 'dollars', '€': 'euros', '£': 'pounds' }

function wholeNumber(digits: string): string[] {
  const value = Number(digits)
  if (digits.length > 1 && digits.startsWith('0')) return digitWords(digits)
  if (digits.length > 15) return digitWords(digits)
  return cardinal(value)
}

function numberWords(text: string): string[] | undefined {
  const clean = text.replaceAll(/(\d),(?=\d{3})/g, '$1')
  const rank = /^(\d+)(st|nd|rd|th)$/.exec(clean)
  if (rank) return ordinal(Number(rank[1]))
  const decade = /^(\d{2,4})'?s$/.exec(clean)
  if (decade) {
    const words = year(Number(decade[1]))
    const last = words.pop()!
    return [...words, last.endsWith('y') ? `${last.slice(0, -1)}ies` : `${last}s`]
  }
  const clock = /^(\d{1,2}):(\d{2})$/.exec(clean)
  if (clock) return [...cardinal(Number(clock[1])), ...(clock[2] === '00' ? [] : cardinal(Number(clock[2])))]
  const decimal = /^(\d*)\.(\d+)$/.exec(clean)
  if (decimal) return [...(decimal[1] ? wholeNumber(decimal[1]) : []), 'point', ...digitWords(decimal[2]!)]
  if (!/^\d+$/.test(clean)) return undefined
  if (!text.includes(',') && /^(1[1-9]|20)\d\d$/.test(clean)) return year(Number(clean))
  return wholeNumber(clean)
}

/**
 * How one written word is said: `4%` → four percent, `Mr.` → mister, `ill-disposed` → ill disposed.
 * Only letters and apostrophes remain. Empty for pure punctuation.
 */
export function spokenWords(written: string): string[] {
  const text = written.normalize('NFKC').toLowerCase().replaceAll(/[’‘`]/g, "'")
  const out: string[] = []
  for (const part of text.split(/[\s\-–—/_…]+/)) {
    const money = /^[("']*([$€£])([\d.,]+)/.exec(part)
    const pieces =
      part.match(/\d[\d,.:]*\d(?:st|nd|rd|th|'?s)?|\d(?:st|nd|rd|th|'?s)?|[\p{L}\p{M}']+|[%&+=@#]/gu) ?? []
    for (const piece of pieces) {
      const number = /\d/.test(piece) ? numberWords(piece) : undefined
      if (number) out.push(...number)
      else if (/\d/.test(piece)) out.push(...digitWords(piece.replaceAll(/\D/g, '')))
      else if (symbols[piece]) out.push(symbols[piece]!)
      else {
        const word = piece.replaceAll(/^'+|'+$/g, '')
        if (word) out.push(abbreviations.get(word) ?? word)
      }
    }
    if (money) out.push(currencies[money[1]!]!)
  }
  return out
}
