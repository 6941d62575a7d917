import { screenActions, searchPath } from '@livetap/contract'
import { JumpSearch } from '@livetap/session'
import { Modal } from '@mantine/core'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { may, useApi, useEnv, useUser } from '../../shared/session/session-context'
import { useSession } from '../../shared/session/use-session'
import { useStore } from '../../shared/use-store'
import classes from './jump.module.css'
import { findPlaces } from './jump-places'

/** One field for everything that has a name or an id. */
export function JumpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title="Jump to"
      size="lg"
      centered={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Jump onClose={onClose} />
    </Modal>
  )
}

function Jump({ onClose }: { onClose: () => void }) {
  const api = useApi()
  const env = useEnv()
  const user = useUser()
  const navigate = useNavigate()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const search = useSession(
    scope => {
      const opened = new JumpSearch(api)
      scope.add(() => opened.dispose())
      return opened
    },
    [api],
  )
  const found = useStore(search)
  const named = [
    ...findPlaces(typed, env, user).map(place => ({ ...place, detail: '' })),
    ...(found?.targets ?? []),
  ]
  const isSearched = typed.trim().length > 1 && may(user, screenActions.search)
  const options = isSearched
    ? [
        ...named,
        {
          kind: 'Search',
          label: `Search for “${typed.trim()}”`,
          detail: 'in what was said',
          path: searchPath(typed.trim()),
        },
      ]
    : named
  const at = Math.min(active, options.length - 1)
  const optionId = (index: number) => `${listId}-${index}`
  useEffect(() => {
    document.getElementById(`${listId}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [listId, at])
  const go = (path: string | undefined) => {
    if (path === undefined) return
    onClose()
    void navigate(path)
  }
  const change = (text: string) => {
    setTyped(text)
    setActive(0)
    search?.type(text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      // What was pasted is opened as soon as it is found.
      if (named.length === 0) void search?.first().then(first => go(first?.path ?? options[0]?.path))
      else go(options[at]?.path)
      return
    }
    const target = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key]
    if (target === undefined || options.length === 0) return
    event.preventDefault()
    setActive((target + options.length) % options.length)
  }
  return (
    <>
      <input
        className={classes.field}
        role="combobox"
        aria-label="Jump to"
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={options.length > 0 ? optionId(at) : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        placeholder="Meeting, number, shard, project, screen or mode"
        data-autofocus
        value={typed}
        onChange={event => change(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label="Found" className={classes.list}>
        {options.map(({ kind, label, detail, path }, index) => (
          <div
            key={`${kind} ${path}`}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className={classes.option}
            onPointerMove={() => setActive(index)}
            onClick={() => go(path)}
            onKeyDown={onKeyDown}
          >
            <span className={classes.kind}>{kind}</span>
            <span className={classes.label}>{label}</span>
            <span className={classes.detail}>{detail}</span>
          </div>
        ))}
      </div>
      <p className={classes.hint} role="status">
        {hintOf(typed, named.length, found?.loading === true)}
      </p>
    </>
  )
}

function hintOf(typed: string, count: number, isLoading: boolean): string {
  if (typed.trim() === '')
    return 'Paste a meeting id, a shard id, a meeting number or a project, or type words of a title, a screen or a mode.'
  if (isLoading) return 'Looking for meetings, shards and projects...'
  if (count === 0)
    return 'Nothing has this name, number or id. Check that the whole id was pasted, or type fewer words.'
  return `${count} found. Arrows choose, Enter opens.`
}
