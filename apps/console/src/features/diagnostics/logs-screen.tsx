import { fillRoute, type LogEntryWire, routes, SERVICES, SEVERITIES, texts } from '@livetap/contract'
import { searchLogs } from '@livetap/contract/endpoints/diagnostics'
import { Anchor, Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, Fragment, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useExit } from '../../shared/frame/use-exit'
import { useScreenTitle } from '../../shared/frame/use-screen-title'
import { useRemoteCall } from '../../shared/remote/use-remote-call'
import { saveFile, textFile } from '../../shared/save-file'
import { useApi } from '../../shared/session/session-context'
import { EmptyState } from '../../shared/ui/empty-state'
import { ErrorState } from '../../shared/ui/error-state'
import { LoadingMessage } from '../../shared/ui/loading-message'
import classes from './diagnostics.module.css'
import { logFilters } from './log-filters'
import { ScreenPage } from './screen-page'
import { useDateZone } from './use-date-zone'

const fields = ['meeting', 'metric', 'pod', 'text', 'from', 'to'] as const

/** Every log entry of every meeting, by the filters in the address. */
export function LogsScreen() {
  const [search, setSearch] = useSearchParams()
  const api = useApi()
  const exit = useExit()
  const dates = useDateZone()
  useScreenTitle('Logs')
  const asked = search.toString()
  const [entries, setEntries] = useState<readonly LogEntryWire[]>([])
  const { run, data, loading, error } = useRemoteCall((signal, before?: string) =>
    api.call(searchLogs, { query: { ...logFilters(search), ...(before && { before }) } }, { signal }),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another question
  useEffect(() => {
    void run().then(outcome => outcome.phase === 'success' && setEntries(outcome.data.entries))
  }, [run, asked])
  const older = async () => {
    const outcome = await run(data?.next ?? undefined)
    if (outcome.phase === 'success') setEntries(had => [...had, ...outcome.data.entries])
  }
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const next = new URLSearchParams()
    for (const [name, value] of given) if (String(value).trim()) next.set(name, String(value).trim())
    setSearch(next)
  }
  const save = () =>
    saveFile(
      'logs.ndjson',
      textFile(entries.map(entry => `${JSON.stringify(entry)}\n`).join(''), 'application/x-ndjson'),
    )
  return (
    <ScreenPage
      title="Logs"
      controls={
        <>
          <Button size="xs" variant="default" onClick={dates.toggle}>
            {dates.label}
          </Button>
          <Button size="xs" variant="default" disabled={entries.length === 0} onClick={save}>
            Download as NDJSON
          </Button>
          <Button size="xs" variant="default" onClick={() => exit()}>
            {texts.past.backToStart}
          </Button>
        </>
      }
    >
      <form key={asked} className={classes.filters} onSubmit={apply}>
        {fields.map(name => (
          <TextInput
            key={name}
            size="xs"
            name={name}
            aria-label={name}
            placeholder={name === 'from' || name === 'to' ? `${name}, ISO 8601` : name}
            defaultValue={search.get(name) ?? ''}
          />
        ))}
        <NativeSelect
          size="xs"
          name="service"
          aria-label="service"
          data={[{ value: '', label: 'any service' }, ...SERVICES]}
          defaultValue={search.get('service') ?? ''}
        />
        <NativeSelect
          size="xs"
          name="severity"
          aria-label="severity"
          data={[{ value: '', label: 'any severity' }, ...SEVERITIES]}
          defaultValue={search.get('severity') ?? ''}
        />
        <Button size="xs" type="submit" loading={loading}>
          Search
        </Button>
        <span className={classes.aside} role="status">
          {data && `${entries.length}${data.next ? '+' : ''} entries`}
        </span>
      </form>
      {error ? (
        <ErrorState
          title="The logs could not be read"
          error={error}
          hint="Check the filters and try again."
          onRetry={() => void run()}
        />
      ) : !data ? (
        <LoadingMessage message="Reading the logs..." />
      ) : entries.length === 0 ? (
        <EmptyState
          title="No log entries"
          hint="Nothing was written that matches these filters. Remove one, or widen the time range."
        />
      ) : (
        <>
          <LogTable entries={entries} show={dates.show} />
          {data.next && (
            <Button mt="sm" size="xs" variant="default" loading={loading} onClick={() => void older()}>
              Older entries
            </Button>
          )}
        </>
      )}
    </ScreenPage>
  )
}

function LogTable({ entries, show }: { entries: readonly LogEntryWire[]; show: (at: string) => string }) {
  const [open, setOpen] = useState<string>()
  return (
    <div className={classes.framed}>
      <table className={classes.table}>
        <thead>
          <tr>
            {['Time', 'Severity', 'Service', 'Metric', 'Message', 'Meeting', 'Pod'].map(name => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map(entry => (
            <Fragment key={entry.id}>
              <tr>
                <th scope="row">
                  <Anchor
                    component="button"
                    type="button"
                    size="sm"
                    aria-expanded={open === entry.id}
                    onClick={() => setOpen(open === entry.id ? undefined : entry.id)}
                  >
                    {show(entry.time)}
                  </Anchor>
                </th>
                <td className={classes.severity} data-severity={entry.severity}>
                  {entry.severity}
                </td>
                <td>{entry.service}</td>
                <td>{entry.metric}</td>
                <td>{entry.message}</td>
                <td>
                  {entry.meeting && (
                    <Anchor
                      component={Link}
                      size="sm"
                      to={fillRoute(routes.past, { meeting_id: entry.meeting })}
                    >
                      {entry.meeting}
                    </Anchor>
                  )}
                </td>
                <td>{entry.pod}</td>
              </tr>
              {open === entry.id && (
                <tr>
                  <td colSpan={7}>
                    <pre className={`mono ${classes.detail}`}>{JSON.stringify(entry, null, 2)}</pre>
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}
