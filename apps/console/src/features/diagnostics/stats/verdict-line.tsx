import { audioLedgers } from '@livetap/contract/calls/diagnostics'
import { factsOfLedger, sortLedger, type Verdict, verdictOf } from '@livetap/session'
import { useRemoteLoad } from '../../../shared/remote/use-remote-load'
import { useApi } from '../../../shared/session/session-context'
import classes from './verdict-line.module.css'

/** What became of the meeting, before everything else. */
export function VerdictLine({ verdict }: { verdict: Verdict | undefined }) {
  return (
    <p className={classes.verdict} data-tone={verdict?.tone} role="status" aria-label="Verdict">
      {verdict?.text}
    </p>
  )
}

/** The same of a meeting whose logs hold no completed end: its ledger knows. */
export function LedgerVerdict({ meetingId }: { meetingId: string }) {
  const api = useApi()
  const { data } = useRemoteLoad(
    async signal => {
      const { ledger_events } = await api.call(audioLedgers, { params: { id: meetingId } }, { signal })
      return verdictOf(factsOfLedger(sortLedger(ledger_events)))
    },
    [meetingId],
  )
  return <VerdictLine verdict={data} />
}
