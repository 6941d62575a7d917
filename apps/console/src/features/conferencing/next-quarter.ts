import { DateTime } from 'luxon'

const QUARTER_MS = 15 * 60_000

/** The next quarter of an hour, as a field of local date and time holds it. */
export const nextQuarter = (nowMs: number): string =>
  DateTime.fromMillis(Math.ceil(nowMs / QUARTER_MS) * QUARTER_MS).toFormat("yyyy-MM-dd'T'HH:mm")
