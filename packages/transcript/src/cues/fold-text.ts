/** Latin, Greek, Cyrillic accents; Hebrew points; Arabic vowel marks. Marks that spell other scripts stay. */
const DIACRITICS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]/g
const NOT_PLAIN_ASCII = /[^\x20-\x7e]/gu
const WHITE = /^\s$/

const folded = new Map<string, string>()

function foldCharacter(character: string): string {
  if (WHITE.test(character)) return ' '
  const base = character.normalize('NFKD').replace(DIACRITICS, '').toLowerCase().replace(DIACRITICS, '')
  return base.replace(/ς/g, 'σ').replace(/\s/g, ' ').normalize('NFC')
}

/** Bounded by Unicode itself: one entry a character that ever occurred. */
function foldOf(character: string): string {
  let fold = folded.get(character)
  if (fold === undefined) {
    fold = foldCharacter(character)
    folded.set(character, fold)
  }
  return fold
}

/** Text without case and diacritics, white space as blanks. `shifted` when its offsets are no longer the source's. */
export function foldText(text: string): { text: string; shifted: boolean } {
  let shifted = false
  const replaced = text.replace(NOT_PLAIN_ASCII, character => {
    const fold = foldOf(character)
    if (fold.length !== character.length) shifted = true
    return fold
  })
  return { text: replaced.toLowerCase(), shifted }
}

/** For each offset of the folded text the source's offset, and one more for its end. */
export function foldOffsets(text: string): Uint32Array {
  const offsets: number[] = []
  let at = 0
  for (const character of text) {
    const length = character <= '~' && character >= ' ' ? 1 : foldOf(character).length
    for (let i = 0; i < length; i++) offsets.push(at)
    at += character.length
  }
  offsets.push(text.length)
  return Uint32Array.from(offsets)
}
