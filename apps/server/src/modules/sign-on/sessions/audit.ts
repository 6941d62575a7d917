import { type MetricFields, metrics } from '@livetap/contract'
import type { AuditWriter } from '../../../platform/audit/audit-entry'
import type { Log } from '../../../platform/log/log'
import type { EventRecorder } from '../../events'
import type { SignInAnswer } from '../accounts/account.service'
import { CountedRefusals } from './counted-refusals'
import type { SessionEnded } from './session.store'

export interface Audit {
  /** Resolves once a sign-in is in the audit log: it is there before the caller hears of it. */
  signInAnswered(answer: SignInAnswer | { outcome: 'busy' }, caller: SignInCaller): Promise<void>
  signedOut(ended: readonly SessionEnded[], address: string): void
  /** Writes what was counted and not written yet. */
  stop(): void
}

export interface SignInCaller {
  /** As it was typed. */
  email: string
  address: string
}

type SignOnMetric = 'signedIn' | 'signInRefused' | 'signedOut'

/** Who signed in and out, how often it was refused, and from which address; accounts by their id alone. */
export function createAudit(
  recorder: Pick<EventRecorder, 'log'>,
  log: Log,
  writer: AuditWriter | undefined,
): Audit {
  const record = <Key extends SignOnMetric>(metric: Key, fields: MetricFields<Key>) => {
    recorder.log(metric, fields)
    log.info(fields, metrics[metric].name)
  }
  const refusals = new CountedRefusals((reason, count) => record('signInRefused', { reason, count }))
  return {
    async signInAnswered(answer, { email, address }) {
      const action = 'session.sign-in'
      if (answer.outcome === 'signed-in') {
        const { accountId: target } = answer
        await writer?.record({ actor: { id: target, name: email.toLowerCase() }, action, target, address })
        record('signedIn', { user_id: target, address })
        return
      }
      if (answer.outcome === 'wrong-credentials') record('signInRefused', { reason: answer.outcome, address })
      else refusals.add(answer.outcome)
      // What is no e-mail address may be a password in the wrong field.
      const typed = email.includes('@') && { email: email.toLowerCase() }
      writer?.refused({ action, result: 'refused', address, fields: { reason: answer.outcome, ...typed } })
    },
    stop: () => refusals.flush(),
    signedOut(ended, address) {
      for (const { accountId, sessionId } of ended)
        record('signedOut', { user_id: accountId, session_id: sessionId, address })
    },
  }
}
