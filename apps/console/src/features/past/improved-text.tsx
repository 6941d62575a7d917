import type { PastSession } from '@livetap/session'
import { Button } from '@mantine/core'
import { useRemoteCall } from '../../shared/remote/use-remote-call'
import classes from './past.module.css'

/** The call was recognised again since this text was read. */
export function ImprovedText({ session }: { session: PastSession }) {
  const { run, loading } = useRemoteCall(() => session.showImproved())
  return (
    <div className={classes.improved} role="status">
      <span>The text was improved after the call. What you edited stays.</span>
      <Button size="compact-xs" loading={loading} onClick={() => void run()}>
        Show it
      </Button>
    </div>
  )
}
