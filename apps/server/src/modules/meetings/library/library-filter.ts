import type { FacetName } from '@livetap/contract'

/** What the library is narrowed by; an empty list of values narrows nothing. */
export interface LibraryFilter extends Record<FacetName, readonly string[]> {
  /** Each of its words is in the id, number, host or title. */
  words: readonly string[]
  /** They began between the two. */
  from: Date | undefined
  to: Date | undefined
}

/** Given once, several times, or not at all. */
export const valuesOf = (given: string | readonly string[] | undefined): readonly string[] =>
  given === undefined ? [] : typeof given === 'string' ? [given] : given
