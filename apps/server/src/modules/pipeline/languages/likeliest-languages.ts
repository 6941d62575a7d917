/** How likely each language is; undefined where no one listened. */
export type Likely = ReadonlyMap<string, number> | undefined

/** However sure the engine is of one window, it says no more than this about it. */
const MIN_LIKELY = 0.02
/**
 * Nats that a change of language costs. One window alone never outweighs it; two do at an end of the recording, three in
 * the middle: about half a minute.
 */
const CHANGE_COST = 4

const evidence = (likely: Likely, language: string) =>
  likely ? Math.log(Math.max(MIN_LIKELY, likely.get(language) ?? 0)) : 0

/** The language of each window: the likeliest sequence of all, where languages seldom change. */
export function likeliestLanguages(windows: readonly Likely[]): string[] {
  const languages = [...new Set(windows.flatMap(likely => [...(likely?.keys() ?? [])]))].sort()
  if (languages.length === 0) return []
  let scores = languages.map(() => 0)
  const cameFrom: number[][] = []
  for (const likely of windows) {
    const best = indexOfMost(scores)
    const from = scores.map((score, at) => (score >= scores[best]! - CHANGE_COST ? at : best))
    // At the first window there is nothing to change from.
    const cost = cameFrom.length === 0 ? 0 : CHANGE_COST
    scores = languages.map(
      (language, at) => Math.max(scores[at]!, scores[best]! - cost) + evidence(likely, language),
    )
    cameFrom.push(from)
  }
  const path: string[] = []
  let at = indexOfMost(scores)
  for (const from of cameFrom.toReversed()) {
    path.push(languages[at]!)
    at = from[at]!
  }
  return path.reverse()
}

/** Where in a row of pieces one language most likely gives way to another: the first piece of the other. */
export function likeliestChange(pieces: readonly Likely[], [before, after]: [string, string]): number {
  let score = pieces.reduce((sum, likely) => sum + evidence(likely, after), 0)
  const scores = [score]
  for (const likely of pieces) {
    score += evidence(likely, before) - evidence(likely, after)
    scores.push(score)
  }
  return indexOfMost(scores)
}

function indexOfMost(values: readonly number[]): number {
  return values.reduce((best, value, at) => (value > values[best]! ? at : best), 0)
}
