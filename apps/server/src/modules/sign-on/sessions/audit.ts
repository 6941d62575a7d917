import { type MetricFields, metrics } from '@livetap/contract'
import type { Log } from '../../../platform/log/log'
import type { EventRecorder } from '../../events'
import type { SignInAnswer } from '../accounts/account.service'
import { CountedRefusals } from './counted-refusals'
import type { SessionEnded } from './session.store'

export interface Audit {
  signInAnswered(answer: SignInAnswer | { outcome: 'busy' }): void
  signedOut(ended: readonly SessionEnded[]): void
  /** Writes what was counted and not written yet. */
  stop(): void
}

type SignOnMetric = 'signedIn' | 'signInRefused' | 'signedOut'

/** Who signed in and out and how often it was refused, by account id alone. */
export function createAudit(recorder: Pick<EventRecorder, 'log'>, log: Log): Audit {
  const record = <Key extends SignOnMetric>(metric: Key, fields: MetricFields<Key>) => {
    recorder.log(metric, fields)
    log.info(fields, metrics[metric].name)
  }
  const refusals = new CountedRefusals((reason, count) => record('signInRefused', { reason, count }))
  return {
    signInAnswered(answer) {
      if (answer.outcome === 'signed-in') record('signedIn', { user_id: answer.accountId })
      else if (answer.outcome === 'wrong-credentials') record('signInRefused', { reason: answer.outcome })
      else refusals.add(answer.outcome)
    },
    stop: () => refusals.flush(),
    signedOut(ended) {
      for (const { accountId, sessionId } of ended)
        record('signedOut', { user_id: accountId, session_id: sessionId })
    },
  }
}
