import { waitAtMost } from '../platform/wait-at-most'
import { BackupError } from './backup-error'

/** A part, a row of the object listing, a piece of a table: what takes longer does not come any more. */
const ANSWER_MS = 5 * 60_000

/** Rejects when the work does not end in time. */
export async function within<T>(work: Promise<T>, what: string, ms = ANSWER_MS): Promise<T> {
  work.catch(() => undefined)
  if (await waitAtMost(ms, work)) return await work
  throw new BackupError('timeout', `${what} gave no answer for ${Math.round(ms / 1000)} s`)
}
