/** What the index keeps as pairs of characters: `search_bigrams` of migration 0410. */
const CJK =
  '\\u1100-\\u11ff\\u3005\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff'
const ANY = new RegExp(`[${CJK}]`, 'u')
const RUN = new RegExp(`[${CJK}]+`, 'gu')

export const hasCjk = (text: string): boolean => ANY.test(text)

/** A term's runs of Japanese, Korean and Chinese, and the rest of it. */
export function splitTerm(text: string): { runs: string[]; rest: string } {
  const folded = text.normalize('NFKC')
  return { runs: folded.match(RUN) ?? [], rest: folded.replace(RUN, ' ').trim() }
}

/** Characters one after the other; a single one is the beginning of a pair, or the last of its run. */
export function tsqueryOfRun(run: string): string {
  if (run.length === 1) return `'${run}':*`
  return Array.from({ length: run.length - 1 }, (_, at) => `'${run.slice(at, at + 2)}'`).join(' <-> ')
}
