import { type CapacitiesAnswer, texts } from '@livetap/contract'
import { clusterCapacities } from '@livetap/contract/calls/capacities'
import { steadyNow } from '@livetap/session'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { GroupChart } from '../../shared/charts/group-chart'
import { CsvButton } from '../../shared/data-table/csv-button'
import type { DataColumn } from '../../shared/data-table/data-column'
import { ScreenPage } from '../../shared/frame/screen-page'
import { useLeave } from '../../shared/frame/use-leave'
import { useScreenTitle } from '../../shared/frame/use-screen-title'
import { useRemoteCall } from '../../shared/remote/use-remote-call'
import { useApi } from '../../shared/session/session-context'
import { EmptyState } from '../../shared/ui/feedback/empty-state'
import { ErrorState } from '../../shared/ui/feedback/error-state'
import { LoadingMessage } from '../../shared/ui/feedback/loading-message'
import classes from './diagnostics.module.css'
import { RefreshSwitch } from './refresh-switch'
import { useAge } from './use-age'

const REFRESH_SECONDS = 10

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

const regionOf = ([, { region }]: Cluster) => region
const series = ['Running', 'Free']
const groupOf = ([name, { callsCount, callsAvailability }]: Cluster) => ({
  name,
  values: [callsCount, callsAvailability],
})

export function CapacitiesScreen() {
  const api = useApi()
  useScreenTitle('Cluster capacities')
  const leave = useLeave(texts.capacities.exiting, texts.capacities.closed)
  const { run, data, loading, error } = useRemoteCall(async signal => {
    const clusters = Object.entries(await api.call(clusterCapacities, {}, { signal }))
    return { clusters: clusters.sort(([a], [b]) => a.localeCompare(b)), atMs: steadyNow() }
  })
  const [isFollowing, setFollowing] = useState(false)
  useEffect(() => void run(), [run])
  const age = useAge(data?.atMs)
  const [search, setSearch] = useSearchParams()
  const region = search.get('region') ?? undefined
  const clusters =
    data?.clusters.filter(cluster => region === undefined || regionOf(cluster) === region) ?? []
  return (
    <ScreenPage
      title="Cluster capacities"
      aside={age}
      controls={
        <>
          <RefreshSwitch seconds={REFRESH_SECONDS} isOn={isFollowing} onToggle={setFollowing} refresh={run} />
          <CsvButton fileName="capacities" columns={columns} rows={clusters} />
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
        <>
          <Regions
            all={[...new Set(data.clusters.map(regionOf))].toSorted()}
            chosen={region}
            onChoose={chosen => setSearch(chosen === undefined ? {} : { region: chosen }, { replace: true })}
          />
          <p className={classes.quiet}>{texts.capacities.counted}</p>
          <div className={classes.beside}>
            <div className={classes.framed}>
              <table className={`${classes.table} ${classes.wide}`}>
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
                  {clusters.map(([cluster, { callsAvailability, callsCount, region }]) => (
                    <tr key={cluster}>
                      <th scope="row">{cluster}</th>
                      <td data-numeric className={callsAvailability === 0 ? classes.full : undefined}>
                        {callsAvailability}
                        {callsAvailability === 0 && <span className={classes.quiet}> full</span>}
                      </td>
                      <td data-numeric>{callsCount}</td>
                      <td>{region}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            <GroupChart
              label="Calls by cluster"
              noun="Cluster"
              series={series}
              groups={clusters.map(groupOf)}
            />
          </div>
        </>
      )}
    </ScreenPage>
  )
}

interface RegionsProps {
  all: readonly string[]
  /** Of the address; undefined: every region. */
  chosen: string | undefined
  onChoose: (region: string | undefined) => void
}

function Regions({ all, chosen, onChoose }: RegionsProps) {
  if (all.length < 2 && chosen === undefined) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame
    <div className={classes.links} role="group" aria-label="Region">
      {[undefined, ...all].map(region => (
        <Button
          key={region ?? 'all'}
          size="compact-xs"
          variant={region === chosen ? 'light' : 'default'}
          aria-pressed={region === chosen}
          onClick={() => onChoose(region)}
        >
          {region ?? 'All regions'}
        </Button>
      ))}
    </div>
  )
}
