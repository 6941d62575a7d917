/** End with a full stop and end no sentence; so do single letters and what has a stop inside, as in "e.g.". */
const abbreviations = new Set(
  'mr mrs ms dr st jr sr prof gen col sgt lt capt rev no vs etc approx dept est fig inc ltd co corp'.split(
    ' ',
  ),
)

function endsSentence(word: string): boolean {
  const [, stem = '', end = ''] = /^(.*?)([.?!…]+)["'”’)\]]*$/u.exec(word) ?? []
  if (end === '') return false
  if (end !== '.') return !/^(\.{2,}|…)$/u.test(end)
  return stem.length > 1 && !stem.includes('.') && !abbreviations.has(stem.toLowerCase())
}

/** Begins each sentence with a capital where the recogniser did not. How the first word is written is left to it. */
export function sentenceCase(words: readonly string[]): string[] {
  return words.map((word, index) => {
    const before = words[index - 1]
    // "iPhone" is written that way everywhere.
    if (before === undefined || !endsSentence(before) || /\p{Lu}/u.test(word)) return word
    return word.replace(/^[^\p{L}\p{N}]*\p{Ll}/u, begin => begin.toUpperCase())
  })
}
