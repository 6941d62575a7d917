import { inputText } from '../../shared/time/format-date'

const QUARTER_MS = 15 * 60_000

/** The next quarter of an hour, as a field of local date and time holds it. */
export const nextQuarter = (nowMs: number): string =>
  inputText(Math.ceil(nowMs / QUARTER_MS) * QUARTER_MS).slice(0, 16)
