import { formatMoment, parseMoment } from '../../../shared/dates/date-range'

export const typedDate = (iso: string | undefined) => (iso ? formatMoment(Date.parse(iso)) : '')

/** Unchanged stays as it was, with its seconds; undefined for what is no date. A lone day ends with its last minute. */
export function isoOf(
  typed: string,
  initial: string | undefined,
  end: 'startMs' | 'endMs',
): string | undefined {
  if (typed === typedDate(initial)) return initial ?? ''
  if (typed.trim() === '') return ''
  const span = parseMoment(typed)
  return span ? new Date(span[end]).toISOString() : undefined
}
