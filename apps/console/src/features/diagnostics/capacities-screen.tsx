import { type CapacitiesAnswer, texts } from '@livetap/contract'
import { clusterCapacities } from '@livetap/contract/endpoints/capacities'
import { Button, Switch } from '@mantine/core'
import { useEffect, useState } from 'react'
import { toCsv } from '../../shared/data-table/csv'
import type { DataColumn } from '../../shared/data-table/data-column'
import { useScreenTitle } from '../../shared/frame/use-screen-title'
import { useRemoteCall } from '../../shared/remote/use-remote-call'
import { saveFile, textFile } from '../../shared/save-file'
import { useApi } from '../../shared/session/session-context'
import { EmptyState } from '../../shared/ui/empty-state'
import { ErrorState } from '../../shared/ui/error-state'
import { LoadingMessage } from '../../shared/ui/loading-message'
import classes from './diagnostics.module.css'
import { ScreenPage } from './screen-page'
import { useAge } from './use-age'
import { useLeave } from './use-leave'

const REFRESH_MS = 10_000

type Cluster = [cluster: string, capacity: CapacitiesAnswer[string]]
const columns: readonly DataColumn<Cluster>[] = [
  { id: 'cluster', header: 'cluster', value: ([cluster]) => cluster },
  {
    id: 'availability',
    header: 'calls_availability',
    value: ([, { callsAvailability }]) => callsAvailability,
  },
  { id: 'count', header: 'calls_count', value: ([, { callsCount }]) => callsCount },
  { id: 'region', header: 'region', value: ([, { region }]) => region },
]

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
          <Button
            size="xs"
            variant="default"
            disabled={!data?.clusters.length}
            onClick={() =>
              saveFile('capacities.csv', textFile(toCsv(columns, data?.clusters ?? []), 'text/csv'))
            }
          >
            Download as CSV
          </Button>
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
                <th scope="col" aria-hidden>
                  Load
                </th>
              </tr>
            </thead>
            <tbody>
              {data.clusters.map(([cluster, { callsAvailability, callsCount, region }]) => (
                <tr key={cluster}>
                  <th scope="row">{cluster}</th>
                  <td data-numeric>{callsAvailability}</td>
                  <td data-numeric>{callsCount}</td>
                  <td>{region}</td>
                  <td aria-hidden>
                    <LoadBar count={callsCount} free={callsAvailability} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </ScreenPage>
  )
}

/** What is taken of what the cluster can take. */
function LoadBar({ count, free }: { count: number; free: number }) {
  const share = count + free === 0 ? 0 : count / (count + free)
  return (
    <span className={classes.load} title={`${Math.round(share * 100)} % taken`}>
      <span style={{ width: `${share * 100}%` }} data-full={share >= 0.9} />
    </span>
  )
}
