import { texts } from '@livetap/contract'
import { clusterCapacities } from '@livetap/contract/endpoints/capacities'
import { Button, Switch } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useScreenTitle } from '../../shared/frame/use-screen-title'
import { useRemoteCall } from '../../shared/remote/use-remote-call'
import { useApi } from '../../shared/session/session-context'
import { EmptyState } from '../../shared/ui/empty-state'
import { ErrorState } from '../../shared/ui/error-state'
import { LoadingMessage } from '../../shared/ui/loading-message'
import classes from './diagnostics.module.css'
import { ScreenPage } from './screen-page'
import { useAge } from './use-age'
import { useLeave } from './use-leave'

const REFRESH_MS = 10_000

export function CapacitiesScreen() {
  const api = useApi()
  useScreenTitle('Cluster capacities')
  const leave = useLeave(texts.capacities.exiting, texts.capacities.closed)
  const { run, data, loading, error } = useRemoteCall(async signal => {
    const clusters = Object.entries(await api.call(clusterCapacities, {}, { signal }))
    return { clusters: clusters.sort(([a], [b]) => a.localeCompare(b)), atMs: Date.now() }
  })
  const [isFollowing, setFollowing] = useState(false)
  useEffect(() => void run(), [run])
  useEffect(() => {
    if (!isFollowing) return
    const timer = setInterval(() => void run(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [isFollowing, run])
  const age = useAge(data?.atMs)
  return (
    <ScreenPage
      title="Cluster capacities"
      aside={age}
      controls={
        <>
          <Switch
            size="xs"
            label="Refresh every 10 s"
            checked={isFollowing}
            onChange={event => setFollowing(event.currentTarget.checked)}
          />
          <Button size="xs" variant="default" loading={loading} onClick={() => void run()}>
            {texts.capacities.reload}
          </Button>
          <Button size="xs" variant="default" onClick={leave}>
            {texts.past.backToStart}
          </Button>
        </>
      }
    >
      {error ? (
        <ErrorState
          title={texts.capacities.notFound}
          error={error}
          hint="The capacities could not be read."
          onRetry={() => void run()}
        />
      ) : !data ? (
        <LoadingMessage message={texts.capacities.fetching} />
      ) : data.clusters.length === 0 ? (
        <EmptyState
          title={texts.capacities.notFound}
          hint="No process that takes calls or recordings has reported in the last seconds. Check that a worker runs, then reload."
        />
      ) : (
        <div className={classes.framed}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Cluster</th>
                <th scope="col" data-numeric>
                  Calls Availability
                </th>
                <th scope="col" data-numeric>
                  Calls Count
                </th>
                <th scope="col">Region</th>
              </tr>
            </thead>
            <tbody>
              {data.clusters.map(([cluster, { callsAvailability, callsCount, region }]) => (
                <tr key={cluster}>
                  <th scope="row">{cluster}</th>
                  <td data-numeric>{callsAvailability}</td>
                  <td data-numeric>{callsCount}</td>
                  <td>{region}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </ScreenPage>
  )
}
