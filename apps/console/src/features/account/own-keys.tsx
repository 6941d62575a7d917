import { type ApiKey, counted } from '@livetap/contract'
import { deleteKey, listKeys } from '@livetap/contract/calls/access'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useListCache, useListQuery } from '../../shared/remote/list-queries'
import { QueryState } from '../../shared/remote/query-state'
import { useRemoteCall } from '../../shared/remote/use-remote-call'
import { useApi } from '../../shared/session/session-context'
import { RelativeTime } from '../../shared/time/relative-time'
import { ConfirmDialog } from '../../shared/ui/feedback/confirm-dialog'
import { EmptyState } from '../../shared/ui/feedback/empty-state'
import classes from './account.module.css'
import { NewKeyDialog } from './new-key-dialog'

const KEYS = 'own-keys'

/** Keys by which programs act for one. */
export function OwnKeys() {
  const api = useApi()
  const { data, error, refetch } = useListQuery([KEYS], signal => api.call(listKeys, {}, { signal }))
  return (
    <section className={classes.part} aria-labelledby="own-keys">
      <QueryState
        data={data}
        error={error}
        message="Reading your API keys..."
        title="Your API keys could not be read"
        hint="Try again in a moment."
        onRetry={() => void refetch()}
      >
        {({ keys }) => <Keys keys={keys} />}
      </QueryState>
    </section>
  )
}

function Keys({ keys }: { keys: readonly ApiKey[] }) {
  const api = useApi()
  const cache = useListCache(KEYS)
  const [isMaking, setMaking] = useState(false)
  const [asked, setAsked] = useState<ApiKey>()
  const revoke = useRemoteCall((signal, id: string) => api.send(deleteKey, { params: { id } }, { signal }))
  const confirm = async (id: string) => {
    if ((await revoke.run(id)).phase !== 'success') return
    setAsked(undefined)
    cache.refresh()
  }
  return (
    <>
      <header className={classes.head}>
        <h2 id="own-keys">API keys</h2>
        <span role="status">{counted(keys.length, 'key')}</span>
        <Button size="xs" onClick={() => setMaking(true)}>
          Make a key
        </Button>
      </header>
      {keys.length === 0 ? (
        <EmptyState
          title="No API keys"
          hint="A key lets a program call the API for you, for the actions that you name. The API documentation says which calls there are."
        />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard
        <section className={classes.framed} tabIndex={0} aria-label="Table of keys">
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Begins with</th>
                <th scope="col">May</th>
                <th scope="col">Team</th>
                <th scope="col">Created</th>
                <th scope="col">Last used</th>
                <th scope="col">Expires</th>
                <th scope="col">Revoke</th>
              </tr>
            </thead>
            <tbody>
              {keys.map(key => (
                <tr key={key.id}>
                  <th scope="row">{key.name}</th>
                  <td className="mono">{key.prefix}…</td>
                  <td className={classes.scopes} data-hint={key.actions.join(', ')}>
                    {key.actions.join(', ')}
                  </td>
                  <td>{key.team?.name ?? '–'}</td>
                  <td>
                    <RelativeTime at={key.created_at} />
                  </td>
                  <td>{key.last_used_at === null ? 'never' : <RelativeTime at={key.last_used_at} />}</td>
                  <td>{key.expires_at === null ? 'never' : <RelativeTime at={key.expires_at} />}</td>
                  <td>
                    <Button
                      size="compact-xs"
                      variant="light"
                      color="red"
                      aria-label={`Revoke ${key.name}`}
                      onClick={() => {
                        revoke.reset()
                        setAsked(key)
                      }}
                    >
                      Revoke
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {isMaking && <NewKeyDialog onMade={cache.refresh} onClose={() => setMaking(false)} />}
      {asked && (
        <ConfirmDialog
          title={`Revoke ${asked.name}?`}
          action="Revoke the key"
          problem={revoke.error?.message}
          isRunning={revoke.loading}
          onConfirm={() => void confirm(asked.id)}
          onClose={() => setAsked(undefined)}
        >
          Programs that use it are refused from their next call on. A revoked key does not come back.
        </ConfirmDialog>
      )}
    </>
  )
}
