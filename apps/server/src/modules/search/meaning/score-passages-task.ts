import { defineParserTask } from '../../../platform/parser-pool/parser-task'

/** Vectors of many passages, in memory that threads share. */
export interface VectorBlock {
  values: Int8Array
  scales: Float32Array
}

export interface ScoreInput {
  blocks: readonly VectorBlock[]
  rowsOfBlock: number
  /** Those that may be found: places in the blocks. */
  rows: Int32Array
  question: Int8Array
  questionScale: number
  /** What is less alike is not found. */
  least: number
  limit: number
}

/** Places in `rows`, the likest first. */
export type Scored = { at: number; score: number }[]

export const scorePassagesTask = defineParserTask<ScoreInput, Scored>('score-passages')
