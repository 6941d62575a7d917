/**
 * The best sequence of speakers over scored steps, where every change costs `penalty`. Scores are
 * [step][speaker]; undefined where there is nothing to score.
 */
export function viterbiPath(
  scores: readonly (readonly number[] | undefined)[],
  speakers: number,
  penalty: number,
): number[] {
  let totals = new Array<number>(speakers).fill(0)
  const back: Int16Array[] = []
  for (const score of scores) {
    let top = 0
    for (let s = 1; s < speakers; s++) if (totals[s]! > totals[top]!) top = s
    const from = new Int16Array(speakers)
    totals = totals.map((own, s) => {
      const change = totals[top]! - penalty
      from[s] = change > own ? top : s
      return Math.max(own, change) + (score?.[s] ?? 0)
    })
    back.push(from)
  }
  let at = totals.indexOf(Math.max(...totals))
  const path = new Array<number>(scores.length)
  for (let step = scores.length - 1; step >= 0; step--) {
    path[step] = at
    at = back[step]![at]!
  }
  return path
}
