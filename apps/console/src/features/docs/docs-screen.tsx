import { counted } from '@livetap/contract'
import { getAsyncApi, getOpenApi } from '@livetap/contract/calls/docs'
import { Button, TextInput, Title } from '@mantine/core'
import { IconDownload, IconSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useScreenTitle } from '../../shared/frame/use-screen-title'
import { useRemoteLoad } from '../../shared/remote/use-remote-load'
import { saveFile } from '../../shared/save-file'
import { useApi } from '../../shared/session/session-context'
import { EmptyState } from '../../shared/ui/feedback/empty-state'
import { ErrorState } from '../../shared/ui/feedback/error-state'
import { LoadingMessage } from '../../shared/ui/feedback/loading-message'
import header from '../../shared/ui/layout/page-header.module.css'
import { CallDetail } from './call-detail'
import classes from './docs.module.css'
import { callGroups, socketRows } from './documented'
import { EntryTable } from './entry-table'
import { SocketDetail } from './socket-detail'

const save = (name: string, document: object) =>
  saveFile(name, new Blob([JSON.stringify(document, null, 2)], { type: 'application/json' }))

/** Every call and socket of this deployment, as its own documents describe them. */
export function DocsScreen() {
  useScreenTitle('API documentation')
  const api = useApi()
  const { data, error, reload } = useRemoteLoad(
    async signal => ({
      openApi: await api.call(getOpenApi, {}, { signal }),
      asyncApi: await api.call(getAsyncApi, {}, { signal }),
    }),
    [api],
  )
  const [wanted, setWanted] = useState('')
  const groups = useMemo(() => (data ? callGroups(data.openApi, wanted.trim()) : []), [data, wanted])
  const sockets = useMemo(() => (data ? socketRows(data.asyncApi, wanted.trim()) : []), [data, wanted])
  if (error)
    return (
      <ErrorState
        title="The documents could not be loaded"
        error={error}
        hint="The server makes them. Try again when it answers."
        onRetry={reload}
      />
    )
  if (!data) return <LoadingMessage message="Loading the documents..." />
  const calls = groups.reduce((sum, { rows }) => sum + rows.length, 0)
  return (
    <>
      <div className={header.header}>
        <Title order={1} size="h3">
          API documentation
        </Title>
        <span className={header.aside} role="status">
          {counted(calls, 'call')}, {counted(sockets.length, 'socket')}
        </span>
        <div className={header.controls}>
          <TextInput
            type="search"
            size="xs"
            className={classes.search}
            aria-label="Search calls and sockets"
            placeholder="Search"
            leftSection={<IconSearch size={14} />}
            value={wanted}
            onChange={event => setWanted(event.currentTarget.value)}
          />
          <SaveButton name="openapi.json" document={data.openApi} />
          <SaveButton name="asyncapi.json" document={data.asyncApi} />
        </div>
      </div>
      {calls + sockets.length === 0 && (
        <EmptyState title="Nothing found" hint="No call, socket or message holds these words." />
      )}
      {groups.map(({ family, rows }) => (
        <EntryTable
          key={family}
          title={family}
          rows={rows.map(({ method, path, call, entry }) => ({
            key: call.operationId,
            method,
            path,
            summary: call.summary,
            entry,
            detail: <CallDetail call={call} />,
          }))}
        />
      ))}
      {sockets.length > 0 && (
        <EntryTable
          title="sockets"
          rows={sockets.map(row => ({
            key: row.name,
            method: 'WS',
            path: row.socket.address,
            summary: row.socket.summary,
            entry: row.entry,
            detail: <SocketDetail row={row} />,
          }))}
        />
      )}
    </>
  )
}

function SaveButton({ name, document }: { name: string; document: object }) {
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconDownload size={14} />}
      onClick={() => save(name, document)}
    >
      {name}
    </Button>
  )
}
