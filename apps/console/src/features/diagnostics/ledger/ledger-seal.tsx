import { ledgerChain } from '@livetap/contract/calls/diagnostics'
import { useRemoteLoad } from '../../../shared/remote/use-remote-load'
import { useApi } from '../../../shared/session/session-context'
import classes from '../diagnostics.module.css'

const SHOWN = 3

/** Whether the ledger is what was written, checked by the server from the first event to the sealed head. */
export function LedgerSeal({ meetingId }: { meetingId: string }) {
  const api = useApi()
  const { data, error } = useRemoteLoad(
    signal => api.call(ledgerChain, { params: { id: meetingId } }, { signal }),
    [meetingId],
  )
  // Where the ledger comes from another deployment there may be no chain to check.
  if (error) return <span>Chain not checked</span>
  if (!data) return <span>Checking the chain…</span>
  if (data.breaks.length === 0)
    return (
      <span className={classes.whole} role="status">
        Chain valid: {data.events} events
      </span>
    )
  const named = data.breaks
    .slice(0, SHOWN)
    .map(({ number, problem }) => (number === 0 ? problem : `event ${number} ${problem}`))
  const more = data.breaks.length - named.length
  return (
    <span className={classes.broken} role="alert">
      Chain broken: {named.join(', ')}
      {more > 0 && ` and ${more} more`}
    </span>
  )
}
