/** Windows as places in the space of voices, in the order of time. */
export type Rows = readonly Float64Array[]

export function meanOf(rows: Rows): Float64Array {
  const mean = new Float64Array(rows[0]!.length)
  for (const row of rows) for (let d = 0; d < mean.length; d++) mean[d]! += row[d]! / rows.length
  return mean
}
