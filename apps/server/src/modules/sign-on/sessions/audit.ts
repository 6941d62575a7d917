import { type MetricFields, metrics } from '@livetap/contract'
import type { Log } from '../../../platform/log/log'
import type { EventRecorder } from '../../events'
import type { SignInAnswer } from '../accounts/account.service'
import { CountedRefusals } from './counted-refusals'
import type { SessionEnded } from './session.store'

export interface Audit {
  signInAnswered(answer: SignInAnswer | { outcome: 'busy' }, address: string): void
  signedOut(ended: readonly SessionEnded[], address: string): void
  /** Writes what was counted and not written yet. */
  stop(): void
}

type SignOnMetric = 'signedIn' | 'signInRefused' | 'signedOut'

/** Who signed in and out, how often it was refused, and from which address; accounts by their id alone. */
export function createAudit(recorder: Pick<EventRecorder, 'log'>, log: Log): Audit {
  const record = <Key extends SignOnMetric>(metric: Key, fields: MetricFields<Key>) => {
    recorder.log(metric, fields)
    log.info(fields, metrics[metric].name)
  }
  const refusals = new CountedRefusals((reason, count) => record('signInRefused', { reason, count }))
  return {
    signInAnswered(answer, address) {
      if (answer.outcome === 'signed-in') record('signedIn', { user_id: answer.accountId, address })
      else if (answer.outcome === 'wrong-credentials')
        record('signInRefused', { reason: answer.outcome, address })
      else refusals.add(answer.outcome)
    },
    stop: () => refusals.flush(),
    signedOut(ended, address) {
      for (const { accountId, sessionId } of ended)
        record('signedOut', { user_id: accountId, session_id: sessionId, address })
    },
  }
}
