import { type SearchAnswer, type SearchMode, type SearchMoment, searchPath } from '@livetap/contract'
import { search as searchCall } from '@livetap/contract/calls/search'
import { Anchor, Button } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useShortcuts } from '../../shared/keys/use-shortcuts'
import { useListQuery } from '../../shared/remote/list-queries'
import { useApi } from '../../shared/session/session-context'
import { RelativeTime } from '../../shared/time/relative-time'
import { Moment } from './moment'
import { keyOf, meetingPath, momentPath } from './moment-paths'
import classes from './search.module.css'

type Meeting = SearchAnswer['meetings'][number]
/** Which moment was opened: the way back leads to it. */
const OPENED = 'at'
const ALL_OF_MEETING = 100

interface ResultsProps {
  q: string
  mode: SearchMode | undefined
  pages: readonly SearchAnswer[]
}

export function SearchResults({ q, mode, pages }: ResultsProps) {
  const [address] = useSearchParams()
  const navigate = useNavigate()
  const list = useRef<HTMLDivElement>(null)
  const [opened] = useState(() => address.get(OPENED))
  useEffect(() => {
    if (!opened) return
    const link = list.current?.querySelector<HTMLElement>(`[data-moment="${CSS.escape(opened)}"]`)
    link?.scrollIntoView({ block: 'center' })
    link?.focus({ preventScroll: true })
  }, [opened])
  useShortcuts([
    { keys: 'ArrowDown', label: 'The next moment' },
    { keys: 'ArrowUp', label: 'The moment before' },
    { keys: 'Enter', label: 'Open the meeting at the word' },
    { keys: 'p', label: 'Play from the word' },
  ])
  // The entry that is left: an address of the router would be a way of its own.
  const remember = (moment: SearchMoment) =>
    window.history.replaceState(
      window.history.state,
      '',
      `${searchPath(q, mode)}&${OPENED}=${encodeURIComponent(keyOf(moment))}`,
    )
  const moments = new Map(pages.flatMap(page => page.moments).map(moment => [keyOf(moment), moment] as const))
  const onKeyDown = (event: KeyboardEvent) => {
    const link = (event.target as HTMLElement).closest<HTMLElement>('[data-moment]')
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-moment]') ?? [])]
      const next = links[link ? links.indexOf(link) + step : 0]
      if (next) event.preventDefault()
      next?.focus()
    } else if (event.key === 'p' && link?.dataset.path) {
      event.preventDefault()
      const moment = moments.get(link.dataset.moment!)
      if (moment) remember(moment)
      void navigate(`${link.dataset.path}&play=1`)
    }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the links within
    <div ref={list} onKeyDown={onKeyDown} className={classes.groups}>
      {pages.flatMap(page =>
        page.meetings.map(meeting => (
          <MeetingMoments
            key={meeting.id}
            q={q}
            mode={mode}
            meeting={meeting}
            best={page.moments.filter(({ meeting_id }) => meeting_id === meeting.id)}
            onOpen={remember}
          />
        )),
      )}
    </div>
  )
}

interface Props {
  q: string
  mode: SearchMode | undefined
  meeting: Meeting
  best: readonly SearchMoment[]
  onOpen: (moment: SearchMoment) => void
}

function MeetingMoments({ q, mode, meeting, best, onOpen }: Props) {
  const [isWhole, setWhole] = useState(false)
  const { id, title, host, started_at, status, count } = meeting
  return (
    <section className={classes.group} aria-label={title}>
      <h2 className={classes.heading}>
        <Anchor component={Link} to={meetingPath(id, status)} inherit>
          {title || id}
        </Anchor>
        <span className={classes.quiet}>
          {host} · <RelativeTime at={started_at} />
        </span>
      </h2>
      {isWhole ? (
        <AllMoments q={q} mode={mode} meeting={meeting} onOpen={onOpen} best={best} />
      ) : (
        <Moments moments={best} status={status} onOpen={onOpen} />
      )}
      {count > best.length && !isWhole && (
        <Button size="compact-xs" variant="subtle" onClick={() => setWhole(true)}>
          {`${count - best.length} more in this meeting`}
        </Button>
      )}
    </section>
  )
}

function AllMoments({ q, mode, meeting, best, onOpen }: Props) {
  const api = useApi()
  const { data, error } = useListQuery(['search', q, mode, meeting.id], signal =>
    api.call(searchCall, { query: { q, mode, meeting: meeting.id, limit: ALL_OF_MEETING } }, { signal }),
  )
  return (
    <>
      <Moments moments={data?.moments ?? best} status={meeting.status} onOpen={onOpen} />
      {error && <p role="alert">{error.message}</p>}
      {data?.next && (
        <p className={classes.quiet}>
          The first {ALL_OF_MEETING}. Open the meeting and search in its text for the rest.
        </p>
      )}
    </>
  )
}

interface MomentsProps {
  moments: readonly SearchMoment[]
  status: string
  onOpen: (moment: SearchMoment) => void
}

const Moments = ({ moments, status, onOpen }: MomentsProps) => (
  <ol className={classes.moments}>
    {moments.map(moment => (
      <li key={keyOf(moment)}>
        <Moment moment={moment} path={momentPath(moment, status)} onOpen={() => onOpen(moment)} />
      </li>
    ))}
  </ol>
)
