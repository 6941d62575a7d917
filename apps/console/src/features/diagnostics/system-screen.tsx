import { logsPath, type SystemAnswer } from '@livetap/contract'
import { systemState } from '@livetap/contract/calls/system'
import { steadyNow } from '@livetap/session'
import { Anchor } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { ReloadAndExit } from '../../shared/frame/reload-and-exit'
import { ScreenPage } from '../../shared/frame/screen-page'
import { useScreenTitle } from '../../shared/frame/use-screen-title'
import { useRemoteCall } from '../../shared/remote/use-remote-call'
import { useApi } from '../../shared/session/session-context'
import { formatDate } from '../../shared/time/format-date'
import { ErrorState } from '../../shared/ui/feedback/error-state'
import { LoadingMessage } from '../../shared/ui/feedback/loading-message'
import classes from './diagnostics.module.css'
import { RefreshSwitch } from './refresh-switch'
import { SystemNodes } from './system-nodes'
import { useAge } from './use-age'

const REFRESH_SECONDS = 5

/** How the installation is doing. Refreshes by itself while it is looked at. */
export function SystemScreen() {
  const api = useApi()
  useScreenTitle('System')
  const { run, data, loading, error } = useRemoteCall(async signal => ({
    state: await api.call(systemState, {}, { signal }),
    atMs: steadyNow(),
  }))
  const [isFollowing, setFollowing] = useState(true)
  useEffect(() => void run(), [run])
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
        <Parts state={data.state} onChanged={() => void run()} />
      )}
    </ScreenPage>
  )
}

function Parts({ state, onChanged }: { state: SystemAnswer; onChanged: () => void }) {
  const { checks, engines, disk, queue, nodes, errors } = state
  const lost = nodes.reduce((sum, { log_loss }) => sum + log_loss.log + log_loss.ledger, 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard
    <section className={classes.scroll} tabIndex={0} aria-label="State">
      <div className={classes.tiles}>
        <Facts title="Health" facts={checks.map(({ name, ok, detail }) => ({ name, value: detail, ok }))} />
        <Facts
          title="Engines"
          facts={engines.map(({ name, available, reason, note }) => ({
            name,
            value: available ? ['available', note].filter(Boolean).join(', ') : reason || 'not available',
            ok: available ? true : undefined,
          }))}
        />
        <Facts
          title="Disk"
          facts={disk.map(({ folder, free_bytes, total_bytes }) => ({
            name: folder,
            value: `${gigabytes(free_bytes)} free of ${gigabytes(total_bytes)}`,
            ok: free_bytes / total_bytes > 0.1,
          }))}
        />
        <Facts
          title="Work"
          facts={[
            { name: 'recordings waiting', value: String(queue) },
            { name: 'recordings running', value: String(sum(nodes.map(node => node.recordings))) },
            { name: 'live calls', value: String(sum(nodes.map(node => node.calls))) },
            { name: 'log entries lost', value: String(lost), ok: lost === 0 },
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
              <span className={classes.quiet}>{formatDate(time)}</span> {message}{' '}
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

interface Fact {
  name: string
  value: string
  /** Green or red; absent: neither. */
  ok?: boolean
}

function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <section className={classes.tile} aria-label={title}>
      <h2>{title}</h2>
      <dl>
        {facts.map(({ name, value, ok }) => [
          <dt key={`${name}-name`}>{name}</dt>,
          <dd key={name} data-ok={ok}>
            {value}
          </dd>,
        ])}
      </dl>
    </section>
  )
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
const gigabytes = (bytes: number) => `${(bytes / 2 ** 30).toFixed(1)} GiB`
