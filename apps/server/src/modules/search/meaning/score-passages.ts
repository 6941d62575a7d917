import type { Scored, ScoreInput } from './score-passages-task'

/** In a thread: multiplies a question with every passage that may be found. */
export async function* scorePassages(input: ScoreInput): AsyncGenerator<Scored> {
  yield likest(scoresOf(input), input)
}

function scoresOf({ blocks, rowsOfBlock, rows, question, questionScale }: ScoreInput): Float32Array {
  const scores = new Float32Array(rows.length)
  const dimensions = question.length
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!
    const { values, scales } = blocks[Math.floor(row / rowsOfBlock)]!
    const inBlock = row % rowsOfBlock
    const from = inBlock * dimensions
    let sum = 0
    for (let i = 0; i < dimensions; i++) sum += question[i]! * values[from + i]!
    scores[at] = sum * questionScale * scales[inBlock]!
  }
  return scores
}

function likest(scores: Float32Array, { least, limit }: ScoreInput): Scored {
  const found: Scored = []
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at]!
    if (score < least || (found.length === limit && score <= found.at(-1)!.score)) continue
    let place = found.length
    while (place > 0 && found[place - 1]!.score < score) place--
    found.splice(place, 0, { at, score })
    if (found.length > limit) found.pop()
  }
  return found
}
