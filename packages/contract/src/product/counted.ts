/** The word for a number of things: "meeting" or "meetings". */
export const plural = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many)

/** "1 meeting", "2 meetings": every number of things that is shown. */
export const counted = (count: number, one: string, many?: string): string =>
  `${count} ${plural(count, one, many)}`
