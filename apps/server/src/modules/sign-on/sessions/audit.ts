import type { Log } from '../../../platform/log/log'
import type { EventRecorder } from '../../events'
import type { SignInAnswer } from '../accounts/account.service'
import type { SessionEnded } from './session.store'

export interface Audit {
  signInAnswered(answer: SignInAnswer | { outcome: 'busy' }): void
  signedOut(ended: readonly SessionEnded[]): void
}

/** Who signed in and out and how often it was refused, by account id alone. */
export function createAudit(recorder: Pick<EventRecorder, 'log'>, log: Log): Audit {
  const record = (metric: string, fields: Record<string, string>) => {
    recorder.log({ metric, service: 'sign-on', fields })
    log.info(fields, metric)
  }
  return {
    signInAnswered(answer) {
      if (answer.outcome === 'signed-in') record('signed-in', { user_id: answer.accountId })
      else record('sign-in-refused', { reason: answer.outcome })
    },
    signedOut(ended) {
      for (const { accountId, sessionId } of ended)
        record('signed-out', { user_id: accountId, session_id: sessionId })
    },
  }
}
