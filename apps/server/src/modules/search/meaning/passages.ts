export interface PassageLine {
  id: string
  text: string
  speakers: readonly string[]
}

/** Where a passage is: from a character of its first line up to one of its last. */
export interface PassagePlace {
  lineIds: string[]
  fromCharacter: number
  toCharacter: number
}

export interface Passage extends PassagePlace {
  text: string
}

const WORDS = 120
const FEWEST = 80
const MOST = 140
const OVERLAP = 25
/** Around a passage's intended beginning, where a line that begins there is preferred. */
const OVERLAP_SLACK = 15

/** Without blanks between words, two characters count as one; what has no blank for long is cut. */
const IDEOGRAPH = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}`
const WORD = new RegExp(`[${IDEOGRAPH}]{1,2}|[^\\s${IDEOGRAPH}]{1,30}`, 'gu')

interface PlacedWord {
  line: number
  from: number
  to: number
}

/** The text in passages of some 120 words that end with a turn of a speaker, or a line, where one ends near; each takes the last words of the one before. */
export function passagesOf(lines: readonly PassageLine[]): Passage[] {
  const words = lines.flatMap(({ text }, line) =>
    [...text.matchAll(WORD)].map(({ index, 0: word }): PlacedWord => {
      return { line, from: index, to: index + word.length }
    }),
  )
  const isLineEnd = (at: number) => words[at - 1]!.line !== words[at]!.line
  const isTurnEnd = (at: number) =>
    isLineEnd(at) && saidBy(lines[words[at - 1]!.line]!) !== saidBy(lines[words[at]!.line]!)
  const passages: Passage[] = []
  for (let start = 0; start < words.length; ) {
    if (words.length - start <= MOST) {
      passages.push(passageOf(lines, words.slice(start)))
      break
    }
    const near = { from: start + FEWEST, to: start + MOST, wanted: start + WORDS }
    const end = nearest(near, isTurnEnd) ?? nearest(near, isLineEnd) ?? near.wanted
    passages.push(passageOf(lines, words.slice(start, end)))
    const again = end - OVERLAP
    start =
      nearest({ from: again - OVERLAP_SLACK, to: again + OVERLAP_SLACK, wanted: again }, isLineEnd) ?? again
  }
  return passages
}

const saidBy = ({ speakers }: PassageLine) => speakers.join('\n')

function nearest(
  { from, to, wanted }: { from: number; to: number; wanted: number },
  fits: (at: number) => boolean,
): number | undefined {
  let found: number | undefined
  for (let at = from; at <= to; at++)
    if (fits(at) && (found === undefined || Math.abs(at - wanted) < Math.abs(found - wanted))) found = at
  return found
}

function passageOf(lines: readonly PassageLine[], words: readonly PlacedWord[]): Passage {
  const [first, last] = [words[0]!, words.at(-1)!]
  const within = lines.slice(first.line, last.line + 1)
  const text = within.map((line, at) =>
    line.text.slice(at === 0 ? first.from : 0, at === within.length - 1 ? last.to : undefined).trim(),
  )
  return {
    lineIds: within.map(({ id }) => id),
    fromCharacter: first.from,
    toCharacter: last.to,
    text: text.filter(Boolean).join(' '),
  }
}
