import { ApiError } from '../api-error'

export type PollOutcome = 'loaded' | 'later' | 'failed'

/** One of the things a meeting needs before it can be replayed. */
export interface PollPart {
  load: () => Promise<PollOutcome>
  /** Called each time it has to be asked for again. */
  notReady: string | undefined
  outcome?: PollOutcome
  error?: Error
}

/** A refusal that time will not heal (no such meeting, no such right) is final. */
function isWorthAsking(error: unknown): boolean {
  return error instanceof ApiError && ['not-ready', 'network', 'timeout', 'server'].includes(error.reason)
}

/** Asks for what is still missing. */
export async function pollOnce(part: PollPart, signal: AbortSignal): Promise<void> {
  if (part.outcome !== undefined && part.outcome !== 'later') return
  try {
    part.outcome = await part.load()
  } catch (error) {
    if (signal.aborted) throw error
    part.error = error instanceof Error ? error : new Error(String(error))
    part.outcome = isWorthAsking(error) ? 'later' : 'failed'
  }
}
