import { logsPath, type SystemAnswer, type SystemHistory } from '@livetap/contract'
import { systemHistory, systemState } from '@livetap/contract/calls/system'
import { steadyNow } from '@livetap/session'
import { Anchor } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { ReloadAndExit } from '../../../shared/frame/reload-and-exit'
import { ScreenPage } from '../../../shared/frame/screen-page'
import { useScreenTitle } from '../../../shared/frame/use-screen-title'
import { useRemoteCall } from '../../../shared/remote/use-remote-call'
import { useApi } from '../../../shared/session/session-context'
import { RelativeTime } from '../../../shared/time/relative-time'
import { ErrorState } from '../../../shared/ui/feedback/error-state'
import { LoadingMessage } from '../../../shared/ui/feedback/loading-message'
import classes from '../diagnostics.module.css'
import { RefreshSwitch } from '../refresh-switch'
import { useAge } from '../use-age'
import { DiskBar, diskState } from './disk-bar'
import { type Fact, Facts } from './facts'
import { SystemHistoryPart } from './system-history'
import { SystemNodes } from './system-nodes'

const REFRESH_SECONDS = 5
const HISTORY_MS = 60_000

/** How the installation is doing. Refreshes by itself while it is looked at. */
export function SystemScreen() {
  const api = useApi()
  useScreenTitle('System')
  const { run, data, loading, error } = useRemoteCall(async signal => ({
    state: await api.call(systemState, {}, { signal }),
    atMs: steadyNow(),
  }))
  // A sample a minute: it is not asked for with every refresh, and a screen without it is complete all the same.
  const past = useRemoteCall(signal => api.call(systemHistory, {}, { signal }))
  const [isFollowing, setFollowing] = useState(true)
  useEffect(() => void run(), [run])
  const readPast = past.run
  useEffect(() => {
    void readPast()
    const timer = setInterval(() => {
      if (isFollowing && document.visibilityState === 'visible') void readPast()
    }, HISTORY_MS)
    return () => clearInterval(timer)
  }, [readPast, isFollowing])
  const history = past.data
  const age = useAge(data?.atMs)
  return (
    <ScreenPage
      title="System"
      aside={data && `version ${data.state.version}, ${age}`}
      controls={
        <>
          <RefreshSwitch seconds={REFRESH_SECONDS} isOn={isFollowing} onToggle={setFollowing} refresh={run} />
          <ReloadAndExit isLoading={loading && !isFollowing} onReload={() => void run()} />
        </>
      }
    >
      {error && !data ? (
        <ErrorState
          title="The state could not be read"
          error={error}
          hint="The server does not answer, or its part for diagnostics is another deployment."
          onRetry={() => void run()}
        />
      ) : !data ? (
        <LoadingMessage message="Reading the state..." />
      ) : (
        <Parts state={data.state} history={history} onChanged={() => void run()} />
      )}
    </ScreenPage>
  )
}

function Parts({
  state,
  history,
  onChanged,
}: {
  state: SystemAnswer
  history?: SystemHistory
  onChanged: () => void
}) {
  const { checks, engines, disk, queue, nodes, errors } = state
  const lost = sum(nodes.map(({ log_loss }) => log_loss.log + log_loss.ledger))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard
    <section className={classes.scroll} tabIndex={0} aria-label="State">
      {history && <SystemHistoryPart history={history} />}
      <div className={classes.tiles}>
        <Facts title="Health" facts={checks.map(checkFact)} />
        <Facts
          title="Engines"
          facts={engines.map(({ name, available, reason, note }) => ({
            name,
            detail: available ? note || 'available' : reason || 'not available',
            state: available ? 'ok' : 'off',
          }))}
        />
        <Facts
          title="Disk"
          facts={disk.map(one => ({
            name: one.folder,
            detail: <DiskBar disk={one} />,
            state: diskState(one),
          }))}
        />
        <Facts
          title="Work"
          facts={[
            { name: 'recordings waiting', value: String(queue) },
            { name: 'recordings running', value: String(sum(nodes.map(node => node.recordings))) },
            { name: 'live calls', value: String(sum(nodes.map(node => node.calls))) },
            { name: 'log entries lost', value: String(lost), state: lost === 0 ? 'ok' : 'failed' },
          ]}
        />
      </div>
      <SystemNodes nodes={nodes} onChanged={onChanged} />
      <h2 className={classes.part}>Errors of the last 24 hours</h2>
      {errors.length === 0 ? (
        <p className={classes.missing}>None.</p>
      ) : (
        <ul className={classes.values}>
          {errors.map(({ id, time, message, meeting }) => (
            <li key={id}>
              <span className={classes.quiet}>
                <RelativeTime at={time} />
              </span>{' '}
              {message}{' '}
              {meeting && (
                <Anchor size="sm" component={Link} to={logsPath({ meeting })}>
                  logs of {meeting}
                </Anchor>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** A disk that runs low warns; what is not configured is neither well nor ill. */
function checkFact({ name, ok, detail, off }: SystemAnswer['checks'][number]): Fact {
  const state = off ? 'off' : ok ? 'ok' : name === 'disk' ? 'warning' : 'failed'
  return { name, value: detail, state }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
