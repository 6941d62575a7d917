import type { Scope } from '../scope'
import type { Store } from '../store'
import type { AsrConnection, AsrSnapshot } from './asr-snapshot'

/** A sentence ends with silence: the protocol has no other word for the end. */
export const CLOSING_SILENCE_MS = 3_000
/** A gateway whose positions do not move in silence, and which says nothing for so long, has said all. */
const QUIET_MS = 5_000
/** However late the last words are. */
const MAX_WAIT_MS = 60_000

const running: ReadonlySet<AsrConnection> = new Set(['connecting', 'connected', 'reconnecting'])

interface DrainOptions {
  /** Of the sound: everything before it is to be final. */
  toMs: number
  /** Whether the gateway's positions move on through silence. */
  settlesSilence: () => boolean
}

/** Resolves when all that was said is final, or when nothing more can be expected. */
export function untilDrained(
  session: Store<AsrSnapshot>,
  outer: Scope,
  { toMs, settlesSilence }: DrainOptions,
): Promise<void> {
  return new Promise(resolve => {
    const scope = outer.child()
    let stopQuiet: (() => void) | undefined
    const look = () => {
      const { connection, settledMs, interim } = session.getSnapshot()
      stopQuiet?.()
      if (!running.has(connection) || settledMs >= toMs) scope.dispose()
      else if (connection === 'connected' && !interim && !settlesSilence())
        stopQuiet = scope.timeout(() => scope.dispose(), QUIET_MS)
    }
    scope.add(resolve)
    scope.add(session.subscribe(look))
    scope.timeout(() => scope.dispose(), MAX_WAIT_MS)
    look()
  })
}
