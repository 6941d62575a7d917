/** Ids of meetings, shards and projects are one word with a digit in it. */
export const looksLikeId = (text: string): boolean => /^(?=.*\d)[\w.:-]{6,200}$/.test(text)

/** A meeting's number as people write it: digits in groups. Undefined for other texts. */
export function meetingNumberIn(text: string): string | undefined {
  const digits = text.replaceAll(/[\s-]/g, '')
  return /^\d{5,20}$/.test(digits) ? digits : undefined
}
