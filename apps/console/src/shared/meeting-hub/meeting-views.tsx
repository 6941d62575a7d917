import { fillRoute, listeningPath, MEETING_LIVE, plural, routes, texts } from '@livetap/contract'
import type { MeetingHub, PastSession } from '@livetap/session'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useMay } from '../session/session-context'
import { useStore } from '../use-store'
import classes from './meeting-views.module.css'
import { useViewLinks } from './view-links'

interface Props {
  hub: MeetingHub
  /** The route that is open. */
  current: string | undefined
}

/** The way from one view of the meeting to the others. The past and the live view have their text as tabs instead of links. */
export function MeetingViews({ hub, current }: Props) {
  const links = useViewLinks(hub)
  const { replay } = useStore(hub)
  const readsLogs = useMay('logs.read')
  const { status, transcripts_count, highlights_count } = useStore(hub.record).detail ?? {}
  useEffect(() => {
    if (status !== undefined && readsLogs) void hub.countErrors()
  }, [hub, status, readsLogs])
  const isLive = status === MEETING_LIVE
  const text = isLive ? listeningPath(hub.meetingId) : fillRoute(routes.past, { meeting_id: hub.meetingId })
  return (
    <nav className={classes.views} aria-label="Views of this meeting">
      {current !== 'past' && current !== 'live' && (
        <>
          <Link to={text} className={classes.view}>
            {texts.past.downloadTranscripts}{' '}
            <Counted session={replay} of="utterances" known={transcripts_count} />
          </Link>
          {!isLive && (
            <Link to={`${text}?tab=highlights`} className={classes.view}>
              Highlights <Counted session={replay} of="highlights" known={highlights_count} />
            </Link>
          )}
        </>
      )}
      {current === 'live' && <span className={classes.leave}>Leave for</span>}
      {links.map(({ view, to, label }) => (
        <Link
          key={view}
          to={to}
          className={classes.view}
          data-hint={current === 'live' ? texts.live.leaveHint : undefined}
          aria-current={view === current ? 'page' : undefined}
        >
          {label} {view === 'logs' && <ErrorCount hub={hub} />}
        </Link>
      ))}
    </nav>
  )
}

interface CountedProps {
  session: PastSession | undefined
  of: 'utterances' | 'highlights'
  /** What the server counted; absent where it does not. */
  known: number | undefined
}

/** Of the transcript that is open, or as the server counted it. */
function Counted({ session, of, known }: CountedProps) {
  const open = useStore(session?.replay)
  const count = !open?.transcript ? known : of === 'highlights' ? open.highlights.length : open.total
  return count === undefined ? null : <span className={classes.count}>{count}</span>
}

function ErrorCount({ hub }: { hub: MeetingHub }) {
  const { errors } = useStore(hub)
  if (!errors || errors.entries.length === 0) return null
  const { length } = errors.entries
  const count = `${length}${errors.hasMore ? '+' : ''}`
  const label = `${count} ${plural(errors.hasMore ? length + 1 : length, 'error')}`
  return (
    <span className={classes.errors} role="img" aria-label={label} data-hint={label}>
      {count}
    </span>
  )
}
